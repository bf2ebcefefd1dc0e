"""A charge, step by step, as RA-R80 orders it; each step leaves what is left of it as data on the agenda."""

from __future__ import annotations

from dataclasses import replace

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import charging as book
from rules.red_actions.book.fire_arcs import may_turn
from rules.red_actions.book.kinds import Arm, Test
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeDeclared, ChargeEnded, ChargeMet, ChargeReason
from rules.red_actions.events.morale import Pursued
from rules.red_actions.pending.charge import CarryOutCharge
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.pending.morale import LoseBases, PutMarkers, RunAway, TakeTest
from rules.red_actions.play.charge.contact import follow, meet
from rules.red_actions.play.charge.reaching import Assault, assault, onward
from rules.red_actions.play.fire.aiming import refusal
from rules.red_actions.play.morale.rallying import rally_from_pinned
from rules.red_actions.play.morale.running_away import blocked
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.table.measure import bearing, between

STANDS = "stand"


def declared(
    found: Assault, *, beyond: bool, undecided: bool = False, ambush: bool = False, onward: bool = False
) -> CarryOutCharge:
    """The task of a charge that has been found lawful."""
    return CarryOutCharge(
        found.unit.id,
        found.target.id,
        side_struck=found.side,
        way=(found.way.start, found.way.at(found.contact), found.goal),
        left=found.reach,
        distance=found.distance,
        beyond=beyond,
        undecided=undecided,
        ambush=ambush,
        onward=onward,
    )


def announce(course: Course, task: CarryOutCharge) -> None:
    """RA-charge.direction"""
    course.happen(
        ChargeDeclared(
            unit=task.unit,
            target=task.target,
            side_struck=task.side_struck,
            distance=task.distance,
            way=task.way[:2],
            onward=task.onward,
            ambush=task.ambush,
            citations=("RA-R80", "RA-charge.direction"),
        )
    )


def step_charge(course: Course, task: CarryOutCharge) -> None:
    """RA-R80"""
    unit = course.state.find(task.unit)
    if unit is None or unit.at is None:
        course.done()
        return
    if unit.routing:
        _over(course, task, "routed")
        return
    match task.stage:
        case "declared":
            _declare(course, task, unit)
        case "tested":
            _met(course, task, unit)
        case "answered":
            _answered(course, task)
        case "fear":
            _stood(course, task)
        case "fired":
            _goes_on(course, task, unit)
        case "goes-on" | "contact":
            _close(course, task, unit)


def _over(course: Course, task: CarryOutCharge, why: ChargeReason) -> None:
    course.happen(ChargeEnded(unit=task.unit, target=task.target, why=why, citations=("RA-R80",)))
    course.done()


def _declare(course: Course, task: CarryOutCharge, unit: Unit) -> None:
    """A charge out of ambush, or on somebody met on the way: no charge test. RA-ambush.benefit.1, RA-charge.onward,
    RA-R73, RA-R87"""
    state = course.state
    target = state.find(task.target)
    if target is None or target.at is None:
        _over(course, task, "gone")
        return
    if task.onward:
        assert unit.at is not None
        direction = bearing(task.way[0], task.way[1]) if between(task.way[0], task.way[1]) > 1e-6 else unit.facing
        found = onward(state, unit, target, direction, task.left)
    else:
        try:
            found = assault(state, unit, target, ambush=task.ambush)
        except RuleViolation:
            _over(course, task, "halted")
            return
    ready = declared(found, beyond=task.beyond, undecided=task.undecided, ambush=task.ambush, onward=task.onward)
    announce(course, ready)
    course.done(replace(ready, stage="tested"))


# ── What the target does ────────────────────────────────────────────────────────────────────────────────────────────


def _met(course: Course, task: CarryOutCharge, unit: Unit) -> None:
    """Mortars are removed; routers run on or are caught; everybody else may choose. RA-charge.mortars, RA-R80, RA-R127,
    RA-pursuit.5"""
    state = course.state
    target = state.find(task.target)
    if target is None:
        follow(course, task)
        return
    arm = state.card(target).arm
    if arm is Arm.MORTAR:
        removed = LoseBases(
            target.id,
            len(target.bases),
            "removed",
            threat=unit.id,
            reason="charged, its crews run",
            fire_or_combat=False,
        )
        course.done(removed, replace(task, stage="fear"))
    elif target.routing:
        _after_routers(course, task, unit, target)
    else:
        choices = choices_of(state, task, unit, target)
        answer = course.ask("charged", target.side, (target.id,), choices, about=unit.id)
        if answer is None:
            return
        if len(choices) > 1:
            course.happen(ChargeMet(unit=target.id, target=unit.id, answer=answer, citations=("RA-preempt.charged",)))
        course.done(*_at_declaration(state, task), replace(task, stage="answered", reply=answer))


def _at_declaration(state: State, task: CarryOutCharge) -> tuple[PutMarkers, ...]:
    """RA-R11"""
    if state.house.choice("flank-markers") != "at-declaration":
        return ()
    terror = book.contact_terror(task.side_struck)
    return (PutMarkers(task.target, terror=terror, threat=task.unit, reason="charged from behind"),) if terror else ()


