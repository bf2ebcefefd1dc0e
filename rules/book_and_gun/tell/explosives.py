"""What men on foot throw in words: what came of it first, the dice behind."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.book.explosives import ROW
from rules.book_and_gun.book.signals import THEN
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.to_hit import d6_hits
from rules.book_and_gun.events.explosives import (
    BurstRolled,
    ExplosiveEvent,
    FiguresStunned,
    GrenadeThrown,
    SmokeDrifted,
    SmokeLaid,
)
from rules.book_and_gun.tell.vehicles import vehicle_name
from rules.book_and_gun.tell.words import Words, known, told
from rules.language.words import compass, counted, listed, within
from rules.table.strokes import BurstStroke
from rules.telling.told import Strike, TellingRole, Told

HOW: dict[str, str] = {
    "hand grenade": "throws a hand grenade at",
    "rifle grenade": "fires a rifle grenade at",
    "flash bang": "throws a flash bang at",
    "smoke grenade": "throws smoke at",
}


def tell_explosives(words: Words, event: ExplosiveEvent) -> Told | None:
    match event:
        case GrenadeThrown():
            return _thrown(words, event)
        case BurstRolled():
            return known(words, event.unit, _burst(words, event))
        case FiguresStunned():
            return known(words, event.unit, _stunned(words, event))
        case SmokeLaid():
            return _laid(words, event)
        case SmokeDrifted():
            return _drifted(words, event)
        case _ as unreachable:
            assert_never(unreachable)


def _thrown(words: Words, event: GrenadeThrown) -> Told | None:
    """Told by itself only where nobody whom the reader knows was under it. Whoever knows neither the thrower nor the
    target hears nothing of it. BG-R183."""
    parties = [unit for unit in (event.unit, event.target) if unit is not None]
    if event.grenade == "smoke grenade" or not any(words.knows(unit) for unit in parties):
        return None
    at = words.unit(event.target) if event.target is not None else ""
    if event.at is not None and not (at and words.knows(event.target or "")):
        at = words.square(event.at)
    who = words.unit(event.unit)
    facts = event.facts if words.knows(event.unit) else ()
    said = told(
        event,
        f"{words.figure(event.figure, home=False)} {HOW[event.grenade]} {at}",
        facts=facts,
        role=TellingRole.OPENS,
        about=who,
    )
    strokes = (BurstStroke(event.at, event.radius),) if event.at is not None else ()
    return replace(said, strokes=strokes)


def _burst(words: Words, event: BurstRolled) -> Told:
    options, row = words.state.options, ROW.get(event.device, event.device)
    numbers = {each: device_number(row, each) for each in event.classes}
    of = dict(zip(event.figures, event.classes, strict=True))
    rolled = ", ".join(
        f"{words.figure(figure, home=False)} {die}{'✓' if d6_hits(die, numbers[of[figure]], options) else ''}"
        for figure, die in event.dice
    )
    number = "; ".join(f"Hit below {number} ({event.device}, class {each})" for each, number in numbers.items())
    if event.device not in HOW:
        counts = counted(len(event.dice), "man", "men")
        line = f"{words.unit(event.unit)}, {counts} in its reach: {rolled}"
        return told(event, line, details=[number], facts=event.facts, shown=True, role=TellingRole.DETAIL)
    strike = Strike(
        by=words.unit(event.by_unit),
        how=HOW[event.device],
        at=words.unit(event.unit),
        hits=event.hits,
        dice=max(len(event.dice), 2),
        actor=words.figure(event.by, home=False) if words.knows(event.by_unit) else "",
        number=number,
        rolled=f"1D6 for each man under it: {rolled}",
    )
    said = told(event, f"{words.unit(event.unit)} is under a {event.device}", facts=event.facts, shown=True)
    return replace(said, strike=strike)


def _stunned(words: Words, event: FiguresStunned) -> Told:
    men = len(event.figures)
    line = f"No move and no fire until the end of turn {event.until}: {words.figures(event.figures)}."
    by = within(words.figure(event.by, home=False))
    return told(
        event,
        f"{words.unit(event.unit)}: {counted(men, 'man', 'men')} stunned by {by}'s flash bang.",
        line,
        important=True,
        role=TellingRole.CONCLUDES,
        about=words.unit(event.by_unit),
    )


def _laid(words: Words, event: SmokeLaid) -> Told:
    lain, where = event.screen, words.square(event.screen.at)
    line = (
        f"It lies {lain.inches:g} in to the {compass(lain.wind)}, {THEN} in next turn. Nobody sees or fires through it"
        " without thermal sights."
    )
    if event.vehicle is not None:
        what = vehicle_name(words, event.vehicle)
        said = told(event, f"{what[0].upper()}{what[1:]} fires its smoke dischargers on {where}.", line)
        return replace(said, strokes=(BurstStroke(lain.at, lain.ring),))
    who = f"{words.figure(event.figure)} throws smoke" if event.figure is not None else "Smoke comes down"
    said = told(event, f"{who} on {where}.", line)
    return replace(said, strokes=(BurstStroke(lain.at, 0.5),))


def _drifted(words: Words, event: SmokeDrifted) -> Told | None:
    lines: list[str] = []
    if event.gone:
        lines.append(f"The smoke on {listed([words.square(at) for at in event.gone])} is gone.")
    if event.screens:
        lies = [f"{words.square(each.at)}, {each.inches:g} in to the {compass(each.wind)}" for each in event.screens]
        lines.append(f"Smoke lies on {'; '.join(lies)}.")
    return told(event, lines[0], *lines[1:]) if lines else None
