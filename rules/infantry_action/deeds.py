"""Every deed of Infantry Action, in the order in which they are offered."""

from __future__ import annotations

from rules.battle.deed import Deed, Deeds, certain
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.infantry_action.actions.orders import Instruct
from rules.infantry_action.play.command.instructing import instruct
from rules.infantry_action.play.command.writing import SEALING
from rules.infantry_action.play.turn.period import PROCEED
from rules.infantry_action.state import State

SEAL = Deed(action=SealOrders, judge=SEALING.judge, carry_out=SEALING.carry_out)

DEEDS = Deeds[State].of(
    (certain(Instruct, instruct), SEAL, certain(BreakSeal, SEALING.break_seal), PROCEED),
)
