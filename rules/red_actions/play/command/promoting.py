"""A junior officer takes the place of a senior who has fallen. RA-officer.loss.4, RA-officer.loss.5, RA-R50"""

from __future__ import annotations

from rules.red_actions.book.officers import promotion_turn
from rules.red_actions.course import Course
from rules.red_actions.events.command import OfficerPromoted
from rules.red_actions.pending.morale import Promote
from rules.red_actions.play.officers.replacing import take_over
from rules.red_actions.state import State
from rules.red_actions.units import Base, Officer, Unit

MOST = 3
"""Officers to choose from."""


def promote_due(course: Course) -> None:
    """At the end of a turn: who has fallen in an earlier one is followed by a junior officer. RA-officer.loss.4"""
    due = [officer.id for officer in course.state.officers if promotion_is_due(course.state, officer)]
    course.push(*(Promote(officer) for officer in due))


def promotion_is_due(state: State, officer: Officer) -> bool:
    """RA-R50, RA-R211"""
    followed = any(each.replaces == officer.id for each in state.officers)
    return (
        officer.rank == "senior"
        and not officer.fit
        and not followed
        and state.turn >= promotion_turn(officer.fell)
        and bool(successors(state, officer))
    )


def successors(state: State, fallen: Officer) -> tuple[Officer, ...]:
    """The juniors to choose from: the highest in rank, then the best token; three at most. RA-R50, RA-R211"""
    able = [
        officer
        for officer in state.officers
        if officer.side == fallen.side
        and officer.rank == "junior"
        and officer.fit
        and (unit := state.find(officer.unit)) is not None
        and unit.at is not None
        and not unit.routing
    ]
    able.sort(key=lambda o: (-o.level, -(state.cards.token(o.token).morale if o.token else 0), o.id))
    return tuple(able[:MOST])


def step_promote(course: Course, task: Promote) -> None:
    state = course.state
    fallen = state.officer(task.officer)
    able = successors(state, fallen)
    if not able or not promotion_is_due(state, fallen):
        course.done()
        return
    answer = course.ask("promote", fallen.side, (), [officer.id for officer in able], about=fallen.id)
    if answer is None:
        return
    risen = next((officer for officer in able if officer.id == answer), able[0])
    unit = state.unit(risen.unit)
    course.happen(
        OfficerPromoted(
            officer=risen.id,
            replaces=fallen.id,
            staff=_staff(state, fallen, risen, unit),
            citations=("RA-officer.loss.4", "RA-R50"),
        )
    )
    take_over(course, course.state.unit(unit.id))
    course.done()


def _staff(state: State, fallen: Officer, risen: Officer, unit: Unit) -> Unit:
    """The fallen officer's staff gathers round the new one, with the unit that he had. RA-R211"""
    base = next((loss.base for loss in reversed(state.losses) if loss.unit == fallen.unit), None)
    card = base.card if base is not None else _foot(state)
    number = state.new_ids + 1
    return Unit(
        id=f"staff-{number}",
        name=risen.name,
        side=fallen.side,
        card=card,
        bases=(base or Base(f"staff-{number}-base", card),),
        raised=1,
        at=unit.at,
        facing=unit.facing,
        with_unit=unit.id,
        acted=state.turn,
    )


def _foot(state: State) -> str:
    return next(card.id for card in state.cards.cards if card.arm.value == "officer")
