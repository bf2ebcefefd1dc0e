"""Events of the movement phase, and every change of place in any phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.march import Deduction
from rules.book_and_gun.state import ChargeInProgress
from rules.book_and_gun.units import Formation, Placed, Spacing
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.table.board import Point

How = Literal[
    "move",
    "charge",
    "fall back",
    "evade",
    "retreat",
    "rout",
    "flight",
    "follow",
    "close in",
    "occupy",
    "run",
    "support",
    "placed",
    "fly",
    "land",
    "set on",
    "heel",
    "led",
]
"""Why figures change place: an ordinary move, a charge (also one that falls short), a joker's fall back, an evasion, a
shaken unit's 4D6, a rout move, civilians' flight, following an evader, closing base to base, taking a vacated
place, a figure that runs from close combat, neighbours brought up in support, the umpire's hand, a flight, a
landing, a dog that is sent at somebody, one that comes back, a hostage
that is led or sent out of danger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved(Event):
    """A unit, or the named figures of it, moved.

    `dice` as rolled, `deductions` in the order taken, `allowance` the inches that were left, `inches` those really
    gone. `placed` is empty in a battle without a board. `uses_move`: it counts as the unit's move of the turn."""

    kind: Literal["unit-moved"] = "unit-moved"
    unit: str
    figures: tuple[str, ...]
    how: How
    dice: tuple[int, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    allowance: float = 0.0
    inches: float = 0.0
    placed: tuple[Placed, ...] = ()
    path: tuple[Point, ...] = ()
    facing: float | None = None
    """The unit's new facing; None: unchanged."""
    facts: tuple[Fact, ...] = ()
    uses_move: bool = True
    blocked: bool = False
    """An enemy unit stood in the way of a retreat: the unit is surrounded. BG-XI.5.41, BG-R133."""
    short: str = ""
    """Why it went less far than its inches would have taken it; empty: it did not."""
    goal: str = ""
    """What it moved towards, in the player's words or a unit's id."""
    guns: tuple[str, ...] = ()
    """Guns that they push along. BG-VIII.3.1b"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationChanged(Event):
    """BG-V.12a. `placed`: where the figures now stand, empty without a board."""

    kind: Literal["formation-changed"] = "formation-changed"
    unit: str
    formation: Formation
    order: Spacing
    placed: tuple[Placed, ...] = ()
    disordered: bool = False
    """A column that did not wheel counts as unformed this turn. BG-VIII.1.2d."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDeclared(Event):
    """A charge was declared and rolled for. `charge` when it reached its 2 inches, else None (BG-R36).
    The dice and places are in the `UnitMoved` that follows."""

    kind: Literal["charge-declared"] = "charge-declared"
    unit: str
    target: str
    distance: float
    counter: bool
    charge: ChargeInProgress | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoutSent(Event):
    """BG-VIII.4.5a. `out` False: back with his unit."""

    kind: Literal["scout-sent"] = "scout-sent"
    unit: str
    figure: str
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundedTaken(Event):
    """Fit carriers take up wounded figures: (carrier, wounded) pairs; an empty wounded id: he puts him down.
    BG-VIII.4.4a, BG-R44."""

    kind: Literal["wounded-taken"] = "wounded-taken"
    unit: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestockBegan(Event):
    """A figure begins two full turns of restocking, or ends them with ammunition again. BG-R82."""

    kind: Literal["restock"] = "restock"
    unit: str
    figure: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Event):
    """A reserve is placed on the table's edge. BG-VIII.0.2b."""

    kind: Literal["unit-entered"] = "unit-entered"
    unit: str
    placed: tuple[Placed, ...] = ()
    facing: float | None = None


MovementEvent: TypeAlias = (
    UnitMoved | FormationChanged | ChargeDeclared | ScoutSent | WoundedTaken | RestockBegan | UnitEntered
)
