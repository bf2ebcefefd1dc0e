"""What is done about morale, a row an action. VIII.6, VIII.7, XII.1, XII.2."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.book_and_gun.actions.battle import CallMoraleTest
from rules.book_and_gun.actions.combat import CheckMorale, RunWild
from rules.book_and_gun.actions.movement import MoveRouted, RallyUnit
from rules.book_and_gun.play.morale.morale_forecast import called_test_odds, rally_odds
from rules.book_and_gun.play.morale.morale_phase import (
    call_morale_test,
    check_morale,
    judge_called_test,
    judge_morale,
)
from rules.book_and_gun.play.morale.rally import judge_rally, rallies, rally_unit
from rules.book_and_gun.play.morale.rout import judge_routed, move_routed
from rules.book_and_gun.play.morale.stampede import judge_run, run_wild
from rules.book_and_gun.state import State

MORALE: tuple[AnyDeed[State], ...] = (
    Deed(action=RallyUnit, judge=judge_rally, carry_out=rally_unit, odds=rally_odds, offers=rallies),
    Deed(action=MoveRouted, judge=judge_routed, carry_out=move_routed),
    Deed(action=RunWild, judge=judge_run, carry_out=run_wild),
    Deed(action=CheckMorale, judge=judge_morale, carry_out=check_morale),
    Deed(action=CallMoraleTest, judge=judge_called_test, carry_out=call_morale_test, odds=called_test_odds),
)
