"""Deeds of nerves."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.red_actions.actions.command import Disperse
from rules.red_actions.actions.morale import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.play.morale import rallying, routers
from rules.red_actions.state import State

MORALE_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=RallyRout,
        judge=routers.judge_rout,
        carry_out=routers.carry_rout,
        odds=routers.rout_odds,
        offers=routers.rout_offers,
    ),
    Deed(
        action=RallyPinned,
        judge=rallying.judge_pinned,
        carry_out=rallying.carry_pinned,
        odds=rallying.pinned_odds,
        offers=rallying.pinned_offers,
    ),
    Deed(
        action=RallyTerror,
        judge=rallying.judge_terror,
        carry_out=rallying.carry_terror,
        odds=rallying.terror_odds,
        offers=rallying.terror_offers,
    ),
    certain(Disperse, routers.judge_disperse, offers=routers.disperse_offers),
)
