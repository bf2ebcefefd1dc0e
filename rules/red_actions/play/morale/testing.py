"""Morale tests taken in a battle. RA-morale.roll.1, RA-morale.roll.2"""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.facts import Itemised
from rules.red_actions.book import morale as book
from rules.red_actions.book.kinds import Test
from rules.red_actions.course import Course
from rules.red_actions.events.morale import Tested, TrainFrightened
from rules.red_actions.pending.morale import RetireUnit, RunAway, TakeTest
from rules.red_actions.play.morale.numbers import success, tests
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.units import Unit


@dataclass(frozen=True, slots=True)
class Tried:
    """A test that was taken, and what the book makes of it."""

    tested: book.MoraleRoll
    result: book.MoraleResult


def roll_test(
    course: Course, unit: Unit, test: Test, reason: str, number: Itemised | None = None, *, citation: str = ""
) -> Tried:
    """Two dice against its success number. RA-morale.roll.1, RA-weather.night.morale"""
    state = course.state
    number = number or success(state, unit, test)
    tested = book.take(test, number, course.chance, state.light, unit.name)
    rally = test is Test.RALLY and (unit.routing or unit.rails is not None)
    course.happen(
        Tested(
            unit=unit.id,
            test=test,
            items=number.items,
            dice=tested.dice,
            over=tested.roll - tested.natural,
            passed=tested.passed,
            reason=reason,
            attempt=rally,
            audience=secret_to(unit),
            citations=("RA-morale.roll.1", *((citation,) if citation else ())),
        )
    )
    return Tried(tested, book.result(tested, unit.routing, course.house))


def step_take_test(course: Course, task: TakeTest) -> None:
    """Not for who is gone or routs already; who fails a fear test routs, a serious one retires; a frightened train must
    leave the table. RA-morale.fail.fear, RA-morale.fail.serious, RA-train.hits.4, RA-R38, RA-R98"""
    state = course.state
    unit = state.find(task.unit)
    if unit is None or unit.routing or not tests(state, unit, task.test):
        course.done()
        return
    number = success(
        state, unit, task.test, modifier=task.modifier, why=task.reason, citation=task.citation
    )  # fmt: skip
    tried = roll_test(course, unit, task.test, task.reason, number, citation=task.citation)
    if tried.tested.passed:
        course.done()
    elif unit.rails is not None:
        course.happen(TrainFrightened(unit=unit.id, leaving=True, citations=("RA-train.hits.4",)))
        course.done()
    elif tried.result is book.MoraleResult.ROUTS:
        course.done(RunAway(unit.id, task.threat, task.reason))
    else:
        course.done(RetireUnit(unit.id, task.threat))
