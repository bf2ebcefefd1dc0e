"""Who observes for a mortar: its own unit, else a leader near it, at the end of a wire or on a net. X.13.13a, R106."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.book_and_gun import facts
from rules.book_and_gun.events.indirect import CrewContact
from rules.book_and_gun.play.ground.blast import building_at, holds
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.play.indirect.nets import VOICE, in_touch
from rules.book_and_gun.play.sight.watching import looks_at, watch
from rules.book_and_gun.play.turn.leadership import leaders
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Unit
from rules.kernel.once import once_a_state
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, step

OBSERVERS = frozenset({"observer", "mortar observer", "forward observer"})
"""Roles that observe as a leader does. BG-R231."""


@dataclass(frozen=True, slots=True)
class Observing:
    """Who sees the aiming point, and how the crew hears of it."""

    unit: Unit
    figure: Figure
    contact: CrewContact


def observing(state: State, unit: Unit, crewman: Figure, at: Point) -> Observing | None:
    """Who observes that place for the crew; None: nobody does. BG-X.13.13a, BG-R106, BG-R228, BG-R231."""
    own = (crewman, *(f for f in unit.fit if f.id != crewman.id))
    found = seeing(state, unit, own, at)
    if found is not None:
        return Observing(unit, found, "own eyes")
    for home, leader, contact in _leaders(state, unit, crewman):
        if seeing(state, home, (leader,), at) is not None:
            return Observing(home, leader, contact)
    return None


def _leaders(state: State, unit: Unit, crewman: Figure) -> Iterator[tuple[Unit, Figure, CrewContact]]:
    """Leaders and observers of the side with whom the crew is in contact, the nearest way first."""
    others = [*leaders(state, unit.side), *_posted(state, unit)]
    known = {figure.id: (home, figure) for home, figure in others if figure.at is not None}
    near = [key for key, (_, figure) in known.items() if _apart(crewman, figure) <= VOICE + 1e-6]
    wired = [key for key, (home, _) in known.items() if facts.ruled(state, facts.WIRE, unit.id, home.id) is True]
    ways: tuple[tuple[list[str], CrewContact], ...] = ((near, "leader near"), (wired, "wire"))
    for keys, contact in ways:
        for key in keys:
            home, figure = known[key]
            yield home, figure, contact
    for home, figure in known.values():
        if in_touch(state, unit, crewman, figure):
            yield home, figure, "radio"


def _posted(state: State, unit: Unit) -> Iterator[tuple[Unit, Figure]]:
    for home in state.units_of(unit.side):
        if home.in_play and home.morale is not Morale.ROUTED:
            yield from ((home, f) for f in home.fit if f.role.casefold() in OBSERVERS)


def _apart(one: Figure, other: Figure) -> float:
    return between(one.at, other.at) if one.at is not None and other.at is not None else float("inf")


# ── Sight of a place ─────────────────────────────────────────────────────────────────────────────────────────────


def seeing(state: State, unit: Unit, figures: Sequence[Figure], at: Point) -> Figure | None:
    """The first of these figures of a unit that sees the place, or the outside of the building there. The umpire's word
    on their line of sight goes before. BG-VI.2.1a, BG-VIII.1.2a, BG-R228."""
    word = facts.ruled(state, facts.LINE_OF_SIGHT, unit.id)
    if word is not None:
        return next(iter(figures), None) if word else None
    return _seeing(state, unit, at, *figures)


@once_a_state
def _seeing(state: State, unit: Unit, at: Point, *figures: Figure) -> Figure | None:
    if state.board is None:
        return None
    spots = [Figure(f"place {n}", 0, "", "", "", at=spot) for n, spot in enumerate(_shown(state.board, at))]
    eyes = watch(state, unit, figures, spots)
    if eyes is None:
        return None
    looking = (f for f in figures if f.at is not None)
    return next((f for f in looking if any(looks_at(f, s) and eyes.sees(f.id, s.id) for s in spots)), None)


def _shown(board: Board, at: Point) -> list[Point]:
    """The place; of a building the middles of its walls, half an inch outside."""
    house = building_at(board, at)
    if house is None:
        return [at]
    ring = (*house.outline, house.outline[0])
    found: list[Point] = []
    for a, b in pairwise(ring):
        middle, across = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), bearing(a, b) + 90.0
        found += [step(middle, (across + turn) % 360.0, BASE) for turn in (0.0, 180.0)]
    return [spot for spot in found if not holds(house, spot)]
