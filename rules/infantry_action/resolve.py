"""One-off resolutions: `adjutant resolve infantry-action ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.book.showing import Resolution, Resolved
from rules.chance import Chance
from rules.infantry_action.resolutions import (
    armour,
    casualties,
    figures,
    fire,
    landing,
    light_and_smoke,
    mines,
    movement,
    reaction,
    sight,
    support,
    troops,
    victory,
    works,
)
from rules.infantry_action.resolutions.frame import InfantryResolution, Resolver, Row

_ROWS: tuple[Row, ...] = (
    *troops.ROWS,
    *figures.ROWS,
    *movement.ROWS,
    *landing.ROWS,
    *sight.ROWS,
    *fire.ROWS,
    *support.ROWS,
    *casualties.ROWS,
    *reaction.ROWS,
    *armour.ROWS,
    *works.ROWS,
    *mines.ROWS,
    *light_and_smoke.ROWS,
    *victory.ROWS,
)
_RESOLVERS: Mapping[type[InfantryResolution], Resolver] = MappingProxyType(dict(_ROWS))

RESOLUTIONS: tuple[type[Resolution], ...] = tuple(_RESOLVERS)
"""The forms, in the order of the book."""


def resolve(form: Resolution, chance: Chance) -> Resolved:
    """Resolve one filled-in form. Raises RuleViolation for what the rules do not allow, TypeError for a form of
    another rule set."""
    if not isinstance(form, InfantryResolution):
        raise TypeError(f"{type(form).__name__} is no resolution of Infantry Action")
    return _RESOLVERS[type(form)](form, chance)
