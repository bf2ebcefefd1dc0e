"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle.evolving import evolved_by
from rules.battle.orders.ahead import evolve_turns
from rules.battle.orders.evolving import evolve_standing
from rules.book_and_gun.events import EVENTS
from rules.book_and_gun.evolve.aircraft import evolve_aircraft
from rules.book_and_gun.evolve.battle import evolve_battle
from rules.book_and_gun.evolve.combat import evolve_combat
from rules.book_and_gun.evolve.cycles import evolve_cycles, with_cycles
from rules.book_and_gun.evolve.devices import evolve_devices
from rules.book_and_gun.evolve.explosives import evolve_explosives
from rules.book_and_gun.evolve.fire import evolve_fire
from rules.book_and_gun.evolve.guns import evolve_guns, with_guns
from rules.book_and_gun.evolve.hand import evolve_hand
from rules.book_and_gun.evolve.horses import evolve_horses, with_horses
from rules.book_and_gun.evolve.hostages import evolve_hostages
from rules.book_and_gun.evolve.hounds import evolve_hounds
from rules.book_and_gun.evolve.indirect import evolve_indirect
from rules.book_and_gun.evolve.movement import evolve_movement
from rules.book_and_gun.evolve.vehicles import evolve_vehicles, kept_together
from rules.book_and_gun.state import State
from rules.kernel.event import Event

_evolve: Callable[[State, Event], State] = evolved_by(
    EVENTS,
    evolve_battle,
    evolve_movement,
    evolve_fire,
    evolve_explosives,
    evolve_devices,
    evolve_indirect,
    evolve_combat,
    evolve_hand,
    evolve_vehicles,
    evolve_aircraft,
    evolve_horses,
    evolve_guns,
    evolve_cycles,
    evolve_hounds,
    evolve_hostages,
    evolve_standing,
    evolve_turns,
)


def evolve(state: State, event: Event) -> State:
    """The state after an event; whoever sits in or on a vehicle is where it is, led horses are where they are held, and
    guns have who serves them."""
    after = with_guns(state, with_horses(state, kept_together(_evolve(state, event))), event)
    return with_cycles(state, after, event)


def fold(state: State, events: list[Event]) -> State:
    """The state after these events: what a deed looks at between two of its own events."""
    for event in events:
        state = evolve(state, event)
    return state
