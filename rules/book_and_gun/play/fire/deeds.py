"""What is done with weapons, a row an action. X."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.actions.fire import Breach, Fire, OrderLosses
from rules.book_and_gun.play.fire.bombard import bombard, judge_bombard
from rules.book_and_gun.play.fire.bombard_forecast import bombard_odds
from rules.book_and_gun.play.fire.breaching import at_doors, breach, breach_odds, judge_breach
from rules.book_and_gun.play.fire.canister import judge_volley, volley_odds, volley_or_canister, volleys_and_canister
from rules.book_and_gun.play.fire.fire import order_losses
from rules.book_and_gun.state import State

FIRE: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Fire,
        judge=judge_volley,
        carry_out=volley_or_canister,
        odds=volley_odds,
        offers=volleys_and_canister,
    ),
    Deed(action=Breach, judge=judge_breach, carry_out=breach, odds=breach_odds, offers=at_doors),
    certain(OrderLosses, order_losses),
    Deed(action=Bombard, judge=judge_bombard, carry_out=bombard, odds=bombard_odds),
)
