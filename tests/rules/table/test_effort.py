"""A board that is read can be drawn: its cost is counted before anybody waits for its picture."""

from __future__ import annotations

import json

import pytest

from rules.table.board import Board, Feature
from rules.table.board_file import read_board
from rules.table.boards import KINDS, generate
from rules.table.canvas import Frame
from rules.table.drawing import draw
from rules.table.effort import MOST, MOST_HATCHED, effort, too_much
from rules.table.faults import BoardFault
from rules.table.scene import Scene
from rules.table.uvtt import read_uvtt

WHOLE = Frame(0.0, 0.0, 36.0, 24.0)


def crossing(kind: str, count: int, width: float = 0.5) -> tuple[Feature, ...]:
    """Lines from the west edge to the east edge that all cross each other."""
    ends = ((24.0 * n / count, 24.0 * (count - n) / count) for n in range(count))
    return tuple(Feature(kind, ((0.0, a), (36.0, b)), width=width) for a, b in ends)


def map_of(count: int) -> bytes:
    """A map of a map editor with so many walls from edge to edge."""
    walls = [[{"x": 0, "y": 24 * n / count}, {"x": 36, "y": 24 * (count - n) / count}] for n in range(count)]
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 36, "y": 24}, "pixels_per_grid": 70}
    return json.dumps({"format": 0.3, "resolution": size, "line_of_sight": walls}).encode()


def test_five_hundred_crossing_barricades_are_drawn_without_their_hatching() -> None:
    """Of each the edge is some 2 x 36 x 25.9 = 1,860 units, the ground 36 x 0.5 x 25.9^2 = 12,100: 4 and 24 a line."""
    lines = crossing("barricade", 500)
    cost = effort(lines, WHOLE)
    assert 1_900 < cost.plain < 3_000
    assert 12_000 < cost.hatching < 16_000
    assert "url(#h-cross)" not in draw(Scene(Board(36.0, 24.0, lines)))
    assert draw(Scene(Board(36.0, 24.0, lines[:50]))).count("url(#h-cross)") == 50


def test_in_a_part_of_the_board_what_lies_there_counts() -> None:
    lines = crossing("barricade", 500)
    corner = effort(lines, Frame(0.0, 0.0, 4.0, 0.5))
    assert corner.hatching < effort(lines, Frame(14.0, 8.0, 22.0, 16.0)).hatching


@pytest.mark.parametrize("count", [1_000, 4_000])
def test_walls_that_no_picture_can_be_made_of_are_refused_where_the_board_is_read(count: int) -> None:
    with pytest.raises(BoardFault, match="times as long to draw as a board may; leave some out"):
        read_uvtt(map_of(count))
    lines = "\n".join(
        f"  - {{kind: wall, line: [[0, {24 * n / count}], [36, {24 * (count - n) / count}]], width: 0.5}}"
        for n in range(min(count, 2_000))
    )
    with pytest.raises(BoardFault, match=r"board\.yaml:3: its \d+ features take"):
        read_board(f"name: Maze\nsize: [36, 24]\nfeatures:\n{lines}\n")


def test_a_large_map_of_short_walls_is_taken() -> None:
    """4,000 walls of an inch: 2 x 25.9 units of edge each."""
    walls = [[{"x": n % 36, "y": n // 36 % 24}, {"x": n % 36 + 1, "y": n // 36 % 24}] for n in range(4_000)]
    content = json.loads(map_of(1)) | {"line_of_sight": walls}
    assert len(read_uvtt(json.dumps(content).encode()).board.features) == 4_000


@pytest.mark.parametrize("kind", KINDS)
def test_generated_boards_are_well_within_the_bounds(kind: str) -> None:
    for board in (generate(kind, 1), generate(kind, 2, width=96.0, depth=96.0)):
        cost = effort(board.features, Frame(0.0, 0.0, board.width, board.depth))
        assert cost.plain < MOST / 2
        assert cost.plain + cost.hatching < MOST_HATCHED
        assert too_much(board) == ""
