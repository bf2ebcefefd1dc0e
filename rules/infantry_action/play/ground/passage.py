"""The table's one gate with this book's permissions: what bars a man on foot. IA-foot.deduct-10, IA-R240"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.infantry_action.figures import Vehicle, VehicleKind
from rules.infantry_action.knowledge import on_known_ground, sees
from rules.infantry_action.play.ground.kinds import BUILT, WADED, WATER, is_any, kind_of
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer
from rules.table.board import Feature, Point, Token
from rules.table.gate import Bar, Bars, Gate, OpenWay, Traveller
from rules.table.measure import between, length, step
from rules.table.reach import in_reach
from rules.table.routing import around
from rules.table.terrain import terrain

MAN = Traveller("foot", wide=0.8, climbs=True)
"""A man with his pack, in metres. He goes in by doors and windows. IA-R240"""
_RINGS = 24
"""Rings of places, 0.4 m apart, in which a man steps aside for a vehicle."""


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """Deep water bars men, and the walls of a house but for its doors and windows; where none are given it is entered
    anywhere. Hedges, walls, wire and streams cost metres and bar nobody. IA-R240"""
    kind = kind_of(feature)
    if kind in WATER - WADED:
        return Bar(Bars.WHOLE, "deep water")
    if is_any(feature, BUILT) and feature.openings:
        return Bar(Bars.WALLS, f"the walls of {feature.name or 'a building'}")
    return None


def gate_of(state: State, but: str = "") -> Gate:
    """The gate of the battle's table as it stands: nobody walks through a vehicle or wreck, or stands in it, but `but`.
    IA-R245"""
    return _gate(state, tuple(each for each in state.vehicles if each.id != but))


def known_gate(state: State, side: SideId) -> Gate:
    """The same as a side knows it: without what the enemy has hidden. IA-R157, IA-R225"""
    seen = tuple(each for each in state.vehicles if each.side == side or sees(state, side, each.group))
    return _gate(on_known_ground(state, Viewer(side)), seen)


def _gate(state: State, vehicles: Iterable[Vehicle]) -> Gate:
    assert state.board is not None
    return Gate(terrain(state.board), permit, tuple((token_of(each), each.name) for each in on_the_ground(vehicles)))


def on_the_ground(vehicles: Iterable[Vehicle]) -> Iterator[Vehicle]:
    """Those that stand in somebody's way: not what flies, and not horses, which step aside."""
    for each in vehicles:
        if each.at is not None and not each.aloft and each.type.kind is not VehicleKind.HORSE:
            yield each


def token_of(vehicle: Vehicle) -> Token:
    """The ground that a vehicle covers."""
    assert vehicle.at is not None
    type_ = vehicle.type
    return Token(vehicle.id, *vehicle.at, vehicle.facing, kind="vehicle", length=type_.length, width=type_.width)


def past_vehicles(gate: Gate, way: Sequence[Point]) -> OpenWay:
    """A man's way as far as it is open; around vehicles and wrecks that stand in it. IA-R245"""
    gone: tuple[Point, ...] = (way[0],)
    for goal in way[1:]:
        leg = gate.way(MAN, (gone[-1], goal))
        if leg.stop is not None and isinstance(leg.stop.by, Token):
            found = around(gate, MAN, gone[-1], goal, about=1.5, detour=40.0)
            leg = gate.way(MAN, found.way) if found is not None else leg
        gone = (*gone, *leg.points[1:])
        if leg.stop is not None:
            return OpenWay(gone, length(gone), leg.stop)
    return OpenWay(gone, length(gone))


def clear_place(gate: Gate, at: Point, taken: Sequence[Point] = ()) -> Point:
    """The place, or the nearest to it that no vehicle covers, with room for a man; itself where there is none."""
    stop = gate.room(MAN, at)
    if stop is None or not isinstance(stop.by, Token):
        return at
    for ring in range(1, _RINGS + 1):
        for number in range(6 * ring):
            place = step(at, 60.0 / ring * number, ring * MAN.wide / 2)
            crowded = any(between(place, each) < 2 * MAN.wide for each in taken)
            if not crowded and gate.room(MAN, place) is None:
                return place
    return at


def within_reach(state: State, one: Point, other: Point, most: float) -> bool:
    """Whether two places on the ground are within so many metres of each other, and neither deep water nor the wall of
    a house keeps them apart but for bridges, doors and windows. IA-R268"""
    here, there = (Token("", *at, radius=0.0) for at in (one, other))
    if state.board is None:
        return between(one, other) <= most
    return in_reach(Gate(terrain(state.board), permit), here, there, most, _keeps_apart)


def _keeps_apart(feature: Feature) -> Bars | None:
    bar = permit(feature, MAN)
    return None if bar is None else bar.what
