"""One man who acts for himself: drawn as his figure with his name, without a symbol; names give way to each other."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.table.board import Board, Token
from rules.table.canvas import Canvas, Frame
from rules.table.drawing import draw
from rules.table.figures import figure_boxes
from rules.table.lettering import text_width
from rules.table.scene import Scene, UnitMark
from rules.table.symbols import (
    LABEL,
    as_called,
    bare_badges,
    code_of,
    place_symbols,
    symbol,
    symbol_boxes,
    unit_symbol,
)

LETTER = "stroke-linecap"
"""Every lettered word has it once."""
CANVAS = Canvas(Frame(0, 0, 40, 30), 0.0, 0.0, 20.0)
"""Twenty picture units to the inch; the north edge is at y 0."""


def man(name: str, x: float, y: float, *, states: tuple[str, ...] = (), radius: float = 0.5) -> UnitMark:
    dot = Token(name.lower(), x, y, radius=radius, label="7")
    return UnitMark(
        name.lower(),
        name,
        "black",
        "friend",
        "#2f6fb3",
        x,
        y,
        strength="1/1",
        states=states,
        figures=(dot,),
        single=True,
    )


def test_his_name_stands_below_his_figure() -> None:
    """At (20, 15) the figure is at (400, 300); its dot is 0.5 in x 20 x 0.86 = 8.6 wide, the name 14 below that."""
    assert place_symbols([man("Cole", 20, 15)], CANVAS) == {"cole": (400.0, 322.6)}


def test_he_has_a_name_and_no_symbol_no_strength_and_no_arrow() -> None:
    drawn = unit_symbol(man("Cole", 20, 15), 400.0, 322.6, CANVAS, selected=False)
    assert drawn.count(LETTER) == 1, "his name and nothing else"
    squad = replace(man("Cole", 20, 15), single=False)
    _, frame = symbol(code_of(squad), squad.colour)
    assert frame in unit_symbol(squad, 400.0, 322.6, CANVAS, selected=False)
    assert frame not in drawn


def test_his_states_are_badges_before_his_name_each_once() -> None:
    calm = unit_symbol(man("Cole", 20, 15), 400.0, 322.6, CANVAS, selected=False)
    hurt = man("Cole", 20, 15, states=("wounded", "shaken", "wounded", "his go"))
    drawn = unit_symbol(hurt, 400.0, 322.6, CANVAS, selected=False)
    assert drawn.count("<circle") == 2  # W and S; “his go” has no letter
    assert calm.count("<circle") == 0
    left, _, right, _ = symbol_boxes(hurt, 400.0, 322.6)
    assert right - left == pytest.approx(text_width("Cole", LABEL) + 2 * 3.0 + 2 * 2 * 24.0)  # his name in the middle


def test_he_who_is_selected_has_a_ring_around_his_figure() -> None:
    """The dot's 8.6 and 5 more."""
    ring = re.search(
        r'<circle cx="400" cy="300" r="([\d.]+)"', unit_symbol(man("Cole", 20, 15), 400.0, 322.6, CANVAS, selected=True)
    )
    assert ring is not None
    assert float(ring[1]) == 13.6


def test_two_names_side_by_side_give_way_and_threads_lead_to_their_men() -> None:
    near = [man("Cole", 20, 15), man("Winters", 20.2, 15)]
    at = place_symbols(near, CANVAS)
    (ax, ay), (bx, by) = at["cole"], at["winters"]
    apart_x = abs(bx - ax) - (text_width("Cole", LABEL) / 2 + text_width("Winters", LABEL) / 2 + 6.0)
    apart_y = abs(by - ay) - 26.0
    assert apart_x >= 0 or apart_y >= 0, "one name over the other"
    threads = [unit_symbol(mark, 400.0, 380.0, CANVAS, selected=False).count("<path") for mark in near]
    plain = [unit_symbol(mark, 400.0, 322.6, CANVAS, selected=False).count("<path") for mark in near]
    assert threads == [count + 2 for count in plain]  # a white line and one in his colour


def test_a_name_stays_on_the_picture() -> None:
    for x, y in ((0.2, 0.2), (39.8, 29.8), (0.2, 29.8), (39.8, 0.2)):
        left, top, right, bottom = symbol_boxes(
            mark := man("Fitzsimmons", x, y), *place_symbols([mark], CANVAS)["fitzsimmons"]
        )
        assert left >= CANVAS.left
        assert right <= CANVAS.right
        assert top >= CANVAS.top
        assert bottom <= CANVAS.bottom


def test_a_whole_picture_of_single_men_names_each_of_them_once() -> None:
    alone = draw(Scene(Board(40, 30), (man("Cole", 10, 10),)))
    two = draw(Scene(Board(40, 30), (man("Cole", 10, 10), man("Winters", 30, 20))))
    assert two.count(LETTER) - alone.count(LETTER) == 2  # his name, and the number on his figure


def test_he_is_called_by_his_last_name_where_that_is_enough() -> None:
    units = [man("Ann Cole", 10, 10), man("Bob Winters", 12, 10), man("Cid Winters", 14, 10), man("7", 16, 10)]
    squad = replace(man("Second Squad", 20, 10), single=False)
    assert [unit.label for unit in as_called([*units, squad])] == [
        "Cole", "Bob Winters", "Cid Winters", "7", "Second Squad"
    ]  # fmt: skip


def test_no_name_covers_a_figure_or_another_name_and_a_number_does_where_there_is_no_room() -> None:
    """Twenty men in two ranks an inch and a half apart: names of 100 and more on figures 30 apart."""
    crowd = [man(f"Fitzsimmons{n}", 5 + 1.5 * (n % 10), 15 + 1.5 * (n // 10)) for n in range(20)]
    chosen = crowd[13].ref
    at = place_symbols(crowd, CANVAS, selected=chosen)
    assert chosen in at
    assert 2 <= len(at) < len(crowd)
    named = [(mark, symbol_boxes(mark, *at[mark.ref])) for mark in crowd if mark.ref in at]
    for mark, box in named:
        others = [other for who, other in named if who is not mark]
        others += [dot for one in crowd if one is not mark for dot in figure_boxes(one, CANVAS)]
        assert not any(_cover(box, other) for other in others), mark.ref


def test_who_has_no_room_for_his_name_keeps_his_badges() -> None:
    assert bare_badges(man("Cole", 20, 15, states=("wounded", "shaken")), CANVAS).count("<circle") == 2
    assert bare_badges(man("Cole", 20, 15), CANVAS) == ""


def _cover(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
