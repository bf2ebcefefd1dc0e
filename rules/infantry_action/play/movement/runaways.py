"""Who runs in panic: with his group, with his leader, or not, by a test of his own. IA-leadertest.panic"""

from __future__ import annotations

from rules.infantry_action.book.reaction_results import band_of
from rules.infantry_action.figures import Figure
from rules.infantry_action.groups import Bound, Group
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def runs_along(state: State, man: Figure) -> bool:
    """Whether he joins the panic dash of a leader, whatever his group's result: while that leader runs. IA-R116,
    IA-R262"""
    return any(man.id in group.bound.joined and _leads(state, group) for group in state.groups)


def _leads(state: State, group: Group) -> bool:
    leader = state.find(group.bound.leader)
    return leader is None or leader.fit


def as_bound(state: State, group: Group) -> Group:
    """The group as its last test binds it: a leader who is by himself now is bound by his own. IA-leadertest.separate,
    IA-R115"""
    bound = group.bound
    if bound.leader_score is None or any(man.id != bound.leader for man in state.men(group.id)):
        return group
    return replace(group, bound=Bound(bound.leader_score, joined=bound.joined))


def runs(state: State, group: Group, man: Figure, all_run: bool) -> bool:
    """Whether he makes a panic dash. A leader is bound by his own test, and the crew of a weapon that has the better
    result stays with it. IA-leadertest.separate, IA-crewtest.plus1, IA-R114 to IA-R116"""
    if runs_along(state, man):
        return True
    bound = group.bound
    if bound.leader == man.id and bound.leader_score is not None:
        return band_of(bound.leader_score).panics
    gun = state.find_gun(man.serves)
    if all_run and gun is not None and not gun.gone and bound.crews is not None:
        return band_of(bound.crews).panics
    return all_run
