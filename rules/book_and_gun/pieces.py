"""Guns of a battle that are things of their own: plain values of the state. Who serves one is a figure beside it.

A gun stands where it was left; it goes where its crew pushes it, or behind the vehicle that tows it. VIII.3, X.2.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table.board import Point

Hook = Literal["limber", "unlimber"]
"""Hooking a gun to a vehicle, and setting it up again. BG-VIII.3.3"""


@dataclass(frozen=True, slots=True)
class Piece:
    """A gun on the table, or what is left of it. `type`: key of the armoury; `weapon`: key of the weapon chart; `unit`:
    whose it is now; `at`: its breech, None without a board or before it has come; `facing`: its barrel, degrees
    clockwise from north."""

    id: str
    type: str
    weapon: str
    name: str
    unit: str
    at: Point | None = None
    facing: float = 0.0
    gunner: str = ""
    """The figure that serves it now, and has its weapon in hand; empty: nobody does. BG-R245"""
    markers: int = 0
    """Reload markers. BG-R83"""
    fired_turn: int = 0
    empty: bool = False
    """Out of ammunition. BG-X.2.1a"""
    destroyed: bool = False
    """BG-X.2.61c"""
    tow: str = ""
    """The vehicle to which it is limbered; empty: it stands by itself. BG-VIII.3.3"""
    hook: Hook | None = None
    """Which work at it has begun; None: none."""
    hook_turns: int = 0
    """Full turns of that work so far."""
    hook_turn: int = 0
    """The last of them."""
