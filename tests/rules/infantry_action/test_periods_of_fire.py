"""Whole periods of fire, order to order, in which every die is named: whom fire finds, what it scores, who falls.
Worked by hand from the book's charts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Gear, Posture, Weapon
from rules.infantry_action.figures import Life, Mount, RunningGear, VehicleKind, VehicleType
from rules.infantry_action.on_the_table import FlightPlan
from rules.infantry_action.play.fire.planning import offers_of
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep
from rules.kernel.refusals import Why
from tests.rules.infantry_action.field import (
    NORTH,
    PLAIN,
    SOUTH,
    WEST,
    Force,
    area,
    changed,
    field,
    section,
    team,
    vehicle,
)
from tests.rules.infantry_action.table import Table, walk

DEEP = replace(PLAIN, depth=800.0)
AT_RED = Fire(unit="able", target="red")
STANDS = "3,3,4"
"""A reaction test that leaves everybody free."""


def begun(*forces: Force, dice: str = "", **changes: Any) -> Table:
    """The orders of the first period; nobody fires unless he is told."""
    table = Table(field(*forces, **changes), dice)
    table.hold()
    return table


def shooter(size: int = 1, **changes: Any) -> Force:
    return section("able", ATTACKER, size, at=(100, 100), **changes)


def armed(force: Force, *numbers: int, **changes: Any) -> Force:
    """The same with those men changed; nobody named: all."""
    men = (replace(m, **changes) if m.number in numbers or not numbers else m for m in force.figures)
    return replace(force, figures=tuple(men))


def firers(table: Table) -> list[str]:
    return [shot.by for event in table.happened("shots-fired") for shot in event.shots]


# ── Who may fire at whom ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-sa.targets", "IA-loc.arc-infantry", "IA-R059")
def test_a_man_fires_at_whoever_is_or_passes_in_front_of_him() -> None:
    """Red walks 50 m across his front and ends 30 m to the left of it; they pass it 60 m off. Blue stands at his side.
    Rifle 2, a man in the open who walked 1 + 1, first fire -1, chance 4 of 1 man 0: 3, a hit on 6."""
    red = section("red", DEFENDER, 1, at=(120, 160), facing=WEST)
    blue = section("blue", DEFENDER, 1, at=(250, 100), facing=WEST)
    table = begun(shooter(), red, blue, dice=f"4,5,{STANDS}")
    table.to_fire(walk("red", "70,160"))
    assert table.refused(Fire(unit="able", target="blue")) == "no-target"
    table.fire(AT_RED)
    assert table.total() == {
        "sa.effect": 2, "tt.exposed": 1, "tt.erect": 1, "tt.moved-or-fresh": -1, "chance.die": 0,
    }  # fmt: skip
    assert (table.state.figure("able1").fired_in, table.state.figure("red1").at) == (1, (70, 160))
    table.finish()


@pytest.mark.rule("IA-sa.grenade-choice", "IA-sa.grenade-no-los")
def test_men_with_a_radio_and_gun_crews_throw_no_grenades() -> None:
    """The second of two men has the radio, the gun's crew its gun; the first throws over a wall."""
    able = armed(armed(shooter(2, spacing=2.0), grenades=True), 2, gear=(Gear.RADIO,))
    gun = armed(team("gun", ATTACKER, Weapon.TRIPOD_MG, 2, at=(120, 100)), grenades=True)
    red = section("red", DEFENDER, 1, at=(100, 120), facing=SOUTH)
    table = begun(able, gun, red, dice=f"4,2,{STANDS}")
    table.to_fire()
    for man, unit in (("able2", "able"), ("gun1", "gun")):
        assert table.refused(Fire(unit=unit, figure=man, target="red", how="grenade"))
    table.fire(Fire(unit="able", figure="able1", target="red", how="grenade"))
    assert firers(table) == ["able1"]
    assert table.total()["sa.effect"] == 5
    assert table.state.figure("able1").fired_in == 1
    table.finish()


@pytest.mark.rule("IA-hw.targets", "IA-hw.effect", "IA-hw.helpers", "IA-loc.arc-heavy-weapon")
def test_a_machine_gun_fires_within_its_45_degrees() -> None:
    """On its tripod it scores 5 at 100 m, a number two 1; Blue is 45 degrees off its line. First fire -1; a man erect
    in the open 2; chance 2 of 2 men counts: 9, a hit on 5 or 6."""
    gun = team("gun", ATTACKER, Weapon.TRIPOD_MG, 2, at=(100, 100))
    red = section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH)
    blue = section("blue", DEFENDER, 1, at=(200, 200), facing=SOUTH)
    table = begun(gun, red, blue, dice=f"2,4,{STANDS}")
    table.to_fire()
    assert table.refused(Fire(unit="gun", target="blue")) == "no-target"
    table.fire(Fire(unit="gun", target="red"))
    total = table.total()
    assert (total["hw.effect"], total["hw.helpers"], total["chance.die"]) == (5, 1, 2)
    assert table.happened("fire-resolved")[0].needs == 5
    assert table.state.gun("gun-gun").fired_in == 1
    table.finish()


