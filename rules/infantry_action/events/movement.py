"""Who goes where: men, guns, vehicles; who boards and leaves; groups that part and join; weapons made ready."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.book.kinds import Gear, Posture, Weapon
from rules.infantry_action.figures import Condition, Doing, Life, Point
from rules.infantry_action.groups import Group
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True)
class ManMoved:
    """Where one man is at the end of the movement, and how he came there."""

    figure: str
    at: Point | None
    facing: float
    posture: Posture
    doing: Doing
    share: bool = False
    aboard: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class GunMoved:
    gun: str
    at: Point | None
    facing: float
    doing: Doing
    ready_from: int | None
    towed_by: str | None = None


@dataclass(frozen=True, slots=True)
class VehicleMoved:
    vehicle: str
    at: Point
    facing: float
    turret: float
    doing: Doing
    closed: bool
    running: bool
    halted_in: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A group has carried out what it was ordered, or what fear demanded. `why`: what made it go another way or stop
    short, in a word the telling knows: "panic", "retire", "must-advance", "reaction", "barred", "mines"."""

    kind: Literal["moved"] = "moved"
    group: str
    men: tuple[ManMoved, ...] = ()
    guns: tuple[GunMoved, ...] = ()
    vehicles: tuple[VehicleMoved, ...] = ()
    why: str = ""
    silent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupParted(Event):
    """Some of a group's men are a group of their own; it remembers what the whole group has lost.
    IA-R158, IA-reaction.split-memory"""

    kind: Literal["group-parted"] = "group-parted"
    group: str
    new: Group
    figures: tuple[str, ...]
    guns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupJoined(Event):
    """A group has become part of another, with its losses. IA-R158, IA-reaction.merge-memory"""

    kind: Literal["group-joined"] = "group-joined"
    group: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TookOver(Event):
    """A man reached what a hit comrade had; `serviceable` as the die says. IA-soft.takeover"""

    kind: Literal["took-over"] = "took-over"
    figure: str
    of: str
    """The casualty, or the gun."""
    weapon: Weapon | None = None
    gear: Gear | None = None
    serviceable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ManLost(Event):
    """Somebody is fit no more by what the movement brought. `cause`: mine, landing, off the table, crash."""

    kind: Literal["man-lost"] = "man-lost"
    figure: str
    life: Life
    cause: str
    killed: bool = False
    """Whatever a die after the battle might say: by the umpire's word. IA-R201"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleHarmed(Event):
    """What has become of a vehicle. `cause`: mine, shot, fire, charge …"""

    kind: Literal["vehicle-harmed"] = "vehicle-harmed"
    vehicle: str
    condition: Condition
    cause: str
    burning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GunLost(Event):
    """A gun is destroyed, lost or left without anybody of its side near."""

    kind: Literal["gun-lost"] = "gun-lost"
    gun: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HorsesGone(Event):
    """Nobody held the horses. IA-veh.horse-holders"""

    kind: Literal["horses-gone"] = "horses-gone"
    group: str
    vehicles: tuple[str, ...]


MovementEvent: TypeAlias = Moved | GroupParted | GroupJoined | TookOver | ManLost | VehicleHarmed | GunLost | HorsesGone
