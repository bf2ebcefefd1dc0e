"""The battle's own course: its opening, who has come, periods and steps, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.ending import BattleEnded
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.figures import Figure, Gun, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import (
    Device,
    Drop,
    FlightPlan,
    MineSquare,
    Mission,
    Objective,
    Registration,
    Work,
)
from rules.infantry_action.state import PeriodStep, Side
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.table.board import Board, Feature


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOpened(Event):
    """The frame of the battle."""

    kind: Literal["battle-opened"] = "battle-opened"
    title: str
    sides: tuple[Side, ...]
    board: Board
    options: tuple[tuple[str, str], ...]
    light: Light
    wind: float
    year: int
    period_limit: int | None = None
    objectives: tuple[Objective, ...] = ()
    works: tuple[Work, ...] = ()
    """Buildings and bunkers that nobody had built for the battle."""
    notes: tuple[str, ...] = ()
    """What both players accept: groups and sides without a leader. IA-R166"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMustered(Event):
    """A group takes the field with its men, guns and vehicles; for its own side alone while it is hidden. IA-R157"""

    kind: Literal["group-mustered"] = "group-mustered"
    group: Group
    figures: tuple[Figure, ...]
    guns: tuple[Gun, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    late: bool = False
    """It joins a battle that goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundPrepared(Event):
    """What a side has built, laid and arranged before the battle; known to itself alone."""

    kind: Literal["ground-prepared"] = "ground-prepared"
    side: SideId
    works: tuple[Work, ...] = ()
    mines: tuple[MineSquare, ...] = ()
    devices: tuple[Device, ...] = ()
    missions: tuple[Mission, ...] = ()
    registrations: tuple[Registration, ...] = ()
    drops: tuple[Drop, ...] = ()
    flights: tuple[FlightPlan, ...] = ()
    features: tuple[Feature, ...] = ()
    """What its works and belts look like on the board; the enemy is shown them once he has seen them. IA-R225"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodBegan(Event):
    """Everything that lasted for a period is over; orders are due. IA-scale.time, IA-orders.written"""

    kind: Literal["period-began"] = "period-began"
    period: int
    briefed: tuple[str, ...] = ()
    """Figures in speech communication with their officer, who may carry his word. IA-R027"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReached(Event):
    """The period goes on to its next step. IA-R023"""

    kind: Literal["step-reached"] = "step-reached"
    step: PeriodStep


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody who does not answer his name. `die`: of a casualty, where one was thrown."""

    figure: str
    fate: Literal["killed", "wounded", "captured", "missing"]
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Wreck:
    """A vehicle or gun that does not come home as it went."""

    element: str
    what: Literal["damaged", "knocked-out", "destroyed", "captured"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCalled(Event):
    """When the battle is over: what lasts of it for men and vehicles, known to everybody. IA-R201, IA-R202"""

    kind: Literal["roll-called"] = "roll-called"
    missed: tuple[Missed, ...] = ()
    wrecks: tuple[Wreck, ...] = ()


TurnEvent: TypeAlias = (
    BattleOpened | GroupMustered | GroundPrepared | PeriodBegan | StepReached | BattleEnded | RollCalled
)
