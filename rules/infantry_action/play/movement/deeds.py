"""Deeds of orders and tasks, in the order in which a panel shows them."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.infantry_action.actions.movement import CarryOn, GiveTask, Join, OrderGroup, PlaceMan, SendRunner, Split
from rules.infantry_action.play.movement import foreseeing, messengers, order_judging, parting, task_offers
from rules.infantry_action.state import State
from rules.kernel.chance import Chance
from rules.kernel.event import Event


def _write(state: State, ready: order_judging.JudgedOrder, chance: Chance) -> list[Event]:
    return order_judging.write(state, ready)


def _send(state: State, ready: messengers.ReadyRunner, chance: Chance) -> list[Event]:
    return messengers.send(state, ready)


MOVEMENT_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=OrderGroup,
        judge=order_judging.judge_order,
        carry_out=_write,
        odds=foreseeing.preview,
        offers=order_judging.offers_of,
    ),
    Deed(
        action=SendRunner,
        judge=messengers.judge_runner,
        carry_out=_send,
        odds=messengers.preview,
        offers=messengers.offers_of,
    ),
    Deed(action=PlaceMan, judge=order_judging.judge_post, carry_out=_write, odds=foreseeing.preview),
    Deed(action=GiveTask, judge=order_judging.judge_task, carry_out=_write, offers=task_offers.offers_of),
    certain(Split, parting.judge_split),
    Deed(action=Join, judge=parting.judge_join, carry_out=_write),
    certain(CarryOn, order_judging.judge_carry_on),
)
