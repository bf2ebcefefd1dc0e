"""Who is seen where, night, fog and rain: worked by hand from page 13, its list typed once more."""

from __future__ import annotations

from math import inf

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import sight
from rules.red_actions.book.kinds import Arm, Light, Weather
from rules.red_actions.book.shooting import Band, band
from rules.red_actions.book.sight import LookedFor, ViewHeight, limit, seen
from rules.red_actions.book.terrain import Ground
from tests.charts import chart

PAGE_13 = """
5,000m 200" large bodies of troops and artillery can just be made out.
3,000m 120" infantry and cavalry in the open can be distinguished from each other.
1,000m 40" single figures moving in the open can be seen.
400m 16" units can signal which side they are on.
200m 8" enemy in the open can be determined from friends by vision alone.
100m 4" moving troops can be seen behind hedges, and within built-up areas, woods and scrub
50m 2" stationary infantry and unlimbered artillery can be seen behind hedges, scrub, ditches etc
"""


@pytest.mark.rule("RA-vis.1")
def test_the_list_of_page_13_typed_once_more() -> None:
    """And 25 m to the inch in every row but the first column's rounding of 5,000 and 3,000."""
    rows = sight.CHARTS[0].rows
    lines = PAGE_13.strip().splitlines()
    assert [row[0] for row in rows] == [int(line.split('"')[0].split()[-1]) for line in lines]
    for row, word in zip(
        rows, ("artillery", "cavalry", "figures", "signal", "friend", "moving", "unlimbered"), strict=True
    ):
        assert word in str(row[1])


def test_the_chart_of_night_and_rain_typed_once_more() -> None:
    assert [row[1] for row in sight.CHARTS[1].rows] == [6, 3, 1, 1, 1, 1, 6, 30, 40]


STILL = LookedFor(still=True)


@pytest.mark.rule("RA-vis.1", "RA-vis.3", "RA-vis.5", "RA-R129", "RA-R147", "RA-R142", "RA-R177")
@chart(
    ("target", "inches"),
    [
        (LookedFor(), 40),
        (LookedFor(still=True), 40),  # in the open
        (LookedFor(large=True), 200),
        (LookedFor(ground=Ground.HEDGE), 4),
        (LookedFor(still=True, ground=Ground.HEDGE), 2),
        (LookedFor(still=True, ground=Ground.HEDGE, lining=True), 4),
        (LookedFor(low=False, still=True, ground=Ground.HEDGE), 4),  # horse behind it
        (LookedFor(still=True, ground=Ground.WALL, lining=True), 4),
        (LookedFor(ground=Ground.WOODS), 4),
        (LookedFor(ground=Ground.WOODS, depth=2), 40),  # at the edge, moving
        (LookedFor(ground=Ground.WOODS, depth=2, large=True), 200),
        (LookedFor(still=True, ground=Ground.WOODS, depth=1), 2),
        (LookedFor(low=False, still=True, ground=Ground.WOODS, depth=1), 40),  # still horse at the edge
        (LookedFor(low=False, still=True, ground=Ground.WOODS, depth=5), 4),
        (LookedFor(still=True, ground=Ground.BUILDINGS), 2),
        (LookedFor(ground=Ground.BUILDINGS), 4),
        (LookedFor(still=True, ground=Ground.SCRUB), 2),
        (LookedFor(still=True, ground=Ground.DITCH), 2),
        (LookedFor(ground=Ground.DITCH), 40),
        (LookedFor(still=True, ground=Ground.TRENCH), 4),
        (LookedFor(ground=Ground.ROUGH), 40),
        (LookedFor(hidden=True, ground=Ground.BUILDINGS), 2),
        (LookedFor(hidden=True, still=True, ground=Ground.HEDGE, lining=True), 2),
    ],
)
def test_how_far_a_target_is_seen(target: LookedFor, inches: float) -> None:
    assert limit(target).inches == inches
    assert seen(target, inches)
    assert not seen(target, inches + 0.1)


@pytest.mark.rule("RA-vis.2", "RA-R142")
def test_both_inside() -> None:
    """4 in for all; one who is hidden is found out no further off."""
    for target in (LookedFor(ground=Ground.WOODS), LookedFor(still=True, ground=Ground.WOODS)):
        assert limit(target, both_inside=True).inches == 4
    assert limit(LookedFor(hidden=True, ground=Ground.BUILDINGS), both_inside=True).inches == 4
    assert limit(LookedFor(ground=Ground.HEDGE, still=True), both_inside=True).inches == 2


@pytest.mark.rule("RA-weather.night.range", "RA-weather.rain")
@pytest.mark.parametrize(
    ("target", "light", "weather", "inches", "citation"),
    [
        (LookedFor(large=True), Light.MOON, Weather.CLEAR, 6, "RA-weather.night.range"),
        (LookedFor(large=True), Light.DARK, Weather.CLEAR, 3, "RA-weather.night.range"),
        (LookedFor(large=True), Light.DAY, Weather.RAIN, 40, "RA-weather.rain"),
        (LookedFor(large=True), Light.DARK, Weather.RAIN, 3, "RA-weather.night.range"),
        (LookedFor(ground=Ground.WOODS), Light.DARK, Weather.CLEAR, 3, "RA-weather.night.range"),
        (LookedFor(ground=Ground.WOODS), Light.MOON, Weather.RAIN, 4, "RA-vis.1"),
        (LookedFor(still=True, ground=Ground.WOODS), Light.DARK, Weather.CLEAR, 2, "RA-vis.1"),
    ],
)
def test_by_night_and_in_rain(target: LookedFor, light: Light, weather: Weather, inches: float, citation: str) -> None:
    found = limit(target, light, weather)
    assert (found.inches, found.citation) == (inches, citation)


