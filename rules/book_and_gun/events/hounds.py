"""Events of dogs: sent at somebody, and done with it. The fight itself is one of close combat. XIII.7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class DogSent(Event):
    """A dog runs at a figure of another unit; `handler` goes in with it, empty: it goes alone. BG-XIII.7.1b."""

    kind: Literal["dog-sent"] = "dog-sent"
    unit: str
    dog: str
    target: str
    victim: str
    handler: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntOver(Event):
    """A dog has fought whom it was sent at, or could not: it is down, or they are gone. BG-R261."""

    kind: Literal["hunt-over"] = "hunt-over"
    unit: str
    dog: str
    victim: str
    why: Literal["fought", "down", "gone"] = "fought"


HoundEvent: TypeAlias = DogSent | HuntOver
