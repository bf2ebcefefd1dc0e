"""Shooting: who fires at whom, what the dice say, what is struck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event
from rules.kernel.facts import Itemised
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.book.shooting_table import ShotResult
from rules.red_actions.units import Point

FireReason = Literal["action", "charged", "ambush", "friends", "return"]


@dataclass(frozen=True, slots=True)
class Gunfire:
    """The direct-hit rolls of guns of one kind: two dice each, `number` or more."""

    number: Itemised
    scores: tuple[int, ...]

    @property
    def hits(self) -> int:
        return sum(score >= self.number.value for score in self.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeChosen(Event):
    """Shot at, a unit has said whether it evades for the rest of the turn. RA-evade.4, RA-R149"""

    kind: Literal["mode-chosen"] = "mode-chosen"
    unit: str
    evading: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedToFire(Event):
    """It has turned, pivoted or deployed from column to fire. RA-shoot.1"""

    kind: Literal["turned-to-fire"] = "turned-to-fire"
    unit: str
    facing: float
    formation: UnitFormation


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """A unit fires: it shows itself, and its target can march no more. `target` empty: at a place; `at`: what everybody
    sees of it; `key`: the target as consecutive rounds know it, `rounds` turns in a row, `spot`: where it stood in the
    first; `spent`: bases that have spent a round. RA-seq.reveal, RA-R28, RA-R117, RA-R118"""

    kind: Literal["fired"] = "fired"
    unit: str
    target: str
    name: str
    reason: FireReason
    start: Point
    at: Point
    distance: float
    far: str
    key: str
    rounds: int
    spot: Point | None
    bases: str
    """How many count: "4", "½"."""
    spent: tuple[str, ...] = ()
    observer: str = ""
    place: bool = False
    harassing: bool = False
    gas: bool = False
    sponson: Literal["", "left", "right"] = ""
    """The one that fires. RA-tank.sponsons"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectHits(Event):
    """Guns have hit; the bases that they cost and the fear tests come before the table. RA-dh.1, RA-R35"""

    kind: Literal["direct-hits"] = "direct-hits"
    unit: str
    target: str
    name: str
    guns: tuple[Gunfire, ...]
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotResolved(Event):
    """What a shooting comes to. `guns`: empty where `DirectHits` has told of them; `lines`: the strength with its
    reasons; `column` 0: no effect; `roll` None: the table was not rolled for; `result`: what of it counts against that
    target. RA-shoot.6, RA-shoot.7"""

    kind: Literal["shot-resolved"] = "shot-resolved"
    unit: str
    target: str
    name: str
    guns: tuple[Gunfire, ...]
    hits: int
    total: int
    lines: tuple[str, ...]
    shift: Itemised
    column: int
    roll: int | None
    result: ShotResult
    tank: int = 0
    """Terror markers for being shot at by a tank. RA-tank.terror"""
    gas: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionHit(Event):
    """A building is hit: two dice for each hit, and on `needs` or more it falls on everybody in it. RA-dh.building"""

    kind: Literal["section-hit"] = "section-hit"
    building: str
    name: str
    guns: tuple[Gunfire, ...]
    hits: int
    scores: tuple[int, ...]
    needs: int
    destroyed: bool
    by: str
    inside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarHit(Event):
    """Direct hits on a car. `hits`: all that it has taken; `wrecked`: it is destroyed and stays coupled; `stopped`: an
    engine that is finished. RA-train.hits.1, RA-train.hits.2, RA-train.hits.3, RA-R97"""

    kind: Literal["car-hit"] = "car-hit"
    unit: str
    base: str
    name: str
    by: str
    hits: int
    wrecked: bool = False
    stopped: bool = False
    withdraws: bool = False
    """It must try to leave the range of enemy artillery."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(Event):
    """Rounds were handed out from the cart: of each base the limber's and the cart's now. `supply`: the unit of supply
    carts that they came from, `left`: what each of its bases holds now. RA-ammo.carts, RA-R117, RA-R269"""

    kind: Literal["refilled"] = "refilled"
    unit: str
    rounds: tuple[tuple[str, int, int], ...]
    supply: str = ""
    left: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FriendsMet(Event):
    """In the dark a unit comes upon friends; on a 1 it fires at them. RA-weather.night.friends, RA-R116"""

    kind: Literal["friends-met"] = "friends-met"
    unit: str
    friend: str
    roll: int
    fires: bool


FireEvent: TypeAlias = (
    ModeChosen | TurnedToFire | Fired | DirectHits | ShotResolved | SectionHit | CarHit | Refilled | FriendsMet
)
