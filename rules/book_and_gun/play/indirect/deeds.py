"""What is done with indirect fire and by radio, a row an action. X.13, X.14."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.indirect import FireMortar
from rules.book_and_gun.play.indirect.mortar_forecast import mortar_odds
from rules.book_and_gun.play.indirect.mortar_offers import rounds
from rules.book_and_gun.play.indirect.mortars import drop, judge_mortar
from rules.book_and_gun.state import State

INDIRECT: tuple[AnyDeed[State], ...] = (
    Deed(action=FireMortar, judge=judge_mortar, carry_out=drop, odds=mortar_odds, offers=rounds),
)
"""Rows of this chapter."""
