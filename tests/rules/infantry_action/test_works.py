"""Buildings and bunkers, worked by hand from the book."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.kinds import Charge, Cover, Weapon
from rules.infantry_action.book.switches import House
from rules.infantry_action.book.works import (
    Blow,
    OtherFire,
    Works,
    bar_wrecking,
    building_points,
    dice_for_building,
    dice_for_bunker,
    harms_building,
    harms_bunker,
)
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.charts import chart

TANK_GUN = Blow(Weapon.AFV_GUN, 8, mm=75)
RECOILLESS = Blow(Weapon.RECOILLESS, 4)
BAZOOKA = Blow(Weapon.ONE_MAN_AT, 4)
OFF_TABLE = Blow(OtherFire.OFF_TABLE)
VEHICLE_GUNS_COUNT = House((("vehicle-mg-harms-buildings", "yes"),))


@pytest.mark.rule("IA-build.when")
@chart(
    "means",
    [
        OtherFire.OFF_TABLE, Weapon.LIGHT_MORTAR, Weapon.MEDIUM_MORTAR, Weapon.RECOILLESS, Weapon.AT_GUN,
        Weapon.AFV_GUN,
        Weapon.MISSILE, Weapon.LIGHT_SHELL_GUN, Weapon.FLAME_THROWER, Weapon.AFV_FLAME, Charge.MOLOTOV,
        Weapon.GRENADE_LAUNCHER, Weapon.ONE_MAN_AT, Charge.SATCHEL, OtherFire.FOUGASSE,
    ],
)  # fmt: skip
def test_what_a_building_is_diced_for(means: Weapon | Charge | OtherFire) -> None:
    assert harms_building(means)


@pytest.mark.rule("IA-build.when")
@pytest.mark.parametrize(
    "means", [Weapon.TRIPOD_MG, Weapon.PIVOT_MG, Weapon.TURRET_MG, Weapon.BELT_LMG, Weapon.RIFLE, Weapon.GRENADE,
              Charge.STICKY_BOMB, Charge.BANGALORE, Weapon.CLAYMORE],
)  # fmt: skip
def test_what_leaves_a_building_alone(means: Weapon | Charge) -> None:
    """No machine gun of any mount (IA-R134); no bombs that are stuck on armour (IA-R191)."""
    assert not harms_building(means)
    assert dice_for_building([Blow(means, 5)], Scripted("")) is None


@pytest.mark.rule("IA-build.when")
def test_vehicle_machine_guns_by_house_rule() -> None:
    assert harms_building(Weapon.TURRET_MG, VEHICLE_GUNS_COUNT)
    assert not harms_building(Weapon.TRIPOD_MG, VEHICLE_GUNS_COUNT)
    wrecked = dice_for_building([Blow(Weapon.TURRET_MG, 10)], Scripted("d6:1"), VEHICLE_GUNS_COUNT)
    assert wrecked is not None
    assert (wrecked.destroyed, wrecked.burning, wrecked.fire_die) == (True, True, None)  # not in the list with a die


@pytest.mark.rule("IA-build.destroyed")
def test_more_than_10_destroys() -> None:
    """A tank gun's 8: a 2 makes 10, which stands; a 3 makes 11."""
    stands = dice_for_building([TANK_GUN], Scripted("d6:2"))
    falls = dice_for_building([TANK_GUN], Scripted("d6:3,d6:4"))
    assert stands is not None
    assert falls is not None
    assert (stands.destroyed, stands.burning) == (False, False)
    assert (falls.points.value, falls.die, falls.destroyed, falls.burning, falls.fire_die) == (8, 3, True, False, 4)


@pytest.mark.rule("IA-build.destroyed")
def test_all_weapons_able_to_harm_it_add_up_and_no_others() -> None:
    """Tank gun 8, recoilless 4, a machine gun's 10 not: 12 and any die."""
    blows = [TANK_GUN, RECOILLESS, Blow(Weapon.TURRET_MG, 10), Blow(Weapon.MEDIUM_MORTAR, 0)]
    assert [item.amount for item in building_points(blows).items] == [8, 4]


@pytest.mark.rule("IA-build.off-table-5")
def test_off_table_fire_counts_5_once() -> None:
    """IA-R135, IA-R192: 5 and a 6 make 11, 5 and a 5 make 10."""
    assert building_points([OFF_TABLE, OFF_TABLE]).value == 5
    falls = dice_for_building([OFF_TABLE], Scripted("d6:6,d6:2"))
    assert falls is not None
    assert (falls.destroyed, falls.burning) == (True, True)
    stands = dice_for_building([OFF_TABLE], Scripted("d6:5"))
    assert stands is not None
    assert not stands.destroyed


@pytest.mark.rule("IA-build.destroyed")
def test_charges_count_5_each() -> None:
    """IA-R135: two satchel charges are 10, any die is more."""
    assert building_points([Blow(Charge.SATCHEL), Blow(Charge.SATCHEL)]).value == 10
    falls = dice_for_building([Blow(Charge.SATCHEL), Blow(Charge.SATCHEL)], Scripted("d6:1,d6:3"))
    assert falls is not None
    assert (falls.destroyed, falls.burning) == (True, False)


