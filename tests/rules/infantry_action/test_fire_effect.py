"""Fire effect points and fire restrictions: cases worked by hand from the book's charts and text."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.bases import base, in_base_arc
from rules.infantry_action.book.effect import (
    GRENADE_RANGE,
    Means,
    effect,
    helper_points,
    most_helpers,
    points,
    range_bar,
)
from rules.infantry_action.book.kinds import Charge, Pace, Posture, Weapon
from rules.infantry_action.book.restrictions import (
    BesideFiring,
    Friend,
    Trees,
    afv_weapons,
    bursts_in_trees,
    crowded,
    fire_bar,
    grenade_bar,
    grenade_reaches,
    ground_weapon_bar,
    helper_near,
    indirect_bar,
    missile_bar,
    over_friends,
    spot_affects,
    target_bar,
    turret_engages,
    vehicle_weapon_bar,
)
from rules.infantry_action.book.switches import House
from rules.kernel.violation import RuleViolation
from tests.charts import chart


def code(barred: RuleViolation | None) -> str:
    """The reason, or nothing; whatever is refused names a rule and a remedy."""
    if barred is None:
        return ""
    assert barred.citation.startswith("IA-")
    assert barred.remedy
    return barred.code


@pytest.mark.rule("IA-sa.effect")
@chart(
    ("weapon", "metres", "expected"),
    [
        (Weapon.RIFLE, 25, 3), (Weapon.RIFLE, 25.1, 2), (Weapon.RIFLE, 250, 2), (Weapon.RIFLE, 500, 1),
        (Weapon.RIFLE, 501, 0), (Weapon.SMG, 100, 2), (Weapon.SMG, 251, 0), (Weapon.PISTOL, 50, 1),
        (Weapon.GRENADE, 25, 5), (Weapon.GRENADE, 26, 0), (Weapon.ASSAULT_RIFLE, 60, 3),
        (Weapon.MAGAZINE_LMG, 30, 5), (Weapon.BELT_LMG, 20, 1), (Weapon.BELT_LMG, 250, 4),
        (Weapon.GRENADE_LAUNCHER, 50, 4), (Weapon.CLAYMORE, 25, 10), (Weapon.CLAYMORE, 50, 5),
        (Weapon.ONE_MAN_AT, 50, 6), (Weapon.FLAME_THROWER, 50, 8), (Weapon.FLAME_THROWER, 51, 0),
    ],
)  # fmt: skip
def test_small_arms_score_by_range(weapon: Weapon, metres: float, expected: int) -> None:
    assert points(weapon, metres) == expected


@pytest.mark.rule("IA-hw.effect", "IA-R065", "IA-R069", "IA-R070")
@chart(
    ("weapon", "metres", "expected"),
    [
        (Weapon.TRIPOD_MG, 25, 1), (Weapon.TRIPOD_MG, 100, 5), (Weapon.TRIPOD_MG, 1500, 3),
        (Weapon.LIGHT_MORTAR, 50, 0), (Weapon.LIGHT_MORTAR, 100, 4), (Weapon.LIGHT_MORTAR, 300, 0),
        (Weapon.MORTAR_60, 250, 1), (Weapon.MORTAR_60, 251, 3), (Weapon.MEDIUM_MORTAR, 250, 0),
        (Weapon.MEDIUM_MORTAR, 900, 5), (Weapon.RECOILLESS, 25, 0), (Weapon.RECOILLESS, 26, 4),
        (Weapon.AT_GUN, 10, 2), (Weapon.SMALL_AFV_GUN, 10, 2), (Weapon.SMALL_AFV_GUN, 700, 3),
        (Weapon.PIVOT_MG, 100, 6), (Weapon.TURRET_MG, 100, 10), (Weapon.LIGHT_SHELL_GUN, 400, 6),
        (Weapon.AFV_GUN, 50, 10), (Weapon.AFV_FLAME, 100, 6), (Weapon.MISSILE, 250, 0), (Weapon.MISSILE, 251, 6),
    ],
)  # fmt: skip
def test_heavy_weapons_score_by_range(weapon: Weapon, metres: float, expected: int) -> None:
    assert points(weapon, metres) == expected


@pytest.mark.rule("IA-R067")
def test_flame_close_by_is_nothing_unless_the_house_has_it_as_at_50() -> None:
    close = House((("flame-close-range", "as-50"),))
    assert (points(Weapon.FLAME_THROWER, 20), points(Weapon.AFV_FLAME, 20)) == (0, 0)
    assert (points(Weapon.FLAME_THROWER, 20, close), points(Weapon.AFV_FLAME, 20, close)) == (8, 10)
    assert points(Weapon.AFV_FLAME, 100, close) == 6


@pytest.mark.rule("IA-sa.lmg-no2", "IA-hw.helpers", "IA-R068")
def test_helpers_add_their_row() -> None:
    assert effect(Weapon.BELT_LMG, 100, helpers=1).value == 5 + 3
    assert effect(Weapon.MAGAZINE_LMG, 25, helpers=1).value == 2 + 2
    assert effect(Weapon.MAGAZINE_LMG, 500, helpers=2).value == 2 + 2, "one number two an LMG"
    assert effect(Weapon.TRIPOD_MG, 250, helpers=2).value == 4 + 2
    assert effect(Weapon.TRIPOD_MG, 50, helpers=2).value == 4
    assert effect(Weapon.AT_GUN, 600, helpers=1).value == 3 + 1
    assert effect(Weapon.SMALL_AFV_GUN, 600, helpers=2).value == 3
    assert effect(Weapon.MISSILE, 600, helpers=1).value == 6
    assert (most_helpers(Weapon.RIFLE), most_helpers(Weapon.PIVOT_MG), most_helpers(Charge.SATCHEL)) == (0, 0, 0)
    assert (helper_points(Weapon.RECOILLESS, 100), helper_points(Weapon.RIFLE, 100)) == (1, 0)
    assert helper_near(10)
    assert not helper_near(10.5)


@pytest.mark.rule("IA-R066")
def test_what_scores_nothing_cannot_be_fired_and_its_helpers_neither() -> None:
    assert effect(Weapon.MORTAR_60, 100, helpers=2).value == 0
    barred = range_bar(Weapon.MORTAR_60, 100)
    assert code(barred) == "out-of-range"
    assert barred is not None
    assert "over 100 m" in barred.remedy
    assert code(range_bar(Weapon.RIFLE, 500)) == ""
    assert code(range_bar(Charge.STICKY_BOMB, 5)) == "out-of-range"


@pytest.mark.rule("IA-R160")
@pytest.mark.parametrize("charge", [Charge.SATCHEL, Charge.MOLOTOV])
def test_charges_score_as_a_hand_grenade(charge: Means) -> None:
    assert points(charge, 10) == 5
    assert points(charge, 30) == 0


@pytest.mark.rule("IA-sa.no-fire-after", "IA-R061")
@pytest.mark.parametrize(
    ("doing", "fires", "grenades"),
    [
        (BesideFiring(), True, True),
        (BesideFiring(Pace.WALK), True, True),
        (BesideFiring(Pace.WALK, turned=True), False, True),
        (BesideFiring(turned=True), False, True),
        (BesideFiring(Pace.CRAWL), False, True),
        (BesideFiring(Pace.DASH), False, True),
        (BesideFiring(Pace.MANHANDLE), False, True),
        (BesideFiring(Pace.WALK, carrying_share=True), False, True),
        (BesideFiring(Pace.DOUBLE), False, False),
        (BesideFiring(Pace.WALK, silent=True), False, False),
    ],
)
def test_what_a_move_leaves_to_do(doing: BesideFiring, fires: bool, grenades: bool) -> None:
    assert (code(fire_bar(doing)) == "") is fires
    assert (code(grenade_bar(doing, has_grenades=True)) == "") is grenades


@pytest.mark.rule("IA-sa.grenade-choice")
def test_who_may_grenade() -> None:
    assert code(grenade_bar(BesideFiring(), has_grenades=False)) == "has-none"
    assert code(grenade_bar(BesideFiring(), has_grenades=True, carries_radio=True)) == "radio"
    assert code(grenade_bar(BesideFiring(), has_grenades=True, heavy_group=True)) == "heavy-group"


@pytest.mark.rule("IA-hw.observer-busy", "IA-sa.lmg-no2", "IA-R006")
def test_one_thing_a_period() -> None:
    for busy in (BesideFiring(directing=True), BesideFiring(helping=True), BesideFiring(serving=True)):
        assert code(fire_bar(busy)) == "busy"
        assert code(grenade_bar(busy, has_grenades=True)) == "busy"


@pytest.mark.rule("IA-sa.grenade-no-los", "IA-R062")
def test_a_grenade_needs_a_located_group_within_25_m_and_no_sight() -> None:
    assert GRENADE_RANGE == 25
    assert grenade_reaches(25, located=True)
    assert not grenade_reaches(25.5, located=True)
    assert not grenade_reaches(10, located=False)
    assert spot_affects(10)
    assert not spot_affects(10.1)


@pytest.mark.rule("IA-loc.required", "IA-loc.line-of-sight", "IA-sa.targets", "IA-hw.targets")
def test_direct_fire_needs_a_located_target_in_sight_arc_and_range() -> None:
    assert code(target_bar(Weapon.RIFLE, 300, located=True, in_sight=True, in_arc=True)) == ""
    assert code(target_bar(Weapon.RIFLE, 300, located=False, in_sight=True, in_arc=True)) == "not-spotted"
    assert code(target_bar(Weapon.RIFLE, 300, located=True, in_sight=False, in_arc=True)) == "no-line-of-sight"
    small = target_bar(Weapon.RIFLE, 300, located=True, in_sight=True, in_arc=False)
    heavy = target_bar(Weapon.TRIPOD_MG, 300, located=True, in_sight=True, in_arc=False)
    assert (code(small), code(heavy)) == ("out-of-arc", "out-of-arc")
    assert small is not None
    assert heavy is not None
    assert (small.citation, heavy.citation) == ("IA-sa.targets", "IA-hw.targets")
    assert code(target_bar(Weapon.SMG, 300, located=True, in_sight=True, in_arc=True)) == "out-of-range"
    assert code(target_bar(Weapon.TRIPOD_MG, 900, located=True, in_sight=True, in_arc=True)) == ""


@pytest.mark.rule("IA-sa.over-friends", "IA-R063")
def test_over_friends() -> None:
    lying, standing = Friend(prone=True), Friend(prone=False)
    assert over_friends((), shooter_stands=False, target_stands=False)
    assert over_friends((lying, lying), shooter_stands=True, target_stands=False)
    assert over_friends((lying,), shooter_stands=False, target_stands=True)
    assert not over_friends((lying,), shooter_stands=False, target_stands=False)
    assert not over_friends((lying, standing), shooter_stands=True, target_stands=True)
    assert over_friends((Friend(False, shooter_higher=2),), shooter_stands=False, target_stands=False)
    assert over_friends((Friend(False, target_higher=3),), shooter_stands=False, target_stands=False)
    assert not over_friends((Friend(False, shooter_higher=1.9),), shooter_stands=True, target_stands=True)
    two = (Friend(False, shooter_higher=2), Friend(False, target_higher=2))
    assert not over_friends(two, shooter_stands=False, target_stands=False), "neither is higher than both"


@pytest.mark.rule("IA-sa.overlapping-bases", "IA-R184")
def test_overlapping_bases_leave_straight_ahead_only() -> None:
    shape = base(Posture.ERECT)
    # 40 m ahead, 15 m aside: an erect base opens to 5 + 40 x 0.375 = 20 m; an overlapping one stays at 5 m.
    assert in_base_arc((0, 0), 0, (15, 40), shape)
    assert not in_base_arc((0, 0), 0, (15, 40), crowded(shape))
    assert in_base_arc((0, 0), 0, (5, 40), crowded(shape))


@pytest.mark.rule("IA-hw.no-move-and-fire", "IA-R074")
def test_heavy_weapons_on_the_ground_do_not_move_and_fire() -> None:
    assert code(ground_weapon_bar(moved=True, prepared=True)) == "moved"
    assert code(ground_weapon_bar(moved=False, prepared=False)) == "not-prepared"
    assert code(ground_weapon_bar(moved=False, prepared=True)) == ""


@pytest.mark.rule("IA-hw.no-move-and-fire", "IA-R040", "IA-R163")
def test_vehicles_move_and_fire_but_not_at_a_dash_or_backwards() -> None:
    assert code(vehicle_weapon_bar(Pace.DRIVE, moved=True)) == ""
    assert code(vehicle_weapon_bar(Pace.RUSH, moved=True)) == "moved"
    assert code(vehicle_weapon_bar(Pace.REVERSE, moved=True)) == "moved"
    assert code(vehicle_weapon_bar(Pace.REVERSE, moved=True, retiring=True)) == ""
    assert code(vehicle_weapon_bar(Pace.DRIVE, moved=False)) == "", "an allowance of 0 is stationary"


@pytest.mark.rule("IA-hw.mortar-indirect", "IA-R073")
def test_indirect_fire_is_for_mortars_with_an_observer_who_sees_and_speaks() -> None:
    assert code(indirect_bar(Weapon.MEDIUM_MORTAR, observer_locates=True, communicates=True)) == ""
    assert code(indirect_bar(Weapon.MEDIUM_MORTAR, observer_locates=False, communicates=True)) == "not-located"
    assert code(indirect_bar(Weapon.LIGHT_MORTAR, observer_locates=True, communicates=False)) == "no-word"
    assert code(indirect_bar(Weapon.TRIPOD_MG, observer_locates=True, communicates=True)) == "not-indirect"


@pytest.mark.rule("IA-hw.mortar-trees", "IA-R072")
def test_bombs_burst_in_trees_near_the_mortar_or_the_target() -> None:
    assert bursts_in_trees((Trees(50, 300),))
    assert bursts_in_trees((Trees(300, 40),))
    assert not bursts_in_trees((Trees(51, 300),))
    assert not bursts_in_trees((Trees(300, 0, holds_target=True),))
    assert bursts_in_trees((Trees(300, 0, holds_target=True), Trees(20, 280)))


@pytest.mark.rule("IA-hw.turret-targets", "IA-R070")
def test_turret_weapons_fire_at_what_commander_or_driver_sees() -> None:
    assert turret_engages(by_turret=True)
    assert turret_engages(by_turret=False, by_crew=(False, True))
    assert not turret_engages(by_turret=False, by_crew=(False, False))
    assert afv_weapons(4) == 3
    assert afv_weapons(0) == 0
    assert afv_weapons(2, driver=False) == 2


@pytest.mark.rule("IA-hw.missile-crew", "IA-R095")
def test_a_missile_set_needs_a_man_and_a_missile() -> None:
    assert code(missile_bar(men=1, missiles=2)) == ""
    assert code(missile_bar(men=0, missiles=2)) == "nobody-left"
    assert code(missile_bar(men=1, missiles=0)) == "used-up"
