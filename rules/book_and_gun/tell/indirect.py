"""Indirect fire in words: which mortar fires where, and who observes. What it does is told as of any blast."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.indirect import IndirectEvent, MortarFired
from rules.book_and_gun.tell.words import Words, known, spelled, told
from rules.told import TellingRole, Told

HEARD = {
    "own eyes": "{} observes",
    "leader near": "{}, beside them, observes",
    "wire": "{} observes and talks by wire",
    "radio": "{} observes and talks by radio",
}


def tell_indirect(words: Words, event: IndirectEvent) -> Told | None:
    match event:
        case MortarFired():
            return known(words, event.unit, _mortar(words, event))
        case _ as unreachable:
            assert_never(unreachable)


def _mortar(words: Words, event: MortarFired) -> Told:
    """The enemy is not told where it was aimed before it has burst, nor who observes."""
    who = words.figure(event.figure)
    line = f"{who} fires the {spelled(event.weapon)}."
    if not words.owns(event.unit):
        return told(event, line, role=TellingRole.OPENS, about=words.unit(event.unit))
    watching = "" if event.observer == event.figure else f"{HEARD[event.contact].format(words.figure(event.observer))}."
    again = f"Turn {event.in_a_row} at this point: both dice count 2 less." if event.in_a_row > 1 else ""
    aim = f"Aimed at {words.square(event.at)}."
    return told(
        event,
        line,
        details=[aim, watching, again],
        facts=event.facts,
        role=TellingRole.OPENS,
        about=words.unit(event.unit),
    )
