"""AFVs under fire: anti-tank shots, special attacks, knock-outs, their tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.events.movement import VehicleMoved
from rules.infantry_action.figures import Doing, Point
from rules.kernel.event import Event
from rules.kernel.facts import Itemised


@dataclass(frozen=True, slots=True, kw_only=True)
class TankShot(Event):
    """One anti-tank shot. `at`: the point of the vehicle's path at which it was fired on. IA-at.knock-out"""

    kind: Literal["tank-shot"] = "tank-shot"
    vehicle: str
    by: str
    group: str
    weapon: str
    at: Point
    metres: float
    points: Itemised
    die: int
    knocked_out: bool
    surprised: bool = False

    @property
    def total(self) -> int:
        return self.points.value + self.die


@dataclass(frozen=True, slots=True, kw_only=True)
class TankShotLost(Event):
    """A shot that found its target gone, wrecked or out of reach when its turn came. IA-R126"""

    kind: Literal["tank-shot-lost"] = "tank-shot-lost"
    vehicle: str
    by: str
    group: str
    weapon: str
    why: Literal["wrecked", "gone"]


@dataclass(frozen=True, slots=True)
class AttackThrown:
    """`by`: whoever attacked; a mission by its id."""

    by: str
    what: str
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AfvAttacked(Event):
    """Flame, charges and off-table fire on an AFV, a die each: 1 knocks it out. IA-at.knock-out-on-1"""

    kind: Literal["afv-attacked"] = "afv-attacked"
    vehicle: str
    groups: tuple[str, ...]
    dice: tuple[AttackThrown, ...]
    knocked_out: bool
    off_table: bool = False
    close: bool = False
    """With flame or charges. IA-afvreact.minus3.close-danger"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfvKnockedOut(Event):
    """It stops where it was hit. `die`: whether it burns. IA-at.halts, IA-at.catches-fire"""

    kind: Literal["afv-knocked-out"] = "afv-knocked-out"
    vehicle: str
    at: Point
    facing: float
    doing: Doing
    die: int
    burning: bool
    by: str = ""
    """The group that did it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfvTested(Event):
    """An AFV's reaction test. `move`: what becomes of its move, if that changes. `for_end`: it binds the next period.
    IA-afvreact.dice, IA-afvreact.duration"""

    kind: Literal["afv-tested"] = "afv-tested"
    vehicle: str
    group: str
    dice: tuple[int, int]
    score: Itemised
    result: str
    at_end: bool
    for_end: bool
    move: VehicleMoved | None = None
    smoke: bool = False
    """It uses a salvo of its projectors."""
    abandoned: bool = False
    """It cannot move, and its crew leaves it. IA-R133"""


ArmourEvent: TypeAlias = TankShot | TankShotLost | AfvAttacked | AfvKnockedOut | AfvTested
