"""Promises of ground, trains, works and sight, held for anything that may come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.red_actions.book import sight, terrain, trains, works
from rules.red_actions.book.kinds import Light, Mover, Weather
from rules.red_actions.book.sight import LookedFor
from rules.red_actions.book.terrain import BreakdownDie, Ground, GroundEffect, WayPiece
from rules.red_actions.book.trains import Regulator

MOVERS = st.sampled_from([mover for mover in Mover if mover is not Mover.RAIL])
AREAS = st.sampled_from([ground for ground in Ground if not ground.line])
INCHES = st.floats(0, 40, allow_nan=False)
TARGETS = st.builds(
    LookedFor, low=st.booleans(), still=st.booleans(), large=st.booleans(), ground=st.sampled_from(Ground),
    depth=INCHES, lining=st.booleans(), hidden=st.booleans(),
)  # fmt: skip


@pytest.mark.rule("RA-R91")
@given(mover=MOVERS, ground=AREAS, one=INCHES, other=INCHES, uphill=st.booleans(), by_road=st.booleans())
def test_a_way_costs_the_same_in_one_piece_or_two(
    mover: Mover, ground: Ground, one: float, other: float, uphill: bool, by_road: bool
) -> None:
    if terrain.cell(ground, mover).effect is GroundEffect.BARRED:
        return
    whole, *parts = (
        terrain.price(WayPiece(ground, inches, uphill, by_road), mover, 8).inches
        for inches in (one + other, one, other)
    )
    assert sum(parts) == pytest.approx(whole)
    assert whole >= one + other - 1e-6


@pytest.mark.rule("RA-terrain.road.1")
@given(mover=MOVERS, ground=st.sampled_from(Ground), inches=INCHES)
def test_a_road_is_never_dearer(mover: Mover, ground: Ground, inches: float) -> None:
    if terrain.cell(ground, mover).effect is GroundEffect.BARRED:
        return
    inches = 0.0 if ground.line else inches
    by_road = terrain.price(WayPiece(ground, inches, by_road=True), mover, 8).inches
    assert by_road <= terrain.price(WayPiece(ground, inches), mover, 8).inches + 1e-6


@pytest.mark.rule("RA-R92")
@given(
    mover=MOVERS,
    move=st.integers(1, 20),
    inches=INCHES,
    grounds=st.lists(st.sampled_from(Ground), max_size=6),
)
def test_one_speed_die_at_most_and_last(mover: Mover, move: int, inches: float, grounds: list[Ground]) -> None:
    dice = terrain.breakdown_dice(mover, move, inches, [WayPiece(ground) for ground in grounds])
    assert BreakdownDie.SPEED not in dice[:-1]
    assert len(dice) <= len(grounds) + 1
    if mover not in (Mover.TANK, Mover.ARMOURED_CAR):
        assert dice == ()


@pytest.mark.rule("RA-R96", "RA-R176", "RA-train.move.2")
@given(hits=st.integers(0, 4), picks=st.lists(st.integers(0, 9), max_size=20))
def test_a_train_keeps_its_allowance_and_can_always_stop(hits: int, picks: list[int]) -> None:
    last = 0.0
    for pick in picks:
        can = trains.choices(last, hits)
        does = can[pick % len(can)]
        move = trains.run(does, last, hits)
        assert 0 <= move.inches <= trains.allowance(hits)
        assert move.inches <= 2 * last or does is Regulator.START
        last = 0.0 if move.stands else move.inches
    braking = trains.braking(last, hits)
    assert len(braking) <= 3
    assert list(braking) == sorted(braking, reverse=True)
    assert not braking or braking[-1] < 2


@pytest.mark.rule("RA-building.fire.1", "RA-building.fire.4")
@given(markers=st.integers(0, 5), die=st.integers(1, 6))
def test_markers_of_a_fire(markers: int, die: int) -> None:
    assert 0 <= works.fought(markers, die) <= markers <= works.lit(markers, die) <= min(5, markers + 1)
    assert works.grown(markers) in (markers, markers + 1)


@pytest.mark.rule("RA-dig.1", "RA-dig.2")
@given(segments=st.lists(st.booleans(), max_size=15))
def test_foxholes_never_exceed_three_columns(segments: list[bool]) -> None:
    quarters = 0
    for tools in segments:
        quarters = works.dug(quarters, tools)
    assert works.columns(quarters) == min(3, sum(2 if tools else 1 for tools in segments) // 4)


@pytest.mark.rule("RA-weather.night.range", "RA-weather.rain")
@given(target=TARGETS, both=st.booleans())
def test_who_is_seen_in_the_dark_or_rain_is_seen_by_day(target: LookedFor, both: bool) -> None:
    dark, moon, day = (
        sight.limit(target, light, both_inside=both).inches for light in (Light.DARK, Light.MOON, Light.DAY)
    )
    assert 0 < dark <= moon <= day
    assert sight.limit(target, weather=Weather.RAIN, both_inside=both).inches <= min(day, 40)


@pytest.mark.rule("RA-R142", "RA-vis.1")
@given(target=TARGETS)
def test_hiding_and_lying_still_never_show_a_unit(target: LookedFor) -> None:
    plain = LookedFor(target.low, False, target.large, target.ground, target.depth, target.lining)
    still = LookedFor(target.low, True, target.large, target.ground, target.depth, target.lining)
    hidden = LookedFor(target.low, True, target.large, target.ground, target.depth, target.lining, hidden=True)
    assert sight.limit(hidden).inches <= sight.limit(still).inches <= sight.limit(plain).inches


@pytest.mark.rule("RA-vis.1")
@given(near=INCHES, far=INCHES)
def test_nearer_is_seen_better(near: float, far: float) -> None:
    near, far = sorted((near, far))
    assert set(sight.made_out(far)) <= set(sight.made_out(near))
