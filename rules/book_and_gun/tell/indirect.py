"""Indirect fire in words: which mortar fires where, and who observes. What it does is told as of any blast."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.indirect import FireRequested, IndirectEvent, MissionFired, MortarFired
from rules.book_and_gun.tell.words import Words, known, spelled, told
from rules.telling.told import TellingRole, Told

ASKED = {"artillery": "artillery", "heavy mortar": "heavy mortars", "air strike": "an air strike"}
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
        case FireRequested():
            return _requested(words, event) if words.owns(event.unit) else None
        case MissionFired():
            return _mission(words, event) if words.owns(event.unit) else None
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


def _requested(words: Words, event: FireRequested) -> Told:
    fate = "gets through" if event.arrived else "does not get through; it may be tried again next turn"
    bonus = " + 1 for its own RTO" if event.operator else ""
    why = "under fire" if event.under_fire else "not under fire"
    roll = f"1D6: {event.die}{bonus} = {event.total}, {event.least} or more arrives ({why})"
    lit = f"The laser designator marks {words.square(event.lit)}." if event.lit is not None else ""
    said = f"{words.unit(event.unit)}'s request for {ASKED[event.what]} {fate}."
    return told(event, said, lit, important=True, details=[roll], shown=True)


def _mission(words: Words, event: MissionFired) -> Told:
    """The other side hears no more than the blast."""
    who = words.figure(event.figure)
    again = f"Turn {event.in_a_row} at this point: both dice count 2 less." if event.in_a_row > 1 else ""
    guided = f"No deviation: {event.guided}." if event.guided else ""
    line = f"{who} calls {ASKED[event.what]}."
    details = [f"Aimed at {words.square(event.at)}.", guided, again]
    return told(event, line, details=details, facts=event.facts, role=TellingRole.OPENS, about=words.unit(event.unit))
