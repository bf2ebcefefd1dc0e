"""The rulings in force, each with its switch where it leaves tables a choice."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from rules.five56mm.book.switches import SWITCHES
from rules.ruleset import Ruling


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    about: tuple[str, ...]
    text: str


class _Rulings(BaseModel):
    ruling: tuple[_Line, ...]


def _load() -> tuple[Ruling, ...]:
    text = files("rules.five56mm.book").joinpath("rulings.toml").read_text("utf-8")
    switches = {switch.ruling: switch for switch in SWITCHES}
    lines = _Rulings.model_validate(tomllib.loads(text)).ruling
    return tuple(Ruling(line.id, line.about, line.text, switches.get(line.id)) for line in lines)


RULINGS = _load()
