"""Deeds of ambushes."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.ambush import CallOut, Scout, SpringAmbush
from rules.red_actions.play.ambush import calling, scouting, springing
from rules.red_actions.state import State

AMBUSH_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=SpringAmbush, judge=springing.judge_spring, carry_out=springing.spring, offers=springing.spring_offers),
    Deed(
        action=Scout,
        judge=scouting.judge_scout,
        carry_out=scouting.scout,
        odds=scouting.scout_odds,
        offers=scouting.scout_offers,
    ),
    Deed(action=CallOut, judge=calling.judge_call, carry_out=calling.call_out, offers=calling.call_offers),
)
