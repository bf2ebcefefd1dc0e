"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from typing import cast

from rules.battle.umpire import UmpireActed
from rules.event import Event
from rules.red_actions.events import AGENDA_EVENTS, TURN_EVENTS, UMPIRE_EVENTS
from rules.red_actions.events import AGENDA_EVENTS, CHARGE_EVENTS, COMMAND_EVENTS, MORALE_EVENTS, TURN_EVENTS
from rules.red_actions.events.agenda import AgendaEvent
from rules.red_actions.events.charge import ChargeEvent
from rules.red_actions.events.command import CommandEvent
from rules.red_actions.events.morale import MoraleEvent
from rules.red_actions.events import AGENDA_EVENTS, FIRE_EVENTS, TURN_EVENTS
from rules.red_actions.events.agenda import AgendaEvent
from rules.red_actions.events.fire import FireEvent
from rules.red_actions.events.turn import TurnEvent
from rules.red_actions.events.umpire import UmpireEvent
from rules.red_actions.evolve.agenda import evolve_agenda
from rules.red_actions.evolve.charge import evolve_charge
from rules.red_actions.evolve.command import evolve_command
from rules.red_actions.evolve.morale import evolve_morale
from rules.red_actions.evolve.fire import evolve_fire
from rules.red_actions.evolve.turn import evolve_turn
from rules.red_actions.evolve.umpire import evolve_umpire
from rules.red_actions.state import State


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    if isinstance(event, AGENDA_EVENTS):
        return evolve_agenda(state, cast("AgendaEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return evolve_fire(state, cast("FireEvent", event))
    if isinstance(event, TURN_EVENTS):
        return evolve_turn(state, cast("TurnEvent", event))
    if isinstance(event, UMPIRE_EVENTS):
        return evolve_umpire(state, cast("UmpireEvent", event))
    if isinstance(event, MORALE_EVENTS):
        return evolve_morale(state, cast("MoraleEvent", event))
    if isinstance(event, COMMAND_EVENTS):
        return evolve_command(state, cast("CommandEvent", event))
    if isinstance(event, CHARGE_EVENTS):
        return evolve_charge(state, cast("ChargeEvent", event))
    if isinstance(event, UmpireActed):
        return state
    raise TypeError(f"{type(event).__name__} is no event of Red Actions")
