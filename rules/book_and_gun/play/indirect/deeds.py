"""What is done with indirect fire and by radio, a row an action. X.13, X.14."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.indirect import FireMission, FireMortar, RequestFire
from rules.book_and_gun.play.indirect.blast_forecast import mortar_odds
from rules.book_and_gun.play.indirect.missions import fire_mission, fire_missions, judge_mission, mission_odds
from rules.book_and_gun.play.indirect.mortar_offers import rounds
from rules.book_and_gun.play.indirect.mortars import drop, judge_mortar
from rules.book_and_gun.play.indirect.requests import judge_request, request, request_odds, requests
from rules.book_and_gun.state import State

INDIRECT: tuple[AnyDeed[State], ...] = (
    Deed(action=RequestFire, judge=judge_request, carry_out=request, odds=request_odds, offers=requests),
    Deed(action=FireMission, judge=judge_mission, carry_out=fire_mission, odds=mission_odds, offers=fire_missions),
    Deed(action=FireMortar, judge=judge_mortar, carry_out=drop, odds=mortar_odds, offers=rounds),
)
"""Rows of this chapter."""
