"""Bicycles of a battle: plain values of the state. Whoever came with one rides it, pushes it, or has left it somewhere.

VIII.2.5, R280.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Cycle:
    """A bicycle. `id`: that of the figure who came with it; `unit`: whose it is; `holder`: the figure who rides or
    pushes it, empty for nobody; `at`: where it lies then, None without a board."""

    id: str
    unit: str
    holder: str = ""
    ridden: bool = False
    at: Point | None = None
