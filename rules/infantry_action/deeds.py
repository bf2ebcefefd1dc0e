"""Every deed of Infantry Action, in the order in which they are offered."""

from __future__ import annotations

from rules.battle.deed import Deed, Deeds, certain
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.chance import Chance
from rules.event import Event
from rules.infantry_action.actions.orders import Call, CarryOn, Fire, Instruct, Join, Order, Split, Task
from rules.infantry_action.play.command.instructing import instruct
from rules.infantry_action.play.command.writing import SEALING
from rules.infantry_action.play.fire import planning
from rules.infantry_action.play.movement import foreseeing, ordering, parting, task_offers
from rules.infantry_action.play.support import calling
from rules.infantry_action.play.turn.period import PROCEED
from rules.infantry_action.play.umpire.deeds import UMPIRE_DEEDS
from rules.infantry_action.state import State


def _write(state: State, ready: ordering.Written, chance: Chance) -> list[Event]:
    return ordering.write(state, ready)


def _plan(state: State, ready: planning.Planned, chance: Chance) -> list[Event]:
    return planning.write(state, ready)


ORDER = Deed(
    action=Order,
    judge=ordering.judge_order,
    carry_out=_write,
    odds=foreseeing.preview,
    offers=ordering.offers_of,
)
JOIN = Deed(action=Join, judge=parting.judge_join, carry_out=_write)
TASK = Deed(action=Task, judge=ordering.judge_task, carry_out=_write, offers=task_offers.offers_of)
FIRE = Deed(
    action=Fire,
    judge=planning.judge_fire,
    carry_out=_plan,
    odds=planning.foreseen,
    offers=planning.offers_of,
)
SEAL = Deed(action=SealOrders, judge=SEALING.judge, carry_out=SEALING.carry_out)

DEEDS = Deeds[State].of(
    (
        ORDER,
        FIRE,
        TASK,
        certain(Split, parting.judge_split),
        JOIN,
        certain(Call, calling.judge_call, offers=calling.offers_of),
        certain(CarryOn, ordering.judge_carry_on),
        certain(Instruct, instruct),
        SEAL,
        certain(BreakSeal, SEALING.break_seal),
        PROCEED,
    ),
    UMPIRE_DEEDS,
)
