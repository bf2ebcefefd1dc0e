"""Aiming at vehicles: which one, the line to it, its class, the TO HIT number and dice. X.6 to X.8, VI.2.1b.

With a board these are measured; ruled and declared facts go before them, as in fire at people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from rules.book_and_gun import facts
from rules.book_and_gun.book import aircraft, vehicle_fire
from rules.book_and_gun.book.aircraft import MODIFIED_RPG, AircraftShot
from rules.book_and_gun.book.arms import ON_VEHICLE, Arm, spelled
from rules.book_and_gun.book.drive import class_of, in_motion
from rules.book_and_gun.book.measures import TARGET_CLASSES
from rules.book_and_gun.book.rows import AircraftKind, TargetClass
from rules.book_and_gun.book.vehicle_fire import VehicleShot
from rules.book_and_gun.play.aboard.crew import built, manned, post_of
from rules.book_and_gun.play.blasts.surroundings import surroundings
from rules.book_and_gun.play.fire.aim import at_its_rail, in_back_blast, require_outside
from rules.book_and_gun.play.fire.line_to_target import FieldOfFire, LineToTarget, group_of
from rules.book_and_gun.play.ground.aloft import is_now
from rules.book_and_gun.play.sight.watching import goggles_of
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.facts import Fact, Itemised
from rules.kernel.violation import RuleViolation

PARTLY, HULL_DOWN = 0.5, 0.75
"""Shares of a hull that show: no more than these, and it is partly covered, hull down. BG-R219"""
VEHICLE_WORDS: dict[TargetClass, str] = {key: row.vehicles for key, row in TARGET_CLASSES.items()}
"""What the classes mean for vehicles. BG-X.7.5"""
AIR_CLASSES: dict[TargetClass, str] = {key: row.aircraft for key, row in TARGET_CLASSES.items()}
"""What the classes mean for aircraft. BG-X.10.5, BG-X.10.6, BG-X.10.7, BG-X.10.8"""


@dataclass(frozen=True, slots=True)
class VehicleAim:
    """A lawful shot at a vehicle. `at`: one of those inside, who stand where it does."""

    figure: Figure
    weapon: Arm
    target: Unit
    vehicle: Vehicle
    at: Figure
    number: Itemised
    dice: int
    target_class: TargetClass
    facts: tuple[Fact, ...]
    behind: tuple[tuple[Unit, Figure], ...] = ()
    caught: tuple[tuple[Unit, Figure], ...] = ()
    """Nobody: what it does to people it does through the vehicle."""
    over_heads: tuple[Unit, ...] | None = None
    """It flies straight."""
    flying: AircraftKind | None = None
    """The vehicle is in the air, and this is what it is there. BG-X.9.1"""


def in_vehicles(state: State, target: Unit) -> bool:
    """Whether fire at this unit is fire at its vehicles: it mans one that is no wreck."""
    return bool(state.vehicles) and bool(manned(state, target))


def aim_at_vehicle(field: FieldOfFire, figure: Figure, weapon: Arm) -> VehicleAim:
    """Judges one figure's shot with one weapon at the nearest vehicle of the target that it sees in its cone: of those
    in the air, with a weapon that reaches up there, and of those on the ground.

    Raises RuleViolation: a weapon that cannot hurt a vehicle, or not this one at this range; nothing in sight, outside
    the cone, out of range, a launcher in a building. BG-X.6.chart, BG-X.7.5, BG-X.8.1a, BG-X.8.1b, BG-X.8.31,
    BG-VI.2.1b, BG-IX.4.5, BG-VIII.2.12a."""
    state, options = field.state, field.state.options
    inside = {v.id: _sits_in(state, v) for v in _within_power(state, field.target, figure, weapon)}
    launcher = at_its_rail(state, figure, weapon)
    require_outside(state.board, launcher, weapon)
    line = LineToTarget(field, figure, weapon, None, among=list(inside.values()))
    at = line.order[0]
    vehicle = state.vehicle(at.vehicle)
    if vehicle.aloft:
        return at_aircraft(field.unit, line, vehicle, at)
    name = vehicle_fire.row_name(weapon)
    target_class, class_fact = _class(line, vehicle, at)
    type_ = built(vehicle)
    shot = VehicleShot(
        name,
        line.range,
        type_.armour,
        group_of(field.unit),
        field.unit.traits.elite,
        type_.extras,
        _aids(state, figure, weapon),
        infrared=_by_infrared(state, figure),
        laser_aiming=figure.traits.laser_aiming,
        good_command=effect_of(state, field.unit) == "good fire command",
    )
    number = vehicle_fire.to_hit(shot, options)
    if number is None:
        raise RuleViolation(
            "cannot-hurt-it",
            f"{spelled(weapon.key)} cannot hurt {type_.armour} armour at {line.range:g} in.",
            citation="BG-X.6.chart",
            remedy="Move nearer, or choose another weapon or target.",
        )
    dice = vehicle_fire.dice_of(name, weapon.mount, options)
    blast = in_back_blast(field.everybody, launcher, at.at) if weapon.back_blast and at.at is not None else []
    known = (*line.facts, class_fact)
    return VehicleAim(figure, weapon, field.target, vehicle, at, number, dice, target_class, known, tuple(blast))


def _within_power(state: State, target: Unit, figure: Figure, weapon: Arm) -> tuple[Vehicle, ...]:
    """The vehicles of the target at which the weapon can be fired at all. BG-VIII.2.12a, BG-X.6.chart, BG-XIII.6.1."""
    found = manned(state, target)
    high = [v for v in found if v.aloft]
    if not high:
        vehicle_fire.row_name(weapon)
        return found
    low = [v for v in found if not v.aloft]
    try:
        vehicle_fire.row_name(weapon)
    except RuleViolation:
        low = []
    row = air_row(state, figure, weapon)
    reached = [v for v in high if row is not None and (row != MODIFIED_RPG or is_now(state, v) == "hovering")]
    if row == MODIFIED_RPG and not low and not reached:
        raise RuleViolation(
            "must-hover",
            "A modified RPG is fired at hovering helicopters alone.",
            citation="BG-XIII.6.1",
            remedy="Wait until one hovers.",
        )
    if not low and not reached:
        raise RuleViolation(
            "no-aircraft-row",
            f"{spelled(weapon.key.removesuffix(ON_VEHICLE))} cannot be fired at aircraft in flight.",
            citation="BG-VIII.2.12a",
            remedy="Choose a weapon that reaches up there, or another target.",
        )
    return tuple(v for v in found if v in low or v in reached)


def air_row(state: State, figure: Figure, weapon: Arm) -> str | None:
    """The row of the chart of fire at aircraft that somebody's weapon has where it stands. BG-X.9.chart, BG-R265."""
    post = post_of(state, figure)
    return aircraft.row_name(weapon, post.bears if post is not None else "")


