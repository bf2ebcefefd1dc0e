"""A fallen junior officer's place is filled when his unit next acts of its own will. RA-officer.loss.3, RA-R49"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Arm
from rules.red_actions.course import Course
from rules.red_actions.events.command import OfficerReplaced
from rules.red_actions.play.officers.officer_effects import private
from rules.red_actions.play.officers.tokens import draw_junior, left
from rules.red_actions.state import State
from rules.red_actions.units import Officer, Unit


def lacks_officer(state: State, unit: Unit) -> bool:
    """Whether a junior officer is due to it: riflemen and sabres have one; of others those that had one.
    RA-def.unit.1, RA-R106"""
    if state.junior(unit.id) is not None or unit.with_unit:
        return False
    had = any(officer.unit == unit.id and officer.rank == "junior" for officer in state.officers)
    return had or state.card(unit).arm in (Arm.RIFLE, Arm.SABRE)


def replace_officer(course: Course, unit: str) -> None:
    """Done first of all in its segment: the token counts for what it does. RA-officer.loss.3, RA-R49, RA-R106"""
    state = course.state
    found = state.find(unit)
    if found is not None and lacks_officer(state, found):
        take_over(course, found)


def take_over(course: Course, unit: Unit) -> None:
    """A new officer, with a token drawn for him. RA-officer.loss.5, RA-R210"""
    state = course.state
    token, cup = draw_junior(state, unit.side, course.chance)
    before = [o for o in state.officers if o.unit == unit.id and o.rank == "junior" and not o.fit]
    officer = Officer(
        id=f"{unit.id}-officer-{state.new_ids + 1}",
        name=f"{_TITLES[min(len(before), len(_TITLES) - 1)]} of {unit.name}",
        side=unit.side,
        rank="junior",
        unit=unit.id,
        token=token,
        replaces=before[-1].id if before else "",
    )
    course.happen(
        OfficerReplaced(officer=officer, cup=cup, audience=private(unit), citations=("RA-officer.loss.3", "RA-R49"))
    )


_TITLES = ("the new commander", "the second new commander", "the third new commander", "the latest commander")
"""Until his side's roster names him."""


def states_to_come(state: State, unit: str) -> list[tuple[State, Fraction]]:
    """The battle with each officer who may be drawn for it when its segment begins, and how likely he is. RA-R49"""
    found = state.find(unit)
    segment = state.segment
    begun = segment is not None and segment.unit == unit
    if found is None or begun or not lacks_officer(state, found):
        return [(state, Fraction(1))]
    cup = left(state, found.side) or state.cards.deck(state.side(found.side).army)
    drawn = Officer(id=f"{unit}-next", name="", side=found.side, rank="junior", unit=unit)
    return [
        (replace(state, officers=(*state.officers, replace(drawn, token=token))), Fraction(count, len(cup)))
        for token, count in sorted(Counter(cup).items())
    ]
