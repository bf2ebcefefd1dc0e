"""Suicide bombers on foot and on wheels: an improvised device that walks. X.12.9, R127.

They explode where they stand on a card of their side, or at the end of a move on their own card. Whoever is killed
before does not, but where a dead man's switch is a house rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun.actions.devices import Detonate
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.occupants import by_blast
from rules.book_and_gun.book.switches import on
from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.devices import DeviceSetOff
from rules.book_and_gun.events.vehicles import VehicleStruck
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.aboard.crew import occupants
from rules.book_and_gun.play.blasts.blasting import blast, caught_by, reach_of, under_template
from rules.book_and_gun.play.blasts.harm import Blamed
from rules.book_and_gun.play.blasts.wrecks import get_out, people_struck
from rules.book_and_gun.play.explosives.throw_forecast import Expected, casualties_of
from rules.book_and_gun.play.ground.blast import UnderTemplate, classed
from rules.book_and_gun.play.ground.tabletop import in_sight, knows_vehicle, stunned
from rules.book_and_gun.play.movement.convoy import Convoy
from rules.book_and_gun.play.movement.drive_forecast import move_odds
from rules.book_and_gun.play.movement.driving import Driving
from rules.book_and_gun.play.movement.flying import Flying
from rules.book_and_gun.play.movement.movement import Marching
from rules.book_and_gun.play.movement.moving import judge_move, move
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, own_unit, require_card
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Status, Unit
from rules.book_and_gun.vehicles import Vehicle, VehicleCondition
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.scene import Trace


@dataclass(frozen=True, slots=True)
class ReadyBomber:
    """A bomber before it explodes; `first`: the move before. `meant`, `vehicles`: whom it catches where it stands, of
    those that its side knows of."""

    unit: Unit
    figure: Figure
    first: Marching | Driving | Convoy | Flying | None
    meant: UnderTemplate
    vehicles: tuple[Vehicle, ...]


def judge_bomber(state: State, action: Detonate, by: Actor) -> ReadyBomber:
    """Raises RuleViolation: no card, no bomber in the unit, one who is in no state to, a move that is not to be had.
    BG-X.12.9, BG-R127."""
    unit = own_unit(state, action.unit, by)
    bombers = [f for f in unit.fit if f.traits.bomber and action.figure in (None, f.id)]
    if not bombers:
        raise RuleViolation(
            "no-such-device",
            f"{unit.name} has no bomber who could explode: name the device that it has laid.",
            citation="BG-X.12.9",
            remedy="Choose a claymore or charge that this unit has laid.",
        )
    figure = bombers[0]
    if unit.morale in (Morale.SHAKEN, Morale.ROUTED) or stunned(state, figure):
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{figure.name} is in no state to do it.", citation="BG-R127", remedy="Rally first."
        )
    if state.phase not in CARD_PHASES:
        raise RuleViolation(
            "wrong-phase",
            "Bombers explode in the movement and the fire phase.",
            citation="BG-R127",
            remedy="Wait for one of them.",
        )
    if action.to is not None:
        first = judge_move(state, Move(unit=unit.id, to=action.to), by)
        return ReadyBomber(unit, figure, first, UnderTemplate(), ())
    require_card(state, unit)
    bomb = bomb_of(state, figure)
    if bomb is None:
        return ReadyBomber(unit, figure, None, UnderTemplate(), ())
    seen = [each for each in _caught(state, bomb, figure) if in_sight(state, unit.side, each[0])]
    cars = tuple(
        v for v in under_template(state, bomb) if v.id != figure.vehicle and knows_vehicle(state, unit.side, v)
    )
    return ReadyBomber(unit, figure, None, classed(state, seen, bomb.at), cars)


def bomb_of(state: State, figure: Figure) -> Device | None:
    """What it carries, where it stands; None without a board."""
    if figure.at is None:
        return None
    return Device("bomb", "ied", state.unit_of(figure.id).side, figure.at, layer=figure.id, work=2)


def _caught(state: State, bomb: Device, figure: Figure) -> Sequence[tuple[Unit, Sequence[Figure]]]:
    found = [(unit, [f for f in men if f.id != figure.id]) for unit, men in caught_by(state, bomb, None)]
    return [each for each in found if each[1]]


def explode(state: State, ready: ReadyBomber, chance: Chance) -> list[Event]:
    """It goes where it is to go, and explodes there if it is still alive. BG-X.12.9, BG-X.12.62a, BG-R127."""
    course = Course(state, chance)
    if ready.first is not None:
        course.note(*move(state, ready.first, chance))
    if course.state.figure(ready.figure.id).fit:
        go_up(course, ready.figure.id)
    return course.events


def go_up(course: Course, figure_id: str) -> None:
    """The bomber is lost, with the vehicle that it sits in; then everybody around."""
    state = course.state
    figure = state.figure(figure_id)
    unit = state.unit_of(figure_id)
    bomb = bomb_of(state, figure)
    if bomb is None:
        raise RuleViolation(
            Why.NO_BOARD, "This battle has no board with places on it.", citation="BG-R127", remedy="Ask the umpire."
        )
    course.note(
        DeviceSetOff(
            device=bomb.id,
            what="ied",
            at=bomb.at,
            radius=reach_of(bomb),
            how="bomber",
            unit=unit.id,
            figure=figure.id,
            vehicle=figure.vehicle,
            citations=("BG-X.12.9", "BG-R127"),
        )
    )
    if figure.fit:
        course.note(
            FigureFell(
                unit=unit.id,
                figure=figure.id,
                status=Status.KILLED,
                cause="trap",
                weapon="ied",
                audience=(unit.side,) if unit.concealed else None,
                citations=("BG-R127",),
            )
        )
    if figure.vehicle:
        _vehicle_lost(course, figure.vehicle)
    blast(course, bomb)


def _vehicle_lost(course: Course, vehicle_id: str) -> None:
    """It is destroyed with whoever is in it. BG-R93, BG-R127"""
    vehicle = course.state.vehicle(vehicle_id)
    if vehicle.wreck:
        return
    course.note(
        VehicleStruck(
            unit=vehicle.unit,
            vehicle=vehicle.id,
            die=0,
            cards=(),
            fate="destroyed",
            condition=VehicleCondition.DESTROYED,
            penetrated=False,
            by="",
            by_unit="",
            weapon="ied",
            citations=("BG-R127",),
        )
    )
    state = course.state
    deck = CasualtyDeck(state.casualty_deck, state.options)
    suffered = by_blast(occupants(state, vehicle).inside, deck, course.chance, state.options)
    course.note(*people_struck(state, Blamed("ied"), vehicle, suffered, "inside", list(course.chance.taken())))
    get_out(course, vehicle_id, "wreck", None)


def let_go(state: State, events: Sequence[Event], chance: Chance) -> list[Event]:
    """Bombers who have been killed explode where a dead man's switch is a house rule. BG-R127"""
    if not on(state, "dead-mans-switch"):
        return []
    exploded = {event.figure for event in events if isinstance(event, DeviceSetOff) and event.how == "bomber"}
    course = Course(fold(state, list(events)), chance)
    due = [event for event in events if isinstance(event, FigureFell)]
    while due:
        fell = due.pop(0)
        figure = course.state.figure(fell.figure)
        if not figure.traits.bomber or fell.status is not Status.KILLED or figure.id in exploded or figure.at is None:
            continue
        exploded.add(figure.id)
        before = len(course.events)
        go_up(course, figure.id)
        due += [event for event in course.events[before:] if isinstance(event, FigureFell)]
    return course.events


