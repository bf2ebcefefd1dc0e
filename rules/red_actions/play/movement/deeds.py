"""Deeds of movement, in the order in which a panel shows them. Doing away with prisoners is never offered: who wants it
asks for it."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.ambush import Hide
from rules.red_actions.actions.captives import DoAway
from rules.red_actions.actions.movement import Embark, Enter, Limber, Mount, Move, TurnOrForm
from rules.red_actions.actions.works import Possess
from rules.red_actions.play.movement import holding, mounting, moving, offering, turning
from rules.red_actions.state import State

MOVEMENT_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Move,
        judge=moving.judge_move,
        carry_out=moving.carry_move,
        odds=moving.move_odds,
        offers=offering.move_offers,
    ),
    Deed(
        action=Enter,
        judge=moving.judge_enter,
        carry_out=moving.carry_enter,
        odds=moving.move_odds,
        offers=offering.enter_offers,
    ),
    Deed(
        action=TurnOrForm,
        judge=turning.judge_turn,
        carry_out=turning.carry_turn,
        odds=turning.turn_odds,
        offers=turning.turn_offers,
    ),
    Deed(
        action=Limber,
        judge=turning.judge_limber,
        carry_out=turning.carry_limber,
        odds=turning.limber_odds,
        offers=turning.limber_offers,
    ),
    Deed(
        action=Mount,
        judge=mounting.judge_mount,
        carry_out=mounting.carry_change,
        odds=mounting.change_odds,
        offers=mounting.mount_offers,
    ),
    Deed(
        action=Embark,
        judge=mounting.judge_board,
        carry_out=mounting.carry_change,
        odds=mounting.change_odds,
        offers=mounting.board_offers,
    ),
    Deed(
        action=Hide,
        judge=holding.judge_hide,
        carry_out=mounting.carry_change,
        odds=mounting.change_odds,
        offers=holding.hide_offers,
    ),
    Deed(
        action=Possess,
        judge=holding.judge_possess,
        carry_out=mounting.carry_change,
        odds=mounting.change_odds,
        offers=holding.possess_offers,
    ),
    Deed(action=DoAway, judge=holding.judge_do_away, carry_out=mounting.carry_change, odds=mounting.change_odds),
)
