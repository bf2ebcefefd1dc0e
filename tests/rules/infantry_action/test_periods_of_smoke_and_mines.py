"""Smoke, light and mines in whole periods: what is laid, lit, set off. Worked by hand from the book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Light, Weapon
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.ground.places import overlaps
from rules.infantry_action.prompt import prompt
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import ATTACK, NORTH, PLAIN, SOUTH, TRUCK, mined, section, team, vehicle
from tests.rules.infantry_action.table import Table, walk
from tests.rules.infantry_action.test_periods_of_fire import STANDS, begun

FAR = section("red", DEFENDER, 1, at=(100, 350), facing=SOUTH)
LIT = 2
"""The period after the first, in which the light of a shot shines."""


def mortar(kind: Weapon, how: str, *, light: Light = Light.DAY) -> Table:
    """A mortar at 100, 100 makes smoke or light 100 m north of it; the wind blows to the east."""
    table = begun(team("tube", ATTACKER, kind, 2, at=(100, 100)), FAR, light=light, board=replace(PLAIN, wind=90.0))
    table.to_fire()
    table.fire(Fire(unit="tube", how=how, at="100,200"))
    return table


@pytest.mark.rule("IA-illum.light-mortar", "IA-illum.medium-mortar", "IA-R143")
@pytest.mark.parametrize(
    ("kind", "radius"), [(Weapon.LIGHT_MORTAR, 20.0), (Weapon.MORTAR_60, 20.0), (Weapon.MEDIUM_MORTAR, 30.0)]
)
def test_a_mortar_lights_the_ground(kind: Weapon, radius: float) -> None:
    (lit,) = mortar(kind, "light", light=Light.DARK).state.lit
    assert (lit.at, lit.radius, lit.first, lit.last) == ((100.0, 200.0), radius, LIT, LIT)


@pytest.mark.rule("IA-smoke.fifty", "IA-smoke.medium-mortar", "IA-smoke.duration")
@pytest.mark.parametrize(
    ("kind", "length"), [(Weapon.LIGHT_MORTAR, 50.0), (Weapon.MORTAR_60, 50.0), (Weapon.MEDIUM_MORTAR, 100.0)]
)
def test_a_mortars_smoke_drifts_down_wind_for_two_periods(kind: Weapon, length: float) -> None:
    table = mortar(kind, "smoke")
    (screen,) = table.state.screens
    assert abs(screen.end[0] - screen.start[0]) + abs(screen.end[1] - screen.start[1]) == pytest.approx(length)
    assert [period for period in range(1, 6) if screen.active(period)] == [2, 3]


@pytest.mark.rule("IA-illum.flame", "IA-smoke.fifty", "IA-R193")
def test_a_flame_thrower_lights_30_m_for_two_periods() -> None:
    """40 m: 8 points, a man erect in the open 2, first fire -1, chance 3 of 1 man 0: 9; a 1 misses."""
    burner = section("able", ATTACKER, 1, at=(100, 100), weapons=(Weapon.FLAME_THROWER,))
    table = begun(burner, section("red", DEFENDER, 1, at=(100, 140), facing=SOUTH), dice=f"3,1,{STANDS}")
    table.period(fire=[Fire(unit="able", target="red")])
    assert table.total()["sa.effect"] == 8
    (lit,) = table.state.lit
    assert (lit.at, lit.radius, lit.first, lit.last) == ((100.0, 140.0), 30.0, 2, 3)
    (screen,) = table.state.screens
    assert [period for period in range(1, 6) if screen.active(period)] == [2, 3, 4, 5]


@pytest.mark.rule("IA-illum.flame", "IA-R193", "IA-R251", "IA-mine.fougasse", "IA-vic.expended")
def test_a_fougasse_lights_the_ground_where_it_stood_and_is_used_up() -> None:
    """Able stands 30 m from it, in its cone."""
    fougasse = Device("drum", "fougasse", DEFENDER, (100.0, 200.0), facing=SOUTH)
    red = section("red", DEFENDER, 1, at=(100, 230), facing=SOUTH)
    table = begun(section("able", ATTACKER, 1, at=(100, 170)), red, devices=(fougasse,), dice=f"1,{STANDS}")
    table.period(fire=[Fire(unit="red", how="detonate", at="100,200")])
    assert table.state.devices == ()
    (lit,) = table.state.lit
    assert (lit.at, lit.radius) == ((100.0, 200.0), 30.0)


# ── Mines ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-mine.ap-trigger", "IA-mine.ap-foot")
@pytest.mark.parametrize(("die", "life"), [("3", Life.CASUALTY), ("4", Life.FIT)])
def test_a_man_who_walks_over_mines_sets_them_off(die: str, life: Life) -> None:
    able = section("able", ATTACKER, 1, at=(105, 50))
    table = begun(able, FAR, mines=(mined(10, 6),), dice=die if life is Life.FIT else f"{die},{STANDS}")
    table.period(walk("able", "105,80"))
    assert table.state.figure("able1").life is life


@pytest.mark.rule("IA-mine.ap-soft-vehicle", "IA-mine.ap-trigger")
def test_a_lorry_always_sets_off_mines_and_is_disabled() -> None:
    """Its driver's 1 is a hit."""
    truck = vehicle("truck", ATTACKER, TRUCK, at=(105, 30), running=True)
    table = begun(truck, section("able", ATTACKER, 1), FAR, mines=(mined(10, 6),), dice="1")
    table.period(OrderGroup(unit="truck", pace="drive", to="105,100"))
    lorry = table.state.vehicle("truck")
    assert lorry.condition is Condition.DESTROYED
    assert lorry.at is not None
    assert lorry.at[1] < 71
    assert table.state.figure("truck1").life is Life.CASUALTY


