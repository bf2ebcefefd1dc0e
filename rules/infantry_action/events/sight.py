"""What a side sees and hears: targets located, groups revealed, noises, trails. Known to that side alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.figures import Point
from rules.infantry_action.groups import LastSeen, Located
from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedOut(Event):
    """All that a side's groups have located in this period, in place of what they had before. `found` and `lost`:
    targets that the side sees now and did not before, or no longer. IA-loc.required"""

    kind: Literal["looked-out"] = "looked-out"
    side: SideId
    sightings: tuple[Located, ...]
    glimpses: tuple[LastSeen, ...]
    found: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard(Event):
    """A noise whose source is not located. `direction`: degrees clockwise from north from the nearest listener.
    IA-det.noise"""

    kind: Literal["heard"] = "heard"
    side: SideId
    by: str
    noise: str
    direction: float
    metres: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailSeen(Event):
    """A group has crossed the trail of others: where, which way they went. IA-det.trail, IA-R167"""

    kind: Literal["trail-seen"] = "trail-seen"
    side: SideId
    by: str
    at: Point
    direction: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WorksSeen(Event):
    """Field defences that a side sees for the first time. IA-loc.required, IA-R225"""

    kind: Literal["works-seen"] = "works-seen"
    side: SideId
    names: tuple[str, ...]


SightEvent: TypeAlias = LookedOut | Heard | TrailSeen | WorksSeen
