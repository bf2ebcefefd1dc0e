"""Prisoners: who holds them, who takes them to the rear, how they get away. IA-pris.handling, IA-pris.escape"""

from __future__ import annotations

from typing import Literal

from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.book.prisoners import Guard, held
from rules.infantry_action.course import Course
from rules.infantry_action.events.reaction import PrisonersFreed, PrisonersWalked
from rules.infantry_action.figures import Figure, Life
from rules.infantry_action.groups import Group
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.ground.places import counted
from rules.infantry_action.play.reaction.circumstances import members
from rules.infantry_action.play.reaction.testing import freed_name
from rules.infantry_action.state import State
from rules.table.measure import between, to_edge

_AT_THE_LINE = 1.0


def guard_prisoners(course: Course) -> None:
    """At the end of a period: they have walked with their escort; whoever is held by nobody is free."""
    for group in course.state.groups:
        if group.kind == "prisoners" and members(course.state, group):
            _one(course, group)


def _one(course: Course, group: Group) -> None:
    state = course.state
    escort = state.find(group.escort)
    if escort is not None and _over_the_line(state, group, escort):
        course.happen(
            PrisonersWalked(
                group=group.id,
                off=True,
                audience=who_see_any(state, group.id),
                citations=("IA-pris.handling", "IA-R117"),
            )
        )
        return
    why = why_free(state, group)
    if why is not None:
        course.happen(
            PrisonersFreed(
                group=group.id,
                name=freed_name(group),
                why=why,
                audience=who_see_any(state, group.id),
                citations=("IA-pris.escape", "IA-pris.handling", "IA-R117"),
            )
        )


def why_free(state: State, group: Group) -> Literal["no escort", "unguarded"] | None:
    """None: they are held. In the period in which they were taken nobody need be named yet. IA-R117"""
    men = members(state, group)
    taken = max(man.lost_in for man in men)
    if not group.escort and taken < state.period:
        return "no escort"
    guards = [_guard(state, man, men) for man in state.fit(state.foe(group.side)) if state.position(man) is not None]
    return None if held(guards) else "unguarded"


def _guard(state: State, enemy: Figure, men: tuple[Figure, ...]) -> Guard:
    """As he stands to the nearest of them."""
    at = state.measured(enemy) or (0.0, 0.0)
    near = min(men, key=lambda man: between(at, man.at or at))
    prone = counted(state, enemy) is Posture.PRONE and near.posture is Posture.PRONE
    return Guard(between(at, near.at or at), prone)


def _over_the_line(state: State, group: Group, escort: Figure) -> bool:
    """He has brought them to his own base line, or gone over it: whom the umpire takes off elsewhere has not.
    IA-pris.handling, IA-R262"""
    at = state.position(escort)
    if at is None or state.board is None or escort.life not in (Life.FIT, Life.WITHDRAWN):
        return False
    edge = dict(state.board.edges).get(escort.side)
    return edge is not None and to_edge(state.board, at, edge) <= _AT_THE_LINE and escort.doing.moved > 0
