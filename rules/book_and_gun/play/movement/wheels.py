"""The ways of a unit's vehicles through the table's one gate: round what is closed, how far, where each comes to stand.

The first vehicle goes the way; the others go beside it as they stand, or behind it where that brings them farther.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground import route
from rules.book_and_gun.play.ground.hulls import BETWEEN, KEPT_OFF, body, gate_for
from rules.book_and_gun.play.ground.route import Way
from rules.book_and_gun.play.ground.tabletop import BASE, are_enemies, in_sight, places
from rules.book_and_gun.play.ground.water import Afloat, kept_in
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.changing import replace as changed
from rules.table.board import Point, Token
from rules.table.gate import Gate, cut
from rules.table.measure import bearing, between, length, step, tidy
from rules.table.routing import around

ABOUT, DETOUR = 1.6, 10.0
"""How much longer than the straight way one may be that a driver finds: times, and inches."""
_HAIR = 0.01


class Wheels:
    """The table as the vehicles of a unit find it. `known`: as their side knows it, for plans and odds. `afloat`: how
    they go, the first of them showing how much room that needs."""

    def __init__(self, state: State, unit: Unit, *, known: bool, afloat: Afloat = "") -> None:
        self._parked = state.vehicles_of(unit.id)
        self._afloat: Afloat = afloat
        lead = next((built(v) for v in self._parked if not v.wreck), None)
        shut = (
            kept_in(state.board, afloat, lead.length) if afloat and lead is not None and state.board is not None else ()
        )
        self._gate = gate_for(state, unit, {v.id for v in self._parked}, known=known, shut=shut)
        self._foes = [
            place
            for other in state.units
            if other.in_play and are_enemies(state, unit, other) and (not known or in_sight(state, unit.side, other))
            for place in places(f for f in other.fit if f.seat is None)
        ]

    def _with(self, others: Sequence[Vehicle]) -> Gate:
        """The gate with others of the unit as they stand by now."""
        hulls = tuple((_oblong(v), v.name) for v in others if v.at is not None)
        return replace(self._gate, others=(*self._gate.others, *hulls))

    def found(self, lead: Vehicle, points: Sequence[Point]) -> tuple[Point, ...]:
        """The points with a way round what is closed and known, where there is one that is not much longer."""
        here, way = lead.at, list[Point]()
        for point in points:
            if here is None:
                break
            round_ = around(self._gate, body(lead, self._afloat), here, point, about=ABOUT, detour=DETOUR)
            way += [point] if round_ is None else list(round_.way[1:])
            here = point
        return tuple((tidy(x), tidy(y)) for x, y in way)

    def open(self, lead: Vehicle, way: Way) -> tuple[Way, str]:
        """How much of the first one's way is open, and what ends it: a thing in the way, an enemy whom it nears."""
        return (way, "") if way.inches <= 0.0 else self._opened(self._gate, lead, way)

    def _opened(self, gate: Gate, vehicle: Vehicle, way: Way) -> tuple[Way, str]:
        found = gate.way(body(vehicle, self._afloat), way.points)
        reached, why = found.length, found.stop.why if found.stop is not None else ""
        near = self._kept_off(vehicle, way.points)
        if near < reached - _HAIR:
            reached, why = near, "an enemy"
        reached = max(0.0, reached)
        return (way, "") if reached >= way.inches - _HAIR else (route.cut(way, reached), why)

    def _kept_off(self, vehicle: Vehicle, points: Sequence[Point]) -> float:
        """Inches along the way until its hull is within 2 inches of an enemy on foot, nearer than it was. BG-R212"""
        reach = built(vehicle).width / 2 + BASE + KEPT_OFF
        gone = 0.0
        for a, b in pairwise(points):
            leg, nose = between(a, b), built(vehicle).length / 2
            ahead = bearing(a, b)
            for foe in self._foes:
                least = min(reach, between(points[0], foe) - _HAIR)
                met = _entry(a, b, leg, foe, least + nose)
                if met is not None and between(step(a, ahead, met), foe) < between(points[0], foe):
                    return gone + met
            gone += leg
        return gone + _HAIR * 2

    def turns(self, vehicle: Vehicle, at: Point, facing: float) -> bool:
        """Whether it has room to stand there so."""
        return self._gate.room(body(vehicle, self._afloat), at, facing) is None

    def placed(
        self, vehicles: Sequence[Vehicle], way: Way, facing: float, allowance: float, *, reverse: bool
    ) -> tuple[Vehicle, ...]:
        """All of them where they come to stand: the first at the end of its way, each other beside it or behind."""
        lead = vehicles[0]
        assert lead.at is not None
        done = [_stood(lead, way.end, facing)]
        left = [v for v in self._parked if v.id != lead.id]
        for number, vehicle in enumerate(vehicles[1:], start=1):
            left = [v for v in left if v.id != vehicle.id]
            gate = self._with((*done, *left))
            done.append(self._follows(gate, vehicle, lead.at, way, facing, number, allowance, reverse=reverse))
        return tuple(done)

    def _follows(
        self,
        gate: Gate,
        vehicle: Vehicle,
        start: Point,
        way: Way,
        facing: float,
        number: int,
        allowance: float,
        *,
        reverse: bool,
    ) -> Vehicle:
        at = vehicle.at
        if at is None or way.inches <= 0.0:
            return vehicle
        offset = at[0] - start[0], at[1] - start[1]
        beside = tuple((x + offset[0], y + offset[1]) for x, y in way.points)
        if reverse:
            beside = (at, step(at, (vehicle.facing + 180.0) % 360.0, way.inches))
            end, _ = self._opened(gate, vehicle, Way(beside, vehicle.facing, length(beside)))
            return _stood(vehicle, end.end, vehicle.facing)
        column = (at, *way.points)
        gap = number * (built(vehicle).length + BETWEEN)
        trail = cut(column, max(0.0, min(length(column) - gap, allowance)))
        tries = [Way(each, way.facing, length(each)) for each in (beside, trail) if len(each) > 1]
        ends = [self._opened(gate, vehicle, each)[0] for each in tries]
        wanted = beside[-1]
        best = min(ends, key=lambda each: round(between(each.end, wanted), 2), default=None)
        if best is None or best.inches <= 0.0:
            return vehicle
        looks = bearing(best.points[-2], best.points[-1])
        room = gate.room(body(vehicle, self._afloat), best.end, facing) is None
        return _stood(vehicle, best.end, facing if room else looks)


def _stood(vehicle: Vehicle, at: Point, facing: float) -> Vehicle:
    return changed(vehicle, at=(tidy(at[0]), tidy(at[1])), facing=facing)


def _oblong(vehicle: Vehicle) -> Token:
    type_ = built(vehicle)
    x, y = vehicle.at or (0.0, 0.0)
    return Token(vehicle.id, x, y, vehicle.facing, height=type_.height, length=type_.length, width=type_.width)


def _entry(a: Point, b: Point, leg: float, foe: Point, near: float) -> float | None:
    """Inches from a towards b until it is nearer than that to a place; None where it never is."""
    if leg <= 0.0:
        return None
    ahead = ((foe[0] - a[0]) * (b[0] - a[0]) + (foe[1] - a[1]) * (b[1] - a[1])) / leg
    aside = between(a, foe) ** 2 - ahead**2
    if ahead <= 0.0 or aside >= near**2:
        return None
    met = ahead - (near**2 - aside) ** 0.5
    return None if met > leg else max(0.0, met)
