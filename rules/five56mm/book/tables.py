"""The charts of the book as typed look-ups: figures from tables.toml, checked once at import.

A shared end point of two bands belongs to the lower row unless the switch says otherwise (MM-R02); a margin beyond
the last printed row reads that row (MM-R53, MM-R58).
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rules.kernel.facts import Item

Cell = int | float | str


class Group(StrEnum):
    """Weapon classes (MM-7.0.1, MM-R100); the M203 stands beside them (MM-R101)."""

    HANDGUN = "handgun"
    SHOTGUN = "shotgun"
    SUB_MACHINEGUN = "sub machinegun"
    ASSAULT_RIFLE = "assault rifle"
    SNIPER_RIFLE = "sniper rifle"
    MACHINEGUN = "machinegun"
    HEAVY_WEAPON = "heavy weapon"
    GRENADE = "grenade"
    GRENADE_LAUNCHER = "grenade launcher"


class Category(StrEnum):
    """Range categories, nearest first (MM-3.2.10)."""

    CLOSE = "close"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    EXTREME = "extreme"


class _Figures(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Dice:
    """ "D6+4": `sides` 0 for a plain number."""

    sides: int
    plus: int

    @classmethod
    def read(cls, text: str) -> Dice:
        """Read "D6+4", "D3", "D6-1" or "0"; ValueError otherwise."""
        found = re.fullmatch(r"(?:D(?P<sides>\d+)(?P<plus>[+-]\d+)?|(?P<fixed>\d+))", text)
        if not found:
            raise ValueError(f"{text!r} is no dice expression: write D6, D6+4 or a number")
        if found["fixed"] is not None:
            return cls(0, int(found["fixed"]))
        return cls(int(found["sides"]), int(found["plus"] or 0))

    def __str__(self) -> str:
        return f"D{self.sides}{self.plus:+d}".replace("+0", "") if self.sides else str(self.plus)


class Band(_Figures):
    """A chart by distance, speed or die."""

    key: str
    section: str
    title: str
    citation: str
    value: str
    dice: str = ""
    rows: tuple[tuple[float, float, Cell], ...]

    @model_validator(mode="after")
    def _contiguous(self) -> Band:
        if any(low >= high for low, high, _ in self.rows):
            raise ValueError(f"{self.key}: a row ends before it begins")
        return self

    def index(self, value: float, *, upper: bool = False) -> int | None:
        """The row of `value`; values below the first row read it (MM-R03), beyond the last closed row: None."""
        for index, (_, high, _) in enumerate(self.rows):
            shared = upper and index + 1 < len(self.rows) and self.rows[index + 1][0] == high
            if value < high or (value == high and not shared):
                return index
        return None

    def at(self, value: float, *, upper: bool = False) -> Cell | None:
        index = self.index(value, upper=upper)
        return None if index is None else self.rows[index][2]

    def number(self, value: float, *, upper: bool = False) -> int:
        """The whole number of the row. ValueError where the chart has none."""
        cell = self.at(value, upper=upper)
        if not isinstance(cell, int):
            raise ValueError(f"chart {self.section} has no number for {value:g}")
        return cell

    def roll(self, value: float, *, upper: bool = False) -> Dice | None:
        """The dice of the row; None outside the chart and for "na"."""
        cell = self.at(value, upper=upper)
        return None if cell is None or cell == "na" else Dice.read(str(cell))


class Margin(_Figures):
    """A chart by the margin of a test."""

    key: str
    section: str
    title: str
    citation: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @field_validator("rows")
    @classmethod
    def _ascending(cls, rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
        return tuple(sorted(rows, key=lambda row: float(row[0])))

    def at(self, margin: int) -> tuple[Cell, ...]:
        """The cells beside the highest row that is not above `margin`, or of the lowest row (MM-R53)."""
        found = [row for row in self.rows if float(row[0]) <= margin]
        return (found[-1] if found else self.rows[0])[1:]

    def number(self, margin: int, column: int = 0) -> int:
        return int(self.at(margin)[column])

    def word(self, margin: int, column: int = 0) -> str:
        return str(self.at(margin)[column])

    def roll(self, margin: int, column: int = 0) -> Dice | None:
        """The dice of the cell; None where it is empty."""
        word = self.word(margin, column)
        return Dice.read(word) if word else None


class Rows(_Figures):
    """A chart by name."""

    key: str
    section: str
    title: str
    citation: str
    columns: tuple[str, ...]
    dice: str = ""
    rows: tuple[tuple[Cell, ...], ...]

    @cached_property
    def _by_name(self) -> dict[str, tuple[Cell, ...]]:
        return {str(row[0]): row[1:] for row in self.rows}

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> tuple[str, ...]:
        return tuple(self._by_name)

    def number(self, name: str, column: int = 0) -> int:
        return int(self._by_name[name][column])

    def word(self, name: str, column: int = 0) -> str:
        return str(self._by_name[name][column])


class Modifiers(_Figures):
    table: str
    side: Literal["number", "roll"]
    rows: tuple[tuple[str, int, str, str], ...]


class Weapon(_Figures):
    """A ranged weapon's line (7.2 to 7.9). `extra`: TN modifiers of its Auto-Fire shots beyond the first."""

    key: str
    title: str
    also: tuple[str, ...] = ()
    """Other names that the book has for it."""
    group: Group
    section: str
    ranges: tuple[float, float, float, float, float, float]
    damage: int | None = None
    ammo: int | None = None
    extra: tuple[int, ...] = ()
    first_shot: int = 0
    """TN modifier of the first shot of an Auto-Fire (FN-FAL)."""
    second_target: int = 1
    spread: int = 1
    """TN modifier of a machinegun's target more than 2 in from the first."""
    second_fire: int = 0
    """TN modifier of the second of two Fire actions."""
    silenced: bool = False
    armour: int | None = None
    """What body armour gives against it where that differs from its class."""
    carried: bool = True
    helicopter_only: bool = False
    one_shot: bool = False
    every_shot: bool = False
    """An Ammo roll after every shot."""
    arms_at: float | None = None
    launches: Literal["grenade", "rocket"] | None = None
    blast: str | None = None
    """Chart of what its explosion does."""
    radius: float = 0.0
    other_round: str | None = None
    round_of: str | None = None
    damage_to_character: int | None = None
    inside: str | None = None
    """Damage to those in a vehicle that the round has pierced."""
    citation: str = ""

    @model_validator(mode="after")
    def _rising(self) -> Weapon:
        given = [r for r in self.ranges if not math.isnan(r)]
        if given != sorted(given) or len(given) < 4:
            raise ValueError(f"{self.key}: range numbers must rise")
        return self

    @property
    def close(self) -> float:
        """The nearest distance at which it can be used."""
        return next(r for r in self.ranges if not math.isnan(r))

    @property
    def maximum(self) -> float:
        return self.ranges[5]

    def category(self, distance: float) -> Category | None:
        """A category begins exactly at its number, Extreme lasts to the maximum range inclusive; None outside.

        MM-7.0.5, MM-7.0.6, MM-7.0.7.
        """
        if distance < self.close or distance > self.maximum:
            return None
        begun = [c for c, r in zip(Category, self.ranges[:5], strict=True) if distance >= r]
        return begun[-1]


