"""Fire that is written with the orders: at what, and no more. IA-R023, IA-R263"""

from __future__ import annotations

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.figures import Point, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.state import State
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

_THROWN = frozenset({"grenade", "molotov", "sticky-bomb", "satchel"})


def fire_with_orders(state: State) -> bool:
    """Whether fire is written with the orders. House rule fire-declaration"""
    return state.house.choice("fire-declaration") == "with-orders"


def meant(action: Fire, target: Group | Vehicle | None, spot: Point | None) -> tuple[Shot, ...] | RuleViolation:
    """Whether the fire says at what: what comes of it the resolution finds, so that it has no shots yet. IA-R263"""
    if action.how in ("observe", "blind") or target is not None or (action.how in _THROWN and spot is not None):
        return ()
    return RuleViolation(
        Why.NO_TARGET, "At whom?", citation="IA-sa.targets", remedy="Name an enemy whom your map shows."
    )
