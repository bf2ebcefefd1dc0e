"""Nerves: markers, bases lost, tests, retirements, routs, rallies, surrenders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.facts import Item
from rules.red_actions.book.kinds import Test
from rules.red_actions.units import Abandoned, Loss, Point, Prisoners

Drive = Literal["retire", "combat-retire", "rout", "flight", "pushed"]
"""Why a unit is moved without its owner's wish; "flight" is his own choice before a charge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Event):
    """Markers are put on a unit. RA-def.terror.1, RA-def.humiliated, RA-def.pinned"""

    kind: Literal["marked"] = "marked"
    unit: str
    terror: int = 0
    humiliated: int = 0
    pinned: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked(Event):
    """Terror markers come off, or the pinned one. `evades`: it counts as evading from now on. RA-rally.terror.1,
    RA-rally.pinned.1, RA-R56"""

    kind: Literal["unmarked"] = "unmarked"
    unit: str
    terror: int = 0
    pinned: bool = False
    evades: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BasesLost(Event):
    """Bases are gone. `gone`: it was the last of them and the unit is no more, nor its `officers`, of whom the senior
    ones in `left` stay as lone bases where it stood. RA-morale.trigger.base, RA-R138"""

    kind: Literal["bases-lost"] = "bases-lost"
    unit: str
    name: str
    losses: tuple[Loss, ...]
    gone: bool = False
    officers: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested(Event):
    """A morale test: its number, its dice. `over`: what night adds to them. RA-morale.roll.1"""

    __test__: ClassVar[bool] = False
    kind: Literal["tested"] = "tested"
    unit: str
    test: Test
    items: tuple[Item, ...]
    dice: tuple[int, ...]
    over: int
    passed: bool
    reason: str
    attempt: bool = False
    """To rally from rout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutBegan(Event):
    """RA-rout.1, RA-R39"""

    kind: Literal["rout-began"] = "rout-began"
    unit: str
    threat: str = ""
    reason: str = ""
    at: Point | None = None
    """Where it begins, for one that was aboard something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driven(Event):
    """A unit is moved out of turn. `at` None: it has left the table at the end of `way`. RA-rout.2, RA-retire.1"""

    kind: Literal["driven"] = "driven"
    unit: str
    how: Drive
    way: tuple[Point, ...]
    facing: float
    inches: float
    at: Point | None
    evades: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RetireSpared(Event):
    """A retire result moves nobody: cancelled in cover, paid for, or nothing left of the turn's allowance. RA-R65"""

    kind: Literal["retire-spared"] = "retire-spared"
    unit: str
    how: Literal["cover", "base", "marker", "none"]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveUp(Event):
    """A unit surrenders: its bases are prisoners, its officers captured. RA-rout.3, RA-R84"""

    kind: Literal["gave-up"] = "gave-up"
    unit: str
    name: str
    to: str
    prisoners: Prisoners | None
    losses: tuple[Loss, ...] = ()
    """What is taken without being prisoners: guns, staffs, the holder of its horses; half of those who are caught."""
    officers: tuple[str, ...] = ()
    caught: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsLeft(Event):
    """Crews run and leave guns or weapons behind. `gone`: the unit is no more, nor its officers. RA-R60, RA-R78"""

    kind: Literal["guns-left"] = "guns-left"
    unit: str
    name: str
    left: Abandoned
    gone: bool
    officers: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    """Senior officers' bases that were with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rallied(Event):
    """A rout is over: no terror markers, any facing. `back`: one that had left the table returns in that turn at
    `entry`. `holds`: the last turn without a move towards the enemy. RA-rally.rout.2, RA-R114, RA-rally.opt.delay"""

    kind: Literal["rallied"] = "rallied"
    unit: str
    facing: float
    back: int = 0
    entry: Point | None = None
    holds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StayedPinned(Event):
    """Its rally from pinned has failed: in this segment it may only retire or fire. RA-morale.fail.rally-pinned"""

    kind: Literal["stayed-pinned"] = "stayed-pinned"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainFrightened(Event):
    """A train must try to leave the table, or need not any more. RA-train.hits.4, RA-R98"""

    kind: Literal["train-frightened"] = "train-frightened"
    unit: str
    leaving: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponsManned(Event):
    """A crew has its weapons again. RA-R60"""

    kind: Literal["weapons-manned"] = "weapons-manned"
    unit: str
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursued(Event):
    """Enemies are after a routing unit in this turn. RA-R57"""

    kind: Literal["pursued"] = "pursued"
    unit: str
    by: str
    side: SideId


MoraleEvent: TypeAlias = (
    Marked
    | Unmarked
    | BasesLost
    | Tested
    | RoutBegan
    | Driven
    | RetireSpared
    | GaveUp
    | GunsLeft
    | Rallied
    | StayedPinned
    | TrainFrightened
    | WeaponsManned
    | Pursued
)
