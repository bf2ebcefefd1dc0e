"""Floors and roofs: their heights and names, how people write them, and what lies between two levels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.table.board import Board, Feature, Opening, Token
from rules.table.board_file import read_board
from rules.table.gate import Bars, Gate, Traveller
from rules.table.nature import PLAIN
from rules.table.reach import in_reach
from rules.table.sight import Sight
from rules.table.storeys import LevelWord, height_above_ground, house_at, legs, level_meant, levels_named
from rules.table.terrain import terrain

MILL = Feature(
    "building", ((10, 10), (20, 10), (20, 20), (10, 20)), "The Mill", height=6.0, floors=3, hardness="hard",
    openings=(Opening("door", (14, 10), (16, 10)), Opening("window", (20, 12), (20, 14), sill=2.5, head=3.5)),
)  # fmt: skip
BOARD = Board(40, 30, (MILL,))


def gate(board: Board = BOARD) -> Gate:
    return Gate(terrain(board, PLAIN), lambda feature, body: None)


def walls(feature: Feature) -> Bars | None:
    return Bars.WALLS if PLAIN.of(feature.kind).walled else None


def test_a_house_shares_its_height_among_its_floors() -> None:
    mill = house_at(BOARD, PLAIN, (15, 15))
    assert mill is not None
    assert (mill.floors, mill.storey, mill.roof) == (3, 2.0, 3)
    assert [mill.name_of(level) for level in range(4)] == [
        "the ground floor of the Mill", "the 1st floor of the Mill", "the 2nd floor of the Mill",
        "the roof of the Mill",
    ]  # fmt: skip
    assert [height_above_ground(BOARD, PLAIN, (15, 15), level) for level in range(4)] == [0, 2, 4, 6]
    assert house_at(BOARD, PLAIN, (5, 5)) is None
    assert [name for name, _ in levels_named(BOARD, PLAIN)] == [
        "roof of The Mill", "2nd floor of The Mill", "1st floor of The Mill",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), [
    ("up", (("", "up"),)),
    ("downstairs; D4", (("", "down"), ("D4", None))),
    ("roof of the mill", (("the mill", "roof"),)),
    ("on the 2nd floor of The Mill", (("The Mill", 2),)),
    ("D4 roof", (("D4", "roof"),)),
    ("first floor", (("", 1),)),
    ("D4, ground floor", (("D4", 0),)),
    ("climb down to D4", (("D4", 0),)),
    ("6in toward Cell 2", (("6in toward Cell 2", None),)),
    ("Roof garden", (("Roof garden", None),)),
])  # fmt: skip
def test_levels_as_people_write_them(text: str, found: tuple[tuple[str, LevelWord | None], ...]) -> None:
    assert legs(text, lambda part: False) == found


def test_a_name_that_sounds_like_a_level_is_a_name() -> None:
    assert legs("Old roof", lambda part: part == "Old roof") == (("Old roof", None),)


@pytest.mark.parametrize(("said", "now", "level"), [
    ("up", 0, 1), ("up", 2, 3), ("up", 3, None), ("down", 0, None), ("roof", 0, 3), ("top", 0, 2), (2, 0, 2),
    (3, 0, None),
])  # fmt: skip
def test_which_level_a_word_means(said: LevelWord, now: int, level: int | None) -> None:
    mill = house_at(BOARD, PLAIN, (15, 15))
    assert mill is not None
    assert level_meant(mill, said, now) == level


@pytest.mark.parametrize(
    ("one", "other", "near"), [(0, 0, True), (2, 2, True), (6, 6, True), (0, 2, False), (4, 6, False)]
)
def test_a_floor_keeps_two_apart(one: float, other: float, near: bool) -> None:
    a, b = Token("a", 15, 15, z=one), Token("b", 15.5, 15, z=other)
    assert in_reach(gate(), a, b, 1.0, walls, rise=3.0) is near


def test_walls_below_a_roof_keep_nobody_apart_on_it() -> None:
    barn = replace(MILL, outline=((20, 10), (30, 10), (30, 20), (20, 20)), name="Barn", openings=())
    board = Board(40, 30, (MILL, barn))
    for height, near in ((6.0, True), (4.0, False)):
        a, b = Token("a", 19.8, 15, z=height), Token("b", 20.2, 15, z=height)
        assert in_reach(gate(board), a, b, 1.0, walls) is near


def test_a_floor_ends_at_its_edge() -> None:
    body = Traveller("foot", level=6.0, floor=MILL)
    way = gate().way(body, ((15, 15), (15, 5)))
    assert way.stop is not None
    assert (way.stop.why, round(way.length, 1)) == ("the floor's edge", 5.0)


def test_a_parapet_hides_what_is_below_its_top_and_changes_nothing_where_there_is_none() -> None:
    """At the edge, 9 of 9.5 in on, the line to a part h is 0.9 + 9/9.5 x (5.1 + h) high; over 6.5 in for h > 0.81."""
    eye, man = Token("eye", 15, 1), Token("man", 15, 10.5, z=6.0)
    bare = Sight(BOARD).share(eye, man)
    edged = Sight(Board(40, 30, (replace(MILL, parapet=0.5),)))
    assert bare == 6 / 8  # over 6 in for h > 0.28
    assert edged.share(eye, man) == 2 / 8
    assert edged.look(eye, man).hidden[0].by == "The Mill"
    assert edged.share(man, eye) == Sight(BOARD).share(man, eye) == 1.0


def test_a_parapet_is_read_from_a_board_file() -> None:
    text = "size: [20, 20]\nfeatures:\n  - {kind: building, rectangle: [[2, 2], [8, 8]], floors: 2, parapet: 0.5}\n"
    assert read_board(text).features[0].parapet == 0.5
