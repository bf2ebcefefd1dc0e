"""What the umpire has done, applied."""

from __future__ import annotations

from rules.battle.facts import with_ruling
from rules.battle.umpire import FactRuled, UmpireActed
from rules.infantry_action.events.movement import ManLost, Moved
from rules.infantry_action.events.umpire import (
    FigureRemoved,
    FigureRestored,
    GroupPlaced,
    GroupSteadied,
    KitChanged,
    LightSet,
    MinesLaid,
    UmpireEvent,
)
from rules.infantry_action.evolve.movement import evolve_movement, fallen
from rules.infantry_action.evolve.turn import mined
from rules.infantry_action.figures import LONG_AGO, Life
from rules.infantry_action.groups import FREE
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def evolve_umpire(state: State, event: UmpireEvent) -> State:
    match event:
        case UmpireActed():
            return state
        case LightSet():
            return replace(state, light=event.light)
        case FactRuled():
            return replace(state, ruled=with_ruling(state.ruled, event.ruled))
        case GroupPlaced():
            return evolve_movement(
                state, Moved(group=event.group, men=event.men, guns=event.guns, vehicles=event.vehicles)
            )
        case FigureRemoved():
            return fallen(state, ManLost(figure=event.figure, life=Life.WITHDRAWN, cause=event.reason))
        case FigureRestored():
            man = state.figure(event.figure)
            group = state.group(man.group)
            state = state.with_group(replace(group, lost=tuple(each for each in group.lost if each != man.id)))
            return state.with_figure(replace(man, life=Life.FIT, lost_in=LONG_AGO, killed=False))
        case GroupSteadied():
            return state.with_group(replace(state.group(event.group), bound=FREE))
        case MinesLaid():
            return replace(state, mines=mined(state.mines, event.mines))
        case KitChanged():
            man = state.figure(event.figure)
            return state.with_figure(
                replace(man, weapons=event.weapons, gear=event.gear, charges=event.charges, grenades=event.grenades)
            )
