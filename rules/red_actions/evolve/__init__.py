"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from rules.battle.evolving import evolved_by
from rules.battle.orders.ahead import evolve_turns
from rules.battle.orders.evolving import evolve_standing
from rules.kernel.event import Event
from rules.red_actions.events import EVENTS
from rules.red_actions.evolve.agenda import evolve_agenda
from rules.red_actions.evolve.ambush import evolve_ambush
from rules.red_actions.evolve.charge import evolve_charge
from rules.red_actions.evolve.command import evolve_command
from rules.red_actions.evolve.fire import evolve_fire
from rules.red_actions.evolve.gone import fallen_marked
from rules.red_actions.evolve.morale import evolve_morale
from rules.red_actions.evolve.movement import evolve_movement
from rules.red_actions.evolve.rails import evolve_rails
from rules.red_actions.evolve.setup import evolve_setup
from rules.red_actions.evolve.sight import evolve_sight
from rules.red_actions.evolve.turn import evolve_turn
from rules.red_actions.evolve.umpire import evolve_umpire
from rules.red_actions.evolve.works import evolve_works
from rules.red_actions.state import State

_evolve = evolved_by(
    EVENTS,
    evolve_turn,
    evolve_agenda,
    evolve_fire,
    evolve_morale,
    evolve_command,
    evolve_charge,
    evolve_movement,
    evolve_works,
    evolve_rails,
    evolve_ambush,
    evolve_sight,
    evolve_umpire,
    evolve_setup,
    evolve_standing,
    evolve_turns,
)


def evolve(state: State, event: Event) -> State:
    """The state after the event, with where it destroyed bases. Raises TypeError for an event of another rule set."""
    return fallen_marked(state, _evolve(state, event))
