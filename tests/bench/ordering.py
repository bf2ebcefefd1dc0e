"""Hands that order the goes of 5.56mm ahead: they want what the clicking hands of the same temper want.

Whoever has no orders that stand is ordered, for the rest of the battle; what orders do not answer is clicked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.five56mm.actions.orders import GiveOrders
from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.viewing import UnitView, Viewer
from tests.bench.plans import Table

LOSSES = 4
"""Men lost, after which whoever has ordered looks again."""
BRISK: dict[str, Any] = {"then": "fire at the nearest", "third": "sprint", "last": "advance"}
CAREFUL: dict[str, Any] = {"then": "fire at the best odds", "third": "advance", "least": 20}
FIRST = {True: "throw a grenade", False: "treat the wounded"}
"""What a brisk one does before anything else, and a careful one."""
SPECIALISTS = (("Medic", "treat the wounded"), ("patrol radio", "use the radio"))
"""Whose sheet says so does this first."""


def ordered(battle: Table, ask: Ask, *, brisk: bool) -> Action | None:
    """The next order of the side, those of the man whose card is up last; None: all have theirs, or are asked something
    that no order answers."""
    if not ask.key.startswith("go-"):
        return None
    groups = dict[str, list[str]]()
    for unit in _unordered(battle, ask):
        groups.setdefault(_first(unit, brisk=brisk), []).append(unit.ref)
    if all(ask.units[0] not in units for units in groups.values()):
        return None
    first, units = min(groups.items(), key=lambda group: ask.units[0] in group[1])
    wanted = BRISK if brisk else CAREFUL
    return GiveOrders.model_validate(
        {"first": first, "units": units, "lasts": "battle", "ask_losses": LOSSES, **wanted}
        | {"throw_back": "yes", "withdraw": "no"}
    )


def _unordered(battle: Table, ask: Ask) -> Iterator[UnitView]:
    """The side's own without an order that is still followed."""
    rules = battle.rules.battle
    found = rules.ordering.standing(battle.state, ask.side) if rules.ordering is not None else ()
    for unit in rules.view(battle.state, Viewer(ask.side)).units:
        his = [order for order in found if not order.units or unit.ref in order.units]
        follows = bool(his) and not his[-1].stopped and unit.ref not in his[-1].freed
        if unit.side == ask.side and unit.figures and (unit.strength or unit.ref in ask.units) and not follows:
            yield unit


def _first(unit: UnitView, *, brisk: bool) -> str:
    sheet = " ".join(unit.lines)
    return next((does for word, does in SPECIALISTS if word in sheet), FIRST[brisk])
