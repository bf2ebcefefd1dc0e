"""Moving units in the movement phase: normal moves, forming up, advancing with all. Chapters V.12 and VIII.1.

The roll is `march`, the way on the table `route`, the places of the figures `formation`; scouts, wounded, ammunition
and reserves are `detachments`, charges `assault`, jokers `jokers`.
"""

from __future__ import annotations

from rules.action import Actor
from rules.book_and_gun.actions.movement import Move, Reform
from rules.book_and_gun.maneuver import march_off
from rules.book_and_gun.orders import require_free
from rules.book_and_gun.readiness import movers
from rules.book_and_gun.record import Record
from rules.book_and_gun.sequence import activated, claim, immobile
from rules.book_and_gun.state import Figure, Morale, Phase, State, Unit
from rules.chance import Chance
from rules.event import Event
from rules.violation import RuleViolation


def move(state: State, action: Move, by: Actor, chance: Chance) -> list[Event]:
    """A normal move: the unit is named, the dice are rolled, every figure goes no further than what is left of them.

    Raises RuleViolation when it may not move: no card, pinned, shaken, immobile, or a goal that cannot be read.
    BG-VIII.0.1a, BG-VIII.0.2d, BG-VIII.1.1, BG-V.12a, BG-XII.1.21a.
    """
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    figures = group_of(state, unit, action.figures)
    require_mobile(state, unit)
    record = Record(state, chance)
    record.note(activated(state, unit, figures))
    march_off(record, unit.id, [f.id for f in figures], action)
    return record.events


def group_of(state: State, unit: Unit, name: str) -> tuple[Figure, ...]:
    """The figures of that part of the unit that still have a chance to move."""
    groups = movers(state, unit)
    if name not in groups:
        said = ", ".join(groups)
        raise RuleViolation(
            "nobody-to-move",
            f"{unit.name} has nobody left to move as “{name}”.",
            citation="BG-VIII.0.1a",
            remedy=f"Still to move: {said}.",
        )
    return groups[name]


def require_mobile(state: State, unit: Unit) -> None:
    """Refuses a move of units that must rally first, that are pinned, whose side is immobile, or that are in reserve.

    BG-VIII.7.1, BG-R50, BG-XII.1.21b, BG-VIII.0.2b.
    """
    require_free(state, unit)
    if unit.morale is Morale.PINNED:
        raise RuleViolation(
            "pinned", f"{unit.name} is pinned.", citation="BG-R50", remedy="Let a leader rally it, or hold."
        )
    if immobile(state, unit.side):
        raise RuleViolation(
            "immobile",
            f"{state.side(unit.side).name} is immobile in this turn.",
            citation="BG-XII.1.21b",
            remedy="Its units may form up in place, or hold.",
        )
    if unit.reserve:
        raise RuleViolation(
            "in-reserve",
            f"{unit.name} is not on the table yet.",
            citation="BG-VIII.0.2b",
            remedy="Use Enter: it is placed on the edge and moves from the next turn on.",
        )


def reform(state: State, action: Reform, by: Actor, chance: Chance) -> list[Event]:
    """Changes formation, order, posture or facing in place, within what the dice allow. BG-V.12a, BG-XII.1.21b."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_free(state, unit)
    if unit.morale is Morale.PINNED or unit.reserve:
        require_mobile(state, unit)
    figures = next(iter(movers(state, unit).values()))
    if action.formation is None and action.order is None and action.posture is None and action.facing is None:
        raise RuleViolation("nothing-to-do", "Nothing was to be changed.", remedy="Give a formation, order or facing.")
    record = Record(state, chance)
    record.note(activated(state, unit, figures))
    in_place = Move(
        unit=unit.id,
        inches=0.0,
        formation=action.formation,
        order=action.order,
        posture=action.posture,
        facing=action.facing,
    )
    march_off(record, unit.id, [f.id for f in figures], in_place)
    return record.events
