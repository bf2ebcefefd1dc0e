"""How hands order Infantry Action: a group that has no order takes one of the proposals of the Orders panel; everything
else is the seal."""

from __future__ import annotations

from rules.kernel.action import Action
from rules.seam.asking import Ask
from rules.seam.viewing import Viewer
from tests.bench.plans import Table

TAKEN = {True: ("Walk towards the enemy", "Drive towards the enemy", "Walk forward", "Drive forward"), False: ("Halt",)}
"""The beginnings of the proposals that a brisk hand and a careful one take; the first that there is."""


def ordered(battle: Table, ask: Ask, *, brisk: bool) -> Action | None:
    ordering = battle.rules.battle.ordering
    if ordering is None:
        return None
    for unit in battle.rules.battle.view(battle.state, Viewer(ask.side)).units:
        if unit.side != ask.side or any(line.startswith(("Written:", "Order:")) for line in unit.lines):
            continue
        proposals = ordering.proposals(battle.state, ask.side, unit.ref)
        for label in TAKEN[brisk]:
            for one in proposals:
                if one.label.startswith(label):
                    return one.action
    return None
