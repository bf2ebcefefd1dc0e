"""What no action may do to the bases of a unit: into what is closed to them, over the table's edge, into others'.

Worked out here by hand from the table of terrain, beside the program's own gate.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, Polygon, union_all
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from rules.kernel.event import Event
from rules.red_actions.book.kinds import Mover
from rules.red_actions.events.charge import ChargeMoved
from rules.red_actions.events.morale import Driven
from rules.red_actions.events.movement import Moved
from rules.red_actions.evolve import evolve
from rules.red_actions.play.ground.layout import layout
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.table.footprint import area

CLOSED = {
    Mover.INFANTRY: {"water", "pond"},
    Mover.SABRES: {"water", "pond", "wall", "high wall", "barricade", "river", "trench", "wire", "marsh"},
    Mover.LIMBERED: {"water", "pond", "wall", "high wall", "barricade", "river", "trench", "wire", "marsh",
                     "dense", "jungle"},
    Mover.ARMOURED_CAR: {"water", "pond", "wall", "high wall", "barricade", "stream", "river", "trench", "wire",
                         "marsh", "rough", "rocks", "rubble", "dense", "jungle"},
    Mover.TANK: {"water", "pond", "river", "marsh", "dense", "jungle"},
}  # fmt: skip
"""The cells of the table that say no, by the kinds of a board's features. RA-terrain.table, RA-R191"""
OVER = ("road", "street", "track", "bridge", "ford")
LINES = ("wall", "high wall", "barricade", "stream", "river", "trench", "wire", "water", "pond")
SHARED = 0.06
"""Square inches that two shapes may share."""


def ground_of(state: State, unit: Unit) -> BaseGeometry:
    """The ground under its bases; empty where it is nobody's own."""
    if unit.at is None or unit.with_unit or unit.aboard:
        return Polygon()
    return union_all([Polygon(stood.corners) for stood in layout(state, unit)])


def closed_ground(state: State, unit: Unit) -> BaseGeometry:
    board = state.board
    if board is None or unit.rails is not None:
        return Polygon()
    kinds = CLOSED[state.card(unit).mover]
    there = [f for f in board.features if f.name not in state.ruins]
    over = union_all([area(f).buffer(0.9, join_style="mitre") for f in there if f.kind in OVER])
    cut = union_all([box(l.at[0] - 2, l.at[1] - 2, l.at[0] + 2, l.at[1] + 2) for l in state.lanes if not l.crushed])  # noqa: E741
    shut = [
        area(f).difference(over if f.kind in LINES else Polygon()).difference(cut if f.kind == "wire" else Polygon())
        for f in there
        if f.kind in kinds
    ]
    fallen = [area(f) for f in board.features if f.name in state.ruins and f.kind in ("building", "village")]
    return union_all([*shut, *fallen])


def assert_stands(before: State, after: State, events: Sequence[Event]) -> None:
    """Whoever has come to another place in one action stands on the table, in nothing closed, in nobody else's bases,
    as far as it did before it; and nobody was led through what is closed."""
    board = after.board
    if board is None:
        return
    table = box(0, 0, board.width, board.depth)
    was = {unit.id: ground_of(before, unit) for unit in before.units}
    now = {unit.id: ground_of(after, unit) for unit in after.units}
    places = {u.id: (u.at, u.facing, u.formation, len(u.bases), u.with_unit, u.aboard) for u in before.units}
    for unit in after.units:
        ground = now[unit.id]
        pose = (unit.at, unit.facing, unit.formation, len(unit.bases), unit.with_unit, unit.aboard)
        if ground.is_empty or places.get(unit.id) == pose or unit.rails is not None:
            continue
        old = was.get(unit.id, Polygon())
        assert ground.difference(table).area <= old.difference(table).area + SHARED, ("off the table", unit)
        shut = closed_ground(after, unit)
        assert ground.intersection(shut).area <= old.intersection(shut).area + SHARED, ("in closed ground", unit)
        for other in after.units:
            if other.id != unit.id and not now[other.id].is_empty:
                shared = ground.intersection(now[other.id]).area
                allowed = old.intersection(was.get(other.id, Polygon())).area
                assert shared <= allowed + SHARED, ("in another's bases", unit, other)
    _assert_ways(before, events)


def _assert_ways(state: State, events: Sequence[Event]) -> None:
    for event in events:
        if isinstance(event, Moved | ChargeMoved) or (isinstance(event, Driven) and event.how != "rout"):
            after = evolve(state, event)
            unit, then = state.find(event.unit), after.find(event.unit)
            if unit is not None and then is not None and unit.at is not None and then.at is not None:
                _assert_way(state, after, unit, then)
        state = evolve(state, event)


def _assert_way(state: State, after: State, unit: Unit, then: Unit) -> None:
    """Its middle went straight from one place to the other, and so did the ground under it, shrunk by a hand: over no
    closed ground in which it was not."""
    shut = closed_ground(state, unit).buffer(-0.05)
    assert unit.at is not None
    assert then.at is not None
    line = LineString([unit.at, then.at])
    met = line.intersection(shut)
    inside = ground_of(state, unit).intersection(shut)
    if line.length > 0.05 and inside.is_empty:
        assert met.length < 0.05, ("through closed ground", unit, then.at)
