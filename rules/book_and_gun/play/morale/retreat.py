"""Going back: where shaken and routed units run to, how far they get, who stays behind. VIII.7, XI.3.3, XI.4.44,
XI.5.41, XII.1.31, XII.2.3."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.march import Deduction
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureLeft
from rules.book_and_gun.events.combat import MoraleChanged
from rules.book_and_gun.events.movement import How, UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.formation import settled
from rules.book_and_gun.play.ground.tabletop import BASE, known_enemies, middle, places
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Placed, Spacing, Unit
from rules.table import measure
from rules.table.board import Board, Point
from rules.table.formation import Position

CLEARANCE = 2 * BASE
"""Centres of two bases that touch, in inches."""


# ── Whither ───────────────────────────────────────────────────────────────────────────────────────────────────────


def rearward(state: State, unit: Unit, *, routed: bool) -> float | None:
    """The direction in which a broken unit runs, None without a board.

    Shaken: straight to the nearest edge, never closer to any enemy unit that is known to be there (their middles
    count); where that cannot be, to its own side's edge. Routed: to its own side's edge. Without an edge of its own
    the nearest one serves.

    BG-VIII.7.3b, BG-VIII.7.4a, BG-XII.2.3c, BG-R120.
    """
    centre = middle(unit.fit) or middle(unit.present)
    if state.board is None or centre is None:
        return None
    nearest, _ = measure.nearest_edge(state.board, centre)
    own = next((side.edge for side in state.sides if side.key == unit.side), "") or nearest
    if routed:
        return outward(own)
    foes = [place for enemy in known_enemies(state, unit) if (place := middle(enemy.fit)) is not None]
    return outward(own if closes_with(centre, outward(nearest), foes) else nearest)


def outward(edge: str) -> float:
    """The direction that leaves the board over an edge."""
    return (measure.inward(edge) + 180.0) % 360.0


def closes_with(start: Point, direction: float, foes: Iterable[Point]) -> bool:
    """Whether going that way brings one nearer to any of these places."""
    ahead = math.sin(math.radians(direction)), math.cos(math.radians(direction))
    return any((x - start[0]) * ahead[0] + (y - start[1]) * ahead[1] > 1e-6 for x, y in foes)


def away_from(start: Point, foe: Point) -> float:
    """The direction straight away from a place."""
    return measure.bearing(foe, start)


# ── How far ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Flight:
    """Figures running straight: where they come to stand, who ran off the board, and whether an enemy stopped them."""

    placed: tuple[Placed, ...]
    off: tuple[str, ...]
    inches: float
    blocked: bool
    least: float
    """Inches that the figure got whom its way held up most."""


def run(
    state: State, unit: Unit, figures: Sequence[Figure], direction: float, inches: float, *, leaves: bool
) -> Flight:
    """These figures run `inches` in one direction; an enemy unit in the way stops them all short of contact, and each
    stops at what is closed to him.

    `leaves`: they run on over the edge of the board; others stop at it. BG-VIII.7.4a, BG-XI.5.41, BG-R133, BG-R202.
    """
    foes = [place for enemy in known_enemies(state, unit) for place in places(enemy.fit)]
    free = min((_clear_way(f.at, direction, foes) for f in figures if f.at is not None), default=math.inf)
    gone = min(inches, max(0.0, free))
    spots = {f.id: measure.step(f.at, direction, gone) for f in figures if f.at is not None}
    board = housing.ground_of(state, figures)
    got = {f.id: _open_way(board, f.at, spots[f.id], gone) for f in figures if f.at is not None}
    off = tuple(
        name
        for name, spot in spots.items()
        if leaves and board is not None and not board.holds(*spot) and got[name] is None
    )
    staying = [name for name in spots if name not in off]
    wanted = [Position(*spots[name], direction) for name in staying]
    stopped = [inches for inches in got.values() if inches is not None]
    furthest = gone if len(stopped) < len(got) else max(stopped, default=gone)
    placed = settled(state, staying, wanted, leaving=off)
    return Flight(placed, off, furthest, blocked=gone < inches, least=min(stopped, default=gone))


def _open_way(board: Board | None, start: Point, spot: Point, inches: float) -> float | None:
    """Inches to what is closed on the way of a runner; None where he gets there, or over the table's edge first."""
    if board is None or inches <= 0.0:
        return None
    passed = passage.way_of(board, (start, spot))
    return None if passed.stop is None or passed.stop.by is None else passed.length


