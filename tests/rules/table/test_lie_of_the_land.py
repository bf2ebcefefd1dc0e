"""Terrain at a place, under a token, of a unit, and along a path."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Spot

from rules.table.board import Board, Feature, Opening, Token
from rules.table.footprint import area
from rules.table.measure import along, between, length
from rules.table.nature import PLAIN
from rules.table.palette import look
from rules.table.terrain import terrain

from .brute_force import boards, spots

NATURES = PLAIN.meaning(
    {"woods": "rough", "jungle": "dense", "scrub": "rough", "building": "rough", "hill": "clear"},
    cost={"woods": 2.0, "jungle": 3.0, "scrub": 2.0, "road": 0.5},
    crossing={"wall": 1.0, "hedge": 2.0},
    bars={"river": frozenset({"foot", "wheeled"}), "woods": frozenset({"wheeled"})},
)

WOODS = Feature("woods", ((10, 0), (20, 0), (20, 20), (10, 20)), height=4, name="Copse")
ROAD = Feature("road", ((0, 10), (40, 10)), width=2)
WALL = Feature("wall", ((30, 0), (30, 9)), height=0.6, width=0.2, hardness="hard")
HILL = Feature("hill", ((22, 12), (28, 12), (28, 20), (22, 20)), height=1.5)
TOP = Feature("hill", ((24, 14), (26, 14), (26, 18), (24, 18)), height=3.0)
BOARD = Board(40, 20, (WOODS, ROAD, WALL, HILL, TOP))


def test_the_kind_that_prevails_decides_the_going() -> None:
    land = terrain(BOARD, NATURES)
    assert land.going((15, 5)) == "rough"
    assert land.going((15, 10)) == "clear"  # the road through the woods
    assert land.going((5, 5)) == "clear"
    assert [f.kind for f in land.at((15, 10))] == ["woods", "road"]


def test_ground_rises_by_contours_and_falls_into_trenches() -> None:
    land = terrain(Board(40, 20, (HILL, TOP, Feature("trench", ((5, 0), (5, 9)), height=-0.8, width=1))), NATURES)
    assert [land.elevation(p) for p in ((1, 1), (23, 13), (25, 16), (5, 4))] == [0.0, 1.5, 3.0, -0.8]


def test_a_token_stands_in_what_holds_more_than_half_of_its_base() -> None:
    land = terrain(BOARD, NATURES)
    assert [f.kind for f in land.under(Token("a", 10.1, 5))] == ["woods"]
    assert land.under(Token("a", 9.9, 5)) == ()


def test_a_figure_at_a_wall_touches_it() -> None:
    land = terrain(BOARD, NATURES)
    assert land.touching(Token("a", 29.4, 5)) == (WALL,)
    assert land.touching(Token("a", 29.0, 5)) == ()
    assert land.touching(Token("a", 29.0, 5), reach=0.5) == (WALL,)


def test_a_path_is_cut_where_the_ground_changes() -> None:
    stretches = terrain(BOARD, NATURES).stretches([(5, 5), (25, 5)])
    assert [(s.going, s.start, s.end) for s in stretches] == [("clear", 0, 5), ("rough", 5, 15), ("clear", 15, 20)]


def test_the_cost_of_a_move_counts_ground_and_borders() -> None:
    land = terrain(BOARD, NATURES)
    assert land.cost([(5, 5), (25, 5)]) == 5 + 10 * 2 + 5
    assert land.cost([(29, 5), (31, 5)]) == pytest.approx(2 + 1)  # over the wall
    assert land.cost([(5, 10), (25, 10)]) == 20 * 0.5  # by road


def test_an_allowance_reaches_as_far_as_it_pays_for() -> None:
    land = terrain(BOARD, NATURES)
    reached = land.reach([(5, 5), (25, 5)], 9.0)  # 5 to the edge of the woods, 4 left for 2 inches in them
    assert (reached.point, reached.length, reached.complete) == ((12, 5), 7.0, False)
    assert land.reach([(5, 5), (25, 5)], 30.0).complete
    assert land.reach([(28, 5), (32, 5)], 2.2).length == pytest.approx(1.9)  # 1.9 to the wall, then 1 + 0.1 short


def test_what_bars_a_mover_stops_it_at_its_edge() -> None:
    river = Board(40, 20, (Feature("river", ((10, 0), (10, 20)), width=2), WOODS))
    land = terrain(river, NATURES)
    reached = land.reach([(5, 5), (15, 5)], 99)
    assert (reached.point, reached.stopped_by, reached.complete) == ((9, 5), "river", False)
    assert land.reach([(25, 5), (15, 5)], 99, mover="wheeled").stopped_by == "woods"
    assert land.reach([(25, 5), (15, 5)], 99, mover="foot").complete


HOUSE = Feature(
    "building", ((10, 5), (16, 5), (16, 10), (10, 10)), height=2.5,
    openings=(Opening("door", (12.5, 5), (13.5, 5)), Opening("window", (10, 7), (10, 8), 0.4, 1.4)),
)  # fmt: skip


def test_a_path_meets_walls_at_doors_or_not() -> None:
    land = terrain(Board(40, 20, (HOUSE,)), NATURES)
    by_door = land.crossings([(13, 0), (13, 7)])
    assert [(c.feature.kind, c.at, c.opening.kind if c.opening else None) for c in by_door] == [
        ("building", 5.0, "door")
    ]
    assert [c.opening for c in land.crossings([(5, 7.5), (20, 7.5)])] == [None, None]  # in by the window, out by a wall


def test_a_bridge_takes_the_barrier_out_of_a_river() -> None:
    river = Feature("river", ((0, 10), (40, 10)), width=4)
    bridge = Feature("bridge", ((20, 7), (20, 13)), width=2)
    land = terrain(Board(40, 20, (river, bridge)), NATURES)
    assert land.crossings([(20, 0), (20, 20)]) == ()
    assert [c.feature.kind for c in land.crossings([(10, 0), (10, 20)])] == ["river"]


paths = st.lists(spots, min_size=2, max_size=4).filter(lambda p: all(between(a, b) > 0.5 for a, b in pairwise(p)))


@settings(max_examples=80, deadline=None)
@given(boards(), paths)
def test_stretches_cover_the_path_and_agree_with_a_walk_along_it(board: Board, path: list[tuple[float, float]]) -> None:
    land = terrain(board, NATURES)
    stretches = land.stretches(path)
    assert stretches[0].start == 0.0
    assert stretches[-1].end == pytest.approx(length(path))
    edges = [area(f).boundary for f in board.features]
    for before, after in pairwise(stretches):
        assert before.end == pytest.approx(after.start, abs=1e-3)
    walked = 0.05
    while walked < length(path):
        point = along(path, walked)
        if all(edge.distance(Spot(point)) > 0.02 for edge in edges):
            here = next(s for s in stretches if s.start - 1e-3 <= walked <= s.end + 1e-3)
            assert here.going == land.going(point)
        walked += 0.37


@settings(max_examples=80, deadline=None)
@given(boards(), paths, st.floats(0.5, 60))
def test_an_allowance_is_never_overspent_and_never_wasted(
    board: Board, path: list[tuple[float, float]], allowance: float
) -> None:
    land = terrain(board, NATURES)
    reached = land.reach(path, allowance, mover="ghost")
    assert reached.spent <= allowance + 1e-6
    assert reached.complete == (land.cost(path) <= allowance + 1e-6)
    if not reached.complete:
        assert along(path, reached.length) == pytest.approx(reached.point, abs=0.01)
    more = land.reach(path, allowance + 5, mover="ghost")
    assert more.length >= reached.length - 1e-6


def test_a_forest_is_woods_by_every_word_that_is_drawn_like_it() -> None:
    """What looks like woods on the picture hides like woods; a rule set's own word for going stands before that."""
    for word, kind in (("forest", "woods"), ("house", "building"), ("bog", "marsh"), ("dense rubble", "rubble")):
        same, known = PLAIN.of(word), PLAIN.of(kind)
        assert replace(same, kind=kind) == known
        assert look(word) == look(kind)
    ours = PLAIN.meaning({"dense rubble": "dense rubble", "rubble": "light rubble", "woods": "in the trees"})
    assert (ours.of("dense rubble").going, ours.of("rubble").going) == ("dense rubble", "light rubble")
    assert (ours.of("ruins").going, ours.of("forest").going) == ("light rubble", "in the trees")
    assert ours.of("dense rubble").opaque
    assert PLAIN.of("moon cheese").going == "clear"


def test_an_outline_that_crosses_itself_is_mended() -> None:
    """Drawn as an M whose middle reaches below its feet: its two legs are left, triangles of 2 by 4. What crosses
    nothing stays as it is drawn."""
    mended = area(Feature("woods", ((0, 0), (6, 0), (6, 4), (3, -2), (0, 4))))
    assert mended.is_valid
    assert mended.area == pytest.approx(2 * (2 * 4 / 2))
    assert area(Feature("woods", ((0, 0), (6, 0), (6, 4)))).area == 6 * 4 / 2
