"""The table from one character's point of view: the ranges of his weapon and the ground that he sees.

Only for his own side and the umpire: weapons are on squad sheets.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rules.five56mm.book.tables import NUMBERS, Category, Weapon
from rules.five56mm.play.fire.targets import guns, require_may_fire
from rules.five56mm.play.ground import field
from rules.five56mm.state import Character, State
from rules.five56mm.view import view
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board, Point, Token
from rules.table.scene import Reach, Scene
from rules.table.sight import Sight

FINE, COARSE, LARGE = 0.5, 1.0, 1500.0
"""Inches to which the ground in sight is drawn, on a usual board and on one of more square inches than that."""


def survey(state: State, viewer: Viewer, unit: str) -> Scene | None:
    """The viewer's scene with that character or vehicle selected. None without a board."""
    scene = view(state, viewer).scene
    if scene is None or not any(mark.ref == unit for mark in scene.units):
        return scene
    scene = replace(scene, selected=unit)
    who = state.find(unit)
    eyes = None if who is None else field.token_of(state, who)
    if who is None or eyes is None or not who.able or not viewer.owns(who.side):
        return scene
    blockers = field.vehicles_in_the_way(state, who.id)
    return replace(scene, reaches=reaches(state, who), sight=_seen(scene.board, eyes, blockers))


def main_weapon(state: State, who: Character) -> Weapon | None:
    """The weapon at hand that reaches farthest."""
    try:
        require_may_fire(state, who)
    except RuleViolation:
        return None
    at_hand = [gun.profile for gun in guns(state, who)]
    return max(at_hand, key=lambda gun: (gun.maximum, gun.key), default=None)


def reaches(state: State, who: Character) -> tuple[Reach, ...]:
    """The far end of each range category of that weapon that lies on the board. MM-7.0.5, MM-7.0.7."""
    gun, here, board = main_weapon(state, who), state.position(who), state.board
    if gun is None or here is None or board is None:
        return ()
    ends = [*gun.ranges[1:5], gun.maximum]
    rings = [(category.value, end) for category, end in zip(Category, ends, strict=True) if end > gun.close]
    across = (board.width**2 + board.depth**2) ** 0.5
    return tuple(Reach(*here, end, label=f"{name} {end:g}") for name, end in rings if end < across)


@lru_cache(maxsize=64)
def _seen(board: Board, eyes: Token, blockers: tuple[Token, ...]) -> tuple[tuple[Point, ...], ...]:
    """The ground in the 180 degrees before him. MM-2.0.2."""
    cell = COARSE if board.width * board.depth > LARGE else FINE
    sight = Sight(board, field.NATURES, blockers=blockers)
    return sight.ground_seen([eyes], cell=cell, arc=NUMBERS.field_of_sight)
