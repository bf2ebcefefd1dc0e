"""What is done beside moving: mines worked on, lanes, weapons taken over, smoke, flares, horses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Charge, Gear, Pace, Posture, Rank, Weapon
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.groups import GroupOrder, Task
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.movement.workers import worth_taking
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import (
    HORSE,
    NORTH,
    TANK,
    area,
    carried_out,
    changed,
    field,
    happened,
    line,
    mined,
    order,
    riders,
    section,
    task,
    team,
    vehicle,
)

ENGINEER = {"specialities": ("engineer",), "gear": (Gear.MINE_DETECTOR,)}


def sappers(**changes):
    """Two engineers, the first with a detector, and a third man south of square (10, 6); mines of both kinds there."""
    state = field(section("able", ATTACKER, 3, at=(105, 55)), mines=(mined(10, 6, tanks=True, **changes),))
    state = changed(state, "able1", **ENGINEER)
    return changed(state, "able2", specialities=("engineer",))


@pytest.mark.rule("IA-mine.mark-detector", "IA-R142")
def test_an_engineer_with_a_detector_marks_a_square_in_one_period() -> None:
    course = carried_out(sappers(), {"able": task("mark-mines")})
    (event,) = happened(course, "mines-worked")
    assert (event.column, event.row, event.worked, event.done) == (10, 6, 1, True)
    mine = course.state.mine_square(10, 6)
    assert mine is not None
    assert (mine.marked, mine.known) == (True, (ATTACKER,))
    assert course.state.figure("able1").doing.busy
    assert not course.state.figure("able2").doing.busy


@pytest.mark.rule("IA-mine.mark-bayonet", "IA-R196")
def test_a_prone_man_with_a_bayonet_needs_five_periods_and_knows_nothing_before() -> None:
    state = field(section("able", ATTACKER, 1, at=(105, 55)), mines=(mined(10, 6),))
    orders = {"able": task("mark-mines")}
    for period in range(1, 6):
        course = carried_out(replace(state, period=period, drafts=()), orders)
        state = course.state
        mine = state.mine_square(10, 6)
        assert mine is not None
        assert state.figure("able1").posture is Posture.PRONE
        assert mine.marked is (period == 5)
        assert (ATTACKER in mine.known) is (period == 5)
        group = state.group("able")
        assert group.order is not None
        assert bool(group.order.tasks) is (period < 5), "the work goes on until it is done"
        orders = {}


@pytest.mark.rule("IA-mine.mark-detector")
def test_where_nothing_lies_a_search_leaves_nothing() -> None:
    state = changed(field(section("able", ATTACKER, 1, at=(105, 55))), "able1", **ENGINEER)
    course = carried_out(state, {"able": task("mark-mines")})
    (event,) = happened(course, "mines-worked")
    assert (event.done, event.found, course.state.mines) == (True, False, ())


@pytest.mark.rule("IA-mine.lift")
def test_marked_mines_of_both_kinds_are_lifted_in_three_periods() -> None:
    state = sappers(marked=True, known=(ATTACKER,))
    for period, left in ((1, 1), (2, 1), (3, 0)):
        course = carried_out(
            replace(state, period=period, drafts=()), {"able": task("lift-mines", "", "able2", (105.0, 65.0))}
        )
        state = course.state
        assert len(state.mines) == left


@pytest.mark.rule("IA-mine.lift")
def test_who_marks_a_square_does_not_lift_there_and_unmarked_mines_are_not_lifted() -> None:
    course = carried_out(sappers(), {"able": task("lift-mines", "", "able2", (105.0, 65.0))})
    assert not happened(course, "mines-worked")


@pytest.mark.rule("IA-mine.bangalore", "IA-R142")
def test_a_bangalore_clears_mines_and_wire_10_m_deep_and_20_m_wide() -> None:
    """From (110, 60) north: the middles of squares (10, 6) and (11, 6) lie in the strip, those of row 7 do not."""
    wire = line("wire", (50.0, 65.0), (200.0, 65.0))
    state = field(
        section("able", ATTACKER, 1, at=(110, 60)),
        features=(wire,),
        mines=(mined(9, 6), mined(10, 6), mined(11, 6, tanks=True), mined(11, 7)),
    )
    state = changed(state, "able1", charges=(Charge.BANGALORE,))
    course = carried_out(state, {"able": task("bangalore")})
    assert [(mine.column, mine.row) for mine in course.state.mines] == [(9, 6), (11, 7)]
    assert course.state.figure("able1").charges == ()
    assert course.state.board is not None
    assert [feature.outline for feature in course.state.board.features] == [
        ((50.0, 65.0), (100.0, 65.0)),
        ((120.0, 65.0), (200.0, 65.0)),
    ]


@pytest.mark.rule("IA-mine.vehicle-line-charge", "IA-R010")
def test_a_line_charge_clears_50_m_once() -> None:
    """Its front stands at (110, 63.5) when it points north: the middles of rows 6 to 10 are within 50 m of it."""
    mines = tuple(mined(column, row) for column in (10, 11) for row in range(6, 12))
    state = field(vehicle("tank", ATTACKER, at=(110, 60), line_charge=True), mines=mines)
    course = carried_out(state, {"tank": task("line-charge")})
    assert sorted((mine.column, mine.row) for mine in course.state.mines) == [(10, 11), (11, 11)]
    assert not course.state.vehicle("tank").line_charge


@pytest.mark.rule("IA-mine.flail", "IA-R142")
def test_a_flail_clears_20_m_wide_at_the_reverse_rate_and_takes_no_harm() -> None:
    """Accelerating and starting up cost 40 m each, so it runs already and has moved last period: all 60 m."""
    flail = replace(TANK, flail=True)
    mines = tuple(mined(column, row, tanks=True) for column in (9, 10, 11, 12) for row in range(6, 12))
    state = field(vehicle("tank", ATTACKER, flail, at=(110, 60), running=True, halted_in=-1), mines=mines)
    orders = {"tank": replace(task("flail"), pace=Pace.REVERSE, path=((110.0, 200.0),))}
    course = carried_out(state, orders)
    assert course.state.vehicle("tank").at == (110.0, 120.0)
    assert course.state.vehicle("tank").facing == NORTH
    assert course.state.vehicle("tank").condition is Condition.RUNNING
    assert {mine.column for mine in course.state.mines} == {9, 12}


@pytest.mark.rule("IA-mine.claymore-setup")
def test_a_claymore_is_set_up_where_its_man_spends_the_period() -> None:
    state = changed(field(section("able", ATTACKER, 2, at=(100, 50))), "able1", charges=(Charge.CLAYMORE,))
    course = carried_out(state, {"able": replace(task("set-claymore"), pace=Pace.WALK, path=((100.0, 90.0),))})
    (device,) = course.state.devices
    assert (device.kind, device.at, device.facing, device.operator, device.set_in) == (
        "Claymore",
        (100, 50),
        NORTH,
        "able1",
        1,
    )
    assert course.state.figure("able1").charges == ()
    assert course.state.figure("able1").doing.busy
    assert course.state.figure("able2").at == (110.0, 90.0)


def fallen(**changes):
    """The first of three men is a casualty at (100, 80) with an LMG and a radio; the others are 30 m to the south."""
    state = field(section("able", ATTACKER, 3, at=(100, 50)))
    lost = {"life": Life.CASUALTY, "at": (100.0, 80.0), "weapons": (Weapon.MAGAZINE_LMG,), "gear": (Gear.RADIO,)}
    return changed(state, "able1", **{**lost, **changes})


@pytest.mark.rule("IA-soft.takeover", "IA-soft.takeover-delay", "IA-R094")
@pytest.mark.parametrize(("die", "serviceable"), [(3, False), (4, True)])
def test_an_lmg_is_taken_over_by_whoever_reaches_it_on_4_or_more(die: int, serviceable: bool) -> None:
    course = carried_out(fallen(), {"able": task("take-over", "able1", "able3")}, f"d6:{die}")
    (event,) = happened(course, "took-over")
    assert (event.weapon, event.serviceable) == (Weapon.MAGAZINE_LMG, serviceable)
    taker, lost = course.state.figure("able3"), course.state.figure("able1")
    assert taker.at == (100.0, 80.0)
    assert taker.weapons == ((Weapon.MAGAZINE_LMG, Weapon.RIFLE) if serviceable else (Weapon.RIFLE,))
    assert taker.ready_from == (2 if serviceable else 0)
    assert lost.weapons == (), "nobody may try again"


@pytest.mark.rule("IA-R094")
def test_whoever_does_not_reach_it_goes_on_in_the_next_period() -> None:
    """It lies 100 m away, a walk is 50 m."""
    state = changed(fallen(at=(110.0, 150.0)), "able2", rank=Rank.CORPORAL)
    course = carried_out(state, {"able": task("take-over", "able1", "able2")})
    assert not happened(course, "took-over")
    assert course.state.figure("able2").at == (110.0, 100.0)
    left = course.state.group("able").order
    assert left is not None
    assert left.tasks != ()
    course = carried_out(replace(course.state, period=2, drafts=()), {}, "d6:5")
    assert course.state.figure("able2").at == (110.0, 150.0)
    assert course.state.figure("able2").ready_from == 3


@pytest.mark.rule("IA-soft.takeover")
def test_whatever_a_casualty_has_is_taken_once_support_weapons_and_radio_first() -> None:
    """A support weapon, the radio, then any other weapon of the small arms list, each of them once."""
    state = changed(fallen(), "able1", weapons=(Weapon.RIFLE, Weapon.BELT_LMG, Weapon.PISTOL), gear=(Gear.RADIO,))
    assert worth_taking(state.figure("able1")) == (Weapon.BELT_LMG, Gear.RADIO, Weapon.RIFLE, Weapon.PISTOL)
    course = carried_out(
        fallen(weapons=(Weapon.RIFLE,), gear=()), {"able": task("take-over", "able1", "able3")}, "d6:4"
    )
    assert course.state.figure("able1").weapons == ()


@pytest.mark.rule("IA-soft.takeover-heavy", "IA-R094")
def test_a_gun_is_taken_over_by_its_speciality_alone_and_without_a_die_while_one_of_the_crew_is_left() -> None:
    state = field(
        team("mg", ATTACKER, Weapon.TRIPOD_MG, 2, at=(100, 50)), section("able", ATTACKER, 2, at=(100, 50), spacing=0.5)
    )
    state = changed(state, "able2", specialities=(Weapon.TRIPOD_MG.value,))
    no = carried_out(state, {"able": task("take-over", "mg-gun", "able1")})
    assert not happened(no, "took-over")
    crewed = carried_out(state, {"able": task("take-over", "mg-gun")})
    assert crewed.state.figure("able2").serves == "mg-gun"
    left = changed(changed(state, "mg1", life=Life.CASUALTY, serves=None), "mg2", life=Life.CASUALTY, serves=None)
    spoiled = carried_out(left, {"able": task("take-over", "mg-gun")}, "d6:1")
    assert spoiled.state.gun("mg-gun").gone
    taken = carried_out(left, {"able": task("take-over", "mg-gun")}, "d6:6").state
    assert (taken.gun("mg-gun").group, taken.figure("able2").ready_from) == ("able", 2)


@pytest.mark.rule("IA-smoke.projectors", "IA-R150", "IA-R194")
def test_a_salvo_lays_50_m_of_smoke_50_m_ahead_and_is_reloaded_in_a_whole_period_at_a_halt() -> None:
    """The tank is 7 m long and points north: its front is at 53.5, the screen from 75 to 125 at 103.5."""
    course = carried_out(field(vehicle("tank", ATTACKER, at=(100, 50))), {"tank": task("smoke-salvo")})
    (screen,) = course.state.screens
    assert (screen.start, screen.end, screen.laid, screen.fed) == ((75.0, 103.5), (125.0, 103.5), 1, 1)
    assert not course.state.vehicle("tank").smoke
    course = carried_out(replace(course.state, period=2, drafts=()), {"tank": task("reload-smoke")})
    assert course.state.vehicle("tank").smoke
    loader = course.state.figure("tank3")
    assert (loader.doing.busy, loader.doing.boarding, loader.aboard) == (True, True, "tank")


@pytest.mark.rule("IA-illum.trip-flare", "IA-R143")
def test_a_trip_flare_lights_20_m_across_when_an_enemy_crosses_its_wire() -> None:
    flare = Device("flare", "trip flare", DEFENDER, (100.0, 70.0), wire=(120.0, 70.0))
    state = field(
        section("able", ATTACKER, 1, at=(110, 50)), section("red", DEFENDER, 1, at=(115, 90)), devices=(flare,)
    )
    own = carried_out(state, {"red": order(Pace.WALK, (115, 50))})
    assert own.state.devices == (flare,)
    course = carried_out(state, {"able": order(Pace.WALK, (110, 90))})
    assert course.state.devices == ()
    (lit,) = course.state.lit
    assert (lit.at, lit.radius, lit.first, lit.last) == ((100.0, 70.0), 10.0, 1, 1)


@pytest.mark.rule("IA-illum.trip-flare", "IA-R143")
@pytest.mark.parametrize(("whose", "lit"), [(ATTACKER, True), (DEFENDER, False)])
def test_a_vehicle_trips_the_flare_of_the_other_side_only(whose: str, lit: bool) -> None:
    flare = Device("flare", "trip flare", DEFENDER, (100.0, 70.0), wire=(120.0, 70.0))
    state = field(vehicle("tank", whose, at=(110, 60)), devices=(flare,))
    course = carried_out(state, {"tank": order(Pace.DRIVE, (110, 90))})
    at = course.state.vehicle("tank").at
    assert at is not None
    assert at[1] > 70
    assert bool(course.state.lit) is lit


@pytest.mark.rule("IA-veh.horse-holders", "IA-R046")
@pytest.mark.parametrize(("men", "down", "held"), [(4, 3, True), (6, 4, True), (3, 2, True)])
def test_one_in_three_holds_the_horses(men: int, down: int, held: bool) -> None:
    """Of 6 riders 4 get down: 4 divided by 3, rounded up, are the 2 who hold."""
    course = carried_out(field(riders("uhlans", ATTACKER, men)), {"uhlans": task("leave")})
    state = course.state
    assert sum(1 for man in state.men("uhlans") if man.at is not None) == down
    assert bool(happened(course, "horses-gone")) is not held
    assert [man.doing.busy for man in state.men("uhlans") if man.aboard] == [True] * (men - down)
    assert all(horse.condition is Condition.RUNNING for horse in state.vehicles)
    assert HORSE.crew == 1


@pytest.mark.rule("IA-veh.horse-holders", "IA-R046")
def test_with_fewer_holders_the_horses_are_gone() -> None:
    state = field(riders("uhlans", ATTACKER, 1))
    course = carried_out(state, {"uhlans": task("leave", figure="uhlans1")})
    (event,) = happened(course, "horses-gone")
    assert event.vehicles == ("uhlans-h1",)
    assert course.state.vehicle("uhlans-h1").condition is Condition.ABANDONED


@pytest.mark.rule("IA-veh.horse-holders", "IA-R046")
def test_with_too_few_holders_the_holders_horse_is_lost_as_well() -> None:
    """Four of 5 get down: that takes 2 holders, and 1 is left. He stands where he rode, the fifth 40 m to the right."""
    state = field(riders("uhlans", ATTACKER, 5))
    tasks = tuple(Task("leave", figure=f"uhlans{n}") for n in (1, 2, 3, 4))
    course = carried_out(state, {"uhlans": GroupOrder(tasks=tasks)})
    (event,) = happened(course, "horses-gone")
    assert event.vehicles == tuple(f"uhlans-h{n}" for n in range(1, 6))
    last = course.state.figure("uhlans5")
    assert (last.aboard, last.at) == (None, (140.0, 50.0))
    assert all(horse.condition is Condition.ABANDONED for horse in course.state.vehicles)


@pytest.mark.rule("IA-mine.bangalore", "IA-R142")
def test_of_an_area_of_wire_a_lane_leaves_no_sliver() -> None:
    """The lane takes 100 to 120 m east: the 0.1 m by 4 m to the west of it are less than half a square metre."""
    wire = area("wire", 99.9, 62.0, 150.0, 66.0)
    state = field(section("able", ATTACKER, 1, at=(110, 60)), features=(wire,))
    course = carried_out(changed(state, "able1", charges=(Charge.BANGALORE,)), {"able": task("bangalore")})
    assert course.state.board is not None
    (left,) = course.state.board.features
    assert sorted(left.outline) == [(120.0, 62.0), (120.0, 66.0), (150.0, 62.0), (150.0, 66.0)]
