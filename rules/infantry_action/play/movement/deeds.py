"""Deeds of orders and tasks, in the order in which a panel shows them."""

from __future__ import annotations

from rules.battle.deed import AnyDeed, Deed, certain
from rules.chance import Chance
from rules.event import Event
from rules.infantry_action.actions.movement import CarryOn, Join, Order, Split, Task
from rules.infantry_action.play.movement import foreseeing, ordering, parting, task_offers
from rules.infantry_action.state import State


def _write(state: State, ready: ordering.Written, chance: Chance) -> list[Event]:
    return ordering.write(state, ready)


MOVEMENT_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(
        action=Order,
        judge=ordering.judge_order,
        carry_out=_write,
        odds=foreseeing.preview,
        offers=ordering.offers_of,
    ),
    Deed(action=Task, judge=ordering.judge_task, carry_out=_write, offers=task_offers.offers_of),
    certain(Split, parting.judge_split),
    Deed(action=Join, judge=parting.judge_join, carry_out=_write),
    certain(CarryOn, ordering.judge_carry_on),
)
