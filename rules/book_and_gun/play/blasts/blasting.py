"""A device goes off: whom it catches on the table, friend or enemy, seen or not, and what it does to them. X.12.

Order of chance (BG-R11): people on foot, their dice and then their cards; then vehicle by vehicle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from shapely import LineString
from shapely import Point as Spot

from rules.book_and_gun.book import vehicle_blast
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.drive import class_of, in_motion
from rules.book_and_gun.book.explosives import ROW, TEMPLATES, burst, charge_breaches, stakes
from rules.book_and_gun.book.measures import degrees
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.supplement import FLARE_INCHES
from rules.book_and_gun.book.vehicle_blast import SOFT_ONLY, BlastDevice, Blasted
from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import DeckShuffled, FigureFell, UnitRevealed
from rules.book_and_gun.events.devices import Breached, DeviceSetOff, HowSetOff
from rules.book_and_gun.events.vehicles import VehicleStruck
from rules.book_and_gun.play.aboard.crew import built, occupants
from rules.book_and_gun.play.blasts.harm import Blamed, harmed, rolled
from rules.book_and_gun.play.blasts.surroundings import surroundings
from rules.book_and_gun.play.blasts.wrecks import WORSE, get_out, people_struck
from rules.book_and_gun.play.ground import housing
from rules.book_and_gun.play.ground.blast import classed, under
from rules.book_and_gun.play.ground.hulls import within_reach
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Status, Unit
from rules.book_and_gun.vehicles import Vehicle, VehicleCondition
from rules.kernel.chance import Draw
from rules.kernel.event import Event
from rules.table.board import Opening, Point, Token
from rules.table.footprint import area
from rules.table.measure import along, between, in_arc, tidy

Caught = Sequence[tuple[Unit, Sequence[Figure]]]
ONE = ("land mine", "stakes", "anti-vehicle mine")
"""What harms those alone who come upon it. BG-X.12.7, BG-X.12.71a, BG-X.12.8."""
CONE = degrees("claymore")
"""Degrees of a claymore's blast. BG-R100"""
BESIDE_WALL, HOLE = 1.0, 1.2
"""Inches from a wall within which a charge is set on it, and the breadth of the hole. BG-R238"""
DOORS = frozenset({"door", "gate"})
_ORDER = tuple(VehicleCondition)
_HAIR = 1e-6


def reach_of(device: Device) -> float:
    """Inches from a device within which it takes effect; of a claymore the length of its cone. BG-R100."""
    return TEMPLATES[device.kind] / (1 if device.kind == "claymore" else 2)


def go_off(
    course: Course,
    device: Device,
    how: HowSetOff,
    *,
    figure: Figure | None = None,
    vehicle: Vehicle | None = None,
    out: bool = True,
) -> None:
    """It goes off where it lies, upon whoever has come there. BG-X.12.62b, BG-X.12.7, BG-X.12.71a, BG-X.12.8, BG-R95,
    BG-R103, BG-R132. `out`: those who are left of a wreck get out at once."""
    state = course.state
    victim = state.unit_of(figure.id).id if figure is not None else vehicle.unit if vehicle is not None else ""
    die, works = None, True
    if device.kind == "stakes":
        die, works = stakes(course.chance, state.options)
    breach = breach_at(state, device) if device.kind == "shaped charge" else None
    if breach is not None:
        die, works = charge_breaches(course.chance, state.options)
        breach = replace(breach, opened=works)
    course.note(
        DeviceSetOff(
            device=device.id,
            what=device.kind,
            at=device.at,
            radius=reach_of(device),
            facing=device.facing,
            how=how,
            unit=victim,
            figure=figure.id if figure is not None else "",
            vehicle=vehicle.id if vehicle is not None else "",
            die=die,
            breach=breach,
            draws=course.chance.taken(),
            citations=("BG-R132", *_RULES.get(device.kind, ())),
        )
    )
    if device.kind == "stakes":
        if works and figure is not None and figure.fit:
            course.note(_impaled(state, figure))
        return
    if device.kind == "trip flare":
        course.note(*_shown_up(course.state, device, victim))
        return
    if not works:
        return
    blast(course, device, figure, vehicle, out=out)


