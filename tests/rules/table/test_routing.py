"""Ways that are found around what is closed: over the bridge, through the door, around a wreck, or not at all."""

from __future__ import annotations

import pytest

from rules.table.board import Board, Feature, Opening, Token
from rules.table.gate import Bar, Bars, Gate, Traveller
from rules.table.measure import length
from rules.table.routing import around
from rules.table.terrain import terrain

MAN = Traveller("foot", wide=0.8, climbs=True)
CANAL = Feature("water", ((0, 100), (400, 100), (400, 118), (0, 118)), name="The canal")
BRIDGE = Feature("bridge", ((200, 94), (200, 124)), name="The bridge", width=9.0)


def permit(feature: Feature, body: Traveller) -> Bar | None:
    if feature.kind == "water":
        return Bar(Bars.WHOLE, "deep water")
    return Bar(Bars.WALLS, "the walls") if feature.kind == "building" else None


def gate(*features: Feature, wrecks: tuple[Token, ...] = ()) -> Gate:
    board = Board(400.0, 300.0, features, square=20.0, measure="metres")
    return Gate(terrain(board), permit, tuple((wreck, "a wreck") for wreck in wrecks))


def test_where_it_is_open_the_way_is_straight() -> None:
    found = around(gate(CANAL, BRIDGE), MAN, (10, 10), (300, 90))
    assert found is not None
    assert found.way == ((10, 10), (300, 90))


def test_a_canal_is_crossed_by_the_middle_of_its_bridge() -> None:
    """60 m beside the bridge: 60 m there and 60 back are within reason."""
    there = gate(CANAL, BRIDGE)
    found = around(there, MAN, (140, 60), (140, 160))
    assert found is not None
    assert found.way == ((140, 60), (200, 98.5), (200, 119.5), (140, 160))
    assert found.by == ("The bridge",)
    assert found.length == pytest.approx(length(found.way))
    assert there.way(MAN, found.way).stop is None


def test_a_way_too_far_about_is_not_found() -> None:
    """100 m straight, and about 430 by the bridge: more than 300 and than 300."""
    assert around(gate(CANAL, BRIDGE), MAN, (5, 60), (5, 160)) is None
    assert around(gate(CANAL, BRIDGE), MAN, (5, 60), (5, 160), about=5.0) is not None


def test_a_house_is_entered_by_its_door_from_behind() -> None:
    house = Feature(
        "building", ((100, 100), (120, 100), (120, 120), (100, 120)), "The mill",
        openings=(Opening("door", (109, 120), (111, 120)),),
    )  # fmt: skip
    there = gate(house)
    found = around(there, MAN, (110, 60), (110, 110))
    assert found is not None
    assert (110, 120) in found.way
    assert found.by == ("The mill",)
    assert there.way(MAN, found.way).stop is None


def test_nobody_finds_a_way_into_a_house_without_a_door_or_into_the_water() -> None:
    blind = Feature("building", ((100, 100), (120, 100), (120, 120), (100, 120)))
    assert around(gate(blind), MAN, (110, 60), (110, 110)) is None
    assert around(gate(CANAL), MAN, (110, 60), (110, 110)) is None


def test_a_wreck_is_gone_round() -> None:
    """It lies across the way, 7 m long: 3.5 and half a man and 0.3 to either side."""
    wreck = Token("wreck", 100.0, 100.0, 90.0, kind="vehicle", length=7.0, width=3.0)
    found = around(gate(wrecks=(wreck,)), MAN, (100, 60), (100, 140))
    assert found is not None
    assert {round(abs(x - 100), 1) for x, _ in found.way[1:-1]} == {4.2}
