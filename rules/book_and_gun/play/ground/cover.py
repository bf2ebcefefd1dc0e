"""The target class of personnel as it stands on the table. X.1.5, X.4.1 to X.4.4, BG-R90.

Each figure has the highest class that it meets; a unit's class is that of most of the figures in the target area.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib import resources

from pydantic import BaseModel, ConfigDict
from shapely import LineString

from rules.book_and_gun.book.measures import TARGET_CLASSES
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.play.ground.tabletop import gap, token
from rules.book_and_gun.play.ground.terrain import surveyed
from rules.book_and_gun.units import Figure, Ground, Posture
from rules.table.board import Board, Feature, Point, Token
from rules.table.footprint import area

ORDER: tuple[TargetClass, ...] = ("I", "II", "III", "IV")
CLASS_WORDS: dict[TargetClass, str] = {key: row.people for key, row in TARGET_CLASSES.items()}
"""What the classes mean for people. BG-X.1.5.a1 to BG-X.1.5.d1."""
CLOSE = 1.0
"""Inches between bases below which figures are in close order. BG-V.1, BG-R25."""
TOUCHING = 0.1
"""Inches from a wall at which a base still touches it: the unevenness of placing."""


class _Kinds(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: frozenset[str]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    inside: _Kinds
    behind: _Kinds


_FILE = _File.model_validate(
    tomllib.loads(resources.files("rules.book_and_gun.play.ground").joinpath("cover.toml").read_text(encoding="utf-8"))
)


# ── One figure ───────────────────────────────────────────────────────────────────────────────────────────────────


def class_of(board: Board, figure: Figure, fellows: Sequence[Figure], firer: Point) -> TargetClass:
    """The class of one figure for fire from a place. `fellows`: the figures of its unit, itself among them or not.

    IV in a building, in dense terrain or directly behind a solid wall; III prone, wounded or in rough terrain; in the
    clear I in close order, II in open order, alone or as a scout. BG-X.1.5.a1, BG-X.1.5.b1, BG-X.1.5.c1,
    BG-X.1.5.d1, BG-X.2.2a, BG-X.4.1, BG-IX.4.2b, BG-VIII.4.5a, BG-R90.
    """
    here = token(figure)
    if here is None:
        raise ValueError(f"{figure.id} has no place")
    ground = _ground(board, here)
    if inside(board, figure) or ground is Ground.DENSE or _behind_wall(board, here, firer):
        return "IV"
    if figure.posture is Posture.PRONE or not figure.fit or ground is Ground.ROUGH:
        return "III"
    return "I" if _crowded(figure, fellows) else "II"


def _ground(board: Board, here: Token) -> Ground:
    return Ground(surveyed(board).going((here.x, here.y))) if board.features else Ground.CLEAR


def inside(board: Board, figure: Figure) -> bool:
    """Whether a figure is in a building. BG-IX.4.2b, BG-IX.4.5."""
    if figure.at is None or not board.features:
        return False
    return any(feature.kind in _FILE.inside.kinds for feature in surveyed(board).at(figure.at))


def _behind_wall(board: Board, here: Token, firer: Point) -> bool:
    """Touching a solid wall that stands between him and the firer."""
    if not board.features:
        return False
    line = LineString([firer, (here.x, here.y)])
    return any(
        _solid(feature) and line.intersects(area(feature)) for feature in surveyed(board).touching(here, TOUCHING)
    )


def _solid(feature: Feature) -> bool:
    return feature.hardness == "hard" or (feature.kind in _FILE.behind.kinds and feature.hardness != "soft")


def _crowded(figure: Figure, fellows: Sequence[Figure]) -> bool:
    """In close order: the next base is less than an inch away. Single figures and scouts never are."""
    others = [other for other in fellows if other.id != figure.id and other.fit]
    found = gap([figure], others)
    return not figure.scout and found is not None and found < CLOSE - 0.005


# ── A unit ───────────────────────────────────────────────────────────────────────────────────────────────────────


def class_of_most(classes: Sequence[TargetClass]) -> TargetClass:
    """The class of more than half of the figures, else of the most, ties to the higher class. BG-R90."""
    if not classes:
        raise ValueError("nobody in the target area")
    count = Counter(classes)
    return max(ORDER, key=lambda each: (count[each], ORDER.index(each)))
