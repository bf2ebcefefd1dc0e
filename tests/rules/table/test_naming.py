"""What a player looks for on a map is there: names, objectives, and every figure under nobody's counter."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.violation import RuleViolation
from rules.table import drawing, figures, labelling, symbols
from rules.table.board import Board, Feature, Token
from rules.table.board_file import read_board
from rules.table.canvas import Canvas, Frame
from rules.table.drawing import describe, draw
from rules.table.faults import BoardFault
from rules.table.lettering import covers
from rules.table.reference import Surroundings, mentioned, place
from rules.table.room import Room, overlap
from rules.table.scene import Scene, UnitMark

MILL = Feature("building", ((20.0, 12.0), (24.0, 12.0), (24.0, 16.0), (20.0, 16.0)), name="Mill")
HOUSE = Feature("building", ((30.0, 2.0), (36.0, 2.0), (36.0, 8.0), (30.0, 8.0)), name="The house")
PAD = Feature("objective", ((8.0, 20.0),), name="Helipad", width=6.0)
LANE = Feature("road", ((0.0, 10.0), (42.0, 10.0)), name="Mill Lane", width=1.5)
BOARD = Board(42, 28, (MILL, HOUSE, LANE))
CANVAS = Canvas(Frame(0, 0, 42, 28), 0.0, 0.0, 22.0)
BOUNDS = (0.0, 0.0, 42 * 22.0, 28 * 22.0)


def squad(ref: str, x: float, y: float, count: int = 9) -> UnitMark:
    figures = tuple(Token(f"{ref}{i}", x + i % 3, y + i // 3) for i in range(count))
    return UnitMark(ref, f"Squad {ref}", "army", "friend", "#2f6fb3", x + 1, y + 1, strength="9", figures=figures)


def names(board: Board, *units: UnitMark) -> dict[str, labelling.Written]:
    taken = [box for unit in units for box in figures.figure_boxes(unit, CANVAS)]
    return {name.text: name for name in labelling.names(board, CANVAS, Room(BOUNDS, taken))}


# ── Names ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_stands_on_its_place() -> None:
    mill = names(BOARD)["Mill"]
    assert 20 * 22 < mill.x < 24 * 22
    assert (28 - 16) * 22 < mill.y < (28 - 12) * 22
    assert mill.thread is None


def test_a_name_stays_when_figures_stand_all_over_its_place() -> None:
    crowd = [squad(f"{x}{y}", x, y) for x, y in product(range(17, 27, 3), range(9, 20, 3))]
    mill = names(BOARD, *crowd)["Mill"]
    boxes = [box for unit in crowd for box in figures.figure_boxes(unit, CANVAS)]
    assert not any(overlap(mill.box, box) for box in boxes)
    assert mill.thread is not None, "it leads back to the mill"


def test_a_name_is_not_left_out_even_where_the_whole_map_is_full() -> None:
    everywhere = [squad(f"{x}{y}", x, y) for x, y in product(range(0, 42, 3), range(0, 28, 3))]
    assert set(names(BOARD, *everywhere)) == {"Mill", "The house", "Mill Lane"}


def test_the_part_of_a_place_that_is_in_the_picture_bears_its_name() -> None:
    corner = Frame(22.0, 14.0, 30.0, 20.0)
    canvas = Canvas(corner, 0.0, 0.0, 100.0)
    (name,) = labelling.names(BOARD, canvas, Room((0.0, 0.0, 800.0, 600.0)))
    assert name.text == "Mill"
    assert name.box[0] >= 0


# ── Objectives ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_objective_is_ringed_named_and_told_in_words() -> None:
    plain, told = Scene(BOARD), Scene(BOARD, objectives=("Mill",))
    assert "objective Mill at F4" in describe(told)
    assert "objective" not in describe(plain)
    assert draw(told).count("stroke-dasharray") == draw(plain).count("stroke-dasharray") + 1
    assert len(labelling.goal_names(labelling.goals(BOARD, ("Mill",)), CANVAS, Room(BOUNDS))) == 1


def test_what_the_board_marks_as_an_objective_needs_nobody_to_say_so() -> None:
    marked = Board(42, 28, (MILL, PAD), objectives=("Mill",))
    assert [goal.name for goal in labelling.goals(marked, ("the mill",))] == ["Helipad", "Mill"]


def test_a_square_may_be_an_objective() -> None:
    (goal,) = labelling.goals(BOARD, ("G7",))
    assert goal.ground.bounds == (24.0, 24.0, 28.0, 28.0)
    assert labelling.goals(BOARD, ("nowhere",)) == []


def test_an_objectives_name_goes_before_counters() -> None:
    unit = squad("1", 20.5, 12.5)
    scene = Scene(BOARD, (unit,), objectives=("Mill",))
    (name,) = labelling.goal_names(
        labelling.goals(BOARD, scene.objectives), CANVAS, Room(BOUNDS, figures.figure_boxes(unit, CANVAS))
    )
    at = symbols.place_symbols([unit], CANVAS, taken=[name.box])
    assert not overlap(symbols.symbol_boxes(unit, *at["1"]), name.box)


def test_a_text_names_places_by_whole_words_and_without_articles() -> None:
    board = replace(BOARD, features=(*BOARD.features, replace(MILL, name="Copse"), replace(MILL, name="Copse 2")))
    assert mentioned("Bring a man into the mill", board) == ("Mill",)
    assert mentioned("Find the ledgers in the house", board) == ("The house",)
    assert mentioned("Hold Copse 2", board) == ("Copse 2",), "and not the other copse"
    assert mentioned("The millers wait on Mill Lane", board) == ("Mill",), (
        "a lane isn't a place to hold, its name speaks"
    )
    assert mentioned("The consul does not leave the roof", board) == ()


def test_a_board_file_names_its_objectives_and_no_others() -> None:
    text = "size: [24, 24]\nfeatures:\n- {kind: building, rectangle: [[1, 1], [5, 5]], name: Mill}\nobjectives: [%s]\n"
    assert read_board(text % "Mill").objectives == ("Mill",)
    with pytest.raises(BoardFault, match="no place is named “Milk”; named places: Mill"):
        read_board(text % "Milk")


# ── Counters and figures ──────────────────────────────────────────────────────────────────────────────────────────

places = st.lists(st.tuples(st.integers(0, 36), st.integers(0, 24)), min_size=1, max_size=10)


@settings(max_examples=40, deadline=None)
@given(places)
def test_a_counter_lies_over_no_figure_and_no_other_counter(spots: list[tuple[int, int]]) -> None:
    units = [squad(str(i), x, y, 6) for i, (x, y) in enumerate(spots)]
    at = symbols.place_symbols(units, CANVAS)
    boxes = {unit.ref: symbols.symbol_boxes(unit, *at[unit.ref]) for unit in units if unit.ref in at}
    men = [box for unit in units for box in figures.figure_boxes(unit, CANVAS)]
    for ref, box in boxes.items():
        assert not any(overlap(box, other) for other in men)
        assert not any(overlap(box, other) for other_ref, other in boxes.items() if other_ref != ref)


def test_a_unit_without_room_for_its_counter_is_called_by_its_name_at_least() -> None:
    assert symbols.by_name(squad("1", 3, 3)).label == "Squad 1 9"
    assert symbols.by_name(squad("1", 3, 3)).single


def test_the_wounded_look_like_neither_the_fit_nor_the_dead_and_the_key_says_so() -> None:
    def looking(state: str) -> str:
        unit = replace(squad("1", 10, 10, 1), figures=(Token("a", 10, 10, state=state),))
        return draw(Scene(BOARD, (unit,)), layers=())

    fit, wounded, killed = (looking(state) for state in ("fit", "wounded", "killed"))
    red_plus = 'stroke="#d01c1c"'
    assert red_plus in wounded
    assert red_plus not in fit + killed
    assert len({fit, wounded, killed}) == 3
    canvas = Canvas(drawing.whole(BOARD), 0.0, 0.0, 20.0)
    unit = squad("1", 10, 10, 1)
    solid, hollow = (
        figures.figures(replace(unit, figures=(Token("a", 10, 10, state=state),)), canvas)
        for state in ("fit", "wounded")
    )
    assert f'fill="{unit.colour}" stroke="#ffffff"' in solid
    assert f'fill="#ffffff" stroke="{unit.colour}"' in hollow
    number = 'stroke-width="2.62"'  # 1.75 x 1.5
    assert f'stroke="#ffffff" {number}' in solid, "white on the colour"
    assert f'stroke="{unit.colour}" {number}' in hollow, "and the other way round: white on white cannot be read"


def test_sides_are_called_by_their_names_in_the_key_and_in_the_words() -> None:
    scene = Scene(BOARD, (squad("1", 3, 3),), side_names=(("army", "Task Force Lantern"),))
    assert "Squad 1 (Task Force Lantern) at" in describe(scene)
    assert len(draw(scene)) > len(draw(replace(scene, side_names=()))), "a longer name is drawn"


def test_cards_in_a_caption_are_lettered_like_the_rest() -> None:
    assert covers("Turn 4 · 5♣ K♥ 2♦ A♠ · Kovac")


# ── Articles ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["Mill", "the mill", "The  Mill", "a mill", "to the mill", "into the mill", "Ｍill"])
def test_a_place_is_understood_with_and_without_its_article(typed: str) -> None:
    assert place(typed, Surroundings(BOARD)) == (22.0, 14.0)


@pytest.mark.parametrize("typed", ["The house", "house", "the house", "in the house"])
def test_a_place_that_has_an_article_is_understood_without_it(typed: str) -> None:
    assert place(typed, Surroundings(BOARD)) == (33.0, 5.0)


def test_the_name_as_it_is_written_goes_before_the_one_without_an_article() -> None:
    both = Board(20, 20, (replace(MILL, name="The mill", outline=((1, 1), (3, 1), (3, 3), (1, 3))),
                          replace(MILL, name="Mill", outline=((11, 11), (13, 11), (13, 13), (11, 13)))))  # fmt: skip
    assert place("mill", Surroundings(both)) == (12.0, 12.0)
    assert place("the mill", Surroundings(both)) == (2.0, 2.0)


def test_a_way_towards_a_place_takes_an_article_too() -> None:
    assert place("4in toward the mill", Surroundings(BOARD, start=(10.0, 14.0))) == (14.0, 14.0)


def test_an_article_alone_is_no_place() -> None:
    with pytest.raises(RuleViolation, match="no place “the”"):
        place("the", Surroundings(BOARD))


def test_a_long_water_bears_its_name_where_there_is_room() -> None:
    """The name of the bridge has taken the middle; the canal's lies on the canal beside it."""
    canal = Feature("water", ((0, 12), (42, 12), (42, 16), (0, 16)), name="The canal")
    taken = (380.0, 200.0, 560.0, 420.0)
    (name,) = labelling.names(Board(42, 28, (canal,)), CANVAS, Room(BOUNDS, [taken]))
    west, top, east, bottom = name.box
    assert 264 <= top <= bottom <= 352
    assert east < 380 or west > 560
    assert name.thread is None


def test_a_name_lies_over_no_trench_of_another_name() -> None:
    """A small house beside a trench: its name is wider than it, and goes above or below."""
    house = Feature("building", ((20, 17), (22, 17), (22, 19), (20, 19)), name="The lock keeper's house")
    trench = Feature("trench", ((24, 18), (36, 18)), width=0.4, name="Trench")
    found = names(Board(48, 36, (house, trench)))["The lock keeper's house"]
    middle = names(Board(48, 36, (house,)))["The lock keeper's house"]
    assert found.y != middle.y
    assert found.thread is None


def test_the_key_explains_mines_and_smoke_where_they_are() -> None:
    mines = Feature("mines", ((4, 4), (8, 4), (8, 8), (4, 8)))
    smoke = Feature("smoke", ((10, 10), (20, 10)), width=2)
    keys = [draw(Scene(Board(48, 36, features), ())) for features in ((), (mines,), (mines, smoke))]
    assert [svg.count("url(#h-mines)") for svg in keys] == [0, 2, 2]
    assert [svg.count("url(#h-smoke)") for svg in keys] == [0, 0, 2]
