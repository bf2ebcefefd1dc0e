"""Events of what men on foot throw. Hits that harm somebody are `FigureFell` events (see battle.py) after these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.explosives import LaidKind, Thrown
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.screens import Screen
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.table.board import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class GrenadeThrown(Event):
    """A man has thrown a grenade, or fired one from under his rifle. `target`: the unit aimed at; `at`: where it goes
    off, None without a board. BG-X.12.1a, BG-R132."""

    kind: Literal["grenade-thrown"] = "grenade-thrown"
    unit: str
    figure: str
    grenade: Thrown
    target: str | None
    at: Point | None
    radius: float
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstRolled(Event):
    """A unit's figures under a burst, the class of each, and the D6 of each: (figure, die). Who is harmed falls in
    `FigureFell` events. `by`, `by_unit` empty: of a device, nobody is known for it. BG-X.12.1d."""

    kind: Literal["burst-rolled"] = "burst-rolled"
    unit: str
    by_unit: str
    by: str
    device: Thrown | LaidKind
    figures: tuple[str, ...]
    classes: tuple[TargetClass, ...]
    dice: tuple[tuple[str, int], ...]
    hits: int
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresStunned(Event):
    """A flash bang holds these of a unit until the end of a turn. BG-X.12.2, BG-R222."""

    kind: Literal["figures-stunned"] = "figures-stunned"
    unit: str
    by_unit: str
    by: str
    figures: tuple[str, ...]
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeLaid(Event):
    """Smoke begins to lie on the table. `unit`, `figure`: whose it is, where it was thrown by hand or a `vehicle` laid
    it. BG-X.14.31a, BG-X.14.3b."""

    kind: Literal["smoke-laid"] = "smoke-laid"
    screen: Screen
    unit: str | None = None
    figure: str | None = None
    vehicle: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeDrifted(Event):
    """All screens as they lie in the turn that begins; those that are gone are left out. BG-X.14.31a, BG-X.14.31b."""

    kind: Literal["smoke-drifted"] = "smoke-drifted"
    screens: tuple[Screen, ...]
    gone: tuple[Point, ...] = ()
    """Where smoke lay that is gone now."""


ExplosiveEvent: TypeAlias = GrenadeThrown | BurstRolled | FiguresStunned | SmokeLaid | SmokeDrifted
