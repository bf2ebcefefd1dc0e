"""How far one sees and whether a look finds the enemy: VI.1, VI.2, IX.2.2, worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.book.spotting import (
    Goggles,
    Light,
    Look,
    Weather,
    enough_shows,
    spot,
    spotting_number,
    visibility,
)
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

ARMY = Look("army", 10, leader=True)


@pytest.mark.rule("BG-VI.1.c", "BG-VI.1.2a")
@pytest.mark.parametrize(
    ("look", "die", "spotted"),
    [
        (Look("army", 6, leader=True), 14, True),
        (Look("army", 6, leader=True), 15, False),
        (Look("army", 6, leader=False), 12, True),
        (Look("army", 6.1, leader=True), 13, False),
        (Look("insurgents", 12, leader=False), 8, True),
        (Look("insurgents", 12, leader=False), 9, False),
        (Look("civilians", 8, leader=True), 10, True),
        (Look("civilians", 8.5, leader=True), 9, False),
    ],
)
def test_a_look_spots_on_the_charts_number_or_less(look: Look, die: int, spotted: bool) -> None:
    assert spot(look, Scripted(f"d20:{die}")).spotted is spotted


@pytest.mark.rule("BG-VI.1.c")
def test_at_four_inches_no_die_is_needed() -> None:
    chance = Scripted("")
    result = spot(Look("insurgents", 4, leader=False), chance)
    assert (result.spotted, result.die) == (True, None)


@pytest.mark.rule("BG-R29")
def test_beyond_the_last_row_no_roll_is_possible() -> None:
    with pytest.raises(RuleViolation) as refused:
        spot(replace(ARMY, distance=12.1), Scripted(""))
    assert refused.value.code == "too-far-to-spot"


@pytest.mark.rule("BG-VI.1.d", "BG-R29")
def test_from_inside_a_vehicle_the_number_is_halved_and_the_automatic_row_stands() -> None:
    inside = Look("army", 6, leader=True, in_vehicle=True)
    number = spotting_number(inside)
    assert number is not None
    assert number.value == 7  # half of 14
    assert spotting_number(replace(inside, distance=4)) is None
    by_range = (("vehicle-spotting-half", "range"),)
    halved = spotting_number(replace(inside, distance=5), by_range)
    assert halved is not None
    assert halved.value == 12  # the 12 inch row reaches 6
    with pytest.raises(RuleViolation):
        spotting_number(replace(inside, distance=6.5), by_range)


@pytest.mark.rule("BG-IX.2.2a", "BG-IX.2.2b", "BG-R30")
def test_in_rain_and_fog_the_rows_are_half_as_long_but_thermals_see_through_fog() -> None:
    foggy = replace(ARMY, distance=3, weather="fog")
    number = spotting_number(foggy)
    assert number is not None
    assert number.value == 14  # the 6 inch row reaches 3
    with pytest.raises(RuleViolation):
        spotting_number(replace(foggy, distance=6.5))
    assert spotting_number(replace(foggy, goggles="thermal")) is None  # automatic at 3
    assert spotting_number(replace(foggy, goggles="thermal", weather="rain")) == number


@pytest.mark.rule("BG-VI.2.2b", "BG-VI.2.2c", "BG-IX.2.2a", "BG-IX.2.2b", "BG-X.5.2a", "BG-X.5.2b", "BG-R30")
@pytest.mark.parametrize(
    ("scenario", "light", "weather", "goggles", "inches"),
    [
        (None, "day", "clear", "none", None),
        (None, "night", "clear", "none", 24),  # half of 48
        (None, "day", "fog", "none", 24),
        (None, "night", "rain", "none", 12),
        (60, "night", "clear", "none", 30),
        (60, "night", "clear", "infrared", 60),
        (60, "night", "rain", "infrared", 30),
        (60, "night", "fog", "thermal", 60),
        (60, "night", "falling snow", "thermal", 30),
        (None, "night", "fog", "thermal", None),
    ],
)
def test_darkness_and_weather_each_halve_the_visibility(
    scenario: float | None, light: Light, weather: Weather, goggles: Goggles, inches: float | None
) -> None:
    assert visibility(scenario, light, weather, goggles) == inches


@pytest.mark.rule("BG-R30")
def test_nothing_is_spotted_beyond_the_visibility() -> None:
    with pytest.raises(RuleViolation) as refused:
        spot(replace(ARMY, visibility=9), Scripted(""))
    assert refused.value.code == "beyond-visibility"


@pytest.mark.rule("BG-VI.2.1a", "BG-VI.2.1b", "BG-VI.2.2a")
def test_more_than_half_of_a_figure_must_show_unless_it_has_fired() -> None:
    assert not enough_shows(0.5)
    assert enough_shows(0.51)
    assert enough_shows(0.1, fired=True)
    assert not enough_shows(0.0, fired=True)
    assert enough_shows(0.25, vehicle=True)
    assert not enough_shows(0.24, vehicle=True)
