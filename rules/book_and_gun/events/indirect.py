"""Events of indirect fire: who fires what where. The blast itself is `Bombarded` and what follows it (see fire.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.support import OffBoard
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.table.board import Point

CrewContact = Literal["own eyes", "leader near", "wire", "radio"]
"""How a crew knows what its observer sees. BG-X.13.13a, BG-R106."""


Guidance = Literal["", "laser designator", "GPS"]
"""What spares fire from off the board its deviation. BG-X.14.1, BG-X.14.2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MortarFired(Event):
    """A mortar drops a round. `figure` serves it, `mortar` is the one who carries it; `stood`: where it stands.

    `in_a_row`: turns of fire at exactly this point, this one included; `rounds`: fired in the battle so far.
    BG-X.13.1a, BG-R98."""

    kind: Literal["mortar-fired"] = "mortar-fired"
    unit: str
    figure: str
    mortar: str
    weapon: str
    at: Point
    stood: Point
    observer: str
    contact: CrewContact
    in_a_row: int
    rounds: int
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FireRequested(Event):
    """A unit's message to those off the board: 1D6, 1 more with its own RTO, must be `least`. Its own side's to know.
    BG-X.14.4, BG-R106."""

    kind: Literal["fire-requested"] = "fire-requested"
    unit: str
    figure: str
    what: OffBoard
    die: int
    total: int
    least: int
    arrived: bool
    operator: bool
    under_fire: bool
    lit: Point | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionFired(Event):
    """Fire from off the board falls. `figure` observes and corrects it; `guided`: what spares it the deviation;
    `in_a_row`: turns of such fire at exactly this point, this one included. BG-X.13.21, BG-X.14.1, BG-X.14.2."""

    kind: Literal["mission-fired"] = "mission-fired"
    unit: str
    figure: str
    what: OffBoard
    at: Point
    guided: Guidance
    in_a_row: int
    facts: tuple[Fact, ...] = ()


IndirectEvent: TypeAlias = MortarFired | FireRequested | MissionFired
