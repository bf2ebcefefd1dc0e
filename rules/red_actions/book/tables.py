"""The charts of the book: figures from tables.toml, each section checked once, when its chapter is imported."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

F = TypeVar("F", bound="Figures")


class Figures(BaseModel):
    """Base of a section's model. Figures may be written with hyphens."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True,
        alias_generator=lambda name: name.replace("_", "-"),
    )  # fmt: skip


@cache
def _file() -> dict[str, Any]:
    text = files("rules.red_actions.book").joinpath("tables.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def section(name: str, model: type[F]) -> F:
    """A section of the file. Raises KeyError without it and ValidationError for figures that do not fit."""
    return model.model_validate(_file()[name])
