"""Target Location, and Detection Without Location: cases worked by hand from the book's table and text."""

from __future__ import annotations

from math import inf

import pytest

from rules.infantry_action.book.kinds import Light, Posture
from rules.infantry_action.book.location import (
    Ground,
    Noise,
    Seen,
    Target,
    categories,
    drowned,
    heard,
    location_range,
    range_of,
    sees_trail,
    stays_located,
    within_location,
)
from rules.infantry_action.book.switches import BOOK, House
from tests.charts import chart

PRONE, ERECT = Posture.PRONE, Posture.ERECT
WOODS, SINGLE, EDGE = frozenset({Ground.WOODS}), frozenset({Ground.SINGLE}), frozenset({Ground.EDGE})


def metres(seen: Seen, light: Light = Light.DAY, aided: bool = False, house: House = BOOK) -> float:
    return range_of((seen,), light, aided, house).metres


@pytest.mark.rule("IA-loc.table")
@chart(
    ("seen", "light", "expected"),
    [
        (Seen(moved=True), Light.DAY, 500),
        (Seen(PRONE, moved=True), Light.DAY, 200),
        (Seen(PRONE), Light.DAY, 100),
        (Seen(PRONE, ground=WOODS), Light.DAY, 25),
        (Seen(PRONE, ground=SINGLE), Light.DAY, 50),
        (Seen(PRONE, ground=EDGE), Light.DAY, 25),
        (Seen(moved=True, ground=EDGE), Light.DAY, 100),
        (Seen(PRONE, moved=True, ground=EDGE), Light.DAY, 50),
        (Seen(moved=True), Light.DARK, 50),
        (Seen(moved=True, silent=True), Light.DARK, 25),
        (Seen(moved=True), Light.MOON, 100),
        (Seen(PRONE, silent=True), Light.DARK, 10),
        (Seen(PRONE), Light.MOON, 25),
        (Seen(vehicle=True, moved=True), Light.DAY, inf),
        (Seen(vehicle=True, moved=True), Light.DARK, 100),
        (Seen(vehicle=True, ground=SINGLE), Light.DAY, 100),
        (Seen(vehicle=True), Light.MOON, 500),
        (Seen(vehicle=True, silent=True), Light.DARK, 25),
        (Seen(heavy_group=True), Light.DAY, 200),
        (Seen(heavy_group=True, moved=True), Light.DAY, 500),
        (Seen(heavy_group=True, fired=True, fired_heavy=True), Light.DARK, inf),
    ],
)
def test_the_table_is_read_by_what_the_target_does_and_where(seen: Seen, light: Light, expected: float) -> None:
    assert metres(seen, light) == expected


@pytest.mark.rule("IA-loc.two-target-categories")
def test_of_two_target_rows_the_greatest_range_counts() -> None:
    # Prone and still at a hedge 25, but firing a rifle 500.
    assert metres(Seen(PRONE, fired=True, ground=EDGE)) == 500
    # In woods: still 25, firing 50.
    assert metres(Seen(PRONE, fired=True, ground=WOODS)) == 50
    # Three lie in woods, one moves erect there: 50.
    lying = Seen(PRONE, ground=WOODS)
    assert range_of((lying, lying, Seen(moved=True, ground=WOODS))).metres == 50


@pytest.mark.rule("IA-loc.two-terrain-categories")
def test_of_two_terrains_the_least_range_counts() -> None:
    # Behind a hedge in moonlight, moving erect: 100 and 100. Lying still at it in the dark: 25 and 25.
    assert metres(Seen(moved=True, ground=EDGE), Light.MOON) == 100
    # Individual rocks (50) by moonlight (25), lying still.
    assert metres(Seen(PRONE, ground=SINGLE), Light.MOON) == 25
    # Woods (25) and a hedge (25) against the open (100); firing in woods at night: 50 against 250.
    assert metres(Seen(PRONE, fired=True, ground=WOODS), Light.DARK) == 50
    assert metres(Seen(moved=True, ground=WOODS | EDGE)) == 50


