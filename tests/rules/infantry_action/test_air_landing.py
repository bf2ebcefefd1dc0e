"""Paratroops, gliders and helicopters in a battle. Air Landed Troops"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from rules.infantry_action.book.kinds import Pace, Posture, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Condition, Doing, Life, RunningGear, VehicleKind, VehicleType
from rules.infantry_action.groups import FirePlan, Located
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.play.air.landing import come_in
from rules.infantry_action.play.air.plans import judge_flight, run, space
from rules.infantry_action.play.air.shooting import after_hits
from rules.infantry_action.play.fire.arms import arms, man_bar
from rules.infantry_action.play.fire.resolving import resolve
from rules.infantry_action.play.fire.shots import Shot, direct
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep
from rules.infantry_action.tell import tell
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board
from tests.rules.infantry_action.field import (
    NORTH,
    PLAIN,
    SOUTH,
    Force,
    area,
    carried_out,
    changed,
    field,
    happened,
    line,
    looked,
    section,
    team,
    vehicle,
)

GLIDER = VehicleType("glider", "Glider", VehicleKind.GLIDER, RunningGear.AIR, crew=2, seats=12, length=14.0)
HELICOPTER = VehicleType(
    "helicopter", "Helicopter", VehicleKind.HELICOPTER, RunningGear.AIR, crew=4, seats=12, length=16.0,
    weapons=(Weapon.PIVOT_MG, Weapon.PIVOT_MG),
)  # fmt: skip


def dropping(force: Force) -> Force:
    """The same force, still in the sky."""
    return replace(
        force,
        figures=tuple(replace(man, at=None, posture=Posture.PRONE) for man in force.figures),
        guns=tuple(replace(gun, at=None) for gun in force.guns),
    )


def down(state, dice: str) -> Course:
    chance = Scripted(dice)
    course = Course(replace(state, step=PeriodStep.MOVEMENT), chance)
    come_in(course)
    chance.finish()
    return course


@pytest.mark.rule("IA-air.para-drop", "IA-air.para-off-table", "IA-air.para-hazard", "IA-R047", "IA-R048")
def test_each_man_falls_by_his_own_dice() -> None:
    """Aimed at (100, 100). 12 o'clock and 2+3: 50 m up the table. 3 o'clock, 1+1: 20 m east, into the wood: a 1 is a
    casualty. 9 o'clock, 6+6: 120 m west, 20 m off the table."""
    state = field(
        dropping(section("para", ATTACKER, 3)),
        features=(area("woods", 115, 90, 140, 110),),
        drops=(Drop("para", (100.0, 100.0), 1),),
    )
    course = down(state, "d12:12,d6:2,d6:3,d12:3,d6:1,d6:1,d6:1,d12:9,d6:6,d6:6")
    one, two, three = (course.state.figure(f"para{n}") for n in (1, 2, 3))
    assert (one.at, one.life, one.posture, one.landed_in, one.facing) == (
        (100.0, 150.0),
        Life.FIT,
        Posture.ERECT,
        1,
        NORTH,
    )
    assert (two.at, two.life) == ((120.0, 100.0), Life.CASUALTY)
    assert (three.at, three.life) == (None, Life.LOST)
    assert course.state.group("para").lost == ("para2", "para3")
    assert course.state.drops == ()
    (event,) = happened(course, "dropped")
    told = tell(course.state, event, Viewer(side=ATTACKER))
    assert told is not None
    assert told.headline == "Para comes down by parachute: 1 of 3 on the ground"
    assert tell(course.state, event, Viewer(side=DEFENDER)) is None


@pytest.mark.rule("IA-air.para-water-weapons", "IA-air.para-second-period")
def test_a_heavy_weapon_in_water_is_lost_and_one_on_land_fires_from_the_third_period() -> None:
    state = field(
        dropping(team("mg", ATTACKER, Weapon.TRIPOD_MG, 1)),
        features=(area("river", 300, 90, 340, 110),),
        drops=(Drop("mg", (300.0, 100.0), 1),),
    )
    wet = down(state, "d12:12,d6:2,d6:3,d12:3,d6:1,d6:1")
    assert wet.state.gun("mg-gun").gone
    dry = down(state, "d12:12,d6:2,d6:3,d12:9,d6:1,d6:1")
    assert (dry.state.gun("mg-gun").at, dry.state.gun("mg-gun").ready_from) == ((280.0, 100.0), 3)


@pytest.mark.rule("IA-air.para-drop", "IA-R047")
def test_the_players_own_markers_may_be_declared() -> None:
    state = field(
        dropping(section("para", ATTACKER, 1)),
        options=(("para-drop", "declared"),),
        drops=(Drop("para", (100.0, 100.0), 1, (("para1", (111.0, 95.0)),)),),
    )
    assert down(state, "").state.figure("para1").at == (111.0, 95.0)


