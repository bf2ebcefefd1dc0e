"""What is going on, applied."""

from __future__ import annotations

from rules.battle.question import StandingReply, with_answer
from rules.kernel.changing import replace
from rules.red_actions.events.agenda import (
    ActionDropped,
    ActionResumed,
    AgendaEvent,
    AgendaSet,
    Answered,
    Asked,
    PreemptRolled,
    StandingSet,
    WatchSet,
)
from rules.red_actions.state import State


def evolve_agenda(state: State, event: AgendaEvent) -> State:
    match event:
        case AgendaSet():
            return replace(state, agenda=event.agenda, reply="" if event.taken else state.reply)
        case Asked():
            return replace(state, question=event.question, questions=event.question.number, reply="")
        case Answered():
            return replace(state, question=None, reply=event.answer)
        case StandingSet():
            reply = StandingReply(event.side, event.question, event.answer)
            return replace(state, standing=with_answer(state.standing, reply))
        case WatchSet():
            rest = tuple(watch for watch in state.watches if watch.unit != event.unit)
            return replace(state, watches=rest if event.watch is None else (*rest, event.watch))
        case PreemptRolled():
            unit = state.find(event.unit)
            return state if unit is None else state.with_unit(replace(unit, clever_turn=state.turn))
        case ActionResumed():
            return replace(state, announced=event.action)
        case ActionDropped():
            return replace(state, announced="")
