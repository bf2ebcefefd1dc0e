"""The men of a group on their way: each goes by himself, in the formation that was ordered, or as they stood.

The anchor's way says where the group comes to in this period. There every man has a place: of the formation, of where
he stood beside the anchor when the order was taken up, inside the building or trench in which the way ends, or the one
that was given to him by name. He goes straight beside the others where that is open, else by the group's own way, in
file over a bridge and through a gate, and closes up behind. IA-orders.content, IA-R240
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.book.bases import base
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.figures import Figure, Point, Vehicle
from rules.infantry_action.groups import Group, GroupOrder
from rules.infantry_action.play.ground.kinds import BUILT, DEFENCES, LINES, is_any
from rules.infantry_action.play.ground.passage import MAN, gate_of, past_vehicles
from rules.infantry_action.play.movement.moving import walk, way_of
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.board import Feature
from rules.table.following import Followed, Follower, follow
from rules.table.formation import Formation, Position, lay_out
from rules.table.gate import Gate, Stoppage
from rules.table.measure import bearing, between, step, tidy
from rules.table.terrain import terrain

ELBOW = 1.0
"""Half of the least metres between two men who go together."""
BUNCHED = 3.0
"""Metres from man to man in a bunch, and inside walls and works."""
_SHAPES = {"line": Formation.LINE, "wedge": Formation.ARROWHEAD, "bunch": Formation.UNFORMED}
_CLOSE = 3.0
"""Metres from his place within which a man has closed up."""
_STRAGGLE = 1.0
"""Metres that a man must have come on for the others to wait for him."""


@dataclass(frozen=True, slots=True)
class Together:
    """Where the men of a group go in a period. `heading`: the way of the group where it ends; `crowded`: those for whom
    the building or work in which it ends has no room, and its name."""

    ways: dict[str, Followed]
    heading: float
    crowded: tuple[str, ...] = ()
    within: str = ""

    def stopped(self) -> Iterator[tuple[str, Stoppage]]:
        """Those who cannot follow, with what keeps them."""
        return ((id_, gone.stop) for id_, gone in self.ways.items() if gone.stop is not None)


def keeping(state: State, group: Group, order: GroupOrder) -> GroupOrder:
    """The order as it is taken up: it remembers how the men stand beside their anchor."""
    at = state.anchor(group.id)
    if at is None or not order.path:
        return order
    bodies = (*state.men(group.id), *state.vehicles_of(group.id))
    kept = tuple((each.id, *_aside(each, at)) for each in bodies if each.at is not None)
    return replace(order, kept=kept, route=(at, *order.path))


def _aside(body: Figure | Vehicle, anchor: Point) -> tuple[float, float]:
    """How many metres east and north of the anchor it stands."""
    at = body.at or anchor
    return round(at[0] - anchor[0], 3), round(at[1] - anchor[1], 3)


def together(
    state: State,
    group: Group,
    men: Sequence[Figure],
    order: GroupOrder,
    *,
    whole: bool = False,
    gate: Gate | None = None,
) -> Together:
    """The way of each of these men in this period; `whole`: to the end of the order's way, however long it takes.
    `gate`: what stands in their way; None: what stands there now."""
    gate = gate or gate_of(state)
    anchor = state.anchor(group.id)
    assert anchor is not None
    assert state.board is not None
    way = _anchor_way(state, gate, group, order, anchor, whole=whole)
    trail = order.route[: max(0, len(order.route) - len(order.path))]
    heading = _heading(way, order, men)
    places = _places(state, men, order, anchor, way[-1], heading)
    posted = dict(order.posted)
    ways: dict[str, Followed] = {}
    taken: list[tuple[Point, float]] = []
    for man, place in zip(men, places, strict=True):
        assert man.at is not None
        one = Follower(man.id, man.at, MAN, ELBOW)
        goal = posted.get(man.id)
        if goal is not None:
            (gone,) = follow(gate, [one], (man.at, goal), [Position(*goal, heading)], taken)
        else:
            beside = way_of(state.board, anchor, man.at, way[1:])
            if _beside(gate, beside, place, taken):
                gone = Followed(man.id, beside, heading)
            else:
                (gone,) = follow(gate, [one], (*trail, *way), [place], taken)
        ways[man.id] = gone
        taken.append((gone.end, ELBOW))
    inside = _entered(state, order, way[-1])
    if inside is None:
        return Together(ways, heading)
    crowded = (
        id_
        for id_, gone in ways.items()
        if id_ not in posted and gone.stop is None and not inside.area.covers(Spot(gone.end))
    )
    return Together(ways, heading, tuple(crowded), inside.name)


def straggling(state: State, group: Group, order: GroupOrder) -> bool:
    """Whether somebody still comes on to his place although the group has arrived: the order is not done."""
    at = state.anchor(group.id)
    if at is None or not (order.kept or order.formation):
        return False
    kept = {id_: (at[0] + east, at[1] + north) for id_, east, north in order.kept}
    if any(
        vehicle.at is not None
        and vehicle.doing.moved >= _STRAGGLE
        and between(vehicle.at, kept.get(vehicle.id, vehicle.at)) > _CLOSE
        for vehicle in state.vehicles_of(group.id)
    ):
        return True
    men = [man for man in state.men(group.id) if man.at is not None and man.aboard is None]
    ways = together(state, group, men, replace(order, path=(at,)), whole=True).ways
    return any(
        man.doing.moved >= _STRAGGLE and between(man.at or at, ways[man.id].end) > _CLOSE and ways[man.id].stop is None
        for man in men
    )


# ── The group's way ───────────────────────────────────────────────────────────────────────────────────────────────


def _anchor_way(
    state: State, gate: Gate, group: Group, order: GroupOrder, anchor: Point, *, whole: bool
) -> tuple[Point, ...]:
    """The anchor's way as far as this period takes a man of the group, or all that is open of it."""
    way = past_vehicles(gate, (anchor, *order.path)).points
    man = state.senior(group.id) or next(state.men(group.id))
    if whole or order.pace is Pace.HALT:
        return way if len(way) > 1 else (anchor, anchor)
    walked = walk(state, man, way, order, (), share=False)
    return walked.path or (anchor, anchor)


