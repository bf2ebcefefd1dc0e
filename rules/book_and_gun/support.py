"""Fire support as a battle keeps it: mortars as they were laid last, messages, missions that have been fired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.table.board import Point

OffBoard: TypeAlias = Literal["artillery", "heavy mortar", "air strike"]
"""What may be called from off the board. BG-X.13.21."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A mortar after its last round, known by the figure that carries it; fire from off the board by its side and kind.

    `at`: where it was aimed, `stood`: where it stood, `turn`: when, `in_a_row`: turns of fire at exactly this point
    without a break, the last one included. `rounds`: how many it has fired in the battle. BG-R98, BG-R229."""

    mortar: str
    at: Point
    stood: Point
    turn: int
    in_a_row: int
    rounds: int


@dataclass(frozen=True, slots=True)
class FireRequest:
    """A unit's last try to get a request through. `arrived`: it did, and its mission falls in that turn; `lit`: the
    place that its laser designator marks. BG-X.14.4, BG-X.14.1, BG-R106."""

    unit: str
    what: OffBoard
    turn: int
    arrived: bool
    lit: Point | None = None


@dataclass(frozen=True, slots=True)
class FiredMissions:
    """How many missions of a kind a side has had."""

    side: SideId
    what: OffBoard
    number: int


def off_board_key(side: SideId, what: OffBoard) -> str:
    """How fire from off the board stands among what has been laid."""
    return f"{side}: {what}"
