"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, get_args

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.battle.umpire import UmpireActed
from rules.event import Event
from rules.red_actions.events.agenda import AgendaEvent
from rules.red_actions.events.ambush import AmbushEvent
from rules.red_actions.events.charge import ChargeEvent
from rules.red_actions.events.command import CommandEvent
from rules.red_actions.events.fire import FireEvent
from rules.red_actions.events.morale import MoraleEvent
from rules.red_actions.events.movement import MovementEvent
from rules.red_actions.events.rails import RailsEvent
from rules.red_actions.events.setup import SetupEvent
from rules.red_actions.events.sight import SightEvent
from rules.red_actions.events.turn import TurnEvent
from rules.red_actions.events.umpire import UmpireEvent
from rules.red_actions.events.works import WorksEvent
from rules.red_actions.evolve.agenda import evolve_agenda
from rules.red_actions.evolve.ambush import evolve_ambush
from rules.red_actions.evolve.charge import evolve_charge
from rules.red_actions.evolve.command import evolve_command
from rules.red_actions.evolve.fire import evolve_fire
from rules.red_actions.evolve.morale import evolve_morale
from rules.red_actions.evolve.movement import evolve_movement
from rules.red_actions.evolve.orders import evolve_sealing, evolve_standing
from rules.red_actions.evolve.rails import evolve_rails
from rules.red_actions.evolve.setup import evolve_setup
from rules.red_actions.evolve.sight import evolve_sight
from rules.red_actions.evolve.turn import evolve_turn
from rules.red_actions.evolve.umpire import evolve_umpire
from rules.red_actions.evolve.works import evolve_works
from rules.red_actions.state import State

_CHAPTERS: tuple[tuple[Any, Callable[[State, Any], State]], ...] = (
    (AgendaEvent, evolve_agenda),
    (TurnEvent, evolve_turn),
    (FireEvent, evolve_fire),
    (MoraleEvent, evolve_morale),
    (CommandEvent, evolve_command),
    (ChargeEvent, evolve_charge),
    (MovementEvent, evolve_movement),
    (WorksEvent, evolve_works),
    (RailsEvent, evolve_rails),
    (AmbushEvent, evolve_ambush),
    (SightEvent, evolve_sight),
    (UmpireEvent, evolve_umpire),
    (SetupEvent, evolve_setup),
    (OrderEvent, evolve_standing),
    (SealingEvent, evolve_sealing),
)
_APPLIED_BY: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    {kind: applied for union, applied in _CHAPTERS for kind in get_args(union)}
)


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    applied = _APPLIED_BY.get(type(event))
    if applied is not None:
        return applied(state, event)
    if isinstance(event, UmpireActed):
        return state
    raise TypeError(f"{type(event).__name__} is no event of Red Actions")
