"""Anti-tank fire, worked by hand from the book: points, die, knock-out, special attacks, fire."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.anti_tank import (
    AfvTarget,
    ShotAtAfv,
    Special,
    WeightClass,
    attacks_on,
    bar_reach,
    can_damage_firer,
    can_harm,
    catches_fire,
    fire,
    least_die,
    off_front,
    on_flank,
    points,
    weight_class,
)
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.switches import House
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.charts import chart

MEDIUM_1944 = AfvTarget(30, 1944)
"""18 tons or more and less than 40: neither light nor heavy between 1942 and 1950."""
HEAD_ON = ShotAtAfv(Weapon.AT_GUN, 3, MEDIUM_1944)


def shown(shot: ShotAtAfv, **given: object) -> list[int]:
    return [item.amount for item in points(replace(shot, **given)).items]  # pyright: ignore[reportArgumentType]


@pytest.mark.rule("IA-at.plus1.light", "IA-at.minus1.heavy")
@chart(
    ("tons", "year", "expected"),
    [
        (11.9, 1939, "light"), (12, 1939, "ordinary"), (24.9, 1941, "ordinary"), (25, 1941, "heavy"),
        (17.9, 1942, "light"), (18, 1942, "ordinary"), (39.9, 1950, "ordinary"), (40, 1950, "heavy"),
        (24.9, 1951, "light"), (25, 1951, "ordinary"), (49.9, 1970, "ordinary"), (50, 1970, "heavy"),
    ],
)  # fmt: skip
def test_weight_classes_by_date(tons: float, year: int, expected: str) -> None:
    """Less than 12, 18, 25 tons is light, at least 25, 40, 50 heavy: up to 1941, up to 1950, after that date."""
    assert weight_class(tons, year) is WeightClass(expected)


@pytest.mark.rule("IA-at.plus1.light", "IA-at.minus1.heavy")
def test_weight_in_the_points() -> None:
    assert shown(HEAD_ON, target=AfvTarget(17, 1944)) == [3, 1]
    assert shown(HEAD_ON, target=MEDIUM_1944) == [3]
    assert shown(HEAD_ON, target=AfvTarget(56, 1944)) == [3, -1]


@pytest.mark.rule("IA-at.weapons")
@pytest.mark.parametrize("weapon", [Weapon.ONE_MAN_AT, Weapon.RECOILLESS, Weapon.AT_GUN, Weapon.MISSILE])
def test_anti_tank_weapons_have_their_normal_points(weapon: Weapon) -> None:
    assert points(ShotAtAfv(weapon, 4, MEDIUM_1944)).value == 4


@pytest.mark.rule("IA-at.afv-gun")
def test_an_afv_gun_deducts_2() -> None:
    """8 at 100 m, less 2."""
    assert points(ShotAtAfv(Weapon.AFV_GUN, 8, MEDIUM_1944)).value == 6


@pytest.mark.rule("IA-at.afv-gun")
def test_a_small_afv_gun_is_a_conventional_gun_without_the_deduction() -> None:
    """IA-R069."""
    assert points(ShotAtAfv(Weapon.SMALL_AFV_GUN, 3, MEDIUM_1944)).value == 3


@pytest.mark.rule("IA-at.light-weapons")
@pytest.mark.parametrize(
    ("target", "harmed"),
    [
        (AfvTarget(15, 1944), True), (AfvTarget(15.1, 1944), False),
        (AfvTarget(27, 1946, self_propelled_gun=True), True), (AfvTarget(27, 1945, self_propelled_gun=True), False),
        (AfvTarget(27, 1946), False),
    ],
)  # fmt: skip
def test_light_weapons_harm_15_tons_and_post_war_self_propelled_guns(target: AfvTarget, harmed: bool) -> None:
    assert can_harm(Weapon.LIGHT_SHELL_GUN, target) is harmed
    assert can_harm(Weapon.TRIPOD_MG, target, heavy_machine_gun=True) is harmed
    assert can_harm(Weapon.PIVOT_MG, target, heavy_machine_gun=True) is harmed
    assert not can_harm(Weapon.TURRET_MG, target)  # less than 12.7 mm


@pytest.mark.rule("IA-at.light-weapons")
def test_light_weapons_deduct_2() -> None:
    """10 of the turret at 100 m less 2, plus 1 for an AFV of less than 18 tons."""
    assert shown(ShotAtAfv(Weapon.LIGHT_SHELL_GUN, 10, AfvTarget(10, 1944))) == [10, -2, 1]


@pytest.mark.rule("IA-at.weapons", "IA-at.light-weapons")
@pytest.mark.parametrize("weapon", [Weapon.RIFLE, Weapon.BELT_LMG, Weapon.MEDIUM_MORTAR, Weapon.GRENADE_LAUNCHER])
def test_other_weapons_have_no_effect(weapon: Weapon) -> None:
    with pytest.raises(RuleViolation) as refused:
        points(ShotAtAfv(weapon, 5, AfvTarget(5, 1930)))
    assert refused.value.code == "no-anti-tank-effect"


@pytest.mark.rule("IA-at.weapons")
def test_no_die_where_the_cell_is_0() -> None:
    """A missile has 0 up to 250 m (IA-R066)."""
    with pytest.raises(RuleViolation) as refused:
        fire(ShotAtAfv(Weapon.MISSILE, 0, MEDIUM_1944), Scripted(""))
    assert (refused.value.code, refused.value.citation) == ("out-of-range", "IA-R066")


@pytest.mark.rule("IA-at.weapons")
def test_numbers_two_and_three_add_their_points() -> None:
    """A recoilless gun at 100 m: 4, and 1 for each of two helpers, never of three (IA-R120)."""
    gun = ShotAtAfv(Weapon.RECOILLESS, 4, MEDIUM_1944, helpers=2, helper_points=1)
    assert shown(gun) == [4, 2]
    assert shown(gun, helpers=3) == [4, 2]
    assert points(gun, House((("anti-tank-helpers", "no"),))).value == 4
    assert shown(gun, weapon=Weapon.ONE_MAN_AT) == [4]


@pytest.mark.rule("IA-at.plus1.flank")
def test_flank_is_beyond_45_degrees_and_the_rear_is_flank() -> None:
    assert [on_flank(a) for a in (0, 45, 45.5, 90, 180)] == [False, False, True, True, True]
    assert shown(HEAD_ON, angle=45.0) == [3]
    assert shown(HEAD_ON, angle=46.0) == [3, 1]


@pytest.mark.rule("IA-at.plus1.flank")
@pytest.mark.parametrize(("facing", "bearing", "angle"), [(0, 30, 30), (350, 20, 30), (90, 270, 180), (10, 300, 70)])
def test_the_angle_off_the_front(facing: float, bearing: float, angle: float) -> None:
    assert off_front(facing, bearing) == angle


@pytest.mark.rule("IA-at.minus1.target-moved")
def test_a_target_that_moved_50_metres() -> None:
    assert shown(HEAD_ON, target_moved=49.9) == [3]
    assert shown(HEAD_ON, target_moved=50.0) == [3, -1]


@pytest.mark.rule(
    "IA-at.minus1.under-fire", "IA-at.minus1.surprised", "IA-at.minus1.concealed", "IA-at.minus2.firer-moved"
)
def test_the_firer_under_fire_surprised_moved_and_the_target_concealed() -> None:
    assert shown(HEAD_ON, under_fire=True) == [3, -1]
    assert shown(HEAD_ON, under_fire=True, surprised=True) == [3, -1, -1]
    assert shown(HEAD_ON, concealed=True) == [3, -1]
    assert shown(HEAD_ON, firer_moved=True) == [3, -2]


@pytest.mark.rule("IA-at.minus2.smoke", "IA-smoke.blind-anti-tank")
def test_local_smoke_and_concealment_add_up_and_longer_screens_hide() -> None:
    """IA-R125."""
    assert shown(HEAD_ON, screen=50.0) == [3, -2]
    assert points(replace(HEAD_ON, screen=50.0, concealed=True)).value == 0
    with pytest.raises(RuleViolation) as refused:
        points(replace(HEAD_ON, screen=51.0))
    assert refused.value.code == "behind-smoke"


@pytest.mark.rule("IA-at.knock-out")
def test_8_with_the_die_knocks_out() -> None:
    """A recoilless gun on the flank, 4 + 1: a 3 makes 8."""
    gun = ShotAtAfv(Weapon.RECOILLESS, 4, MEDIUM_1944, angle=90)
    assert not fire(gun, Scripted("d6:2")).knocked_out
    hit = fire(gun, Scripted("d6:3"))
    assert (hit.points.value, hit.die, hit.total, hit.knocked_out) == (5, 3, 8, True)
    assert least_die(points(gun)) == 3


@pytest.mark.rule("IA-at.knock-out")
def test_a_6_pounder_cannot_knock_out_a_heavy_tank_frontally() -> None:
    """3 of the gun, 1 off for 56 tons in 1944: 2 and a 6 make 8; concealed, no die will do."""
    tiger = replace(HEAD_ON, target=AfvTarget(56, 1944))
    assert least_die(points(tiger)) == 6
    assert least_die(points(replace(tiger, concealed=True))) is None
    assert not fire(replace(tiger, concealed=True), Scripted("d6:6")).knocked_out


@pytest.mark.rule("IA-at.knock-out")
def test_an_afv_gun_at_25_to_50_metres_needs_no_luck() -> None:
    """10 less 2 is 8 already: any die knocks out."""
    assert least_die(points(ShotAtAfv(Weapon.AFV_GUN, 10, MEDIUM_1944))) == 1


@pytest.mark.rule("IA-afvreact.minus1.at-points")
def test_a_total_below_0_scores_nothing() -> None:
    """1, moved, smoke, concealed, heavy: 1 - 2 - 2 - 1 - 1 = -5; with a 2, -3 (IA-R132)."""
    wild = ShotAtAfv(Weapon.ONE_MAN_AT, 1, AfvTarget(60, 1944), firer_moved=True, screen=30.0, concealed=True)
    shot = fire(wild, Scripted("d6:2"))
    assert (shot.total, shot.scored) == (-3, 0)


@pytest.mark.rule("IA-at.knock-out-on-1")
def test_special_attacks_knock_out_on_1_and_off_table_fire_dices_once() -> None:
    barrage = [Special.OFF_TABLE, Special.OFF_TABLE, Special.FLAME, Special.SATCHEL]
    thrown = attacks_on(barrage, Scripted("d6:2,d6:6,d6:1"))
    assert [(each.attack, each.die, each.knocked_out) for each in thrown] == [
        (Special.OFF_TABLE, 2, False), (Special.FLAME, 6, False), (Special.SATCHEL, 1, True),
    ]  # fmt: skip


@pytest.mark.rule("IA-at.knock-out-on-1")
def test_after_a_knock_out_no_more_dice_are_thrown() -> None:
    """IA-R190."""
    chance = Scripted("d6:1")
    assert len(attacks_on([Special.STICKY_BOMB, Special.MOLOTOV], chance)) == 1
    chance.finish()


@pytest.mark.rule("IA-at.knock-out-on-1")
@pytest.mark.parametrize(
    ("attack", "metres", "flame", "allowed"),
    [
        (Special.MOLOTOV, 25, 0, True), (Special.MOLOTOV, 25.1, 0, False),
        (Special.STICKY_BOMB, 10, 0, True), (Special.STICKY_BOMB, 11, 0, False),
        (Special.SATCHEL, 10, 0, True), (Special.SATCHEL, 12, 0, False),
        (Special.FLAME, 50, 8, True), (Special.FLAME, 20, 0, False), (Special.OFF_TABLE, 900, 0, True),
    ],
)  # fmt: skip
def test_the_reach_of_special_attacks(attack: Special, metres: float, flame: int, allowed: bool) -> None:
    """IA-R128: thrown 25 m, placed within 10 m, flame where its cell is above 0."""
    if allowed:
        bar_reach(attack, metres, flame)
        return
    with pytest.raises(RuleViolation) as refused:
        bar_reach(attack, metres, flame)
    assert refused.value.remedy


@pytest.mark.rule("IA-at.catches-fire")
def test_a_knocked_out_afv_burns_on_1_to_3() -> None:
    assert [catches_fire(Scripted([f"d6:{die}"]))[1] for die in range(1, 7)] == [True, True, True, False, False, False]


@pytest.mark.rule("IA-at.minus1.under-fire")
@pytest.mark.parametrize(
    ("means", "effect", "afv", "counts"),
    [
        (Weapon.RIFLE, 1, None, True), (Weapon.RIFLE, 0, None, False), (Weapon.RIFLE, 3, MEDIUM_1944, False),
        (Weapon.AT_GUN, 3, MEDIUM_1944, True), (Weapon.AFV_FLAME, 6, MEDIUM_1944, True),
        (Weapon.LIGHT_SHELL_GUN, 8, MEDIUM_1944, False), (Weapon.LIGHT_SHELL_GUN, 8, AfvTarget(10, 1944), True),
        (Special.OFF_TABLE, 0, MEDIUM_1944, True), (Special.SATCHEL, 0, None, True),
    ],
)  # fmt: skip
def test_what_can_damage_a_firing_weapon(
    means: Weapon | Special, effect: int, afv: AfvTarget | None, counts: bool
) -> None:
    """IA-R124: exposed men by anything with points, an AFV by what harms AFVs."""
    assert can_damage_firer(means, effect, afv) is counts
