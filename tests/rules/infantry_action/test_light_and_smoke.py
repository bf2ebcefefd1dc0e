"""Battlefield illumination and smoke, worked by hand from the book."""

from __future__ import annotations

import pytest

from rules.infantry_action.book import light, smoke
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.light import LightSource, LitArea, aided, lights
from rules.infantry_action.book.smoke import Behind, SmokeSource, UprightScreen, lay
from rules.infantry_action.book.switches import House
from rules.kernel.chance import Scripted
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

NO_WIND = House((("wind", "none-parallel-to-base-line"),))


@pytest.mark.rule(
    "IA-illum.trip-flare", "IA-illum.light-mortar", "IA-illum.medium-mortar", "IA-illum.off-table", "IA-illum.flame"
)
@pytest.mark.parametrize(
    ("source", "area"),
    [
        (LightSource.TRIP_FLARE, LitArea(10, 3, 3)),
        (LightSource.LIGHT_MORTAR, LitArea(20, 4, 4)),
        (LightSource.MEDIUM_MORTAR, LitArea(30, 4, 4)),
        (LightSource.OFF_TABLE, LitArea(150, 3, 7)),
        (LightSource.FLAME, LitArea(30, 4, 5)),
    ],
)
def test_what_is_lit_by_what_happens_in_period_3(source: LightSource, area: LitArea) -> None:
    """20 m diameter is 10 m radius; 1, 1, 1, 5 and 2 periods; begins as IA-R143, IA-R145 and IA-R193 say."""
    assert lights(source, 3) == area


@pytest.mark.rule("IA-illum.off-table", "IA-illum.trip-flare")
def test_a_mission_lights_for_5_periods_and_150_metres_for_50_points() -> None:
    area = lights(LightSource.OFF_TABLE, 3)
    assert [period for period in range(1, 10) if area.lit(period, 150)] == [3, 4, 5, 6, 7]
    assert not area.lit(4, 150.1)
    assert light.MISSION_POINTS == 50
    assert light.WIRE == 20


@pytest.mark.rule("IA-illum.flame")
def test_only_flame_makes_smoke_too() -> None:
    assert [source for source in LightSource if light.makes_smoke(source)] == [LightSource.FLAME]


@pytest.mark.rule("IA-illum.sources", "IA-illum.equipment")
def test_who_sees_by_battlefield_illumination() -> None:
    """IA-R057: a night device, or a lit target, at night."""
    assert aided(Light.DARK, lit=True)
    assert aided(Light.DARK, night_device=True)
    assert not aided(Light.DARK)
    assert not aided(Light.DAY, lit=True, night_device=True)


@pytest.mark.rule("IA-smoke.duration")
def test_smoke_fed_once_blocks_the_next_two_periods() -> None:
    """IA-R146: laid in 4: 5 and 6. Fed in 4 and 5 (laid 4, last fed 5): 5, 6, 7."""
    once = UprightScreen((0, 0), (0, 50), 50, laid=4, fed=4)
    assert [period for period in range(1, 10) if once.active(period)] == [5, 6]
    fed = once.feed(5)
    assert (fed.laid, fed.fed) == (4, 5)
    assert [period for period in range(1, 10) if fed.active(period)] == [5, 6, 7]
    assert [period for period in range(4, 9) if fed.gone(period)] == [8]


@pytest.mark.rule("IA-smoke.duration")
def test_smoke_fed_after_it_has_gone_is_laid_anew() -> None:
    late = UprightScreen((0, 0), (0, 50), 50, laid=4, fed=4).feed(7)
    assert (late.laid, late.fed) == (7, 7)
    assert not late.active(7)


@pytest.mark.rule("IA-smoke.medium-mortar", "IA-smoke.fifty", "IA-smoke.off-table", "IA-smoke.projectors")
def test_lengths() -> None:
    assert [smoke.length_of(source) for source in SmokeSource] == [300, 100, 50, 50, 50, 50, 50, 50, 50]


@pytest.mark.rule("IA-smoke.medium-mortar", "IA-smoke.fifty")
def test_screens_run_down_wind_from_the_burst() -> None:
    """Wind to the east."""
    assert lay(SmokeSource.MEDIUM_MORTAR, (100, 40), 90, 2) == UprightScreen((100, 40), (200, 40), 100, 2, 2)
    assert lay(SmokeSource.LIGHT_MORTAR, (100, 40), 180, 2) == UprightScreen((100, 40), (100, -10), 50, 2, 2)


