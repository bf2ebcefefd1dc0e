"""Whole periods in which a weapon may not do what it is told, or is helped: crews, mortars, turrets, bunkers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Gear, Posture, Rank, Weapon
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.shots import Shot, at_unmanned
from rules.infantry_action.play.fire.targets import hittable
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep
from tests.rules.infantry_action.field import SOUTH, TRUCK, area, changed, field, looked, section, team, vehicle
from tests.rules.infantry_action.table import Table, added, walk
from tests.rules.infantry_action.test_periods_of_fire import DEEP, STANDS, armed, begun, firers, shooter

RED = section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH)


@pytest.mark.rule("IA-sa.lmg-no2", "IA-R068")
def test_a_number_two_helps_a_light_machine_gun_and_fires_nothing_himself() -> None:
    """At 100 m a magazine LMG scores 5 and its number two 3, more than the 2 of his rifle."""
    able = armed(shooter(2, spacing=3.0), 1, weapons=(Weapon.MAGAZINE_LMG,))
    table = begun(able, RED, dice=f"2,1,{STANDS}")
    table.period(fire=[Fire(unit="able", target="red")])
    assert firers(table) == ["able1"]
    assert (table.total()["sa.effect"], table.total()["sa.lmg-no2"]) == (5, 3)
    assert table.state.figure("able2").fired_in == 1
    table.finish()


@pytest.mark.rule("IA-hw.mortar-indirect", "IA-hw.observer-busy", "IA-R073")
def test_a_mortar_fires_by_the_eyes_of_a_man_who_then_fires_nothing() -> None:
    """81 mm at 300 m: 5 points. The observer stands 30 m before it, beside a house that hides Red from the crew."""
    house = (area("building", 90, 130, 112, 140, height=8.0),)
    tube = team("tube", ATTACKER, Weapon.MEDIUM_MORTAR, 2, at=(100, 120))
    eyes = section("eyes", ATTACKER, 1, at=(100, 145))
    far = section("red", DEFENDER, 1, at=(100, 420), facing=SOUTH)
    table = begun(tube, eyes, far, features=house, board=DEEP, dice=f"2,1,{STANDS}")
    table.period(fire=[Fire(unit="tube", target="red"), Fire(unit="eyes", target="red")])
    assert firers(table) == ["tube-gun"]
    assert table.total()["hw.effect"] == 5
    assert table.state.figure("eyes1").fired_in < 0
    table.finish()


@pytest.mark.rule("IA-hw.no-move-and-fire", "IA-R074")
def test_a_gun_that_was_pushed_does_not_fire() -> None:
    table = begun(team("gun", ATTACKER, Weapon.AT_GUN, 3, at=(100, 100)), RED)
    table.to_fire(OrderGroup(unit="gun", pace="manhandle", to="103,110"))
    assert table.state.gun("gun-gun").at != (100, 100)
    if table.state.step is PeriodStep.DECLARATION:
        assert table.refused(Fire(unit="gun", target="red"))
        table.seal()
    assert firers(table) == []


@pytest.mark.rule("IA-hw.turret-targets", "IA-loc.arc-turret")
@pytest.mark.parametrize(("turret", "fires"), [(90, True), (0, False)])
def test_a_turret_fires_where_it_points_or_the_driver_looks(turret: float, fires: bool) -> None:
    """Blue stands due east of a tank that faces north, closed down."""
    tank = vehicle("tank", ATTACKER, at=(100, 100), running=True)
    blue = section("blue", DEFENDER, 1, at=(200, 100), facing=SOUTH)
    table = begun(tank, blue, dice=f"2,1,{STANDS}" if fires else "")
    table.to_fire(OrderGroup(unit="tank", pace="halt", turret=turret, closed=True))
    if fires:
        table.fire(Fire(unit="tank", target="blue"))
        assert set(firers(table)) == {"tank/0", "tank/1"}
    else:
        assert table.state.located("tank", "blue") is None
    assert table.state.vehicle("tank").turret == turret


@pytest.mark.rule("IA-opt.bunker-no-rockets", "IA-R015")
def test_no_rocket_is_fired_out_of_a_bunker() -> None:
    able = armed(shooter(), weapons=(Weapon.ONE_MAN_AT,))
    pillbox = area("bunker", 90, 95, 110, 105, name="The pillbox")
    table = begun(able, RED, features=(pillbox,))
    table.to_fire()
    if table.state.step is PeriodStep.DECLARATION:
        assert table.refused(Fire(unit="able", target="red"))
        table.seal()
    assert firers(table) == []
    assert table.state.figure("able1").fired_in < 0


@pytest.mark.rule("IA-base.heavy-crew-standing", "IA-tt.erect")
@pytest.mark.parametrize(("crew", "points"), [(True, 1), (False, None)])
def test_a_man_who_lies_at_a_machine_gun_counts_as_standing(crew: bool, points: int | None) -> None:
    prone = {"at": (100.0, 170.0), "facing": SOUTH}
    red = team("red", DEFENDER, Weapon.TRIPOD_MG, 1, **prone) if crew else section("red", DEFENDER, 1, **prone)
    table = begun(shooter(), armed(red, posture=Posture.PRONE), dice=f"4,2,{STANDS}")
    table.period(fire=[Fire(unit="able", target="red")])
    assert table.total().get("tt.erect") == points
    assert table.state.figure("red1").posture is Posture.PRONE


@pytest.mark.rule("IA-orders.speech-range", "IA-orders.communication", "IA-R028")
@pytest.mark.parametrize(("shots", "reached"), [(False, True), (True, False)])
def test_fire_within_100_m_in_the_last_period_drowns_speech_beyond_10_m(shots: bool, reached: bool) -> None:
    """The officer stands 40 m from Able, who have had an order; Baker fires 60 m from both."""
    table = begun(
        section("hq", ATTACKER, 1, at=(60, 100), rank=Rank.OFFICER),
        shooter(ordered=True),
        section("baker", ATTACKER, 1, at=(120, 110)),
        section("red", DEFENDER, 1, at=(120, 200), facing=SOUTH),
        dice=f"4,1,{STANDS}" if shots else "",
    )
    table.period(fire=[Fire(unit="baker", target="red")] if shots else [])
    if reached:
        table.period(walk("able", "100,110"))
        assert table.state.figure("able1").at == (100, 110)
    else:
        assert table.refused(walk("able", "100,110")) == "out-of-touch"


@pytest.mark.rule("IA-off.modes", "IA-R161")
def test_fire_arranged_before_the_battle_falls_in_its_period_and_nobody_called_it() -> None:
    """Period 2: 25 and a man erect in the open 2: 27, one hit; 2."""
    able = section("able", ATTACKER, 1, at=(100, 20))
    state = field(able, RED, section("more", DEFENDER, 1, at=(400, 390), facing=SOUTH))
    plan = Mission("plan", ATTACKER, "", "fire", (100.0, 200.0), 0.0, 2)
    sides = tuple(replace(side, support=50) if side.key == ATTACKER else side for side in state.sides)
    table = Table(replace(state, sides=sides, missions=(plan,)), "2")
    table.hold()
    table.period()
    assert table.state.figure("red1").fit
    table.period()
    assert table.state.figure("red1").life is Life.CASUALTY
    assert (table.state.side(ATTACKER).support, table.state.missions) == (0, ())
    table.finish()


@pytest.mark.rule("IA-afvcrew.exposed-targets", "IA-R162")
@pytest.mark.parametrize(("closed", "points"), [(False, 1), (True, 0)])
def test_a_commander_with_his_hatch_open_is_a_target_for_rifles(closed: bool, points: int) -> None:
    """150 m: a rifle 2, the commander partly inside who stands 1 by 1 at most, first fire -1, chance 4 of 1 man 0; a 6
    finds him, and a 2 fells him. Closed down there is nobody to hit."""
    tank = vehicle("tank", DEFENDER, at=(100, 250), facing=SOUTH, gear=(Gear.RADIO,))
    table = begun(shooter(), tank, dice="4,6,2,6,6" if points else "")
    table.to_fire(OrderGroup(unit="tank", pace="halt", closed=closed))
    seen = [man.id for man in table.state.men("tank") if hittable(table.state, man)]
    assert len(seen) == points
    assert table.state.vehicle("tank").closed is closed
    if closed:
        assert table.refused(Fire(unit="able", target="tank")) == "no-anti-tank-effect"
    else:
        table.fire(Fire(unit="able", target="tank"))
        assert table.state.figure("tank2").life is Life.CASUALTY
        table.finish()


@pytest.mark.rule(
    "IA-afvreact.minus2", "IA-afvreact.minus3.commander", "IA-afvreact.minus1.friends-retreat", "IA-at.halts"
)
def test_a_tank_that_has_lost_its_commander_and_a_friend_counts_both_in_its_test() -> None:
    """-3 for its commander, -2 for the wreck of another, -1 for a friend who ran."""
    gun = team("gun", ATTACKER, Weapon.AT_GUN, 1, at=(100, 100), calibre=57)
    tank = vehicle("tank", DEFENDER, at=(100, 250), facing=SOUTH)
    wreck = vehicle("wreck", DEFENDER, at=(200, 250), facing=SOUTH, condition=Condition.KNOCKED_OUT)
    table = begun(gun, tank, wreck, section("more", DEFENDER, 1, at=(130, 260), facing=SOUTH), dice="2,6,6,6,6")
    table.to_fire()
    table.state = changed(table.state, "tank2", life=Life.CASUALTY, aboard=None)
    ran = replace(table.state.figure("more1").doing, panic=True, moved=30.0)
    table.state = changed(table.state, "more1", doing=ran)
    table.fire(Fire(unit="gun", target="tank"))
    items = added(table.happened("afv-tested")[0].score.items)
    assert (items["afvreact.minus3.commander"], items["afvreact.minus2"]) == (-3, -2)
    assert items["afvreact.minus1.friends-retreat"] == -1
    assert table.state.group("tank").bound.score is not None


@pytest.mark.rule("IA-sa.lmg-no2", "IA-R068")
def test_a_number_two_helps_where_his_rifle_would_score_no_more() -> None:
    """At 50 m a number two adds 2, and a rifle scores 2; who helps takes no minus for the first fire."""
    able = armed(shooter(2, spacing=3.0), 1, weapons=(Weapon.MAGAZINE_LMG,))
    table = begun(able, section("red", DEFENDER, 1, at=(100, 150), facing=SOUTH), dice=f"2,1,{STANDS}")
    table.period(fire=[Fire(unit="able", target="red")])
    total = table.total()
    assert firers(table) == ["able1"]
    assert (total["sa.effect"], total["sa.lmg-no2"], total["tt.moved-or-fresh"]) == (5, 2, -1)
    table.finish()


@pytest.mark.rule("IA-hw.mortar-trees", "IA-R093")
@pytest.mark.parametrize(("kind", "bursts"), [(Weapon.LIGHT_MORTAR, True), (Weapon.TRIPOD_MG, False)])
def test_of_fire_at_an_empty_lorry_beyond_trees_bombs_alone_burst_in_them(kind: Weapon, bursts: bool) -> None:
    """90 m; the wood's edge is 30 m before the weapon, whose crew sees over it from a hill."""
    ground = (area("hill", 60, 80, 140, 125, height=30.0), area("woods", 80, 150, 120, 160, height=6.0))
    gun = team("gun", ATTACKER, kind, 2, at=(100, 120))
    lorry = vehicle("lorry", DEFENDER, TRUCK, at=(100, 210), facing=SOUTH, crew=0)
    state = looked(field(gun, lorry, features=ground))
    (arm,) = [each for each in arms(state, state.group("gun")) if each.by == "gun-gun"]
    shot = at_unmanned(state, arm, state.vehicle("lorry"))
    assert isinstance(shot, Shot), shot
    assert shot.in_trees is bursts
