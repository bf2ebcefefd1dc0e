"""What a scenario brings to a battle beyond forces, board and events; the JSON of `Muster.scenario`.

`details` is how a scenario file writes it.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.book_and_gun.book.explosives import LaidKind
from rules.book_and_gun.outfits import Outfit
from rules.kernel.action import SideId
from rules.seam.sheets import ScenarioData
from rules.table.board import Point

Degrees = Annotated[float, Field(ge=0, lt=360)]


class LaidPlan(ScenarioData):
    """A device that lies there when the battle begins. `layer`: the figure that laid it, empty for nobody of this
    battle; `known`: sides beside its own that know of it. BG-R235, BG-R288"""

    kind: LaidKind
    side: SideId
    at: Point
    facing: Degrees = 0.0
    layer: str = ""
    known: tuple[SideId, ...] = ()


class ScenarioPlan(ScenarioData):
    """Everything. `wires`: pairs of units that talk over a wire."""

    wind: Degrees | None = None
    outfits: tuple[Outfit, ...] = ()
    devices: tuple[LaidPlan, ...] = ()
    wires: tuple[tuple[str, str], ...] = ()
