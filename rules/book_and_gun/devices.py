"""Devices that lie on the table as a battle keeps them: mines, charges, traps. X.12, XIII.3."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book_and_gun.book.explosives import PREPARING, LaidKind
from rules.kernel.action import SideId
from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Device:
    """A device where it lies. `side`: whose it is; `unit`, `layer`: the unit and the figure that laid it, empty where
    the umpire did."""

    id: str
    kind: LaidKind
    side: SideId
    at: Point
    facing: float = 0.0
    unit: str = ""
    layer: str = ""
    work: int = 1
    """Movement phases that have been spent on it. BG-X.12.51, BG-X.12.61"""
    worked_turn: int = 0
    """Turn of the last of them."""
    fuse: int = 0
    """Turn in which its fuse burns down; 0: it has none. BG-X.12.41"""
    dead: bool = False
    """An enemy has defused it, and its own side does not know. BG-R236"""
    known: tuple[SideId, ...] = ()
    """Sides beside its own that know where it lies."""

    @property
    def name(self) -> str:
        """What its own side calls it: "land mine 2"."""
        return f"{self.kind} {self.id.rpartition('-')[2]}"

    @property
    def ready(self) -> bool:
        """Whether it has been prepared. BG-X.12.51, BG-X.12.61"""
        return self.work >= PREPARING.get(self.kind, 1)
