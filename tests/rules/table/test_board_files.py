"""Boards typed by people: grids of characters and scenario files, with faults by file and line."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely.ops import unary_union

from rules.table.board import Board, Opening
from rules.table.board_file import board_of, read_board
from rules.table.faults import BoardFault
from rules.table.footprint import area
from rules.table.marked_yaml import read_marked
from rules.table.terrain import terrain
from rules.table.text_grid import legend_entry, read_grid
from tests.charts import chart

GRID = """
..WW..
..WW.B
======
.#....

W = woods 5 "Old Wood"
B = building 4.5 hard 2 floors "Inn"
"""


def test_a_grid_becomes_a_board_with_the_north_on_top() -> None:
    board = read_grid(GRID, cell=2.0)
    assert (board.width, board.depth) == (12.0, 8.0)
    found = {(f.kind, f.name, f.height, f.floors, f.hardness) for f in board.features}
    assert ("woods", "Old Wood", 5.0, 0, "none") in found
    assert ("building", "Inn", 4.5, 2, "hard") in found
    assert ("wall", "", 0.6, 0, "hard") in found
    woods = next(f for f in board.features if f.kind == "woods")
    assert area(woods).bounds == (4.0, 4.0, 8.0, 8.0)  # four cells are one feature
    assert terrain(board).going((5, 3)) == "clear"
    assert [f.kind for f in terrain(board).at((5, 3))] == ["road"]


@example(["JJJJJJ", "JJJJWJ", "JJJJJJ"])
@given(st.lists(st.text(alphabet=".WJ", min_size=6, max_size=6), min_size=1, max_size=7))
def test_every_cell_becomes_its_kind_and_nothing_else_does(rows: list[str]) -> None:
    board = read_grid("\n".join(rows), cell=2.0)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            middle = (2.0 * c + 1.0, 2.0 * (len(rows) - r) - 1.0)
            kinds = [f.kind for f in terrain(board).at(middle)]
            assert kinds == {".": [], "W": ["woods"], "J": ["jungle"]}[sign]


def test_a_courtyard_stays_open() -> None:
    board = read_grid("BBB\nB.B\nBBB", cell=2.0)
    assert unary_union([area(f) for f in board.features]).area == 32.0
    assert terrain(board).at((3.0, 3.0)) == ()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("...\n.q.\n...", 2, "“q” in column 2 is not in the legend"),
        ("....\n...\n....", 2, "3 cells"),
        ("", 1, "empty"),
        ("...\n\nW woods", 3, "legend line"),
        ("...\n\nW = 4", 3, "stands for"),
    ],
)
def test_a_faulty_grid_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BoardFault) as fault:
        read_grid(text, file="pasted")
    assert fault.value.line == line
    assert words in fault.value.message
    assert str(fault.value).startswith(f"pasted:{line}: ")


def test_a_monstrous_grid_is_refused() -> None:
    with pytest.raises(BoardFault, match="40000 is the most"):
        read_grid("\n".join(["." * 300] * 300))


def test_a_legend_line_may_leave_out_what_is_usual() -> None:
    sign, wall = legend_entry('# = wall "Garden"')
    assert (sign, wall.kind, wall.height, wall.hardness, wall.name) == ("#", "wall", 0.6, "hard", "Garden")
    assert legend_entry("j: tall grass 1")[1].kind == "tall grass"


SCENARIO = """\
name: Crossroads
size: [48, 36]
edges: {army: south, insurgents: north}
wind: north-east
light: night
visibility: 24
features:
  - {kind: road, line: ["0,18", "48,18"], width: 2, name: High Road}
  - kind: building
    rectangle: [[20, 20], [26, 24]]
    floors: 2
    openings:
      - {kind: door, from: [22.5, 20], to: [23.5, 20], head: 1.8}
  - {kind: woods, area: [C3, E3, E5, C4]}
  - {kind: crater, circle: {at: F6, radius: 1}}