def _clear_way(start: Point, direction: float, foes: Iterable[Point]) -> float:
    """Inches that a figure can go before its base touches one of these."""
    ahead = math.sin(math.radians(direction)), math.cos(math.radians(direction))
    clear = math.inf
    for x, y in foes:
        far = (x - start[0]) * ahead[0] + (y - start[1]) * ahead[1]
        aside = abs((x - start[0]) * ahead[1] - (y - start[1]) * ahead[0])
        if far > 0.0 and aside < CLEARANCE - 1e-6:
            clear = min(clear, far - math.sqrt(CLEARANCE**2 - aside**2))
    return clear


def movers(unit: Unit) -> tuple[Figure, ...]:
    """Who can run: fit figures, and the wounded whom they carry. The other wounded stay where they are. BG-XI.5.2a,
    BG-R44."""
    carried = {f.carries for f in unit.fit if f.carries}
    return tuple(f for f in unit.present if f.fit or f.id in carried)


# ── Breaking ──────────────────────────────────────────────────────────────────────────────────────────────────────


def become_shaken(course: Course, unit_id: str, reason: str, *citations: str) -> None:
    """The unit is shaken and goes 4D6 inches back at once, plain total (house rule: a normal move).

    A unit shaken already goes back again. BG-XI.3.3, BG-XI.4.44, BG-XII.2.1, BG-R48.
    """
    if course.unit(unit_id).morale is not Morale.SHAKEN:
        cited = (*citations, "BG-R48")
        course.note(MoraleChanged(unit=unit_id, morale=Morale.SHAKEN, reason=reason, citations=cited))
    fall_back(course, unit_id)


def fall_back(course: Course, unit_id: str) -> None:
    """A shaken unit's retreat. BG-VIII.7.3b, BG-R48, BG-R120."""
    dice = course.chance.dice(retreat_dice(course.state, course.unit(unit_id)), sides=6, for_="retreat")
    break_away(course, unit_id, "retreat", dice, "BG-R48")


def retreat_dice(state: State, unit: Unit) -> int:
    """How many D6 inches a shaken unit goes. BG-R48."""
    if switch(state, "shaken-retreat") == "4d6":
        return 4
    row = "close order" if unit.order is Spacing.CLOSE else "open order"
    return tables.movement_dice(side_name(unit.side), row, "cross country") or 0


def break_away(
    course: Course, unit_id: str, how: Literal["retreat", "rout"], dice: tuple[int, ...], *citations: str
) -> None:
    """A broken unit runs as many inches as its dice show, the way that its state demands. BG-R120."""
    direction = rearward(course.state, course.unit(unit_id), routed=how == "rout")
    go_straight(course, unit_id, how, direction, float(sum(dice)), dice=dice, citations=(*citations, "BG-R120"))


def go_straight(
    course: Course,
    unit_id: str,
    how: How,
    direction: float | None,
    inches: float,
    *,
    dice: tuple[int, ...] = (),
    deductions: tuple[Deduction, ...] = (),
    citations: tuple[str, ...] = (),
) -> float:
    """The whole unit goes straight in one direction and looks that way; the inches that all of it really went.

    Shaken and routed figures that cross the edge of the board are lost to the battle; others stop at it. Without a
    board only the inches are noted.
    BG-VIII.1.2b, BG-VIII.7.4a.
    """
    unit = course.unit(unit_id)
    figures = movers(unit)
    start = middle(figures)
    draws = course.chance.taken()
    names = tuple(f.id for f in figures)
    if direction is None or start is None:
        walk(
            course,
            UnitMoved(
                unit=unit_id,
                figures=names,
                how=how,
                dice=dice,
                deductions=deductions,
                allowance=inches,
                inches=inches,
                draws=draws,
                citations=citations,
            ),
        )
        return inches
    flight = run(course.state, unit, figures, direction, inches, leaves=how in ("retreat", "rout"))
    walk(
        course,
        UnitMoved(
            unit=unit_id,
            figures=names,
            how=how,
            dice=dice,
            deductions=deductions,
            allowance=inches,
            inches=round(flight.inches, 2),
            placed=flight.placed,
            path=(start, measure.step(start, direction, flight.inches)),
            facing=direction,
            blocked=flight.blocked,
            draws=draws,
            citations=(*citations, "BG-XI.5.41") if flight.blocked else citations,
        ),
    )
    for figure in flight.off:
        course.note(FigureLeft(unit=unit_id, figure=figure, reason="routed off the field", citations=("BG-VIII.7.4a",)))
    return flight.least
