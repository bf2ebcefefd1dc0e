"""Charges, close combat and morale in words."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.combat import (
    ChargeUpdated,
    CombatEnded,
    CombatEvent,
    CombatJoined,
    CombatUpdated,
    Fought,
    MoraleChanged,
    MoraleTested,
    PortionDetached,
    PortionRejoined,
    PrisonerFreed,
    QuestionAnswered,
    QuestionAsked,
    SideImmobile,
)
from rules.book_and_gun.state import Morale
from rules.book_and_gun.tell.words import Words, dice, itemised, known, listed, told
from rules.facts import signed
from rules.ruleset import Told

_TESTS = {
    "rally": ("rallies", "does not rally"),
    "close into combat": ("closes in", "does not close in"),
    "stand and fight": ("stands", "does not stand"),
    "evasion": ("gets away", "does not get away"),
    "major": ("keeps its heart", "is paralysed"),
    "critical": ("holds", "wavers"),
    "pinned": ("is free to move", "stays down"),
}


_ANSWERS = {
    "stand": "stands its ground",
    "evade": "turns to evade",
    "take": "takes the place",
    "stay": "stays where it is",
    "bring up": "is supported by its neighbours",
    "keep out": "fights without its neighbours",
    "none": "defends none of its wounded",
}


def tell_combat(words: Words, event: CombatEvent) -> Told | None:
    match event:
        case MoraleTested():
            return _tested(words, event)
        case MoraleChanged():
            if not words.knows(event.unit):
                return None
            bad = event.morale is not Morale.STEADY
            return told(event, f"{words.unit(event.unit)} is {event.morale.value}: {event.reason}.", important=bad)
        case SideImmobile():
            return told(event, f"{words.side(event.side)} cannot move in turn {event.turn}.", important=True)
        case CombatJoined():
            return _joined(words, event)
        case Fought():
            return _fought(words, event)
        case CombatUpdated():
            return told(event, "The close combat goes on", facts=event.facts) if event.facts else None
        case CombatEnded():
            return told(event, f"The close combat is over: {words.side(event.winner)} has the ground.")
        case PrisonerFreed():
            return (
                told(event, f"{words.figure(event.figure)} is no longer guarded.") if words.knows(event.unit) else None
            )
        case PortionDetached():
            many = "1 figure" if len(event.figures) == 1 else f"{len(event.figures)} figures"
            own = "is a body of its own" if len(event.figures) == 1 else "are a body of their own"
            line = f"{many} of {words.unit(event.unit)}, out of the leader's reach, {own}."
            return known(words, event.unit, told(event, line))
        case PortionRejoined():
            return known(words, event.unit, told(event, f"{words.unit(event.unit)} is one body again."))
        case QuestionAnswered():
            said = _ANSWERS.get(event.answer) or _defends(words, event)
            return known(words, event.unit, told(event, f"{words.unit(event.unit)} {said}."))
        case ChargeUpdated() | QuestionAsked():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def _defends(words: Words, event: QuestionAnswered) -> str:
    return f"defends {words.figures(event.answer.split(', '))}"


def _tested(words: Words, event: MoraleTested) -> Told | None:
    if event.unit is not None and not words.knows(event.unit):
        return None
    who = words.side(event.side) if event.unit is None else words.unit(event.unit)
    passed, failed = _TESTS.get(event.chart, ("passes", "fails"))
    rolled = f"{dice(event.dice)} = {sum(event.dice)}" if event.dice else ""
    leader = f"leader: {words.figure(event.leader, home=False)}" if event.leader is not None else ""
    lines = [" · ".join(filter(None, (itemised("Pass at", event.top), leader))), rolled]
    headline = f"{who} {passed if event.passed else failed} ({event.chart})."
    return told(event, headline, details=lines, facts=event.facts, shown=bool(rolled))


def _joined(words: Words, event: CombatJoined) -> Told:
    combat = event.combat
    ours, theirs = (listed([words.unit(u) for u in units]) for units in (combat.attackers, combat.defenders))
    how = "meets the charge of" if combat.counter else "is in close combat with"
    first, second = (theirs, ours) if combat.counter else (ours, theirs)
    return told(
        event,
        f"{first} {how} {second}.",
        f"{len(combat.attacking)} against {len(combat.defending)} figures",
        "A desperate fight" if combat.desperate else "",
        important=True,
    )


def _fought(words: Words, event: Fought) -> Told:
    winner = event.defender if event.loser == event.charger else event.charger
    fate = {"killed": "kills", "wounded": "wounds", "runs": "drives off"}[event.result]
    pairs = zip(event.charger_dice, event.defender_dice, strict=False)
    rolled = ", then ".join(f"{a} : {b}" for a, b in pairs)
    modifiers = f"{signed(event.charger_modifiers.value)} : {signed(event.defender_modifiers.value)}"
    return told(
        event,
        f"{words.figure(winner)} {fate} {words.figure(event.loser)}.",
        details=[
            f"D20 {rolled}; modifiers {modifiers}",
            f"Fate of the loser, 1D20: {event.result_die}",
        ],
        shown=True,
    )
