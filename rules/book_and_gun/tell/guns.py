"""Guns in words: hooked to a vehicle, set up again, taken by the enemy."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.events.guns import GunEvent, GunHooked, GunTaken
from rules.book_and_gun.tell.words import Words, known, told
from rules.language.words import counted
from rules.telling.told import Gravity, Told, Upshot


def tell_guns(words: Words, event: GunEvent) -> Told | None:
    match event:
        case GunHooked():
            return known(words, event.unit, _hooked(words, event))
        case GunTaken():
            return known(words, event.unit, _taken(words, event))
        case _ as unreachable:
            assert_never(unreachable)


def _hooked(words: Words, event: GunHooked) -> Told:
    gun, who = words.state.piece(event.gun).name, words.unit(event.unit)
    left = event.turns - event.done
    if left:
        verb = "limbers" if event.how == "limber" else "unlimbers"
        return told(event, f"{who} {verb} its {gun}: {counted(left, 'more turn')} of work.")
    if event.how == "limber":
        return told(event, f"{who} has limbered its {gun} to {words.state.vehicle(event.vehicle).name}.")
    return told(event, f"{who} has set its {gun} up.")


def _taken(words: Words, event: GunTaken) -> Told:
    gun = words.state.piece(event.gun).name
    said = told(event, f"{words.unit(event.captor)} takes the {gun} of {words.unit(event.unit)}.", important=True)
    return replace(said, upshots=(Upshot(words.unit(event.unit), f"loses its {gun} to the enemy", Gravity.GROUND),))
