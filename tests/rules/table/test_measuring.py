"""Distances, arcs and the nearest of anything."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table import measure
from rules.table.board import Board, Token
from rules.table.footprint import corners, footprint

coordinates = st.floats(-100, 100).map(lambda v: round(v, 2))
points = st.tuples(coordinates, coordinates)


@pytest.mark.rule("BG-X.0.5b")
def test_a_range_runs_from_head_to_head() -> None:
    a, b = Token("a", 0, 0), Token("b", 3, 4)
    assert measure.distance(a, b) == 5.0
    assert measure.gap(a, b) == 4.0  # less a base of half an inch on either side


def test_bases_that_touch_have_no_gap() -> None:
    assert measure.gap(Token("a", 0, 0), Token("b", 0.8, 0)) == 0.0


def test_a_vehicle_is_measured_to_its_nearest_side() -> None:
    tank = Token("t", 10, 0, facing=90, length=4, width=2, kind="vehicle")  # from 8 to 12
    assert measure.gap(Token("a", 0, 0), tank) == pytest.approx(7.5, abs=0.01)


@given(points, points, points)
def test_distance_is_that_of_a_flat_table(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    assert measure.between(a, b) == measure.between(b, a)
    assert measure.between(a, c) <= measure.between(a, b) + measure.between(b, c) + 1e-9


@given(points, st.floats(0, 359.9), st.floats(0.5, 80))
def test_a_step_goes_the_way_and_the_distance_that_it_says(start: tuple[float, float], way: float, far: float) -> None:
    end = measure.step(start, way, far)
    assert measure.between(start, end) == pytest.approx(far, abs=0.002)
    assert measure.turn(way, measure.bearing(start, end)) < 0.2


@given(points, points, st.floats(0, 50))
def test_toward_never_overshoots(start: tuple[float, float], goal: tuple[float, float], far: float) -> None:
    end = measure.toward(start, goal, far)
    assert measure.between(start, end) == pytest.approx(min(far, measure.between(start, goal)), abs=0.002)


@pytest.mark.parametrize(("bearing", "to"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0)), (45, (2, 2))])
def test_north_is_up_and_degrees_run_clockwise(bearing: float, to: tuple[float, float]) -> None:
    assert measure.bearing((0, 0), to) == pytest.approx(bearing)


@pytest.mark.rule("BG-VIII.1.2a")
def test_a_figure_sees_half_the_circle_and_fires_in_thirty_degrees() -> None:
    figure = Token("a", 0, 0, facing=0)
    assert measure.in_arc(figure, (10, 0.01), 180)
    assert not measure.in_arc(figure, (10, -0.1), 180)
    assert measure.in_arc(figure, (math.tan(math.radians(15)) * 10, 10), 30)
    assert not measure.in_arc(figure, (math.tan(math.radians(16)) * 10, 10), 30)


def test_how_far_two_groups_are_apart_is_told_by_their_nearest_figures() -> None:
    squad = [Token("s1", 0, 0), Token("s2", 5, 0)]
    found = measure.closest(squad, [Token("n1", 30, 0), Token("n2", 12, 0)])
    assert found is not None
    assert (found.one.id, found.other.id, found.distance) == ("s2", "n2", 7.0)
    assert measure.closest(squad, []) is None


def test_edges_are_measured() -> None:
    board = Board(48, 36)
    assert measure.to_edge(board, (10, 30), "north") == 6.0
    assert measure.nearest_edge(board, (10, 30)) == ("north", 6.0)
    assert measure.on_edge(board, (10, 30), "east") == (48, 30)
    assert measure.inward("west") == 90.0


@given(points, st.floats(0, 359), st.floats(1, 9), st.floats(1, 9))
def test_an_oblong_covers_its_length_by_its_width(
    at: tuple[float, float], facing: float, long: float, wide: float
) -> None:
    token = Token("t", *at, facing=facing, length=long, width=wide)
    assert footprint(token).area == pytest.approx(long * wide, rel=1e-6)
    front = [(a + b) / 2 for a, b in zip(*corners(token)[:2], strict=True)]
    assert measure.turn(facing, measure.bearing(at, (front[0], front[1]))) < 0.5


def test_a_path_is_walked_point_by_point() -> None:
    path = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)]
    assert measure.length(path) == 7.0
    assert measure.along(path, 5.0) == (3.0, 2.0)
    assert measure.along(path, 50.0) == (3.0, 4.0)


def test_a_round_base_has_twelve_segments_to_a_quarter() -> None:
    assert len(footprint(Token("a", 0, 0)).exterior.coords) == 4 * 12 + 1
