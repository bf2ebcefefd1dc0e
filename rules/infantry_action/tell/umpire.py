"""What the umpire has done, in words."""

from __future__ import annotations

from rules.battle.hand import acted_words, kit_words
from rules.battle.umpire import FactRuled, UmpireActed, ruled_words
from rules.infantry_action.events.umpire import (
    FigureRemoved,
    FigureRestored,
    GroupPlaced,
    GroupSteadied,
    KitChanged,
    LightSet,
    MinesLaid,
    UmpireEvent,
)
from rules.infantry_action.tell.words import Words
from rules.telling.told import Told


def tell_umpire(words: Words, event: UmpireEvent) -> Told | None:
    match event:
        case UmpireActed():
            return Told(acted_words(event))
        case LightSet():
            return Told(f"It is {event.light.value} now")
        case FactRuled():
            return Told(ruled_words(event.ruled, words.group, turn="period"))
        case GroupPlaced():
            at = words.state.anchor(event.group)
            where = f" at {words.place(at)}" if at is not None else ""
            return Told(f"{words.group(event.group)} is placed{where}") if words.sees(event.group) else None
        case FigureRemoved():
            man = words.state.figure(event.figure)
            said = f"{words.figure(man.id)} leaves the battle: {event.reason}"
            return Told(said) if words.sees(man.group) else None
        case FigureRestored():
            man = words.state.figure(event.figure)
            return Told(f"{words.figure(man.id)} is fit again") if words.sees(man.group) else None
        case GroupSteadied():
            return Told(f"{words.group(event.group)} is steady again") if words.sees(event.group) else None
        case MinesLaid():
            what = "are marked" if all(mine.shown for mine in event.mines) else "lie"
            return Told(f"Mines of {words.side(event.side)} {what} on {len(event.mines)} squares of 10 m")
        case KitChanged():
            return Told(kit_words(words.figure(event.figure), event))
