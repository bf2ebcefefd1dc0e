"""How hands order Red Actions: every unit without an order that stands takes one of the proposals of the Orders panel,
for the rest of the battle; with the first they say once for all what they answer when they are charged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.action import Action
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.seam.asking import Ask
from rules.seam.ordering import Ordering, Proposed
from rules.seam.viewing import Viewer
from tests.bench.plans import Table

ATTACK, HOLD = "Until cancelled: attack, ask at losses", "Until cancelled: hold the line"
OWN = ("Come on, then attack", "Fire, else run on")
"""What reinforcements and trains are ordered by everybody, where it is proposed."""
TAKEN: dict[tuple[bool, str], tuple[str, ...]] = {
    (True, ATTACKER): (*OWN, ATTACK),
    (True, DEFENDER): (*OWN, ATTACK),
    (False, ATTACKER): (*OWN, "Fire at the best odds, else unlimber", "Fire and advance"),
    (False, DEFENDER): (*OWN, "Fire at the best odds, else unlimber", HOLD),
}
"""The proposals that a hand takes, brisk or careful, on either side; the first that there is."""
ANSWERS: dict[str, Any] = {"charged": "fire", "ambush": "fire", "spare": "cover", "return_fire": "yes", "mode": "evade"}
"""What is asked again and again, and settled once."""


def ordered(battle: Table, ask: Ask, *, brisk: bool) -> Action | None:
    """An order for all units that take the same proposal; None: all have theirs, or are asked what no order answers."""
    ordering = battle.rules.battle.ordering
    if ordering is None or not ask.key.startswith("segment-"):
        return None
    groups = dict[str, list[Proposed]]()
    for unit in _unordered(battle, ordering, ask):
        found = {one.label: one for one in ordering.proposals(battle.state, ask.side, unit)}
        taken = next((label for label in TAKEN[brisk, ask.side] if label in found), None)
        if taken is not None:
            groups.setdefault(taken, []).append(found[taken])
    for same in groups.values():
        units = tuple(unit for one in same for unit in one.units)
        given = same[0].action
        if isinstance(given, GiveOrders):
            return given.model_copy(update={"units": units, "lasts": "battle", **ANSWERS})
    return None


def _unordered(battle: Table, ordering: Ordering[Any], ask: Ask) -> Iterator[str]:
    """The side's own units without an order that is still followed."""
    standing = ordering.standing(battle.state, ask.side)
    for unit in battle.rules.battle.view(battle.state, Viewer(ask.side)).units:
        his = [order for order in standing if not order.units or unit.ref in order.units]
        follows = bool(his) and not his[-1].stopped and unit.ref not in his[-1].freed
        if unit.side == ask.side and (unit.strength or unit.ref in ask.units) and not follows:
            yield unit.ref
