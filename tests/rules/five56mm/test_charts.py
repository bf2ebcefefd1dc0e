"""Every chart of 5.56mm, copied a second time from the book and compared cell by cell."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from rules.five56mm.book import tables
from rules.five56mm.book.charts import CHARTS
from rules.five56mm.book.rulings import RULINGS
from rules.five56mm.book.switches import SWITCHES
from rules.five56mm.book.tables import BANDS, MARGINS, MELEE, NUMBERS, ROWS, TABLES, VEHICLES, WEAPONS, Dice, modifier
from tests.charts import chart

INF = math.inf
NA = math.nan


def band(key: str) -> list[tuple[float, float, object]]:
    return [(low, high, cell) for low, high, cell in BANDS[key].rows]


@pytest.mark.rule("MM-3.2.4", "MM-4.2.7", "MM-R01")
def test_spotting_by_distance() -> None:
    assert band("spotting") == [(1, 2, 1), (2, 4, 2), (4, 8, 3), (8, 16, 4), (16, 32, 5), (32, INF, 6)]
    assert band("spotting-hidden") == [(1, 2, 3), (2, 4, 4), (4, 8, 5), (8, 16, 6), (16, 32, 7), (32, INF, 8)]


@pytest.mark.rule("MM-8.0.11", "MM-8.0.13", "MM-6.2.2", "MM-R65")
def test_night_vision_and_light() -> None:
    assert band("goggles") == [(0, 10, 0), (10, 25, 1), (25, INF, 2)]
    assert band("night-sight") == [(0, 20, 0), (20, 40, 1), (40, INF, 2)]
    assert band("light") == [(1, 2, "No Light"), (3, 4, "Low Light"), (5, 6, "Full Light")]


@pytest.mark.rule("MM-7.8.3", "MM-7.8.4", "MM-7.8.6", "MM-7.8.9", "MM-7.8.10", "MM-7.9.4", "MM-7.9.6")
def test_blasts() -> None:
    assert band("frag") == [(0, 1, "D6+6"), (1, 2, "D6+4"), (2, 3, "D6+2")]
    assert band("stun") == [(0, 1, "D6+6"), (1, 2, "D6+4"), (2, 3, "D6+2")]
    assert band("cs") == [(0, 1, "D6+4"), (1, 2, "D6+2"), (2, 3, "D6+1"), (3, 4, "D6")]
    assert band("wp") == [(0, 1, "D6+4"), (1, 2, "D6+2"), (2, 3, "D6+1"), (3, 4, "D6")]
    assert band("wp-burning") == [(0, 1, "D6+2"), (1, 2, "D6+1"), (2, 3, "D6"), (3, 4, "na")]
    assert band("law") == [(0, 1, "D6+8"), (1, 2, "D6+6"), (2, 3, "D6+4"), (3, 4, "D6+2")]
    assert band("rpg") == [(0, 1, "D6+7"), (1, 2, "D6+5"), (2, 3, "D6+3"), (3, 4, "D6+1")]


@pytest.mark.rule("MM-12.1.3", "MM-12.2.2", "MM-12.6.2")
def test_speeds() -> None:
    assert band("leaving") == [
        (1, 10, "0"), (10, 15, "D6"), (15, 20, "D6+1"), (20, 25, "D6+2"), (25, 30, "D6+4"), (30, INF, "D6+6"),
    ]  # fmt: skip
    assert band("ramming") == [
        (5, 10, "D6"), (10, 15, "D6+1"), (15, 20, "D6+2"), (20, 25, "D6+4"), (25, 30, "D6+8"), (30, INF, "D6+12"),
    ]  # fmt: skip
    assert band("crash") == [
        (5, 10, "D6+1"), (10, 15, "D6+2"), (15, 20, "D6+4"), (20, 25, "D6+6"), (25, 30, "D6+8"), (30, INF, "D6+12"),
    ]  # fmt: skip


def margins(key: str) -> set[tuple[object, ...]]:
    return {tuple(row) for row in MARGINS[key].rows}


@pytest.mark.rule("MM-3.2.16", "MM-3.73.1", "MM-3.73.2", "MM-3.73.3", "MM-4.2.3", "MM-4.5.3", "MM-6.1.4")
def test_results_on_foot() -> None:
    assert margins("scatter-distance") == {(-1, "D3"), (-2, "D6"), (-3, "D6+1")}
    assert margins("escape") == {(-3, "no", "yes", 0), (-2, "yes", "yes", 2), (-1, "yes", "no", 1)}
    assert margins("hide") == {(0, 1), (1, 2), (2, 3), (3, 4)}
    assert margins("carry") == {(0, 3), (1, 4), (2, 5), (3, 6)}
    assert margins("ground") == {(0, 4), (1, 2), (2, 1)}


@pytest.mark.rule("MM-5.01.1", "MM-5.01.2", "MM-5.01.3", "MM-5.01.4", "MM-5.01.5", "MM-7.8.5", "MM-9.01.1")
def test_results_of_wounds_stun_and_morale() -> None:
    assert margins("injury") == {(-1, "minor"), (-2, "serious"), (-3, "critical"), (-4, "mortal"), (-5, "dead")}
    assert margins("stunned") == {(-2, 2), (-1, 1), (0, 0)}
    assert margins("morale") == {(-3, "fleeing"), (-2, "withdrawing"), (-1, "shaken")}
    assert ROWS["wound-effects"].rows == (("minor", 0, 0), ("serious", 1, 1), ("critical", 2, 2), ("mortal", 0, 0))


@pytest.mark.rule("MM-4.6.7", "MM-4.6.9", "MM-4.74.1", "MM-4.75.1", "MM-4.81.1", "MM-4.81.2", "MM-12.51.1")
def test_results_of_vehicles() -> None:
    assert margins("drive-full-speed") == {(0, 4), (1, 6), (2, 8), (3, 10), (4, 12), (5, 14)}
    assert margins("drive-turn") == {(0, 1), (2, 2), (4, 3), (6, 4)}
    assert margins("bank") == {(0, 1), (2, 2), (4, 3), (6, 4)}
    assert margins("pilot-full-speed") == {(0, 4), (1, 8), (2, 12), (3, 16), (5, 20), (6, 24)}
    assert margins("fast-rope") == {
        (-3, 0, "D6+3"), (-2, 0, "D6+1"), (-1, 0, "D6-1"), (0, 1, ""), (1, 2, ""), (2, 3, ""),
    }  # fmt: skip
    assert margins("armour") == {
        (-1, "minor"), (-2, "major"), (-3, "crippling"), (-4, "immobilised"), (-5, "destroyed"),
    }  # fmt: skip
    assert ROWS["vehicle-damage-effects"].rows == (("minor", 0, 0, 0), ("major", 1, 4, 8), ("crippling", 2, 8, 16))


@pytest.mark.rule("MM-4.72.1", "MM-4.72.2", "MM-4.72.3", "MM-4.72.4", "MM-4.72.5", "MM-4.73.1", "MM-4.73.2")
def test_landing_and_hovering() -> None:
    assert margins("land") == {
        (-6, "D6+1", "destroyed", "D6+8", "D6+4"),
        (-5, "D6+1", "immobilised", "D6+4", ""),
        (-4, "D6+1", "damaged", "D6+2", ""),
        (-3, "D6+1", "", "", ""),
        (-2, "D3+1", "", "", ""),
        (-1, "D3", "", "", ""),
        (0, "0", "", "", ""),
    }
    assert margins("hover") == {(-4, "D6+1", 3), (-3, "D6", 2), (-2, "D3", 1), (-1, "0", 1), (0, "0", 0)}


def rows(key: str) -> dict[object, object]:
    return {row[0]: row[1] if len(row) == 2 else row[1:] for row in ROWS[key].rows}


@pytest.mark.rule("MM-3.2.10", "MM-3.2.17", "MM-3.5.2", "MM-4.4.2", "MM-4.2.2", "MM-4.2.8", "MM-4.5.2", "MM-6.1.3")
def test_numbers_to_reach() -> None:
    assert rows("range") == {"close": 2, "short": 3, "medium": 4, "long": 5, "extreme": 6}
    assert {die: degrees for die, degrees, _ in ROWS["scatter-direction"].rows} == {
        "1": 270, "2": 315, "3": 180, "4": 0, "5": 45, "6": 90,
    }  # fmt: skip
    assert rows("first-aid") == rows("treat-injury") == {"minor": 2, "serious": 4, "critical": 5, "mortal": 6}
    assert rows("hide-ground") == {
        "even": 3, "light undergrowth": 4, "brush": 4, "light rubble": 5, "dense undergrowth": 5,
        "dense rubble": 6, "obstacle": 6,
    }  # fmt: skip
    assert rows("hidden-concealment") == {"partial": 1, "full": 2}
    assert rows("carry-injury") == {"critical": 2, "mortal": 3}
    assert rows("ground-number") == {
        "dense undergrowth": 1, "sand dunes": 1, "light rubble": 1, "shallow water": 2, "dense rubble": 3,
        "obstacle to 1 in": 3, "bog": 3, "deep water": 4, "obstacle to 2 in": 4, "obstacle to 3 in": 5,
    }  # fmt: skip


@pytest.mark.rule("MM-4.6.6", "MM-4.7.2", "MM-R54", "MM-R55")
def test_tasks() -> None:
    assert rows("driver-tasks") == {"full-speed": (3, "speed"), "turn": (4, "manoeuvre")}
    assert rows("pilot-tasks") == {
        "land": (7, "speed"), "hover": (5, "manoeuvre"), "full-speed": (3, "speed"), "bank": (4, "manoeuvre"),
    }  # fmt: skip


@pytest.mark.rule("MM-7.3.2", "MM-7.7.8", "MM-8.0.16", "MM-8.0.6", "MM-8.0.7", "MM-11.1R.4", "MM-11.1R.6", "MM-R66")
def test_equipment_and_squads() -> None:
    assert rows("shotgun") == {"close": 2, "short": 1, "medium": 0, "long": -1, "extreme": -2}
    assert rows("minigun") == {"1": 0, "2": 0, "3": 1, "4": 1, "5": 2, "6": 2}
    assert WEAPONS["minigun"].extra == tuple(ROWS["minigun"].number(str(n)) for n in range(1, 7))
    assert rows("thermal") == {"light": 2, "medium": 3, "heavy": "passes"}
    assert rows("ability") == {
        "0": "novice or militia", "1": "competent soldier", "2": "highly trained soldier",
        "3": "veteran or special forces",
    }  # fmt: skip
    assert rows("upgrades") == {"ability": 1, "skill": 1, "purchases": 5}
    assert rows("purchases") == {
        "handgun or melee weapon": 1, "sub machinegun or shotgun": 2, "assault rifle": 3, "grenades": 3,
        "special weapon": 5,
    }  # fmt: skip
    assert rows("body-armour") == {
        "melee": 1, "grenade": 1, "heavy weapon": 1, "assault rifle": 1, "sniper rifle": 1, "machinegun": 1,
        "handgun": 2, "shotgun": 2, "sub machinegun": 2,
    }  # fmt: skip


PROFILES = {
    "1911": (0, 9, 11, 13, 15, 17, 4, 6),
    "m9": (0, 10, 12, 14, 16, 18, 3, 5),
    "desert-eagle": (0, 8, 12, 14, 18, 20, 5, 6),
    "benelli-m1": (0.5, 4, 12, 14, 18, 24, 4, 6),
    "mp5": (0.5, 8, 12, 14, 18, 24, 3, 4),
    "mp5sd": (0.5, 7, 11, 13, 16, 22, 3, 4),
    "p90": (0, 6, 10, 12, 18, 24, 4, 3),
    "uzi": (0, 6, 10, 14, 16, 22, 4, 4),
    "m16": (1, 5, 10, 20, 30, 40, 4, 4),
    "m4": (1, 6, 12, 18, 27, 36, 4, 4),
    "ak47": (1, 4, 7, 14, 21, 28, 4, 4),
    "fn-fal": (1, 4, 8, 16, 24, 32, 5, 5),
    "m203": (NA, NA, 8, 16, 24, 32, None, None),
    "m21": (1, 3, 6, 30, 45, 60, 5, 5),
    "psg-1": (1, 3, 10, 35, 45, 55, 5, 5),
    "m40": (1, 2, 5, 36, 54, 72, 6, 6),
    "m82": (1, 2, 4, 30, 50, 80, 8, 6),
    "m82-heap": (1, 2, 4, 24, 48, 72, 9, 6),
    "svd": (1, 3, 6, 26, 39, 52, 5, 5),
    "saw": (1, 4, 8, 24, 36, 48, 4, 4),
    "m2": (1, 4, 9, 28, 42, 56, 7, 5),
    "m60": (1, 4, 8, 26, 39, 52, 5, 4),
    "minigun": (1, 4, 7, 20, 30, 40, 5, 4),
    "frag": (1, 3, 5, 7, 9, 11, 8, 6),
    "stun": (1, 3, 5, 7, 9, 11, None, 6),
    "cs": (1, 3, 5, 7, 9, 11, None, 6),
    "wp": (1, 3, 5, 7, 9, 11, None, 6),
    "law": (1, 6, 12, 16, 24, 32, 12, None),
    "rpg": (1, 5, 10, 15, 20, 30, 10, 6),
}
"""Close, Short, Medium, Long, Extreme, maximum range, damage, ammo, in the order of the book."""


@pytest.mark.rule("MM-7.0.4", "MM-R77", "MM-R88", "MM-R100")
@chart("key", PROFILES)
def test_weapon_profile(key: str) -> None:
    weapon = WEAPONS[key]
    found = (*weapon.ranges, weapon.damage, weapon.ammo)
    for number, printed in zip(found, PROFILES[key], strict=True):
        assert number == printed or (number is not None and math.isnan(number) and math.isnan(printed))


def test_there_are_no_other_weapons() -> None:
    assert list(WEAPONS) == list(PROFILES)


@pytest.mark.rule("MM-7.1.2", "MM-7.1.3", "MM-7.1.4")
def test_melee_weapons() -> None:
    assert {m.key: m.bonus for m in MELEE.values()} == {"unarmed": 0, "knife": 2, "rifle-butt": 1}


@pytest.mark.rule("MM-12.8.1", "MM-12.8.2", "MM-12.9.1", "MM-R87")
def test_vehicle_profiles() -> None:
    figures = {v.key: (v.allowance, v.speed, v.manoeuvre, v.armour) for v in VEHICLES.values()}
    assert figures == {"hmmv": (12, 4, 4, 8), "jeep": (10, 3, 5, 6), "black-hawk": (24, 10, 2, 10)}
    seats = {v.key: (v.passengers, v.turret_passengers) for v in VEHICLES.values()}
    assert seats == {"hmmv": (5, 3), "jeep": (3, 1), "black-hawk": (12, 12)}
    assert VEHICLES["hmmv"].armoured_glass == ("driver",)
    assert VEHICLES["jeep"].armoured_glass == ()
    assert VEHICLES["black-hawk"].crew == ("pilot", "co-pilot", "gunner")
    assert VEHICLES["black-hawk"].armoured_glass == ("pilot", "co-pilot")
    assert VEHICLES["hmmv"].turret == VEHICLES["jeep"].turret == ("m2", "m60")
    assert VEHICLES["black-hawk"].turret == ("m2", "minigun")


@pytest.mark.rule("MM-3.2.5", "MM-3.2.6", "MM-3.71.1", "MM-3.72.1")
def test_modifier_tables() -> None:
    amounts = {(table.table, key): amount for table in TABLES.modifier for key, amount, _, _ in table.rows}
    assert amounts == {
        ("3.22", "stealth"): 1, ("3.22", "under-quarter"): 1,
        ("3.24", "partial"): 1, ("3.24", "full"): 2, ("3.24", "sprinting"): 1, ("3.24", "moving-vehicle"): 1,
        ("3.24", "full-speed-vehicle"): 2, ("3.24", "unskilled"): 2, ("3.24", "stealth"): 1,
        ("3.24", "second-target"): 1, ("3.24", "spread"): 1, ("3.24", "late-shot"): 1, ("3.24", "not-closest"): 1,
        ("3.24", "target-full-speed"): 1, ("3.24", "covering"): 1, ("3.24", "holding"): 1, ("3.24", "helicopter"): 1,
        ("3.25", "incapacitated"): 1, ("3.25", "unseen"): 1, ("3.25", "aim"): 1, ("3.25", "carrying"): 1,
        ("3.25", "vehicle"): 2,
        ("3.71", "engaging"): 1, ("3.71", "behind"): 2, ("3.71", "higher"): 1, ("3.71", "more-attackers"): 1,
        ("3.72", "obstacle"): 1, ("3.72", "higher"): 1, ("3.72", "more-defenders"): 1,
    }  # fmt: skip
    assert modifier("3.24", "covering").citation == "MM-3.24.13"


@pytest.mark.rule("MM-R02", "MM-R03")
def test_a_shared_end_point_belongs_to_the_lower_row() -> None:
    assert BANDS["spotting"].number(2) == 1
    assert BANDS["spotting"].number(2.01) == 2
    assert BANDS["spotting"].number(2, upper=True) == 2
    assert BANDS["spotting"].number(0.5) == 1
    assert BANDS["spotting"].number(32) == 5
    assert BANDS["frag"].roll(3) == Dice(6, 2)
    assert BANDS["frag"].roll(3.01) is None


@pytest.mark.rule("MM-R53")
def test_a_margin_between_two_rows_reads_the_lower_one() -> None:
    assert MARGINS["pilot-full-speed"].number(4) == 16
    assert MARGINS["pilot-full-speed"].number(9) == 24
    assert MARGINS["injury"].word(-9) == "dead"


def test_single_figures_of_the_text() -> None:
    assert (NUMBERS.move, NUMBERS.carry_two, NUMBERS.contact, NUMBERS.steady) == (4, 6, 1, 3)
    assert (NUMBERS.no_light, NUMBERS.low_light, NUMBERS.poison) == (2, 1, 2)
    assert (NUMBERS.throw_back, NUMBERS.fast_rope, NUMBERS.control, NUMBERS.immobilised) == (4, 4, 6, 6)
    assert (NUMBERS.leader_reach, NUMBERS.radio_reach, NUMBERS.friend_killed) == (8, 2, 2)
    assert (NUMBERS.squad, NUMBERS.budget, NUMBERS.upgrade_limit, NUMBERS.most_weapons) == (10, 12, 3, 4)


def test_every_chart_is_shown_with_its_section_and_citation() -> None:
    assert len({chart.name for chart in CHARTS}) == len(CHARTS)
    assert all(chart.section and chart.citation and chart.rows for chart in CHARTS)
    assert all(len(row) == len(chart.columns) for chart in CHARTS for row in chart.rows)


def test_every_ruling_that_leaves_a_choice_has_its_switch() -> None:
    numbers = [int(ruling.id[4:]) for ruling in RULINGS]
    assert numbers[:108] == list(range(1, 109))
    assert len(set(numbers)) == len(numbers)
    assert {ruling.switch.key for ruling in RULINGS if ruling.switch} == {switch.key for switch in SWITCHES}


def test_additions_have_their_reasons_written_down() -> None:
    written = re.findall(r"^\| (MM-R\d+) \|", (Path(tables.__file__).parents[1] / "RULINGS.md").read_text(), re.M)
    assert written == [ruling.id for ruling in RULINGS if int(ruling.id[4:]) > 108]


@pytest.mark.parametrize(
    ("text", "dice"), [("D6+4", Dice(6, 4)), ("D3", Dice(3, 0)), ("D6-1", Dice(6, -1)), ("0", Dice(0, 0))]
)
def test_dice_are_read_and_written_back(text: str, dice: Dice) -> None:
    assert Dice.read(text) == dice
    assert str(dice) == text


def test_a_word_is_no_dice_expression() -> None:
    with pytest.raises(ValueError, match="no dice expression"):
        Dice.read("na")