@pytest.mark.rule("IA-hw.mortar-trees")
@pytest.mark.parametrize("wood", [True, False])
def test_mortar_bombs_burst_in_trees_on_their_way(wood: bool) -> None:
    """A 2 inch mortar fires 90 m; 30 m before it the wood's edge, which men on a hill see over."""
    trees = (area("woods", 80, 150, 120, 160, height=6.0),) if wood else ()
    hill = area("hill", 60, 80, 140, 125, height=30.0)
    tube = team("tube", ATTACKER, Weapon.LIGHT_MORTAR, 2, at=(100, 120))
    red = section("red", DEFENDER, 1, at=(100, 210), facing=SOUTH)
    table = begun(tube, red, dice="" if wood else f"2,6,1,{STANDS}", features=(hill, *trees))
    table.period(fire=[Fire(unit="tube", target="red")])
    assert len(table.happened("fire-resolved")) == (0 if wood else 1)
    assert table.state.figure("red1").life is (Life.FIT if wood else Life.CASUALTY)


@pytest.mark.rule("IA-hw.missile-crew", "IA-cost.missiles")
def test_one_man_fires_a_missile_set_until_its_missiles_are_gone() -> None:
    """At a man 300 m off it scores 6, and takes one of its two missiles."""
    gun = team("set", ATTACKER, Weapon.MISSILE, 1, at=(100, 100), missiles=1)
    red = section("red", DEFENDER, 1, at=(100, 400), facing=SOUTH)
    table = begun(gun, red, dice=f"4,2,{STANDS}", board=DEEP)
    table.period(fire=[Fire(unit="set", target="red")])
    assert table.total()["hw.effect"] == 6
    assert table.state.gun("set-gun").missiles == 0
    table.to_fire()
    assert table.refused(Fire(unit="set", target="red")) == "used-up"


@pytest.mark.rule("IA-hw.missile-crew")
def test_a_missile_set_without_a_man_fires_nothing() -> None:
    gun = team("set", ATTACKER, Weapon.MISSILE, 1, at=(100, 100), missiles=2)
    red = section("red", DEFENDER, 1, at=(100, 400), facing=SOUTH)
    table = begun(gun, red, board=DEEP)
    table.to_fire()
    table.state = changed(table.state, "set1", life=Life.CASUALTY)
    assert table.refused(Fire(unit="set", target="red")) == Why.UNKNOWN_UNIT
    assert table.state.gun("set-gun").missiles == 2


# ── Men abreast, over friends, on a rise ──────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-sa.over-friends", "IA-sa.overlapping-bases", "IA-R184")
def test_men_abreast_at_5_m_all_fire() -> None:
    """Three rifles 2 each; one target erect in the open whose base nobody overlaps 2; nobody has fired before -3."""
    table = begun(
        shooter(3, spacing=5.0), section("red", DEFENDER, 1, at=(105, 200), facing=SOUTH), dice=f"5,1,{STANDS}"
    )
    table.period(fire=[AT_RED])
    assert firers(table) == ["able1", "able2", "able3"]
    assert table.total()["sa.effect"] == 6
    table.finish()


@pytest.mark.rule("IA-sa.over-friends", "IA-R063")
@pytest.mark.parametrize(
    ("height", "posture", "passes"),
    [(2.0, Posture.ERECT, True), (1.5, Posture.ERECT, False), (0.0, Posture.PRONE, True)],
)
def test_fire_passes_over_whoever_is_clearly_lower(height: float, posture: Posture, passes: bool) -> None:
    table = begun(
        shooter(),
        section("guard", ATTACKER, 1, at=(100, 150), posture=posture),
        section("red", DEFENDER, 1, at=(100, 250), facing=SOUTH),
        features=(area("hill", 60, 80, 140, 120, height=height),) if height else (),
        dice=f"4,2,{STANDS}",
    )
    table.to_fire()
    if not passes:
        assert table.refused(AT_RED) == "over-friends"
        return
    table.fire(AT_RED)
    assert firers(table) == ["able1"]


# ── Vehicles and aircraft ─────────────────────────────────────────────────────────────────────────────────────────