@pytest.mark.rule("IA-loc.table", "IA-R052")
def test_not_applicable_is_passed_over() -> None:
    # Men moving erect have no column for individual trees: open, 500; at night the night's 50.
    assert metres(Seen(moved=True, ground=SINGLE)) == 500
    assert metres(Seen(moved=True, ground=SINGLE), Light.DARK) == 50
    # A rifle fired in a silent night, and a vehicle that drives, are not silent: 250 and 100.
    assert metres(Seen(PRONE, fired=True, silent=True), Light.DARK) == 250
    assert metres(Seen(vehicle=True, moved=True, silent=True), Light.DARK) == 100


@pytest.mark.rule("IA-loc.table", "IA-R054")
def test_who_stands_still_erect_is_found_like_one_who_moves() -> None:
    assert categories(Seen()) == (Target.MOVING_ERECT,)
    assert categories(Seen(defended=True)) == (Target.STATIONARY,)
    assert categories(Seen(ground=SINGLE)) == (Target.STATIONARY,)
    still = House((("standing-still-row", "stationary"),))
    assert metres(Seen()) == 500
    assert metres(Seen(), house=still) == 100


@pytest.mark.rule("IA-R057")
def test_a_night_device_or_light_gives_the_column_of_moonlight() -> None:
    assert metres(Seen(moved=True), Light.DARK, aided=True) == 100
    assert metres(Seen(moved=True, silent=True), Light.DARK, aided=True) == 100
    assert metres(Seen(vehicle=True), Light.DARK, aided=True) == 500


@pytest.mark.rule("IA-loc.table", "IA-R017", "IA-R053")
def test_the_limit_itself_is_within_range() -> None:
    found = location_range((Target.STATIONARY,), ())
    assert within_location(found, 100)
    assert not within_location(found, 100.1)
    assert within_location(location_range((Target.MOVING_VEHICLE,), ()), 4000)


@pytest.mark.rule("IA-loc.stays-located")
def test_who_was_located_and_fired_on_stays_so_until_he_moves() -> None:
    assert stays_located(located=True, fired_on=True, moved_since=False)
    assert not stays_located(located=True, fired_on=True, moved_since=True)
    assert not stays_located(located=True, fired_on=False, moved_since=False)
    assert not stays_located(located=False, fired_on=True, moved_since=False)


@pytest.mark.rule("IA-det.trail")
def test_infantry_sees_a_trail_by_day() -> None:
    assert sees_trail(Light.DAY, infantry=True)
    assert not sees_trail(Light.MOON, infantry=True)
    assert not sees_trail(Light.DAY, infantry=False)


@pytest.mark.rule("IA-det.noise")
@pytest.mark.parametrize(
    ("noise", "limit"),
    [
        (Noise.BRUSH, 100), (Noise.SPEECH, 10), (Noise.SHOUT, 50), (Noise.TRACKED, 250), (Noise.WHEELED, 100),
        (Noise.IDLING, 50), (Noise.HELICOPTER, 250),
    ],
)  # fmt: skip
def test_a_noise_is_heard_up_to_its_distance(noise: Noise, limit: float) -> None:
    assert heard(noise, limit)
    assert not heard(noise, limit + 0.1)


@pytest.mark.rule("IA-det.noise", "IA-R053")
def test_firing_and_explosions_are_heard_anywhere() -> None:
    assert heard(Noise.FIRING, 3000)
    assert heard(Noise.EXPLOSION, 3000)


@pytest.mark.rule("IA-det.drowned", "IA-R060")
def test_nearer_firing_drowns_all_but_explosions() -> None:
    assert drowned(Noise.TRACKED, 200, firing=(150,))
    assert not heard(Noise.TRACKED, 200, firing=(150,))
    assert heard(Noise.TRACKED, 200, firing=(201,))
    assert heard(Noise.TRACKED, 200, firing=(200,)), "not nearer, but as near"
    assert not heard(Noise.FIRING, 400, firing=(100,))
    assert heard(Noise.EXPLOSION, 400, firing=(100,))
    assert not heard(Noise.EXPLOSION, 400, bursts=(399,))
    assert not heard(Noise.BRUSH, 100, bursts=(50,))
