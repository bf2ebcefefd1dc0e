"""What a scenario brings to a battle beyond forces and board; the JSON of `Muster.scenario`.

`details` is how a scenario file writes it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.mines import Mine
from rules.kernel.action import SideId
from rules.seam.sheets import ScenarioData
from rules.table.board import Point

Degrees = Annotated[float, Field(ge=0, lt=360)]
OffTablePoints = Annotated[int, Field(ge=0, multiple_of=50)]
"""Points of off-table fire, in lots of 50. IA-opt.off-table-cost, IA-R168"""


class MissionPlan(ScenarioData):
    """Fire, smoke or light that is arranged before the battle. IA-off.modes, IA-R161"""

    side: SideId
    at: Point
    what: Literal["fire", "smoke", "light"] = "fire"
    period: int = Field(ge=1, le=200, description="the first period in which it falls")
    periods: int = Field(default=1, ge=1, le=20)
    multiple: int = Field(default=1, ge=1, le=3)
    angle: Degrees = 0.0


class TargetPlan(ScenarioData):
    """A target that is registered before the battle. IA-off.registration"""

    side: SideId
    name: str = Field(min_length=1, max_length=40)
    at: Point


class WorkPlan(ScenarioData):
    """A building or field defence: the board's feature of that name. IA-opt.field-defences, IA-R138, IA-R154"""

    name: str = Field(min_length=1, max_length=60)
    kind: Literal["building", "bunker", "trench", "emplacement"]
    side: SideId | None = None
    """Who had it built, and pays for it; None: it has always been there."""
    loopholes: int = Field(default=3, ge=1, le=30)
    """Of a bunker or a prepared building."""
    fronts: int = Field(default=1, ge=1, le=60)
    """Of a trench: base widths."""
    prepared: bool = False
    model: str = ""
    """Of an emplacement: key of the gun or vehicle that it is meant for."""


class BeltPlan(ScenarioData):
    """A mine belt by the middle of its width. IA-opt.mine-belt-cost, IA-R016"""

    side: SideId
    kinds: tuple[Mine, ...] = Field(min_length=1)
    start: Point
    end: Point
    marked: bool = False
    shown: bool = False
    """Marked on the table for all to see. IA-mine.record"""
    dummy: bool = False
    """Marked so, and nothing lies there."""


class DevicePlan(ScenarioData):
    """IA-opt.devices-cost, IA-R012"""

    kind: Literal["fougasse", "trip flare"]
    side: SideId
    at: Point
    facing: Degrees = 0.0
    wire: Point | None = None


class GoalPlan(ScenarioData):
    """IA-vic.objectives"""

    place: str
    points: int = Field(ge=1, le=10_000)


class LandingPlan(ScenarioData):
    """A unit that comes from the air: under parachutes round `aim`, or along `path` in its aircraft; sealed before the
    defender is placed. `fell`: where the players' own markers fell, by figure or gun. IA-air.para-drop,
    IA-air.flight-plan"""

    unit: str
    period: int = Field(ge=1, le=200)
    aim: Point | None = None
    fell: tuple[tuple[str, Point], ...] = ()
    aircraft: str = ""
    """Which of its aircraft; left out: the only one."""
    rides: str = ""
    """The unit in whose aircraft it comes, by that one's plan."""
    path: tuple[Point, ...] = ()
    then: Literal["land", "hover"] = "land"
    leaves: int | None = Field(default=None, ge=1, le=200)
    out: tuple[Point, ...] = ()


Quality = Annotated[int, Field(ge=-10, le=10)]
"""A factor in the reaction tests of a unit. IA-notes.troop-quality"""


class ScenarioPlan(ScenarioData):
    """Everything. `defender`: the side that both agreed stays on the defensive."""

    year: int = Field(default=1944, ge=1925, le=1975)
    light: Light | None = None
    wind: Degrees | None = None
    defender: SideId | None = None
    limit: int | None = Field(default=None, ge=1)
    support: tuple[tuple[SideId, OffTablePoints], ...] = ()
    missions: tuple[MissionPlan, ...] = ()
    targets: tuple[TargetPlan, ...] = ()
    works: tuple[WorkPlan, ...] = ()
    belts: tuple[BeltPlan, ...] = ()
    devices: tuple[DevicePlan, ...] = ()
    objectives: tuple[GoalPlan, ...] = ()
    average: tuple[str, ...] = ()
    """Ids of units for which average dice are agreed. IA-R156"""
    quality: tuple[tuple[str, Quality], ...] = ()
    """By the ids of units. IA-notes.troop-quality"""
    landings: tuple[LandingPlan, ...] = ()

    @property
    def by_air(self) -> frozenset[str]:
        """The units that are not on the table when the battle begins: they land."""
        return frozenset(plan.unit for plan in self.landings)
