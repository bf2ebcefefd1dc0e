"""Weapons: rows, dice, bands. Numbers from the direct fire chart and the list of dice in X.3.2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.arms import arm, band_of, longest_range, shortest_range
from rules.kernel.violation import RuleViolation


@pytest.mark.rule("BG-R75", "BG-X.1.31a")
@pytest.mark.parametrize(
    ("weapon", "inches", "band"),
    [
        ("assault rifle", 0, "short"),
        ("assault rifle", 9, "short"),
        ("assault rifle", 9.01, "medium"),
        ("assault rifle", 18, "medium"),
        ("assault rifle", 27, "long"),
        ("medium machinegun", 18, "short"),
        ("medium machinegun on tripod", 52, "long"),
        ("heavy machinegun", 27.5, "medium"),
        ("law", 30, "all"),
        ("heavy cannon", 180, "all"),
    ],
)
def test_the_band_is_the_first_whose_limit_is_not_passed(weapon: str, inches: float, band: str) -> None:
    assert band_of(arm(weapon), inches).band == band


@pytest.mark.rule("BG-R75", "BG-X.1.31a")
@pytest.mark.parametrize(("weapon", "inches"), [("assault rifle", 27.1), ("pistol", 9.1), ("submachinegun", 10)])
def test_beyond_the_last_band_there_is_no_fire(weapon: str, inches: float) -> None:
    with pytest.raises(RuleViolation) as refused:
        band_of(arm(weapon), inches)
    assert refused.value.code == "out-of-range"


@pytest.mark.rule("BG-R77", "BG-X.8.31", "BG-X.4.18", "BG-X.4.19", "BG-X.4.20")
def test_a_guided_missile_needs_its_least_range() -> None:
    assert [shortest_range(arm(key)) for key in ("latgm", "matgm", "hatgm", "law")] == [5, 10, 15, 0]
    with pytest.raises(RuleViolation) as refused:
        band_of(arm("latgm"), 4.9)
    assert refused.value.code == "too-near"
    assert band_of(arm("latgm"), 5).band == "all"
    assert longest_range(arm("latgm")) == 50


@pytest.mark.rule("BG-I.1.2b")
def test_doubled_ranges_double_every_limit() -> None:
    doubled = (("ranges", "doubled"),)
    assert band_of(arm("assault rifle"), 18, doubled).band == "short"
    assert longest_range(arm("assault rifle"), doubled) == 54
    assert longest_range(arm("sniper rifle"), doubled) == 60
    assert shortest_range(arm("latgm"), doubled) == 10


@pytest.mark.rule("BG-R79", "BG-X.3.2e", "BG-X.3.2f")
def test_a_medium_machinegun_has_five_dice_on_its_bipod_and_six_on_a_tripod() -> None:
    assert arm("medium machinegun").dice == 5
    assert arm("medium machinegun on tripod").dice == 6
    assert arm("heavy machinegun").dice == 6
    assert arm("law").dice == 6
    assert arm("sniper rifle").dice == 0


@pytest.mark.rule("BG-R70", "BG-X.4.13", "BG-X.4.14")
def test_small_arms_end_with_the_medium_machinegun() -> None:
    assert arm("medium machinegun").small_arm
    assert arm("sniper rifle").small_arm
    assert not arm("heavy machinegun").small_arm
    assert not arm("maw").small_arm


@pytest.mark.rule("BG-X.4.15", "BG-X.4.16", "BG-X.4.17", "BG-X.4.20", "BG-X.2.9", "BG-R86")
def test_launchers_have_templates_and_most_have_a_back_blast() -> None:
    assert [arm(key).template for key in ("law", "maw", "haw", "latgm", "hatgm", "light cannon")] == [1, 1, 2, 1, 2, 0]
    assert [arm(key).back_blast for key in ("law", "armbrust", "maw", "haw recoilless rifle", "hatgm")] == [
        True,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.rule("BG-R19")
def test_the_milan_is_a_medium_missile_unless_the_table_says_light() -> None:
    assert longest_range(arm("milan")) == 100
    light = (("milan-class", "latgm"),)
    assert longest_range(arm("milan", light)) == 50


@pytest.mark.rule("BG-R79")
@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("AK47", "assault rifle"),
        ("M249", "light machinegun"),
        ("LSW", "squad automatic rifle"),
        ("m240", "medium machinegun"),
        ("PKM", "medium machinegun"),
        ("RPG7", "maw"),
        ("assault-rifle", "assault rifle"),
        ("medium_machinegun  on tripod", "medium machinegun on tripod"),
    ],
)
def test_weapons_go_by_their_own_names_too(said: str, key: str) -> None:
    assert arm(said).key == key


@pytest.mark.rule("BG-R78")
def test_a_machinegun_on_a_vehicle_has_six_dice() -> None:
    assert replace(arm("light machinegun"), mount="vehicle").dice == 6
    assert replace(arm("assault rifle"), mount="vehicle").dice == 3


def test_every_name_stands_for_a_weapon() -> None:
    assert {arm(name).key for name in tables.WEAPON_NAMES} <= set(tables.WEAPONS)


def test_an_unknown_weapon_is_refused_with_the_list() -> None:
    with pytest.raises(RuleViolation) as refused:
        arm("blunderbuss")
    assert "assault rifle" in refused.value.remedy
    with pytest.raises(RuleViolation):
        band_of(arm("light mortar"), 10)