"""


def test_a_scenario_file_makes_a_board() -> None:
    board = read_board(SCENARIO)
    assert (board.name, board.width, board.wind, board.light, board.visibility) == ("Crossroads", 48, 45, "night", 24)
    assert board.edges == (("army", "south"), ("insurgents", "north"))
    road, house, woods, crater = board.features
    assert (road.outline, road.width) == (((0, 18), (48, 18)), 2)
    assert house.openings == (Opening("door", (22.5, 20), (23.5, 20), 0.0, 1.8),)
    assert house.height == 2.5  # the usual one
    assert woods.outline == ((10, 10), (18, 10), (18, 18), (10, 14))
    assert (crater.outline, crater.width, crater.height) == (((22, 22),), 2.0, -0.4)


def test_a_board_may_be_part_of_a_larger_file() -> None:
    whole = read_marked("title: Raid\nboard:\n  size: [24, 24]\n  features:\n    - {kind: woods}\n", "raid.yaml")
    with pytest.raises(BoardFault) as fault:
        board_of(whole, ("board",))
    assert (fault.value.file, fault.value.line) == ("raid.yaml", 5)


def test_a_board_may_be_generated_or_drawn_and_added_to() -> None:
    made = read_board(
        "size: [48, 36]\ngenerate: {kind: village, seed: 3}\n"
        "features:\n  - {kind: mines, circle: {at: A1, radius: 2}}\n"
    )
    assert made.features[-1].kind == "mines"
    assert len(made.features) > 20
    unsaid = read_board("size: [48, 36]\ngenerate: {kind: village}\n")
    assert unsaid == read_board("size: [48, 36]\ngenerate: {kind: village, seed: 1}\n"), "files rely on it"
    drawn = read_board("grid: |\n  ..WW\n  ..WW\n")
    assert (drawn.width, drawn.depth, drawn.features[0].kind) == (8, 4, "woods")


@chart(
    ("text", "line", "words"),
    [
        ("size: [48]\n", 1, "size"),
        ("size: [48, 36]\nlight: gloomy\n", 2, "light"),
        ("size: [48, 36]\nfeatures:\n  - {kind: woods, area: [A1, B1]}\n", 3, "at least 3"),
        ("size: [48, 36]\nfeatures:\n  - {kind: road, line: [A1, B1]}\n", 3, "width"),
        ("size: [48, 36]\nfeatures:\n  - kind: woods\n    area: [A1, B1, Q1]\n", 3, "Q1"),
        ("size: [48, 36]\nfeatures:\n  - kind: woods\n    area: [[0, 0], [900, 0], [5, 5]]\n", 3, "far off"),
        ("size: [48, 36]\nwombats: 3\n", 2, "wombats"),
        ("size: [48, 36]\ngenerate: {kind: moonbase}\n", 2, "moonbase"),
        ("name: x\n", 1, "needs a size"),
        ("size: [48, 36]\ngrid: |\n  ..\n", 1, "leave the size out"),
        ("grid: |\n  ..W\n  .q.\n", 3, "“q”"),
        ("size: [48, 36\n", 2, "YAML"),
        ("size: [48, 36]\nsize: [2, 2]\n", 2, "YAML"),
        ("size: [48, .nan]\n", 1, "size"),
        ("- 1\n- 2\n", 1, ""),
        ("", 1, ""),
    ],
)
def test_a_faulty_file_is_refused_with_file_line_and_what_is_wrong(text: str, line: int, words: str) -> None:
    with pytest.raises(BoardFault) as fault:
        read_board(text, file="raid.yaml")
    assert fault.value.file == "raid.yaml"
    assert fault.value.line == line
    assert words in fault.value.message


def test_all_faults_of_a_file_are_told_at_once() -> None:
    with pytest.raises(BoardFault) as fault:
        read_board("size: [48, 36]\nlight: gloomy\nsquare: -1\n", file="raid.yaml")
    lines = str(fault.value).splitlines()
    assert [line.split(":")[1] for line in lines] == ["2", "3"]


def test_aliases_cannot_blow_a_file_up() -> None:
    bomb = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join('*' + chr(97 + i) for _ in range(9))}]\n" for i in range(8)
    )
    with pytest.raises(BoardFault, match="too many parts"):
        read_board(bomb)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[" * 5000, 1),
        ("{" * 5000, 1),
        ("\n".join(" " * depth + "a:" for depth in range(100)), 41),
        ("a: 1\nb: [" + "a: b, " * 20_000 + "]", 2),
        ("a: &a {x: 1}\n" + "\n".join(f"k{key}: {{<<: *a, y: 2}}" for key in range(5000)), 102),
    ],
    ids=["brackets", "braces", "keys within keys", "very many pairs", "very many merges"],
)
def test_a_file_is_measured_while_it_is_read_and_given_up_at_the_part_too_many(text: str, line: int) -> None:
    with pytest.raises(BoardFault, match="too many parts, or they nest too deep") as fault:
        read_board(text)
    assert fault.value.line == line


def test_a_few_merges_are_read() -> None:
    text = "x: &wood {kind: woods, height: 3}\n"
    whole = read_marked(text + "y: {<<: *wood, area: [A1, A2, B2]}\n", "a.yaml")
    assert whole.value == {
        "x": {"kind": "woods", "height": 3},
        "y": {"kind": "woods", "height": 3, "area": ["A1", "A2", "B2"]},
    }


def zigzag(corners: int) -> str:
    """A line that goes up and down the board, close beside itself."""
    return ", ".join(f"[{corner * 0.1:.1f}, {30 if corner % 4 < 2 else 2}]" for corner in range(corners))


@pytest.mark.parametrize("shape", ["{kind: wall, width: 1, line: [%s]}", "{kind: woods, area: [%s]}"])
def test_an_outline_that_crosses_itself_again_and_again_is_refused(shape: str) -> None:
    star = ", ".join(
        f"[{24 + 10 * math.cos(turn * 2.5):.2f}, {18 + 10 * math.sin(turn * 2.5):.2f}]" for turn in range(60)
    )
    with pytest.raises(BoardFault, match="crosses itself again and again") as fault:
        read_board(f"size: [48, 36]\nfeatures:\n  - {shape % star}\n")
    assert fault.value.line == 3


def test_a_winding_outline_and_one_with_a_few_loops_are_drawn() -> None:
    loops = "[0, 0], [9, 9], [9, 0], [0, 9], [12, 4], [2, 4]"
    text = f"size: [48, 36]\nfeatures:\n  - {{kind: wall, width: 1, line: [{zigzag(400)}]}}\n"
    assert len(read_board(text + f"  - {{kind: woods, area: [{loops}]}}\n").features) == 2


def test_no_text_breaks_the_reader() -> None:
    for text in (
        "\x00",
        "!!python/object/apply:os.system [ls]",
        "a: !<x> 1",
        "[" * 500,
        "? [a]\n: b\n",
        "2024-01-01",
        "a: 2024-01-01",
    ):
        with pytest.raises(BoardFault):
            read_board(text)


@given(st.text(max_size=80))
def test_nor_does_any_other(text: str) -> None:
    with contextlib.suppress(BoardFault):
        assert isinstance(read_board(text), Board)
