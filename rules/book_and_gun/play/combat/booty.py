"""Vehicles that nobody is left in: taken by an enemy in contact, as guns and led horses are. XIII.1, XIII.4, R273."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Spot

from rules.book_and_gun import facts
from rules.book_and_gun.actions.combat import Capture
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureCaptured
from rules.book_and_gun.events.vehicles import VehicleTaken
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.hounds import people
from rules.book_and_gun.play.combat.capture import CONTACT, can_hold, capture, captured, require_taken
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.tabletop import are_enemies, fellows_seen, knows_vehicle, places, tokens
from rules.book_and_gun.play.turn.sequence import claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.table.footprint import footprint


def judge(state: State, action: Capture, by: Actor) -> list[Event]:
    """A wounded enemy is taken prisoner, or an enemy unit's vehicle. BG-XIII.1.1a."""
    if (action.figure is None) == (action.vehicle_of is None):
        raise RuleViolation(
            "what-to-capture",
            "Either a wounded figure is taken, or a unit's vehicle.",
            citation="BG-XIII.1.1a",
            remedy="Name one of the two.",
        )
    return capture(state, action, by) if action.figure is not None else _word(state, action, by)


def _word(state: State, action: Capture, by: Actor) -> list[Event]:
    """A vehicle by the word of the players, where no board shows who stands at it. BG-XIII.1.1a, BG-R135, BG-R273."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    owner = next((u for u in state.units if u.id == action.vehicle_of and are_enemies(state, unit, u)), None)
    vehicle = next(_left(state, owner, unit.side), None) if owner is not None else None
    if not on(state, "capture") or state.board is not None or owner is None or vehicle is None:
        raise RuleViolation(
            "no-vehicle-to-take",
            "There is no empty vehicle of theirs to take by word. On a board it falls by itself to whoever touches it "
            "when close combat is over.",
            citation="BG-R273",
            remedy="Move a unit up to it, or choose another.",
        )
    touched, _ = facts.fact(state, facts.IN_CONTACT, unit.id, owner.id, declared=action.in_contact)
    guarded, _ = facts.fact(state, facts.FELLOW_NEAR, owner.id, declared=action.fellow_near)
    require_taken(vehicle.name, touched=touched, guarded=guarded)
    return [_taking(vehicle, unit)]


def take_vehicles(course: Course) -> None:
    """At the end of the close combat phase: a vehicle with an enemy in contact, nobody fit in it and no fit figure of
    its side within 6 inches whom the enemy sees is the enemy's; so are the wounded in it. BG-XIII.1.1a, BG-R135,
    BG-R273, BG-R292."""
    if not on(course.state, "capture"):
        return
    for vehicle in course.state.vehicles:
        state = course.state
        unit = state.unit(vehicle.unit)
        if vehicle.at is None or vehicle.wreck or vehicle.aloft or unit.reserve or unit.concealed:
            continue
        taker = next((o for o in state.units if are_enemies(state, unit, o) and _at_it(state, o, vehicle)), None)
        if taker is None or not captured(
            enemy_in_contact=True, owner_within=_nearest(state, unit, vehicle, taker.side)
        ):
            continue
        if any(man.fit for man in state.people_in(vehicle.id)) or not _hold(course, vehicle, taker):
            continue
        course.note(_taking(vehicle, taker))


def _taking(vehicle: Vehicle, taker: Unit) -> VehicleTaken:
    return VehicleTaken(
        unit=vehicle.unit,
        vehicle=vehicle.id,
        captor=taker.id,
        side=taker.side,
        citations=("BG-XIII.1.1a", "BG-R135", "BG-R273"),
    )


def _left(state: State, owner: Unit, side: SideId) -> Iterator[Vehicle]:
    """Its vehicles that nobody is in, as far as a side knows of them."""
    able = (v for v in state.vehicles_of(owner.id) if not v.wreck and not v.aloft and knows_vehicle(state, side, v))
    return (v for v in able if not state.people_in(v.id))


def _at_it(state: State, unit: Unit, vehicle: Vehicle) -> bool:
    """Whether a fit man of a unit stands at the hull; a dog takes nothing."""
    stood = hull(vehicle)
    if stood is None or not unit.in_play or unit.concealed:
        return False
    hands = tokens(f for f in people(unit.fit) if f.seat is None)
    return passage.arms_reach(state.board, [stood], hands, CONTACT)


def _nearest(state: State, unit: Unit, vehicle: Vehicle, side: SideId) -> float | None:
    """Inches from the hull to the nearest fit figure of its own side whom the takers' side sees. BG-R292"""
    stood = hull(vehicle)
    own = [at for other in fellows_seen(state, unit, side) if not other.reserve for at in places(other.fit)]
    return None if stood is None else min((float(footprint(stood).distance(Spot(at))) for at in own), default=None)


def _hold(course: Course, vehicle: Vehicle, taker: Unit) -> bool:
    """The wounded in it are prisoners, all of them; False, and nobody is, while the taker has too few to guard each.
    BG-XI.5.2b."""
    state, taken = course.state, list[Event]()
    for man in _wounded(state, vehicle):
        if not can_hold(state, state.unit(taker.id)):
            return False
        home = state.unit_of(man.id)
        taken.append(
            FigureCaptured(unit=home.id, figure=man.id, captor=taker.id, citations=("BG-XIII.1.1a", "BG-XI.5.2b"))
        )
        state = evolve(state, taken[-1])
    course.note(*taken)
    return True


def _wounded(state: State, vehicle: Vehicle) -> list[Figure]:
    return [man for man in state.people_in(vehicle.id) if not man.fit]
