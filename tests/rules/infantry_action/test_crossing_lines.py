"""Lines that cross: reckoned quickly, and never otherwise than exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from rules.infantry_action.play.ground.lines import crosses

WHOLE = st.integers(-4, 4).map(float)
ANY = st.floats(-500, 500)
SPOT = st.tuples(WHOLE, WHOLE) | st.tuples(ANY, ANY)


@given(SPOT, SPOT, SPOT, SPOT)
def test_two_lines_meet_as_the_geometry_says(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> None:
    assert crosses((a, b), (c, d)) == LineString([a, b]).intersects(LineString([c, d]))


@pytest.mark.parametrize(
    ("other", "meets"),
    [
        (((5, -1), (5, 1)), True),
        (((5, 0), (5, 1)), True),  # ends on it
        (((5, 0.001), (5, 1)), False),
        (((10, -1), (10, 1)), True),  # at its end
        (((10.001, -1), (10.001, 1)), False),
        (((3, 0), (7, 0)), True),  # along it
        (((11, 0), (17, 0)), False),  # beyond it
        (((0, 1), (10, 1)), False),  # beside it
    ],
)
def test_a_line_of_ten_metres_to_the_east_meets(
    other: tuple[tuple[float, float], tuple[float, float]], meets: bool
) -> None:
    assert crosses(((0.0, 0.0), (10.0, 0.0)), other) is meets
