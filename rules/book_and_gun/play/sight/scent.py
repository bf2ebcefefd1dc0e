"""Dogs find hidden enemies by their scent, whatever lies between. XIII.7.1a."""

from __future__ import annotations

from rules.book_and_gun.book.supplement import DOG_SCENTS
from rules.book_and_gun.play.ground.tabletop import are_enemies, within
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.action import SideId


def scents(unit: Unit, target: Unit) -> bool:
    """Whether a dog of the unit, on its feet, is within 4 inches of somebody of the other who is in no vehicle.
    BG-XIII.7.1a, BG-R261"""
    dogs = [f for f in unit.fit if f.traits.dog and f.seat is None]
    if not dogs:
        return False
    people = [f for f in target.present if f.seat is None]
    return any(within(dog, people, DOG_SCENTS) for dog in dogs)


def scented_by(state: State, side: SideId, target: Unit) -> bool:
    """Whether a dog of that side has found an enemy unit. BG-XIII.7.1a"""
    return any(
        unit.in_play and are_enemies(state, unit, target) and scents(unit, target) for unit in state.units_of(side)
    )
