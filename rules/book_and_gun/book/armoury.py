"""The armoury: guns by type, in the book's classes; our defaults. X.2.6, X.4.17, X.4.22 to X.4.24."""

from __future__ import annotations

import tomllib
from importlib import resources
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.reload import full_crew
from rules.seam.forces import ElementKind, ElementType


class GunType(BaseModel):
    """A type of the armoury. `weapon`: key of the weapon chart; `length`, `width` of its model in inches."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    weapon: str
    reach: float = 1.0
    """Inches between it and those who serve it: by a wire more than an inch. BG-X.2.5, BG-X.4.18"""
    length: float
    width: float

    @property
    def crew(self) -> int:
        """Men of a full crew. BG-X.2.6a"""
        return full_crew(arm(self.weapon)) or 1


class _Sheet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    gun: tuple[GunType, ...]


def _load() -> dict[str, GunType]:
    text = resources.files("rules.book_and_gun.book").joinpath("armoury.toml").read_text(encoding="utf-8")
    return {each.key: each for each in _Sheet.model_validate(tomllib.loads(text)).gun}


ARMOURY = MappingProxyType(_load())
"""Every type by its key."""

GUN_TYPES: tuple[ElementType, ...] = tuple(
    ElementType(each.key, ElementKind.GUN, each.title, places=("crew",) * each.crew) for each in ARMOURY.values()
)
"""The armoury as a campaign keeps it."""
