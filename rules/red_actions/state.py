"""The state of a battle of Red Actions: immutable values, nothing but the fold of its events.

Turns are counted from 1. A segment is what one unit does in a turn; a turn is over when every unit has had one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.battle.ending import Ended
from rules.battle.envelope import Envelope
from rules.battle.facts import Ruled
from rules.battle.orders.data import NO_ORDERS, Orders, SealedTurns
from rules.battle.question import StandingReply, answer_of
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.once import by_id
from rules.red_actions.book.cards import BOOK_PACK, Pack, TroopCard
from rules.red_actions.book.kinds import Light, Trait, Weather
from rules.red_actions.book.switches import House
from rules.red_actions.pending import Task
from rules.red_actions.pending.question import Question
from rules.red_actions.units import Abandoned, Base, Blaze, Fell, Foxholes, Loss, Officer, Point, Prisoners, Unit
from rules.seam.forces import MusterUnit
from rules.table.board import Board
from rules.table.scene import Trace

ATTACKER: SideId = "attacker"
DEFENDER: SideId = "defender"


UNASKED = {"return-fire": "yes", "spare": "cover", "mode": "evade"}
"""What units do without being asked, until their side says otherwise. RA-R180, RA-R181, RA-R185"""


class Phase(StrEnum):
    """Where the game sequence stands. RA-seq.1 to RA-seq.5"""

    DRAWING = "drawing"
    """Officers' tokens are drawn and chosen."""
    DEPLOYING = "deploying"
    """The defender places ambushes and markers, then the attacker comes in."""
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Side:
    """`army`: whose tokens it draws and whose flight number it has. `original`: points at the start, reinforcements
    included. RA-R13, RA-R14"""

    key: SideId
    name: str
    army: str
    original: int = 0
    edge: str = ""
    """Its own edge of the table: north, east, south, west."""
    role: SideId = ""
    """Who it is in this battle, attacker or defender; "": whom its key names."""

    @property
    def plays(self) -> SideId:
        return self.role or self.key


@dataclass(frozen=True, slots=True)
class Segment:
    """The action segment under way: first what a unit does beside, then its one action. `unit` None: the side has the
    initiative and has not said yet which unit acts; `only`: the units that may (a card); empty: any. RA-action.one"""

    side: SideId
    unit: str | None = None
    only: tuple[str, ...] = ()
    out_of_turn: Literal["", "clever"] = ""
    extras: tuple[str, ...] = ()
    """What it has done beside its action ("facing", "scout", "officer", "rally-pinned", "vehicle")."""
    hesitated: Literal["", "no", "yes"] = ""
    """Whether a Mob has hesitated; "": it has not rolled. RA-R46"""
    pinned_down: bool = False
    """Its rally from pinned has failed: it may only retire or fire. RA-R55"""
    fired: bool = False
    """It has fired and may still move as its arm allows."""
    acted: bool = False
    """Its action is done; the engine ends the segment."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tokens on the table for a senior officer, of which his side keeps one. RA-def.officer.draw.1"""

    officer: str
    side: SideId
    tokens: tuple[str, ...]
    made_up: bool = False
    """The deck ran out as they were drawn, and was made up again. RA-R154"""


@dataclass(frozen=True, slots=True)
class Dummy:
    """A position marker with nobody behind it. RA-seq.dummy"""

    side: SideId
    marker: int
    at: Point


@dataclass(frozen=True, slots=True)
class Scouted:
    """A place that somebody has scouted in a turn. RA-ambush.scout.3"""

    turn: int
    place: str
    by: str


@dataclass(frozen=True, slots=True)
class WatchKept:
    """A Clever officer's unit whose owner wants to be asked before enemy actions, or tries it unasked. RA-R110"""

    unit: str
    answer: Literal["ask", "try"]


