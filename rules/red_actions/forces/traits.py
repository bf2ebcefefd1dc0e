"""What rosters say of an officer, a base and a unit: JSON that only this rule set reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.seam.sheets import SheetKind

Post = Literal["senior", "junior", "leader"]
"""A senior officer with a base of his own; the junior officer of a unit; who leads a single gun, vehicle or train and
has no token."""


@dataclass(frozen=True, slots=True)
class FigureTraits:
    """`level`: his rank among officers of one kind (RA-combine.2); `general`: the commanding general."""

    post: Post = "junior"
    level: int = 0
    general: bool = False


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """`army`: whose tokens its officers draw; `card`: what its bases are, of a senior officer's unit his own base."""

    army: str
    card: str


@dataclass(frozen=True, slots=True)
class ElementTraits:
    card: str


_REMEDY = "Raise it again from the list of organisations."
_FIGURE = SheetKind(FigureTraits, remedy=_REMEDY)
_UNIT = SheetKind(UnitTraits, remedy=_REMEDY)
_ELEMENT = SheetKind(ElementTraits, remedy=_REMEDY)
load_figure, dump_figure = _FIGURE.load, _FIGURE.dump
load_unit, dump_unit = _UNIT.load, _UNIT.dump
load_element, dump_element = _ELEMENT.load, _ELEMENT.dump
