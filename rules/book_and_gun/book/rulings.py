"""The rulings in force, as `adjutant rulings book-and-gun` shows them; the texts are in `rulings.toml`."""

from __future__ import annotations

import tomllib
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field

from rules.book_and_gun.book.switches import SWITCHES
from rules.ruleset import Ruling


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^BG-R\d+$")
    about: tuple[str, ...] = ()
    text: str


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ruling: tuple[_Entry, ...]


def _load() -> tuple[Ruling, ...]:
    text = resources.files("rules.book_and_gun.book").joinpath("rulings.toml").read_text(encoding="utf-8")
    entries = _File.model_validate(tomllib.loads(text)).ruling
    return tuple(
        Ruling(each.id, each.about, each.text, next((s for s in SWITCHES if s.ruling == each.id), None))
        for each in entries
    )


RULINGS: tuple[Ruling, ...] = _load()
"""Every ruling in force, in the order of its number, each with its house-rule switch if it has one."""
