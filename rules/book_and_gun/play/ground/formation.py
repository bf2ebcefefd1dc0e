"""Formations on the table: where a unit's figures go when it moves, forms up, falls back or runs. Chapter V.

Everything here works on a battle with a board; without one the functions give no places. No figure ever goes
further than its allowance (BG-V.12a), nobody overlaps, nobody leaves the board. How broken units run is in `retreat`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.book_and_gun.book.march import MoveRow, row_of
from rules.book_and_gun.book.tables import Troops
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.tabletop import BASE, HURT, horses, in_sight, middle, tokens
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Formation, Placed, Spacing, Unit
from rules.table.board import Board, Point, Token
from rules.table.formation import Position, assign, lay_out, onto, order_of, settle
from rules.table.measure import along, between, length, step, tidy

ROAD_FILES = 2
"""Figures abreast in a column: two may use a road (BG-VIII.4.1); a column is 1 to 4 wide (BG-V.8)."""

APART = 2.0
"""Inches between bases that a move which is no charge keeps from the enemy. BG-R171."""


# ── What the rules make of a formation ────────────────────────────────────────────────────────────────────────────


def order(unit: Unit) -> Spacing:
    """Close or open order: as measured, a tie being open; as declared without positions. BG-V.1, BG-V.2a, BG-R25."""
    standing = tokens(unit.present)
    if not standing:
        return Spacing.CLOSE if unit.formation is Formation.MASS and unit.order is Spacing.CLOSE else unit.order
    return order_of(standing)


def chart_row(unit: Unit, formation: Formation, kept: Spacing) -> MoveRow:
    """The row of the movement chart: a column has its own, every other formation goes by its order.

    Civilians in column use the open order row (BG-R26). BG-V.3 to BG-V.11.
    """
    return row_of(formation, kept, civilians=unit.side == CIVILIANS)


def default_order(formation: Formation, current: Spacing) -> Spacing:
    """Mass is close order unless declared open. BG-R26, BG-V.9."""
    return Spacing.CLOSE if formation is Formation.MASS else current


def troops(unit: Unit) -> Troops:
    """The unit's type in the movement chart. BG-VIII.1.43a."""
    return Troops(unit.side)


def facing_of(unit: Unit, figures: Sequence[Figure]) -> float:
    """How a group of figures looks: as its first man does, or as the unit does when it stands in a circle."""
    if unit.formation is Formation.CIRCLE or not figures:
        return unit.facing
    return figures[0].facing if figures[0].at is not None else unit.facing


# ── Anchor and layout ─────────────────────────────────────────────────────────────────────────────────────────────


def anchor(figures: Sequence[Figure], facing: float) -> Point | None:
    """The middle of the formation's front: as far ahead as its foremost figure."""
    standing = middle(figures)
    if standing is None:
        return None
    angle = math.radians(facing)
    ahead = (math.sin(angle), math.cos(angle))
    front = max(
        (f.at[0] - standing[0]) * ahead[0] + (f.at[1] - standing[1]) * ahead[1] for f in figures if f.at is not None
    )
    return tidy(standing[0] + ahead[0] * front), tidy(standing[1] + ahead[1] * front)


def laid_out(
    board: Board, figures: Sequence[Figure], formation: Formation, kept: Spacing, front: Point, facing: float
) -> tuple[Placed, ...]:
    """These figures in formation with its front at a point: each takes the place nearest to where it stands (those
    without a place yet in roster order)."""
    places = onto(
        board, lay_out(len(figures), formation, front, facing, order=kept, radius=BASE, files=ROAD_FILES), BASE
    )
    standing = tokens(figures)
    chosen = assign(standing, places) if len(standing) == len(figures) else places
    return tuple(Placed(f.id, (p.x, p.y), p.facing) for f, p in zip(figures, chosen, strict=True))


def others(state: State, moving: Sequence[Figure]) -> list[Token]:
    """Everybody on the table but those who move, the fallen not counted."""
    ids = {f.id for f in moving}
    empty = (hull for hull in standing(state) if not state.people_in(hull.id)) if state.vehicles else ()
    return [
        *empty,
        *_people(state, ids),
        *horses(state, ids),
    ]


def _people(state: State, but: set[str]) -> Iterator[Token]:
    return (
        token
        for unit in state.units
        if not unit.reserve
        for token in tokens(f for f in unit.figures if f.on_field and f.id not in but)
    )


# ── Moving ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Stride:
    """Where figures end, and the way that their middle went."""

    placed: tuple[Placed, ...]
    path: tuple[Point, ...]
    inches: float


