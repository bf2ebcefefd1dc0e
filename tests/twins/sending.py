"""What a bot sends to all but the owners of a secret: every request with its time, its body and its files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.enums import ChannelType
from simcord.http import router

from bot.pictures import pictures
from tests.bot.world import World

SNOWFLAKE = re.compile(r"(?<!\d)\d{17,20}(?!\d)")
SEAL = re.compile(r"(?<!\w)[0-9a-f]{64}(?!\w)")
"""What binds a sealed sheet, the journal's newest entry or the dice: it differs by what is secret, and is mixed with
salt or with the seed, so that nobody can try out what gives it."""
DOT = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Sent:
    """One request. `at`: seconds since the server began; `files`: name and digest of what is attached."""

    at: float
    method: str
    path: str
    params: Any
    body: Any
    files: tuple[str, ...]

    def __str__(self) -> str:
        return json.dumps([self.at, self.method, self.path, self.params, self.body, self.files], default=str)


@dataclass
class Wire:
    """All that the bot sends, and every drawing that goes into a picture. A file of a picture holds the digest of its
    drawing, so that pictures are compared wherever they are sent: `test_pictures.py` holds that nothing else makes up
    their pixels."""

    sent: list[Sent] = field(default_factory=list)
    drawn: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The drawings with the width that they are painted in, by digest."""
    files: int = 0

    async def png(self, svg: str, width: int) -> bytes:
        digest = hashlib.sha256(f"{width} {svg}".encode()).hexdigest()
        self.drawn[digest] = svg, width
        return DOT + digest.encode()

    async def moving(self, stills: Sequence[pictures.Still]) -> bytes:
        """An animation: each of its drawings, and how long it stands."""
        drawn = [await self.png(still.svg, still.milliseconds) for still in stills]
        return b"".join(drawn)

    def to_others(self, made: World, owners: frozenset[int], start: int) -> list[str]:
        """The requests from `start` on that others than the owners receive something of: no answers to them, nothing in
        a place that they alone can read, and nothing that the bot only asks Discord."""
        backend = made.env.backend
        confided = {f"/{token}/" for token in backend.interaction_tokens if _asker(made, token) in owners}
        confided |= {f"/channels/{id_}/" for id_ in backend.channels if not _readers(made, id_) - owners}
        return [
            str(each)
            for each in self.sent[start:]
            if each.method != "GET"
            and not any(place in f"{each.path}/" for place in confided)
            and not each.path.endswith("/@me/channels")
            and not (each.path.endswith("/threads") and (each.body or {}).get("type") == ChannelType.PRIVATE_THREAD)
        ]


def _readers(made: World, id_: int) -> set[int]:
    """Who can read that channel, of all people."""
    channel, people = made.env.backend.channels[id_], {who.id for who in made.people.values()}
    if channel.type == ChannelType.PRIVATE_THREAD:
        return people & set(channel.thread_members)
    return people & set(channel.recipient_ids) if channel.type == ChannelType.DM else people


def _asker(made: World, token: str) -> int:
    kept: Any = made.env.backend.interaction_tokens[token]
    return (kept if hasattr(kept, "user_id") else made.env.backend.interactions[kept]).user_id


def renumbered(steps: Sequence[Sequence[str]]) -> list[list[str]]:
    """With the ids and tokens that Discord gives, and with what binds something, one after the other whoever asks, by
    where each comes first."""
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"#{len(numbers)}")

    def told(text: str) -> str:
        return SEAL.sub(number, SNOWFLAKE.sub(number, text))

    return [[told(text) for text in step] for step in steps]


@contextmanager
def tapped() -> Iterator[Wire]:
    """Everything that any bot sends from now on is written down."""
    wire, passed_on = Wire(), router.dispatch

    def dispatch(backend: Any, method: str, path: str, **given: Any) -> Any:
        files = tuple(_digest(each) for each in given.get("files") or ())
        wire.files += len(files)
        body = json.loads(json.dumps(given.get("json"), default=str))
        wire.sent.append(Sent(backend.clock.elapsed, method, path, given.get("params"), body, files))
        return passed_on(backend, method, path, **given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(router, "dispatch", dispatch)
        patched.setattr(pictures, "png", wire.png)
        patched.setattr(pictures, "moving", wire.moving)
        yield wire


def _digest(file: Any) -> str:
    """Name, words for those who do not see it, and digest of an attachment."""
    data = file.fp.read()
    file.fp.seek(0)
    return f"{file.filename} {file.description} {hashlib.sha256(data).hexdigest()}"
