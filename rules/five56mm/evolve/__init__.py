"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from rules.battle.evolving import evolved_by
from rules.battle.orders.ahead import evolve_turns
from rules.battle.orders.evolving import evolve_standing
from rules.five56mm.events import EVENTS
from rules.five56mm.evolve.battle import evolve_battle
from rules.five56mm.evolve.fire import evolve_fire
from rules.five56mm.evolve.foot import evolve_foot
from rules.five56mm.evolve.hand import evolve_hand
from rules.five56mm.evolve.picture import pictured
from rules.five56mm.evolve.vehicles import evolve_vehicles
from rules.five56mm.state import State
from rules.kernel.event import Event

_applied = evolved_by(
    EVENTS,
    evolve_battle,
    evolve_foot,
    evolve_fire,
    evolve_vehicles,
    evolve_hand,
    evolve_standing,
    evolve_turns,
)


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    return pictured(state, event, _applied(state, event))
