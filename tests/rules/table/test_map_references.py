"""Players write where they go; the table understands it, or says what is wrong."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from rules.table.reference import (
    Surroundings,
    how_to_write,
    named_places,
    place,
    point_text,
    route,
    size_in_squares,
    square_of,
    squares,
)
from tests.charts import chart

ROAD = Feature("road", ((0.0, 10.0), (20.0, 10.0), (44.0, 10.0)), name="Main Street", width=2.0)
INN = Feature("building", ((30.0, 20.0), (34.0, 20.0), (34.0, 24.0), (30.0, 24.0)), name="Inn")
BOARD = Board(48.0, 36.0, features=(ROAD, INN))
HERE = Surroundings(BOARD, start=(2.0, 8.0), facing=90.0, places={"Cell 2": (2.0, 20.0)})


@chart(
    ("written", "points"),
    [
        ("G7", [(26.0, 26.0)]),  # the 7th square east and north of 4 inches: 6.5 x 4
        ("g 7", [(26.0, 26.0)]),
        ("G7.5", [(26.0, 28.0)]),  # half a square further north
        ("G7.5 H2", [(26.0, 28.0), (30.0, 6.0)]),
        ("G7 to H2", [(26.0, 26.0), (30.0, 6.0)]),
        ("G7; H2", [(26.0, 26.0), (30.0, 6.0)]),
        ("via G7 to H2", [(26.0, 26.0), (30.0, 6.0)]),
        ("12.5,30", [(12.5, 30.0)]),
        ("(12.5, 30)", [(12.5, 30.0)]),
        ("6in toward Cell 2", [(2.0, 14.0)]),
        ('6" towards the cell 2', [(2.0, 14.0)]),
        ("toward Cell 2 6 inches", [(2.0, 14.0)]),
        ("30 toward Cell 2", [(2.0, 20.0)]),  # never beyond
        ("4 away from Cell 2", [(2.0, 4.0)]),
        ("north 4", [(2.0, 12.0)]),
        ("4in N", [(2.0, 12.0)]),
        ("north-east 4", [(4.828, 10.828)]),  # 4 x sin 45 = 2.828
        ("north", [(2.0, 35.0)]),  # as far as it goes: a quarter of a square of 4 before the edge at 36
        ("ne", [(29.0, 35.0)]),  # 27 north, and as much east
        ("west", [(1.0, 8.0)]),
        ("090 6in", [(8.0, 8.0)]),
        ("forward 4", [(6.0, 8.0)]),
        ("left 4", [(2.0, 12.0)]),
        ("Inn", [(32.0, 22.0)]),
        ("Cell 2 then north 4", [(2.0, 20.0), (2.0, 24.0)]),
        ("along the road to D3", [(2.0, 10.0), (14.0, 10.0)]),  # D3 is 14,10 and lies on the road
        ("along Main Street to D4", [(2.0, 10.0), (14.0, 10.0), (14.0, 14.0)]),
    ],
)
def test_a_reference_names_its_points(written: str, points: list[tuple[float, float]]) -> None:
    assert list(route(written, HERE)) == points


@pytest.mark.parametrize(
    ("written", "code", "words"),
    [
        ("", "place-unreadable", "No place"),
        ("Atlantis", "place-unknown", "Atlantis"),
        ("6in toward Atlantis", "place-unknown", "Atlantis"),
        ("along the canal to D3", "place-unknown", "canal"),
        ("Z9", "place-off-board", "Z9"),
        ("G10", "place-off-board", "G10"),
        ("49,2", "place-off-board", "49,2"),
        ("west 9", "place-off-board", "-7,8"),
        ("south; south", "place-off-board", "from there"),
        ("4in", "place-unreadable", "where to"),
        ("6m toward G7", "place-measure", "inches"),
    ],
)
def test_a_reference_that_cannot_be_followed_is_refused_in_words(written: str, code: str, words: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        route(written, HERE)
    assert refused.value.code == code
    assert words in refused.value.message
    assert refused.value.remedy


@pytest.mark.parametrize("written", ["6in toward Cell 2", "north 4", "along the road to D3"])
def test_a_relative_reference_needs_a_start(written: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        route(written, Surroundings(BOARD, places={"Cell 2": (2.0, 20.0)}))
    assert refused.value.code == "place-needs-start"


def test_a_unit_that_the_player_does_not_see_reads_like_one_that_does_not_exist() -> None:
    with pytest.raises(RuleViolation) as hidden:
        place("6in toward Cell 3", HERE)
    with pytest.raises(RuleViolation) as absent:
        place("6in toward Cell 9", HERE)
    assert hidden.value.message.replace("3", "9") == absent.value.message


def test_a_unit_cannot_take_the_name_of_a_square() -> None:
    around = Surroundings(BOARD, start=(2.0, 8.0), places={"G7": (1.0, 1.0)})
    assert place("G7", around) == (26.0, 26.0)


def test_named_features_are_places() -> None:
    assert named_places(BOARD) == {"Main Street": (22.0, 10.0), "Inn": (32.0, 22.0)}


boards = st.builds(
    Board,
    st.floats(12, 130).map(lambda v: round(v, 1)),
    st.floats(12, 130).map(lambda v: round(v, 1)),
    square=st.sampled_from([2.0, 4.0, 6.0]),
)


@given(boards, st.floats(0, 1), st.floats(0, 1))
def test_every_point_lies_in_the_square_that_it_is_said_to_lie_in(board: Board, east: float, north: float) -> None:
    x, y = board.width * east, board.depth * north
    middle = place(square_of(board, (x, y)), Surroundings(board))
    assert abs(middle[0] - x) <= board.square + 1e-6
    assert abs(middle[1] - y) <= board.square + 1e-6
    assert square_of(board, middle) == square_of(board, (x, y))


@given(boards)
def test_every_square_can_be_written_and_read_back(board: Board) -> None:
    columns, rows = size_in_squares(board)
    every = squares(board)
    assert len(every) == len(set(every)) == columns * rows
    for square in every:
        assert square_of(board, place(square, Surroundings(board))) == square


@given(st.floats(0, 48), st.floats(0, 36))
def test_a_point_written_out_reads_back(x: float, y: float) -> None:
    point = place(point_text((x, y)), Surroundings(BOARD))
    assert point == pytest.approx((x, y), abs=0.0006)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(RuleViolation):
        assert all(BOARD.holds(*point) for point in route(text, HERE))


@pytest.mark.parametrize("written", [",", " , ;", "then", ".", "; then ;"])
def test_what_names_no_place_is_refused(written: str) -> None:
    for read in (place, route):
        with pytest.raises(RuleViolation) as refused:
            read(written, HERE)
        assert refused.value.code in ("place-unreadable", "place-unknown")


@given(st.text(alphabet=',;.→ ->tohenviaG7()"0', max_size=12))
def test_no_scrap_of_a_reference_breaks_the_reader(written: str) -> None:
    with contextlib.suppress(RuleViolation):
        assert place(written, HERE) == route(written, HERE)[-1]


@pytest.mark.parametrize(("width", "depth"), [(42.0, 28.0), (8.0, 8.0), (200.0, 12.0), (48.0, 36.0)])
def test_every_example_in_a_hint_can_be_written_on_that_very_table(width: float, depth: float) -> None:
    road = Feature("track", ((0.0, depth / 2), (width, depth / 2)), width=1.0)
    around = Surroundings(Board(width, depth, features=(road,)), start=(1.0, 1.0), places={"Cell 2": (3.0, 3.0)})
    examples = re.findall("“(.+?)”", how_to_write(around))
    assert len(examples) == 5
    for example in examples:
        assert route(example, around)


def test_what_cannot_be_read_is_answered_with_places_of_this_table() -> None:
    with pytest.raises(RuleViolation) as refused:
        place("the moon", Surroundings(Board(42.0, 28.0)))
    assert refused.value.remedy == ("Write a square (“F4”), a point (“21,14”), “6in toward F4”, “north-east 4”.")