@dataclass(frozen=True, slots=True)
class Lane:
    """A way through wire: cut or crushed. RA-wire.3, RA-wire.4"""

    wire: str
    at: Point
    width: float
    crushed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    title: str = ""
    sides: tuple[Side, ...] = ()
    units: tuple[Unit, ...] = ()
    """Every unit that has not been wiped out, senior officers' bases among them."""
    officers: tuple[Officer, ...] = ()
    losses: tuple[Loss, ...] = ()
    fell: tuple[Fell, ...] = ()
    """Where bases were destroyed; which of them are lost still, and who may know of it, `losses` says."""
    abandoned: tuple[Abandoned, ...] = ()
    prisoners: tuple[Prisoners, ...] = ()
    board: Board | None = None
    options: tuple[tuple[str, str], ...] = ()
    pack: Pack | None = None
    """The group's own cards; None: those of the book's default pack."""
    light: Light = Light.DAY
    weather: Weather = Weather.CLEAR
    turn_limit: int | None = None

    phase: Phase = Phase.DRAWING
    turn: int = 0
    deployed: tuple[SideId, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    cup: tuple[str, ...] = ()
    """Tokens that have been kept and do not go back, as "deck:token". RA-R05"""
    first: SideId | None = None
    """Who has the first segment of the turn."""
    last: SideId | None = None
    """Who has had the last segment."""
    lost_roll: SideId | None = None
    """Who lost the last decided roll-off. RA-init.dice.2"""
    deck: tuple[str, ...] = ()
    """Cards of units and officers that are still to come. RA-init.cards.1"""
    segment: Segment | None = None
    segments: int = 0
    """Segments that have been opened since the battle began: everybody has seen whose they were."""
    resting: tuple[SideId, ...] = ()
    """Sides whose other units do nothing in their segments of this turn. RA-R186"""
    closed: int = 0
    """The last turn that has ended."""
    announced: str = ""
    """An action that others had the chance to pre-empt, as JSON text, now to be done. RA-R110"""
    agenda: tuple[Task, ...] = ()
    """What is being done; the last is next."""
    question: Question | None = None
    questions: int = 0
    reply: str = ""
    """What has just been answered to the last question; the task that asked takes it."""
    standing: tuple[StandingReply[str], ...] = ()
    watches: tuple[WatchKept, ...] = ()

    foxholes: tuple[Foxholes, ...] = ()
    blazes: tuple[Blaze, ...] = ()
    ruins: tuple[str, ...] = ()
    """Buildings that are no more."""
    lanes: tuple[Lane, ...] = ()
    scouted: tuple[Scouted, ...] = ()
    dummies: tuple[Dummy, ...] = ()
    marker_count: int = 0
    new_ids: int = 0
    """Counted up for parts of units, prisoners, officers drawn in battle."""
    captured_tanks: tuple[str, ...] = ()
    """Bases of tanks captured intact. RA-R99"""

    orders: Orders = NO_ORDERS
    envelope: Envelope | None = None
    sealed_turns: tuple[SealedTurns, ...] = ()
    """What each side has sealed ahead, for itself alone to know. RA-R240"""
    ruled: tuple[Ruled, ...] = ()
    shown: tuple[Trace, ...] = ()
    """What the last action did, for the picture."""
    ended: Ended | None = None
    awaited: tuple[MusterUnit, ...] = ()
    """Units that are on their way by the clock."""
    coming: tuple[tuple[SideId, int], ...] = ()
    """The points of their bases. RA-R13"""

    @property
    def house(self) -> House:
        return House(self.options)

    @property
    def cards(self) -> Pack:
        return self.pack or BOOK_PACK

    def card(self, unit: Unit) -> TroopCard:
        """What most of its bases are."""
        return self.cards.card(unit.card)

    def equipment(self, unit: Unit) -> frozenset[Trait]:
        """What its card has, and what it was given: tools, a wire device, gas shells, engineers. RA-R119"""
        return self.card(unit).traits | {Trait(word) for word in unit.kit}

    def side(self, key: SideId) -> Side:
        return next(side for side in self.sides if side.key == key)

    def playing(self, role: SideId) -> SideId:
        """The side that attacks, or defends."""
        return next((side.key for side in self.sides if side.plays == role), role)

    def defends(self, key: SideId) -> bool:
        return key == self.playing(DEFENDER)

    def other(self, key: SideId) -> SideId:
        return next(side.key for side in self.sides if side.key != key)

    def find(self, id_: str | None) -> Unit | None:
        return _units(self.units).get(id_) if id_ is not None else None

    def unit(self, id_: str) -> Unit:
        """KeyError for an unknown or destroyed one: callers have resolved it before."""
        return _units(self.units)[id_]

    def of(self, side: SideId) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.side == side)

    def on_table(self, side: SideId | None = None) -> Iterator[Unit]:
        """Units with a place of their own on the table: not attached officers, not those aboard something."""
        return (
            u for u in self.units if u.at is not None and not u.with_unit and not u.aboard and side in (None, u.side)
        )

    def enemies(self, side: SideId) -> Iterator[Unit]:
        return (unit for unit in self.on_table() if unit.side != side)

    def horses_of(self, unit: Unit) -> tuple[tuple[Base, Point | None], ...]:
        """The bases that hold horses of a unit's, and where: its own, and those of the unit that it has divided off.
        RA-R277"""
        herd = self.find(unit.herd or None)
        return unit.horses if herd is None else (*unit.horses, *herd.horses)

    def sharing(self, unit: str) -> tuple[Unit, ...]:
        """Parts on foot that have divided off a unit and have their horses with its. RA-R277"""
        return tuple(each for each in self.units if each.herd == unit)

    # Officers ----------------------------------------------------------------------------------------------------

    def officer(self, id_: str) -> Officer:
        """KeyError for an unknown one."""
        return _officers(self.officers)[id_]

    def junior(self, unit: str) -> Officer | None:
        """The fit junior officer of a unit."""
        return next((o for o in self.officers if o.unit == unit and o.rank == "junior" and o.fit), None)

    def senior(self, unit: str) -> Officer | None:
        """The fit senior officer whose own base that unit is."""
        return next((o for o in self.officers if o.unit == unit and o.rank == "senior" and o.fit), None)

    def seniors_with(self, unit: str) -> tuple[Officer, ...]:
        """Fit senior officers who are attached to a unit, by their bases' order."""
        bases = (u for u in self.units if u.with_unit == unit)
        return tuple(officer for base in bases if (officer := self.senior(base.id)) is not None)

    def officers_in(self, unit: str) -> tuple[Officer, ...]:
        """All fit officers in a unit, junior first. RA-result.off.each"""
        junior = self.junior(unit)
        own = self.senior(unit)
        return (*((junior,) if junior else ()), *((own,) if own else ()), *self.seniors_with(unit))

    def commander(self, unit: str) -> Officer | None:
        """Who commands it: a senior in personal command, else its junior, else the officer whose base it is."""
        taken = next((u for u in self.units if u.with_unit == unit and u.commands), None)
        if taken is not None and (senior := self.senior(taken.id)) is not None:
            return senior
        return self.junior(unit) or self.senior(unit)

    def token_traits(self, officer: Officer) -> frozenset[Trait]:
        return self.cards.token(officer.token).traits if officer.token else frozenset()

    # Points ------------------------------------------------------------------------------------------------------

    def points(self, base: Base) -> int:
        return self.cards.card(base.card).points

    def answer(self, side: SideId, question: str) -> str | None:
        """What the side has said once for all to that kind of question, or what holds until it says something; None: it
        is asked. RA-R180, RA-R181, RA-R185"""
        return answer_of(self.standing, side, question) or UNASKED.get(question)

    # Changing ----------------------------------------------------------------------------------------------------

    def with_unit(self, changed: Unit) -> State:
        return replace(self, units=tuple(changed if u.id == changed.id else u for u in self.units))

    def with_officer(self, changed: Officer) -> State:
        return replace(self, officers=tuple(changed if o.id == changed.id else o for o in self.officers))

    def without_unit(self, id_: str) -> State:
        return replace(self, units=tuple(u for u in self.units if u.id != id_))


_units, _officers = by_id(Unit), by_id(Officer)