def _shown_up(state: State, device: Device, victim: str) -> Iterator[Event]:
    """Hidden units that move in its light are hidden no more. BG-XIII.8.4, BG-R240"""
    for unit in state.units:
        near = any(f.at is not None and between(f.at, device.at) <= FLARE_INCHES for f in unit.present)
        if unit.concealed and near and (unit.id == victim or unit.moved_turn == state.turn):
            yield UnitRevealed(unit=unit.id, reason="a flare lights it", citations=("BG-XIII.8.4", "BG-R240"))


def blast(
    course: Course, device: Device, figure: Figure | None = None, vehicle: Vehicle | None = None, *, out: bool = True
) -> None:
    """What it does to people, then vehicle by vehicle; riders of whom one is hurt jump off where it goes off.
    BG-VIII.2.9c, BG-R11"""
    _people(course, device, figure)
    for one in list(_vehicles(course.state, device, vehicle)):
        jumped = _at_vehicle(course, device, one)
        if jumped:
            get_out(course, one.id, "jump", device.at)
        if out and course.state.vehicle(one.id).wreck:
            get_out(course, one.id, "wreck", device.at)


_RULES = {
    "land mine": ("BG-X.12.7",),
    "anti-vehicle mine": ("BG-X.12.71a",),
    "stakes": ("BG-X.12.8", "BG-R103"),
    "booby trap": ("BG-X.12.62b",),
    "ied": ("BG-X.12.62a",),
    "c4": ("BG-X.12.51",),
    "claymore": ("BG-X.12.31",),
    "shaped charge": ("BG-X.12.41",),
    "trip flare": ("BG-XIII.8.4",),
}


def _impaled(state: State, figure: Figure) -> FigureFell:
    """Wounded without a card. BG-R103"""
    unit = state.unit_of(figure.id)
    return FigureFell(
        unit=unit.id,
        figure=figure.id,
        status=Status.WOUNDED,
        cause="trap",
        weapon="stakes",
        audience=(unit.side,) if unit.concealed else None,
        citations=("BG-X.12.8", "BG-R103"),
    )


def breach_at(state: State, device: Device) -> Breached | None:
    """The door beside a charge, else the piece of the nearest wall of a building. BG-X.12.4, BG-IX.4.4b, BG-R238."""
    board = state.board
    near = [
        (float(area(house).boundary.distance(Spot(device.at))), house)
        for house in (housing.houses(board) if board is not None else ())
    ]
    far, house = min(near, key=lambda each: each[0], default=(BESIDE_WALL + 1.0, None))
    if house is None or far > BESIDE_WALL + _HAIR:
        return None
    door = min(
        (each for each in house.openings if each.kind in DOORS and _off(each, device.at) <= BESIDE_WALL + _HAIR),
        key=lambda each: _off(each, device.at),
        default=None,
    )
    if door is not None:
        return Breached(house.kind, house.outline, house.name, (door.a, door.b), False, False)
    around = (*house.outline, house.outline[0])
    there = float(LineString(around).project(Spot(device.at)))
    ends = [along(around, max(0.0, there + each)) for each in (-HOLE / 2, HOLE / 2)]
    a, b = ((tidy(x), tidy(y)) for x, y in ends)
    return Breached(house.kind, house.outline, house.name, (a, b), True, False)


def _off(opening: Opening, at: Point) -> float:
    return float(LineString([opening.a, opening.b]).distance(Spot(at)))


def caught_by(state: State, device: Device, figure: Figure | None) -> Caught:
    """Those on foot, and riders, whom it catches. BG-R100."""
    if device.kind in ONE:
        return [(state.unit_of(figure.id), [figure])] if figure is not None and device.kind == "land mine" else []
    if device.kind == "claymore":
        return _in_cone(state, device)
    return under(state, device.at, reach_of(device)) if reach_of(device) else []


def _in_cone(state: State, device: Device) -> Caught:
    """Those within 4 inches of a claymore in the 60 degrees to its front. BG-X.12.3a, BG-R100"""
    mouth = Token(device.id, *device.at, device.facing)
    found: list[tuple[Unit, list[Figure]]] = []
    for unit, figures in under(state, device.at, TEMPLATES["claymore"]):
        men = [f for f in figures if f.at is not None and in_arc(mouth, f.at, CONE)]
        found += [(unit, men)] if men else []
    return found


