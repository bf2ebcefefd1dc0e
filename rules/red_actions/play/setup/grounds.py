"""Where troops may be placed before the battle, and what hides them. RA-seq.3, RA-seq.4, RA-ambush.place"""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Spot
from shapely import Polygon

from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.ambush import bar_place
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.book.terrain import Ground
from rules.red_actions.play.ground.features import barred, ground_of, key_of
from rules.red_actions.play.ground.passage import require_room
from rules.red_actions.play.setup.starting_places import ENTRY_DEPTH, ENTRY_WIDTH, edge_of
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.measure import between, nearest_edge, to_edge

KEPT_CLEAR = 12.0
"""Inches before the attacker's entry points where the defender places nobody. RA-R224"""
BEHIND = 2.0
"""Inches behind what hides an ambush."""


def at_place(board: Board, at: Point) -> Iterator[Feature]:
    return (feature for feature in board.features if area(feature).covers(Spot(at)))


def wet(board: Board, at: Point) -> bool:
    """Whether nobody can stand there: in deep water or a river, but not on a bridge or in a ford."""
    here = list(at_place(board, at))
    grounds = [ground_of(feature) for feature in here]
    dry = Ground.ROAD in grounds or Ground.FORD in grounds
    return not dry and (Ground.BIG_STREAM in grounds or any(barred(feature) for feature in here))


def holds_at(board: Board, at: Point) -> str:
    """The building that a unit placed there holds from the start. RA-R143"""
    return next((key_of(f) for f in at_place(board, at) if ground_of(f) is Ground.BUILDINGS), "")


def require_hidden(board: Board, unit: Unit, at: Point) -> None:
    """RuleViolation for a place where nothing hides an ambush. RA-ambush.place"""
    spot = Spot(at)
    grounds = [(ground, area(feature)) for feature in board.features if (ground := ground_of(feature)) is not None]
    inside = [ground for ground, covered in grounds if covered.covers(spot)]
    behind = [ground for ground, covered in grounds if covered.distance(spot) <= BEHIND]
    bar_place(inside, behind, unit.name)


def entries(state: State, side: SideId) -> tuple[Point, ...]:
    """The entry points of a side, those of later reinforcements too."""
    return tuple(dict.fromkeys(unit.entry for unit in state.of(side) if unit.entry is not None))


def require_place(state: State, unit: Unit, at: Point, facing: float, formation: UnitFormation) -> None:
    """RuleViolation for a place where that unit may not begin, with all its bases. RA-R267, RA-R268"""
    board = state.board
    assert board is not None
    if not board.holds(*at):
        raise RuleViolation(Why.OFF_TABLE, f"{unit.name} would stand off the table.", remedy="Choose a place on it.")
    if wet(board, at):
        raise RuleViolation(
            "in-the-water", f"{unit.name} would stand in the water.", remedy="Choose a place on dry ground."
        )
    if state.defends(unit.side):
        _require_clear(state, unit, at)
    else:
        _require_entry(state, unit, at)
    if unit.bases:
        require_room(state, unit, (at, facing, formation), Polygon(), placed=True)


def _require_clear(state: State, unit: Unit, at: Point) -> None:
    board = state.board
    assert board is not None
    enemy = state.other(unit.side)
    edge = state.side(enemy).edge or edge_of(board, enemy)
    deep = board.depth if edge in ("north", "south") else board.width
    clear = min(KEPT_CLEAR, deep / 2)
    points = entries(state, enemy)
    near = min((between(at, point) for point in points), default=to_edge(board, at, edge))
    if near < clear:
        raise RuleViolation(
            Why.TOO_NEAR,
            f"{unit.name} would stand {near:.3g} in from where the attacker comes on.",
            citation="RA-R224",
            remedy=f"Keep {clear:g} in away from his entry points.",
        )


def _require_entry(state: State, unit: Unit, at: Point) -> None:
    """RA-seq.4, RA-R225"""
    board = state.board
    assert board is not None
    points = entries(state, unit.side)
    for point in points:
        edge, _ = nearest_edge(board, point)
        aside = abs(at[0] - point[0]) if edge in ("north", "south") else abs(at[1] - point[1])
        if to_edge(board, at, edge) <= ENTRY_DEPTH and aside <= ENTRY_WIDTH:
            return
    if not points and to_edge(board, at, state.side(unit.side).edge) <= ENTRY_DEPTH:
        return
    raise RuleViolation(
        "not-an-entry",
        f"{unit.name} comes onto the table at an entry point, {ENTRY_DEPTH:g} in at most.",
        citation="RA-seq.4",
        remedy=f"Place it within {ENTRY_DEPTH:g} in of the edge and {ENTRY_WIDTH:g} in to the side of an entry point.",
    )
