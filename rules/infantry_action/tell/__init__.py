"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.battle.hand import acted_words
from rules.battle.orders.sealing import SealingEvent
from rules.battle.umpire import UmpireActed
from rules.event import Event
from rules.infantry_action.events import (
    AIR_EVENTS,
    ARMOUR_EVENTS,
    FIRE_EVENTS,
    MOVEMENT_EVENTS,
    ORDER_EVENTS,
    REACTION_EVENTS,
    SEALING_EVENTS,
    SIGHT_EVENTS,
    TURN_EVENTS,
    UMPIRE_EVENTS,
    WORKS_EVENTS,
)
from rules.infantry_action.events.air import AirEvent
from rules.infantry_action.events.armour import ArmourEvent
from rules.infantry_action.events.fire import FireEvent
from rules.infantry_action.events.movement import MovementEvent
from rules.infantry_action.events.orders import OrderEvent
from rules.infantry_action.events.reaction import ReactionEvent
from rules.infantry_action.events.sight import SightEvent
from rules.infantry_action.events.turn import TurnEvent
from rules.infantry_action.events.umpire import UmpireEvent
from rules.infantry_action.events.works import WorksEvent
from rules.infantry_action.state import State
from rules.infantry_action.tell.air import tell_air
from rules.infantry_action.tell.armour import tell_armour
from rules.infantry_action.tell.fire import tell_fire
from rules.infantry_action.tell.movement import tell_movement
from rules.infantry_action.tell.orders import tell_orders, tell_sealing
from rules.infantry_action.tell.reaction import tell_reaction
from rules.infantry_action.tell.sight import tell_sight
from rules.infantry_action.tell.turn import tell_turn
from rules.infantry_action.tell.umpire import tell_umpire
from rules.infantry_action.tell.words import Words
from rules.infantry_action.tell.works import tell_works
from rules.told import Told
from rules.viewing import Viewer


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    """One event in words, `state` being the state after it; None: nothing to say, or nothing that he may know."""
    if event.audience is not None and not viewer.umpire and viewer.side not in event.audience:
        return None
    told = _told(Words(state, viewer), event)
    if told is None:
        return None
    return replace(told, draws=event.draws, citations=event.citations, said=told.said or event.draws)


def _told(words: Words, event: Event) -> Told | None:
    if isinstance(event, TURN_EVENTS):
        return tell_turn(words, cast("TurnEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return tell_orders(words, cast("OrderEvent", event))
    if isinstance(event, MOVEMENT_EVENTS):
        return tell_movement(words, cast("MovementEvent", event))
    if isinstance(event, SIGHT_EVENTS):
        return tell_sight(words, cast("SightEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return tell_fire(words, cast("FireEvent", event))
    if isinstance(event, ARMOUR_EVENTS):
        return tell_armour(words, cast("ArmourEvent", event))
    if isinstance(event, REACTION_EVENTS):
        return tell_reaction(words, cast("ReactionEvent", event))
    if isinstance(event, WORKS_EVENTS):
        return tell_works(words, cast("WorksEvent", event))
    if isinstance(event, UMPIRE_EVENTS):
        return tell_umpire(words, cast("UmpireEvent", event))
    if isinstance(event, AIR_EVENTS):
        return tell_air(words, cast("AirEvent", event))
    if isinstance(event, SEALING_EVENTS):
        return tell_sealing(words, cast("SealingEvent", event))
    if isinstance(event, UmpireActed):
        return Told(acted_words(event))
    raise TypeError(f"{type(event).__name__} is no event of Infantry Action")
