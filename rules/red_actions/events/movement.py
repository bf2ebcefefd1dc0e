"""Moves, forms of standing, and what is done on the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.units import Base, Breakdown, Loss, Mode, Point, Prisoners


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Event):
    """A reinforcement stands at its entry point. RA-seq.reinforce"""

    kind: Literal["entered"] = "entered"
    unit: str
    at: Point
    facing: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A unit has moved. `way`: the points that its middle went through, the first where it set out; `inches`: what its
    outermost base covered; `back`: how much of it led away from the enemy; `holds`: the building that it is still in
    possession of. RA-move.1, RA-R66"""

    kind: Literal["moved"] = "moved"
    unit: str
    way: tuple[Point, ...]
    facing: float
    formation: UnitFormation
    inches: float
    back: float = 0.0
    pace: Literal["normal", "evading", "march"] = "normal"
    mode: Mode = Mode.NORMAL
    holds: str = ""
    in_wire: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRoom(Event):
    """A unit that stood in others, over the edge or in what is closed to it has stepped aside to the nearest place with
    room. It is no move. `holds`: the building that it still holds. RA-R268"""

    kind: Literal["made-room"] = "made-room"
    unit: str
    way: tuple[Point, ...]
    at: Point
    holds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerMoved(Event):
    """What everybody sees of a unit that moves behind its position marker. RA-seq.3"""

    kind: Literal["marker-moved"] = "marker-moved"
    side: SideId
    marker: int
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Halted(Event):
    """A move ends early: an enemy came to light, wire, an ambush."""

    kind: Literal["halted"] = "halted"
    unit: str
    why: str
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """A new facing or formation where it stands. RA-action.extra.facing"""

    kind: Literal["turned"] = "turned"
    unit: str
    facing: float
    formation: UnitFormation
    formed: bool = False
    inches: float = 0.0
    """What turning costs a tachanka. RA-move.tachanka"""
    at: Point | None = None
    """Where its middle is then, if that changes."""
    spots: tuple[tuple[str, float, float, float], ...] = ()
    """Where its bases stand along an edge. RA-R270"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimberChanged(Event):
    """RA-action.mount, RA-form.limber"""

    kind: Literal["limber-changed"] = "limber-changed"
    unit: str
    limbered: bool
    facing: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismounted(Event):
    """Horsemen fight on foot; one base holds the horses. RA-dismount.2, RA-dismount.4"""

    kind: Literal["dismounted"] = "dismounted"
    unit: str
    card: str
    bases: tuple[Base, ...]
    holder: Base


@dataclass(frozen=True, slots=True, kw_only=True)
class Remounted(Event):
    """RA-dismount.3"""

    kind: Literal["remounted"] = "remounted"
    unit: str
    card: str
    bases: tuple[Base, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded(Event):
    """Troops get on or, without a carrier, off. RA-dismount.1"""

    kind: Literal["boarded"] = "boarded"
    unit: str
    carrier: str = ""
    car: str = ""
    at: Point | None = None
    facing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hid(Event):
    """RA-action.hide"""

    kind: Literal["hid"] = "hid"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingTaken(Event):
    """Infantry has a building and its cover. RA-building.4"""

    kind: Literal["building-taken"] = "building-taken"
    unit: str
    building: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingsTaken(Event):
    """Abandoned guns, a vehicle or horses are taken by an enemy. RA-action.possess"""

    kind: Literal["things-taken"] = "things-taken"
    unit: str
    what: str
    taken: str
    """The heap's id."""
    losses: tuple[Loss, ...]
    tanks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersTaken(Event):
    """Prisoners have a new owner, or a new guard. `freed`: they are among friends again. RA-misc.prisoners.1,
    RA-misc.prisoners.2"""

    kind: Literal["prisoners-taken"] = "prisoners-taken"
    prisoners: str
    unit: str
    owner: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersGone(Event):
    """RA-misc.prisoners.4"""

    kind: Literal["prisoners-gone"] = "prisoners-gone"
    prisoners: Prisoners
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeDown(Event):
    """A vehicle's die for an obstacle, for wire or for its speed. RA-tank.speed, RA-tank.obstacle, RA-ac.obstacle"""

    kind: Literal["broke-down"] = "broke-down"
    unit: str
    test: str
    roll: int
    breakdown: Breakdown


MovementEvent: TypeAlias = (
    UnitEntered
    | Moved
    | MarkerMoved
    | MadeRoom
    | Halted
    | Turned
    | LimberChanged
    | Dismounted
    | Remounted
    | Boarded
    | Hid
    | BuildingTaken
    | ThingsTaken
    | PrisonersTaken
    | PrisonersGone
    | BrokeDown
)
