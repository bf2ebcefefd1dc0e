"""Deeds of command."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed
from rules.red_actions.actions.command import Combine, Divide, JoinUnit, LeaveUnit
from rules.red_actions.play.command import attaching, dividing
from rules.red_actions.state import State

COMMAND_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=JoinUnit, judge=attaching.judge_join, carry_out=attaching.join, offers=attaching.join_offers),
    Deed(action=LeaveUnit, judge=attaching.judge_leave, carry_out=attaching.leave, offers=attaching.leave_offers),
    Deed(action=Divide, judge=dividing.judge_divide, carry_out=dividing.divide, offers=dividing.divide_offers),
    Deed(action=Combine, judge=dividing.judge_combine, carry_out=dividing.combine, offers=dividing.combine_offers),
)
