"""Charges, combats, pursuits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event
from rules.kernel.facts import Item
from rules.red_actions.book.combat import CombatResult
from rules.red_actions.book.kinds import StruckSide
from rules.red_actions.units import Loss, Point

PlainFraction = tuple[int, int]
"""A fraction, above and below."""
ChargeReason = Literal["retired", "routed", "pinned", "fled", "gone", "halted"]
"""Why a charge has come to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDeclared(Event):
    """RA-charge.direction"""

    kind: Literal["charge-declared"] = "charge-declared"
    unit: str
    target: str
    side_struck: StruckSide
    distance: float
    way: tuple[Point, ...]
    onward: bool = False
    ambush: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeFailed(Event):
    """Its charge test has failed: no charge this turn. RA-morale.fail.charge"""

    kind: Literal["charge-failed"] = "charge-failed"
    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMet(Event):
    """What the charged unit does: it stands, fires, flees or charges too. RA-preempt.charged, RA-charge.counter"""

    kind: Literal["charge-met"] = "charge-met"
    unit: str
    target: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeEnded(Event):
    """A charge comes to nothing. RA-charge.shoot, RA-R74"""

    kind: Literal["charge-ended"] = "charge-ended"
    unit: str
    target: str
    why: ChargeReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMoved(Event):
    """Chargers, counter-chargers or pursuers have moved. RA-charge.contact, RA-charge.follow, RA-pursuit.1"""

    kind: Literal["charge-moved"] = "charge-moved"
    unit: str
    how: Literal["contact", "counter", "follow", "beyond", "pursuit"]
    target: str
    at: Point
    facing: float
    way: tuple[Point, ...]
    inches: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckBehind(Event):
    """A charge strikes flank or rear: all bases turn to face it. RA-charge.flank.2, RA-charge.rear.2"""

    kind: Literal["struck-behind"] = "struck-behind"
    unit: str
    by: str
    side_struck: StruckSide
    facing: float
    at: Point | None = None
    """Where it stands then, if there is no room for it so where it stood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleStruck(Event):
    """The die of troops that a vehicle has reached. RA-tank.charge.2, RA-ac.charge.2"""

    kind: Literal["vehicle-struck"] = "vehicle-struck"
    unit: str
    """The vehicle."""
    by: str
    die: int
    items: tuple[Item, ...]
    immobilised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatFought(Event):
    """Strengths, odds and dice of a combat. `outcome`: the table's cell; `loser`: whom it is worse for.
    RA-combat.2, RA-combat.3, RA-combat.4"""

    kind: Literal["combat-fought"] = "combat-fought"
    unit: str
    target: str
    strength: PlainFraction
    strength_of_target: PlainFraction
    values: tuple[int, int]
    bases: tuple[PlainFraction, PlainFraction]
    items: tuple[Item, ...]
    items_of_target: tuple[Item, ...]
    column: str
    stronger: str
    dice: tuple[int, ...]
    outcome: CombatResult
    loser: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerTaken(Event):
    """A senior officer by himself is captured in a charge. RA-R120"""

    kind: Literal["officer-taken"] = "officer-taken"
    officer: str
    unit: str
    by: str
    loss: Loss


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsTaken(Event):
    """Guns that their crews have left are taken by who has charged them. RA-R78"""

    kind: Literal["guns-taken"] = "guns-taken"
    left: str
    by: str
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRolled(Event):
    """Whether cavalry of the same speed is caught. RA-pursuit.4"""

    kind: Literal["pursuit-rolled"] = "pursuit-rolled"
    unit: str
    target: str
    die: int
    caught: bool


ChargeEvent: TypeAlias = (
    ChargeDeclared
    | ChargeFailed
    | ChargeMet
    | ChargeEnded
    | ChargeMoved
    | StruckBehind
    | VehicleStruck
    | CombatFought
    | OfficerTaken
    | GunsTaken
    | PursuitRolled
)
