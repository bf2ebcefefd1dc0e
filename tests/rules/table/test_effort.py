"""A board that is read can be drawn: its cost is counted before anybody waits for its picture."""

from __future__ import annotations

import json
import re

import pytest

from rules.table.board import Board, Feature
from rules.table.board_file import read_board
from rules.table.boards import KINDS, generate
from rules.table.canvas import Frame
from rules.table.drawing import around, draw
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


def test_what_lies_far_beyond_the_frame_is_neither_drawn_nor_waited_for() -> None:
    """Of a fence over 2,200 in with a post each 16 units, 72 in are drawn: half a board more to each side."""
    board = Board(36.0, 24.0, (Feature("fence", ((-100.0, 12.0), (2_100.0, 12.0)), width=0.1),))
    short = Board(36.0, 24.0, (Feature("fence", ((-18.0, 12.0), (54.0, 12.0)), width=0.1),))
    assert draw(Scene(board)) == draw(Scene(short))
    inside = Board(36.0, 24.0, (Feature("fence", ((0.0, 12.0), (36.0, 12.0)), width=0.1),))
    assert effort(board.features, WHOLE).plain > effort(inside.features, WHOLE).plain
    ground = Feature("hill", ((-100.0, 6.0), (2_100.0, 6.0), (2_100.0, 18.0), (-100.0, 18.0)), height=1.0)
    drawn = draw(Scene(Board(36.0, 24.0, (ground,))))
    assert re.search(r'd="M[^"]*Z" fill="#[0-9a-f]{6}" fill-opacity="0.30"', drawn)
    assert max(float(found) for found in re.findall(r"[ML](-?\d+)", drawn)) < 2_000


def test_a_disc_or_a_building_beyond_the_frame_keeps_its_shape_in_it() -> None:
    pond = Feature("pond", ((36.0, 12.0),), width=60.0)
    drawn = draw(Scene(Board(36.0, 24.0, (pond,))))
    assert drawn.count("<path") > draw(Scene(Board(36.0, 24.0))).count("<path")
    gone = Feature("wall", ((200.0, 5.0), (300.0, 5.0)), width=0.5)
    assert draw(Scene(Board(36.0, 24.0, (gone,)))) == draw(Scene(Board(36.0, 24.0)))


def test_a_part_of_the_board_that_would_take_too_long_is_shown_from_farther_off() -> None:
    """A thousand walls cross in 16 in of a table of 800: from 8 in their lines are 50 times as long on paper."""
    ends = ((16.0 * n / 1_000, 16.0 * (1_000 - n) / 1_000) for n in range(1_000))
    walls = tuple(Feature("wall", ((0.0, a), (16.0, b)), width=0.05) for a, b in ends)
    board = Board(800.0, 600.0, walls)
    assert too_much(board) == ""
    near = Frame(0.0, 0.0, 16.0, 16.0)
    assert effort(walls, near).plain > MOST
    shown = around(board, (3.0, 2.0), 8.0)
    assert (shown.west, shown.south) == (0.0, 0.0)
    assert shown.width > 16.0
    assert effort(walls, shown).plain <= MOST
    far = around(board, (700.0, 500.0), 8.0)
    assert (far.width, far.depth) == (16.0, 16.0)
