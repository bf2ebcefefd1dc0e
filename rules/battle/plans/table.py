"""What a rule set fills in to have plans: its units, the enemies that are known, and its words for tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from rules.kernel.action import Action, SideId
from rules.seam.planning import BattleAim, Boldness, Intent, UnitRole
from rules.table.board import Board, Point

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class UnitInPlan:
    """A unit or a person of the side that takes orders.

    `reach`: how far it goes in a turn, `range`: how far its fire is worth something, both in the board's measure;
    `worth`: its share in a fight, a rifleman 1; `roles`: those that it may have, the proposed one first; `people`: ids
    of units or figures that stand in it, for aims that are about one of them.
    """

    unit: str
    name: str
    at: Point | None
    reach: float
    range: float
    worth: float
    roles: tuple[UnitRole, ...]
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownEnemy:
    """An enemy as the side knows of it: a unit, a person, a marker. `unit`: as orders may name it, empty where they may
    not."""

    at: Point
    worth: float = 1.0
    unit: str = ""
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LedPerson:
    """Somebody who takes no orders of the side and follows whoever of it tells them to. `unit`: their own; `leader`:
    the side's unit that they follow, empty: none."""

    person: str
    unit: str
    at: Point | None
    leader: str = ""


class TaskKind(StrEnum):
    """What a unit is to do. `at` and `place` of a `UnitTask` say where, `unit` with or for whom."""

    TAKE = "take"
    """Go into the place and fight there."""
    APPROACH = "approach"
    """Go to the point, under cover if that costs little, and fire at what shows."""
    SUPPORT = "support"
    """Fire; where nothing can be hit, go on until the place is in range."""
    HOLD = "hold"
    """Hold the place: go there if need be, take cover, fire."""
    STAND = "stand"
    """Stay, and fire."""
    FOLLOW = "follow"
    """Keep behind the unit."""
    SHELTER = "shelter"
    """Stay out of the enemy's sight and reach."""
    BRING = "bring"
    """Go to the place without a fight."""
    FETCH = "fetch"
    """Go to the people at the point and have them follow; `place` is where they are to be brought."""
    TREAT = "treat"
    """Look after the hurt, and keep behind the unit."""
    CALL = "call"
    """Use the radio until the call is answered, then fire."""
    LEAVE = "leave"
    """Go over the edge."""
    BREAK_OFF = "break off"
    """Draw back from the enemy, firing if that costs nothing."""


@dataclass(frozen=True, slots=True)
class UnitTask:
    kind: TaskKind
    place: str = ""
    """As orders name it; empty where only the point is known."""
    at: Point | None = None
    unit: str = ""
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an order leads a unit; `at` None: it stays."""

    unit: str
    at: Point | None
    open: bool = True
    """Others may want to go there too: an area, the edge of a wood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTable(Generic[S]):
    """Nothing of it sees more than the side may."""

    pieces: Callable[[S, SideId], Sequence[UnitInPlan]]
    """Those that take orders now, or soon; in the side's order."""
    foes: Callable[[S, SideId], Sequence[KnownEnemy]]
    board: Callable[[S], Board | None]
    write: Callable[[S, SideId, UnitInPlan, UnitTask, Boldness], Iterable[Action]]
    """The orders by which the unit does it, one or none as a rule. They need not be lawful: those that are not are
    left out of the plan."""
    goals: Callable[[S, SideId, Action], Iterable[Destination]]
    """Where an order leads the units that it is for."""
    lawful: Callable[[S, SideId, Action], bool]
    answer: Callable[[S, SideId, Sequence[BattleAim], Intent], Action | None]
    slot: Callable[[Action], str]
    fights: Callable[[Action], bool]
    """Whether a line has its units fire, charge or close in, as far as it says so."""
    led: Callable[[S, SideId], Sequence[LedPerson]] = lambda state, side: ()
    """Those whom its units can lead along, as far as the side knows where they are."""
    edge: Callable[[S, SideId], str] = lambda state, side: ""
    """The side's own edge of the table; "" where it has none."""
    lasting: Callable[[S, SideId], Iterable[Action]] = lambda state, side: ()
    """How long a plan binds the side, where its lines do not say it themselves: the last lines of each plan."""
