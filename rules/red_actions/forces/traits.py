"""What rosters say of an officer, a base and a unit: JSON that only this rule set reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from rules.refusals import Why
from rules.violation import RuleViolation

T = TypeVar("T")
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


_FIGURE: TypeAdapter[FigureTraits] = TypeAdapter(FigureTraits)
_UNIT: TypeAdapter[UnitTraits] = TypeAdapter(UnitTraits)
_ELEMENT: TypeAdapter[ElementTraits] = TypeAdapter(ElementTraits)


def _load(adapter: TypeAdapter[T], text: str, name: str) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "sheet"
        raise RuleViolation(
            Why.UNREADABLE_SHEET,
            f"The sheet of {name} cannot be read: {where}: {first['msg']}.",
            remedy="Raise it again from the list of organisations.",
        ) from None


def load_figure(text: str, name: str) -> FigureTraits:
    """RuleViolation for a sheet that cannot be read."""
    return _load(_FIGURE, text, name)


def load_unit(text: str, name: str) -> UnitTraits:
    return _load(_UNIT, text, name)


def load_element(text: str, name: str) -> ElementTraits:
    return _load(_ELEMENT, text, name)


def dump_figure(traits: FigureTraits) -> str:
    return _FIGURE.dump_json(traits, exclude_defaults=True).decode()


def dump_unit(traits: UnitTraits) -> str:
    return _UNIT.dump_json(traits).decode()


def dump_element(traits: ElementTraits) -> str:
    return _ELEMENT.dump_json(traits).decode()
