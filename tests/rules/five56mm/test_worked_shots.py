"""Target Numbers, rolls and damage of shots, worked by hand from the book for every modifier and every weapon's way.

The expectations were written from the book and the rulings alone; each is one line: facts, dice, what must come out.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from tests.charts import chart
from tests.rules.five56mm.worked import outcome

SNIPER = ("Sniper",)
GUNNER = ("Machine Gunner",)
HEAVY = ("Heavy Weapons",)
TELESCOPIC, NIGHT, THERMAL = ("telescopic sight",), ("night vision sight",), ("thermal imaging sight",)


def number(weapon: str, inches: float, **facts: Any) -> object:
    """The Target Number of a shot that misses with a 1, whatever it needs."""
    return outcome("fire", "1", weapon=weapon, range=inches, **facts)["target_number"]


def bonus(weapon: str, inches: float, **facts: Any) -> int:
    """What is added to the die of a shot: the total less the 1 on the die."""
    found = outcome("fire", "1", weapon=weapon, range=inches, obscured=50, **facts)
    total = found["total"]
    assert isinstance(total, int)
    return total - 1


@pytest.mark.rule("MM-7.0.5", "MM-7.0.6", "MM-7.0.7", "MM-3.2.10", "MM-R02")
@chart(
    ("weapon", "inches", "expected"),
    [
        ("m16", 1, 2), ("m16", 4.99, 2), ("m16", 5, 3), ("m16", 9.99, 3), ("m16", 10, 4), ("m16", 20, 5),
        ("m16", 30, 6), ("m16", 40, 6), ("1911", 0, 2), ("1911", 9, 3), ("mp5", 0.5, 2), ("mp5", 12, 4),
        ("m9", 14, 5), ("ak47", 21, 6), ("fn-fal", 16, 5), ("p90", 10, 4), ("uzi", 14, 5), ("m4", 27, 6),
    ],
)  # fmt: skip
def test_a_category_begins_exactly_at_its_number(weapon: str, inches: float, expected: int) -> None:
    assert number(weapon, inches) == expected


@pytest.mark.rule("MM-7.0.6", "MM-7.0.7", "MM-7.7.6")
@pytest.mark.parametrize(("weapon", "inches"), [("m16", 0.9), ("m16", 40.1), ("mp5", 0.4), ("ak47", 28.5), ("rpg", 31)])
def test_too_near_or_out_of_range(weapon: str, inches: float) -> None:
    with pytest.raises(RuleViolation):
        outcome("fire", weapon=weapon, range=inches)


@pytest.mark.rule(
    "MM-3.24.1", "MM-3.24.2", "MM-3.24.3", "MM-3.24.4", "MM-3.24.5", "MM-3.24.7", "MM-3.24.11", "MM-3.24.12",
    "MM-3.24.13", "MM-3.24.15", "MM-3.3.2", "MM-4.2.10", "MM-R04", "MM-R09", "MM-R10", "MM-R50", "MM-R57", "MM-R97",
)  # fmt: skip
@chart(
    ("facts", "raised"),
    [
        ({"obscured": 24.9}, 0), ({"obscured": 25}, 1), ({"obscured": 49.9}, 1), ({"obscured": 50}, 2),
        ({"obscured": 99}, 2), ({"stealth": True}, 1), ({"stealth": True, "obscured": 30}, 2),
        ({"stealth": True, "obscured": 60}, 3), ({"hidden": True}, 1), ({"hidden": True, "obscured": 10}, 1),
        ({"hidden": True, "obscured": 60}, 3), ({"sprinting": True}, 1), ({"platform": "moving"}, 1),
        ({"platform": "full-speed"}, 2), ({"platform": "full-speed", "hover": 0}, 0),
        ({"platform": "moving", "hover": 3}, 3), ({"not_closest": True}, 1), ({"covering": True}, 1),
        ({"target": "vehicle", "target_full_speed": True}, 1), ({"target": "vehicle", "target_moving": True}, 0),
        ({"target": "vehicle", "helicopter": True}, 1),
        ({"target": "vehicle", "helicopter": True, "target_full_speed": True}, 2),
        ({"target": "occupant", "target_full_speed": True, "helicopter": True, "obscured": 50}, 4),
        ({"penalty": 3}, 3),
    ],
)  # fmt: skip
def test_what_raises_the_number(facts: dict[str, Any], raised: int) -> None:
    assert outcome("fire", "1", weapon="m16", range=20, weapons=3, **facts)["target_number"] == 5 + raised


@pytest.mark.rule("MM-3.24.6", "MM-7.6.1", "MM-7.7.1", "MM-7.9.1", "MM-12.4.3", "MM-10.SN.1", "MM-10.MG.1", "MM-10.H.1")
def test_specialist_weapons() -> None:
    assert (number("m21", 10), number("m21", 10, skills=SNIPER)) == (4 + 2, 4)
    assert (number("m60", 10), number("m60", 10, skills=GUNNER)) == (4 + 2, 4)
    falls_short = {"target": "point", "house_rule": ("launched-miss=no-effect",)}
    assert (number("law", 7, **falls_short), number("law", 7, skills=HEAVY, **falls_short)) == (3 + 2, 3)
    assert number("saw", 10, skills=SNIPER) == 4 + 2
    assert number("m2", 12, mounted=True) == 4 + 1
    assert number("m2", 12, mounted=True, platform="full-speed", skills=GUNNER, weapons=3) == 4 + 2  # 12.4, MM-R79


@pytest.mark.rule(
    "MM-3.24.8", "MM-3.24.9", "MM-3.24.10", "MM-4.3.4", "MM-4.3.6", "MM-4.3.7", "MM-7.4.2", "MM-7.5.2", "MM-7.7.2",
    "MM-7.7.3", "MM-7.7.4", "MM-7.7.5", "MM-7.7.8", "MM-R11", "MM-R12", "MM-R13", "MM-R14", "MM-R15",
)  # fmt: skip
@chart(
    ("weapon", "apart", "raised"),
    [
        ("m16", None, (0, 0)), ("m16", 2, (None, 1)), ("ak47", 0.5, (None, 1)), ("uzi", 2, (None, 1)),
        ("p90", 1, (None, 1)), ("mp5", 2, (None, 0)), ("mp5sd", 2, (None, 0)), ("fn-fal", None, (1, 1)),
        ("fn-fal", 2, (None, 1)), ("m60", None, (0, 0, 1)), ("m60", 2, (None, 0, 1)), ("m60", 2.1, (None, 1, 2)),
        ("m60", 4, (None, 1, 2)), ("saw", None, (0, 0, 1, 1)), ("saw", 3, (None, 1, 2, 2)), ("m2", 4, (None, 0)),
        ("minigun", None, (0, 0, 0, 1, 1, 2, 2)), ("minigun", 3, (None, 1, 1, 2, 2, 3, 3)),
    ],
)  # fmt: skip
def test_every_shot_of_an_auto_fire(weapon: str, apart: float | None, raised: tuple[int | None, ...]) -> None:
    # At 12 in all of these have Medium (4) or, the P90 alone, Long (5).
    base = 5 if weapon == "p90" else 4
    for shot, expected in enumerate(raised, start=1):
        if expected is not None:
            facts = {"auto_fire": shot, "apart": apart, "skills": GUNNER, "weapons": 1}
            assert number(weapon, 12, **facts) == base + expected, shot


@pytest.mark.rule("MM-4.3.1", "MM-4.3.3", "MM-4.3.5", "MM-4.3.7", "MM-7.2.1", "MM-7.3.1", "MM-7.6.3", "MM-7.9.2")
@chart(
    ("weapon", "shot", "apart"),
    [
        ("m9", 1, None), ("benelli-m1", 1, None), ("m21", 1, None), ("m203", 1, None), ("law", 1, None),
        ("m16", 3, None), ("mp5", 3, None), ("m60", 4, None), ("saw", 5, None), ("m2", 3, None),
        ("m16", 2, 2.1), ("uzi", 2, 3), ("m60", 2, 4.1),
    ],
)  # fmt: skip
def test_auto_fire_that_there_is_not(weapon: str, shot: int, apart: float | None) -> None:
    with pytest.raises(RuleViolation):
        outcome("fire", weapon=weapon, range=12, auto_fire=shot, apart=apart)


@pytest.mark.rule("MM-R13")
def test_six_shots_of_a_minigun_by_house_rule() -> None:
    house = {"house_rule": ("minigun-shots=6",), "skills": GUNNER, "weapons": 2}
    assert [number("minigun", 10, auto_fire=n, **house) for n in range(1, 7)] == [4, 4, 5, 5, 6, 6]
    with pytest.raises(RuleViolation):
        number("minigun", 10, auto_fire=7, **house)


@pytest.mark.rule("MM-3.24.11", "MM-10.SN.2", "MM-R08")
def test_who_need_not_mind_the_closest() -> None:
    assert number("m16", 12, not_closest=True, skills=SNIPER) == 4
    assert number("m60", 12, not_closest=True, skills=GUNNER, auto_fire=1) == 5
    assert number("m60", 12, not_closest=True, skills=GUNNER, auto_fire=2) == 4


@pytest.mark.rule("MM-7.2.3", "MM-7.3.3", "MM-7.6.4", "MM-7.6.6")
@chart(
    ("weapon", "raised"),
    [("desert-eagle", 1), ("benelli-m1", 1), ("m40", 1), ("m82", 1), ("m82-heap", 1), ("m16", 0), ("psg-1", 0),
     ("m21", 0), ("svd", 0), ("1911", 0), ("m9", 0), ("fn-fal", 0)],
)  # fmt: skip
def test_the_second_of_two_fire_actions(weapon: str, raised: int) -> None:
    # 12 in is Medium for all of them.
    assert number(weapon, 12, skills=SNIPER, weapons=1) == 4
    assert number(weapon, 12, skills=SNIPER, weapons=1, second_fire=True) == 4 + raised


@pytest.mark.rule("MM-3.25.1", "MM-3.25.2", "MM-3.25.3", "MM-3.25.4", "MM-3.25.5", "MM-12.7.2", "MM-R78")
@pytest.mark.parametrize(
    ("facts", "added"),
    [
        ({"incapacitated": True}, 1), ({"unaware": True}, 1), ({"aimed": True}, 1), ({"carrying": True}, 1),
        ({"target": "vehicle"}, 2), ({"target": "occupant"}, 0),
        ({"target": "vehicle", "house_rule": ("vehicle-target-bonus=1",)}, 1), ({"weapons": 2}, 2),
    ],
)  # fmt: skip
def test_what_helps_the_roll(facts: dict[str, Any], added: int) -> None:
    assert bonus("m16", 10, **facts) == added


@pytest.mark.rule("MM-3.4.1", "MM-7.6.2", "MM-8.0.3", "MM-8.0.4", "MM-8.0.5", "MM-R19")
@chart(
    ("weapon", "inches", "sights", "added"),
    [
        ("m16", 3, TELESCOPIC, 1), ("m16", 9.9, TELESCOPIC, 1), ("m16", 10, TELESCOPIC, 2), ("m16", 35, TELESCOPIC, 2),
        ("m16", 35, (), 1), ("m16", 35, NIGHT, 1), ("m21", 2, (), 1), ("m21", 5, (), 1), ("m21", 6, (), 2),
        ("m21", 44, TELESCOPIC, 2), ("m21", 45, TELESCOPIC, 3), ("m21", 45, (), 2), ("psg-1", 5, TELESCOPIC, 1),
    ],
)  # fmt: skip
def test_aim(weapon: str, inches: float, sights: tuple[str, ...], added: int) -> None:
    found = outcome("fire", "1", weapon=weapon, range=inches, sights=sights, aimed=True, skills=SNIPER, obscured=25)
    assert found["total"] == 1 + added


@pytest.mark.rule("MM-3.6.4", "MM-R18", "MM-8.0.15")
@pytest.mark.parametrize(
    "facts",
    [
        {"aimed": True, "covering": True}, {"aimed": True, "auto_fire": 1}, {"second_fire": True, "auto_fire": 2},
        {"through": "light"},
    ],
)  # fmt: skip
def test_what_does_not_go_together(facts: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation):
        outcome("fire", weapon="m16", range=12, **facts)


@pytest.mark.rule("MM-8.0.10", "MM-R20")
def test_a_respirator_hampers_long_shots_only() -> None:
    assert [number("m16", inches, respirator=True) for inches in (3, 7, 12, 22)] == [2, 3, 4, 5 + 1]
    assert number("m16", 33, respirator=True, weapons=1) == 6 + 1
    at_a_place = {"target": "point", "house_rule": ("launched-miss=no-effect",)}
    found = outcome("fire", "1,6", weapon="rpg", range=17, respirator=True, skills=HEAVY, **at_a_place)
    assert found["target_number"] == 5


@pytest.mark.rule(
    "MM-6.2.3", "MM-6.2.6", "MM-8.0.11", "MM-8.0.12", "MM-8.0.13", "MM-8.0.14", "MM-R02", "MM-R65",
)  # fmt: skip
@chart(
    ("light", "inches", "goggles", "sights", "raised"),
    [
        ("No Light", 10, False, (), 2), ("Low Light", 10, False, (), 1), ("No Light", 10, True, (), 0),
        ("No Light", 10.1, True, (), 1), ("No Light", 25, True, (), 1), ("No Light", 25.5, True, (), 2),
        ("No Light", 20, False, NIGHT, 0), ("No Light", 20.5, False, NIGHT, 1), ("No Light", 40, False, NIGHT, 1),
        ("No Light", 40.5, False, NIGHT, 2), ("No Light", 15, True, NIGHT, 0), ("No Light", 39, False, THERMAL, 0),
        ("Low Light", 39, True, (), 0), ("Low Light", 39, False, NIGHT, 0), ("Low Light", 39, False, THERMAL, 0),
    ],
)  # fmt: skip
def test_light_and_optics(light: str, inches: float, goggles: bool, sights: tuple[str, ...], raised: int) -> None:
    # The M21: Medium (4) from 6 in, Long (5) from 30.
    base = 4 if inches < 30 else 5
    found = number("m21", inches, light=light, goggles=goggles, sights=sights, skills=SNIPER, weapons=1)
    assert found == base + raised


@pytest.mark.rule("MM-R02", "MM-8.0.11")
def test_the_shared_end_point_may_belong_to_the_upper_row() -> None:
    facts = {"light": "No Light", "goggles": True, "house_rule": ("shared-end-point=upper",)}
    assert number("m16", 10, **facts) == 4 + 1


# ── Damage ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-5.0.1", "MM-7.3.2", "MM-7.6.8", "MM-R98")
@chart(
    ("weapon", "inches", "damage"),
    [
        ("benelli-m1", 1, 6), ("benelli-m1", 4, 5), ("benelli-m1", 12, 4), ("benelli-m1", 14, 3),
        ("benelli-m1", 18, 2), ("m16", 12, 4), ("1911", 3, 4), ("m9", 3, 3), ("desert-eagle", 3, 5), ("mp5", 3, 3),
        ("mp5sd", 3, 3), ("p90", 3, 4), ("uzi", 3, 4), ("fn-fal", 3, 5), ("m21", 3, 5), ("m40", 3, 6), ("m82", 3, 8),
        ("m82-heap", 3, 8), ("saw", 3, 4), ("m2", 3, 7), ("m60", 3, 5), ("minigun", 3, 5), ("law", 7, 12),
        ("rpg", 7, 10), ("m203", 12, 8),
    ],
)  # fmt: skip
def test_damage_of_every_weapon(weapon: str, inches: float, damage: int) -> None:
    # A 6 with Weapons +3 hits (no Ammo roll but the RPG's), the damage die shows 1; nobody withstands it in this test.
    skills = (*SNIPER, *GUNNER, *HEAVY)
    dice = "6,6,1,6" if weapon == "rpg" else "6,1,6"
    body = {"victim_strength": 3, "body_armour": True}
    margin = 6 + 3 + armour_against(weapon) - (1 + damage)
    more = ",1" if margin == -4 else ""
    found = outcome("fire", dice + more, weapon=weapon, range=inches, weapons=3, skills=skills, **body)
    assert (found["damage_tn"], found["injury_margin"]) == (1 + damage, margin)


def armour_against(weapon: str) -> int:
    """8.0: +2 against handguns, shotguns and sub machineguns (the P90 +1), +1 against the others here."""
    return 2 if weapon in ("1911", "m9", "desert-eagle", "benelli-m1", "mp5", "mp5sd", "uzi") else 1


@pytest.mark.rule("MM-5.01.1", "MM-5.01.2", "MM-5.01.3", "MM-5.01.4", "MM-5.01.5", "MM-5.0.5", "MM-R44", "MM-R42")
@chart(
    ("facts", "dice", "wound"),
    [
        ({}, "2,6", "none"), ({}, "3,6", "minor"), ({"minor": True}, "3,6", "serious"), ({}, "4,6", "serious"),
        ({"minor": True}, "4,6", "serious"), ({}, "5,6", "critical"), ({}, "6,6,3", "mortal"), ({}, "6,5", "dead"),
        ({"penalty": 1}, "3,6", "serious"), ({"penalty": 3, "strength": 2}, "4,6", "critical"),
        ({"strength": 3}, "6,6", "minor"), ({"nails": True}, "3,6,1", "minor"), ({"nails": True}, "3,4,6", "minor"),
        ({"nails": True}, "3,4,2", "critical"), ({"lucky": True}, "3,6", "none"), ({"lucky": True}, "2,6", "none"),
        ({"armoured_glass": True}, "3,6", "none"), ({"cover": "light"}, "4,6", "none"),
        ({"cover": "medium"}, "6,6", "minor"), ({"cover": "heavy"}, "", "none"),
    ],
)  # fmt: skip
def test_wounds(facts: dict[str, Any], dice: str, wound: str) -> None:
    assert outcome("injury", dice, damage=4, **facts)["wound"] == wound


@pytest.mark.rule("MM-8.0.6", "MM-8.0.7", "MM-8.0.8", "MM-7.4.4", "MM-R66", "MM-R67", "MM-7.8.12")
@chart(
    ("source", "worn"),
    [
        ("handgun", 2), ("shotgun", 2), ("sub machinegun", 2), ("assault rifle", 1), ("sniper rifle", 1),
        ("machinegun", 1), ("heavy weapon", 1), ("grenade", 1), ("melee", 1), ("other", 0), ("Assault-Rifles", 1),
        ("AK47", 1), ("UZI", 2), ("P90", 1), ("M2", 1), ("M203", 1), ("Frag Grenade", 1), ("WP", 0),
        ("Desert Eagle", 2),
    ],
)  # fmt: skip
def test_body_armour(source: str, worn: int) -> None:
    found = outcome("injury", "1,4", damage=3, source=source, body_armour=True)
    assert found["resist_total"] == 4 + worn
    with pytest.raises(RuleViolation):
        outcome("injury", damage=3, source="bad luck", body_armour=True)


@pytest.mark.rule("MM-7.0.10", "MM-7.0.11", "MM-7.0.12", "MM-7.9.5", "MM-R29", "MM-R30")
@chart(
    ("weapon", "facts", "dice", "out"),
    [
        ("m16", {}, "1", None), ("m16", {"ammo_low": True}, "2", None), ("m16", {"ammo_low": True}, "1,3", True),
        ("m16", {"ammo_low": True}, "1,4", False), ("m16", {"ammo_low": True}, "1,5", False),
        ("1911", {"ammo_low": True}, "1,5", True), ("1911", {"ammo_low": True}, "1,6", False),
        ("rpg", {}, "2,5", True), ("rpg", {}, "2,6", False),
        ("m16", {"ammo_low": True, "sharpshooter": True}, "1,2", None),
        ("m16", {"ammo_low": True, "sharpshooter": True}, "2,1,3", True),
        ("m16", {"ammo_low": True, "skills": ("Sharpshooter",)}, "2,1,3", True),
    ],
)  # fmt: skip
def test_ammunition(weapon: str, facts: dict[str, Any], dice: str, out: bool | None) -> None:
    # All of these miss: TN 5.
    extra = {"house_rule": ("launched-miss=no-effect",), "skills": HEAVY} if weapon == "rpg" else {}
    inches = {"m16": 22, "1911": 14, "rpg": 16}[weapon]
    assert outcome("fire", dice, weapon=weapon, range=inches, **facts, **extra)["out_of_ammo"] is out


@pytest.mark.rule("MM-8.0.15", "MM-8.0.16")
def test_through_cover_with_a_thermal_sight() -> None:
    seen = {"weapon": "m16", "range": 12, "sights": THERMAL, "obscured": 100, "weapons": 0}
    assert outcome("fire", "3", through="medium", **seen)["target_number"] == 4
    hit = outcome("fire", "4,6,6", through="medium", **seen)
    assert (hit["damage_tn"], hit["resist_total"], hit["wound"]) == (10, 9, "minor")
    assert outcome("fire", "4", through="heavy", **seen)["wound"] == "none"


@pytest.mark.rule("MM-7.5.5", "MM-7.5.8", "MM-R26", "MM-R27", "MM-R28")
def test_launched_grenades() -> None:
    assert outcome("fire", weapon="m203", range=7.9)["dud"] is True
    assert outcome("fire", "3,2,1", weapon="m203", range=8, target="point", ammo_low=True)["scatter"] == 1
    gassed = outcome("fire", "4,3,6", weapon="m203", range=8, load="cs")
    assert (gassed["victim_poisoned"], gassed["victim_gas_tn"]) == (True, 7)  # D6 3, +4 at 0 to 1 in
    dazed = outcome("fire", "4,1,5", weapon="m203", range=8, load="stun", victim_morale=1)
    assert (dazed["victim_actions_lost"], dazed["victim_margin"]) == (1, -1)  # 1 + 6 against 5 + 1
    burnt = outcome("fire", "4,3,6", weapon="m203", range=8, load="wp", body_armour=True)
    assert (burnt["damage_tn"], burnt["resist_total"], burnt["wound"]) == (7, 6, "minor")


@pytest.mark.rule("MM-12.5.1", "MM-7.6.7", "MM-R98")
def test_shots_at_vehicles() -> None:
    facts = {"range": 10, "target": "vehicle", "vehicle": "hmmv"}
    assert outcome("fire", "2,6,2", weapon="m16", **facts)["damage"] == "none"  # 10 against 2 + 8
    pierced = outcome("fire", "2,5,5", weapon="m82-heap", skills=SNIPER, **facts)  # 14 against 5 + 8
    assert (pierced["damage"], pierced["inside_tn"]) == ("minor", "D6+3")
    again = outcome("fire", "2,5,5", weapon="m82-heap", skills=SNIPER, vehicle_damage=("minor",), **facts)
    assert again["damage"] == "major"
    wreck = outcome("fire", "2,1,2", weapon="m82", skills=SNIPER, vehicle_damage=("immobilised",), **facts)
    assert (wreck["damage_tn"], wreck["damage"]) == (1 + 8 + 6, "destroyed")  # 15 against 2 + 8
