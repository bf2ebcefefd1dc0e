"""The umpire's hand in words. What it did is told by the events that carry it out."""

from __future__ import annotations

from typing import assert_never

from rules.battle.umpire import UmpireActed
from rules.book_and_gun.events.hand import HandEvent, KitChanged
from rules.book_and_gun.tell.words import Words, known, told
from rules.told import Told


def tell_hand(words: Words, event: HandEvent) -> Told | None:
    match event:
        case UmpireActed():
            until = " (sealed until the battle is over)" if event.sealed else ""
            return known(words, event.unit, told(event, f"The umpire{until}: {event.reason}", important=True))
        case KitChanged():
            verb = "is given" if event.given else "loses"
            return known(words, event.unit, told(event, f"{words.figure(event.figure)} {verb} {event.what}."))
        case _ as unreachable:
            assert_never(unreachable)
