"""The board's features as this book's ground: what each kind is, which it is, and what has become of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict
from shapely.geometry.base import BaseGeometry

from rules.red_actions.book.terrain import Ground
from rules.red_actions.state import State
from rules.table.board import Board, Feature
from rules.table.nature import SAME
from rules.table.terrain import Terrain, terrain


class _Kinds(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ground: dict[str, Ground]
    barred: tuple[str, ...]
    guides: tuple[str, ...]
    opaque: tuple[str, ...]


KINDS = _Kinds.model_validate(
    tomllib.loads(files("rules.red_actions.play.ground").joinpath("ground_kinds.toml").read_text("utf-8"))
)
RAILWAY = "railway"


def kind_of(feature: Feature) -> str:
    """Its kind by the word that this book goes by: its own if it is known, else the table's."""
    return feature.kind if feature.kind in KINDS.ground else SAME.get(feature.kind, feature.kind)


def ground_of(feature: Feature) -> Ground | None:
    """What it is to those who move or lie there; None: open ground. RA-terrain.table, RA-R191"""
    return KINDS.ground.get(kind_of(feature))


def barred(feature: Feature) -> bool:
    """Deep water, which nobody enters. RA-R191"""
    return kind_of(feature) in KINDS.barred


def opaque(feature: Feature) -> bool:
    """Solid: nobody sees through it."""
    return kind_of(feature) in KINDS.opaque


def guides(feature: Feature) -> bool:
    """A feature that one can follow in the dark. RA-weather.night.veer"""
    return kind_of(feature) in KINDS.guides


def is_rail(feature: Feature) -> bool:
    return kind_of(feature) == RAILWAY


def stone(feature: Feature) -> bool:
    """Stone, or particularly solid. RA-shoot.cover.stone"""
    return feature.hardness == "hard"


# ── Which feature ───────────────────────────────────────────────────────────────────────────────────────────────────


def key_of(feature: Feature) -> str:
    """What a feature is called in the state: its name, else its kind and first point."""
    if feature.name:
        return feature.name
    x, y = feature.outline[0] if feature.outline else (0.0, 0.0)
    return f"{feature.kind} at {x:g},{y:g}"


def called(feature: Feature) -> str:
    """A feature in a sentence: "the Mill", "the hedge"."""
    return feature.name or f"the {feature.kind}"


@lru_cache(maxsize=64)
def _by_key(board: Board) -> dict[str, Feature]:
    return {key_of(feature): feature for feature in reversed(board.features)}


def feature_of(state: State, key: str) -> Feature | None:
    return None if state.board is None else _by_key(state.board).get(key)


def land_of(state: State) -> Terrain | None:
    """The survey of the board; None without one."""
    return None if state.board is None else terrain(state.board)


def ruined(state: State, feature: Feature) -> bool:
    return bool(state.ruins) and key_of(feature) in state.ruins


# ── What is where ───────────────────────────────────────────────────────────────────────────────────────────────────


def features_under(state: State, shape: BaseGeometry, reach: float = 0.0) -> Iterator[tuple[Feature, BaseGeometry]]:
    """Features that a shape touches, or that lie within reach of it, with their areas; in the board's order."""
    land = land_of(state)
    if land is None or shape.is_empty:
        return
    found = land.tree.query(shape, predicate="dwithin", distance=reach + 1e-6)
    for index in sorted(int(i) for i in found):
        feature = land.features[index]
        if not ruined(state, feature):
            yield feature, land.areas[index]


def buildings(state: State, shape: BaseGeometry, reach: float = 0.0) -> list[Feature]:
    """Standing buildings that it is in, or that lie within reach."""
    return [f for f, _ in features_under(state, shape, reach) if ground_of(f) is Ground.BUILDINGS]
