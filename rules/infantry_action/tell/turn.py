"""The battle's own course in words."""

from __future__ import annotations

from rules.battle.ending import BattleEnded, ended_words
from rules.infantry_action.events.turn import (
    BattleOpened,
    GroundPrepared,
    GroupMustered,
    PeriodBegan,
    RollCalled,
    StepReached,
    TurnEvent,
)
from rules.infantry_action.tell.words import Words
from rules.language.words import by_stem, compass, counted, listed
from rules.telling.told import TellingRole, Told

_A_FEW = 4
"""So many names stand in a line; of more one is told the number."""


def tell_turn(words: Words, event: TurnEvent) -> Told | None:
    match event:
        case BattleOpened():
            light = event.light.value
            lines = (f"{light.capitalize()}; the wind blows to the {compass(event.wind)}.",)
            return Told(f"{event.title} begins", lines, role=TellingRole.OPENING)
        case GroupMustered():
            return _mustered(words, event)
        case GroundPrepared():
            return _prepared(words, event)
        case PeriodBegan():
            return Told(f"Period {event.period}", role=TellingRole.FRAME)
        case StepReached():
            return None
        case BattleEnded():
            return ended_words(event.ended, words.side)
        case RollCalled():
            return _called(words, event)


def _called(words: Words, event: RollCalled) -> Told | None:
    """Who does not come home, by fate: a few by name, many as a number with their names among the details. IA-R201"""
    lines: list[str] = []
    details: list[str] = []
    for side in words.state.sides:
        counts: list[str] = []
        for fate in ("killed", "wounded", "captured", "missing"):
            men = [words.state.find(each.figure) for each in event.missed if each.fate == fate]
            names = [man.name for man in men if man is not None and man.side == side.key]
            if len(names) > _A_FEW:
                counts.append(f"{len(names)} {fate}")
                details.append(f"{side.name}, {fate}: {by_stem(names)}")
            elif names:
                counts.append(f"{len(names)} {fate} ({by_stem(names)})")
        if counts:
            lines.append(f"{side.name}: {listed(counts)}.")
    wrecked = {each.element: each.what for each in event.wrecks}
    for one in (*words.state.vehicles, *words.state.guns):
        if one.id in wrecked:
            lines.append(f"{one.name} ({words.side(one.side)}): {wrecked[one.id].replace('-', ' ')}.")
    return Told("The roll is called", tuple(lines), details=tuple(details)) if lines else None


def _mustered(words: Words, event: GroupMustered) -> Told | None:
    group = event.group
    if not words.own(group.side) and (group.hidden or not words.sees(group.id)):
        return None
    men = len(event.figures)
    with_them = [gun.name for gun in event.guns] + [vehicle.name for vehicle in event.vehicles]
    what = f"{counted(men, 'man', 'men')}" + (f", {listed(with_them)}" if with_them else "")
    verb = "joins the battle" if event.late else "takes the field"
    return Told(f"{group.name} ({words.side(group.side)}) {verb}: {what}")


def _prepared(words: Words, event: GroundPrepared) -> Told | None:
    if event.drops or event.flights:
        return _landings(words, event)
    lines: list[str] = []
    if event.works:
        lines.append(f"Field defences: {listed([work.name for work in event.works])}.")
    belts = [f.name for f in event.features if all(work.name != f.name for work in event.works)]
    if belts:
        lines.append(f"Laid: {listed(belts)}.")
    if event.mines:
        lines.append(f"Mines in {len(event.mines)} squares of 10 m.")
    if event.devices:
        lines.append(f"{listed([device.kind for device in event.devices])} laid.")
    if event.missions:
        lines.append(f"{len(event.missions)} support missions arranged.")
    if event.registrations:
        lines.append(f"Registered: {listed([each.name for each in event.registrations])}.")
    return Told(f"{words.side(event.side)} has prepared its ground", tuple(lines)) if lines else None


def _landings(words: Words, event: GroundPrepared) -> Told:
    lines = [f"By parachute in period {drop.period}, round {words.place(drop.aim)}." for drop in event.drops]
    for flight in event.flights:
        does = {"land": "lands at", "hover": "hovers over"}.get(flight.then, "flies by")
        away = f", away in period {flight.leaves}" if flight.leaves is not None else ""
        lines.append(f"By air in period {flight.period}: {does} {words.place(flight.path[-1])}{away}.")
    return Told(f"{words.side(event.side)} has sealed its landings from the air", tuple(lines))
