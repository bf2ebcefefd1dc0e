"""What is done with what men on foot throw, a row an action. X.12, X.14.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rules.battle.deed import AnyDeed, Deed, certain
from rules.book_and_gun.actions.devices import Detonate, LayDevice, PlaceDevice, SearchPeople, SweepGround
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.play.explosives.detonating import detonate, detonate_odds, detonations, judge_detonate
from rules.book_and_gun.play.explosives.discharging import (
    DISCHARGERS,
    ReadyDischarge,
    discharge,
    discharge_odds,
    discharges,
    judge_discharge,
)
from rules.book_and_gun.play.explosives.laying import lay, layings, place_device
from rules.book_and_gun.play.explosives.searching import judge_search, search, search_odds, searches
from rules.book_and_gun.play.explosives.sweeping import judge_sweep, sweep, sweep_odds, sweeps
from rules.book_and_gun.play.explosives.throw_forecast import throw_odds
from rules.book_and_gun.play.explosives.throw_offers import throws
from rules.book_and_gun.play.explosives.throwing import ReadyThrow, judge_throw, throw
from rules.book_and_gun.state import State
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.seam.asking import Odds, Offer

DEVICES: tuple[AnyDeed[State], ...] = (
    certain(LayDevice, lay, offers=layings),
    Deed(action=Detonate, judge=judge_detonate, carry_out=detonate, odds=detonate_odds, offers=detonations),
    Deed(action=SearchPeople, judge=judge_search, carry_out=search, odds=search_odds, offers=searches),
    Deed(action=SweepGround, judge=judge_sweep, carry_out=sweep, odds=sweep_odds, offers=sweeps),
)
"""What is laid on the table and looked for there, beside a unit's move. X.12.3 to X.12.8, XIII.3."""

BY_UMPIRE: tuple[AnyDeed[State], ...] = (certain(PlaceDevice, place_device),)

Ready: TypeAlias = ReadyThrow | ReadyDischarge


def _judge(state: State, action: Throw, by: Actor) -> Ready:
    """A man's throw, or a vehicle's dischargers."""
    if action.grenade == DISCHARGERS:
        return judge_discharge(state, action, by)
    return judge_throw(state, action, by)


def _carry_out(state: State, ready: Ready, chance: Chance) -> list[Event]:
    return discharge(state, ready) if isinstance(ready, ReadyDischarge) else throw(state, ready, chance)


def _odds(state: State, ready: Ready) -> Odds:
    return discharge_odds(state, ready) if isinstance(ready, ReadyDischarge) else throw_odds(state, ready)


def _offers(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    yield from throws(state, side, unit_id)
    yield from discharges(state, side, unit_id)


EXPLOSIVES: tuple[AnyDeed[State], ...] = (
    Deed(action=Throw, judge=_judge, carry_out=_carry_out, odds=_odds, offers=_offers),
)