class Melee(_Figures):
    key: str
    title: str
    bonus: int
    citation: str


class VehicleProfile(_Figures):
    """A vehicle (12.8, 12.9). A scenario may bring its own with the same fields (MM-R87). `mounting`: where its weapons
    bear (MM-R213)."""

    key: str
    title: str
    kind: Literal["land", "helicopter"]
    section: str = "scenario"
    allowance: float
    speed: int
    manoeuvre: int
    armour: int
    crew: tuple[str, ...]
    armoured_glass: tuple[str, ...] = ()
    passengers: int
    turret_passengers: int
    turret: tuple[str, ...] = ()
    mounting: Literal["turret", "door", "hull"] = "turret"
    wheeled: bool = True
    citation: str = "MM-R87"


class Numbers(_Figures):
    """Single figures of the text, in inches and degrees where they measure something."""

    move: float
    carry_two: float
    contact: float
    steady: int
    field_of_sight: float
    covering_arc: float
    quarter: float
    half: float
    three_quarters: float
    fired_bonus: int
    tracker: int
    unskilled_mounted: int
    throw_back: int
    auto_fire_near: float
    auto_fire_far: float
    explosion: float
    explosion_damage: str
    falling: int
    falling_hover: str
    fast_rope: int
    control: int
    immobilised: int
    weapons_work: int
    no_light: int
    low_light: int
    poison: int
    leader_reach: float
    radio_reach: float
    friend_killed: float
    kit: int
    self_help: int
    survival_morale: int
    armoured_glass_bonus: int
    co_pilot: int
    unattended: int
    respirator: int
    turn_cost: float
    reverse_cost: float
    full_speed_turns: int
    full_speed_turn_cost: float
    flight_turn_cost: float
    flight_reverse_cost: float
    flight_full_speed_turn_cost: float
    most_weapons: int
    squad: int
    budget: int
    upgrade_limit: int
    pack: int


class Tables(_Figures):
    """tables.toml, whole."""

    band: tuple[Band, ...]
    margin: tuple[Margin, ...]
    row: tuple[Rows, ...]
    modifier: tuple[Modifiers, ...]
    weapon: tuple[Weapon, ...]
    melee: tuple[Melee, ...]
    vehicle: tuple[VehicleProfile, ...]
    numbers: Numbers = Field()


TABLES = Tables.model_validate(tomllib.loads(files("rules.five56mm.book").joinpath("tables.toml").read_text("utf-8")))
BANDS = {band.key: band for band in TABLES.band}
MARGINS = {margin.key: margin for margin in TABLES.margin}
ROWS = {row.key: row for row in TABLES.row}
WEAPONS = {weapon.key: weapon for weapon in TABLES.weapon}
MELEE = {melee.key: melee for melee in TABLES.melee}
VEHICLES = {vehicle.key: vehicle for vehicle in TABLES.vehicle}
NUMBERS = TABLES.numbers
_MODIFIERS = {
    (table.table, key): Item(amount, reason, citation)
    for table in TABLES.modifier
    for key, amount, reason, citation in table.rows
}


def modifier(table: str, key: str) -> Item:
    """One line of the modifier tables 3.22, 3.24, 3.25, 3.71 and 3.72."""
    return _MODIFIERS[table, key]