JEEP = VehicleType(
    "jeep", "Jeep", VehicleKind.SOFT, RunningGear.WHEELED, crew=2, weapons=(Weapon.PIVOT_MG,), length=4.0
)


@pytest.mark.rule("IA-tt.moving-vehicle", "IA-veh.move-and-fire")
def test_a_gun_on_a_moving_vehicle_loses_2() -> None:
    """From 250 to 170 m: a pivot gun scores 4 up to 250 m; it has not fired before -1, moving -2."""
    jeep = vehicle("jeep", ATTACKER, JEEP, at=(100, 100), running=True)
    table = begun(jeep, section("red", DEFENDER, 1, at=(100, 350), facing=SOUTH), dice=f"2,1,{STANDS}")
    table.period(OrderGroup(unit="jeep", pace="drive", to="100,180"), fire=[Fire(unit="jeep", target="red")])
    total = table.total()
    assert (total["hw.effect"], total["tt.moving-vehicle"]) == (4, -2)
    assert table.state.vehicle("jeep").mounts[0].fired_in == 1
    assert table.state.vehicle("jeep").at != (100, 100)
    table.finish()


@pytest.mark.rule("IA-R040", "IA-veh.reverse-swim-horse")
def test_a_tank_that_reverses_by_order_fires_nothing() -> None:
    table = begun(
        vehicle("tank", ATTACKER, at=(100, 100), running=True), section("red", DEFENDER, 1, at=(100, 200), facing=SOUTH)
    )
    table.to_fire(OrderGroup(unit="tank", pace="reverse", to="100,60"))
    assert table.state.step is PeriodStep.DECLARATION
    assert table.refused(Fire(unit="tank", target="red")) == "moved"


HELICOPTER = VehicleType(
    "helicopter", "Helicopter", VehicleKind.HELICOPTER, RunningGear.AIR, crew=4, seats=12, length=16.0,
    weapons=(Weapon.PIVOT_MG, Weapon.PIVOT_MG),
)  # fmt: skip


@pytest.mark.rule("IA-air.helicopter-reply", "IA-R173", "IA-loc.arc-exposed-man")
def test_a_door_gun_fires_at_whom_the_flight_passes() -> None:
    """From 100, 50 to 100, 250: Red stands 60 m to the west at 150, abreast of the left door in mid-flight. A pivot gun
    scores 4 up to 100 m and further 6 at 50 to 100."""
    heli = vehicle("heli", ATTACKER, HELICOPTER, at=(100, 50), crew=4)
    sky = replace(
        heli,
        vehicles=tuple(
            replace(v, at=None, mounts=(Mount(Weapon.PIVOT_MG), Mount(Weapon.PIVOT_MG))) for v in heli.vehicles
        ),
    )
    plan = FlightPlan("heli", ((100.0, 50.0), (100.0, 250.0)), 1, then="land")
    table = begun(sky, section("red", DEFENDER, 1, at=(40, 150), facing=SOUTH), flights=(plan,), dice=f"2,1,{STANDS}")
    table.period(fire=[Fire(unit="heli", target="red")])
    assert firers(table) == ["heli/0"], "the left door alone"
    assert table.state.vehicle("heli").mounts[0].fired_in == 1


WITH_ORDERS = (("fire-declaration", "with-orders"), ("hidden-deployment", "off"))


@pytest.mark.rule("IA-R023", "IA-R263")
@pytest.mark.parametrize(("away", "shots"), [(50, 1), (300, 0)])
def test_fire_written_with_the_orders_is_fired_where_it_has_a_shot_after_the_movement(away: int, shots: int) -> None:
    """A rifle reaches 50 m; at 300 m nobody is seen who lies: the plan lapses, and Able alone reads of it."""
    red = section("red", DEFENDER, 1, at=(100, 50 + away), facing=NORTH, posture=Posture.PRONE)
    table = begun(section("able", ATTACKER, 1, at=(100, 50)), red, dice="6,6,6,6,6,6", options=WITH_ORDERS)
    offered = {offer.label for offer in offers_of(table.state, ATTACKER, "able")}
    assert {"Fire at Red", "Hold fire"} <= offered
    assert table.refused(Fire(unit="able")) == "no-target"
    table.period(Fire(unit="able", target="red"))
    assert table.state.period == 2
    assert sum(len(event.shots) for event in table.happened("shots-fired")) == shots
    lapsed = table.happened("fire-lapsed")
    assert [(event.side, event.audience) for event in lapsed] == [(ATTACKER, (ATTACKER,))] * (1 - shots)
    assert table.state.plans == ()