@pytest.mark.rule("IA-smoke.fifty")
@pytest.mark.parametrize("source", [SmokeSource.BURNING_VEHICLE, SmokeSource.FIRE])
def test_fires_feed_their_smoke_for_2_periods_more(source: SmokeSource) -> None:
    """IA-R145: lit in 2, fed in 2, 3 and 4: blocks 3 to 6."""
    screen = lay(source, (0, 0), 0, 2)
    assert [period for period in range(1, 9) if screen.active(period)] == [3, 4, 5, 6]


@pytest.mark.rule("IA-smoke.off-table")
def test_an_off_table_screen_lies_at_any_angle_about_its_aim_point() -> None:
    """IA-R194."""
    screen = lay(SmokeSource.OFF_TABLE, (200, 100), 90, 5)
    assert (screen.start, screen.end, screen.length) == ((50, 100), (350, 100), 300)
    assert smoke.POINTS_A_PERIOD == 50


@pytest.mark.rule("IA-smoke.projectors")
def test_projectors_make_a_screen_across_the_front_50_metres_off() -> None:
    """A tank at (100, 100) that faces north: from (75, 150) to (125, 150)."""
    screen = lay(SmokeSource.PROJECTORS, (100, 100), 0, 1)
    assert (screen.start, screen.end) == ((75, 150), (125, 150))


@pytest.mark.rule("IA-smoke.projectors")
def test_projectors_fire_one_salvo_and_are_reloaded_outside() -> None:
    """IA-R150."""
    smoke.bar_projectors(loaded=True)
    with pytest.raises(RuleViolation):
        smoke.bar_projectors(loaded=False)
    assert smoke.reloads(stationary=True, crewman_outside=True)
    assert not smoke.reloads(stationary=True, crewman_outside=False)
    assert not smoke.reloads(stationary=False, crewman_outside=True)


@pytest.mark.rule("IA-smoke.medium-mortar")
@pytest.mark.parametrize(("die", "degrees"), [(12, 0), (1, 30), (3, 90), (6, 180), (9, 270), (11, 330)])
def test_the_wind_is_one_of_twelve(die: int, degrees: float) -> None:
    """IA-R149: 12 is up the table, clockwise."""
    assert smoke.roll_wind(Scripted([f"d12:{die}"])) == degrees


@pytest.mark.rule("IA-smoke.fifty")
def test_without_wind_screens_lie_parallel_to_the_base_line() -> None:
    assert smoke.roll_wind(Scripted(""), NO_WIND) is None
    screen = lay(SmokeSource.LIGHT_MORTAR, (100, 40), None, 2)
    assert (screen.start, screen.end) == ((75, 40), (125, 40))


@pytest.mark.rule("IA-smoke.blind-fire")
@pytest.mark.parametrize(("whole", "half"), [(0, 0), (1, 0), (7, 3), (10, 5)])
def test_blind_fire_is_half_and_the_fraction_is_dropped(whole: int, half: int) -> None:
    assert smoke.blind_points(whole).value == half


@pytest.mark.rule("IA-smoke.blind-fire")
def test_the_whole_groups_points_are_halved_together() -> None:
    """Rifles 2 + 2 and an LMG's 5 are 9: 4, not 1 + 1 + 2."""
    group = Itemised((Item(2, "rifle"), Item(2, "rifle"), Item(5, "LMG")))
    assert [item.amount for item in smoke.blind_points(group).items] == [2, 2, 5, -5]


@pytest.mark.rule("IA-smoke.blind-fire")
def test_blind_fire_finds_the_nearest_group_within_50_metres_of_the_screen() -> None:
    """IA-R147."""
    far, near = Behind("far", (10.0, 20.0), 160), Behind("near", (51.0, 50.0, 30.0), 120)
    beyond = Behind("beyond", (51.0,), 100)
    target = smoke.blind_target([far, near, beyond])
    assert target is near
    assert near.figures == (1, 2)
    assert smoke.blind_target([beyond]) is None


@pytest.mark.rule("IA-smoke.blind-anti-tank")
def test_blind_anti_tank_fire_needs_a_short_screen_and_a_tank_located_before() -> None:
    """IA-R148."""
    smoke.bar_blind_anti_tank(50, located_before=True)
    for length, located, code in ((51, True, "screen-too-long"), (50, False, "not-located")):
        with pytest.raises(RuleViolation) as refused:
            smoke.bar_blind_anti_tank(length, located)
        assert refused.value.code == code


@pytest.mark.rule("IA-smoke.screen")
def test_a_screen_is_30_metres_high() -> None:
    assert smoke.HEIGHT == 30
