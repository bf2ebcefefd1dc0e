"""What is going on, applied."""

from __future__ import annotations

from rules.battle.question import StandingReply, with_answer
from rules.changing import replace
from rules.red_actions.events.agenda import AgendaEvent, AgendaSet, Answered, Asked, StandingSet, WatchSet
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
