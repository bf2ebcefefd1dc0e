"""The rulings of a rule set, from the file that holds their texts."""

from __future__ import annotations

import tomllib
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field

from rules.book.house import Switches
from rules.book.showing import Ruling


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Z]+-R\d+$")
    about: tuple[str, ...] = ()
    text: str


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ruling: tuple[_Entry, ...]


def load_rulings(package: str, switches: Switches) -> tuple[Ruling, ...]:
    """Every ruling of `rulings.toml` in that package, in its order, each with the first switch that rests on it."""
    text = resources.files(package).joinpath("rulings.toml").read_text(encoding="utf-8")
    return tuple(
        Ruling(each.id, each.about, each.text, next((s for s in switches.all if s.ruling == each.id), None))
        for each in _File.model_validate(tomllib.loads(text)).ruling
    )
