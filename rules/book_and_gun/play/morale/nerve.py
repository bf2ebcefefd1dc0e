"""Tests of nerve in a battle: the roll on a chart of will, noted with the leader who counted for it."""

from __future__ import annotations

from rules.book_and_gun.book.check import Check
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import MoraleTested
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.facts import Fact


def tested(course: Course, unit: Unit, rolled: Check, leader: Figure | None, *citations: str) -> None:
    """Notes a check of a unit. `leader`: the one it has, or who rallies it; a rally spends his attempt of the turn."""
    noted(course, unit, rolled, leader, citations)


def noted(
    course: Course,
    unit: Unit,
    rolled: Check,
    leader: Figure | None,
    citations: tuple[str, ...],
    facts: tuple[Fact, ...] = (),
) -> None:
    """The same, with what else was known of it."""
    course.note(
        MoraleTested(
            chart=rolled.subject,
            side=unit.side,
            unit=unit.id,
            leader=leader.id if leader else None,
            top=rolled.limit,
            dice=rolled.dice,
            passed=rolled.passed,
            facts=facts,
            draws=course.chance.taken(),
            citations=citations,
        )
    )
