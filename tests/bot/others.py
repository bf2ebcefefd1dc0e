"""What the bot has sent to others than one who did something in secret, and a toy street to do it in."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from simcord.enums import ChannelType

from tests.bot.world import Person, World, world

SNOWFLAKE = re.compile(r"\b\d{17,20}\b")


def sent_to_others(made: World, owner: Person, start: int) -> list[str]:
    """The requests since then that others receive something of: no answers to the owner, nothing in a place that is his
    or the umpire's alone, and nothing that the bot only asks Discord."""
    backend = made.env.backend
    confided = {f"/{token}/" for token in backend.interaction_tokens if _asker(made, token) == owner.id}
    confided |= {f"/channels/{id_}/" for id_ in backend.channels if _confided(made, id_)}
    return [
        json.dumps([each.method, each.path, each.params, each.json], sort_keys=True, default=str)
        for each in backend.http_requests[start:]
        if each.method != "GET"
        and not any(place in f"{each.path}/" for place in confided)
        and not each.path.endswith("/@me/channels")
        and not (each.path.endswith("/threads") and (each.json or {}).get("type") == ChannelType.PRIVATE_THREAD)
    ]


def _confided(made: World, id_: int) -> bool:
    """Whether neither Ada nor anybody who plays nothing can read that channel."""
    channel = made.env.backend.channels[id_]
    readers = {made.ada.id, made.zoe.id, made.people["pat"].id}
    if channel.type == ChannelType.PRIVATE_THREAD:
        return not readers & set(channel.thread_members)
    return channel.type == ChannelType.DM and not readers & set(channel.recipient_ids)


def _asker(made: World, token: str) -> int:
    kept: Any = made.env.backend.interaction_tokens[token]
    return (kept if hasattr(kept, "user_id") else made.env.backend.interactions[kept]).user_id


def renumbered(found: list[str]) -> list[str]:
    """With the ids and tokens that Discord gives, one after the other whoever asks, by where each comes first."""
    numbers: dict[str, str] = {}
    return [SNOWFLAKE.sub(lambda hit: numbers.setdefault(hit[0], f"#{len(numbers)}"), each) for each in found]


@asynccontextmanager
async def street(folder: Path) -> AsyncIterator[World]:
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
        await made.gm.slash(made.channel, "battle begin")
        yield made


def apart(here: str, there: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
    return f"{here[max(0, at - 200) : at + 200]}\n{there[max(0, at - 200) : at + 200]}\n"
