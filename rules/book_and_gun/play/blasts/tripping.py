"""Whoever moves sets off what lies in the way: mines, traps, stakes, wires, in mid-move. X.12.62 to X.12.8.

A device acts when its victim reaches it, before the move goes on (BG-R132): all who move have then gone the same share
of their ways. Those who are hit stay there, the others go on; vehicles of a unit halt with the one that is stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import LineString
from shapely import Point as Spot

from rules.battle.hidden import known_to
from rules.book_and_gun.book.explosives import SPRUNG
from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.devices import DeviceSetOff
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.events.vehicles import VehicleStruck
from rules.book_and_gun.evolve.movement import placed as set_down
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.blasts.blasting import go_off
from rules.book_and_gun.play.blasts.wrecks import get_out
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.tabletop import BASE, is_own
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Placed, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.changing import replace
from rules.table.board import Board, Point
from rules.table.measure import along, bearing, between, length, tidy

HEEDLESS = frozenset({"rout", "retreat", "flight", "run", "fall back"})
"""Moves in which nobody looks where they step. BG-R234"""
UNDER_WHEELS = frozenset({"land mine", "anti-vehicle mine", "booby trap", "trip flare"})
UNDER_FEET = frozenset(SPRUNG) - {"anti-vehicle mine"}
"""What vehicles set off, and what people on foot do. BG-X.12.7, BG-X.12.71a, BG-X.12.8, BG-R95, BG-R234."""
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class OnFoot:
    """A figure on its way: upon a place when its base covers it. BG-R234"""

    figure: str
    way: tuple[Point, ...]

    def reaches(self, at: Point) -> float | None:
        if between(self.way[0], at) <= BASE:
            return None
        gone = 0.0
        for a, b in pairwise(self.way):
            leg = between(a, b)
            met = _met(a, b, leg, at, BASE)
            if met is not None:
                return gone + met
            gone += leg
        return None


@dataclass(frozen=True, slots=True)
class OnWheels:
    """A vehicle on its way: upon a place when its hull is over it. `back`: it goes astern."""

    vehicle: Vehicle
    way: tuple[Point, ...]

    def reaches(self, at: Point) -> float | None:
        type_ = built(self.vehicle)
        gone = 0.0
        for a, b in pairwise(self.way):
            leg = between(a, b)
            if leg <= 0.0:
                continue
            ahead = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / leg
            aside = abs((at[0] - a[0]) * (b[1] - a[1]) - (at[1] - a[1]) * (b[0] - a[0])) / leg
            met = ahead - type_.length / 2
            first = gone == 0.0
            if aside <= type_.width / 2 and ahead >= -type_.length / 2 and met <= leg and not (first and met <= 0.0):
                return gone + max(0.0, met)
            gone += leg
        return None


def _met(a: Point, b: Point, leg: float, at: Point, near: float) -> float | None:
    """Inches from a towards b until it is that near to a place."""
    if leg <= 0.0:
        return None
    ahead = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / leg
    aside = between(a, at) ** 2 - ahead**2
    if aside > near**2:
        return None
    met = ahead - (near**2 - max(0.0, aside)) ** 0.5
    return max(0.0, met) if met <= leg and ahead >= 0.0 else None


def walk(course: Course, event: UnitMoved) -> None:
    """Let a unit move, and what lies in its way go off. BG-X.12.62b, BG-X.12.7, BG-X.12.71a, BG-X.12.8, BG-R132,
    BG-R234."""
    state = course.state
    live = [each for each in state.devices if lies_in_wait(state, each, state.unit(event.unit), event.how)]
    if not live or not event.placed or state.board is None:
        course.note(event)
        return
    walking = _Walking(course, event, live)
    walking.go()
    course.note(walking.ended())
    course.note(*walking.trial.events)
    for vehicle, at in walking.wrecks():
        get_out(course, vehicle, "wreck", at)


def lies_in_wait(state: State, device: Device, unit: Unit, how: str) -> bool:
    """Whether it goes off under a unit that moves so: its victims set it off, it works, and they know nothing of it or
    do not look where they step. BG-R234"""
    if device.kind not in SPRUNG or device.dead or not device.ready:
        return False
    if how == "placed":
        return False
    aware = any(is_own(state, side.key, unit) and known_to(device, side.key) for side in state.sides)
    return not aware or how in HEEDLESS


class _Walking:
    """A move under way: who has gone how far, and what has gone off by then. `trial`: the table as it was then."""

    def __init__(self, course: Course, event: UnitMoved, live: list[Device]) -> None:
        self.event, self.live = event, live
        self.trial = Course(course.state, course.chance)
        self.ends = {each.figure: each for each in event.placed}
        self.stopped: dict[str, float] = {}
        self.share = 0.0
        self.carried = {f.id: f.carries for f in course.state.unit(event.unit).figures if f.carries}
        self.bodies: list[OnFoot | OnWheels] = list(_bodies(course.state, event))
        self.ways = {name: body.way for body in self.bodies for name in self._names(body)}

    def _names(self, body: OnFoot | OnWheels) -> tuple[str, ...]:
        """The figures that it carries along."""
        if isinstance(body, OnFoot):
            return (body.figure,)
        return tuple(f.id for f in self.trial.state.people_in(body.vehicle.id) if f.id in self.ends)

    def go(self) -> None:
        while (met := self._first()) is not None:
            share, device, body = met
            self.share = share
            self._stand(share)
            self.live = [each for each in self.live if each.id != device.id]
            before = len(self.trial.events)
            if isinstance(body, OnFoot):
                go_off(self.trial, device, "sprung", figure=self.trial.state.figure(body.figure), out=False)
            else:
                go_off(self.trial, device, "sprung", vehicle=self.trial.state.vehicle(body.vehicle.id), out=False)
            if len(self.trial.events) > before:
                self._halt(share)

    def _first(self) -> tuple[float, Device, OnFoot | OnWheels] | None:
        """The device that is reached first, with the share of the way that has been gone by then."""
        found: list[tuple[float, str, Device, OnFoot | OnWheels]] = []
        for body in self.bodies:
            names = self._names(body)
            whole = length(body.way)
            if not names or whole <= _HAIR or any(name in self.stopped for name in names):
                continue
            under = UNDER_FEET if isinstance(body, OnFoot) else UNDER_WHEELS
            for device in self.live:
                met = body.reaches(device.at) if device.kind in under else None
                if met is not None and met / whole >= self.share - _HAIR:
                    found.append((min(1.0, met / whole), device.id, device, body))
        if not found:
            return None
        share, _, device, body = min(found, key=lambda each: each[:2])
        return share, device, body

    def _stand(self, share: float) -> None:
        """Puts everybody where they are by then."""
        unit = self.trial.state.unit(self.event.unit)
        for home in {self.trial.state.unit_of(name).id for name in self.ends} | {unit.id}:
            own = [self._at(name, share) for name in self.ends if self.trial.state.unit_of(name).id == home]
            self.trial.state = self.trial.state.with_unit(set_down(self.trial.state.unit(home), own))
        seats = {f.vehicle: f for f in self.trial.state.unit(unit.id).present if f.vehicle}
        moved = [
            replace(self.trial.state.vehicle(name), at=f.at)
            for name, f in seats.items()
            if f.seat is not None and f.seat.crews
        ]
        self.trial.state = self.trial.state.with_vehicle(*moved)

    def _at(self, name: str, share: float) -> Placed:
        gone = min(share, self.stopped.get(name, 1.0))
        way, end = self.ways.get(name, ()), self.ends[name]
        if gone >= 1.0 - _HAIR or not way:
            return end
        whole = length(way) * gone
        x, y = along(way, whole)
        return Placed(name, (tidy(x), tidy(y)), _looks(way, whole, end.facing))

    def _halt(self, share: float) -> None:
        """Those who were hit stay, with whom they carry; all vehicles of the unit where one cannot go on. BG-R234"""
        state = self.trial.state
        fallen = {event.figure for event in self.trial.events if isinstance(event, FigureFell)}
        for figure in (f for unit in state.units for f in unit.figures if f.id in self.ends):
            if figure.id in fallen:
                self.stopped.setdefault(figure.id, share)
        for name in list(self.stopped):
            if (carried := self.carried.get(name)) is not None:
                self.stopped.setdefault(carried, share)
        struck = [v for v in state.vehicles_of(self.event.unit) if not v.drives and self._aboard(v)]
        if struck:
            for name in self.ends:
                if state.figure(name).seat is not None:
                    self.stopped.setdefault(name, share)

    def _aboard(self, vehicle: Vehicle) -> bool:
        return any(f.id in self.ends for f in self.trial.state.people_in(vehicle.id))

    def wrecks(self) -> Iterator[tuple[str, Point | None]]:
        """The vehicles that it has destroyed, and where the device lay."""
        at: Point | None = None
        for event in self.trial.events:
            if isinstance(event, DeviceSetOff):
                at = event.at
            elif isinstance(event, VehicleStruck) and event.fate == "destroyed":
                yield event.vehicle, at

    def ended(self) -> UnitMoved:
        """The move as it has come out: who was stopped stands where it went off."""
        if not self.stopped:
            return self.event
        placed = tuple(self._at(name, 1.0) for name in self.ends)
        if set(self.stopped) < set(self.ends):
            return replace(self.event, placed=placed)
        share = max(self.stopped.values())
        inches = round(self.event.inches * share, 2)
        path = self.event.path
        if len(path) > 1:
            path = _cut(path, length(path) * share)
        return replace(self.event, placed=placed, inches=inches, path=path)


def _looks(way: Sequence[Point], gone: float, facing: float) -> float:
    """How somebody looks who has gone so far."""
    for a, b in pairwise(way):
        leg = between(a, b)
        if gone <= leg + _HAIR and leg > _HAIR:
            return round(bearing(a, b), 1)
        gone -= leg
    return facing


def _cut(path: Sequence[Point], most: float) -> tuple[Point, ...]:
    kept = [path[0]]
    for a, b in pairwise(path):
        leg = between(a, b)
        if leg >= most:
            end = along((a, b), most)
            return (*kept, (tidy(end[0]), tidy(end[1])))
        kept.append(b)
        most -= leg
    return tuple(kept)


def _bodies(state: State, event: UnitMoved) -> Iterator[OnFoot | OnWheels]:
    """Who and what moves, each with its way from where it stands."""
    board = housing.ground(state, state.unit(event.unit).side)
    assert board is not None
    driven: set[str] = set()
    for each in event.placed:
        figure = state.figure(each.figure)
        if figure.at is None:
            continue
        if figure.seat is None:
            yield OnFoot(figure.id, _on_foot(board, figure.at, each.at, event.path))
        elif figure.vehicle not in driven:
            driven.add(figure.vehicle)
            vehicle = state.vehicle(figure.vehicle)
            if vehicle.at is not None:
                yield OnWheels(vehicle, _trail(vehicle.at, each.at, event.path))


def _on_foot(board: Board, start: Point, end: Point, path: Sequence[Point]) -> tuple[Point, ...]:
    """As the figure went: straight, or along the unit's way where that is not open."""
    if len(path) <= 2 or passage.is_open(board, start, end):
        return (start, end)
    way = passage.follow(board, start, end, path)
    return way if between(way[-1], end) < passage.NEAR else (start, *path[1:-1], end)


def _trail(start: Point, end: Point, path: Sequence[Point]) -> tuple[Point, ...]:
    """A vehicle's way to where it has come: by the bends of its unit's way that lie before it."""
    if len(path) <= 2:
        return (start, end)
    line = LineString(path)
    there = float(line.project(Spot(end)))
    here = float(line.project(Spot(start)))
    bends = [point for point in path[1:-1] if here + _HAIR < float(line.project(Spot(point))) < there - _HAIR]
    return (start, *bends, end)
