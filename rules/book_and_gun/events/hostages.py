"""Events of hostages: whom they follow, where they go, and that they are out of danger. XIII.5.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class HostageTold(Event):
    """A unit leads a hostage along behind one of its figures, or leaves it where it is (`follows` empty). `unit`: the
    one that does so, `hostages`: the hostage's own. BG-R263."""

    kind: Literal["hostage-told"] = "hostage-told"
    unit: str
    hostages: str
    hostage: str
    by: SideId
    follows: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostageRescued(Event):
    """A hostage has come to the rescue zone with a figure, and leaves the table. `unit`: its own."""

    kind: Literal["hostage-rescued"] = "hostage-rescued"
    unit: str
    hostage: str
    by: str


HostageEvent: TypeAlias = HostageTold | HostageRescued
