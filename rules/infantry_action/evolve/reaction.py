"""Nerves and prisoners, applied."""

from __future__ import annotations

from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.events.reaction import (
    EscortNamed,
    FlameSeen,
    GroupSurrendered,
    GroupTested,
    PrisonersFreed,
    PrisonersWalked,
    ReactionEvent,
)
from rules.infantry_action.evolve.movement import fallen
from rules.infantry_action.figures import LONG_AGO, GivenUp, Life
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def evolve_reaction(state: State, event: ReactionEvent) -> State:
    match event:
        case FlameSeen():
            return replace(
                state, groups=tuple(replace(g, saw_flame=True) if g.id in event.groups else g for g in state.groups)
            )
        case GroupTested():
            return state.with_group(replace(state.group(event.group), score=event.score, bound=event.bound))
        case GroupSurrendered():
            return _surrendered(state, event)
        case EscortNamed():
            return state.with_group(replace(state.group(event.group), escort=event.escort))
        case PrisonersWalked():
            places = dict(event.places)
            men = (f for f in state.figures if f.id in places or (event.off and f.group == event.group))
            return state.with_figure(*(replace(man, at=places.get(man.id)) for man in men))
        case PrisonersFreed():
            return _freed(state, event)


def _surrendered(state: State, event: GroupSurrendered) -> State:
    """They are disarmed; their group has lost them. IA-pris.handling, IA-R101"""
    if event.prisoners is None:
        return state
    state = replace(state, groups=(*state.groups, event.prisoners))
    for die in event.dice:
        if not die.surrenders:
            continue
        state = fallen(state, ManLost(figure=die.figure, life=Life.PRISONER, cause="surrender"))
        man = state.figure(die.figure)
        kit = GivenUp(man.weapons, man.grenades, man.gear, man.charges)
        state = state.with_figure(
            replace(
                man, group=event.prisoners.id, weapons=(), grenades=False, gear=(), charges=(), place="", given_up=kit
            )
        )
    return state


def _freed(state: State, event: PrisonersFreed) -> State:
    """Fit again, and no loss any more to anybody. IA-R101"""
    group = replace(state.group(event.group), kind="infantry", escort="", name=event.name)
    back = {figure.id for figure in state.figures if figure.group == group.id and figure.life is Life.PRISONER}
    state = state.with_figure(
        *(replace(state.figure(id_), life=Life.FIT, lost_in=LONG_AGO) for id_ in sorted(back))
    ).with_group(group)
    return replace(
        state, groups=tuple(replace(g, lost=tuple(one for one in g.lost if one not in back)) for g in state.groups)
    )