def formed_up(
    state: State,
    figures: Sequence[Figure],
    formation: Formation,
    kept: Spacing,
    front: Point,
    facing: float,
    allowance: float | Mapping[str, float],
    keep_off: Sequence[Point] = (),
    *,
    via: Sequence[Point] = (),
    bodies: passage.Bodies = (),
) -> tuple[Placed, ...]:
    """Figures in formation at a place, each going no further than its allowance: who cannot reach his place gets as
    near to it as he can. `keep_off`: enemies to whom a move that is no charge keeps its distance; `via`: the way of the
    unit, which who cannot go straight follows; `bodies`: figures whom nobody passes through. BG-V.12a, BG-R202."""
    board = _ground(state, figures)
    if board is None:
        return ()
    wanted = {p.figure: p for p in laid_out(board, figures, formation, kept, front, facing)}
    unseen = _unseen(state, figures)
    runs: list[_Run] = []
    for figure in sorted(figures, key=lambda f: between(f.at, wanted[f.id].at) if f.at else 0.0):
        goal = wanted[figure.id]
        reach = allowance if isinstance(allowance, int | float) else allowance[figure.id]
        way = passage.follow(board, figure.at, goal.at, via, bodies) if figure.at else (goal.at,)
        runs.append(_Run(figure.id, way, goal.at, goal.facing, reach, figure.fit, unseen))
    found = _each(runs, others(state, figures), board, keep_off)
    return tuple(found[figure.id] for figure in figures)


@dataclass(frozen=True, slots=True)
class _Run:
    """A figure's open way towards its place, and how far it may go."""

    figure: str
    way: Sequence[Point]
    goal: Point
    facing: float
    reach: float
    fit: bool = True
    unseen: frozenset[str] = frozenset()
    """Others whom his side does not see. BG-R291"""

    def standing(self, at: Point) -> Token:
        return Token(self.figure, *at, radius=BASE, state="" if self.fit else HURT)


def _each(
    runs: Sequence[_Run], others: Sequence[Token], board: Board, keep_off: Sequence[Point] = ()
) -> dict[str, Placed]:
    """Where each comes to stand, in their order, nobody in another: whoever cannot leave keeps his place, and the rest
    find others."""
    stay: set[str] = set()
    while True:
        taken = [*others, *(run.standing(run.way[0]) for run in runs if run.figure in stay)]
        found: dict[str, Placed] = {}
        for run in runs:
            at = run.way[0]
            if run.figure not in stay:
                at = _reachable(run, taken, board, keep_off)
                taken.append(run.standing(at))
            found[run.figure] = Placed(run.figure, at, run.facing)
        stuck = {run.figure for run in runs if run.figure not in stay and found[run.figure].at == run.way[0]}
        crowded = {name for name in stuck if not _free(found[name].at, [t for t in taken if t.id != name])}
        if not crowded:
            return found
        stay |= crowded


def _reachable(run: _Run, taken: Sequence[Token], board: Board, keep_off: Sequence[Point] = ()) -> Point:
    """The free place nearest to the goal on a figure's open way and within reach, and in no house that is full; at
    worst where he stands."""
    way, goal, reach = run.way, run.goal, run.reach
    start = way[0]
    whole, open_ = between(start, goal), length(way)
    gone = min(open_, reach, _kept_off(way, keep_off))
    pressed = not passage.has_room(board, start)
    while gone > 0.0:
        point = passage.tidied(along(way, gone))
        if _apart(start, point, keep_off) and (gone >= open_ or pressed or passage.has_room(board, point)):
            if _free(point, taken) and not _full(board, run, point, taken):
                return point
            (beside,) = settle([Position(point[0], point[1], 0.0)], taken, radius=BASE, board=board)
            aside = beside.x, beside.y
            nearer = between(start, aside) <= reach + 1e-6 and between(aside, goal) < whole
            if (
                nearer
                and _apart(start, aside, keep_off)
                and _free(aside, taken)
                and passage.has_room(board, point)
                and passage.is_open(board, point, aside)
                and passage.has_room(board, aside)
                and not _full(board, run, aside, taken)
            ):
                return aside
        gone -= 0.5
    return start


def _full(board: Board, run: _Run, point: Point, taken: Sequence[Token]) -> bool:
    """Whether a place lies in a house with no room for him; whom his side does not see takes none of it until he has
    found them there. BG-IX.4.2a, BG-R291"""
    return run.fit and housing.is_full(board, point, run.way[0], (each for each in taken if each.id not in run.unseen))


def _unseen(state: State, figures: Sequence[Figure]) -> frozenset[str]:
    """The figures whom the side of these does not see."""
    side = state.unit_of(figures[0].id).side if figures else ""
    return frozenset(f.id for unit in state.units if not in_sight(state, side, unit) for f in unit.figures)


def _ground(state: State, figures: Sequence[Figure]) -> Board | None:
    """The board as these figures of one side find it."""
    return housing.ground_of(state, figures)


def _kept_off(way: Sequence[Point], keep_off: Sequence[Point]) -> float:
    """Inches along a way until it comes nearer than 2 inches to an enemy, and nearer than it began. BG-R171"""
    least = {foe: min(APART + 2 * BASE, between(way[0], foe)) for foe in keep_off}
    gone = 0.0
    for a, b in pairwise(way):
        leg = between(a, b)
        entered = min((_entry(a, b, leg, foe, near) for foe, near in least.items()), default=math.inf)
        if entered < leg:
            return gone + entered
        gone += leg
    return math.inf


_FINE = 0.001
"""Inches to which places are measured."""