def _heading(way: Sequence[Point], order: GroupOrder, men: Sequence[Figure]) -> float:
    if len(way) > 1 and between(way[-2], way[-1]) > 0.5:
        return bearing(way[-2], way[-1])
    if order.facing is not None:
        return order.facing
    return men[0].facing if men else 0.0


def _beside(gate: Gate, way: tuple[Point, ...], place: Position, taken: Sequence[tuple[Point, float]]) -> bool:
    """Whether he can simply go beside the others: it is open, and brings him to his place."""
    end = way[-1]
    if between(end, (place.x, place.y)) > 0.05 or any(between(end, at) < 2 * r - 1e-6 for at, r in taken):
        return False
    return gate.way(MAN, way).stop is None and gate.room(MAN, end) is None


# ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(
    state: State, men: Sequence[Figure], order: GroupOrder, anchor: Point, end: Point, heading: float
) -> tuple[Position, ...]:
    """A place for each, the anchor's own at the end of the way."""
    within = _entered(state, order, end)
    if within is not None:
        return _inside(within.area, len(men), end, heading)
    if order.formation == "along":
        line = _line_at(state, end)
        if line is not None:
            return _lining(line, len(men), end, heading, _front(state))
    front = _front(state)
    if order.formation == "file":
        return tuple(Position(*step(end, heading + 180.0, front * n), heading) for n in range(len(men)))
    if order.formation in _SHAPES:
        gap = (BUNCHED if order.formation == "bunch" else front) - 2 * ELBOW
        laid = lay_out(len(men), _SHAPES[order.formation], end, heading, radius=ELBOW, gap_between=max(0.0, gap))
        return _first_at(laid, end)
    kept = {id_: (east, north) for id_, east, north in order.kept}
    asides = [kept.get(man.id) or _aside(man, anchor) for man in men]
    return tuple(Position(*state.on_table((end[0] + x, end[1] + y)), heading) for x, y in asides)


def _front(state: State) -> float:
    """Metres from man to man at which no base overlaps another. IA-base.sizes"""
    return base(Posture.ERECT, state.house).front


