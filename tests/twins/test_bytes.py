"""Two servers on which one side does different things in private send everybody else the same bytes in the same order.

The real bot, with the same clock and the same dice. What is recorded is every request that the bot makes and that is no
answer to the one who has the secret: posts, edits, buttons with their ids, completions, refusals, drawings, panels.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from simcord.enums import ChannelType

from bot.pictures import pictures
from rules.action import Action
from rules.book_and_gun.actions.battle import StandingAnswer as Stand
from rules.five56mm.actions.battle import StandingAnswer as Settle
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.movement import OrderGroup
from rules.red_actions.actions.segment import StandingAnswer as Answer
from rules.red_actions.actions.setup import PlaceDummy as LayDummy
from rules.script.actions import Whisper
from tests.bot.red_front import WOODS, fought
from tests.bot.test_orders_of_infantry_action import begun
from tests.bot.test_red_actions_secrets import kept
from tests.bot.test_secrecy import Spy, battle
from tests.bot.world import Person, World, world
from tests.campaigns.behind import act

SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
TYPED = ("", "a", "u", "ma", "1")
NAMES = ("Nobody", "u1", "u4", "u5", "u6", "u99", "marker 1", "marker 9", "Qazwsx company", "G7")


@dataclass(frozen=True)
class Front:
    """A battle of a book, what its players type a target into, and what its secret side may do unseen."""

    begun: Callable[[Path], AbstractAsyncContextManager[World]]
    unit: str
    """Whom Ada commands."""
    targets: tuple[str, ...]
    secrets: tuple[tuple[Action, ...], ...]
    """One list for each pair of worlds, done in one of the two alone; the first in every run, all in a long one."""
    doer: str = "unit"
    otherwise: Callable[[Path], AbstractAsyncContextManager[World]] | None = None
    """The same battle with other hidden troops in other places."""


async def done(made: World, actions: Sequence[Action]) -> None:
    for action in actions:
        who = made.gm if isinstance(action, Whisper) else made.ivo
        await act(made.store, 1, action, who.id)
    await made.passes(minutes=3)


async def looked(made: World) -> None:
    """Ada, who plays the other side, and Zoe, who plays none, look at all that there is, and type."""
    for who in (made.ada, made.zoe):
        for command in ("status", "now", "catchup", "orders", "chronicle", "battle verify"):
            await who.slash(made.thread, command)
        await who.slash(made.thread, "map", layers="all")
        await made.passes(minutes=1)


async def typed(made: World, front: Front) -> None:
    for command in front.targets:
        for start in TYPED:
            await made.ada.autocomplete(made.thread, command, "target", start)
        for name in NAMES:
            await made.ada.slash(made.thread, command, **{front.doer: front.unit, "target": name})


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


async def course(folder: Path, front: Front, secret: Sequence[Action], spy: Spy) -> list[str]:
    """All that everybody else is sent from the secret on, with the drawings that they are sent."""
    spy.drawn.clear()
    async with front.begun(_made(folder)) as made:
        start, drawn = len(made.env.http_requests), len(spy.drawn)
        await done(made, secret)
        await looked(made)
        await typed(made, front)
        await made.passes(hours=30)  # reminders, deadlines and digests
        await looked(made)
        found = [*_sent(made, made.ivo, start), *spy.drawn[drawn:]]
    return _renumbered(found)


def _sent(made: World, owner: Person, start: int) -> list[str]:
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


def _renumbered(found: list[str]) -> list[str]:
    """With the ids and tokens that Discord gives, one after the other whoever asks, by where each comes first."""
    numbers: dict[str, str] = {}
    return [SNOWFLAKE.sub(lambda hit: numbers.setdefault(hit[0], f"#{len(numbers)}"), each) for each in found]


@asynccontextmanager
async def jungle(folder: Path) -> AsyncIterator[World]:
    async with battle(folder, {"concealment": "insurgents", "fog": "on"}) as made:
        yield made


@asynccontextmanager
async def street(folder: Path) -> AsyncIterator[World]:
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
        await made.gm.slash(made.channel, "battle begin")
        yield made


@asynccontextmanager
async def woods(folder: Path) -> AsyncIterator[World]:
    async with fought(folder, WOODS) as made:
        await kept(made)
        yield made


OTHERS = {
    "Wsxqaz staff": "Second staff", "Qazwsx company": "Rear company", "Edcrfv company": "Left company",
    "Ujmikol sotnia": "Tenth sotnia", "Plokij gun": "Old gun",
    "[14, 13]": "[13, 15]", "[24, 36]": "[30, 36]", "arrives: 6": "arrives: 7",
}  # fmt: skip


@asynccontextmanager
async def other_woods(folder: Path) -> AsyncIterator[World]:
    scenario = WOODS
    for here, there in OTHERS.items():
        assert here in scenario
        scenario = scenario.replace(here, there)
    async with fought(folder, scenario) as made:
        await kept(made)
        yield made


FRONTS = {
    "book_and_gun": Front(
        jungle,
        "Able squad",
        ("fire", "charge", "spot"),
        (
            (Stand(when_charged="evade"),),
            (Stand(when_charged="stand", when_won="take"),),
        ),
    ),
    "five56mm": Front(
        street,
        "Nobody",
        ("fire",),
        ((Settle(question="throw-back", answer="no"), Whisper(side="red", text="Look out")),),
        "character",
    ),
    "infantry_action": Front(
        begun,
        "1 Section",
        ("fire",),
        (
            (OrderGroup(unit="u3", pace="walk", to="120,200"),),
            (Instruct(unit="u3", fire="hold"), Whisper(side="defender", text="Look out")),
        ),
    ),
    "red_actions": Front(
        woods,
        "First company",
        ("fire", "charge"),
        ((LayDummy(place="8,33"),), (Answer(question="return-fire", answer="no"),)),
        otherwise=other_woods,
    ),
}


@pytest.mark.parametrize("book", FRONTS)
async def test_what_one_side_does_in_private_sends_the_others_the_same_bytes(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    spy = Spy()
    monkeypatch.setattr(pictures, "png", spy.png)
    front = FRONTS[book]
    plain = await course(tmp_path / "plain", front, (), spy)
    assert plain == await course(tmp_path / "again", front, (), spy), "a world differs from itself"
    pairs = [(front, secret) for secret in front.secrets[: None if long else 1]]
    pairs += [] if front.otherwise is None else [(replace(front, begun=front.otherwise), ())]
    for number, (twin, secret) in enumerate(pairs):
        other = await course(tmp_path / f"twin {number}", twin, secret, spy)
        differing = [(here, there) for here, there in zip(plain, other, strict=False) if here != there]
        assert not differing, "\n".join(_apart(*each) for each in differing[:6])
        assert len(plain) == len(other)
    print(f"{book}: {len(pairs)} pairs, {len(plain)} bodies, {sum(map(len, plain))} characters each")


def _apart(here: str, there: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
    return f"{here[max(0, at - 200) : at + 200]}\n{there[max(0, at - 200) : at + 200]}\n"
