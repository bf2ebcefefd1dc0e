"""What is done with what men on foot throw, a row an action. X.12, X.14.3."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.play.explosives.throw_forecast import throw_odds
from rules.book_and_gun.play.explosives.throw_offers import throws
from rules.book_and_gun.play.explosives.throwing import judge_throw, throw
from rules.book_and_gun.state import State

EXPLOSIVES: tuple[AnyDeed[State], ...] = (
    Deed(action=Throw, judge=judge_throw, carry_out=throw, odds=throw_odds, offers=throws),
)
