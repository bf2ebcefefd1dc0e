"""The umpire's hand in words. What it did is told by the events that carry it out."""

from __future__ import annotations

from typing import assert_never

from rules.battle.hand import acted_words, kit_words
from rules.battle.umpire import UmpireActed
from rules.five56mm.book.injury import Level
from rules.five56mm.events.hand import HandEvent, KitChanged, WoundDealt, WoundsHealed
from rules.five56mm.tell.words import Words, name
from rules.language.words import counted
from rules.telling.told import Told


def tell_hand(words: Words, event: HandEvent) -> Told | None:
    state = words.state
    match event:
        case UmpireActed():
            return Told(acted_words(event), important=True)
        case WoundDealt():
            left = event.wound.dies_at
            lives = "" if left is None else f", {counted(left - state.turn, 'turn')} to live"
            grave = event.wound.level is Level.MORTAL
            line = f"{name(state, event.character)} has a {event.wound.level.value.capitalize()} Wound{lives}"
            return Told(line, important=grave)
        case WoundsHealed():
            return Told(f"The wounds of {name(state, event.character)} are healed")
        case KitChanged():
            return Told(kit_words(name(state, event.character), event))
        case _ as unreachable:
            assert_never(unreachable)
