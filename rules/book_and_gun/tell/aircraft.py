"""Aircraft in words: how they fly, an attack that is lost, who comes down and who leaves."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.aircraft import AircraftEvent, AircraftFlew, AircraftGone, AttackLost
from rules.book_and_gun.tell.vehicles import vehicle_name
from rules.book_and_gun.tell.words import Words, known, told
from rules.language.words import counted
from rules.telling.told import TellingRole, Told


def tell_aircraft(words: Words, event: AircraftEvent) -> Told | None:
    match event:
        case AircraftFlew():
            return known(words, event.unit, _flew(words, event))
        case AttackLost():
            name = vehicle_name(words, event.vehicle)
            line = f"{name} turns away: its attack is lost."
            return known(words, event.unit, told(event, line, important=True, role=TellingRole.FOLLOWS))
        case AircraftGone():
            return known(words, event.unit, _gone(words, event))
        case _ as unreachable:
            assert_never(unreachable)


def _flew(words: Words, event: AircraftFlew) -> Told:
    name = vehicle_name(words, event.vehicle)
    line = {
        "landed": f"{name} stands on the ground.",
        "hovering": f"{name} hovers.",
        "moving": f"{name} flies on, moving.",
    }.get(event.flight, "")
    return told(event, line, role=TellingRole.DETAIL)


def _gone(words: Words, event: AircraftGone) -> Told:
    name = vehicle_name(words, event.vehicle)
    if event.why == "shot down":
        line = f"{name} goes down with all aboard."
    else:
        people = counted(len(event.figures), "man", "men")
        line = f"{name}, damaged, leaves the battle with {people} aboard."
    return told(event, line, important=True, role=TellingRole.FOLLOWS)
