"""Fire at an aircraft on its way to its target, before it attacks; each weapon once. VIII.2.12, R115.

The rules speak for everybody: who fires is the side's standing answer, and nobody is asked. Order of chance: weapon by
weapon by the roster, then the attack itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from shapely import LineString
from shapely import Point as Spot

from rules.book_and_gun import facts
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.book import aircraft
from rules.book_and_gun.book.aircraft import MODIFIED_RPG
from rules.book_and_gun.book.arms import Arm
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.aircraft import AttackLost
from rules.book_and_gun.play.fire.at_vehicle import VehicleAim, air_row, at_aircraft
from rules.book_and_gun.play.fire.firers import weapons
from rules.book_and_gun.play.fire.line_to_target import FieldOfFire, everybody
from rules.book_and_gun.play.fire.vehicle_volley import fire_at_vehicle
from rules.book_and_gun.play.ground.aloft import attack_path, is_now
from rules.book_and_gun.play.ground.tabletop import are_enemies, in_sight
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import between

Reloading: TypeAlias = Callable[[Course, State, Unit, Figure, Arm], None]
"""What a shot costs a weapon in reload markers."""


@dataclass(frozen=True, slots=True)
class Pass:
    """An aircraft's attack: who flies it, at whom, and the way of it. `range`: without a board, that of the attack."""

    unit: Unit
    vehicle: Vehicle
    target: Unit
    way: tuple[Point, ...]
    range: float


@dataclass(frozen=True, slots=True)
class LineToPath:
    """A weapon's line to the nearest point of the path. Nobody needs to look that way. BG-R115, BG-R271."""

    field: FieldOfFire
    figure: Figure
    weapon: Arm
    range: float
    facts: tuple[Fact, ...]


def pass_of(
    state: State, unit: Unit, figures: Sequence[Figure], target: Unit, at: Figure, range_: float
) -> Pass | None:
    """The attack of an aircraft in the air; None where what fires is on the ground. BG-VIII.2.12b."""
    vehicle = next((v for f in figures if (v := state.find_vehicle(f.vehicle)) is not None and v.aloft), None)
    if vehicle is None:
        return None
    return Pass(unit, vehicle, target, attack_path(state, vehicle, at.at), range_)


def fired_on(course: Course, attack: Pass, reloading: Reloading) -> bool:
    """Every able weapon in range fires once at its shortest range, until the aircraft is hit so that it turns away.
    Whether its attack is lost. BG-VIII.2.12b, BG-R109, BG-R115."""
    for unit_id, figure_id in [(unit.id, f.id) for unit, f in _ready(course.state, attack)]:
        state = course.state
        unit = state.unit(unit_id)
        aim = _aim(state, attack, unit, unit.figure(figure_id))
        if aim is None or figure_id not in {f.id for f in fire_chances(state, unit)}:
            continue
        course.note(activated(state, unit, (aim.figure,), free=True))
        fire_at_vehicle(course, unit, aim)
        reloading(course, state, unit, aim.figure, aim.weapon)
        if not course.state.vehicle(attack.vehicle.id).aloft:
            course.note(
                AttackLost(
                    unit=attack.unit.id,
                    vehicle=attack.vehicle.id,
                    target=attack.target.id,
                    citations=("BG-VIII.2.12b", "BG-R115", "BG-R109"),
                )
            )
            return True
    return False


def awaiting(state: State, attack: Pass) -> tuple[VehicleAim, ...]:
    """The shots that the attacker must expect: of weapons that vehicles in its sight carry for all to see. What people
    carry is theirs to know. BG-R115, BG-R269."""
    found: list[VehicleAim] = []
    for unit, figure in _able(state, attack):
        if figure.seat is None or not in_sight(state, attack.unit.side, unit):
            continue
        aim = _aim(state, attack, unit, figure)
        if aim is not None:
            found.append(aim)
    return tuple(found)


def _ready(state: State, attack: Pass) -> Iterator[tuple[Unit, Figure]]:
    """Who would fire, by the standing answers of their sides. BG-R269."""
    answers = {side.key: side.at_aircraft for side in state.sides}
    for unit, figure in _able(state, attack):
        answer = answers.get(unit.side, "fire")
        if answer == "fire" or (answer == "shown" and in_sight(state, attack.unit.side, unit)):
            yield unit, figure


def _able(state: State, attack: Pass) -> Iterator[tuple[Unit, Figure]]:
    """The enemy's figures who have not fired in this turn, by the roster."""
    for unit in state.units:
        if unit.in_play and are_enemies(state, attack.unit, unit):
            yield from ((unit, figure) for figure in fire_chances(state, unit))


def _aim(state: State, attack: Pass, unit: Unit, figure: Figure) -> VehicleAim | None:
    """The shot with the first of its weapons that reaches the path; None without one. BG-R115."""
    try:
        carried = weapons(state, unit, figure, None)
    except RuleViolation:
        return None
    return next((aim for weapon in carried if (aim := _with(state, attack, unit, figure, weapon)) is not None), None)


def _with(state: State, attack: Pass, unit: Unit, figure: Figure, weapon: Arm) -> VehicleAim | None:
    row = air_row(state, figure, weapon)
    vehicle = state.vehicle(attack.vehicle.id)
    if row is None or (row == MODIFIED_RPG and is_now(state, vehicle) != "hovering"):
        return None
    inside = next((f for f in state.people_in(vehicle.id) if f.inside), None)
    near = nearest(attack.way, figure.at)
    if inside is None or (near is not None and not _sees(state, unit, figure, replace(inside, at=near))):
        return None
    inches = round(between(near, figure.at), 2) if near is not None and figure.at is not None else None
    far, fact = facts.fact(
        state,
        facts.RANGE,
        unit.id,
        attack.unit.id,
        measured=None if inches is None else lambda: inches,
        default=attack.range,
    )
    if far > aircraft.longest_range(row, state.options):
        return None
    at = inside if near is None else replace(inside, at=near)
    around = everybody(state, unit.side) if state.board is not None else ()
    field = FieldOfFire(state, unit, attack.unit, Fire(unit=unit.id, target=attack.unit.id), None, around, (figure,))
    try:
        return at_aircraft(unit, LineToPath(field, figure, weapon, far, (fact,)), vehicle, at)
    except RuleViolation:
        return None


def _sees(state: State, unit: Unit, figure: Figure, there: Figure) -> bool:
    """Whether it sees the aircraft where its path comes nearest; by the umpire's word first."""
    said = facts.ruled(state, facts.LINE_OF_SIGHT, unit.id, state.unit_of(there.id).id)
    if said is not None:
        return bool(said)
    eyes = watch(state, unit, (figure,), (there,))
    return eyes is None or eyes.sees(figure.id, there.id)


def nearest(way: Sequence[Point], at: Point | None) -> Point | None:
    """The point of a path that is nearest to a place; None without places. BG-R115."""
    if at is None or not way:
        return None
    if len(way) == 1 or all(between(a, b) < 1e-9 for a, b in pairwise(way)):
        return way[0]
    line = LineString(way)
    found = line.interpolate(line.project(Spot(at)))
    return round(float(found.x), 3), round(float(found.y), 3)