def _people(course: Course, device: Device, figure: Figure | None) -> None:
    state = course.state
    caught = caught_by(state, device, figure)
    if not caught:
        return
    blast = classed(state, caught, device.at)
    if device.kind == "land mine":
        blast = replace(blast, struck=tuple(replace(one, target_class="I") for one in blast.struck), facts={})
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = burst(device.kind, blast.struck, deck, course.chance, state.options)
    draws = list(course.chance.taken())
    blamed = Blamed(device.kind)
    course.note(*rolled(state, blamed, device.kind, blast, done, draws))
    course.note(*harmed(state, done, blamed, draws))


# ── Vehicles ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _vehicles(state: State, device: Device, upon: Vehicle | None) -> Iterator[Vehicle]:
    """The vehicles that it takes effect on: the one upon it, or all whose hull lies under its template. BG-R95."""
    if upon is not None and device.kind in ONE:
        yield state.vehicle(upon.id)
        return
    yield from under_template(state, device) if device.kind not in ONE else ()
    if upon is not None and all(vehicle.id != upon.id for vehicle in under_template(state, device)):
        yield state.vehicle(upon.id)


def under_template(state: State, device: Device) -> Iterator[Vehicle]:
    """The vehicles whose hull it reaches: that are no wrecks, and stand on the table; none in the air. BG-VIII.2.12a,
    BG-R95, BG-R100."""
    reach = TEMPLATES["claymore"] if device.kind == "claymore" else reach_of(device)
    mouth = Token(device.id, *device.at, device.facing)
    if not reach or device.kind in (*ONE, "shaped charge"):
        return
    for vehicle in within_reach(state, device.at, reach):
        if device.kind != "claymore" or (vehicle.at is not None and in_arc(mouth, vehicle.at, CONE)):
            yield vehicle


def _at_vehicle(course: Course, device: Device, vehicle: Vehicle) -> bool:
    """Its die, its card, and those aboard; whether the riders jump off. Armour shrugs off what harms soft vehicles
    alone. BG-X.12.71a, BG-R95."""
    state, chance = course.state, course.chance
    row = cast("BlastDevice", ROW.get(device.kind, device.kind))
    deck = CasualtyDeck(state.casualty_deck, state.options)
    aboard = occupants(state, vehicle)
    if device.kind == "anti-vehicle mine":
        done = vehicle_blast.anti_vehicle_mine(aboard, deck, chance, state.options)
    elif row in SOFT_ONLY and built(vehicle).armour != "soft":
        return False
    else:
        done = vehicle_blast.blow_up(row, class_of_vehicle(state, vehicle), aboard, deck, chance, state.options)
    course.note(*_struck(state, device, vehicle, done, list(chance.taken())))
    return done.jumped


def class_of_vehicle(state: State, vehicle: Vehicle) -> TargetClass:
    """By its ground and whether it moves; a device lies beside it, so nothing covers it. BG-X.7.5, BG-R95, BG-R219."""
    board = state.board
    ground = surroundings(board, vehicle, vehicle.at) if board is not None and vehicle.at is not None else "clear"
    moved = vehicle.moved_turn == state.turn and in_motion(vehicle.allowance, vehicle.moved_inches)
    return class_of(ground, moving=moved, hull_down=False, partly_covered=False)


def _struck(state: State, device: Device, vehicle: Vehicle, done: Blasted, draws: list[Draw]) -> Iterator[Event]:
    taken = 1 + len(done.cards)
    for _ in range(done.shuffled):
        yield DeckShuffled(deck="casualty", citations=("BG-R03",))
    yield VehicleStruck(
        unit=vehicle.unit,
        vehicle=vehicle.id,
        die=done.die,
        cards=done.cards,
        fate=done.fate,
        condition=max(vehicle.condition, WORSE[done.fate], key=_ORDER.index),
        penetrated=False,
        by="",
        by_unit="",
        weapon=device.kind,
        draws=tuple(draws.pop(0) for _ in range(taken)),
        citations=("BG-X.12.71a",) if device.kind == "anti-vehicle mine" else ("BG-R91", "BG-R95"),
    )
    inside_as: TargetClass = "IV" if device.kind == "anti-vehicle mine" else "I"
    yield from people_struck(state, Blamed(device.kind), vehicle, done.inside, "inside", draws, inside_as)
