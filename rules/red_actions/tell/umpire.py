"""What the umpire has done, in words."""

from __future__ import annotations

from rules.battle.hand import acted_words, kit_words
from rules.battle.umpire import FactRuled, UmpireActed, ruled_words
from rules.red_actions.events.umpire import (
    KitChanged,
    OfficerRestored,
    OfficerStruck,
    UmpireEvent,
    UnitPlaced,
    UnitRemoved,
    UnitSteadied,
    WeatherSet,
)
from rules.red_actions.tell.words import Words
from rules.telling.told import Told


def tell_umpire(words: Words, event: UmpireEvent) -> Told:
    match event:
        case UmpireActed():
            return Told(acted_words(event))
        case FactRuled():
            return Told(ruled_words(event.ruled, words.unit))
        case WeatherSet():
            return Told(f"It is {event.light.value} now, {event.weather.value}")
        case UnitPlaced():
            return Told(f"{words.unit(event.unit)} stands at {words.place(event.at)} now")
        case UnitSteadied():
            return Told(f"{words.unit(event.unit)} is steady again")
        case OfficerStruck():
            return Told(f"{words.officer(event.officer)} falls", important=True)
        case OfficerRestored():
            return Told(f"{words.officer(event.officer)} is fit again")
        case UnitRemoved():
            return Told(f"{words.unit(event.unit, event.name)} leaves the battle: {event.reason}")
        case KitChanged():
            return Told(kit_words(words.unit(event.unit), event))