@pytest.mark.rule("IA-air.para-first-period", "IA-R048")
def test_in_the_first_period_they_do_not_fire_and_in_the_second_they_do() -> None:
    state = field(dropping(section("para", ATTACKER, 1)), drops=(Drop("para", (100.0, 100.0), 1),))
    state = down(state, "d12:12,d6:1,d6:1").state
    bar = man_bar(state, state.figure("para1"))
    assert bar is not None
    assert bar.citation == "IA-air.para-first-period"
    later = replace(state, period=2)
    assert man_bar(later, later.figure("para1")) is None


@pytest.mark.rule("IA-air.glider-run")
def test_a_glider_needs_100_m_from_the_last_hedge() -> None:
    """The hedge, 2 m wide, lies about y = 100: its far side is at 101. From there to 201 are 100 m."""
    board = replace(PLAIN, features=(line("hedge", (0.0, 100.0), (600.0, 100.0)),))
    way = ((300.0, 0.0), (300.0, 201.0))
    assert run(board, way) == pytest.approx(100.0)
    judge_flight(board, GLIDER, FlightPlan("glider", way, 1))
    with pytest.raises(RuleViolation) as refused:
        judge_flight(board, GLIDER, FlightPlan("glider", ((300.0, 0.0), (300.0, 200.0)), 1))
    assert refused.value.code == "run-too-short"


@pytest.mark.rule("IA-air.helicopter-space", "IA-R049")
@pytest.mark.parametrize(("west", "lands"), [(110.0, True), (109.9, False)])
def test_a_helicopter_needs_2_m_beyond_its_rotor(west: float, lands: bool) -> None:
    """Its rotor of 16 m reaches 8 m from (100, 100): the wood must begin 10 m away."""
    board: Board = replace(PLAIN, features=(area("woods", west, 50, 200, 150),))
    assert space(board, (100.0, 100.0), 16.0) == pytest.approx(west - 108.0)
    flight = FlightPlan("heli", ((0.0, 100.0), (100.0, 100.0)), 1)
    if lands:
        judge_flight(board, HELICOPTER, flight)
        return
    with pytest.raises(RuleViolation) as refused:
        judge_flight(board, HELICOPTER, flight)
    assert refused.value.code == "no-landing-space"
    judge_flight(board, HELICOPTER, replace(flight, then="hover"))


def changed_vehicle(state, **changes):
    return state.with_vehicle(replace(state.vehicle("bird"), **changes))


def inbound(kind=HELICOPTER, *, then: Literal["land", "hover", "pass"] = "land", passengers=6, **changes):
    """An aircraft that comes in from the west along y = 100 to (200, 100), its passengers a group of their own."""
    plane = vehicle("bird", ATTACKER, kind, crew=kind.crew)
    plane = replace(plane, vehicles=tuple(replace(v, at=None) for v in plane.vehicles))
    lift = section("lift", ATTACKER, passengers)
    lift = replace(lift, figures=tuple(replace(man, at=None, aboard="bird", place="passenger") for man in lift.figures))
    flight = FlightPlan("bird", ((0.0, 100.0), (200.0, 100.0)), 1, then, **changes)
    return field(plane, lift, section("red", DEFENDER, 1, at=(150, 200), facing=SOUTH), flights=(flight,))


@pytest.mark.rule("IA-air.flight-plan", "IA-air.leaving", "IA-R221")
def test_a_glider_flies_in_in_its_period_and_its_men_get_out_in_the_next_less_10_m() -> None:
    state = down(inbound(GLIDER), "").state
    bird = state.vehicle("bird")
    assert (bird.at, bird.facing, bird.aloft, bird.doing.moved) == ((200.0, 100.0), 90.0, False, 200.0)
    assert state.flights == ()
    course = carried_out(replace(state, period=2), {})
    out = [man for man in course.state.men("lift") if man.at is not None]
    assert len(out) == 6
    assert all(man.doing.boarding for man in out), "erect in the open for that period"


@pytest.mark.rule("IA-air.flight-plan", "IA-R221")
@pytest.mark.parametrize(("then", "aloft", "left"), [("land", False, 0), ("hover", True, 1), ("pass", True, 0)])
def test_an_aircraft_s_engine_runs_for_as_long_as_it_flies(then, aloft, left) -> None:
    """It hovers until its third period; who passes or has landed flies no more."""
    state = inbound(then=then, **({"leaves": 3} if then == "hover" else {}))
    began = changed_vehicle(state, running=not aloft)
    bird = down(began, "").state.vehicle("bird")
    assert (bird.aloft, bird.running) == (aloft, aloft)
    assert (bird.turret, bird.facing) == (90.0, 90.0)
    assert len(down(began, "").state.flights) == left


