"""The roll after a battle: who is dead, wounded, captured, and which bases are lost. RA-R226, RA-R229"""

from __future__ import annotations

from collections.abc import Iterator

from rules.red_actions.book.kinds import Arm
from rules.red_actions.course import Course
from rules.red_actions.events.setup import BaseFate, LossesCounted, OfficerFate, RollCalled
from rules.red_actions.state import State

DEAD = 3
"""At most, on a d6. RA-R226"""


def call_roll(course: Course) -> None:
    """At the end of the battle, however it came."""
    officers: list[OfficerFate] = []
    for officer in course.state.officers:
        if officer.fate == "captured":
            officers.append(OfficerFate(officer.id, officer.side, "captured"))
        elif officer.fate == "casualty":
            die = course.chance.roll(6, for_="an officer's fate")
            officers.append(OfficerFate(officer.id, officer.side, "killed" if die <= DEAD else "wounded", die))
    state = course.state
    marked = tuple((unit.id, unit.humiliated) for unit in state.units if unit.humiliated)
    course.happen(RollCalled(officers=tuple(officers), citations=("RA-R226",)))
    course.happen(LossesCounted(bases=tuple(_bases(state)), humiliated=marked, citations=("RA-R220",)))


def _bases(state: State) -> Iterator[BaseFate]:
    """Prisoners stay with the enemy; what stands abandoned is his who holds the field. RA-R88"""
    for loss in state.losses:
        if state.cards.card(loss.base.card).arm is not Arm.OFFICER:
            yield BaseFate(loss.base.id, loss.base.card, loss.unit, loss.side, loss.how, loss.by)
    for group in state.prisoners:
        for base in group.bases:
            yield BaseFate(base.id, base.card, group.unit, group.side, "captured", group.guard)
    winner = state.ended.winner if state.ended is not None else None
    for left in state.abandoned:
        if winner is not None and winner != left.side and left.what != "horses":
            for base in left.bases:
                yield BaseFate(base.id, base.card, left.unit, left.side, "captured")
