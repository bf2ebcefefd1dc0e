"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.battle.hand import acted_words
from rules.battle.umpire import UmpireActed
from rules.event import Event
from rules.red_actions.events import CHARGE_EVENTS, COMMAND_EVENTS, MORALE_EVENTS
from rules.red_actions.events.charge import ChargeEvent
from rules.red_actions.events.command import CommandEvent
from rules.red_actions.events.morale import MoraleEvent
from rules.red_actions.state import State
from rules.red_actions.tell.charge import tell_charge
from rules.red_actions.tell.command import tell_command
from rules.red_actions.tell.morale import tell_morale
from rules.red_actions.tell.words import Words
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
    if isinstance(event, MORALE_EVENTS):
        return tell_morale(words, cast("MoraleEvent", event))
    if isinstance(event, COMMAND_EVENTS):
        return tell_command(words, cast("CommandEvent", event))
    if isinstance(event, CHARGE_EVENTS):
        return tell_charge(words, cast("ChargeEvent", event))
    if isinstance(event, UmpireActed):
        return Told(acted_words(event))
    raise TypeError(f"{type(event).__name__} is no event of Red Actions")
