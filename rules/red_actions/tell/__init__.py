"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, get_args

from rules.battle.hand import acted_words
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
from rules.red_actions.state import State
from rules.red_actions.tell.agenda import tell_agenda
from rules.red_actions.tell.ambush import tell_ambush
from rules.red_actions.tell.charge import tell_charge
from rules.red_actions.tell.command import tell_command
from rules.red_actions.tell.fire import tell_fire
from rules.red_actions.tell.morale import tell_morale
from rules.red_actions.tell.movement import tell_movement
from rules.red_actions.tell.orders import tell_orders, tell_sealing
from rules.red_actions.tell.rails import tell_rails
from rules.red_actions.tell.setup import tell_setup
from rules.red_actions.tell.sight import tell_sight
from rules.red_actions.tell.turn import tell_turn
from rules.red_actions.tell.umpire import tell_umpire
from rules.red_actions.tell.words import Words
from rules.red_actions.tell.works import tell_works
from rules.told import Told
from rules.viewing import Viewer

_CHAPTERS: tuple[tuple[Any, Callable[[Words, Any], Told | None]], ...] = (
    (AgendaEvent, tell_agenda),
    (TurnEvent, tell_turn),
    (FireEvent, tell_fire),
    (MoraleEvent, tell_morale),
    (CommandEvent, tell_command),
    (ChargeEvent, tell_charge),
    (MovementEvent, tell_movement),
    (WorksEvent, tell_works),
    (RailsEvent, tell_rails),
    (AmbushEvent, tell_ambush),
    (SightEvent, tell_sight),
    (UmpireEvent, tell_umpire),
    (SetupEvent, tell_setup),
    (OrderEvent, tell_orders),
    (SealingEvent, tell_sealing),
)
_TOLD_BY: Mapping[type[Event], Callable[[Words, Any], Told | None]] = MappingProxyType(
    {kind: told for union, told in _CHAPTERS for kind in get_args(union)}
)


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    """One event in words, `state` being the state after it; None: nothing to say, or nothing that he may know."""
    if event.audience is not None and not viewer.umpire and viewer.side not in event.audience:
        return None
    told = _told(Words(state, viewer), event)
    if told is None:
        return None
    return replace(told, draws=event.draws, citations=event.citations, said=told.said or event.draws)


def _told(words: Words, event: Event) -> Told | None:
    told = _TOLD_BY.get(type(event))
    if told is not None:
        return told(words, event)
    if isinstance(event, UmpireActed):
        return Told(acted_words(event))
    raise TypeError(f"{type(event).__name__} is no event of Red Actions")
