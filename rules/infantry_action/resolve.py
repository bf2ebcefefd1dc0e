"""One-off resolutions: `adjutant resolve infantry-action ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from rules.book.procedure import Resolutions
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

_ALL = Resolutions(
    "Infantry Action",
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
RESOLUTIONS, resolve = _ALL.forms, _ALL.resolve
