"""Horses in words: who mounts and dismounts, which horses are hit, which run, who takes them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.events.horses import (
    HorseEvent,
    HorsesTaken,
    HorsesTested,
    RidersDown,
    RidersEvaded,
    RidersUp,
    SteedHit,
)
from rules.book_and_gun.tell.words import Words, cards, known, told
from rules.language.words import counted
from rules.telling.told import Casualty, Gravity, TellingRole, Told, Upshot


def tell_horses(words: Words, event: HorseEvent) -> Told | None:
    match event:
        case RidersDown():
            return known(words, event.unit, _down(words, event))
        case RidersUp():
            return known(words, event.unit, _up(words, event))
        case SteedHit():
            return known(words, event.unit, _hit(words, event))
        case HorsesTested():
            return known(words, event.unit, _tested(words, event)) if event.die else None
        case HorsesTaken():
            return known(words, event.unit, _taken(words, event))
        case RidersEvaded():
            line = f"{words.unit(event.unit)} stands disordered: half of it may fire."
            said = None if event.away else told(event, line, role=TellingRole.FOLLOWS)
            return known(words, event.unit, said) if said is not None else None
        case _ as unreachable:
            assert_never(unreachable)


def _down(words: Words, event: RidersDown) -> Told:
    held = f"{counted(len(event.holders), 'man holds', 'men hold')} {counted(len(event.horses), 'horse')}."
    loose = f"Nobody holds {counted(len(event.horses), 'horse')}."
    return told(event, f"{words.unit(event.unit)} dismounts.", held if event.holders else loose)


def _up(words: Words, event: RidersUp) -> Told:
    dice = [f"{len(event.dice)}D6: {', '.join(map(str, event.dice))}"] if event.dice else []
    who = words.unit(event.unit)
    if not event.pairs:
        return told(event, f"{who} does not reach its horses.", details=dice, shown=True)
    late = f"{counted(len(event.short), 'man stays', 'men stay')} on foot."
    return told(event, f"{who} mounts.", late if event.short else "", details=dice, shown=True)


def _hit(words: Words, event: SteedHit) -> Told:
    """A led horse is hit: one of its unit's losses."""
    name = words.figure(event.steed, home=False)
    by = f" by {words.figure(event.by, home=False)}" if event.by else ""
    drawn = cards(event.cards)
    of = f" (class {event.target_class})" if drawn and event.target_class else ""
    line = f"{drawn}{of}: {name} lost{by}" if drawn else f"{name} lost{by}"
    said = told(event, f"{words.figure(event.steed)} is lost.", details=[line], role=TellingRole.FOLLOWS)
    aside = "the back blast" if event.cause == "back blast" else ""
    loss = Casualty(name, "lost", words.unit(event.unit), cause=aside, gravity=Gravity.VEHICLE)
    shown = tuple(draw for draw in event.draws if not draw.sides)
    return replace(said, said=shown, casualties=(loss,), settles=int(not aside))


def _tested(words: Words, event: HorsesTested) -> Told:
    who = words.unit(event.unit)
    held = "with a holder" if event.held else "without a holder"
    rolled = f"1D6: {event.die}, they stay up to {event.holds} {held}"
    if not event.gone:
        return told(event, f"The horses of {who} stay.", details=[rolled], shown=True, role=TellingRole.FOLLOWS)
    ran = f"{len(event.dice)}D6: {' '.join(map(str, event.dice))}, {sum(event.dice)} in"
    off = sum(each.at is None for each in event.gone)
    line = f"{counted(off, 'horse is', 'horses are')} gone."
    said = told(
        event,
        f"The horses of {who} run.",
        line if off else "",
        important=True,
        details=[rolled, ran],
        shown=True,
        role=TellingRole.FOLLOWS,
    )
    return replace(said, upshots=(Upshot(who, "loses hold of its horses", Gravity.GROUND),))


def _taken(words: Words, event: HorsesTaken) -> Told:
    many = counted(len(event.steeds), "horse")
    line = f"{words.unit(event.captor)} takes {many} of {words.unit(event.unit)}."
    said = told(event, line, important=True, role=TellingRole.FOLLOWS)
    return replace(said, upshots=(Upshot(words.unit(event.unit), f"loses {many} to the enemy", Gravity.GROUND),))
