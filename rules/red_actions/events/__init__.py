"""What happens in a battle, one module a subject."""

from __future__ import annotations

from typing import get_args

from rules.battle.umpire import UmpireActed
from rules.event import Codec, Event
from rules.red_actions.events.agenda import AgendaEvent
from rules.red_actions.events.charge import ChargeEvent
from rules.red_actions.events.command import CommandEvent
from rules.red_actions.events.morale import MoraleEvent
from rules.red_actions.events.fire import FireEvent
from rules.red_actions.events.turn import TurnEvent
from rules.red_actions.events.umpire import UmpireEvent

TURN_EVENTS: tuple[type[Event], ...] = get_args(TurnEvent)
AGENDA_EVENTS: tuple[type[Event], ...] = get_args(AgendaEvent)
UMPIRE_EVENTS: tuple[type[Event], ...] = get_args(UmpireEvent)
EVENTS: tuple[type[Event], ...] = (
    *TURN_EVENTS,
    *AGENDA_EVENTS,
    *UMPIRE_EVENTS,
MORALE_EVENTS: tuple[type[Event], ...] = get_args(MoraleEvent)
COMMAND_EVENTS: tuple[type[Event], ...] = get_args(CommandEvent)
CHARGE_EVENTS: tuple[type[Event], ...] = get_args(ChargeEvent)
EVENTS: tuple[type[Event], ...] = (
    *TURN_EVENTS,
    *AGENDA_EVENTS,
    *MORALE_EVENTS,
    *COMMAND_EVENTS,
    *CHARGE_EVENTS,
    UmpireActed,
)
FIRE_EVENTS: tuple[type[Event], ...] = get_args(FireEvent)
EVENTS: tuple[type[Event], ...] = (*TURN_EVENTS, *AGENDA_EVENTS, *FIRE_EVENTS, UmpireActed)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
