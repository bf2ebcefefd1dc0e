"""One-off resolutions: `adjutant resolve red-actions ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from rules.book.procedure import Resolutions
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

_ALL = Resolutions(
    "Red Actions",
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
RESOLUTIONS, resolve = _ALL.forms, _ALL.resolve
