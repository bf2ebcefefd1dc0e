"""Whose is the place: chargers and winners take the ground that the enemy has left. XI.1.1, XI.3.3, XI.4.44."""

from __future__ import annotations

from rules.book_and_gun.actions.combat import TakePlace
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.turn import question
from rules.book_and_gun.play.turn.question import Answered
from rules.book_and_gun.state import ChargeInProgress, State
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.table.board import Point
from rules.table.measure import between


def held(charge: ChargeInProgress) -> Point | None:
    """The middle of where the charged figures stood when the charge was declared."""
    if not charge.held:
        return None
    number = len(charge.held)
    return sum(at[0] for _, at in charge.held) / number, sum(at[1] for _, at in charge.held) / number


def judge_place(state: State, action: TakePlace, by: Actor) -> Answered[TakePlace]:
    """Raises RuleViolation when nobody asks whose the place is."""
    return question.answered(state, "place", action.unit, action, by)


def take_place(state: State, ready: Answered[TakePlace], chance: Chance) -> list[Event]:
    """The answer to whose the place is. BG-XI.3.3, BG-XI.4.44."""
    course = Course(state, chance)
    asked, take = ready.question, ready.action.take
    question.close(course, asked, "take" if take else "stay")
    if take and asked.place is not None:
        occupy(course, asked.unit, asked.place, "BG-XI.3.3")
    return course.events


def occupy(course: Course, unit_id: str, place: Point, *citations: str) -> None:
    unit = course.unit(unit_id)
    placed = closing.occupy(course.state, unit.fit, place)
    start = middle(unit.fit)
    if start is None or not placed:
        return
    walk(
        course,
        UnitMoved(
            unit=unit_id,
            figures=tuple(p.figure for p in placed),
            how="occupy",
            inches=round(between(start, place), 2),
            placed=placed,
            path=(start, place),
            uses_move=False,
            citations=citations,
        ),
    )


def offer(course: Course, unit_id: str, other: str, place: Point | None, *citations: str) -> None:
    """Asks the side of the unit whether it takes the place. Nothing to ask without positions."""
    if place is not None and course.unit(unit_id).fit:
        question.put(course, "place", unit_id, other, *citations, place=place)
