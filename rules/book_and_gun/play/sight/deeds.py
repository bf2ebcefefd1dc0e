"""What is done to see the enemy. VI."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.fire import Spot
from rules.book_and_gun.play.sight.looks import looks
from rules.book_and_gun.play.sight.observation import judge_spot, spot_enemy, spot_odds
from rules.book_and_gun.state import State

SIGHT: tuple[AnyDeed[State], ...] = (
    Deed(action=Spot, judge=judge_spot, carry_out=spot_enemy, odds=spot_odds, offers=looks),
)
