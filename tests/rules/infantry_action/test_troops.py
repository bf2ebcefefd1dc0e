"""Choice and Cost of Troops, Optional Costs: prices worked by hand from the book."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rules.infantry_action.book import troops
from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import (
    LIDDED_PUNGI_TRAPS,
    MISSILES,
    BeltKind,
    Cost,
    CostPart,
    DeviceKind,
    SmallMount,
    total,
    written,
)
from rules.infantry_action.book.restrictions import bunker_bar
from rules.infantry_action.book.switches import House
from rules.kernel.violation import RuleViolation
from tests.charts import chart

W = Weapon


@pytest.mark.rule("IA-cost.man", "IA-cost.rank")
@pytest.mark.parametrize(
    ("rank", "points"),
    [
        (Rank.PRIVATE, 10),
        (Rank.LANCE_CORPORAL, 15),
        (Rank.CORPORAL, 20),
        (Rank.SERGEANT, 25),
        (Rank.OFFICER, 35),
    ],
)
def test_a_man_and_his_rank(rank: Rank, points: int) -> None:
    assert troops.man_cost(rank).value == points


@pytest.mark.rule("IA-cost.personal-weapon", "IA-cost.grenades", "IA-cost.equipment-20", "IA-cost.equipment-30")
@chart(
    ("weapons", "gear", "points"),
    [
        ((W.RIFLE,), (), 15),
        ((W.SMG, W.GRENADE), (), 17),
        ((W.ASSAULT_RIFLE, W.GRENADE), (), 22),
        ((W.GRENADE_LAUNCHER,), (), 25),
        ((W.MAGAZINE_LMG,), (), 25),
        ((W.BELT_LMG, W.GRENADE), (), 32),
        ((W.GRENADE,), (), 12),
        ((W.FLAME_THROWER,), (), 30),
        ((W.ONE_MAN_AT, W.RIFLE), (), 45),
        ((W.RIFLE,), (Gear.RADIO,), 45),
        ((), (Gear.MINE_DETECTOR,), 40),
        ((W.RIFLE,), (Gear.NIGHT_DEVICE,), 35),
    ],
)
def test_what_a_private_carries(weapons: tuple[Weapon, ...], gear: tuple[Gear, ...], points: int) -> None:
    assert troops.man_cost(weapons=weapons, gear=gear).value == points


@pytest.mark.rule("IA-cost.pistol")
@pytest.mark.parametrize("weapon", [W.FLAME_THROWER, W.ONE_MAN_AT, W.GRENADE])
def test_whoever_has_no_firearm_has_a_free_pistol(weapon: Weapon) -> None:
    assert troops.armed((weapon,)) == (weapon, W.PISTOL)
    assert troops.armed(()) == (W.PISTOL,)
    assert troops.armed((W.RIFLE, weapon)) == (W.RIFLE, weapon)
    assert troops.man_cost(weapons=(W.PISTOL,)).value == 10


def test_grenades_alone_under_the_house_rule() -> None:
    house = House((("grenade-only-man", "no-pistol"),))
    assert troops.armed((W.GRENADE,), house) == (W.GRENADE,)
    assert troops.armed((), house) == (W.PISTOL,)
    assert troops.armed((W.GRENADE, W.FLAME_THROWER), house) == (W.GRENADE, W.FLAME_THROWER, W.PISTOL)


@pytest.mark.rule("IA-cost.equipment-20", "IA-cost.equipment-30", "IA-cost.equipment-50", "IA-cost.missiles")
def test_heavy_weapons_without_their_crews() -> None:
    prices = {
        W.LIGHT_MORTAR: 20, W.MORTAR_60: 20, W.MEDIUM_MORTAR: 30, W.TRIPOD_MG: 30, W.RECOILLESS: 50, W.AT_GUN: 50,
        W.MISSILE: 50, W.PIVOT_MG: 30, W.TURRET_MG: 30, W.LIGHT_SHELL_GUN: 50, W.SMALL_AFV_GUN: 50, W.AFV_GUN: 50,
        W.AFV_FLAME: 20,
    }  # fmt: skip
    assert {weapon: troops.weapon_cost(weapon).value for weapon in prices} == prices
    assert MISSILES == 2


@pytest.mark.rule("IA-cost.afv", "IA-cost.vehicle-extras")
def test_a_tank_of_thirty_and_a_half_tons() -> None:
    # 5 × 30.5 = 152.5; gun 50, coaxial and hull machine guns 30 each, radio 30: 292.5.
    tank = troops.afv_cost(Decimal("30.5"), (W.AFV_GUN, W.TURRET_MG, W.TURRET_MG), (Gear.RADIO,))
    assert tank.value == Decimal("292.5")
    assert troops.afv_cost(7, charges=(Charge.LINE_CHARGE,)).value == 50


@pytest.mark.rule("IA-cost.soft-vehicle", "IA-cost.small-mounts")
def test_soft_vehicles() -> None:
    assert troops.soft_vehicle_cost(3).value == 20
    assert troops.soft_vehicle_cost(Decimal("0.25"), (W.PIVOT_MG,)).value == Decimal("36.25")
    assert troops.soft_vehicle_cost(1, (W.MISSILE,)).value == 60
    assert [troops.mount_cost(mount).value for mount in SmallMount] == [10, 5, 5]


@pytest.mark.rule("IA-opt.air-landed-cost", "IA-opt.defender-double")
def test_surcharge_and_doubling_fall_on_troops_alone() -> None:
    rifleman = troops.man_cost(weapons=(W.RIFLE,))
    assert troops.air_landed(rifleman).value == Decimal("22.5")
    assert troops.defending(rifleman).value == 30
    assert troops.air_landed(troops.soft_vehicle_cost(1)).value == 15
    # A bunker of 30 and a period of support of 50 are not doubled: 30 + 50 + 2 × 15.
    whole = total((rifleman, troops.bunker_cost(0), troops.support_cost(1)))
    assert troops.defending(whole).value == 110
    assert troops.defending(whole).normal == 95


@pytest.mark.rule("IA-opt.bunker-cost")
@pytest.mark.parametrize(("loopholes", "men", "points"), [(0, 3, 30), (1, 3, 30), (3, 3, 30), (4, 4, 40), (6, 6, 60)])
def test_bunkers(loopholes: int, men: int, points: int) -> None:
    assert troops.bunker_capacity(loopholes) == men
    assert troops.bunker_cost(loopholes).value == points


@pytest.mark.rule("IA-opt.bunker-no-rockets")
def test_no_rockets_from_a_bunker() -> None:
    assert bunker_bar(W.RECOILLESS)
    assert bunker_bar(W.MISSILE)
    assert bunker_bar(W.ONE_MAN_AT)
    assert not bunker_bar(W.ONE_MAN_AT, rocket=False)
    assert not bunker_bar(W.AT_GUN)
    assert not bunker_bar(W.TRIPOD_MG)


@pytest.mark.rule("IA-opt.trench-cost", "IA-opt.mine-belt-cost", "IA-opt.pungi-traps", "IA-opt.devices-cost")
def test_works() -> None:
    assert troops.trench_cost(8).value == 40
    assert troops.belt_cost(BeltKind.AP_MINES, 4).value == 20
    assert troops.belt_cost(BeltKind.AT_MINES, 4).value == 40
    assert troops.belt_cost(BeltKind.WIRE, 10).value == 20
    assert troops.belt_cost(BeltKind.PUNGIS, 3).value == 6
    assert troops.belt_cost(LIDDED_PUNGI_TRAPS, 3).value == 15
    assert troops.device_cost(DeviceKind.FOUGASSE).value == 10
    assert troops.device_cost(DeviceKind.TRIP_FLARE).value == 3


@pytest.mark.rule("IA-opt.devices-cost")
def test_charges_on_named_men() -> None:
    prices = {
        Charge.SATCHEL: 13, Charge.BANGALORE: 13, Charge.STICKY_BOMB: 13, Charge.MOLOTOV: 13, Charge.CLAYMORE: 20,
    }  # fmt: skip
    assert {charge: troops.man_cost(charges=(charge,)).value for charge in prices} == prices
    assert troops.man_cost(weapons=(W.CLAYMORE,)).value == 20


@pytest.mark.rule("IA-opt.emplacement-cost")
def test_emplacements_cost_half_of_weapon_or_vehicle() -> None:
    assert troops.emplacement_cost(troops.weapon_cost(W.AT_GUN)).value == 25
    tank = troops.afv_cost(30, (W.AFV_GUN,))
    assert troops.emplacement_cost(tank).value == 100
    assert troops.emplacement_cost(troops.defending(tank)).value == 100
    crewed = tank + troops.man_cost(Rank.CORPORAL)
    assert troops.emplacement_cost(crewed).value == 100


@pytest.mark.rule("IA-opt.off-table-cost")
def test_support() -> None:
    assert troops.support_cost(3).value == 150
    assert troops.support_cost(1, 2).value == 100
    assert troops.support_cost(2, 3).value == 300
    for multiple in (0, 4):
        with pytest.raises(RuleViolation, match="cannot be"):
            troops.support_cost(1, multiple)


@pytest.mark.rule("IA-opt.field-defences")
def test_only_the_defender_builds() -> None:
    bunker, claymore = troops.bunker_cost(2), troops.man_cost(charges=(Charge.CLAYMORE,))
    troops.judge_purchase(bunker, defender=True)
    troops.judge_purchase(claymore, defender=False)
    with pytest.raises(RuleViolation) as refused:
        troops.judge_purchase(claymore + bunker, defender=False)
    assert refused.value.code == "not-defender"
    with pytest.raises(RuleViolation):
        troops.judge_purchase(troops.belt_cost(BeltKind.WIRE, 1), defender=False)


@pytest.mark.rule("IA-opt.defensive-agreement")
def test_the_defender_stands_in_his_half() -> None:
    assert troops.in_own_half((100, 200), "south", 600, 400)
    assert not troops.in_own_half((100, 200.5), "south", 600, 400)
    assert troops.in_own_half((100, 200), "north", 600, 400)
    assert not troops.in_own_half((100, 199), "north", 600, 400)
    assert troops.in_own_half((300, 399), "west", 600, 400)
    assert not troops.in_own_half((299, 399), "east", 600, 400)


@pytest.mark.rule("IA-cost.limit", "IA-cost.campaign")
def test_the_limit_agreed() -> None:
    force = total([troops.man_cost(weapons=(W.RIFLE,))] * 10)
    troops.judge_limit(force, 150)
    troops.judge_limit(force, None)
    with pytest.raises(RuleViolation) as refused:
        troops.judge_limit(troops.air_landed(force), 224)
    assert "225 points, 1 more" in refused.value.message
    assert refused.value.citation == "IA-cost.limit"


def test_points_are_exact() -> None:
    tenths = total([troops.afv_cost(Decimal("0.1"))] * 3)
    assert tenths.value == Decimal("1.5")
    assert written(tenths.value) == "1.5"
    assert written(Decimal("100")) == "100"
    assert Cost().value == 0


def test_parts_are_kept_apart() -> None:
    corporal = troops.defending(troops.man_cost(Rank.CORPORAL, (W.SMG, W.GRENADE)))
    assert (corporal.of(CostPart.PERSON), corporal.of(CostPart.KIT), corporal.of(CostPart.DOUBLING)) == (20, 7, 27)
    assert str(troops.man_cost(Rank.CORPORAL, (W.SMG,))) == "25 = 10 man + 10 corporal + 5 sub machine gun"


@pytest.mark.parametrize(
    "buy",
    [
        lambda: troops.man_cost(weapons=(W.TRIPOD_MG,)),
        lambda: troops.man_cost(charges=(Charge.LINE_CHARGE,)),
        lambda: troops.afv_cost(20, (W.RIFLE,)),
        lambda: troops.afv_cost(20, charges=(Charge.SATCHEL,)),
        lambda: troops.afv_cost(0),
        lambda: troops.afv_cost(Decimal("NaN")),
        lambda: troops.soft_vehicle_cost(-1),
        lambda: troops.trench_cost(0),
        lambda: troops.belt_cost(BeltKind.WIRE, -2),
        lambda: troops.support_cost(0),
    ],
)
def test_what_cannot_be_bought_is_refused_with_a_remedy(buy: object) -> None:
    assert callable(buy)
    with pytest.raises(RuleViolation) as refused:
        buy()
    assert refused.value.citation.startswith("IA-")
    assert refused.value.remedy
