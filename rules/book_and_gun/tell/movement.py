"""Movement in words: who moved, with which dice, what was taken from them and why, how far."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.movement import (
    ChargeDeclared,
    Deduction,
    FormationChanged,
    MovementEvent,
    RestockBegan,
    ScoutSent,
    UnitEntered,
    UnitMoved,
    WoundedTaken,
)
from rules.book_and_gun.state import Unit
from rules.book_and_gun.tell.words import Words, dice, inches, listed, told
from rules.ruleset import Told

STIR = 0.1
"""Inches below which a move is none worth telling."""

_VERBS = {
    "move": "moves",
    "charge": "charges",
    "fall back": "falls back",
    "evade": "evades",
    "retreat": "runs back, shaken,",
    "rout": "routs",
    "flight": "runs from the firing",
    "follow": "follows up",
    "close in": "closes in",
    "occupy": "takes the enemy's place",
    "run": "runs to the rear",
    "support": "comes up in support",
    "placed": "is placed",
}


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
    whole = len(event.figures) >= len(unit.present) or event.how not in ("move", "run", "support", "evade")
    few = len(event.figures) <= 2
    who = unit.name if whole else f"{words.figures(event.figures)} ({unit.name})" if few else _some(event, unit)
    far = "" if event.how in ("placed", "close in", "run", "support", "occupy") else f" {inches(event.inches)}"
    where = f", to {words.square(event.path[-1])}" if event.path and words.square(event.path[-1]) else ""
    if far and event.inches < STIR:
        return _rolled(event, f"{who} stays where it is.")
    return _rolled(event, f"{who} {_VERBS[event.how]}{far}{where}.")


def _some(event: UnitMoved, unit: Unit) -> str:
    return f"{unit.name}, {len(event.figures)} of {len(unit.present)} figures,"


def _rolled(event: UnitMoved, headline: str) -> Told:
    """The move with its dice and what was taken from them."""
    taken = "".join(f" · {_taken(deduction)}" for deduction in event.deductions)
    roll = f"{dice(event.dice)} = {sum(event.dice)}{taken} → {inches(event.allowance)}" if event.dice else ""
    barred = "An enemy unit bars the way: surrounded." if event.blocked else ""
    return told(event, headline, barred, details=[roll], facts=event.facts, shown=bool(roll))


def _taken(deduction: Deduction) -> str:
    lost = sum(deduction.dice) + deduction.inches
    return f"−{lost:g} {deduction.reason}"


def _charged(words: Words, event: ChargeDeclared) -> Told:
    what = "counter-charges" if event.counter else "charges"
    outcome = "halts 2 in away" if event.charge else "does not reach it"
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
