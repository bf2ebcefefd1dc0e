"""Fog of war: what one side knows of the others. Values only; a rule set stores them in its state.

Sight by measurement and the umpire's word both decide; the umpire's comes first. What was seen is remembered at the
place where it was seen last, until somebody sees that place without it, or sees it elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.changing import replace
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
class Marker:
    """A concealment marker on the table. `units` are the troops it stands for; a dummy stands for none. Only its own
    side and the umpire may know which; `as_seen` is what the others see."""

    number: int
    side: str
    point: Point
    units: tuple[str, ...] = ()
    revealed: bool = False

    @property
    def dummy(self) -> bool:
        return not self.units


@dataclass(frozen=True, slots=True)
class SeenMarker:
    """A marker as the other sides see it: its number and its place."""

    number: int
    side: str
    point: Point


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


def tell(known: Knowledge, unit: str, spotted: bool | None) -> Knowledge:
    """The umpire's word on one unit; None takes it back. It works from the next look on."""
    told = {name: word for name, word in known.told if name != unit}
    if spotted is not None:
        told[unit] = spotted
    return replace(known, told=tuple(sorted(told.items())))


def forget(known: Knowledge, unit: str) -> Knowledge:
    """A unit that left the battle for all to see."""
    now, lost = (tuple(g for g in glimpses if g.unit != unit) for glimpses in (known.now, known.lost))
    return replace(known, now=now, lost=lost)


def known_places(known: Knowledge, names: Mapping[str, str]) -> dict[str, Point]:
    """Names with the places where a side may believe them to be: for map references and autocomplete."""
    places: dict[str, Point] = {}
    for glimpse in (*known.now, *known.lost):
        if glimpse.unit in names:
            places.setdefault(names[glimpse.unit], glimpse.point)
    return places


# ── Markers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def reveal(markers: Sequence[Marker], number: int) -> tuple[Marker, ...]:
    """One marker turned over: its troops are placed, or it was a dummy and goes."""
    return tuple(replace(m, revealed=True) if m.number == number else m for m in markers)


def as_seen(markers: Sequence[Marker], viewer: str) -> tuple[SeenMarker, ...]:
    """The markers of the other sides as a viewer's side sees them."""
    return tuple(SeenMarker(m.number, m.side, m.point) for m in markers if not m.revealed and m.side != viewer)


def dummies(markers: Sequence[Marker], side: str) -> tuple[int, int]:
    """How many dummies and how many real markers a side has on the table."""
    mine = [m for m in markers if m.side == side and not m.revealed]
    return sum(m.dummy for m in mine), sum(not m.dummy for m in mine)
