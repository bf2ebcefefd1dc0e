"""What a battle is in the middle of: the go under way, questions that stand, steps broken off, grenades that lie there.

A half-resolved action is data of the state, so that a restart loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Help
from rules.five56mm.characters import Point
from rules.kernel.action import SideId
from rules.kernel.chance import Card


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
    fire_at: Point | None = None
    """Where the first shot or grenade of the go went."""
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
    cover_held: tuple[str, ...] = ()
    """Those on Covering Fire who do not want to be asked again in this go."""
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

    @property
    def key(self) -> str:
        return f"question-{self.number}"


@dataclass(frozen=True, slots=True)
class Watch:
    """Orders of a character on Covering Fire: whom he watches, and whether he asks before he shoots."""

    character: str
    whom: Literal["acting", "anyone"]
    orders: Literal["ask", "fire"]


@dataclass(frozen=True, slots=True)
class Cloud:
    """A CS grenade that still smokes. `inside`: those who have tested and not left it. MM-7.8.7, MM-R32."""

    number: int
    at: Point | None
    inside: tuple[str, ...] = ()
    level: int = 0
    """The floor or roof on which it smokes. MM-R230"""


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
    level: int = 0
    """The floor or roof on which it lies. MM-R229"""


@dataclass(frozen=True, slots=True)
class Combat:
    """Two in hand-to-hand combat. `starter` began it; `struck`: he has made his first attack (MM-R37)."""

    starter: str
    other: str
    struck: bool = False

    def has(self, character: str) -> bool:
        return character in (self.starter, self.other)
