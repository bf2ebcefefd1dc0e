"""The table's one gate with this book's permissions: what bars a man on foot. IA-foot.deduct-10, IA-R240"""

from __future__ import annotations

from functools import lru_cache

from rules.infantry_action.play.ground.kinds import BUILT, WADED, WATER, is_any, kind_of
from rules.infantry_action.state import State
from rules.table.board import Board, Feature
from rules.table.gate import Bar, Bars, Gate, Traveller
from rules.table.terrain import terrain

MAN = Traveller("foot", wide=0.8, climbs=True)
"""A man with his pack, in metres. He goes in by doors and windows. IA-R240"""


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """Deep water bars men, and the walls of a house but for its doors and windows; where none are given it is entered
    anywhere. Hedges, walls, wire and streams cost metres and bar nobody. IA-R240"""
    kind = kind_of(feature)
    if kind in WATER - WADED:
        return Bar(Bars.WHOLE, "deep water")
    if is_any(feature, BUILT) and feature.openings:
        return Bar(Bars.WALLS, f"the walls of {feature.name or 'a building'}")
    return None


@lru_cache(maxsize=64)
def _gate(board: Board) -> Gate:
    return Gate(terrain(board), permit)


def gate_of(state: State) -> Gate:
    """The gate of the battle's table as it stands."""
    assert state.board is not None
    return _gate(state.board)
