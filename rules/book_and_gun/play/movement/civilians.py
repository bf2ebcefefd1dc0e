"""Civilians under fire: those that do not favour the insurgents run from weapons that fire. BG-III.2.3c, BG-R129."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.play.ground.tabletop import BASE, apart, middle
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Unit
from rules.table.board import Point
from rules.table.measure import bearing, between, step


@dataclass(frozen=True, slots=True)
class FlightFrom:
    """From which figure they run, and where to."""

    firer: Figure
    goal: tuple[Point, ...]


def must_flee(state: State, unit: Unit) -> FlightFrom | None:
    """The nearest weapon within 12 inches that fired since the unit's last move: it must run straight away from it
    with its full open-order roll. None when there is none, or the civilians favour the insurgents. BG-R129."""
    if unit.side != CIVILIANS or unit.traits.kind == HOSTAGES:
        return None
    if state.civilian_attitude == "pro-insurgent" or state.board is None:
        return None
    limit = float(switch(state, "civilian-flight-inches"))
    since = max((f.move_turn for f in unit.present if f.move_turn < state.turn), default=0)
    nearest: tuple[float, Figure] | None = None
    for other in state.units:
        if other.id == unit.id or other.fired_turn < max(since, 1):
            continue
        for figure in other.figures:
            if figure.fired_turn < max(since, 1) or figure.at is None:
                continue
            found = apart([figure], unit.present)
            if found is not None and found <= limit and (nearest is None or found < nearest[0]):
                nearest = (found, figure)
    here = middle(unit.present)
    if nearest is None or here is None or nearest[1].at is None:
        return None
    return FlightFrom(nearest[1], (_away(state, here, nearest[1].at),))


def _away(state: State, here: Point, firer: Point) -> Point:
    """A point far enough straight away, on the board."""
    board = state.board
    direction = bearing(firer, here) if here != firer else 0.0
    reach = 30.0
    while board is not None and reach > 0.5:
        point = step(here, direction, reach)
        if BASE <= point[0] <= board.width - BASE and BASE <= point[1] <= board.depth - BASE:
            return point
        reach -= 0.5
    return here if between(here, firer) else step(here, direction, 0.5)