@pytest.mark.rule("IA-build.fire-die")
@pytest.mark.parametrize(
    "blow",
    [TANK_GUN, Blow(Weapon.RECOILLESS, 8), Blow(Weapon.AT_GUN, 8), Blow(Weapon.MEDIUM_MORTAR, 8),
     Blow(Weapon.SMALL_AFV_GUN, 8)],
)  # fmt: skip
def test_gun_mortar_and_charge_burn_on_1_or_2(blow: Blow) -> None:
    burning = []
    for die in range(1, 7):
        test = dice_for_building([blow], Scripted(["d6:6", f"d6:{die}"]))
        assert test is not None
        burning.append(test.burning)
    assert burning == [True, True, False, False, False, False]


@pytest.mark.rule("IA-build.fire-always")
@pytest.mark.parametrize(
    "means", [Weapon.AFV_FLAME, Weapon.FLAME_THROWER, Weapon.GRENADE_LAUNCHER, Weapon.ONE_MAN_AT, Weapon.MISSILE,
              Weapon.LIGHT_SHELL_GUN, OtherFire.FOUGASSE],
)  # fmt: skip
def test_anything_else_always_burns(means: Weapon | OtherFire) -> None:
    test = dice_for_building([Blow(means, 6)], Scripted("d6:6"))
    assert test is not None
    assert (test.destroyed, test.burning, test.fire_die) == (True, True, None)


@pytest.mark.rule("IA-build.fire-always")
def test_with_mixed_causes_it_burns() -> None:
    """IA-R136: bazooka 4 and recoilless 4, a 3 makes 11."""
    test = dice_for_building([RECOILLESS, BAZOOKA], Scripted("d6:3"))
    assert test is not None
    assert (test.destroyed, test.burning, test.fire_die) == (True, True, None)
    molotov = dice_for_building([TANK_GUN, Blow(Charge.MOLOTOV)], Scripted("d6:1"))
    assert molotov is not None
    assert (molotov.points.value, molotov.burning) == (13, True)


@pytest.mark.rule("IA-build.prepared")
def test_a_prepared_building_is_a_bunker_below_and_leaves_one() -> None:
    """IA-R137, IA-R138."""
    assert Works.PREPARED.cover() is Cover.BUNKER
    assert Works.PREPARED.cover(upstairs=True) is Cover.BUILDING
    assert (Works.BUILDING.cover(), Works.BUNKER.cover()) == (Cover.BUILDING, Cover.BUNKER)
    assert (Works.PREPARED.takes_building_test, Works.PREPARED.takes_bunker_test) == (True, True)
    assert (Works.BUILDING.takes_bunker_test, Works.BUNKER.takes_building_test) == (False, False)
    assert Works.PREPARED.wrecked(burning=True) is Works.BUNKER
    assert Works.BUILDING.wrecked(burning=False) is Cover.SOFT
    assert Works.BUILDING.wrecked(burning=True) is None


@pytest.mark.rule("IA-bunker.collapse")
@chart(
    ("blow", "harmed"),
    [
        (Blow(Charge.SATCHEL), True), (Blow(Weapon.RECOILLESS, 4), True), (Blow(Weapon.MISSILE, 6), True),
        (Blow(Weapon.AFV_GUN, 8, mm=105), True), (Blow(Weapon.AFV_GUN, 8, mm=104), False),
        (Blow(Weapon.AT_GUN, 3, mm=120), True), (Blow(Weapon.AT_GUN, 3, mm=57), False),
        (Blow(Weapon.ONE_MAN_AT, 4), False), (Blow(OtherFire.OFF_TABLE), False), (Blow(Charge.MOLOTOV), False),
        (Blow(Weapon.MEDIUM_MORTAR, 5), False), (Blow(Weapon.MISSILE, 0), False),
    ],
)  # fmt: skip
def test_what_a_bunker_is_diced_for(blow: Blow, harmed: bool) -> None:
    assert harms_bunker(blow) is harmed


@pytest.mark.rule("IA-bunker.collapse", "IA-bunker.escape")
def test_one_die_collapses_and_each_occupant_dices() -> None:
    """IA-R139: however many weapons, one die; 2 collapses; 5 and 6 get out, 4 does not."""
    test = dice_for_bunker([RECOILLESS, Blow(Charge.SATCHEL)], ["a", "b", "c"], Scripted("d6:2,d6:4,d6:5,d6:6"))
    assert test is not None
    assert test.collapsed
    assert [(man.key, man.die, man.escaped) for man in test.escapes] == [
        ("a", 4, False), ("b", 5, True), ("c", 6, True),
    ]  # fmt: skip


@pytest.mark.rule("IA-bunker.collapse")
def test_a_bunker_holds_on_3() -> None:
    chance = Scripted("d6:3")
    test = dice_for_bunker([RECOILLESS], ["a"], chance)
    chance.finish()
    assert test is not None
    assert (test.collapsed, test.escapes) == (False, ())
    assert dice_for_bunker([TANK_GUN], ["a"], Scripted("")) is None


@pytest.mark.rule("IA-build.when", "IA-bunker.collapse")
@pytest.mark.parametrize(
    ("works", "blow", "citation"),
    [
        (Works.BUILDING, Blow(Weapon.TRIPOD_MG, 5), "IA-build.when"),
        (Works.BUILDING, Blow(Weapon.MEDIUM_MORTAR, 0), "IA-build.when"),
        (Works.BUNKER, TANK_GUN, "IA-bunker.collapse"),
    ],
)
def test_a_test_that_nothing_asks_for_is_refused(works: Works, blow: Blow, citation: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        bar_wrecking(works, [blow])
    assert (refused.value.code, refused.value.citation) == ("harmless", citation)
    bar_wrecking(Works.PREPARED, [TANK_GUN])
