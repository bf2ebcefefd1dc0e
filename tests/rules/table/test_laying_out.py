"""Formations: where the figures stand."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.board import Board, Token
from rules.table.formation import (
    GAPS,
    Formation,
    Position,
    Spacing,
    assign,
    lay_out,
    onto,
    order_of,
    ranks,
    settle,
)

formations = st.sampled_from(Formation)
orders = st.sampled_from(Spacing)
facings = st.floats(0, 359.9)


def tokens(places: tuple[Position, ...], radius: float = 0.5) -> list[Token]:
    return [Token(str(i), p.x, p.y, p.facing, radius=radius) for i, p in enumerate(places)]


def ahead(place: Position, anchor: tuple[float, float], facing: float) -> float:
    angle = math.radians(facing)
    return (place.x - anchor[0]) * math.sin(angle) + (place.y - anchor[1]) * math.cos(angle)


def across(place: Position, anchor: tuple[float, float], facing: float) -> float:
    angle = math.radians(facing)
    return (place.x - anchor[0]) * math.cos(angle) - (place.y - anchor[1]) * math.sin(angle)


@given(st.integers(0, 40), formations, orders, facings, st.floats(0.2, 1.5), st.integers(1, 4))
def test_nobody_overlaps_and_nobody_stands_before_the_anchor(
    figures: int, formation: Formation, order: Spacing, facing: float, radius: float, files: int
) -> None:
    places = lay_out(figures, formation, (50, 50), facing, order=order, radius=radius, files=files)
    assert len(places) == figures
    for a, b in combinations(places, 2):
        assert math.hypot(a.x - b.x, a.y - b.y) >= 2 * radius + GAPS[order] - 0.01
    for place in places:
        assert ahead(place, (50, 50), facing) <= 0.01


@given(st.integers(2, 30), formations, facings)
@pytest.mark.rule("BG-V.1", "BG-V.2a")
def test_order_reads_back_off_the_table(figures: int, formation: Formation, facing: float) -> None:
    close = lay_out(figures, formation, (50, 50), facing, order="close")
    opened = lay_out(figures, formation, (50, 50), facing, order="open")
    assert order_of(tokens(close)) is Spacing.CLOSE
    assert order_of(tokens(opened)) is Spacing.OPEN


@pytest.mark.rule("BG-V.3")
def test_a_line_is_a_single_rank_across_the_facing() -> None:
    places = lay_out(5, "line", (10, 10), 0, radius=0.5, gap_between=1.0)
    assert [p.x for p in places] == [6, 8, 10, 12, 14]
    assert {p.y for p in places} == {10}
    assert set(ranks(tokens(places), 0)) == {1}


@given(st.integers(2, 40), st.integers(1, 4))
@pytest.mark.rule("BG-V.8")
def test_a_column_is_one_to_four_wide_and_longer_than_wide(figures: int, files: int) -> None:
    places = lay_out(figures, "column", (50, 50), 0, files=files)
    wide = len({round(p.x, 2) for p in places})
    long = len({round(p.y, 2) for p in places})
    assert wide <= min(files, 4)
    assert long > wide


@pytest.mark.rule("BG-V.6")
def test_an_arrowhead_shows_one_figure_to_the_front() -> None:
    places = lay_out(7, "arrowhead", (10, 10), 90)
    in_front = [p for p in places if ahead(p, (10, 10), 90) > -0.5]
    assert len(in_front) == 1
    assert places[0] == Position(10, 10, 90)
    left = [p for p in places if across(p, (10, 10), 90) < -0.1]
    right = [p for p in places if across(p, (10, 10), 90) > 0.1]
    assert len(left) == len(right) == 3


@pytest.mark.rule("BG-V.7")
def test_a_box_is_an_arrowhead_with_the_support_group_central_at_the_rear() -> None:
    places = lay_out(9, "box", (10, 10), 0, groups=(7, 2))
    assert places[:7] == lay_out(7, "arrowhead", (10, 10), 0)
    support = places[7:]
    assert sum(across(p, (10, 10), 0) for p in support) == pytest.approx(0, abs=0.01)
    assert all(ahead(p, (10, 10), 0) <= min(ahead(q, (10, 10), 0) for q in places[:7]) + 0.01 for p in support)


@pytest.mark.rule("BG-V.4")
def test_squad_ack_ack_leads_with_one_fire_team_and_has_the_other_behind_and_to_the_side() -> None:
    places = lay_out(7, "squad ack-ack", (10, 10), 0, groups=(4, 3))
    leading, following = places[:4], places[4:]
    assert max(p.y for p in following) < min(p.y for p in leading)
    middle = sum(p.x for p in leading) / 4, sum(p.x for p in following) / 3
    assert middle[1] - middle[0] > 1


@pytest.mark.rule("BG-V.5")
def test_platoon_ack_ack_moves_whole_squads_as_the_groups() -> None:
    places = lay_out(21, "platoon ack-ack", (50, 50), 0, groups=(7, 7, 7))
    squads = [places[:7], places[7:14], places[14:]]
    for before, behind in pairwise(squads):
        assert max(p.y for p in behind) < min(p.y for p in before)


@given(st.integers(5, 40))
@pytest.mark.rule("BG-V.9")
def test_a_mass_is_an_oval_of_three_or_more_ranks(figures: int) -> None:
    places = lay_out(figures, "mass", (50, 50), 0, order="close")
    ys = sorted({p.y for p in places}, reverse=True)
    sizes = [sum(p.y == y for p in places) for y in ys]
    assert len(sizes) >= 3
    assert max(sizes[1:-1]) >= max(sizes[0], sizes[-1])


@given(st.integers(3, 30), facings)
@pytest.mark.rule("BG-V.11")
def test_a_defensive_circle_looks_outward_all_round(figures: int, facing: float) -> None:
    places = lay_out(figures, "circle", (50, 50), facing)
    cx, cy = sum(p.x for p in places) / figures, sum(p.y for p in places) / figures
    radii = [math.hypot(p.x - cx, p.y - cy) for p in places]
    assert max(radii) - min(radii) < 0.01
    for p in places:
        outward = math.degrees(math.atan2(p.x - cx, p.y - cy)) % 360
        assert abs((p.facing - outward + 180) % 360 - 180) < 0.5


@pytest.mark.rule("BG-V.10")
def test_the_unformed_stand_unevenly_but_always_the_same() -> None:
    places = lay_out(8, "unformed", (50, 50), 0)
    assert places == lay_out(8, "unformed", (50, 50), 0)
    assert len({round(p.y, 1) for p in places}) > 4


def test_groups_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        lay_out(7, "box", (0, 0), 0, groups=(3, 3))
    with pytest.raises(ValueError, match="hedgehog"):
        lay_out(7, "hedgehog", (0, 0), 0)


@pytest.mark.rule("BG-V.2b")
def test_ranks_are_counted_from_the_front() -> None:
    places = lay_out(6, "column", (10, 10), 30, files=2)
    assert ranks(tokens(places), 30) == (1, 1, 2, 2, 3, 3)


@given(st.integers(1, 20), formations, facings, st.floats(-5, 45), st.floats(-5, 35))
def test_a_formation_is_brought_onto_the_board_whole(
    figures: int, formation: Formation, facing: float, x: float, y: float
) -> None:
    board = Board(60, 60)
    before = lay_out(figures, formation, (x, y), facing)
    after = onto(board, before)
    shift = (after[0].x - before[0].x, after[0].y - before[0].y)
    for a, b in zip(before, after, strict=True):
        assert (b.x - a.x, b.y - a.y) == pytest.approx(shift, abs=0.01)
        assert b.x - 0.5 >= -0.01 and b.x + 0.5 <= 60.01  # noqa: PT018
        assert b.y - 0.5 >= -0.01 and b.y + 0.5 <= 60.01  # noqa: PT018


@given(st.integers(1, 12), st.lists(st.tuples(st.floats(6, 14), st.floats(6, 14)), max_size=8))
def test_settling_finds_everybody_room(figures: int, others: list[tuple[float, float]]) -> None:
    board = Board(24, 24)
    taken = [Token(f"o{i}", x, y) for i, (x, y) in enumerate(others)]
    places = settle(
        lay_out(figures, "line", (10, 10), 0, order="close"), taken, board=board, barred=lambda p: 9 < p[0] < 11
    )
    standing = [(p.x, p.y) for p in places]
    for p, q in combinations(standing, 2):
        assert math.dist(p, q) >= 1.0
    for p in standing:
        assert all(math.dist(p, (t.x, t.y)) >= 1.0 for t in taken)
        assert not 9 < p[0] < 11
        assert board.holds(*p)


@given(st.integers(1, 14), formations, formations, facings)
def test_every_figure_gets_one_place_of_the_new_formation(
    figures: int, old: Formation, new: Formation, facing: float
) -> None:
    standing = tokens(lay_out(figures, old, (50, 50), 0))
    places = lay_out(figures, new, (50, 58), facing)
    assert sorted(assign(standing, places), key=repr) == sorted(places, key=repr)


def test_a_line_that_steps_forward_keeps_its_order() -> None:
    standing = tokens(lay_out(5, "line", (10, 10), 0))
    moved = assign(standing, lay_out(5, "line", (10, 16), 0))
    assert [p.x for p in moved] == [t.x for t in standing]
