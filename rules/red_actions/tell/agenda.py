"""Questions, answers and watches in words."""

from __future__ import annotations

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
from rules.red_actions.questions import ROWS
from rules.red_actions.tell.words import Words
from rules.telling.told import TellingRole, Told


def tell_agenda(words: Words, event: AgendaEvent) -> Told | None:
    match event:
        case AgendaSet() | Asked() | ActionResumed():
            return None
        case Answered():
            return _answered(words, event)
        case StandingSet():
            row = ROWS[event.question]
            said = row.labels.get(event.answer, event.answer)
            return Told(f"{row.topic}: {said[:1].lower()}{said[1:]} from now on", own_word=True)
        case WatchSet():
            how = {"ask": "asks before enemy actions", "try": "tries to act before enemies"}
            said = "does not watch any more" if event.watch is None else how[event.watch.answer]
            return Told(f"{words.unit(event.unit)} {said}")
        case PreemptRolled():
            verdict = "acts first" if event.done else "comes too late"
            about = f" for {words.unit(event.about)}" if not event.done else ""
            detail = (f"{event.roll} on a d6, 6 needed",)
            return Told(f"{words.unit(event.unit)} {verdict}{about}", details=detail)
        case ActionDropped():
            return Told(f"{words.unit(event.unit)} cannot do that any more", role=TellingRole.DETAIL)


def _answered(words: Words, event: Answered) -> Told | None:
    """What is answered shows in what follows; only a refusal to fight back is worth a word."""
    question = event.question
    if not question.who:
        return None
    name = words.unit(question.who[0])
    said = {
        ("charged", "flee"): "flees from the charge",
        ("charged", "counter-charge"): "counter-charges",
        ("return-fire", "no"): "holds its fire",
        ("mode", "evade"): "evades for the rest of the turn",
    }.get((question.kind, event.answer))
    return Told(f"{name} {said}", role=TellingRole.DETAIL) if said is not None else None
