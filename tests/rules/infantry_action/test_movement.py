"""Foot and vehicle movement in a battle, worked by hand from the chart: allowances, deductions, guns, reactions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Light, Pace, Posture, Weapon
from rules.infantry_action.figures import Condition, Life, RunningGear, VehicleKind, VehicleType
from rules.infantry_action.groups import Bound, Instructions
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import (
    EAST,
    NORTH,
    SOUTH,
    TANK,
    TRUCK,
    area,
    carried_out,
    changed,
    field,
    happened,
    line,
    located,
    mined,
    order,
    riders,
    section,
    task,
    team,
    vehicle,
)

LIGHT_TANK = replace(TANK, tank=False)
BICYCLE = VehicleType("bicycle", "Bicycle", VehicleKind.CYCLE, RunningGear.WHEELED, crew=1)
CAR = VehicleType("armoured-car", "Armoured car", VehicleKind.AFV, RunningGear.MULTI_WHEELED, crew=3)
AMPHIBIAN = replace(TRUCK, amphibious=True)


def walked(pace, *features, path=((100.0, 350.0),), facing=NORTH, dice="", **changes):
    """Where a man ends who sets out north from (100, 50)."""
    state = field(section("able", ATTACKER, 1, at=(100, 50), facing=facing), features=features)
    return carried_out(state, {"able": order(pace, *path, **changes)}, dice).state.figure("able1")


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-foot.dash", "IA-foot.walk", "IA-foot.crawl", "IA-foot.double")
@pytest.mark.parametrize(("pace", "metres"), [(Pace.DASH, 30), (Pace.WALK, 50), (Pace.CRAWL, 20), (Pace.DOUBLE, 75)])
def test_each_pace_has_its_metres(pace: Pace, metres: int) -> None:
    man = walked(pace)
    assert man.at == (100.0, 50.0 + metres)
    assert (man.doing.moved, man.doing.pace) == (metres, pace)


@pytest.mark.rule("IA-foot.deduct-10", "IA-R031")
@pytest.mark.parametrize(
    ("features", "metres"),
    [
        ((line("hedge", (0.0, 70.0), (200.0, 70.0)),), 40),
        ((line("wall", (0.0, 70.0), (200.0, 70.0)),), 40),
        ((line("wire", (0.0, 70.0), (200.0, 70.0)),), 40),
        ((line("hedge", (0.0, 60.0), (200.0, 60.0)), line("hedge", (0.0, 70.0), (200.0, 70.0))), 30),
        ((area("woods", 0, 60, 200, 200),), 40),
        ((area("woods", 0, 60, 200, 65), area("woods", 0, 70, 200, 75)), 40),
        ((area("slope", 0, 60, 200, 200),), 40),
        ((area("jungle", 0, 60, 200, 200),), 40),
        ((area("woods", 0, 60, 200, 65), line("hedge", (0.0, 75.0), (200.0, 75.0))), 30),
    ],
)
def test_each_obstacle_costs_10_m_each_ground_10_m_once(features, metres: int) -> None:
    assert walked(Pace.WALK, *features).at == (100.0, 50.0 + metres)


@pytest.mark.rule("IA-foot.crawl", "IA-R035", "IA-R170")
def test_wading_is_done_at_20_m_or_waits_at_the_bank() -> None:
    """The stream lies from 95 to 105: at 20 m one reaches 70, walking one stops at its bank, 95."""
    stream = line("stream", (0.0, 100.0), (200.0, 100.0), width=10.0)
    assert walked(Pace.WALK, stream).at == (100.0, 95.0)
    near = line("stream", (0.0, 60.0), (200.0, 60.0), width=10.0)
    assert walked(Pace.WALK, near).at == (100.0, 70.0)


@pytest.mark.rule("IA-orders.dormant")
def test_deep_water_stops_the_move() -> None:
    """Half of him, 0.4 m, and a hair are between his middle and the water. IA-R240"""
    assert walked(Pace.WALK, area("river", 0, 80, 200, 120)).at == pytest.approx((100.0, 79.59))


@pytest.mark.rule("IA-foot.silent", "IA-R033")
def test_silence_is_half_speed() -> None:
    man = walked(Pace.WALK, silent=True)
    assert (man.at, man.doing.silent) == ((100.0, 75.0), True)


@pytest.mark.rule("IA-foot.walk", "IA-R036", "IA-R061")
def test_who_turns_at_the_end_has_turned_and_who_crawls_lies() -> None:
    man = walked(Pace.WALK, path=((100.0, 80.0),), facing=NORTH)
    assert (man.facing, man.doing.turned, man.posture) == (NORTH, False, Posture.ERECT)
    state = field(section("able", ATTACKER, 1, at=(100, 50)))
    turned = carried_out(state, {"able": order(Pace.WALK, (100, 80), facing=EAST)}).state.figure("able1")
    assert (turned.facing, turned.doing.turned) == (EAST, True)
    assert walked(Pace.CRAWL).posture is Posture.PRONE
    on_the_spot = carried_out(state, {"able": order(facing=SOUTH)}).state.figure("able1")
    assert (on_the_spot.at, on_the_spot.facing, on_the_spot.doing.turned) == ((100, 50), SOUTH, True)


@pytest.mark.rule("IA-orders.simultaneous")
def test_a_group_keeps_its_shape_and_goes_on_in_the_next_period() -> None:
    state = field(section("able", ATTACKER, 3, at=(100, 50)))
    course = carried_out(state, {"able": order(Pace.WALK, (100, 120))})
    assert [man.at for man in course.state.men("able")] == [(100.0, 100.0), (110.0, 100.0), (120.0, 100.0)]
    left = course.state.group("able").order
    assert left is not None
    assert left.path == ((100.0, 120.0),)
    course = carried_out(replace(course.state, period=2, drafts=()), {})
    assert course.state.figure("able1").at == (100.0, 120.0)
    done = course.state.group("able").order
    assert done is not None
    assert done.path == ()


@pytest.mark.rule("IA-foot.double-limit", "IA-R034")
def test_the_period_of_doubling_is_remembered() -> None:
    assert walked(Pace.DOUBLE).doubled_in == 1


# ── Guns ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def moved_gun(kind, pace, men=3, *, prepare=False, dice=""):
    state = field(team("gun", ATTACKER, kind, men, at=(100, 50)))
    wanted = order(pace, (100, 300), tasks=task("prepare").tasks if prepare else ())
    return carried_out(state, {"gun": wanted}, dice).state


@pytest.mark.rule("IA-foot.manhandle", "IA-R037")
def test_three_men_manhandle_a_gun_15_m() -> None:
    state = moved_gun(Weapon.AT_GUN, Pace.MANHANDLE)
    assert (state.gun("gun-gun").at, state.figure("gun1").at) == ((100.0, 65.0), (100.0, 65.0))
    assert state.gun("gun-gun").ready_from == 2


@pytest.mark.rule("IA-foot.carry-shares", "IA-R032", "IA-foot.prepare-weapon", "IA-R074")
def test_a_machine_gun_is_carried_in_shares_at_10_m_less_and_must_be_prepared() -> None:
    """Walking 50 less 10 for the share: 40 m for those who carry, and it is packed."""
    state = moved_gun(Weapon.TRIPOD_MG, Pace.WALK)
    assert state.gun("gun-gun").at == (100.0, 90.0)
    assert state.gun("gun-gun").ready_from is None
    assert all(man.share for man in state.men("gun"))
    ready = moved_gun(Weapon.TRIPOD_MG, Pace.WALK, prepare=True)
    assert ready.gun("gun-gun").at == (100.0, 80.0), "another 10 m for preparing it"
    assert ready.gun("gun-gun").ready_from == 2


@pytest.mark.rule("IA-foot.carry-shares", "IA-R032")
def test_one_man_alone_leaves_it() -> None:
    state = moved_gun(Weapon.MEDIUM_MORTAR, Pace.WALK, 1)
    assert state.gun("gun-gun").at == (100, 50)


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def driven(type_=TANK, pace=Pace.DRIVE, *features, path=((100.0, 390.0),), light=Light.DAY, rolling=True, **changes):
    """Where a vehicle ends that sets out north from (100, 50); rolling: it runs, and moved in the last period."""
    started = {"running": True, "halted_in": -1} if rolling else {}
    state = field(vehicle("tank", ATTACKER, type_, at=(100, 50), **started), features=features, light=light)
    return carried_out(state, {"tank": order(pace, *path, **changes)}).state.vehicle("tank")


@pytest.mark.rule("IA-veh.dash", "IA-veh.move-and-fire", "IA-veh.reverse-swim-horse")
@pytest.mark.parametrize(
    ("pace", "light", "closed", "metres"),
    [
        (Pace.RUSH, Light.DAY, False, 180),
        (Pace.RUSH, Light.MOON, False, 120),
        (Pace.RUSH, Light.DARK, False, 60),
        (Pace.RUSH, Light.DAY, True, 140),
        (Pace.DRIVE, Light.DAY, False, 120),
        (Pace.DRIVE, Light.MOON, False, 80),
        (Pace.DRIVE, Light.DARK, False, 40),
        (Pace.DRIVE, Light.DAY, True, 80),
    ],
)
def test_the_chart_of_vehicles(pace: Pace, light: Light, closed: bool, metres: int) -> None:
    car = driven(TANK, pace, light=light, closed=closed)
    assert car.at == (100.0, 50.0 + metres)
    assert car.closed is closed


@pytest.mark.rule("IA-veh.reverse-swim-horse")
def test_reversing_is_60_m_backwards_with_the_front_where_it_was() -> None:
    state = field(vehicle("tank", ATTACKER, at=(100, 150), running=True, halted_in=-1))
    car = carried_out(state, {"tank": order(Pace.REVERSE, (100, 0))}).state.vehicle("tank")
    assert (car.at, car.facing) == ((100.0, 90.0), NORTH)


@pytest.mark.rule("IA-veh.accelerate", "IA-R042")
@pytest.mark.parametrize(("running", "metres"), [(True, 80), (False, 40)])
def test_setting_off_costs_40_m_and_starting_up_40_more(running: bool, metres: int) -> None:
    car = driven(rolling=False)
    assert car.at == (100.0, 90.0)
    state = field(vehicle("tank", ATTACKER, at=(100, 50), running=running))
    moved = carried_out(state, {"tank": order(Pace.DRIVE, (100, 390))}).state.vehicle("tank")
    assert (moved.at, moved.running) == ((100.0, 50.0 + metres), True)


@pytest.mark.rule("IA-veh.turns", "IA-R041")
def test_each_turn_costs_40_m_and_50_closed_down() -> None:
    """120 m, one turn: 80. Closed down 120 less 40 less 50: 30."""
    assert driven(path=((100.0, 70.0), (400.0, 70.0))).at == (160.0, 70.0)
    assert driven(path=((100.0, 60.0), (400.0, 60.0)), closed=True).at == (120.0, 60.0)


@pytest.mark.rule("IA-veh.closed-down-deductions", "IA-veh.obstacle")
def test_tracks_and_many_wheels_cross_hedges_and_lorries_do_not() -> None:
    hedge = line("hedge", (0.0, 80.0), (200.0, 80.0), width=2.0)
    assert driven(TANK, Pace.DRIVE, hedge).at == (100.0, 130.0)
    assert driven(CAR, Pace.DRIVE, hedge).at == (100.0, 130.0)
    assert driven(TANK, Pace.DRIVE, hedge, closed=True).at == (100.0, 80.0), "120 less 40 less 50: 30"
    lorry = driven(TRUCK, Pace.DRIVE, hedge).at
    assert lorry is not None
    assert lorry[1] <= 80.0


@pytest.mark.rule("IA-veh.brush", "IA-R044")
def test_a_medium_tank_crushes_brush_at_40_m_and_others_stay_before_it() -> None:
    brush = area("jungle", 0, 80, 200, 380)
    assert driven(TANK, Pace.DRIVE, brush).at == (100.0, 130.0)
    assert driven(LIGHT_TANK, Pace.DRIVE, brush).at == (100.0, 80.0)


@pytest.mark.rule("IA-veh.slope")
def test_a_steep_slope_costs_40_m() -> None:
    assert driven(TANK, Pace.DRIVE, area("slope", 0, 60, 200, 380)).at == (100.0, 130.0)


@pytest.mark.rule("IA-R044")
def test_a_wood_stops_vehicles_but_on_a_road() -> None:
    wood = area("woods", 0, 80, 200, 380)
    assert driven(TANK, Pace.DRIVE, wood).at == (100.0, 80.0)
    road = line("road", (100.0, 0.0), (100.0, 390.0), width=8.0)
    assert driven(TANK, Pace.DRIVE, wood, road).at == (100.0, 170.0)


@pytest.mark.rule("IA-veh.cycles", "IA-R045")
def test_a_bicycle_has_half_off_the_road() -> None:
    assert driven(BICYCLE, Pace.DRIVE).at == (100.0, 110.0)
    road = line("road", (100.0, 0.0), (100.0, 390.0), width=8.0)
    assert driven(BICYCLE, Pace.DRIVE, road).at == (100.0, 170.0)


@pytest.mark.rule("IA-veh.reverse-swim-horse", "IA-R043", "IA-R171")
def test_a_rider_has_60_m_and_pays_nothing_to_set_off() -> None:
    state = field(riders("uhlans", ATTACKER, 1, at=(100, 50)))
    course = carried_out(state, {"uhlans": order(Pace.DRIVE, (100, 390))})
    assert course.state.vehicle("uhlans-h1").at == (100.0, 110.0)


@pytest.mark.rule("IA-veh.reverse-swim-horse")
def test_an_amphibian_swims_60_m_and_the_others_stop_at_the_bank() -> None:
    river = area("river", 0, 60, 200, 390)
    assert driven(AMPHIBIAN, Pace.SWIM, river).at == (100.0, 110.0)
    assert driven(TRUCK, Pace.DRIVE, river).at == (100.0, 60.0)


@pytest.mark.rule("IA-veh.mount", "IA-foot.deduct-10")
def test_setting_down_troops_costs_the_lorry_40_m_and_the_men_10() -> None:
    state = field(vehicle("truck", ATTACKER, TRUCK, at=(100, 50), passengers=2, running=True, halted_in=-1))
    course = carried_out(state, {"truck": replace(task("leave"), pace=Pace.DRIVE, path=((100.0, 390.0),))})
    assert course.state.vehicle("truck").at == (100.0, 130.0), "120 less 40"
    out = [man for man in course.state.men("truck") if man.at is not None]
    assert [man.place for man in out] == ["", ""]
    assert all(man.doing.boarding for man in out)


@pytest.mark.rule("IA-veh.mount")
def test_men_beside_a_lorry_get_in_and_ride_with_it_in_the_same_period() -> None:
    truck = vehicle("truck", ATTACKER, TRUCK, at=(100, 50), running=True, halted_in=-1)
    state = field(truck, section("able", ATTACKER, 2, at=(95, 45), spacing=8))
    orders = {"truck": order(Pace.DRIVE, (100, 390)), "able": task("enter", "truck")}
    course = carried_out(state, orders)
    assert course.state.vehicle("truck").at == (100.0, 130.0)
    assert [(man.aboard, man.at, man.place) for man in course.state.men("able")] == [("truck", None, "passenger")] * 2


@pytest.mark.rule("IA-veh.limber", "IA-foot.deduct-10")
def test_a_gun_is_limbered_and_towed_away() -> None:
    truck = vehicle("truck", ATTACKER, TRUCK, at=(100, 50), running=True, halted_in=-1)
    state = field(truck, team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(100, 45)))
    course = carried_out(state, {"truck": order(Pace.DRIVE, (100, 390)), "gun": task("limber", "truck")})
    assert course.state.vehicle("truck").at == (100.0, 130.0)
    assert (course.state.gun("gun-gun").towed_by, course.state.gun("gun-gun").ready_from) == ("truck", None)


# ── Mines on the way ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-mine.ap-foot", "IA-mine.spotted-choice", "IA-R140")
def test_men_dice_as_they_enter_and_stop_at_the_edge_when_a_mine_is_seen() -> None:
    """Two men side by side in column 10; the first is a casualty on 1, the second sees a mine on 5 and stops."""
    state = field(section("able", ATTACKER, 2, at=(102, 50), spacing=5), mines=(mined(10, 6),))
    course = carried_out(state, {"able": order(Pace.WALK, (102, 100))}, "d6:1,d6:5")
    one, two = course.state.figure("able1"), course.state.figure("able2")
    assert one.life is Life.CASUALTY
    assert two.at is not None
    assert 60.0 <= two.at[1] < 70.0
    mine = course.state.mine_square(10, 6)
    assert mine is not None
    assert mine.known == (ATTACKER,)


@pytest.mark.rule("IA-mine.spotted-choice")
def test_a_group_told_to_cross_goes_on() -> None:
    state = field(section("able", ATTACKER, 1, at=(102, 50)), mines=(mined(10, 6),))
    state = changed(state, "able", instructions=Instructions(mines="cross"))
    course = carried_out(state, {"able": order(Pace.WALK, (102, 100))}, "d6:6")
    assert course.state.figure("able1").at == (102.0, 100.0)


@pytest.mark.rule("IA-mine.ap-foot-other")
def test_who_dashes_sees_nothing() -> None:
    state = field(section("able", ATTACKER, 1, at=(102, 50)), mines=(mined(10, 6),))
    course = carried_out(state, {"able": order(Pace.DASH, (102, 100))}, "d6:6")
    assert course.state.figure("able1").at == (102.0, 80.0)


@pytest.mark.rule("IA-mine.marked-crossing", "IA-R142")
def test_marked_mines_and_ruts_are_safe_by_day_and_marks_are_not_seen_on_a_dark_night() -> None:
    for square in (mined(10, 6, marked=True), mined(10, 6, wheel_path=True)):
        state = field(section("able", ATTACKER, 1, at=(102, 50)), mines=(square,))
        assert carried_out(state, {"able": order(Pace.WALK, (102, 90))}).state.figure("able1").fit
        dark = replace(state, light=Light.DARK)
        assert not carried_out(dark, {"able": order(Pace.WALK, (102, 90))}, "d6:1").state.figure("able1").fit


@pytest.mark.rule("IA-mine.at-trigger")
def test_men_set_off_no_anti_tank_mines() -> None:
    state = field(section("able", ATTACKER, 1, at=(102, 50)), mines=(mined(10, 6, people=False, tanks=True),))
    assert carried_out(state, {"able": order(Pace.WALK, (102, 90))}).state.figure("able1").fit


@pytest.mark.rule("IA-mine.at-hard", "IA-mine.ap-hard-vehicle")
@pytest.mark.parametrize(("dice", "condition"), [("d6:6", Condition.IMMOBILISED)])
def test_anti_tank_mines_stop_a_tank(dice: str, condition: Condition) -> None:
    state = field(
        vehicle("tank", ATTACKER, at=(105, 50), running=True, halted_in=-1),
        mines=(mined(10, 8, people=False, tanks=True),),
    )
    course = carried_out(state, {"tank": order(Pace.DRIVE, (105, 390))}, dice)
    tank = course.state.vehicle("tank")
    assert tank.condition is condition
    assert tank.at is not None
    assert 80.0 <= tank.at[1] <= 90.0


@pytest.mark.rule("IA-mine.ap-hard-vehicle", "IA-R142")
def test_a_tank_leaves_ruts_in_anti_personnel_mines() -> None:
    state = field(vehicle("tank", ATTACKER, at=(105, 50), running=True, halted_in=-1), mines=(mined(10, 8),))
    course = carried_out(state, {"tank": order(Pace.DRIVE, (105, 390))})
    assert course.state.vehicle("tank").at == (105.0, 170.0)
    mine = course.state.mine_square(10, 8)
    assert mine is not None
    assert mine.wheel_path


# ── What the last reaction test makes of it ───────────────────────────────────────────────────────────────────────


def bound(score: int, wanted, *, enemy_at=(100, 200), **changes):
    """A man at (100, 50) bound by a score, who has located an enemy to the north."""
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)), section("red", DEFENDER, 1, at=enemy_at, facing=SOUTH), **changes
    )
    state = located(changed(state, "able", bound=Bound(score=score)), "able", "red")
    return carried_out(state, {"able": wanted})


@pytest.mark.rule("IA-reaction.result.under-minus-5", "IA-R111")
def test_panic_runs_straight_away_whatever_was_ordered() -> None:
    course = bound(-6, order(Pace.WALK, (100, 150)), enemy_at=(100, 60))
    man = course.state.figure("able1")
    assert man.at is not None
    assert man.at[1] < 50.0
    assert man.doing.panic


@pytest.mark.rule("IA-orders.dormant", "IA-R029", "IA-reaction.cumulative")
def test_an_order_that_fear_forbids_lies_dormant_and_resumes() -> None:
    course = bound(0, order(Pace.WALK, (100, 150)))
    group = course.state.group("able")
    assert course.state.figure("able1").at == (100, 50)
    assert group.dormant
    assert group.order is not None
    assert group.order.path == ((100.0, 150.0),)
    later = replace(course.state, period=2, drafts=())
    later = changed(later, "able", bound=Bound())
    assert carried_out(replace(later, sightings=()), {}).state.figure("able1").at == (100.0, 100.0)


@pytest.mark.rule("IA-veh.horse-holders")
def test_nothing_is_asked_of_riders_who_stay_mounted() -> None:
    state = field(riders("uhlans", ATTACKER, 3))
    assert not happened(carried_out(state, {"uhlans": order(Pace.DRIVE, (100, 90))}), "horses-gone")


@pytest.mark.rule("IA-orders.simultaneous")
def test_the_order_of_the_groups_decides_nothing() -> None:
    able, red = section("able", ATTACKER, 2, at=(100, 50)), section("red", DEFENDER, 2, at=(100, 150), facing=SOUTH)
    orders = {"able": order(Pace.WALK, (100, 350)), "red": order(Pace.WALK, (100, 0))}
    one, other = carried_out(field(able, red), orders).state, carried_out(field(red, able), orders).state
    assert {man.id: man.at for man in one.figures} == {man.id: man.at for man in other.figures}
