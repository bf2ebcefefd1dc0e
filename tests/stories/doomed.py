"""A process that fights, and is killed at a moment that was drawn.

test_kill gives it a database, a file that stands for Discord, and a seed.

It does what the bot does: players act by interactions, a scheduler lets deadlines fire, the real pump sends what waits.
What a player has been told is said on stdout the moment it is true; a process that dies can take nothing of that back.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
from discord import ui
from sqlalchemy import event

from bot.sending.outbox_pump import Message, Pump
from bot.talk.command_names import Names
from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post.outbox import Post
from rules.kernel.violation import RuleViolation
from tests.campaigns import behind
from tests.campaigns.toy import TOY
from tests.campaigns.world import BLUE, RED, RED_TOO, World
from tests.clocks import ManualClock

MOST_STEPS = 400
"""Statements, commits and messages after which the process is killed at the latest."""


class Place(discord.abc.Messageable):
    """A channel of a Discord that remembers everything in a file: one line a message."""

    def __init__(self, file: Path, channel_id: int, doom: Doom) -> None:
        self._file, self.id, self._doom = file, channel_id, doom

    async def _get_channel(self) -> Any:
        return self

    async def send(self, *_: Any, **message: Any) -> Any:
        self._doom.step()
        with self._file.open("a", encoding="utf-8") as told:
            told.write(f"{self.id} {message['nonce']}\n")
            told.flush()
            os.fsync(told.fileno())
        self._doom.step()
        return SimpleNamespace(id=self._file.stat().st_size)


class Doom:
    """Counts steps, and has the process killed a moment after the one that was drawn, whatever it does by then."""

    def __init__(self, dice: random.Random) -> None:
        self._left = dice.randint(1, MOST_STEPS)
        self._after = dice.uniform(0.0, 0.004)

    def step(self, *_: object) -> None:
        self._left -= 1
        if self._left == 0:
            threading.Timer(self._after, os.kill, (os.getpid(), signal.SIGKILL)).start()

    def watch(self, store: Store) -> None:
        engine = store.engine.sync_engine
        for moment in ("before_cursor_execute", "commit", "rollback"):
            event.listen(engine, moment, self.step)


async def main(file: Path, discord_file: Path, battle_id: int, seed: int, at: str) -> None:
    dice = random.Random(seed)
    doom = Doom(dice)
    clock = ManualClock(datetime.fromisoformat(at).astimezone(UTC))
    store = Store(f"sqlite+aiosqlite:///{file}", clock, rule_sets={TOY.key: TOY})
    await store.open()
    doom.watch(store)

    async def render(post: Post) -> list[Message]:
        return [Message(ui.LayoutView())] * (2 if post.id % 3 == 0 else 1)

    async def rest() -> None:
        return None

    places = SimpleNamespace(get_channel=lambda channel_id: Place(discord_file, channel_id, doom))
    pump = Pump(places, store, Names({}), None, render, rest)  # type: ignore[arg-type]  # the one call that it makes
    for number in range(10_000):
        late = timedelta(hours=40) if number % 7 == 6 else timedelta()
        clock.advance(late + timedelta(minutes=dice.randint(0, 30)))
        print(f"time {clock.now().isoformat()}", flush=True)
        if late:
            await timers.fire_due(store, clock.now())
        else:
            await act(store, battle_id, dice, seed * 10_000 + number)
        pump.kick()
        if dice.random() < 0.5:
            await pump.drain()


async def act(store: Store, battle_id: int, dice: random.Random, interaction: int) -> None:
    """A lawful order at random, delivered twice now and then; what came of it is told."""
    field = await battles.load(store, battle_id)
    if not field.prompt:
        print("over", flush=True)
        return
    ask = dice.choice(field.prompt.asks)
    who = BLUE if ask.side == "blue" else dice.choice((RED, RED_TOO))
    action = World.choice(field, ask, dice)
    print(f"try {interaction}", flush=True)
    for _ in range(2 if dice.random() < 0.2 else 1):
        try:
            done = await behind.act(store, battle_id, action, who, interaction_id=interaction, side=ask.side)
        except (Refusal, RuleViolation):
            print(f"refused {interaction}", flush=True)
        else:
            print(f"done {interaction} {done.from_seq} {done.to_seq}", flush=True)


if __name__ == "__main__":
    assert sqlite3.threadsafety
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]))