@pytest.mark.rule("IA-mine.at-soft", "IA-mine.at-trigger")
def test_a_lorry_on_anti_tank_mines_is_destroyed_and_its_driver_throws_as_a_crewman() -> None:
    """3: he gets out, with a pistol."""
    truck = vehicle("truck", ATTACKER, TRUCK, at=(105, 30), running=True)
    table = begun(truck, FAR, mines=(mined(10, 6, people=False, tanks=True),), dice="3")
    table.period(OrderGroup(unit="truck", pace="drive", to="105,100"))
    assert table.state.vehicle("truck").condition is Condition.DESTROYED
    driver = table.state.figure("truck1")
    assert (driver.life, driver.aboard, driver.weapons) == (Life.FIT, None, (Weapon.PISTOL,))


@pytest.mark.rule("IA-scale.ground-54mm", "IA-base.sizes")
@pytest.mark.parametrize(("scale", "overlapping"), [("25mm", True), ("54mm", False)])
def test_with_54_mm_figures_a_base_is_5_m_wide(scale: str, overlapping: bool) -> None:
    """A front of 25 mm is 10 m at an inch to 10 m; of 50 mm it is 5 m at a centimetre a metre. Two men 6 m abreast."""
    able = section("able", ATTACKER, 1, at=(100, 100))
    red = section("red", DEFENDER, 2, at=(97, 200), facing=SOUTH, spacing=6.0)
    table = begun(able, red, options=(("figure-scale", scale),), dice=f"4,1,{STANDS}")
    table.period(fire=[Fire(unit="able", target="red")])
    assert table.total()["tt.erect"] == 2
    assert overlaps(table.state, table.state.figure("red1")) is overlapping


@pytest.mark.rule("IA-smoke.fifty", "IA-R261")
def test_smoke_is_written_with_the_orders_while_nobody_sees_anybody() -> None:
    """Nobody is asked for fire: Red, 400 m off, is out of sight. The screen stands in periods 2 and 3."""
    hidden = section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH)
    table = begun(team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 2, at=(100, 100)), hidden)
    table.period(Fire(unit="tube", how="smoke", at="100,200"))
    assert table.state.period == 2, "no fire was asked for"
    (screen,) = table.state.screens
    assert [period for period in range(1, 6) if screen.active(period)] == [2, 3]


@pytest.mark.rule("IA-smoke.fifty", "IA-R261", "IA-orders.written")
def test_smoke_of_the_orders_is_sealed_with_them_and_needs_a_ready_weapon() -> None:
    tube = team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 2, at=(100, 100), ready_from=None)
    table = begun(tube, section("red", DEFENDER, 1, at=(590, 390), facing=SOUTH))
    assert table.refused(Fire(unit="tube", how="smoke", at="100,200"))
    assert table.refused(Fire(unit="tube", target="red")) == "not-yet"
    ready = begun(team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 2, at=(100, 100)), FAR)
    ready.write(Fire(unit="tube", how="smoke", at="100,200"))
    ready.do(SealOrders(), ATTACK)
    assert ready.refused(Fire(unit="tube", how="smoke", at="100,250")) == "sealed"


@pytest.mark.rule("IA-R023", "IA-R261")
def test_for_fire_both_sides_are_asked_or_neither() -> None:
    """Able sees Red and Red, who faces away, sees nobody: whoever were asked alone would learn it."""
    table = begun(section("able", ATTACKER, 1, at=(100, 100)), section("red", DEFENDER, 1, at=(100, 150), facing=NORTH))
    table.to_fire()
    assert (table.state.seen(ATTACKER, "red"), table.state.seen(DEFENDER, "able")) == (True, False)
    asks = prompt(table.state).asks
    assert {ask.side for ask in asks} == {ATTACKER, DEFENDER}
    assert len({ask.question for ask in asks}) == 1
    apart = begun(section("able", ATTACKER, 1), section("red", DEFENDER, 1, at=(590, 390), facing=NORTH))
    apart.to_fire()
    assert apart.state.period == 2, "neither side was asked"
