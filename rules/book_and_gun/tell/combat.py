"""Charges, close combat and morale in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
from rules.book_and_gun.tell.words import Words, itemised, known, told
from rules.book_and_gun.units import Morale
from rules.kernel.facts import Fact, signed
from rules.language.words import counted, listed, plural, total
from rules.telling.told import Gravity, TellingRole, Told, Upshot

_TESTS = {
    "rally": ("rallies", "does not rally", "rally"),
    "close into combat": ("closes in", "does not close in", "check of will to close in"),
    "stand and fight": ("stands and fights", "does not stand", "check of will to stand"),
    "evasion": ("gets away", "does not get away", "evasion"),
    "major": ("passed", "failed", "major morale check"),
    "critical": ("keeps its nerve", "loses its nerve", "critical morale check"),
    "pinned": ("keeps its nerve", "stays pinned", "check of a pinned unit"),
}
"""In which words a check is passed or failed, and what it is called."""

_BECOMES = {
    (Morale.STEADY, "no longer pinned"): "is no longer pinned",
    (Morale.STEADY, "rallied"): "has rallied",
    (Morale.SHAKEN, "rallied"): "has rallied from its rout; it is still shaken",
    (Morale.STEADY, "critical check"): "is steady again: it kept its nerve",
    (Morale.PINNED, "critical check"): "is pinned: it lost its nerve",
    (Morale.SHAKEN, "critical check"): "is shaken: it lost its nerve",
}
_REASONS = {
    "failed its critical check": "it lost its nerve",
    "failed its pinned check": "it lost its nerve",
    "did not close": "it did not close in",
    "did not stand, being shaken": "shaken already, it did not stand",
    "did not stand": "it did not stand",
    "lost a close combat": "it lost a close combat",
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
            return known(words, event.unit, _changed(words, event))
        case SideImmobile():
            line = f"No unit of {words.side(event.side)} may move in turn {event.turn}."
            return told(event, line, important=True, role=TellingRole.FOLLOWS)
        case CombatJoined():
            return _joined(words, event)
        case Fought():
            return _fought(words, event)
        case CombatUpdated():
            return (
                told(event, "The close combat goes on", facts=event.facts, role=TellingRole.DETAIL)
                if event.facts
                else None
            )
        case CombatEnded() if event.hunt:
            return None
        case CombatEnded():
            ground = f"the ground is held by {words.side(event.winner)}" if event.winner else "nobody holds the ground"
            over = told(event, f"The close combat is over: {ground}.", role=TellingRole.FOLLOWS)
            taken = Upshot(words.side(event.winner), "holds the ground of the close combat", Gravity.GROUND)
            return replace(over, upshots=(taken,)) if event.winner else over
        case PrisonerFreed():
            return (
                told(event, f"{words.figure(event.figure)} is no longer guarded.") if words.knows(event.unit) else None
            )
        case PortionDetached():
            many = counted(len(event.figures), "figure")
            own = "is a body of its own" if len(event.figures) == 1 else "are a body of their own"
            line = f"{many} of {words.unit(event.unit)}, out of the leader's reach, {own}."
            return known(words, event.unit, told(event, line, role=TellingRole.FOLLOWS))
        case PortionRejoined():
            return known(words, event.unit, told(event, f"{words.unit(event.unit)} is one body again."))
        case QuestionAnswered():
            said = _ANSWERS.get(event.answer) or _defends(words, event)
            line = f"{words.unit(event.unit)} {said}."
            return known(words, event.unit, told(event, line, role=TellingRole.OPENS, about=event.unit))
        case ChargeUpdated() | QuestionAsked():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def _defends(words: Words, event: QuestionAnswered) -> str:
    return f"defends {words.figures(event.answer.split(', '))}"


def _tested(words: Words, event: MoraleTested) -> Told | None:
    if event.unit is not None and not words.knows(event.unit):
        return None
    who = words.side(event.side) if event.unit is None else _tested_group(words, event.unit, event.facts)
    passed, failed, name = _TESTS[event.chart]
    rolled = total(event.dice)
    leader = f"leader: {words.figure(event.leader, home=False)}" if event.leader is not None else ""
    lines = [
        " · ".join(
            filter(None, (f"{name[:1].upper()}{name[1:]}: {rolled}", itemised("passes up to", event.top), leader))
        )
    ]
    outcome = passed if event.passed else failed
    headline = f"{name[:1].upper()}{name[1:]} of {who}: {outcome}." if event.unit is None else f"{who} {outcome}."
    bad = not event.passed and event.unit is None
    role = TellingRole.OPENS if event.unit is not None else TellingRole.ALONE
    return told(
        event,
        headline,
        important=bad,
        details=lines,
        facts=event.facts,
        shown=bool(rolled),
        role=role,
        about=event.unit or "",
    )


def _tested_group(words: Words, unit: str, known: Sequence[Fact]) -> str:
    """A unit, or the men out of its leader's reach, who are tested by themselves."""
    apart = next((fact.value for fact in known if fact.name == "separated group"), None)
    return words.unit(unit) if apart is None else f"Part of {words.unit(unit)} ({apart}, separated)"


def _changed(words: Words, event: MoraleChanged) -> Told:
    state = "routed" if event.morale is Morale.ROUTED else event.morale.value
    reason = _REASONS.get(event.reason, event.reason)
    becomes = _BECOMES.get((event.morale, event.reason), f"is {state}: {reason}")
    bad = event.morale is not Morale.STEADY
    line = f"{words.unit(event.unit)} {becomes}."
    said = told(event, line, important=bad, role=TellingRole.CONCLUDES, about=event.unit)
    ran = Upshot(words.unit(event.unit), "routs", Gravity.ROUT, several="rout")
    return replace(said, upshots=(ran,)) if event.morale is Morale.ROUTED else said


def _joined(words: Words, event: CombatJoined) -> Told:
    combat = event.combat
    if combat.hunt:
        who, whom = words.figures(combat.attacking), words.figure(combat.defending[0])
        return told(event, f"{who} {plural(len(combat.attacking), 'attacks', 'attack')} {whom}.", important=True)
    ours, theirs = (listed([words.unit(u) for u in units]) for units in (combat.attackers, combat.defenders))
    how = "meets the charge of" if combat.counter else "is in close combat with"
    first, second = (theirs, ours) if combat.counter else (ours, theirs)
    counts = [len(combat.attacking), len(combat.defending)]
    numbers = " against ".join(map(str, reversed(counts) if combat.counter else counts))
    return told(
        event,
        f"{first} {how} {second}: {numbers} figures.",
        "A desperate fight." if combat.desperate else "",
        important=True,
    )


def _fought(words: Words, event: Fought) -> Told:
    winner = event.defender if event.loser == event.charger else event.charger
    fate = {"killed": "kills", "wounded": "wounds", "runs": "drives off"}[event.result]
    pairs = zip(event.charger_dice, event.defender_dice, strict=False)
    rolled = ", then ".join(f"{a} against {b}" for a, b in pairs)
    modifiers = f"{signed(event.charger_modifiers.value)} and {signed(event.defender_modifiers.value)}"
    return told(
        event,
        f"{words.figure(winner)} {fate} {words.figure(event.loser)}.",
        details=[
            f"D20: {rolled}; modifiers {modifiers}",
            f"Fate of the loser, 1D20: {event.result_die}",
        ],
        shown=True,
        role=TellingRole.DETAIL,
    )