def bomber_odds(state: State, ready: ReadyBomber) -> Odds:
    """Where it stands exact chances; after a move those of the move."""
    lost = f"{ready.figure.name} is killed with it"
    if ready.first is not None:
        odds = move_odds(state, ready.first)
        return replace(odds, notes=(*odds.notes, "Then it explodes where it has come, 3 inches across", lost))
    bomb = bomb_of(state, ready.figure)
    aboard = {state.unit_of(f.id).id for vehicle in ready.vehicles for f in state.people_in(vehicle.id)}
    prospects = tuple(
        each
        for each in casualties_of(state, Expected("ied", ready.meant, ready.unit))
        if each.outcome.kind != "falls" or not aboard.intersection(each.outcome.of.split("+"))
    )
    names = [f"{count} of {state.unit(unit).name}" for unit, count in Counter(ready.meant.units).items()]
    names += [vehicle.name for vehicle in ready.vehicles]
    traces = (Trace("blast", (bomb.at,), label="ied", radius=reach_of(bomb)),) if bomb is not None else ()
    return Odds(
        tuple(fact for own in ready.meant.facts.values() for fact in own),
        chances=prospects,
        notes=(f"Within its reach: {', '.join(names) or 'nobody whom you know of'}", lost),
        traces=traces,
    )


def bombers_of(state: State, side: SideId, unit: Unit) -> Iterator[Offer]:
    """What its bombers may do now: explode where they stand, or go somewhere and explode there."""
    if state.board is None:
        return
    action = Detonate(unit=unit.id)
    try:
        ready = judge_bomber(state, action, Actor.player(side))
    except RuleViolation:
        return
    count = len(ready.meant.struck) + len(ready.vehicles)
    said = f"{count} in its reach" if count else "nobody known in its reach"
    yield Offer(action, f"{ready.figure.name} explodes here", detail=said)
    if state.phase.value == "movement" and ready.figure.move_turn != state.turn:
        yield Offer(action, f"{ready.figure.name} goes and explodes at …", needs=("to",))
