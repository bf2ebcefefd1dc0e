"""Deeds of trains."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.rails import Rail
from rules.red_actions.play.rails import train_running
from rules.red_actions.state import State

RAILS_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Rail,
        judge=train_running.judge_rail,
        carry_out=train_running.carry_rail,
        odds=train_running.rail_odds,
        offers=train_running.rail_offers,
    ),
)
