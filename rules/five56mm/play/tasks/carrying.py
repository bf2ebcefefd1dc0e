"""4.5 Carry in a battle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.five56mm.actions.foot import Carry
from rules.five56mm.book.first_aid import (
    carry,
    check_carried,
)
from rules.five56mm.book.injury import ORDER, Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import Carried, GoGivenUp, Moved, StanceTaken
from rules.five56mm.events.vehicles import GotOut
from rules.five56mm.play.ground import levels, passage
from rules.five56mm.play.ground.facts import Facts
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.movement.leaving import require_edge, walk_off
from rules.five56mm.play.movement.movement import all_of_it, go_along, plan
from rules.five56mm.play.movement.plans import Plan
from rules.five56mm.play.tasks.medics import companion
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    find_character,
    has_had_first_card,
    require_afoot,
    require_free,
    require_special,
    require_unforced,
)
from rules.five56mm.play.vehicles.boarding import Leaving, beside, level_below, way_out
from rules.five56mm.state import Character, Point, Stance, State, Vehicle
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Load:
    """Who is carried, how badly he is hurt, who helps, and the way. `out`: of which vehicle he is carried."""

    patient: Character
    level: Level
    second: Character | None
    plan: Plan
    out: Leaving | None = None


def check_carry(state: State, action: Carry, who: Character) -> Load:
    """MM-4.5.1, MM-4.5.2, MM-4.5.5, MM-R51, MM-R212."""
    require_special(state, who)
    require_free(state, who)
    require_unforced(state, who)
    patient, _ = companion(state, who, action.patient, action.contact)
    if patient.vehicle is None:
        require_afoot(who)
    if patient.id == who.id:
        raise RuleViolation("not-himself", "Nobody carries himself.", citation="MM-4.5.1", remedy="Choose a companion.")
    if state.combats_of(patient.id):
        raise RuleViolation(
            "in-combat",
            f"{patient.name} is in hand-to-hand combat.",
            citation="MM-4.5.1",
            remedy="Fight his enemy off first.",
        )
    level = max((w.acts_as for w in patient.wounds), key=ORDER.index, default=Level.NONE)
    check_carried(level)
    if level is Level.CRITICAL and patient.acted_turn == state.turn:
        raise RuleViolation(
            Why.HAS_ACTED,
            f"{patient.name} has already acted this turn.",
            citation="MM-4.5.1",
            remedy="Carry him next turn, before his card comes up.",
        )
    second = None if action.second is None else _second(state, who, patient, action)
    out = None if patient.vehicle is None else _out(state, who, state.vehicle(patient.vehicle), action)
    way = plan(state, who, action.to, action.path) if out is None or out.way is None else out.way
    if action.off:
        require_edge(state, way.route)
    return Load(patient, level, second, way, out)


def _out(state: State, who: Character, vehicle: Vehicle, action: Carry) -> Leaving:
    """Out of a vehicle that stands on the ground: from its side by one who is aboard; by one who is beside it from its
    side within his reach, else straight to where he stands. MM-12.1.2, MM-R201, MM-R204, MM-R212."""
    if vehicle.flying or vehicle.moved > 0:
        raise RuleViolation(
            "moving-vehicle",
            f"Nobody is carried out of {vehicle.name} while it moves or flies.",
            citation="MM-R212",
            remedy="Stop it first: its driver spends a go without going anywhere, or its pilot Lands.",
        )
    if who.vehicle is not None:
        return way_out(state, who, vehicle, action.to, action.path)
    found = way_out(state, who, vehicle, None, ())
    if who.at is None:
        return found
    near = beside(state, vehicle, who.at, passing=True)
    level = level_below(state, vehicle)
    up = levels.height(state.board, who.at, who.level) if who.level and state.board is not None else 0.0
    lifted = near is not None and passage.reaches(state, who.at, near, up, level)
    return replace(found, spot=near if lifted else who.at, level=level if lifted else who.level)


def _second(state: State, who: Character, patient: Character, action: Carry) -> Character:
    """MM-4.5.5, MM-R51, MM-R212: adjacent, no go yet this turn, able to take a special action."""
    assert action.second is not None
    second = find_character(state, action.second)
    aboard = second.vehicle is not None
    near = second.vehicle == patient.vehicle
    if not aboard:
        near = Facts(state).contact(second.id, patient.vehicle or patient.id, action.contact)
    free = not state.combats_of(second.id) and second.courage is Courage.STEADY
    whole = not second.one_action and not second.lost_actions and second.threw_back_turn != state.turn
    fit = second.able and free and whole
    if second.side != who.side or second.id in (who.id, patient.id) or not near or not fit:
        raise RuleViolation(
            "no-second-carrier",
            f"{second.name} cannot help to carry.",
            citation="MM-4.5.5",
            remedy="Choose a friend beside him who could take a special action.",
        )
    if has_had_first_card(state, second) or second.gave_up_turn == state.turn:
        raise RuleViolation(
            "has-had-his-go", f"{second.name} has had his go.", citation="MM-4.5.5", remedy="Choose somebody else."
        )
    return second


def do_carry(course: Course, ready: Ready[Carry, Load]) -> None:
    """All of them move; the patient and a second carrier give up their goes of this turn. MM-4.5.1 to MM-4.5.5."""
    who, load = ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="carry", cost=2))
    course.happen(StanceTaken(character=who.id, stance=Stance.CARRYING, partner=load.patient.id))
    for helper in (load.patient, load.second):
        if helper is not None:
            stance = Stance.CARRIED if helper is load.patient else Stance.CARRYING
            course.happen(StanceTaken(character=helper.id, stance=stance, partner=who.id))
            course.happen(GoGivenUp(character=helper.id, citations=("MM-4.5.1",)))
    roll = None
    if load.second is None:
        penalties = in_the_dark(course.state, who)
        roll, inches = carry(load.level, who.traits.strength, course.chance, penalties, course.helps(who))
    else:
        inches = NUMBERS.carry_two
    course.happen(
        Carried(
            carrier=who.id,
            patient=load.patient.id,
            second=load.second.id if load.second else None,
            roll=roll,
            inches=inches,
            citations=("MM-4.5.5",) if roll is None else ("MM-4.5.3",) if roll.passed else ("MM-4.5.4",),
        )
    )
    if not inches:
        return
    if load.out is not None:
        _get_out(course, who, load)
    covered = go_along(course, course.state.character(who.id), "carry", load.plan, inches, None)
    came = next((e.route for e in reversed(course.events) if isinstance(e, Moved)), ())
    with_him = tuple(course.state.character(each.id) for each in (load.patient, load.second) if each is not None)
    _follow(course, who, with_him, covered, came)
    if ready.action.off:
        walk_off(course, who, *with_him, arrived=all_of_it(load.plan, covered))


def _get_out(course: Course, who: Character, load: Load) -> None:
    """Those of them who are aboard come to stand at the vehicle's side. MM-12.1.2, MM-R212."""
    assert load.out is not None
    for each in (who, load.patient, load.second):
        if each is not None and each.vehicle is not None:
            course.happen(
                GotOut(
                    character=each.id,
                    vehicle=each.vehicle,
                    at=load.out.spot,
                    carried=each is load.patient,
                    level=load.out.level,
                    citations=("MM-R212",),
                )
            )
            if load.out.spot is not None:
                walk_through_gas(course, each.id, (load.out.spot,), load.out.level)


def _follow(
    course: Course, who: Character, others: tuple[Character, ...], covered: float, way: tuple[Point, ...]
) -> None:
    """Those who go along come his way and to stand beside the carrier on his level, or where he stands. MM-R51,
    MM-R201, MM-R226."""
    carrier = course.state.character(who.id)
    at, level = carrier.at, carrier.level
    taken: list[Point] = []
    for other in others:
        place = None if at is None else _beside(course.state, other, at, taken, level)
        if place is not None:
            taken.append(place)
        came = () if place is None or other.at is None else (other.at, *way, place)
        up = None if place is None else level
        course.happen(
            Moved(
                character=other.id,
                way="carry",
                to=place,
                facing=other.facing,
                inches=covered,
                route=came,
                level=up,
            )
        )
        walk_through_gas(course, other.id, came if not level else came[-1:], level)


def _beside(state: State, other: Character, at: Point, taken: list[Point], level: int) -> Point:
    sides = ((round(at[0] + 0.9, 3), at[1]), (round(at[0] - 0.9, 3), at[1]))
    free = [place for place in (*sides, *passage.rings(at, most=0.9)) if place not in taken]
    return passage.spot_near(state, free, start=at, who=other.id, level=level) or at
