"""Horses of a battle: plain values of the state. Who rides one is a figure with its id; what nobody rides is led.

A horse stands where its rider is; a led one at a place of its own, where its holder takes it. VIII.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.table.board import Point


class SteedCondition(StrEnum):
    """`LOST`: killed or hurt; `AWAY`: it has run off, or gone with a rider who left. BG-R250, BG-R251."""

    SOUND = "sound"
    LOST = "lost"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Steed:
    """A horse. `unit`: whose it is now. `led`: nobody rides it; `at`: where it then stands, None without a board;
    `holder`: the figure that holds it, empty for nobody."""

    id: str
    name: str
    unit: str
    condition: SteedCondition = SteedCondition.SOUND
    led: bool = False
    at: Point | None = None
    facing: float = 0.0
    holder: str = ""
    rider: str = ""
    """The figure that rides it, or rode it last."""
    captured: bool = False
    """Taken from the enemy: only cavalry and elite troops ride it. BG-XIII.1.1b."""

    @property
    def waits(self) -> bool:
        """Sound, and nobody rides it."""
        return self.led and self.condition is SteedCondition.SOUND


@dataclass(frozen=True, slots=True)
class Startled:
    """Led horses of a unit that has been fired at, and one of them hit: whether they run is still to be rolled.
    BG-VIII.5.4."""

    unit: str
    by_unit: str