def _after_routers(course: Course, task: CarryOutCharge, unit: Unit, target: Unit) -> None:
    """Sabres catch routers whom they reach; others only those who cannot run on. RA-pursuit.5, RA-R57, RA-R127,
    RA-R218"""
    if book.catches_later(course.state.card(unit).arm, blocked(course.state, target, unit.id)):
        course.done(replace(task, stage="contact"))
        return
    course.happen(Pursued(unit=target.id, by=unit.id, side=unit.side, citations=("RA-pursuit.5", "RA-R57")))
    course.done(RunAway(target.id, unit.id, "the enemy is upon it"), replace(task, stage="fear", reply="flee"))


def choices_of(state: State, task: CarryOutCharge, unit: Unit, target: Unit) -> tuple[str, ...]:
    """What the target may do; the first is what an absent side does. RA-preempt.charged, RA-charge.flee,
    RA-charge.shoot, RA-charge.counter, RA-charge.onward"""
    arm, found = state.card(target).arm, list[str]()
    if task.onward or arm is Arm.OFFICER:
        return (STANDS,)
    if may_fire(state, task, target):
        found.append("fire")
    counter = book.counter_charge_bar(state.card(unit).arm, arm, task.side_struck) is None
    if counter and not target.pinned and not target.in_wire:
        found.append("counter-charge")
    found.append(STANDS)
    moves = not (arm is Arm.GUN and not target.limbered) and not target.in_wire
    acted = not target.ready(state.turn) or (state.segment is not None and state.segment.unit == target.id)
    if moves and book.flight_bar(task.side_struck, acted, state.house) is None:
        found.append("flee")
    return tuple(found)


def shot_at_chargers(state: State, task: CarryOutCharge, target: Unit) -> Shot:
    """RA-charge.shoot, RA-R75, RA-R122"""
    far = book.charge_fire_distance(task.distance, state.card(target).range, state.house)
    return Shot(target.id, task.unit, at_distance=far, no_turn=not may_turn(task.side_struck))


def may_fire(state: State, task: CarryOutCharge, target: Unit) -> bool:
    """RA-charge.shoot, RA-charge.guns, RA-R78, RA-R102"""
    mine = state.segment is not None and state.segment.unit == target.id
    fresh = target.ready(state.turn) and not mine and not target.surprised
    return fresh and refusal(state, shot_at_chargers(state, task, target)) is None


def _answered(course: Course, task: CarryOutCharge) -> None:
    """Flight by choice, else the fear test. RA-charge.fear, RA-charge.flee, RA-R71, RA-R72, RA-R127"""
    state = course.state
    target = state.find(task.target)
    then = replace(task, stage="fear")
    if target is None or target.routing:
        course.done(then)
    elif task.reply == "flee":
        marker = PutMarkers(target.id, humiliated=1, threat=task.unit, reason="it flees from a charge")
        course.done(marker, RunAway(target.id, task.unit, "it flees from a charge", steady=True), then)
    elif book.fear_tested(state.card(target).arm, target.routing):
        fear = TakeTest(target.id, Test.FEAR, "charged", task.unit, citation="RA-morale.trigger.charged")
        course.done(fear, then)
    else:
        course.done(then)


def stands(state: State, task: CarryOutCharge) -> bool:
    """Whether the target is still where it was, and has not run."""
    target = state.find(task.target)
    return target is not None and not target.routing and task.reply != "flee" and target.at == task.way[-1]


def _stood(course: Course, task: CarryOutCharge) -> None:
    """Who stands may fire; else the chargers follow. RA-charge.follow, RA-charge.shoot"""
    state = course.state
    if not stands(state, task):
        follow(course, task)
        return
    then = replace(task, stage="fired")
    target = state.unit(task.target)
    if task.reply == "fire" and may_fire(state, task, target):
        shot = shot_at_chargers(state, task, target)
        course.done(CarryOutShooting(shot, reason="charged", answered=True, mode_asked=True), then)
    else:
        course.done(then)


# ── The chargers ────────────────────────────────────────────────────────────────────────────────────────────────────


def _goes_on(course: Course, task: CarryOutCharge, unit: Unit) -> None:
    """A charger that had to retire or routs does not; a pinned one must rally. RA-charge.shoot, RA-R74, RA-R76"""
    moved = unit.at != task.way[0]
    match book.goes_on(moved, unit.routing, unit.pinned, course.house):
        case book.GoesOn.NO:
            _over(course, task, "retired" if moved else "pinned")
            return
        case book.GoesOn.RALLY:
            if not rally_from_pinned(course, unit.id):
                _over(course, task, "pinned")
                return
        case book.GoesOn.YES:
            pass
    course.done(replace(task, stage="contact"))


def _close(course: Course, task: CarryOutCharge, unit: Unit) -> None:
    """Contact, or half-way with those who charge too. RA-charge.contact, RA-charge.counter"""
    state = course.state
    target = state.find(task.target)
    if target is None or target.at is None:
        follow(course, task)
        return
    if task.reply == "counter-charge" and not target.routing:
        lose_segment(course, target.id, "it has counter-charged")
    meet(course, task, unit, target)
