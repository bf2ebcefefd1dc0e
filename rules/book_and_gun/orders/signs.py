"""What the stops of orders look for: nothing but what the unit's own side may know."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.data import Stop
from rules.book_and_gun.play.ground.knowing import knows
from rules.book_and_gun.play.ground.tabletop import gap, known_enemies
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Morale
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer


def charged(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """A charge at it that goes on, and a close combat of this turn or the last. BG-VIII.1.4, BG-R130."""
    yield from (f"{charge.turn} {charge.unit}" for charge in state.charges if charge.target == unit)
    yield from (f"{contact.turn} {contact.unit}" for contact in state.unit(unit).fought)


def fired_at(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """BG-R130."""
    return (f"{unit} {contact.turn} {contact.unit}" for contact in state.unit(unit).under_fire)


def new_enemy(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Enemy units that the side sees. BG-VI.1.1, BG-R183."""
    own = state.unit(unit)
    seen = known_enemies(state, own)
    return (enemy.id for enemy in seen if knows(state, Viewer(side), enemy))


def unsteady(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    found = state.unit(unit)
    if found.morale is not Morale.STEADY:
        yield f"{unit} {found.morale.value}"


def losses(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    return (figure.id for figure in state.unit(unit).figures if not figure.fit)


def near(state: State, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
    """Enemies whom the side knows of, so near to the unit."""
    own = state.unit(unit)
    for enemy in known_enemies(state, own):
        found = gap(own.present, enemy.present)
        if found is not None and found <= (stop.number or 0):
            yield f"{unit} {enemy.id}"
