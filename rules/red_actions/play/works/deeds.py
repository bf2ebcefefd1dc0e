"""Deeds of works."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.works import CutWire, Dig, FightFire, SetFire
from rules.red_actions.play.works import buildings, digging, wire
from rules.red_actions.state import State

WORKS_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=Dig, judge=digging.judge_dig, carry_out=digging.dig, odds=digging.dig_odds, offers=digging.dig_offers),
    Deed(
        action=SetFire,
        judge=buildings.judge_set,
        carry_out=buildings.set_fire,
        odds=buildings.set_odds,
        offers=buildings.set_offers,
    ),
    Deed(
        action=FightFire,
        judge=buildings.judge_fight,
        carry_out=buildings.fight_fire,
        odds=buildings.fight_odds,
        offers=buildings.fight_offers,
    ),
    Deed(action=CutWire, judge=wire.judge_cut, carry_out=wire.cut_wire, odds=wire.cut_odds, offers=wire.cut_offers),
)
