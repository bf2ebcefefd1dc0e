"""The state of a battle of 5.56mm: immutable values, nothing but the fold of its events.

Turns are counted from 1: one pass through the deck. A go is what one card lets one character do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.course import BrokenOff
from rules.battle.ending import Ended
from rules.battle.envelope import Envelope
from rules.battle.facts import Ruled
from rules.battle.orders.data import NO_ORDERS, Orders, SealedTurns
from rules.battle.question import StandingReply, Window, answer_of
from rules.five56mm.actions import GoAction, RollingAction
from rules.five56mm.actions.battle import Reply
from rules.five56mm.book.light import Light
from rules.five56mm.book.switches import House
from rules.five56mm.characters import Burning, Character, Life, Point, Poison, Stance, Vehicle
from rules.five56mm.pending import Cloud, Combat, Go, Grenade, Question, Watch
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.changing import replace
from rules.kernel.once import by_id
from rules.seam.forces import MusterUnit
from rules.table.board import Board
from rules.table.scene import Trace

__all__ = [
    "BLACK", "RED", "Burning", "Character", "Cloud", "Combat", "Fright", "Go", "Grenade", "Joker",
    "Life", "Point", "Poison", "Question", "RadioTask", "Side", "Squad", "Stance", "State",
    "Vehicle", "Watch",
]  # fmt: skip

BLACK: SideId = "black"
RED: SideId = "red"


@dataclass(frozen=True, slots=True)
class Joker:
    """A Joker that the scenario has put into the deck, and the event that it fires. MM-2.3T.11, MM-R89."""

    card: Card
    event: str
    once: bool = False


@dataclass(frozen=True, slots=True)
class RadioTask:
    """An event that Use Radio may call, and its TN. MM-4.9.1, MM-R60."""

    key: str
    number: int
    event: str
    once: bool = False
    called: bool = False
    side: SideId | None = None
    """Whose call it is; None: anybody's."""


@dataclass(frozen=True, slots=True)
class Squad:
    id: str
    name: str
    side: SideId
    strength: int
    """Characters at the start, whom the quarters of MM-9.4.5 are counted of."""
    leader: str | None


@dataclass(frozen=True, slots=True)
class Side:
    key: SideId
    name: str


@dataclass(frozen=True, slots=True)
class Fright:
    """Somebody who must take a Morale Test when the action is over; one test however many reasons. MM-R68."""

    character: str
    reason: str
    citation: str


@dataclass(frozen=True, slots=True)
class State:
    title: str = ""
    sides: tuple[Side, ...] = ()
    squads: tuple[Squad, ...] = ()
    characters: tuple[Character, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    board: Board | None = None
    options: tuple[tuple[str, str], ...] = ()
    light: Light = Light.FULL
    turn_limit: int | None = None
    turn: int = 0
    closed_turn: int = 0
    """The last turn that has ended."""
    deck: tuple[Card, ...] = ()
    removed: tuple[Card, ...] = ()
    """Cards and Jokers that do not come back."""
    jokers: tuple[Joker, ...] = ()
    radio: tuple[RadioTask, ...] = ()
    go: Go | None = None
    intent: GoAction | None = None
    """The declared action, until it is carried out."""
    cleared: bool = False
    """The window before the declared action is over."""
    window: Window | None = None
    question: Question | None = None
    questions: int = 0
    held: BrokenOff[RollingAction] | None = None
    grenade: Grenade | None = None
    clouds: tuple[Cloud, ...] = ()
    combats: tuple[Combat, ...] = ()
    frights: tuple[Fright, ...] = ()
    standing: tuple[StandingReply[Reply], ...] = ()
    watches: tuple[Watch, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    care: bool = True
    """The Mortally Wounded get care after the battle (MM-5.1.1)."""
    settled: bool = False
    """The survival tests after the battle are done."""
    ended: Ended | None = None
    awaited: tuple[MusterUnit, ...] = ()
    """Squads that are on their way by the clock."""
    under_fire: tuple[tuple[str, int], ...] = ()
    """How often a character has been fired at, for the orders that stop then."""
    orders: Orders = NO_ORDERS
    envelope: Envelope | None = None
    """The orders of a turn that are sealed, by house rule. MM-R120."""
    sealed_turns: tuple[SealedTurns, ...] = ()
    """What each side has sealed ahead, for itself alone to know. MM-R120"""
    shown: tuple[Trace, ...] = ()
    """What the last action did, for the picture."""

    @property
    def house(self) -> House:
        return House(self.options)

    def find(self, id_: str) -> Character | None:
        return _characters(self.characters).get(id_)

    def character(self, id_: str) -> Character:
        """KeyError for an unknown id: callers have resolved it before."""
        return _characters(self.characters)[id_]

    def find_vehicle(self, id_: str | None) -> Vehicle | None:
        return None if id_ is None else _vehicles(self.vehicles).get(id_)

    def vehicle(self, id_: str) -> Vehicle:
        return _vehicles(self.vehicles)[id_]

    def squad(self, id_: str) -> Squad:
        return next(s for s in self.squads if s.id == id_)

    def living(self, side: SideId | None = None) -> Iterator[Character]:
        """Characters on the table and alive, in squad order."""
        return (c for c in self.characters if c.alive and side in (None, c.side))

    def enemies(self, side: SideId) -> Iterator[Character]:
        return (c for c in self.characters if c.alive and c.side != side)

    def aboard(self, vehicle: str) -> tuple[Character, ...]:
        """Crew before passengers, in squad order. MM-R24."""
        inside = [c for c in self.characters if c.vehicle == vehicle and c.alive]
        return tuple(sorted(inside, key=lambda c: c.place == "passenger"))

    def position(self, who: Character) -> Point | None:
        """Where he is: with his vehicle when he is aboard one."""
        vehicle = self.find_vehicle(who.vehicle)
        return vehicle.at if vehicle is not None else who.at

    def combats_of(self, id_: str) -> tuple[Combat, ...]:
        return tuple(c for c in self.combats if c.has(id_))

    def opponents(self, id_: str) -> tuple[str, ...]:
        return tuple(c.other if c.starter == id_ else c.starter for c in self.combats_of(id_))

    def answer(self, side: SideId, question: str) -> Reply | None:
        return answer_of(self.standing, side, question)

    def with_character(self, changed: Character) -> State:
        characters = tuple(changed if c.id == changed.id else c for c in self.characters)
        return replace(self, characters=characters)

    def with_vehicle(self, changed: Vehicle) -> State:
        return replace(self, vehicles=tuple(changed if v.id == changed.id else v for v in self.vehicles))


_characters, _vehicles = by_id(Character), by_id(Vehicle)
