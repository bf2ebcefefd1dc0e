"""Walls, doors, windows and rooms: how one gets over and in, how many find room. IX.3, IX.4."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.book_and_gun.book.chapters import BUILDINGS
from rules.kernel.violation import RuleViolation

Crosser: TypeAlias = Literal["figure", "gun", "vehicle", "horseman"]
CrossingStep: TypeAlias = Literal["moves up and stops", "stands on top", "moves off at its normal rate"]
WindowStep: TypeAlias = Literal["moves up and stops", "is inside and stops", "moves on at its normal rate"]

ROOM = BUILDINGS["a room holds"]
"""Fit figures of both sides together in a room. BG-IX.4.2a."""
_BARRED = {"gun": "BG-IX.3.1d", "vehicle": "BG-IX.3.1e", "horseman": "BG-R252"}
_CROSSING: tuple[CrossingStep, ...] = ("moves up and stops", "stands on top", "moves off at its normal rate")
_WINDOW: tuple[WindowStep, ...] = ("moves up and stops", "is inside and stops", "moves on at its normal rate")


def crossing(who: Crosser, turn: int) -> CrossingStep:
    """What somebody does in that turn (1, 2, 3) of crossing a low wall or barricade. Raises RuleViolation for guns,
    vehicles and horsemen. BG-IX.3.1a, BG-IX.3.1d, BG-IX.3.1e, BG-R117, BG-R252."""
    if who != "figure":
        raise RuleViolation(
            "no-crossing",
            f"a {who} does not cross walls and barricades",
            citation=_BARRED[who],
            remedy="go round, or dismount" if who == "horseman" else "go round; crewmen cross on foot",
        )
    return _CROSSING[turn - 1]


def window(turn: int, *, enemy_in_room: bool, used: bool) -> WindowStep:
    """What a figure does in that turn (1, 2, 3) of getting in by a window. `used`: another one has got in by it in this
    turn. BG-IX.4.4a."""
    if enemy_in_room:
        raise RuleViolation(
            "enemy-in-room",
            "nobody gets in by a window of a room that the enemy holds",
            citation="BG-IX.4.4a",
            remedy="open a door with a charge or a launcher",
        )
    if used and turn == 2:
        raise RuleViolation(
            "one-a-turn", "one figure a turn gets in by a window", citation="BG-IX.4.4a", remedy="wait until next turn"
        )
    return _WINDOW[turn - 1]


def require_room(fit: int, enemies: int, coming: int) -> None:
    """Refuses more figures than the room holds; wounded ones do not count. BG-IX.4.2a, BG-IX.4.2b."""
    left = ROOM - fit - enemies
    if coming > left:
        raise RuleViolation(
            "room-full",
            f"a room holds {ROOM} fit figures of both sides; {max(0, left)} more find room, not {coming}",
            citation="BG-IX.4.2a",
            remedy="leave the others outside",
        )


def require_door(*, enemy_holds: bool, opened: bool, used: bool, vehicle: bool = False, garage: bool = False) -> None:
    """Refuses a way through a door. `opened`: by a charge or high explosive; `used`: somebody is in it just now.

    BG-IX.4.2b, BG-IX.4.3a, BG-IX.4.3b."""
    if vehicle and not garage:
        raise RuleViolation(
            "vehicles-stay-out", "vehicles stand in garages alone", citation="BG-IX.4.2b", remedy="stay outside"
        )
    if enemy_holds and not opened:
        raise RuleViolation(
            "locked",
            "the door of a house that the enemy holds is locked",
            citation="BG-IX.4.3b",
            remedy="open it with a shaped charge, or hit it with high explosive",
        )
    if used:
        raise RuleViolation(
            "one-at-a-time", "one figure at a time goes through a door", citation="BG-IX.4.3b", remedy="follow it"
        )
