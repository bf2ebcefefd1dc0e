"""Movement in words: who moved, with which dice, what was taken from them and why, how far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rules.book_and_gun.book.charge import HALT
from rules.book_and_gun.book.march import Deduction
from rules.book_and_gun.events.movement import (
    ChargeDeclared,
    FormationChanged,
    How,
    MovementEvent,
    RestockBegan,
    ScoutSent,
    UnitEntered,
    UnitMoved,
    WoundedTaken,
)
from rules.book_and_gun.play.ground.tabletop import whereabouts
from rules.book_and_gun.tell.words import Words, told
from rules.book_and_gun.units import Figure, Unit
from rules.language.words import inches, listed, total
from rules.table.board import Point
from rules.telling.told import Casualty, TellingRole, Told

STIR = 0.1
"""Inches below which a move is none worth telling."""

_VERBS = {
    "move": ("moves", "move"),
    "charge": ("goes", "go"),
    "fall back": ("falls back", "fall back"),
    "evade": ("evades", "evade"),
    "retreat": ("runs back, shaken,", "run back, shaken,"),
    "rout": ("routs", "rout"),
    "flight": ("runs from the firing,", "run from the firing,"),
    "follow": ("follows up", "follow up"),
    "close in": ("closes in", "close in"),
    "occupy": ("takes the enemy's place", "take the enemy's place"),
    "run": ("runs to the rear", "run to the rear"),
    "support": ("comes up in support", "come up in support"),
    "placed": ("is placed by the umpire", "are placed by the umpire"),
    "fly": ("flies", "fly"),
    "land": ("lands", "land"),
    "set on": ("runs", "run"),
    "led": ("goes along", "go along"),
    "heel": ("comes back to its handler", "come back to their handlers"),
}
"""Of one and of several."""

_CONSEQUENCES = frozenset(("charge", "retreat", "rout", "close in", "run", "support", "set on", "heel", "led"))
"""Moves that come of what has just been told."""

_OF_SOME = frozenset(("move", "run", "support", "evade", "fly", "land", "set on", "heel", "led"))
"""Moves that some of a unit make by themselves."""

_OVER_THE_EDGE = frozenset(("retreat", "rout"))
"""Moves that may leave the table."""

_STEPS = frozenset(("placed", "close in", "run", "support", "occupy", "land", "heel"))
"""Moves whose inches nobody asks for."""


def tell_movement(words: Words, event: MovementEvent) -> Told | None:
    if not words.knows(event.unit):
        return None
    match event:
        case UnitMoved():
            return _moved(words, event)
        case FormationChanged():
            if event.disordered:
                return told(event, f"{words.unit(event.unit)} loses its formation for this turn.")
            form = f"{event.formation.value}, {event.order.value} order"
            return told(event, f"{words.unit(event.unit)} forms up: {form}.")
        case ChargeDeclared():
            return _charged(words, event)
        case ScoutSent():
            what = "goes out as a scout" if event.out else "comes back to his unit"
            return told(event, f"{words.figure(event.figure)} {what}.")
        case WoundedTaken():
            return told(event, *_carried(words, event))
        case RestockBegan():
            what = "has ammunition again" if event.done else "fetches ammunition: two full turns"
            return told(event, f"{words.figure(event.figure)} {what}.") if words.owns(event.unit) else None
        case UnitEntered():
            return told(event, f"{words.unit(event.unit)} enters the table.", important=True)
        case _ as unreachable:
            assert_never(unreachable)


def _moved(words: Words, event: UnitMoved) -> Told:
    unit = words.state.unit(event.unit)
    here = [figure for figure in unit.present if figure.id in event.figures]
    whole = len(here) >= len(unit.present) or event.how not in _OF_SOME
    who, many = (unit.name, False) if whole else _some(words, here, unit)
    verb = _VERBS[event.how][many]
    where = _ended(words, event, unit.present if whole else here)
    role = (
        TellingRole.CONCLUDES
        if event.how == "occupy"
        else TellingRole.FOLLOWS
        if event.how in _CONSEQUENCES
        else TellingRole.ALONE
    )
    if event.how == "charge" and event.inches < STIR:
        role = TellingRole.DETAIL  # the charge has been told
    if event.how not in _STEPS and event.inches < STIR:
        return _rolled(event, f"{who} {'stay' if many else 'stays'} where {'they are' if many else 'it is'}.", role)
    far = "" if event.how in _STEPS else f" {inches(event.inches)}"
    said = _rolled(event, f"{who} {verb}{far}{where}.", role)
    return replace(said, casualties=_driven_off(words, event)) if event.how == "run" else said


def _ended(words: Words, event: UnitMoved, body: Sequence[Figure]) -> str:
    """Where they have come to stand; who runs over the edge of the table does not."""
    moved = [figure for figure in body if figure.id in event.figures]
    if event.how != "move" and not any(figure.fit for figure in moved):
        return ""
    if event.how in _OVER_THE_EDGE and event.path:
        standing = {placed.figure for placed in event.placed}
        if not any(figure.id in standing for figure in moved if figure.fit):
            return ", off the field"
        body = [figure for figure in body if figure.id in standing or figure not in moved]
    return _where(words, whereabouts(body), event.how)


def _driven_off(words: Words, event: UnitMoved) -> tuple[Casualty, ...]:
    body = words.unit(event.unit)
    return tuple(Casualty(words.figure(figure, home=False), "driven off", body) for figure in event.figures)


def _some(words: Words, here: Sequence[Figure], unit: Unit) -> tuple[str, bool]:
    """Some of a unit, by name if they are few; whether they are several."""
    if 0 < len(here) <= 2:
        return f"{words.figures([figure.id for figure in here])} ({unit.name})", len(here) > 1
    return f"Part of {unit.name} ({len(here)} of {len(unit.present)})", False


def _where(words: Words, here: Point | None, how: How = "move") -> str:
    square = words.square(here) if here is not None else ""
    preposition = "at" if how == "occupy" else "to"  # a place is taken where it is
    return f", {preposition} {square}" if square else ""


def _rolled(event: UnitMoved, headline: str, role: TellingRole) -> Told:
    """The move with its dice and what was taken from them."""
    taken = "".join(f" · {_taken(deduction)}" for deduction in event.deductions)
    roll = f"{total(event.dice)}{taken} → {inches(event.allowance)}" if event.dice else ""
    roll += f" · {event.short}" if roll and event.short else ""
    barred = "An enemy unit bars the way: surrounded." if event.blocked else ""
    return told(
        event, headline, barred, details=[roll], facts=event.facts, shown=bool(roll), role=role, about=event.unit
    )


def _taken(deduction: Deduction) -> str:
    lost = sum(deduction.dice) + deduction.inches
    return f"−{lost:g} {deduction.reason}"


def _charged(words: Words, event: ChargeDeclared) -> Told:
    what = "counter-charges" if event.counter else "charges"
    outcome = "it halts 2 in from them" if event.charge else "it does not reach them"
    if event.charge and event.distance <= HALT:
        outcome = "it is near enough to close in"
    rear = " from behind" if event.charge and event.charge.from_rear else ""
    return told(
        event,
        f"{words.unit(event.unit)} {what} {words.unit(event.target)}{rear}, {inches(event.distance)} away: {outcome}.",
        important=True,
    )


def _carried(words: Words, event: WoundedTaken) -> list[str]:
    up = [f"{words.figure(a, home=False)} takes up {words.figure(b, home=False)}" for a, b in event.pairs if b]
    down = [f"{words.figure(a, home=False)} puts down his man" for a, b in event.pairs if not b]
    return [f"{words.unit(event.unit)}: {listed(up + down)}."]
