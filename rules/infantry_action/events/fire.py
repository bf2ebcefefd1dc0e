"""Fire and what comes of it; smoke and light; off-table support."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.figures import Life, Point
from rules.infantry_action.groups import FirePlan
from rules.infantry_action.on_the_table import Lit, Mission, Registration, Screen
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.facts import Itemised


@dataclass(frozen=True, slots=True)
class Fired:
    """One weapon as it was fired. `weapon`: the words of its class; `target`: group or building, "" for a place."""

    by: str
    group: str
    weapon: str
    target: str
    at: Point
    metres: float
    how: str = "fire"
    men: tuple[str, ...] = ()
    burst: bool = False
    points: int = 0
    """Fire effect points against men. IA-pot.total"""
    served: tuple[str, ...] = ()
    """All who have a part in it: who fires and helps, a gun's or a vehicle's crew, who directs it. IA-R203"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotsFired(Event):
    """All that one side fires in the period. Known to that side; what comes of it is told to those whom it strikes."""

    kind: Literal["shots-fired"] = "shots-fired"
    side: SideId
    shots: tuple[Fired, ...]
    """Also those who only observe, how "observe"."""


@dataclass(frozen=True, slots=True)
class GroupDie:
    """A firing group's chance die; `counts` after it was held against its men. IA-chance.die"""

    group: str
    die: int
    counts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FireResolved(Event):
    """All the fire on one target group, or one mission's on everybody in its area (`target` ""). IA-pot.total"""

    kind: Literal["fire-resolved"] = "fire-resolved"
    target: str
    total: Itemised
    by: tuple[str, ...]
    """Firing groups; off-table missions by their id."""
    dice: tuple[GroupDie, ...] = ()
    hits: int = 0
    needs: int | None = None
    die: int | None = None
    groups: tuple[str, ...] = ()
    """Of a mission: the groups in its area."""
    machine_guns: int = 0
    behind: bool = False
    surprised: bool = False
    flame: bool = False
    off_table: bool = False
    mission: str = ""
    """Which falls, where it is off-table fire."""


@dataclass(frozen=True, slots=True)
class ManDie:
    figure: str
    die: int
    at_most: int
    radio_die: int | None = None


@dataclass(frozen=True, slots=True)
class SoftDie:
    vehicle: str
    die: int
    needs: int
    fire_die: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MenDiced(Event):
    """Who was diced for and hit, in order; vehicles and radios with them. IA-ident.first, IA-soft.vehicle-save"""

    kind: Literal["men-diced"] = "men-diced"
    target: str
    dice: tuple[ManDie, ...]
    vehicles: tuple[SoftDie, ...] = ()
    casualties: tuple[str, ...] = ()
    radios: tuple[str, ...] = ()
    """Men whose sets are out of action."""
    destroyed: tuple[str, ...] = ()
    burning: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    life: Life = Life.CASUALTY


@dataclass(frozen=True, slots=True, kw_only=True)
class FireLapsed(Event):
    """Fire that was written with the orders and comes to no shot: told to its own side. IA-R263"""

    kind: Literal["fire-lapsed"] = "fire-lapsed"
    side: SideId
    plans: tuple[FirePlan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLaid(Event):
    """Smoke. IA-smoke.duration"""

    kind: Literal["screen-laid"] = "screen-laid"
    side: SideId
    screen: Screen


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundLit(Event):
    """Light over an area. IA-illum.light-mortar"""

    kind: Literal["ground-lit"] = "ground-lit"
    lit: Lit


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportCalled(Event):
    """A mission is on its way, or changed; `was`: the one that it takes the place of. IA-off.observer-call"""

    kind: Literal["support-called"] = "support-called"
    side: SideId
    mission: Mission


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRegistered(Event):
    """IA-off.registration"""

    kind: Literal["target-registered"] = "target-registered"
    side: SideId
    registration: Registration


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportFell(Event):
    """A period of a mission: `multiple` as the points left could pay, 0: nothing fell. `lapsed`: a registration that is
    not made, since its observer is out. IA-R168, IA-R262"""

    kind: Literal["support-fell"] = "support-fell"
    side: SideId
    mission: str
    what: str
    at: Point
    angle: float
    multiple: int
    cost: int
    last: bool
    lapsed: bool = False


FireEvent: TypeAlias = (
    ShotsFired
    | FireLapsed
    | FireResolved
    | MenDiced
    | ScreenLaid
    | GroundLit
    | SupportCalled
    | TargetRegistered
    | SupportFell
)
