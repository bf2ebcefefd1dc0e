"""Deeds of trains."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.rails import Rail
from rules.red_actions.play.rails import running
from rules.red_actions.state import State

RAILS_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Rail,
        judge=running.judge_rail,
        carry_out=running.carry_rail,
        odds=running.rail_odds,
        offers=running.rail_offers,
    ),
)
