"""The umpire's hand in words. What it did is told by the events that carry it out."""

from __future__ import annotations

from typing import assert_never

from rules.battle.hand import acted_words, kit_words
from rules.battle.umpire import UmpireActed
from rules.book_and_gun.events.hand import HandEvent, KitChanged
from rules.book_and_gun.tell.words import Words, known, told
from rules.telling.told import Told


def tell_hand(words: Words, event: HandEvent) -> Told | None:
    match event:
        case UmpireActed():
            return known(words, event.unit, told(event, acted_words(event), important=True))
        case KitChanged():
            return known(words, event.unit, told(event, f"{kit_words(words.figure(event.figure), event)}."))
        case _ as unreachable:
            assert_never(unreachable)
