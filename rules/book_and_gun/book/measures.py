"""What the book says outside its charts, read once from ``measures.toml`` and checked as the charts are.

Inches, degrees, dice and figures; the row says which.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from rules.book_and_gun.book.rows import MoveRow, Row, TargetClass
from rules.book_and_gun.book.tables import Table, load

Carrier: TypeAlias = Literal[
    "wagon", "ambulance wagon", "limber", "light wheeled", "medium wheeled", "heavy wheeled", "light tracked",
    "heavy tracked", "armoured car", "boat", "horse", "bicycle",
]  # fmt: skip
GunKind: TypeAlias = Literal["gun", "recoilless rifle", "anti-aircraft gun", "mortar"]
Length: TypeAlias = Annotated[
    float | Literal["range", "short range"] | None, BeforeValidator(lambda cell: None if cell == "-" else cell)
]
"""Inches, or as far as the weapon reaches; nothing where a dash stands."""


class RoomRow(Row):
    carrier: Carrier
    inside: int
    outside: int


class FireModifierRow(Row):
    what: str
    number: int
    at: str


class ClassRow(Row):
    target_class: TargetClass = Field(alias="class")
    people: str
    vehicles: str
    aircraft: str


class ShapeRow(Row):
    what: str
    shape: Literal["cone", "triangle", "circle", "half ring"]
    degrees: Length
    length: Length
    width: Length


class CalibreRow(Row):
    kind: GunKind
    least: float
    most: float
    weapon_class: str = Field(alias="class")


class MeasureRow(Row):
    what: str
    number: int
    of: str


class FormationRow(Row):
    formation: str
    close: MoveRow = Field(alias="in close order")
    open: MoveRow = Field(alias="in open order")


MEASURES: MappingProxyType[str, Table] = MappingProxyType(load("measures.toml"))
"""Every such chart by name, in the order of the file."""

CARRYING: dict[Carrier, RoomRow] = {row.carrier: row for row in MEASURES["carrying"].read(RoomRow)}
VEHICLE_MODIFIERS: dict[str, int] = {
    row.what: row.number for row in MEASURES["vehicle-fire-modifiers"].read(FireModifierRow)
}
"""What each adds to the TO HIT number at vehicles and aircraft. BG-X.8.1a, BG-X.8.1b, BG-X.11.1a, BG-R71."""
TARGET_CLASSES: dict[TargetClass, ClassRow] = {
    row.target_class: row for row in MEASURES["target-classes"].read(ClassRow)
}
SHAPES: dict[str, ShapeRow] = {row.what: row for row in MEASURES["templates"].read(ShapeRow)}
CALIBRES: tuple[CalibreRow, ...] = MEASURES["calibres"].read(CalibreRow)
CAVALRY: dict[str, int] = {row.what: row.number for row in MEASURES["cavalry"].read(MeasureRow)}
MOVEMENT: dict[str, int] = {row.what: row.number for row in MEASURES["movement-facts"].read(MeasureRow)}
FIRE: dict[str, int] = {row.what: row.number for row in MEASURES["fire-facts"].read(MeasureRow)}
FORMATIONS: dict[str, FormationRow] = {row.formation: row for row in MEASURES["formations"].read(FormationRow)}


def degrees(what: str) -> float:
    """The whole angle of a cone. BG-X.1.3a."""
    return _number(SHAPES[what].degrees, what)


def width(what: str) -> float:
    """Inches across. BG-R87, BG-R101."""
    return _number(SHAPES[what].width, what)


def length(what: str) -> float:
    """Inches from its point. BG-X.2.8a, BG-X.12.3a."""
    return _number(SHAPES[what].length, what)


def _number(cell: float | str | None, what: str) -> float:
    if not isinstance(cell, float | int):
        raise ValueError(f"the chart of templates has no such number for {what}")
    return float(cell)
