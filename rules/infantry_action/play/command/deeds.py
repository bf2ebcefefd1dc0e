"""Deeds of command: instructions for good, and the seal of what a side has written."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.play.command.instructing import instruct
from rules.infantry_action.play.command.writing import SEALING
from rules.infantry_action.state import State

COMMAND_DEEDS: tuple[AnyDeed[State], ...] = (
    certain(Instruct, instruct),
    Deed(action=SealOrders, judge=SEALING.judge, carry_out=SEALING.carry_out),
    certain(BreakSeal, SEALING.break_seal),
)