@pytest.mark.rule("RA-R177")
def test_large_and_low() -> None:
    assert not sight.large(Arm.RIFLE, 3)
    assert sight.large(Arm.RIFLE, 4)
    assert sight.large(Arm.GUN, 1)
    assert sight.large(Arm.TANK, 1)
    assert sight.large(Arm.ENGINE, 1)
    assert sight.is_low(Arm.RIFLE, False)
    assert sight.is_low(Arm.MG, False)
    assert sight.is_low(Arm.MORTAR, False)
    assert sight.is_low(Arm.GUN, True)
    assert not sight.is_low(Arm.GUN, False)
    assert not sight.is_low(Arm.SABRE, False)


@pytest.mark.rule("RA-R129", "RA-vis.1")
def test_all_that_is_made_out() -> None:
    assert len(sight.made_out(201)) == 0
    assert len(sight.made_out(200)) == 1
    assert len(sight.made_out(100)) == 2
    assert len(sight.made_out(40)) == 3
    assert len(sight.made_out(8)) == 5
    assert len(sight.made_out(2)) == 7
    assert sight.made_out(41, weather=Weather.RAIN) == ()
    assert len(sight.made_out(40, weather=Weather.RAIN)) == 3
    assert sight.made_out(5, Light.DARK) == ()


@pytest.mark.rule("RA-vis.4", "RA-vis.5")
def test_seeing_out() -> None:
    assert sight.outlook(Ground.WOODS, 2) == inf
    assert sight.outlook(Ground.WOODS, 2.5) == 4
    assert sight.outlook(Ground.BUILDINGS, 6) == 4
    assert sight.outlook(Ground.HEDGE, 0) == inf
    assert sight.outlook(Ground.OPEN, 0) == inf


@pytest.mark.rule("RA-vis.6", "RA-R178")
@pytest.mark.parametrize(
    ("watcher", "between", "dead"),
    [
        (ViewHeight.LOW, ViewHeight.RISE, 2),
        (ViewHeight.TALL, ViewHeight.RISE, 2),
        (ViewHeight.TALL, ViewHeight.LOW, 9),  # as deep as the distance between them
        (ViewHeight.LOW, ViewHeight.LOW, inf),
        (ViewHeight.LOW, ViewHeight.TALL, inf),
        (ViewHeight.FLAT, ViewHeight.RISE, inf),
        (ViewHeight.RISE, ViewHeight.RISE, inf),
        (ViewHeight.FLAT, ViewHeight.FLAT, 0),
        (ViewHeight.TALL, ViewHeight.FLAT, 0),
    ],
)
def test_dead_ground(watcher: ViewHeight, between: ViewHeight, dead: float) -> None:
    assert sight.dead_ground(watcher, between, 9) == dead


@pytest.mark.rule("RA-weather.night.range", "RA-R115")
def test_range_of_fire_at_night() -> None:
    """Range 24: sight's limit is that of fire, and all of it is close, since long is over 12."""
    for light, inches in ((Light.DARK, 3), (Light.MOON, 6)):
        assert sight.night_limit(light) == inches
        assert band(inches, 24, light) is Band.CLOSE
        assert band(inches + 0.1, 24, light) is Band.OUT
    assert band(24, 24, Light.DAY) is Band.LONG


@pytest.mark.rule("RA-weather.night.morale", "RA-weather.night.humiliated", "RA-R116")
def test_what_darkness_does_to_morale() -> None:
    for light, one in ((Light.DAY, 0), (Light.MOON, 1), (Light.DARK, 1)):
        assert sight.morale_addition(light) == one
        assert sight.first_humiliated(light) == one


@pytest.mark.rule("RA-weather.night.friends", "RA-R116")
def test_friends_in_the_dark() -> None:
    assert sight.roll_mistaken(Scripted("d6:1")) == (1, True)
    assert sight.roll_mistaken(Scripted("d6:2")) == (2, False)


@pytest.mark.rule("RA-weather.night.column")
def test_columns_at_night() -> None:
    sight.bar_night_pace(Light.DARK, False, 8, 4)
    sight.bar_night_pace(Light.DARK, True, 8, 8)
    sight.bar_night_pace(Light.DAY, False, 8, 8)
    with pytest.raises(RuleViolation):
        sight.bar_night_pace(Light.MOON, False, 8, 4.5)


@pytest.mark.rule("RA-weather.night.veer")
@pytest.mark.parametrize(("die", "degrees"), [(1, -30), (2, 0), (3, 0), (4, 0), (5, 0), (6, 30)])
def test_veering(die: int, degrees: int) -> None:
    assert sight.roll_veer(Scripted(f"d6:{die}")) == (die, degrees)
    assert sight.owes_veer(Light.MOON, follows=False)
    assert not sight.owes_veer(Light.MOON, follows=True)
    assert not sight.owes_veer(Light.DAY, follows=False)
