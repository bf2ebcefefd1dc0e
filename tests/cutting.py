"""Slices that end by what has been done, and not by any clock."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.database.slices import Slice


@dataclass(frozen=True, slots=True)
class ByCount:
    """So many entries that everybody may know of."""

    most: int

    def begin(self) -> Slice:
        return self

    def full(self, known: int) -> bool:
        return known >= self.most