def _first_at(laid: Sequence[Position], end: Point) -> tuple[Position, ...]:
    """The same shape about the anchor: its place is the one nearest to the end, moved onto it with all the others."""
    order = sorted(laid, key=lambda each: (round(between((each.x, each.y), end), 3), each.x, each.y))
    if not order:
        return ()
    x, y = end[0] - order[0].x, end[1] - order[0].y
    return tuple(Position(tidy(each.x + x), tidy(each.y + y), each.facing) for each in order)


@dataclass(frozen=True, slots=True)
class _Enclosure:
    name: str
    area: BaseGeometry


def _entered(state: State, order: GroupOrder, end: Point) -> _Enclosure | None:
    """The building, trench or other work in which a way ends, where its men are to spread out within it."""
    assert state.board is not None
    if order.formation not in ("", "along", "file"):
        return None
    land = terrain(state.board)
    found = [f for f in land.at(end) if is_any(f, BUILT) or f.kind in DEFENCES]
    return _Enclosure(found[-1].name or found[-1].kind, land.area_of(found[-1])) if found else None


def _inside(area: BaseGeometry, count: int, end: Point, heading: float) -> tuple[Position, ...]:
    """Places within, the nearest to the end of the way first, closer together where they would not suffice; of a trench
    one beside the other along it."""
    near = _room(area, end, BUNCHED, BUNCHED)
    for grid in (2 * ELBOW, ELBOW / 2):
        near = near if len(near) >= count else _room(area, end, grid, 2 * ELBOW)
    if len(near) > count:
        near = [near[0], *_spread(near[1:], count - 1)]
    near += [end] * (count - len(near))
    return tuple(Position(x, y, heading) for x, y in near[:count])


def _room(area: BaseGeometry, end: Point, grid: float, apart: float) -> list[Point]:
    """The end of the way and the places of a grid within, the nearest to it first, none nearer than `apart` to another,
    nor than a man's breadth to the end."""
    shrunk = area.buffer(-MAN.wide)
    ground = shrunk if not shrunk.is_empty else area
    west, south, east, north = ground.bounds
    columns, rows = int((east - west) / grid) + 1, int((north - south) / grid) + 1
    x0, y0 = (west + east - (columns - 1) * grid) / 2, (south + north - (rows - 1) * grid) / 2
    spots = [(x0 + c * grid, y0 + r * grid) for c in range(columns) for r in range(rows)]
    free = [spot for spot in spots if ground.covers(Spot(spot)) and between(spot, end) >= 2 * ELBOW]
    found: list[Point] = []
    for spot in sorted(free, key=lambda spot: (round(between(spot, end), 3), spot)):
        if grid >= apart or all(between(spot, other) >= apart - 1e-9 for other in found):
            found.append(spot)
    return [end, *found]


def _spread(spots: Sequence[Point], count: int) -> list[Point]:
    """So many of them, far from each other rather than huddled at the door."""
    if count <= 0:
        return []
    pace = len(spots) / count
    return [spots[math.floor(n * pace)] for n in range(count)]


def _line_at(state: State, end: Point) -> Feature | None:
    """The hedge or wall next to which a way ends."""
    assert state.board is not None
    land = terrain(state.board)
    near = [int(i) for i in land.tree.query(Spot(end), predicate="dwithin", distance=_front(state))]
    lines = [land.features[i] for i in near if is_any(land.features[i], LINES) and len(land.features[i].outline) > 1]
    return min(lines, key=lambda f: LineString(f.outline).distance(Spot(end)), default=None)


def _lining(line: Feature, count: int, end: Point, heading: float, front: float) -> tuple[Position, ...]:
    """Places along a hedge or wall on the side on which the way ends, to both sides of it in turn."""
    course = LineString(line.outline)
    middle = float(course.project(Spot(end)))
    foot = course.interpolate(middle)
    aside = end[0] - foot.x, end[1] - foot.y
    marks = sorted((middle + n * front for n in range(-count, count + 1)), key=lambda m: (abs(m - middle), m))
    spots = [course.interpolate(m) for m in marks if -1e-6 <= m <= course.length + 1e-6][:count]
    found = [(spot.x + aside[0], spot.y + aside[1]) for spot in spots]
    found += [end] * (count - len(found))
    return tuple(Position(x, y, heading) for x, y in found)
