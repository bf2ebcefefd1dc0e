"""Bicycles in words: who gets on, gets off, lays them down."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.cycles import CycleEvent, CyclesUsed
from rules.book_and_gun.tell.words import Words, known, told
from rules.language.words import counted
from rules.telling.told import Told


def tell_cycles(words: Words, event: CycleEvent) -> Told | None:
    match event:
        case CyclesUsed():
            return known(words, event.unit, _used(words, event))
        case _ as unreachable:
            assert_never(unreachable)


def _used(words: Words, event: CyclesUsed) -> Told:
    who = words.unit(event.unit)
    dice = [f"{len(event.dice)}D6: {', '.join(map(str, event.dice))}"] if event.dice else []
    if not event.pairs:
        return told(event, f"{who} does not reach its bicycles.", details=dice, shown=True)
    line = {
        "on": f"{who} gets onto its bicycles.",
        "off": f"{who} gets off its bicycles.",
        "left": f"{who} lays its bicycles down.",
    }[event.how]
    late = f"{counted(len(event.short), 'man stays', 'men stay')} on foot."
    return told(event, line, late if event.short else "", details=dice, shown=True)