def _entry(a: Point, b: Point, leg: float, foe: Point, near: float) -> float:
    """Inches from a towards b until it is nearer than that to a place; infinite where it never is."""
    if leg <= 0.0:
        return math.inf
    ahead = ((foe[0] - a[0]) * (b[0] - a[0]) + (foe[1] - a[1]) * (b[1] - a[1])) / leg
    aside = between(a, foe) ** 2 - ahead**2
    if ahead <= 0.0 or aside >= (near - 1e-3) ** 2:
        return math.inf
    return math.floor(max(0.0, ahead - math.sqrt(near**2 - aside)) / _FINE + 1e-6) * _FINE


def _apart(start: Point, point: Point, keep_off: Sequence[Point]) -> bool:
    """Whether a place keeps 2 inches from every enemy, or comes no nearer to him than its man stands already."""
    least = APART + 2 * BASE - 1e-6
    return all((d := between(point, foe)) >= least or d >= between(start, foe) - 1e-6 for foe in keep_off)


def _free(point: Point, taken: Sequence[Token]) -> bool:
    return all((t.x - point[0]) ** 2 + (t.y - point[1]) ** 2 >= (BASE + t.radius) ** 2 - 1e-9 for t in taken)


def shifted(
    state: State, figures: Sequence[Figure], direction: float, inches: float, *, facing: float | None = None
) -> Stride:
    """Figures go straight in a direction, as they stand, stopping at the board's edges and short of others.

    For falling back, evading, closing and the like. `facing`: how they look afterwards; None: as before.
    """
    board = _ground(state, figures)
    start = middle(figures)
    if board is None or start is None:
        return Stride((), (), inches)
    unseen = _unseen(state, figures)
    runs: list[_Run] = []
    for figure in _foremost_first(figures, direction):
        if figure.at is None:
            continue
        wanted = step(figure.at, direction, inches)
        inside = (
            min(max(wanted[0], BASE), board.width - BASE),
            min(max(wanted[1], BASE), board.depth - BASE),
        )
        way = passage.way_of(board, (figure.at, inside)).points
        looks = figure.facing if facing is None else facing
        runs.append(_Run(figure.id, way, inside, looks, inches, figure.fit, unseen))
    found = _each(runs, others(state, figures), board)
    furthest = max((between(run.way[0], found[run.figure].at) for run in runs), default=0.0)
    return Stride(tuple(found.values()), (start, step(start, direction, furthest)), furthest)


def _foremost_first(figures: Sequence[Figure], direction: float) -> list[Figure]:
    """So that nobody runs into the man before him."""
    angle = math.radians(direction)
    ahead = (math.sin(angle), math.cos(angle))
    return sorted(figures, key=lambda f: -(f.at[0] * ahead[0] + f.at[1] * ahead[1]) if f.at else 0.0)


def settled(
    state: State,
    moving: Sequence[str],
    wanted: Sequence[Position],
    *,
    leaving: Sequence[str] = (),
    climbs: bool = True,
) -> tuple[Placed, ...]:
    """The figures at these places, each moved as little as needed: on the board, on nobody else's base, no further than
    its way is open. `leaving`: figures that are gone by then; `climbs`: from beside a low wall they get on top."""
    away = {*moving, *leaving}
    taken: list[Token] = []
    for unit in state.units:
        if unit.in_play:
            taken += tokens(f for f in unit.present if f.id not in away)
    taken += horses(state, away)
    found = settle(onto_each(state.board, wanted), taken, radius=BASE, board=state.board)
    placed = tuple(Placed(name, (p.x, p.y), p.facing) for name, p in zip(moving, found, strict=True))
    board = _ground(state, [state.figure(name) for name in moving])
    return placed if board is None else _on_open_ways(state, board, placed, taken, climbs)


def _on_open_ways(
    state: State, board: Board, placed: tuple[Placed, ...], taken: list[Token], climbs: bool
) -> tuple[Placed, ...]:
    """The same places where an open way leads to them; the others get as far as their way is open. BG-R202"""
    unseen = _unseen(state, [state.figure(one.figure) for one in placed])
    runs: list[_Run] = []
    closed, others = False, list(taken)
    for one in placed:
        figure = state.figure(one.figure)
        way = passage.way_of(board, (figure.at or one.at, one.at), climbs=climbs)
        run = _Run(one.figure, way.points, one.at, one.facing, math.inf, figure.fit, unseen)
        closed = closed or (way.stop is not None and way.stop.by is not None) or _full(board, run, one.at, others)
        others.append(run.standing(one.at))
        runs.append(run)
    found = _each(runs, taken, board) if closed else {one.figure: one for one in placed}
    return tuple(found[one.figure] for one in placed)


def onto_each(board: Board | None, wanted: Sequence[Position]) -> tuple[Position, ...]:
    """Each place, shifted onto the board by itself."""
    if board is None:
        return tuple(wanted)
    return tuple(
        Position(
            min(max(p.x, BASE), max(BASE, board.width - BASE)),
            min(max(p.y, BASE), max(BASE, board.depth - BASE)),
            p.facing,
        )
        for p in wanted
    )
