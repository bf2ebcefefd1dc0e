"""Templates on the table, deviation, and smoke in the wind."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.table import templates
from rules.table.board import Board, Feature, Token
from rules.table.measure import between, in_arc, step, turn

coordinates = st.floats(0, 40).map(lambda v: round(v, 2))
heads = st.lists(st.tuples(coordinates, coordinates), max_size=12).map(
    lambda found: [Token(str(i), x, y) for i, (x, y) in enumerate(found)]
)


@given(heads, coordinates, coordinates, st.floats(0.5, 10))
def test_a_circle_catches_the_heads_within_its_radius(tokens: list[Token], x: float, y: float, radius: float) -> None:
    caught = {t.id for t in templates.under(templates.circle((x, y), radius), tokens)}
    for token in tokens:
        far = between((x, y), (token.x, token.y))
        if abs(far - radius) > 0.01 * radius:
            assert (token.id in caught) == (far < radius)


@given(heads, st.floats(0, 359), st.floats(5, 170), st.floats(1, 20))
def test_a_cone_catches_the_heads_in_its_arc_and_reach(
    tokens: list[Token], facing: float, width: float, reach: float
) -> None:
    muzzle = Token("gun", 20, 20, facing=facing)
    caught = {t.id for t in templates.under(templates.cone((20, 20), facing, width, reach), tokens)}
    for token in tokens:
        far = between((20, 20), (token.x, token.y))
        off = turn(facing, math.degrees(math.atan2(token.x - 20, token.y - 20)))
        if far > 0.1 and abs(far - reach) > 0.02 * reach and abs(off - width / 2) > 0.5:
            assert (token.id in caught) == (far < reach and in_arc(muzzle, (token.x, token.y), width))


@given(heads, st.floats(0, 359), st.floats(1, 20), st.floats(1, 20))
def test_a_rectangle_lies_along_its_facing(tokens: list[Token], facing: float, long: float, wide: float) -> None:
    caught = {t.id for t in templates.under(templates.rectangle((20, 20), facing, long, wide), tokens)}
    angle = math.radians(facing)
    for token in tokens:
        dx, dy = token.x - 20, token.y - 20
        ahead, aside = dx * math.sin(angle) + dy * math.cos(angle), dx * math.cos(angle) - dy * math.sin(angle)
        assume(abs(abs(ahead) - long / 2) > 0.01)
        assume(abs(abs(aside) - wide / 2) > 0.01)
        assert (token.id in caught) == (abs(ahead) < long / 2 and abs(aside) < wide / 2)


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8c")
def test_canister_has_a_margin_beyond_four_inches_for_friends() -> None:
    canister = templates.cone((0, 0), 0, 60, 8)
    beyond = templates.cone((0, 0), 0, 60, 8, beyond=4).grown(1)
    beside = Token("friend", 4.4, 6)  # the side of the cone is at 6 x tan 30 = 3.46, 0.8 inches from him
    assert templates.under(canister, [beside]) == ()
    assert templates.under(beyond, [beside]) == (beside,)


def test_a_template_may_ask_for_heads_bases_or_whole_bases() -> None:
    blast = templates.circle((0, 0), 2)
    tokens = [Token("whole", 0.5, 0), Token("head", 1.8, 0), Token("base", 2.3, 0), Token("clear", 2.6, 0)]
    assert [t.id for t in templates.under(blast, tokens, "whole")] == ["whole"]
    assert [t.id for t in templates.under(blast, tokens)] == ["whole", "head"]
    assert [t.id for t in templates.under(blast, tokens, "base")] == ["whole", "head", "base"]


def test_the_nearest_to_the_origin_come_first() -> None:
    cone = templates.cone((0, 0), 0, 90, 20)
    tokens = [Token("far", 0, 15), Token("near", 0, 3), Token("middle", 0, 9)]
    assert [t.id for t in templates.under(cone, tokens)] == ["near", "middle", "far"]


@pytest.mark.parametrize(("way", "to"), [("short", (0, 15)), ("long", (0, 25)), ("left", (-5, 20)), ("right", (5, 20))])
def test_a_miss_is_short_long_left_or_right_as_seen_from_the_gun(way: templates.Miss, to: tuple[float, float]) -> None:
    assert templates.missed((0, 20), (0, 0), way, 5) == pytest.approx(to, abs=0.01)


def test_smoke_drifts_with_the_wind_and_has_its_time() -> None:
    cloud = templates.smoke((10, 10), 4, from_turn=2, lasts=2)
    wood = Feature("woods", ((0, 0), (5, 0), (5, 5)), height=4)
    board = Board(40, 40, (wood, cloud), wind=90)
    second = templates.drifted(board, 3, 6)
    assert second.features == (wood, replace(cloud, outline=((16, 10),)))
    assert templates.drifted(second, 4, 6).features == (wood,)


def test_smoke_that_leaves_the_table_is_gone() -> None:
    board = Board(40, 40, (templates.smoke((38, 10), 4, lasts=9),), wind=90)
    assert len(templates.drifted(board, 2, 3).features) == 1
    assert templates.drifted(board, 2, 6).features == ()


@given(st.floats(0, 359), st.floats(0.5, 10))
def test_wind_blows_the_way_that_it_is_said_to_blow(wind: float, by: float) -> None:
    board = Board(100, 100, (templates.smoke((50, 50), 4, lasts=9),), wind=wind)
    assert templates.drifted(board, 1, by).features[0].outline == (step((50, 50), wind, by),)