def at_aircraft(unit: Unit, line: Line, vehicle: Vehicle, at: Figure) -> VehicleAim:
    """The shot at an aircraft in the air. Raises RuleViolation out of range, and where the chart has N/A. BG-X.9.1,
    BG-X.9.2, BG-X.9.chart, BG-X.10.6, BG-X.10.7, BG-X.10.8, BG-X.11.1a, BG-R71, BG-R111."""
    state, figure, weapon = line.field.state, line.figure, line.weapon
    type_ = built(vehicle)
    kind, row = type_.aircraft, air_row(state, figure, weapon)
    assert kind is not None
    assert row is not None
    shot = AircraftShot(
        row,
        line.range,
        kind,
        type_.attack,
        group_of(unit),
        unit.traits.elite,
        effect_of(state, unit) == "good fire command",
        infrared=_by_infrared(state, figure),
        laser_aiming=figure.traits.laser_aiming,
    )
    number = aircraft.to_hit(shot, state.options)
    if number is None:
        raise RuleViolation(
            "cannot-hurt-it",
            f"{spelled(row)} cannot hit a {kind} at {line.range:g} in.",
            citation="BG-X.9.chart",
            remedy="Choose another weapon or target.",
        )
    found, fact = facts.fact(
        state,
        facts.TARGET_CLASS,
        unit.id,
        vehicle.unit,
        declared=line.field.action.target_class,
        measured=lambda: aircraft.class_of(kind, is_now(state, vehicle)),
    )
    blast = in_back_blast(line.field.everybody, figure, at.at) if weapon.back_blast and at.at is not None else []
    return VehicleAim(
        figure,
        weapon,
        state.unit(vehicle.unit),
        vehicle,
        at,
        number,
        aircraft.dice_of(row),
        cast("TargetClass", found),
        (*line.facts, fact),
        tuple(blast),
        flying=kind,
    )


class Line(Protocol):
    """What a shot at an aircraft asks of the line to it."""

    @property
    def field(self) -> FieldOfFire: ...
    @property
    def figure(self) -> Figure: ...
    @property
    def weapon(self) -> Arm: ...
    @property
    def range(self) -> float: ...
    @property
    def facts(self) -> Sequence[Fact]: ...


def _sits_in(state: State, vehicle: Vehicle) -> Figure:
    """One who sits inside, and shows its hull."""
    return next(f for f in state.people_in(vehicle.id) if f.inside)


def _by_infrared(state: State, figure: Figure) -> bool:
    """Whether somebody aims through infrared goggles. BG-X.5.2a, BG-R30."""
    return state.conditions.light == "night" and goggles_of(state, figure) == "infrared"


def _aids(state: State, figure: Figure, weapon: Arm) -> tuple[vehicle_fire.FirersAid, ...]:
    """What a vehicle helps its main armament with. BG-X.8.1b."""
    post = post_of(state, figure)
    if post is None or post.bears != "turret" or weapon.key != post.weapon:
        return ()
    return built(post.vehicle).aids


# ── Class ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _class(line: LineToTarget, vehicle: Vehicle, at: Figure) -> tuple[TargetClass, Fact]:
    """As ruled, declared or measured. BG-X.7.5, BG-VIII.2.2a, BG-R40, BG-R219."""
    field = line.field
    found, fact = facts.fact(
        field.state,
        facts.TARGET_CLASS,
        field.unit.id,
        field.target.id,
        declared=field.action.target_class,
        measured=lambda: measured_class(field, line.figure, vehicle, at),
    )
    return cast("TargetClass", found), fact


def measured_class(field: FieldOfFire, firer: Figure, vehicle: Vehicle, at: Figure) -> TargetClass | None:
    """None without a board."""
    board, eyes = field.state.board, field.eyes
    if board is None or eyes is None or vehicle.at is None:
        return None
    share = eyes.shares.get((firer.id, at.id), 1.0)
    moved = vehicle.moved_turn == field.state.turn
    return class_of(
        surroundings(board, vehicle, vehicle.at),
        moving=moved and in_motion(vehicle.allowance, vehicle.moved_inches),
        hull_down=share <= HULL_DOWN,
        partly_covered=share <= PARTLY,
    )


def at_same(aims: Sequence[VehicleAim]) -> dict[str, list[VehicleAim]]:
    """The shots by the vehicle that they are at, in their order."""
    found: dict[str, list[VehicleAim]] = {}
    for aim in aims:
        found.setdefault(aim.vehicle.id, []).append(aim)
    return found
