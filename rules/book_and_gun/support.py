"""Fire support as a battle keeps it: mortars as they were laid last. `state` has it by name."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Laid:
    """A mortar after its last round, known by the figure that carries it.

    `at`: where it was aimed, `stood`: where it stood, `turn`: when, `in_a_row`: turns of fire at exactly this point
    without a break, the last one included. `rounds`: how many it has fired in the battle. BG-R98, BG-R229."""

    mortar: str
    at: Point
    stood: Point
    turn: int
    in_a_row: int
    rounds: int
