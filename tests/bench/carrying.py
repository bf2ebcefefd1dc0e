"""What it takes to carry out a turn, or a period, by orders: with 10, 20, 40 and 80 units in all four books, half
of them on either side, through the store: a side of a campaign has 40 at most. In 5.56mm a unit is a man.

Both sides order all of their units ahead; measured is each answer until it is committed, with all that follows from it.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from campaigns.battle import battles
from campaigns.battle.course import slicing
from campaigns.database.slices import BySeconds
from campaigns.database.store import Store
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import give_way
from rules.registry import rule_set
from tests.bench.growth import STRETCH_MS, Pulse
from tests.bench.hands import KINDS, Hand
from tests.bench.pace import TABLE, opened, repeated
from tests.bench.pair import processor
from tests.bench.plans import REGIMENTS, Plan
from tests.campaigns.behind import act
from tests.clocks import ManualClock

SIZES = (5, 10, 20, 40)
"""Units a side."""
MOST_MS = {5: 1500, 10: 1500, 20: 1500, 40: 5000}
"""At most, by units a side: an answer that carries out a turn."""
TURNS = 1
"""Turns or periods that are fought."""
SQUAD = 10
"""Men of 5.56mm that are raised together, about."""
KINDS_OF: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "book-and-gun": (("us-infantry-squad",), ("insurgent-cell-of-7",)),
    "five56mm": (("rangers",), ("militia",)),
    "infantry-action": (("gb44-section",), ("de44-gruppe",)),
    "red-actions": (REGIMENTS[0][1:], REGIMENTS[1][1:]),
}
BOARDS = {"infantry-action": ("fields", 640.0, 480.0)}
VILLAGE = ("village", 72.0, 48.0)


@dataclass(frozen=True, slots=True)
class Carried:
    """The worst of a table: milliseconds of the processor for an answer, or a slice of what follows from it; for all
    that follows from one, and what the engine did in it; and the longest stretch on the loop."""

    rules: str
    size: int
    answer_ms: float
    whole_ms: float
    steps: int
    stretch_ms: float

    @property
    def ok(self) -> bool:
        return self.answer_ms <= MOST_MS[self.size] and self.stretch_ms <= STRETCH_MS


def plan_of(rules: str, size: int) -> Plan:
    each = max(1, size // SQUAD) if rules == "five56mm" else size
    attackers, defenders = (tuple(islice(cycle(kinds), each)) for kinds in KINDS_OF[rules])
    return Plan(f"carrying-{size}", rules, "", (attackers, defenders), each, BOARDS.get(rules, VILLAGE), TURNS)


def measure(rules: Sequence[str] = tuple(KINDS_OF), sizes: Sequence[int] = SIZES) -> Iterator[Carried]:
    give_way()
    for key in rules:
        for size in sizes:
            with TemporaryDirectory() as folder, asyncio.Runner() as runner:
                yield runner.run(_table(Path(folder), key, size))


async def _table(folder: Path, rules: str, size: int) -> Carried:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    entropy = repeated(f"{rules} {size}")
    store = Store(
        f"sqlite+aiosqlite:///{folder}/carrying.db", clock, entropy=entropy, slices=BySeconds(clock=processor)
    )
    await store.open()
    try:
        sides = {side.key: who for side, who in zip(rule_set(rules).forces.sides, TABLE.players, strict=False)}
        battle = await opened(store, plan_of(rules, size), 0, TABLE, sides)
        await battles.begin(store, battle, TABLE.gm)
        gc.collect()
        gc.freeze()
        return await _carried(store, battle, size, sides)
    finally:
        await store.close()


async def _carried(store: Store, battle: int, size: int, sides: dict[str, int]) -> Carried:
    hands: dict[str, Hand] = {side: make() for side, make in zip(sides, KINDS["orders"], strict=False)}
    pulse, worst, longest, steps = Pulse(), 0.0, 0.0, 0
    while True:
        field = await battles.load(store, battle)
        if field.info.status is not BattleStatus.RUNNING or not field.prompt.asks:
            return Carried(field.rules.key, size, round(worst, 1), round(longest, 1), steps, round(pulse.longest, 1))
        ask = field.prompt.asks[0]
        side = field.rules.battle.controllers(field.state).get(ask.side, ask.side)
        hand = hands.get(side) or next(iter(hands.values()))
        who = TABLE.gm if ask.umpire else sides.get(side, TABLE.gm)
        action = hand.orders(field, ask) or hand.action(field, ask)
        took, acted = await pulse.timed(lambda a=action, w=who, s=ask.side: act(store, battle, a, w, side=s))
        whole, first, left = took, acted.from_seq, acted
        worst = max(worst, took)
        while left is not None and left.under_way:
            took, left = await pulse.timed(lambda: slicing.carry_on(store, battle))
            worst, whole, acted = max(worst, took), whole + took, left or acted
        if whole > longest:
            longest, steps = whole, acted.to_seq - first
