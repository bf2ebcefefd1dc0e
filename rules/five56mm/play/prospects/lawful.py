"""Whether a character may do something now: as it stands, or with some declared fact that it still lacks."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rules.action import Action
from rules.five56mm.actions.fire import AutoFire, Fire, Throw
from rules.five56mm.actions.foot import Engage, FirstAid, TreatInjury
from rules.five56mm.book.tables import WEAPONS, Weapon
from rules.five56mm.play.engine.table import TABLE
from rules.five56mm.play.fire.targets import guns
from rules.five56mm.state import Character, State
from rules.violation import RuleViolation


def lawful(state: State, who: Character, action: Action) -> object | None:
    """What the chapter makes of it, or None where it is refused."""
    try:
        found = TABLE[type(action)].check(state, action, who)
    except RuleViolation:
        return None
    return True if found is None else found


def somehow(state: State, who: Character, action: Fire | AutoFire | Throw | Engage | FirstAid | TreatInjury) -> bool:
    """Whether it is lawful for some range or in contact: where there is no board only the player knows, and what no
    word of his could make lawful is not offered."""
    if isinstance(action, Engage | FirstAid | TreatInjury):
        return lawful(state, who, action.model_copy(update={"contact": True})) is not None
    if isinstance(action, Throw):
        arms = [WEAPONS[action.grenade]] if action.grenade is not None else []
    else:
        arms = [gun.profile for gun in guns(state, who)]
    return any(lawful(state, who, action.model_copy(update={"range": inches})) is not None for inches in _ranges(arms))


def _ranges(arms: Iterable[Weapon]) -> tuple[float, ...]:
    """Where each range of these weapons begins, the nearest first."""
    return tuple(sorted({float(inches) for arm in arms for inches in arm.ranges[:-1] if not math.isnan(inches)}))
