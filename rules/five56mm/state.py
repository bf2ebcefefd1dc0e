"""The state of a battle of 5.56mm: immutable values, nothing but the fold of its events.

Turns are counted from 1: one pass through the deck. A go is what one card lets one character do. Things that last to
the end of a turn carry its number (`fired_turn == state.turn`), so that a new turn resets nothing. Distances are
inches; places are (x, y) on the board, None when the battle has no board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from rules.action import SideId
from rules.chance import Card, Draw
from rules.five56mm.actions import GoAction, RollingAction
from rules.five56mm.injury import Wound, incapacitated, one_action
from rules.five56mm.light import Light
from rules.five56mm.morale import Courage
from rules.five56mm.profile import Gear, Skill, Traits
from rules.five56mm.switches import House
from rules.five56mm.tables import VehicleProfile
from rules.five56mm.target_number import Help
from rules.five56mm.vehicle_damage import Damage
from rules.five56mm.weapons import Arm
from rules.table.board import Board
from rules.table.scene import Trace

BLACK: SideId = "black"
RED: SideId = "red"

Point = tuple[float, float]
Value = str | int | float | bool


class Life(StrEnum):
    """`LEFT`: off the table or taken off by the umpire, but alive (MM-R69, MM-R90)."""

    ALIVE = "alive"
    DEAD = "dead"
    LEFT = "left the table"


class Stance(StrEnum):
    """What a character keeps doing until his next card. MM-R16, MM-R17."""

    NONE = "none"
    STEALTH = "Stealth"
    HIDDEN = "Hiding"
    SPRINTING = "Sprinting"
    CARRYING = "Carrying"
    CARRIED = "carried"
    COVERING = "Covering Fire"


@dataclass(frozen=True, slots=True)
class Poison:
    """CS gas in the lungs: the TN that felled him, and the turn in which he left the cloud (None: still in it).
    MM-7.8.6, MM-7.8.8, MM-R32."""

    number: int
    left_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Burning:
    """White phosphorous on him: his distance from the explosion and its turn. MM-7.8.10, MM-R33."""

    distance: float
    turn: int


@dataclass(frozen=True, slots=True)
class Character:
    """One man or woman on the table."""

    id: str
    name: str
    number: int
    rank: str
    side: SideId
    squad: str
    traits: Traits
    cards: tuple[Card, ...]
    arms: tuple[Arm, ...] = ()
    """As they are now; `traits.arms` are those he came with."""
    at: Point | None = None
    facing: float = 0.0
    life: Life = Life.ALIVE
    wounds: tuple[Wound, ...] = ()
    poison: Poison | None = None
    burning: Burning | None = None
    stance: Stance = Stance.NONE
    partner: str | None = None
    """He whom he carries, or who carries him."""
    vehicle: str | None = None
    place: str = ""
    """driver, gunner, passenger, pilot or co-pilot."""
    fired_turn: int | None = None
    moved_since: bool = False
    """He has changed his position since he Fired (MM-3.2.7)."""
    goes: int = 0
    """Cards drawn for him in `goes_turn`."""
    goes_turn: int = 0
    acted_turn: int | None = None
    """The turn in which he last took an action."""
    lost_actions: int = 0
    """Of his next go, by a stun grenade (MM-R31)."""
    threw_back_turn: int | None = None
    gave_up_turn: int | None = None
    """The turn whose go he gave up to carry or be carried (MM-R51)."""
    escape_penalty: int = 0
    escape_turn: int = 0
    courage: Courage = Courage.STEADY
    failed_rallies: int = 0
    spent: tuple[Help, ...] = ()
    """Once-per-game skills used."""
    luck: int = 0
    luck_turn: int | None = None
    luck_armed: bool = False

    @property
    def alive(self) -> bool:
        return self.life is Life.ALIVE

    @property
    def down(self) -> bool:
        """Mortally Wounded and not helped: no action at all. MM-5.01.4."""
        return incapacitated(self.wounds)

    @property
    def able(self) -> bool:
        return self.alive and not self.down

    @property
    def one_action(self) -> bool:
        return one_action(self.wounds)

    def has(self, skill: Skill) -> bool:
        return skill in self.traits.skills

    def wears(self, gear: Gear) -> bool:
        return gear in self.traits.gear

    def arm(self, key: str) -> Arm | None:
        return next((arm for arm in self.arms if arm.weapon == key), None)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle. `moved`: inches in its driver's last go (MM-12.6.5); `hover`: TN for those aboard while it hovers."""

    id: str
    name: str
    side: SideId
    profile: VehicleProfile
    at: Point | None = None
    facing: float = 0.0
    mounts: tuple[Arm, ...] = ()
    weapons_work: bool = True
    damage: tuple[Damage, ...] = ()
    moved: float = 0.0
    full_speed: bool = False
    flying: bool = False
    hover: int | None = None
    unattended: bool = False
    """A helicopter whose pilot did nothing in its last turn (MM-R59)."""
    flown_turn: int | None = None

    @property
    def helicopter(self) -> bool:
        return self.profile.kind == "helicopter"

    @property
    def wreck(self) -> bool:
        return Damage.DESTROYED in self.damage

    @property
    def stopped(self) -> bool:
        return Damage.IMMOBILISED in self.damage or self.wreck


