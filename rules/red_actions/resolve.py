"""One-off resolutions: `adjutant resolve red-actions ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.book.showing import Resolution, Resolved
from rules.chance import Chance
from rules.red_actions.resolutions import (
    ambush,
    combat,
    direct_hits,
    ground,
    machines,
    morale,
    officers,
    shooting,
    sight,
    units,
    works,
)
from rules.red_actions.resolutions.frame import RedResolution, Resolver, Row

_ROWS: tuple[Row, ...] = (
    *units.ROWS,
    *officers.ROWS,
    *morale.ROWS,
    *ground.ROWS,
    *works.ROWS,
    *sight.ROWS,
    *ambush.ROWS,
    *shooting.ROWS,
    *direct_hits.ROWS,
    *combat.ROWS,
    *machines.ROWS,
)
_RESOLVERS: Mapping[type[RedResolution], Resolver] = MappingProxyType(dict(_ROWS))

RESOLUTIONS: tuple[type[Resolution], ...] = tuple(_RESOLVERS)
"""The forms, in the order of the book."""


def resolve(form: Resolution, chance: Chance) -> Resolved:
    """Resolve one filled-in form. Raises RuleViolation for what the rules do not allow, TypeError for a form of
    another rule set."""
    if not isinstance(form, RedResolution):
        raise TypeError(f"{type(form).__name__} is no resolution of Red Actions")
    return _RESOLVERS[type(form)](form, chance)
