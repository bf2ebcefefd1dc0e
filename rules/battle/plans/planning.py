"""A rule set's table of plans, as front ends and campaigns ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.battle.plans.field import roles_of, standing_of
from rules.battle.plans.planner import plans
from rules.battle.plans.table import PlanTable
from rules.battle.plans.warnings import warnings
from rules.seam.planning import AimKind, BattleAim, Planning

S = TypeVar("S")
BEAT_THEM = BattleAim("enemy", AimKind.BREAK, "Beat the enemy")
"""What is fought for where no scenario says it."""


def planning(table: PlanTable[S], aims: Sequence[BattleAim] = (BEAT_THEM,)) -> Planning[S]:
    """For the seam. `aims`: what both sides want in a battle without a scenario."""
    return Planning(
        aims=lambda state, side: tuple(aims),
        standing=lambda state, side, aims: standing_of(table, state, side, aims),
        roles=lambda state, side, aims: roles_of(table, state, side, aims),
        plans=lambda state, side, aims, intent: plans(table, state, side, aims, intent),
        warnings=lambda state, side, aims, intent, actions: warnings(table, state, side, aims, intent, actions),
        answer=table.answer,
        slot=table.slot,
    )
