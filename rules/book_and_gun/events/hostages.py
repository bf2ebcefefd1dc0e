"""Events of hostages: whom they follow, where they go, and that they are out of danger. XIII.5.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class HostageTold(Event):
    """A hostage is told to follow a figure, or to stay where it is (`follows` empty). `unit`: whose unit tells it,
    `hostages` that of the hostage. BG-R263."""

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
