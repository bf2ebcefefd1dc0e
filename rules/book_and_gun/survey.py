"""The table from one unit's point of view: how far its weapon reaches, its cones of fire, the ground that it sees.

Only for whoever commands the unit: weapons and eyes of the others are no one else's to know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from rules.book_and_gun.book.arms import Arm, arm, longest_range
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.book.tables import DIRECT_FIRE_PERSONNEL
from rules.book_and_gun.play.aboard.crew import post_of
from rules.book_and_gun.play.fire.line_to_target import SMALL_ARMS_CONE, SUPPORT_CONE
from rules.book_and_gun.play.ground.knowing import knows, owns
from rules.book_and_gun.play.ground.tabletop import fogged, is_own, middle, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.sight.watching import CLOUDS, FIELD_OF_VIEW, goggles_of, reach_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.view import view
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer
from rules.table.board import Board, Point, Token
from rules.table.scene import Reach, Scene
from rules.table.sight import Sight

Rings = tuple[tuple[Point, ...], ...]

FINE, COARSE, LARGE = 0.5, 1.0, 1500.0
"""Inches to which the ground in sight is drawn, on a usual board and on one of more square inches than that."""


def survey(state: State, viewer: Viewer, unit_id: str) -> Scene | None:
    """The viewer's scene with that unit selected. Its ranges and sight are there only for its own side and the umpire;
    a unit that the viewer may not know reads like one that does not exist. In the fog of war with the ground that his
    side sees. None without a board."""
    scene = view(state, viewer).scene
    if scene is not None and fogged(state) and viewer.side is not None:
        scene = replace(scene, seen=_in_sight_of(state, scene.board, viewer.side))
    unit = state.find(unit_id)
    if scene is None or unit is None or not unit.in_play or not knows(state, viewer, unit):
        return scene
    if not owns(state, viewer, unit.side):
        return replace(scene, selected=unit.id)
    return replace(scene, selected=unit.id, reaches=reaches(state, unit), sight=_ground(state, scene.board, unit))


# ── Ranges and arcs ───────────────────────────────────────────────────────────────────────────────────────────────


def main_weapon(state: State, unit: Unit) -> Arm | None:
    """The weapon that most of the unit's fit men fire with; of equally common ones the longest reach."""
    ready = [
        next(
            (each for key in _carried(state, f) if (each := arm(key, state.options)).direct and key not in f.empty),
            None,
        )
        for f in unit.fit
    ]
    carried = Counter(each for each in ready if each is not None)
    return max(carried, key=lambda each: (carried[each], longest_range(each, state.options), each.key), default=None)


def _carried(state: State, figure: Figure) -> tuple[str, ...]:
    """What somebody fires with: aboard the weapon of the vehicle that they serve."""
    if figure.seat is None:
        return figure.traits.weapons
    post = post_of(state, figure)
    return () if post is None else (post.weapon,)


def reaches(state: State, unit: Unit) -> tuple[Reach, ...]:
    """Short, medium and long range of its main weapon, as cones of 30 degrees, or 60 for support weapons.

    From the middle of the unit: the exact range is measured man by man when it fires. BG-X.1.3a, BG-X.1.31a.
    """
    weapon, here = main_weapon(state, unit), middle(unit.fit)
    if weapon is None or here is None:
        return ()
    width = SUPPORT_CONE if weapon.support else SMALL_ARMS_CONE
    looks = _looks(unit)
    bands = [("long", longest_range(weapon, state.options))] if weapon.sniper else _bands(state, weapon)
    cone = [Reach(*here, reach, looks, width) for _, reach in bands[-1:]]
    return (*cone, *(Reach(*here, reach, label=f"{band} {reach:g}") for band, reach in bands))


def _bands(state: State, weapon: Arm) -> list[tuple[str, float]]:
    scale = 2.0 if switch(state.options, "ranges") == "doubled" else 1.0
    rows = [row for row in DIRECT_FIRE_PERSONNEL if row.weapon == weapon.row]
    return sorted(((row.band, row.range * scale) for row in rows), key=lambda band: band[1])


def _looks(unit: Unit) -> float:
    """Where most of its men look; the unit's own facing where they look all about."""
    facings = Counter(round(f.facing, 1) for f in unit.fit)
    common, count = facings.most_common(1)[0]
    return common if 2 * count > len(unit.fit) else unit.facing


# ── Sight ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ground(state: State, board: Board, unit: Unit) -> Rings:
    """The ground that its leader sees, or the man in its middle: half the circle to his front, as far as darkness and
    weather let him. BG-VI.2.1a, BG-VI.2.2a, BG-VIII.1.2a."""
    looker = _looker(unit.fit)
    eyes = token(looker) if looker is not None else None
    if looker is None or eyes is None:
        return ()
    reach = reach_of(state, unit, looker)
    return _seen(replace(board, visibility=reach), eyes, goggles_of(state, looker) == "thermal")


def _in_sight_of(state: State, board: Board, side: SideId) -> Rings:
    """The ground that a side sees now: as its leaders, or the men in the middle of its units, see it. BG-R183."""
    own = [unit for unit in state.units if unit.in_play and is_own(state, side, unit)]
    return tuple(ring for unit in own for ring in _ground(state, board, unit))


def _looker(figures: Sequence[Figure]) -> Figure | None:
    centre = middle(figures)
    standing = [(f, f.at) for f in figures if f.at is not None]
    if centre is None or not standing:
        return None
    leaders = [(f, at) for f, at in standing if f.traits.leader]
    return min(
        leaders or standing, key=lambda one: ((one[1][0] - centre[0]) ** 2 + (one[1][1] - centre[1]) ** 2, one[0].id)
    )[0]


@lru_cache(maxsize=64)
def _seen(board: Board, eyes: Token, thermal: bool) -> Rings:
    sight = Sight(board, NATURES, ignoring=CLOUDS if thermal else ())
    cell = COARSE if board.width * board.depth > LARGE else FINE
    return sight.ground_seen([eyes], cell=cell, arc=FIELD_OF_VIEW)
