"""The gate: what stops a body on its way, where it has room, and that nothing goes through what is closed to it."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.board import Board, Feature, Opening, Token
from rules.table.following import Follower, follow
from rules.table.formation import Position
from rules.table.gate import Bar, Bars, Gate, Traveller
from rules.table.measure import length
from rules.table.reach import in_reach
from rules.table.terrain import terrain

MAN = Traveller("foot", wide=0.6)
CAR = Traveller("wheels", wide=2.0, long=4.0)


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """Nobody wades; walls are climbed by nobody, houses entered by men through their doors."""
    if feature.kind in ("river", "wall"):
        return Bar(Bars.WHOLE, feature.kind)
    if feature.kind == "building":
        return Bar(Bars.WALLS if body.sort == "foot" else Bars.WHOLE, "a house")
    return None


def gate(*features: Feature, others: tuple[tuple[Token, str], ...] = ()) -> Gate:
    return Gate(terrain(Board(40.0, 40.0, features)), permit, others)


def wall(a: tuple[float, float], b: tuple[float, float], *openings: Opening) -> Feature:
    return Feature("wall", (a, b), width=0.4, height=2.0, openings=openings)


def house(west: float, south: float, east: float, north: float, *openings: Opening) -> Feature:
    return Feature(
        "building", ((west, south), (east, south), (east, north), (west, north)), height=4.0, openings=openings
    )


def test_an_open_way_is_gone_whole() -> None:
    passed = gate().way(MAN, ((1.0, 1.0), (4.0, 5.0), (4.0, 9.0)))
    assert (passed.length, passed.stop) == (9.0, None)


def test_a_wall_stops_a_man_where_his_body_touches_it() -> None:
    """Its near face is at 9.8; half of him is 0.3: his middle comes to 9.5, less a hair."""
    passed = gate(wall((0, 10), (40, 10))).way(MAN, ((5.0, 2.0), (5.0, 20.0)))
    assert passed.stop is not None
    assert passed.stop.why == "wall"
    assert passed.points[-1][1] == pytest.approx(9.5, abs=0.02)


def test_the_corner_of_a_way_on_a_wall_is_no_way_through() -> None:
    passed = gate(wall((0, 10), (40, 10))).way(MAN, ((5.0, 2.0), (5.0, 9.5), (5.0, 10.0), (5.0, 20.0)))
    assert passed.points[-1][1] < 9.8


@pytest.mark.parametrize(("wide", "through"), [(1.0, True), (0.5, False)])
def test_a_door_lets_through_whoever_it_is_wide_enough_for(wide: float, through: bool) -> None:
    door = Opening("door", (5.0 - wide / 2, 10.0), (5.0 + wide / 2, 10.0))
    passed = gate(wall((0, 10), (40, 10), door)).way(MAN, ((5.0, 2.0), (5.0, 20.0)))
    assert (passed.stop is None) is through


def test_a_shut_door_is_a_wall_and_a_window_for_climbers_only() -> None:
    shut = Opening("door", (4.0, 10.0), (6.0, 10.0), open=False)
    window = Opening("window", (9.0, 10.0), (11.0, 10.0), sill=1.0)
    row = gate(wall((0, 10), (40, 10), shut, window))
    assert not row.open(MAN, (5.0, 5.0), (5.0, 15.0))
    assert not row.open(MAN, (10.0, 5.0), (10.0, 15.0))
    assert row.open(Traveller("foot", wide=0.6, climbs=True), (10.0, 5.0), (10.0, 15.0))


def test_a_house_is_entered_by_its_door_and_has_room_within() -> None:
    one = gate(house(10, 10, 20, 20, Opening("door", (14.0, 10.0), (16.0, 10.0))))
    assert one.open(MAN, (15.0, 5.0), (15.0, 15.0))
    assert not one.open(MAN, (5.0, 15.0), (15.0, 15.0))
    assert one.room(MAN, (15.0, 15.0)) is None
    assert one.room(MAN, (10.1, 15.0)) is not None
    assert one.room(CAR, (15.0, 15.0)) is not None


def test_a_body_without_width_has_no_room_in_a_wall() -> None:
    assert gate(wall((0, 10), (40, 10))).room(Traveller("foot"), (5.0, 10.0)) is not None


def test_a_bridge_carries_over_the_water_and_its_banks_end_there() -> None:
    river = Feature("river", ((0.0, 20.0), (40.0, 20.0)), width=4.0)
    bridge = Feature("bridge", ((20.0, 17.0), (20.0, 23.0)), width=2.0)
    both = gate(river, bridge)
    assert both.open(MAN, (20.0, 10.0), (20.0, 30.0))
    assert not both.open(MAN, (17.0, 10.0), (17.0, 30.0))
    assert not both.open(MAN, (10.0, 10.0), (30.0, 30.0))


@pytest.mark.parametrize(("gap", "through"), [(2.4, True), (0.6, False)])
def test_a_car_goes_through_a_gap_as_wide_as_itself_only(gap: float, through: bool) -> None:
    row = gate(wall((0, 10), (10 - gap / 2, 10)), wall((10 + gap / 2, 10), (40, 10)))
    assert row.open(CAR, (10.0, 4.0), (10.0, 16.0)) is through


def test_the_nose_of_a_car_stops_it() -> None:
    """Its nose is 2 ahead of its middle: the near face at 9.8 stops it at 7.8."""
    passed = gate(wall((0, 10), (40, 10))).way(CAR, ((20.0, 3.0), (20.0, 15.0)))
    assert passed.points[-1][1] == pytest.approx(7.8, abs=0.02)


def test_a_wreck_is_in_the_way_and_who_stands_at_it_may_leave() -> None:
    wreck = Token("wreck", 10.0, 10.0, length=4.0, width=2.0)
    yard = gate(others=((wreck, "the wreck of a lorry"),))
    stop = yard.way(MAN, ((10.0, 2.0), (10.0, 18.0))).stop
    assert stop is not None
    assert (stop.why, stop.by) == ("the wreck of a lorry", wreck)
    assert yard.open(MAN, (10.0, 7.99), (5.0, 7.99))
    assert not yard.open(MAN, (10.0, 8.0), (10.0, 12.5))


def test_whoever_lines_a_wall_goes_along_it_or_away_and_not_through() -> None:
    row = gate(wall((0, 10), (40, 10)))
    for touching in (9.8, 9.797, 9.7):
        assert row.open(MAN, (5.0, touching), (15.0, touching))
        assert row.open(MAN, (5.0, touching), (5.0, 2.0))
        assert not row.open(MAN, (5.0, touching), (5.0, 11.0))


def test_a_roof_is_left_by_nobody_on_foot() -> None:
    roof = house(10, 10, 20, 20)
    up = Traveller("foot", wide=0.6, level=4.0, floor=roof)
    passed = gate(roof).way(up, ((15.0, 15.0), (30.0, 15.0)))
    assert passed.stop is not None
    assert (passed.stop.why, round(passed.points[-1][0], 1)) == ("the floor's edge", 20.0)


def test_the_table_ends() -> None:
    passed = gate().way(MAN, ((38.0, 5.0), (45.0, 5.0)))
    assert passed.stop is not None
    assert passed.points[-1][0] == pytest.approx(40.0, abs=0.02)


# ── Reach ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def man(at: tuple[float, float], z: float = 0.0) -> Token:
    return Token("", *at, z=z)


def test_reach_goes_base_to_base_and_not_through_a_wall_nor_to_another_floor() -> None:
    """Bases half an inch in radius, 1.8 between their middles: 0.8 between bases."""
    assert in_reach(gate(), man((10, 10)), man((10, 11.8)), 1.0, blocks)
    assert not in_reach(gate(), man((10, 10)), man((10, 12.1)), 1.0, blocks)
    high = gate(wall((0, 10.9), (40, 10.9)))
    assert not in_reach(high, man((10, 10)), man((10, 11.8)), 1.0, blocks)
    door = Opening("window", (9.0, 10.9), (11.0, 10.9), sill=1.0)
    assert in_reach(gate(wall((0, 10.9), (40, 10.9), door)), man((10, 10)), man((10, 11.8)), 1.0, blocks)
    assert not in_reach(gate(), man((10, 10)), man((10, 11.8), z=2.5), 1.0, blocks)
    inside = gate(house(5, 11, 15, 20))
    assert not in_reach(inside, man((10, 10.4)), man((10, 11.6)), 1.0, blocks)


def blocks(feature: Feature) -> Bars | None:
    return {"wall": Bars.WHOLE, "building": Bars.WALLS}.get(feature.kind)


# ── Nothing goes through what is closed ───────────────────────────────────────────────────────────────────────────

PLACE = st.tuples(st.floats(1, 39), st.floats(1, 39)).map(lambda p: (round(p[0], 2), round(p[1], 2)))


@given(
    walls=st.lists(st.tuples(PLACE, PLACE).filter(lambda w: math.dist(*w) > 1), min_size=1, max_size=5),
    way=st.lists(PLACE, min_size=2, max_size=4, unique=True),
)
def test_no_way_goes_through_a_wall(walls, way) -> None:
    """Held against every tenth of an inch of the way and the plain distance to a segment."""
    features = [wall(a, b) for a, b in walls]
    passed = gate(*features).way(MAN, way)
    start = min(_from_wall(way[0], each) for each in walls)
    for point in _samples(passed.points):
        if start > 0.0:
            assert min(_from_wall(point, each) for each in walls) > -0.02
    again = gate(*features).way(MAN, passed.points)
    assert again.length == pytest.approx(passed.length, abs=0.05)


def _from_wall(point, ends) -> float:
    """From the nearest face of a wall 0.4 thick with square ends; negative within."""
    (ax, ay), (bx, by) = ends
    long = math.dist(*ends)
    ux, uy = (bx - ax) / long, (by - ay) / long
    t = (point[0] - ax) * ux + (point[1] - ay) * uy
    aside = abs((point[0] - ax) * uy - (point[1] - ay) * ux) - 0.2
    beyond = max(-t, t - long)
    return math.hypot(max(aside, 0), max(beyond, 0)) if aside > 0 or beyond > 0 else max(aside, beyond)


def _samples(points):
    for a, b in pairwise(points):
        steps = max(1, int(math.dist(a, b) * 10))
        yield from ((a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps) for n in range(steps + 1))


# ── People who go together ────────────────────────────────────────────────────────────────────────────────────────


def test_a_section_crosses_a_bridge_in_file_and_forms_up_behind_it() -> None:
    """Six in line, 2 in apart, south of a river; the bridge is 2 in wide, their way leads over it to (20, 32)."""
    river = Feature("river", ((0.0, 20.0), (40.0, 20.0)), width=4.0)
    bridge = Feature("bridge", ((20.0, 17.0), (20.0, 23.0)), width=2.0)
    people = [Follower(str(n), (15.0 + 2 * n, 10.0), MAN, 0.5) for n in range(6)]
    wanted = [Position(15.0 + 2 * n, 32.0, 0.0) for n in range(6)]
    gone = follow(gate(river, bridge), people, ((20.0, 10.0), (20.0, 16.0), (20.0, 24.0), (20.0, 32.0)), wanted)
    assert [each.end for each in gone] == [(each.x, each.y) for each in wanted]
    assert not any(each.stop for each in gone)
    for each in gone:
        assert gate(river, bridge).way(MAN, each.way).stop is None


def test_on_a_bridge_they_stand_behind_each_other_and_nobody_in_the_water() -> None:
    """The way ends in the middle of the bridge, 1.2 in wide: places beside it are water."""
    river = Feature("river", ((0.0, 20.0), (40.0, 20.0)), width=8.0)
    bridge = Feature("bridge", ((20.0, 15.0), (20.0, 25.0)), width=1.2)
    people = [Follower(str(n), (17.0 + 2 * n, 10.0), MAN, 0.5) for n in range(4)]
    wanted = [Position(17.0 + 2 * n, 20.0, 0.0) for n in range(4)]
    gone = follow(gate(river, bridge), people, ((20.0, 10.0), (20.0, 14.0), (20.0, 20.0)), wanted)
    assert all(abs(each.end[0] - 20.0) < 0.6 for each in gone)
    assert all(math.dist(a.end, b.end) >= 0.99 for a, b in combinations(gone, 2))
    assert not any(each.stop for each in gone)


def test_whoever_is_shut_in_stays_with_the_reason() -> None:
    cell = house(4, 4, 8, 8)
    people = [Follower("in", (6.0, 6.0), MAN, 0.5), Follower("out", (10.0, 6.0), MAN, 0.5)]
    wanted = [Position(10.0, 20.0, 0.0), Position(12.0, 20.0, 0.0)]
    shut, free = follow(gate(cell), people, ((10.0, 6.0), (10.0, 20.0)), wanted)
    assert shut.stop is not None
    assert shut.stop.why == "a house"
    assert length(shut.way) < 2.0
    assert free.end == (12.0, 20.0)
