"""Tanks and armoured cars: breakdown, recovery, sponsons, capture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.book.terrain import BreakdownDie


class Trouble(StrEnum):
    """What keeps a vehicle from moving; none keeps it from firing. RA-tank.fire-stuck, RA-ac.fire-stuck"""

    NONE = "running"
    BROKEN = "broken down"
    STUCK = "stuck"
    FOR_GOOD = "stuck for good"

    @property
    def moves(self) -> bool:
        return self is Trouble.NONE

    @property
    def passes(self) -> bool:
        """Whether a recovery roll may end it. RA-R94"""
        return self in (Trouble.BROKEN, Trouble.STUCK)


class _Vehicles(Figures):
    recovers: int
    dice: Mapping[BreakdownDie, tuple[Trouble, ...]]


FIGURES = section("vehicles", _Vehicles)


def trouble(test: BreakdownDie, die: int) -> Trouble:
    """What a die of a breakdown test means. RA-tank.speed, RA-tank.obstacle, RA-tank.wire, RA-ac.speed,
    RA-ac.obstacle"""
    low = FIGURES.dice[test]
    return low[die - 1] if die <= len(low) else Trouble.NONE


@dataclass(frozen=True, slots=True)
class Thrown:
    test: BreakdownDie
    die: int
    trouble: Trouble


def roll_breakdowns(tests: Iterable[BreakdownDie], chance: Chance) -> tuple[Thrown, ...]:
    """The dice of a segment in their order; nothing is rolled after the first trouble. RA-R92, RA-R179"""
    thrown: list[Thrown] = []
    for test in tests:
        die = chance.roll(6, for_=f"breakdown, {test.value}")
        thrown.append(Thrown(test, die, trouble(test, die)))
        if not thrown[-1].trouble.moves:
            break
    return tuple(thrown)


def outcome(thrown: Iterable[Thrown]) -> Trouble:
    """The state of the vehicle after these dice."""
    return next((each.trouble for each in thrown if not each.trouble.moves), Trouble.NONE)


def bar_recovery(state: Trouble) -> None:
    """Refuse a recovery roll to a vehicle that runs, or never will. RA-action.extra.vehicle, RA-R94"""
    if not state.passes:
        raise RuleViolation(
            "no-recovery",
            "It is stuck for good." if state is Trouble.FOR_GOOD else "It needs no repair.",
            citation="RA-R94",
            remedy="It may still fire." if state is Trouble.FOR_GOOD else "Move it.",
        )


def recovers(die: int) -> bool:
    """RA-R94, RA-tank.speed, RA-ac.speed"""
    return die >= FIGURES.recovers


def roll_recovery(state: Trouble, chance: Chance) -> tuple[int, Trouble]:
    """The die at the start of its segment, and its state after it. RA-R94, RA-action.extra.vehicle"""
    die = chance.roll(6, for_="recovery")
    return die, Trouble.NONE if recovers(die) else state


# ── Sponsons, capture ─────────────────────────────────────────────────────────────────────────────────────────────────


def capture_penalty(points: int, house: House = BOOK) -> int:
    """Points that a tank captured intact adds to its owner's losses at the final count, beside its own.
    RA-tank.capture, RA-R99"""
    choice = house.choice("tank-capture-penalty")
    if choice == "points":
        return points
    return 0 if choice == "none" else int(choice)


def _low(test: BreakdownDie) -> tuple[str, str]:
    low = [trouble(test, die) for die in (1, 2)]
    return low[0].value, low[1].value if not low[1].moves else "no effect"


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="breakdown",
        title="Breakdown of tanks and armoured cars",
        section="Tanks, Armoured Cars (p15)",
        columns=("test", "1", "2"),
        rows=tuple((test.value, *_low(test)) for test in BreakdownDie),
        dice="d6",
        notes=(
            "Obstacle: each starred hedge, wall, stream, ford or trench; of armoured cars crushed wire too (RA-R92).",
            f"Broken down or stuck: {FIGURES.recovers}+ at the start of a later segment frees it (RA-R94).",
        ),
        citation="RA-R92",
    ),
)
