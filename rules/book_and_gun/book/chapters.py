"""What the book says in sentences on buildings, explosives, engineers, smoke, leaders, cards, units, scale and its
supplement, read once from ``chapters.toml``.

Inches, turns, dice and figures; the row says which.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from rules.book_and_gun.book.measures import MeasureRow
from rules.book_and_gun.book.rows import Row
from rules.book_and_gun.book.tables import Table, load

SmokeSource: TypeAlias = Literal["grenade", "discharger", "light mortar", "medium mortar", "heavy mortar", "artillery"]


class ExplosiveRow(Row):
    device: str
    template: int
    phases: int
    ability: str
    set_off_by: Literal["its man", "its man or a fuse", "its victim"] = Field(alias="set off by")


class SmokeRow(Row):
    source: SmokeSource
    width: int
    placed: int = Field(alias="turn placed")
    second: int = Field(alias="second turn")
    third: Annotated[int | None, BeforeValidator(lambda cell: None if cell == "-" else cell)] = Field(
        alias="third turn"
    )


CHAPTERS: MappingProxyType[str, Table] = MappingProxyType(load("chapters.toml"))
"""Every such chart by name, in the order of the file."""


def _measures(name: str) -> dict[str, int]:
    return {row.what: row.number for row in CHAPTERS[name].read(MeasureRow)}


BUILDINGS = _measures("buildings")
EXPLOSIVES: dict[str, ExplosiveRow] = {row.device: row for row in CHAPTERS["explosives"].read(ExplosiveRow)}
SMOKE: dict[SmokeSource, SmokeRow] = {row.source: row for row in CHAPTERS["smoke"].read(SmokeRow)}
LEADERSHIP = _measures("leadership")
SUPPLEMENTARY = _measures("supplementary")
