"""Completions and names of several figures at once: those who are away, those whose places are empty."""

from __future__ import annotations

from collections import Counter

from bot.commands import options
from bot.reading.autocomplete import several
from bot.talk.errors import quietly
from bot.talk.say import Interaction
from campaigns.errors import Command, Refusal
from campaigns.roster import rosters
from campaigns.roster.rosters import RosterFigure, RosterUnit, SlotView
from rules.language.naming import folded

ALL = "all"


async def away(interaction: Interaction, current: str) -> options.Choices:
    """Those who may be reported fit again: all at once, unit by unit, man by man."""

    async def found() -> options.Choices:
        return several(current, _together("who are away", await _away(interaction)))

    return await quietly(found())


def _together(what: str, found: list[tuple[RosterUnit, RosterFigure]]) -> list[tuple[str, str]]:
    """ "All 9 who are away", "All 4 of 1st Squad", then one by one."""
    units = {unit.ref: unit for unit, _ in found}
    count = Counter(unit.ref for unit, _ in found)
    named = [(f"All {len(found)} {what}", ALL)] if len(found) > 1 else []
    named += [(f"All {count[ref]} of {unit.name}", ref) for ref, unit in units.items() if count[ref] > 1]
    return named + [(options.figure_label(unit, man), man.ref) for unit, man in found]


async def away_named(interaction: Interaction, words: str) -> tuple[RosterFigure, ...]:
    """Whom a list with commas means: figures, units (their men who are away), or "all".

    Raises Refusal "unknown-figure", "nobody-away"."""
    gone = await _away(interaction)
    known: dict[str, tuple[RosterFigure, ...]] = {ALL: tuple(man for _, man in gone)}
    for unit in await options.known_units(interaction):
        known |= dict.fromkeys((folded(unit.name), unit.ref), tuple(man for of, man in gone if of.id == unit.id))
    everyone = [man for unit in await options.known_units(interaction) for slot in unit.places for man in slot.own[:1]]
    count = Counter(folded(man.name) for man in everyone)
    known |= {folded(man.name): (man,) for man in everyone if count[folded(man.name)] == 1}
    known |= {man.ref: (man,) for man in everyone}
    found = tuple(dict.fromkeys(man for men in options.listed(words, known, "figure") for man in men))
    if not found:
        raise Refusal(
            "nobody-away",
            "None of them is wounded, captured or missing, and nothing is damaged.",
            ("See them with ", Command("unit roster"), "."),
        )
    return found


async def vacant(interaction: Interaction, current: str) -> options.Choices:
    """Those in whose place somebody new could be put: all at once, unit by unit, one by one."""

    async def found() -> options.Choices:
        empty = [(unit, slot.last) for unit, slot in await _vacant(interaction)]
        named = _together("empty places", empty)
        named += [
            (options.figure_label(unit, slot.last), slot.last.ref)
            for unit in await options.known_units(interaction)
            for slot in unit.places
            if slot.holder is not None and slot.holder.status in rosters.LOST
        ]
        return several(current, named)

    return await quietly(found())


async def vacant_named(interaction: Interaction, words: str) -> tuple[SlotView, ...]:
    """Whose places a list with commas means: figures, units (their empty places), or "all".

    Raises Refusal: "unknown-figure", "none-empty"."""
    empty = await _vacant(interaction)
    known: dict[str, tuple[SlotView, ...]] = {ALL: tuple(slot for _, slot in empty)}
    units = list(await options.known_units(interaction))
    for unit in units:
        known |= dict.fromkeys((folded(unit.name), unit.ref), tuple(slot for of, slot in empty if of.id == unit.id))
    everybody = [(man, slot) for unit in units for slot in unit.places for man in slot.own]
    count = Counter(folded(man.name) for man, _ in everybody)
    known |= {folded(man.name): (slot,) for man, slot in everybody if count[folded(man.name)] == 1}
    known |= {man.ref: (slot,) for man, slot in everybody}
    found = [slot for slots in options.listed(words, known, "figure") for slot in slots]
    if not found:
        raise Refusal("none-empty", "No place is empty there.", ("See them with ", Command("unit roster"), "."))
    return tuple({slot.id: slot for slot in found}.values())


async def _vacant(interaction: Interaction) -> list[tuple[RosterUnit, SlotView]]:
    """The empty places of the units that are in no battle and that the asker may look at."""
    return [
        (unit, slot)
        for unit in await options.known_units(interaction)
        for slot in unit.places
        if unit.fighting is None and slot.holder is None
    ]


async def _away(interaction: Interaction) -> list[tuple[RosterUnit, RosterFigure]]:
    """The wounded, captured and missing, and what is damaged or short of men, of the units that are in no battle and
    that the asker may look at."""
    return [
        (unit, slot.holder)
        for unit in await options.known_units(interaction)
        for slot in unit.places
        if unit.fighting is None
        and slot.holder is not None
        and (slot.holder.status in rosters.AWAY or slot.holder.standing.lost)
    ]
