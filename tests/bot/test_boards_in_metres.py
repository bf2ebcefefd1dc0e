"""Boards that are pasted or imported for rules that measure in metres."""

from __future__ import annotations

import json

import pytest

from bot.reading.boards import board_for, imported, pasted
from campaigns.errors import Refusal
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION

MAP = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 40, "y": 30}, "pixels_per_grid": 70},
    "line_of_sight": [[{"x": 5, "y": 5}, {"x": 15, "y": 5}]],
}


def test_a_pasted_grid_has_cells_of_20_metres_and_squares_of_40() -> None:
    """24 by 12 cells: 480 by 240 m. A house 2.5 men high is 4.25 m; what the legend measures is as it says."""
    grid = "\n".join(["." * 24] * 10 + ["B" * 24, "H" * 24])
    board = pasted(INFANTRY_ACTION, grid, "H = building 6 hard", "").board
    assert (board.width, board.depth, board.square, board.measure) == (480.0, 240.0, 40.0, "metres")
    assert sorted(feature.height for feature in board.features) == [4.25, 6.0]


def test_a_map_of_an_editor_has_10_metres_a_square_of_its_grid() -> None:
    """40 by 30: 400 by 300 m; a wall of 2.5 men is 4.25 m high; squares of 40 m end on its lines."""
    made = imported(INFANTRY_ACTION, "keep.uvtt", json.dumps(MAP).encode())
    assert (made.board.width, made.board.depth, made.board.square) == (400.0, 300.0, 40.0)
    assert [feature.height for feature in made.board.features] == [4.25]
    assert imported(INFANTRY_ACTION, "keep.uvtt", json.dumps(MAP).encode(), 15.0).board.square == 45.0


def test_in_inches_all_is_as_before() -> None:
    board = imported(FIVE56MM, "keep.uvtt", json.dumps(MAP).encode()).board
    assert (board.width, board.depth, board.square) == (40.0, 30.0, 4.0)
    assert [feature.height for feature in board.features] == [2.5]


@pytest.mark.parametrize("size", ["48x36", "48x36 in", "big"])
def test_a_size_is_explained_in_the_rules_own_measure(size: str) -> None:
    """48 m would be less than five inches of a table: what is asked for is metres."""
    with pytest.raises(Refusal) as refused:
        board_for(INFANTRY_ACTION, "fields", size, "1")
    assert "width x depth in metres, such as 480x360" in refused.value.remedy
    with pytest.raises(Refusal) as refused:
        board_for(FIVE56MM, "fields", "big", "1")
    assert "width x depth in inches, such as 48x36" in refused.value.remedy


def test_the_measure_may_stand_behind_a_size() -> None:
    board = board_for(INFANTRY_ACTION, "fields", "480 x 360 m", "1")
    assert board is not None
    assert (board.width, board.depth, board.short) == (480.0, 360.0, "m")
    inches = board_for(FIVE56MM, "fields", "48x36", "1")
    assert inches is not None
    assert inches.short == "in"
