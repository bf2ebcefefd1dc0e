"""Events of horses and their riders: who mounts and dismounts, what hits led horses, where they run, who takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.events.battle import Cause
from rules.book_and_gun.units import Placed
from rules.kernel.chance import Card
from rules.kernel.event import Event
from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Tethered:
    """Where a led horse stands, and who holds it; empty: nobody. `at` None without a board."""

    steed: str
    at: Point | None = None
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RidersDown(Event):
    """Riders of a unit get off; some hold the horses. `figures`: all who get off. BG-VIII.5.21, BG-VIII.5.3a."""

    kind: Literal["riders-down"] = "riders-down"
    unit: str
    figures: tuple[str, ...]
    holders: tuple[str, ...]
    horses: tuple[Tethered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RidersUp(Event):
    """Figures of a unit mount: (figure, horse). `short`: who was too far from a horse for the roll. BG-VIII.5.21."""

    kind: Literal["riders-up"] = "riders-up"
    unit: str
    pairs: tuple[tuple[str, str], ...]
    placed: tuple[Placed, ...] = ()
    dice: tuple[int, ...] = ()
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SteedHit(Event):
    """A led horse is hit and lost. `unit`: with which it was; `by_unit` whose fire it was. BG-R138, BG-R250."""

    kind: Literal["steed-hit"] = "steed-hit"
    unit: str
    steed: str
    cause: Cause
    by: str | None = None
    by_unit: str | None = None
    weapon: str = ""
    cards: tuple[Card, ...] = ()
    reading: str = ""
    target_class: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HorsesTested(Event):
    """Whether led horses stay under fire: a die against the highest with which they do. `dice`: of their run; `gone`:
    which run, and where they come to stand; no place: off the table. BG-VIII.5.4, BG-VIII.5.41, BG-R251."""

    kind: Literal["horses-tested"] = "horses-tested"
    unit: str
    by_unit: str
    die: int
    holds: int
    held: bool
    """A holder who is not hit was with them."""
    dice: tuple[int, ...] = ()
    gone: tuple[Tethered, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HorsesTaken(Event):
    """Led horses fall to the enemy. BG-XIII.1.1b, BG-R135."""

    kind: Literal["horses-taken"] = "horses-taken"
    unit: str
    steeds: tuple[str, ...]
    captor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RidersEvaded(Event):
    """Horsemen whom foot charges have tried to evade: they get away, or stand disordered. BG-XI.3.5c, BG-XI.3.5f."""

    kind: Literal["riders-evaded"] = "riders-evaded"
    unit: str
    away: bool


HorseEvent: TypeAlias = RidersDown | RidersUp | SteedHit | HorsesTested | HorsesTaken | RidersEvaded
