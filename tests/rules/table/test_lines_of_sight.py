"""Who sees whom, how much of him, and what hides the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Point as Spot
from shapely import Polygon

from rules.table.board import Board, Feature, Opening, Token
from rules.table.light import Limits, lit, visibility
from rules.table.measure import distance
from rules.table.sight import Sight
from tests.examples import examples

from .brute_force import DEPTH, WIDTH, boards, figures, on_a_brink, shares_by_marching

VIEWER, TARGET = Token("viewer", 5, 10), Token("target", 20, 10)
HALVED = Limits(light={"night": 0.5}, weather={"fog": 0.5, "rain": 0.5, "snow": 0.5})


def table(*features: Feature, **more: object) -> Board:
    return replace(Board(48, 36, features), **more)


def across(kind: str, x: float, height: float, width: float = 0.2) -> Feature:
    return Feature(kind, ((x, 5), (x, 15)), height=height, width=width)


def block(kind: str, x0: float, x1: float, height: float, **more: object) -> Feature:
    return replace(Feature(kind, ((x0, 5), (x1, 5), (x1, 15), (x0, 15)), height=height), **more)


def test_on_an_open_table_all_of_a_figure_shows() -> None:
    sighting = Sight(table()).look(VIEWER, TARGET)
    assert (sighting.share, sighting.hidden, sighting.distance) == (1.0, (), 15.0)
    assert sighting.clear()


def test_a_low_wall_before_the_target_hides_its_lower_part_and_says_so() -> None:
    # Eye at 0.9. The wall at 19, 0.6 high, is 14 of the 15 inches away: the ray over it meets the target at
    # 0.9 - 0.3 x 15 / 14 = 0.58, so of eight parts whose middles are at 1/16, 3/16 ... the lowest five are hidden.
    sighting = Sight(table(across("wall", 19, 0.6, 0.02))).look(VIEWER, TARGET)
    assert sighting.share == 3 / 8
    assert [(h.by, h.share) for h in sighting.hidden] == [("wall", 5 / 8)]
    assert not sighting.clear()
    assert "wall" in sighting.why()


@pytest.mark.rule("BG-VI.2.1a")
def test_a_figure_may_be_targeted_when_more_than_half_of_it_shows() -> None:
    # The five columns of the target pass x = 12, 7/15 of the way, at y = 9.81, 9.91, 10, 10.09 and 10.19.
    hidden = Feature("high wall", ((12, 0), (12, 10.05)), height=3, width=0.02)
    exposed = replace(hidden, outline=((12, 0), (12, 9.85)))
    assert not Sight(table(hidden)).sees(VIEWER, TARGET)  # two of five columns
    assert Sight(table(exposed)).look(VIEWER, TARGET).share == 4 / 5
    assert Sight(table(exposed)).sees(VIEWER, TARGET)


@pytest.mark.rule("BG-VI.2.1b")
def test_of_a_vehicle_a_quarter_is_enough() -> None:
    tank = Token("tank", 20, 10, facing=0, length=4, width=2, height=1.6, kind="vehicle")
    corner = Feature("high wall", ((15, 9.5), (15, 30)), height=5, width=0.1)
    sighting = Sight(table(corner)).look(VIEWER, tank)
    assert 0.25 < sighting.share < 0.5
    assert not sighting.clear()
    assert sighting.clear(more_than=0.25)


def test_one_sees_over_the_wall_that_one_lines() -> None:
    lined = across("hedge", 5.2, 1.5, 0.5)
    assert Sight(table(lined)).look(VIEWER, TARGET).share == 1.0
    away = across("hedge", 7, 1.5, 0.5)
    assert Sight(table(away)).look(VIEWER, TARGET).share == 0.0


@pytest.mark.parametrize(("through", "seen"), [(3.9, 1.0), (4.1, 0.0)])
def test_woods_hide_what_is_deeper_than_one_sees_into_them(through: float, seen: float) -> None:
    assert Sight(table(block("woods", 10, 10 + through, 4))).look(VIEWER, TARGET).share == seen


def test_thin_woods_add_up() -> None:
    woods = block("woods", 8, 10.5, 4), block("woods", 12, 14.5, 4)
    assert Sight(table(woods[0])).look(VIEWER, TARGET).share == 1.0
    assert Sight(table(*woods)).look(VIEWER, TARGET).share == 0.0


@pytest.mark.rule("BG-VI.2.3")
def test_smoke_hides_what_is_in_and_behind_it_but_not_from_thermal_sights() -> None:
    smoke = Feature("smoke", ((15, 10),), width=4, height=3)
    board = table(smoke)
    assert Sight(board).look(VIEWER, TARGET).share == 0.0
    assert Sight(board).look(VIEWER, replace(TARGET, x=15)).share == 0.0
    assert Sight(board).look(replace(VIEWER, x=15), TARGET).share == 0.0
    assert Sight(board, ignoring=["smoke"]).look(VIEWER, TARGET).share == 1.0


@pytest.mark.rule("BG-X.2.10")
def test_a_vehicle_blocks_the_line_of_sight_but_not_to_itself() -> None:
    wreck = Token("w", 12, 10, facing=0, length=4, width=2, height=2, kind="vehicle", label="BMP")
    sight = Sight(table(), blockers=[wreck])
    assert sight.look(VIEWER, TARGET).why() == "hidden behind BMP"
    assert sight.look(VIEWER, wreck).share == 1.0


def test_a_hill_hides_its_far_side_and_shows_its_crest() -> None:
    hill = block("hill", 10, 30, 1.5)
    sight = Sight(table(hill))
    assert sight.look(VIEWER, replace(TARGET, x=10.5)).share == 1.0
    assert sight.look(VIEWER, TARGET).share == 0.0
    assert sight.look(replace(VIEWER, x=11), TARGET).share == 1.0  # both on top


def test_a_man_on_a_roof_looks_down_over_a_wall() -> None:
    wall = across("high wall", 12, 1.6)
    assert Sight(table(wall)).look(VIEWER, TARGET).share == 0.0
    assert Sight(table(wall)).look(replace(VIEWER, z=5), TARGET).share > 0.5


def test_a_trench_hides_all_but_the_head() -> None:
    trench = across("trench", 20, -0.8, 2)
    standing = Sight(table(trench)).look(VIEWER, TARGET)
    # Foot at -0.8, head at 0.2; the rim at 19 is passed at ground level: a quarter of the height is above it.
    assert standing.share == 2 / 8
    assert Sight(table(trench)).look(VIEWER, replace(TARGET, posture="prone")).share == 0.0
    assert Sight(table(trench)).look(TARGET, VIEWER).share > 0.5  # he looks out over the rim
    beyond = Sight(table(across("trench", 12, -0.8, 2))).look(VIEWER, TARGET)
    assert beyond.share == 1.0


HOUSE = replace(
    block("building", 10, 14, 4.5, floors=2),
    openings=(
        Opening("window", (10, 9.5), (10, 10.5), 0.4, 1.4),
        Opening("window", (10, 9.5), (10, 10.5), 2.4, 3.4),
        Opening("door", (11, 5), (12, 5), 0.0, 1.8, open=False),
    ),
)


def test_one_looks_into_and_out_of_a_house_by_its_windows_only() -> None:
    sight = Sight(table(HOUSE))
    inside = Token("inside", 10.6, 10)
    assert sight.look(inside, VIEWER).clear()
    assert sight.look(VIEWER, inside).clear()
    assert sight.look(Token("corner", 10.6, 14), VIEWER).share == 0.0
    assert sight.look(Token("south", 11.5, 1), Token("hall", 11.5, 7)).share == 0.0  # the door is shut
    opened = replace(HOUSE, openings=(*HOUSE.openings[:2], replace(HOUSE.openings[2], open=True)))
    assert Sight(table(opened)).look(Token("south", 11.5, 1), Token("hall", 11.5, 7)).clear()


def test_floors_part_those_who_stand_on_them() -> None:
    sight = Sight(table(HOUSE))
    below, above = Token("below", 12, 10), Token("above", 12, 12, z=2.25)
    assert sight.look(below, above).share == 0.0
    assert sight.look(replace(below, z=2.25), above).share == 1.0
    assert sight.look(Token("up", 10.6, 10, z=2.0), VIEWER).clear()  # by the upper window


def test_a_house_without_listed_openings_is_all_windows_to_those_inside_and_solid_to_others() -> None:
    plain = replace(HOUSE, openings=())
    sight = Sight(table(plain))
    assert sight.look(Token("inside", 11, 10), VIEWER).share == 1.0
    assert sight.look(VIEWER, TARGET).share == 0.0


@pytest.mark.rule("BG-VIII.1.2a")
def test_a_figure_does_not_see_what_is_behind_it() -> None:
    looking_away = replace(VIEWER, facing=270)
    sighting = Sight(table()).look(looking_away, TARGET, arc=180)
    assert not sighting.clear()
    assert sighting.why() == "outside the arc of view"


@pytest.mark.rule("BG-VI.2.2b", "BG-IX.2.2a")
def test_darkness_and_fog_each_halve_how_far_one_sees() -> None:
    night = table(light="night", visibility=40.0)
    assert visibility(night, (20, 10), HALVED).distance == 20.0
    assert visibility(replace(night, weather="fog"), (20, 10), HALVED).distance == 10.0
    sighting = Sight(replace(night, weather="fog"), limits=HALVED).look(VIEWER, TARGET)
    assert sighting.share == 1.0
    assert not sighting.clear()
    assert "10" in sighting.why()
    assert "fog" in sighting.why()


def test_a_board_without_a_limit_has_none_by_night_unless_the_rules_set_one() -> None:
    night = table(light="night")
    assert visibility(night, (20, 10), HALVED).distance is None
    assert visibility(night, (20, 10), Limits(at_most={"night": 12})).distance == 12


@pytest.mark.rule("BG-VI.2.2c")
def test_a_flare_or_goggles_bring_back_the_day() -> None:
    flare = Feature("flare", ((20, 10),), width=6)
    night = table(flare, light="night", visibility=20.0)
    assert lit(night, (20, 10))
    assert not lit(night, (5, 10))
    assert Sight(night, limits=HALVED).sees(VIEWER, TARGET)
    assert not Sight(night, limits=HALVED).sees(TARGET, VIEWER)
    assert Sight(night, limits=HALVED, night_sight=True).sees(TARGET, VIEWER)


def test_a_side_sees_what_one_of_its_figures_sees() -> None:
    wall = across("high wall", 12, 3)
    flank = Token("flank", 20, 20)
    seen = Sight(table(wall)).seen_by([VIEWER, flank], [TARGET, Token("far", 40, 10)])
    assert seen == {"target": ("flank",), "far": ("flank",)}


# ── Against brute force ───────────────────────────────────────────────────────────────────────────────────────────


@examples(40, 80)
@given(boards(), figures("viewer"), figures("target"))
def test_the_share_that_shows_is_that_which_marching_along_the_rays_finds(
    board: Board, viewer: Token, target: Token
) -> None:
    assume(distance(viewer, target) >= 1.0)
    assume(not on_a_brink(board, viewer) and not on_a_brink(board, target))
    least, most = shares_by_marching(board, viewer, target)
    assert least - 1e-9 <= Sight(board).look(viewer, target).share <= most + 1e-9


@examples(30, 60)
@given(boards(), st.lists(figures("x"), min_size=2, max_size=6))
def test_looking_at_many_is_looking_at_each(board: Board, found: list[Token]) -> None:
    tokens = [replace(token, id=str(i)) for i, token in enumerate(found)]
    sight = Sight(board)
    for (viewer, target), share in sight.shares(tokens, tokens).items():
        assert share == sight.look(tokens[int(viewer)], tokens[int(target)]).share


@examples(30, 60)
@given(boards(("wall", "high wall", "woods", "smoke", "hill")), figures("a"), figures("b"), figures("w"))
def test_more_in_the_way_never_shows_more(board: Board, a: Token, b: Token, where: Token) -> None:
    assume((where.x, where.y) not in ((a.x, a.y), (b.x, b.y)))
    wall = Feature("smoke", ((where.x, where.y),), width=2.0, height=3.0)
    more = replace(board, features=(*board.features, wall))
    assert Sight(more).look(a, b).share <= Sight(board).look(a, b).share + 1e-9


@examples(10, 25)
@given(boards(most=4), figures("viewer"))
def test_the_ground_that_is_drawn_as_seen_is_the_ground_that_is_seen(board: Board, viewer: Token) -> None:
    sight = Sight(board)
    rings = sight.ground_seen([viewer], height=1.0, cell=2.0)
    drawn = Polygon()
    for ring in rings:
        drawn = drawn.symmetric_difference(Polygon(ring))
    for column in range(int(WIDTH // 2)):
        for row in range(int(DEPTH // 2)):
            x, y = 2 * column + 1.0, 2 * row + 1.0
            thin = Token("t", x, y, radius=1e-6, height=1e-6, z=0.5)
            if (x, y) != (viewer.x, viewer.y):
                assert drawn.contains(Spot(x, y)) == (sight.look(viewer, thin).share > 0.5)


# ── Rooms ─────────────────────────────────────────────────────────────────────────────────────────────────────────

HALL = Feature(
    "building", ((10, 10), (30, 10), (30, 20), (10, 20)), height=6.0, hardness="hard", floors=2,
    openings=(Opening("window", (10, 14), (10, 16), 0.5, 1.5),),
)  # fmt: skip
"""A house of two floors, its one window in the middle of its west wall."""
INNER = tuple(
    Feature("high wall", ((20, south), (20, north)), height=6.0, width=0.2, hardness="hard")
    for south, north in ((10, 14), (16, 20))
)
"""A wall through the middle of it, with a doorway between 14 and 16."""


def test_walls_inside_a_building_make_rooms() -> None:
    house, rooms = Sight(table(HALL)), Sight(table(HALL, *INNER))
    west, east = Token("west", 13, 12), Token("east", 27, 12)
    assert house.look(west, east).share == 1.0  # in one room
    assert rooms.look(west, east).share == 0.0
    assert rooms.look(west, east).hidden[0].by == "high wall"
    assert rooms.look(east, west).share == 0.0
    # Both in line with the doorway, which is 2 wide: nothing of it touches the walls beside it.
    assert rooms.look(Token("a", 13, 15), Token("b", 27, 15)).share == 1.0


def test_one_sees_through_a_window_into_the_first_room_and_through_the_doorway_into_the_next() -> None:
    rooms = Sight(table(HALL, *INNER))
    outside = Token("outside", 4, 15)
    assert rooms.look(outside, Token("at the window", 12, 15)).share > 0.5
    assert rooms.look(outside, Token("behind the doorway", 22, 15)).share > 0.0
    assert rooms.look(outside, Token("in the corner", 27, 11)).share == 0.0