@dataclass(frozen=True, slots=True)
class Cloud:
    """A CS grenade that still smokes. `inside`: those who have tested and not left it. MM-7.8.7, MM-R32."""

    number: int
    at: Point | None
    inside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grenade:
    """A grenade that has landed and not yet exploded. `refused`: sides that have declined to throw it back.
    `near`: (character, inches) of those within its reach where there is no board to measure."""

    kind: str
    thrower: str
    side: SideId
    at: Point | None
    near: tuple[tuple[str, float], ...] = ()
    refused: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class Combat:
    """Two in hand-to-hand combat. `starter` began it; `struck`: he has made his first attack (MM-R37)."""

    starter: str
    other: str
    struck: bool = False

    def has(self, character: str) -> bool:
        return character in (self.starter, self.other)


@dataclass(frozen=True, slots=True)
class Go:
    """What the card on the table lets its character do, and what he has done of it."""

    character: str
    card: Card
    second: bool
    allowance: int
    special: bool
    spent: int = 0
    verbs: tuple[str, ...] = ()
    aimed: bool = False
    """His last action was Aim (MM-3.4.1)."""
    fire_target: str | None = None
    fire_weapon: str = ""
    tried: tuple[tuple[str, int], ...] = ()
    """Enemies whom he has tried to spot, each with the actions spent before (MM-R05)."""
    spotted: tuple[str, ...] = ()
    escape_tried: bool = False
    consent: Literal["", "asked", "given", "refused"] = ""
    forced: Courage = Courage.STEADY
    """His courage when the card was drawn: what he is forced to do (MM-R69)."""
    forced_done: bool = False
    """The move that fear demands is made."""
    cover_tried: tuple[tuple[str, str], ...] = ()
    """(who covers, whom he tried to spot) in this go."""
    watched_out: bool = False
    """The window after his last action is over."""
    over: bool = False

    @property
    def left(self) -> int:
        return 0 if self.over else max(0, self.allowance - self.spent)


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody must answer before the battle goes on. `who` may answer; `about`: the acting or asking character,
    the thrower of the grenade. `phase` of a Covering Fire question: before the declared action or after it."""

    number: int
    kind: Literal["cover", "throw-back", "withdraw", "help"]
    side: SideId
    who: tuple[str, ...]
    about: str = ""
    phase: Literal["", "before", "after"] = ""
    help: Help | None = None
    margin: int = 0
    what: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A step broken off in the middle by a question about a die: what was drawn and answered so far, to be taken up
    again from the start with the same dice. `action` None: it was a step of the engine's own."""

    draws: tuple[Draw, ...]
    answers: tuple[bool, ...]
    action: RollingAction | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """Those on Covering Fire who may still interrupt, before the declared action or after it. MM-3.6.2."""

    phase: Literal["before", "after"]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that a side gives without being asked: ask, yes or no, per kind of question."""

    side: SideId
    question: str
    answer: Literal["ask", "yes", "no"]


@dataclass(frozen=True, slots=True)
class Watch:
    """Orders of a character on Covering Fire: whom he watches, and whether he asks before he shoots."""

    character: str
    whom: Literal["acting", "anyone"]
    orders: Literal["ask", "fire"]


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


@dataclass(frozen=True, slots=True)
class Ruled:
    """A fact that the umpire has ruled, for a unit, towards another, until the end of a turn."""

    fact: str
    value: str
    unit: str | None = None
    other: str | None = None
    until: int | None = None


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
class Ended:
    winner: SideId | None
    reason: str


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
    held: Held | None = None
    grenade: Grenade | None = None
    clouds: tuple[Cloud, ...] = ()
    combats: tuple[Combat, ...] = ()
    frights: tuple[Fright, ...] = ()
    standing: tuple[Standing, ...] = ()
    watches: tuple[Watch, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    care: bool = True
    """The Mortally Wounded get care after the battle (MM-5.1.1)."""
    settled: bool = False
    """The survival tests after the battle are done."""
    ended: Ended | None = None
    shown: tuple[Trace, ...] = ()
    """What the last action did, for the picture."""

    @property
    def house(self) -> House:
        return House(self.options)

    def find(self, id_: str) -> Character | None:
        return next((c for c in self.characters if c.id == id_), None)

    def character(self, id_: str) -> Character:
        """KeyError for an unknown id: callers have resolved it before."""
        found = self.find(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def find_vehicle(self, id_: str | None) -> Vehicle | None:
        return next((v for v in self.vehicles if v.id == id_), None)

    def vehicle(self, id_: str) -> Vehicle:
        found = self.find_vehicle(id_)
        if found is None:
            raise KeyError(id_)
        return found

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

    def answer(self, side: SideId, question: str) -> Literal["ask", "yes", "no"] | None:
        return next((s.answer for s in self.standing if s.side == side and s.question == question), None)

    def with_character(self, changed: Character) -> State:
        characters = tuple(changed if c.id == changed.id else c for c in self.characters)
        return replace(self, characters=characters)

    def with_vehicle(self, changed: Vehicle) -> State:
        return replace(self, vehicles=tuple(changed if v.id == changed.id else v for v in self.vehicles))
