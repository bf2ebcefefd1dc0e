"""Hands that order the phases of The Book and the Gun ahead: what the clicking hands of the same temper click, for all
units at once and for the rest of the battle. They look again when men are lost or a unit is charged.
"""

from __future__ import annotations

from typing import Any

from rules.book_and_gun.actions.orders import GiveOrders
from rules.kernel.action import Action
from rules.seam.asking import Ask
from tests.bench.plans import Table

CLOSE, FAR = 9, 12
"""Inches to the nearest enemy at which a brisk hand stops, and a careful one."""
LISTS: dict[bool, tuple[dict[str, Any], ...]] = {
    True: (
        {"first": "charge", "then": "advance", "third": "rally", "within": CLOSE, "least": 50, "ask_charged": True},
        {"first": "fire at the nearest", "then": "look"},
    ),
    False: (
        {"first": "advance", "then": "rally", "within": FAR, "ask_charged": True},
        {"first": "fire at the best odds", "then": "look", "least": 20},
    ),
}
"""A brisk hand's orders, and a careful one's: for the movement phase, and for the fire phase."""
LOSSES = 3
"""Men lost, after which the side thinks anew."""


def ordered(battle: Table, ask: Ask, *, brisk: bool) -> Action | None:
    """The list of the phase for whoever has no orders in it; None: all have theirs, or are asked what no order
    answers."""
    ordering = battle.rules.battle.ordering
    assert ordering is not None, "the rule set has orders"
    doing = {one.unit: one for one in ordering.would_do(battle.state, ask.side)}
    if not any(unit in doing and doing[unit].order is None for unit in ask.units):
        return None
    proposed = [one.action for one in ordering.proposals(battle.state, ask.side, "")]
    moving = any(isinstance(action, GiveOrders) and action.first == "advance" for action in proposed)
    wanted = LISTS[brisk][0 if moving else 1]
    return GiveOrders.model_validate({**wanted, "lasts": "battle", "ask_losses": LOSSES})
