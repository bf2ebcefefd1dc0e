"""Where is fought: a battle of a book, its campaign's server and people, and the time that all processes share."""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from rules.registry import rule_set
from rules.table import boards
from tests.bench.carrying import plan_of
from tests.campaigns.world import START
from tests.wire.server import Discord

BOOKS = ("book-and-gun", "five56mm", "infantry-action", "red-actions")
SHARDS = 3
UNITS = 2
"""A side."""
TURNS = 3


@dataclass(frozen=True, slots=True)
class Front:
    """A battle, and by whom it is fought, as Discord knows them. `sides`: by side its player."""

    rules: str
    battle: int
    guild: int
    gm: int
    sides: Mapping[str, int]

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Front:
        return cls(**told)


@dataclass
class Server:
    """A server of Discord on which one book is played."""

    rules: str
    guild: int
    gm: int
    sides: dict[str, int]
    battles: int = 0

    @classmethod
    def made(cls, discord: Discord, rules: str, shard: int) -> Server:
        guild, gm, _ = discord.server(rules, shard)
        sides: dict[str, int] = {}
        for side in [each.key for each in rule_set(rules).forces.sides][:2]:
            sides[side] = discord.backend.make_user(f"{rules} {side}").id
            discord.backend.add_member(guild, sides[side])
        return cls(rules, guild, gm, sides)

    async def opens(self, store: Store, discord: Discord) -> Front:
        """A battle in a campaign of its own, begun."""
        self.battles += 1
        backend, name = discord.backend, f"{self.rules} {self.battles}"
        home = backend.create_channel(self.guild, name, announce=False).id
        thread = backend.create_thread(home, name, self.gm, broadcast=False).id
        made = await campaign.create(store, self.guild, home, self.gm, name, self.rules)
        plan = plan_of(self.rules, UNITS)
        for (side, who), kinds in zip(self.sides.items(), plan.kinds, strict=True):
            await campaign.join(store, made.id, who, side)
            for number, kind in enumerate(kinds):
                await rosters.raise_unit(store, made.id, who, kind, name=f"{side} {number + 1}")
        kind, width, depth = plan.board
        south, north = self.sides
        board = boards.generate(
            kind, name, width=width, depth=depth, measure=rule_set(self.rules).measure.name,
            edges=((south, "south"), (north, "north")),
        )  # fmt: skip
        opened = await battles.open_battle(
            store, made.id, self.gm, name, channel_id=thread, board=board, turn_limit=TURNS
        )
        await battles.begin(store, opened.id, self.gm, anyway=True)
        return Front(self.rules, opened.id, self.guild, self.gm, self.sides)


class SharedClock:
    """The time of day of all processes, in a file: seconds since START. Whoever is killed lets go of it."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_RDWR | os.O_CREAT)

    def now(self) -> datetime:
        found = os.pread(self._file, 8, 0)
        return START + timedelta(seconds=struct.unpack("d", found)[0] if len(found) == 8 else 0.0)

    def advance(self, by: timedelta) -> datetime:
        """Let time pass for everybody; it may jump back."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            now = self.now() + by
            os.pwrite(self._file, struct.pack("d", (now - START).total_seconds()), 0)
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        return now
