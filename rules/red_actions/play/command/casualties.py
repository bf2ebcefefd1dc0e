"""Dice for officers, and what the loss of the last one does. RA-officer.loss.1, RA-officer.loss.2"""

from __future__ import annotations

from rules.red_actions.book import officers as book
from rules.red_actions.book.kinds import Test
from rules.red_actions.book.morale import MoraleTrigger
from rules.red_actions.book.shot_effect import serious_tests
from rules.red_actions.course import Course
from rules.red_actions.events.command import OfficerDiced
from rules.red_actions.pending.morale import OfficerDice, PutMarkers, TakeTest
from rules.red_actions.play.officers.officer_effects import private
from rules.red_actions.state import State
from rules.red_actions.units import Loss, Officer, Unit

REASONS = {
    MoraleTrigger.SERIOUS_RESULT: ("a serious shooting result", "RA-morale.trigger.serious"),
    MoraleTrigger.OFFICERS_LOST: ("all its officers lost", "RA-morale.trigger.officers"),
}


def step_officer_dice(course: Course, task: OfficerDice) -> None:
    """A die each, junior first; the last one's fall is a terror marker, then a serious test. RA-result.off.each,
    RA-combat.officer.1, RA-combat.officer.2, RA-combat.officer.3, RA-officer.loss.2, RA-R35, RA-R36, RA-R84, RA-R132"""
    state = course.state
    unit = state.find(task.unit)
    if unit is None:
        course.done()
        return
    combat = task.cause == "combat"
    most = book.most_deadly(combat, unit.routing)
    before = state.officers_in(unit.id)
    fallen = 0
    for officer in before:
        die = course.chance.roll(6, for_=f"officer casualty in {task.cause}: {officer.name}")
        falls = die <= most
        fallen += falls
        course.happen(
            OfficerDiced(
                officer=officer.id,
                unit=unit.id,
                cause=task.cause,
                die=die,
                most=most,
                falls=falls,
                loss=staff_of(state, officer, unit, task.threat) if falls else None,
                audience=private(unit),
                citations=("RA-combat.officer.1",) if combat else ("RA-result.off.each",),
            )
        )
    all_lost = 0 < len(before) == fallen
    marker = (PutMarkers(unit.id, terror=book.loss_terror(), threat=task.threat, reason="all its officers lost"),)
    tests = tuple(
        TakeTest(unit.id, Test.SERIOUS, REASONS[trigger][0], task.threat, citation=REASONS[trigger][1])
        for trigger in serious_tests(task.serious, all_lost, course.house)
    )
    course.done(*(marker if all_lost else ()), *tests)


def staff_of(state: State, officer: Officer, unit: Unit, by: str) -> Loss | None:
    """The base of a senior officer who falls. A lone one's is his unit. Who falls with hidden troops falls unseen."""
    base = state.find(officer.unit) if officer.rank == "senior" else None
    if base is None:
        return None
    return Loss(base.bases[0], base.id, unit.side, "destroyed", state.turn, by, unseen=private(unit) is not None)
