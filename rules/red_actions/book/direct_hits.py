"""Direct hits of guns and mortars: numbers, dice, what is struck, buildings that collapse."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Literal

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.language.words import counted
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import HitNumbers
from rules.red_actions.book.shooting import Observed
from rules.red_actions.book.tables import Figures, section


class _Numbers(Figures):
    field: HitNumbers
    other: HitNumbers


class _Modifiers(Figures):
    each_inches: float
    each: int
    poor: int
    observed_first: int
    observed_later: int


class _Collapse(Figures):
    wooden: int
    stone: int


NUMBERS = section("direct-hits", _Numbers)
MODIFIERS = section("direct-hit-modifiers", _Modifiers)
COLLAPSE = section("collapse", _Collapse)
_HAIR = 1e-6

Gunnery = Literal["field", "other"] | HitNumbers
"""As cards say it: the row of the table, or numbers of the card's own. RA-R31"""


class Struck(StrEnum):
    """The column of the direct-hit table."""

    BUILDING = "building"
    MOVING = "moving vehicle"
    STATIONARY = "stationary vehicle"
    OTHER = "other"


def struck(target: Arm, moving: bool = False) -> Struck:
    """What troops are to a gunner. `moving`: a vehicle that moved in its last segment, a train whose last move was
    more than 0. RA-R34; trains are vehicles (RA-train.hits.5)"""
    if not target.vehicle:
        return Struck.OTHER
    return Struck.MOVING if moving else Struck.STATIONARY


def range_counts(rounds_before: int, target_moved: bool) -> bool:
    """Whether the range raises the number: not from the second consecutive turn of fire at a target that has stood
    still since the first. `rounds_before`: turns in a row just before in which the unit fired at it. RA-dh.mod.range,
    RA-R33"""
    return rounds_before < 1 or target_moved


def _from_table(gunnery: Gunnery, target: Struck) -> int:
    numbers = gunnery if isinstance(gunnery, HitNumbers) else NUMBERS.field if gunnery == "field" else NUMBERS.other
    return {
        Struck.BUILDING: numbers.building,
        Struck.MOVING: numbers.moving,
        Struck.STATIONARY: numbers.stationary,
        Struck.OTHER: numbers.other,
    }[target]


def hit_number(
    gunnery: Gunnery,
    target: Struck,
    distance: float = 0.0,
    *,
    ranged: bool = True,
    poor: bool = False,
    observed: Observed = Observed.NO,
) -> Itemised:
    """The direct-hit number; above 12 no score reaches it. `distance`: from the observer if there is one (RA-R29);
    `ranged`: as `range_counts` says. RA-dh.numbers.field, RA-dh.numbers.other, RA-dh.mod.range, RA-dh.mod.poor,
    RA-dh.mod.observed, RA-indirect.4, RA-R31, RA-R32"""
    named = {"field": "field gun", "other": "other gun or mortar"}
    gun = "its card" if isinstance(gunnery, HitNumbers) else named[gunnery]
    cite = "RA-dh.numbers.field" if gunnery == "field" else "RA-dh.numbers.other"
    items = [Item(_from_table(gunnery, target), f"{gun}, {target.value}", cite)]
    far = int((distance + _HAIR) // MODIFIERS.each_inches)
    if ranged and far:
        items.append(Item(far * MODIFIERS.each, f"{far * MODIFIERS.each_inches:g} in of range", "RA-dh.mod.range"))
    if poor:
        items.append(Item(MODIFIERS.poor, "poor gunnery", "RA-dh.mod.poor"))
    if observed is Observed.FIRST:
        items.append(Item(MODIFIERS.observed_first, "observed fire, first turn", "RA-dh.mod.observed"))
    elif observed is Observed.LATER:
        items.append(Item(MODIFIERS.observed_later, "observed fire, later turn", "RA-dh.mod.observed"))
    return Itemised(tuple(items), label="direct-hit number")


def roll_count(bases: Fraction) -> int:
    """Direct-hit rolls for the bases used, rounded up. RA-dh.1, RA-R17"""
    return ceil(bases)


def is_hit(score: int, number: int) -> bool:
    """RA-dh.2; nothing is a hit by itself (RA-R32)."""
    return score >= number


@dataclass(frozen=True, slots=True)
class Volley:
    """The direct-hit rolls of one shooting."""

    number: int
    scores: tuple[int, ...]

    @property
    def hits(self) -> int:
        return sum(is_hit(score, self.number) for score in self.scores)

    def __str__(self) -> str:
        scored = ", ".join(str(score) for score in self.scores)
        return f"{counted(self.hits, 'direct hit')} ({scored}; {self.number}+)"


def fire_for_hits(bases: Fraction, number: int, chance: Chance) -> Volley:
    """Two dice a base, rolled even where the number cannot be reached. RA-dh.1, RA-shoot.6, RA-R32"""
    count = roll_count(bases)
    return Volley(number, tuple(sum(chance.dice(2, sides=6, for_="direct hit")) for _ in range(count)))


def collapse_number(stone: bool) -> int:
    """What two dice must reach for a section that was hit to fall on everybody in it. RA-dh.building"""
    return COLLAPSE.stone if stone else COLLAPSE.wooden


def collapses(score: int, stone: bool) -> bool:
    """RA-dh.building"""
    return score >= collapse_number(stone)


def _line(name: str, numbers: HitNumbers) -> tuple[str, int, int, int, int]:
    return (name, numbers.building, numbers.moving, numbers.stationary, numbers.other)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "direct-hits",
        "Direct hit numbers",
        "Direct Hits (p10)",
        ("gun", *(each.value for each in Struck)),
        (_line("field gun", NUMBERS.field), _line("other guns and mortars", NUMBERS.other)),
        dice="2d6",
        notes=("Trains are vehicles. A card's own numbers replace the table's (RA-R31).",),
        citation="RA-dh.numbers.field",
    ),
    Chart(
        "direct-hit-modifiers",
        "Direct hit modifiers",
        "Direct Hits (p10)",
        ("for", "added to the number"),
        (
            (f"each whole {MODIFIERS.each_inches:g} in of range", MODIFIERS.each),
            ("early Soviet and other very poor artillery", MODIFIERS.poor),
            ("observed indirect fire, first turn", MODIFIERS.observed_first),
            ("observed indirect fire, later turns", MODIFIERS.observed_later),
        ),
        notes=("Range is ignored for consecutive rounds at a target that stands still (RA-R33).",),
        citation="RA-dh.mod.range",
    ),
    Chart(
        "collapse",
        "Buildings that are hit",
        "Direct Hits (p10)",
        ("building", "destroyed on"),
        (("wooden", f"{COLLAPSE.wooden}+"), ("stone", f"{COLLAPSE.stone}+")),
        dice="2d6",
        citation="RA-dh.building",
    ),
)
