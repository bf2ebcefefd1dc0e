"""Dogs in words: whom they are sent at, and what comes of it."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.hounds import DogSent, HoundEvent, HuntOver
from rules.book_and_gun.tell.words import Words, known, told
from rules.telling.told import TellingRole, Told


def tell_hounds(words: Words, event: HoundEvent) -> Told | None:
    match event:
        case DogSent():
            dog = words.figure(event.dog)
            who = f"{dog} and {words.figure(event.handler, home=False)} go" if event.handler else f"{dog} goes"
            line = f"{who} at {words.figure(event.victim)}."
            return known(words, event.unit, told(event, line, important=True))
        case HuntOver():
            if event.why == "fought":
                return None
            said = {
                "down": "cannot go in any more",
                "gone": f"finds {words.figure(event.victim)} out of reach",
            }[event.why]
            line = f"{words.figure(event.dog)} {said}."
            return known(words, event.unit, told(event, line, role=TellingRole.FOLLOWS))
        case _ as unreachable:
            assert_never(unreachable)
