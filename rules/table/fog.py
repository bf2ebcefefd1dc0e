"""Fog of war: what one side knows of the others. Values only; a rule set stores them in its state.

Sight by measurement and the umpire's word both decide; the umpire's comes first. What was seen is remembered at the
place where it was seen last, until somebody sees that place without it, or sees it elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.kernel.changing import replace
from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Where a unit was seen last. `shown` is what it looked like then: its strength as counted by the viewer."""

    unit: str
    point: Point
    facing: float
    turn: int
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a side knows. `now`: units in sight; `lost`: units that were, as they were seen last. `told` are the
    umpire's words: a unit that is spotted (True) or not (False) whatever can be measured, until he takes them back."""

    side: str
    now: tuple[Glimpse, ...] = ()
    lost: tuple[Glimpse, ...] = ()
    told: tuple[tuple[str, bool], ...] = ()

    def sees(self, unit: str) -> bool:
        return any(glimpse.unit == unit for glimpse in self.now)

    def last(self, unit: str) -> Glimpse | None:
        """Where a unit is seen, or was seen last."""
        return next((glimpse for glimpse in (*self.now, *self.lost) if glimpse.unit == unit), None)


@dataclass(frozen=True, slots=True)
class Present:
    """An enemy unit as it stands: the truth, of which the side learns what it sees."""

    unit: str
    point: Point
    facing: float = 0.0
    shown: str = ""


def observe(
    known: Knowledge,
    present: Sequence[Present],
    measured: Collection[str],
    turn: int,
    *,
    watched: Collection[str] = (),
) -> Knowledge:
    """What a side knows after it has looked. `measured`: units in its line of sight (and spotted, where the rules ask
    for that). `watched`: units of whose last place the side sees that they are there no more.

    A unit that has gone out of sight is remembered where it was when it was still seen, never where it went.
    """
    told = dict(known.told)
    now = tuple(
        Glimpse(p.unit, p.point, p.facing, turn, p.shown)
        for p in sorted(present, key=lambda p: p.unit)
        if told.get(p.unit, p.unit in measured)
    )
    seen = {glimpse.unit for glimpse in now}
    lost = [g for g in (*known.now, *known.lost) if g.unit not in seen and g.unit not in watched]
    return replace(known, now=now, lost=tuple(sorted(lost, key=lambda g: g.unit)))


# ── Markers ───────────────────────────────────────────────────────────────────────────────────────────────────────