@pytest.mark.rule("IA-air.helicopter-rope")
def test_five_men_a_period_slide_down_the_rope() -> None:
    state = down(inbound(then="hover", passengers=7), "").state
    assert state.vehicle("bird").aloft
    state = carried_out(replace(state, period=2), {}).state
    assert [man.at is not None for man in state.men("lift")] == [True] * 5 + [False] * 2
    state = carried_out(replace(state, period=3, drafts=()), {}).state
    assert all(man.at is not None for man in state.men("lift"))


@pytest.mark.rule("IA-air.fire-on-aircraft", "IA-air.brought-down", "IA-air.crash-survival", "IA-R050", "IA-R051")
def test_fire_hits_whoever_is_aboard_and_a_1_brings_it_down() -> None:
    """One LMG at (148, 200) fires at 100 m at the point of the path where the front edge, 8 m ahead of the middle at
    (140, 100), is straight ahead of it: 5 points, 1 for each of the 5 men aboard, who count as erect, 1 less as it did
    not fire last period. The chance die of 6 is over its one man. 9 points need a 5 for one hit; the first man diced
    for falls on a 1, and his own 1 brings the aircraft down. The 4 who are left dice: 1 and 3 die, 4 and 5 live."""
    state = inbound(then="hover", passengers=1)
    state = changed(state, "red1", at=(148.0, 200.0), weapons=(Weapon.BELT_LMG,))
    state = down(state, "").state
    state = replace(
        state,
        step=PeriodStep.RESOLUTION,
        sightings=(Located("red", "bird", (150.0, 100.0), 1),),
        plans=(FirePlan("red1", "fire", "bird"),),
    )
    chance = Scripted("d6:6,d6:6,d6:1,d6:1,d6:1,d6:4,d6:3,d6:5")
    course = Course(state, chance)
    resolve(course)
    chance.finish()
    (event,) = happened(course, "fire-resolved")
    assert set(event.groups) == {"bird", "lift"}
    assert (event.total.value, event.needs, event.hits) == (9, 5, 1)
    (shot,) = happened(course, "shot-at")
    (crashed,) = happened(course, "crashed")
    assert (shot.dice, crashed.at) == ((1,), (140.0, 100.0))
    assert [(die.die, die.survived) for die in crashed.dice] == [(1, False), (4, True), (3, False), (5, True)]


@pytest.mark.rule("IA-air.crash-survival", "IA-R051")
def test_survivors_of_a_crash_keep_their_personal_weapons() -> None:
    """A pilot and a passenger left: 4 survives, 3 does not."""
    state = down(inbound(GLIDER, passengers=1), "").state
    hurt = changed(state, "bird1", life=Life.CASUALTY)
    chance = Scripted("d6:1,d6:4,d6:3")
    course = Course(hurt, chance)
    after_hits(course, state, state.group("bird"), (120.0, 100.0))
    chance.finish()
    wreck = course.state.vehicle("bird")
    assert (wreck.at, wreck.condition) == ((120.0, 100.0), Condition.DESTROYED)
    pilot, rider = course.state.figure("bird2"), course.state.figure("lift1")
    assert (pilot.life, pilot.weapons, pilot.aboard) == (Life.FIT, (Weapon.PISTOL,), None)
    assert pilot.at is not None
    assert rider.life is Life.CASUALTY


@pytest.mark.rule("IA-air.brought-down")
def test_no_1_and_it_flies_on() -> None:
    state = down(inbound(GLIDER, passengers=1), "").state
    chance = Scripted("d6:2")
    course = Course(changed(state, "bird1", life=Life.CASUALTY), chance)
    after_hits(course, state, state.group("bird"), (120.0, 100.0))
    chance.finish()
    assert course.state.vehicle("bird").condition is Condition.RUNNING


@pytest.mark.rule("IA-air.helicopter-reply", "IA-R059")
@pytest.mark.parametrize(("red", "doors"), [((60, 150), {0}), ((140, 150), {1}), ((100, 260), set())])
def test_door_guns_see_and_reply_to_their_side_at_any_point_of_the_flight(red, doors) -> None:
    """It has flown from 100, 50 to 100, 250: who stands 40 m to the west at 150 is abreast of the left door in
    mid-flight and behind both at its end; who stands ahead is in neither."""
    flown = Doing(pace=Pace.DRIVE, path=((100.0, 50.0), (100.0, 250.0)), moved=200.0)
    state = field(
        vehicle("heli", ATTACKER, HELICOPTER, at=(100, 250), doing=flown, aloft=True, crew=4),
        section("red", DEFENDER, 1, at=red, facing=SOUTH),
    )
    state = looked(replace(state, step=PeriodStep.RESOLUTION))
    guns = [arm for arm in arms(state, state.group("heli")) if arm.vehicle]
    found = [direct(state, arm, state.group("red")) for arm in guns]
    assert {shot.arm.mount for shot in found if isinstance(shot, Shot)} == doors
    assert all(shot.metres == pytest.approx(40.0, abs=0.5) for shot in found if isinstance(shot, Shot))
