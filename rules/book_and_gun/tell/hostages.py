"""Hostages in words."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.events.hostages import HostageEvent, HostageRescued, HostageTold
from rules.book_and_gun.tell.words import Words, known, told
from rules.telling.told import Gravity, Told, Upshot


def tell_hostages(words: Words, event: HostageEvent) -> Told | None:
    match event:
        case HostageTold():
            if not words.knows(event.hostages):
                return None
            who = words.figure(event.hostage)
            line = f"{who} follows {words.figure(event.follows)}." if event.follows else f"{who} stays here."
            return told(event, line)
        case HostageRescued():
            name = words.figure(event.hostage, home=False)
            said = told(event, f"{name} is safe, brought out by {words.figure(event.by)}.", important=True)
            safe = Upshot(name, "is brought out", Gravity.GROUND, several="are brought out")
            return known(words, event.unit, replace(said, upshots=(safe,)))
        case _ as unreachable:
            assert_never(unreachable)
