"""Every chart against a second transcription, made from the book afresh and written as the book prints it.

Where a ruling replaces what is printed, the expectation says so: the printed cell stands here too.
"""

from __future__ import annotations

import pytest

from rules.book.showing import Chart
from rules.book_and_gun.book import tables
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.chapters import CHAPTERS
from rules.book_and_gun.book.charts import CHARTS
from rules.book_and_gun.book.measures import MEASURES
from rules.book_and_gun.book.switches import SWITCHES
from rules.book_and_gun.book.tables import TABLES
from tests import charts

BY_NAME = {chart.name: chart for chart in CHARTS}


def chart(name: str) -> Chart:
    return BY_NAME[name]


def printed(text: str) -> list[list[str]]:
    """Lines of cells set apart by bars, as copied from a page."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def number(cell: str) -> int | None:
    return None if cell in ("N/A", "-", "") else int(cell.rstrip('"'))


# ── Direct fire ──────────────────────────────────────────────────────────────────────────────────────────────────

PERSONNEL = {
    "short": """
        pistol | 9" | 3 | 2 | 1 | N/A
        bolt action rifle | 9" | 4 | 3 | 2 | N/A
        semi auto rifle | 9" | 5 | 3 | 2 | 1
        self loading rifle | 9" | 6 | 5 | 4 | 3
        assault rifle | 9" | 7 | 6 | 4 | 3
        submachinegun | 9" | 7 | 5 | 3 | 2
        squad automatic rifle | 9" | 7 | 5 | 3 | 2
        light machinegun | 9" | 7 | 5 | 3 | 2
        medium machinegun | 18" | 7 | 5 | 3 | 2
        heavy machinegun | 27" | 7 | 5 | 3 | 2""",
    "medium": """
        bolt action rifle | 18" | 4 | 1 | 1 | N/A
        semi auto rifle | 18" | 4 | 2 | 2 | N/A
        self loading rifle | 18" | 6 | 5 | 3 | 2
        assault rifle | 18" | 6 | 5 | 4 | 2
        squad automatic rifle | 30" | 5 | 3 | 2 | 1
        light machinegun | 30" | 6 | 4 | 2 | 1
        medium machinegun | 36" | 6 | 4 | 2 | 12
        heavy machinegun | 45" | 6 | 4 | 2 | 12""",
    "long": """
        bolt action rifle | 36" | 2 | 1 | N/A | N/A
        semi auto rifle | 36" | 3 | 2 | N/A | N/A
        self loading rifle | 36" | 6 | 5 | 3 | 1
        assault rifle | 27" | 6 | 4 | 3 | 1
        squad automatic rifle | 45" | 4 | 2 | 1 | 1
        light machinegun | 45" | 5 | 3 | 2 | 1
        medium machinegun | 52" | 5 | 3 | 2 | 1
        heavy machinegun | 60" | 5 | 3 | 2 | 1""",
    "all": """
        law | 30" | 6 | 5 | 4 | 3
        maw | 60" | 7 | 6 | 5 | 4
        haw | 100" | 8 | 7 | 6 | 5
        latgm | 50" | 9 | 8 | 7 | 6
        matgm | 100" | 10 | 9 | 8 | 7
        hatgm | 200" | 11 | 10 | 9 | 8
        autocannon | 90" | 6 | 5 | 4 | 3
        light cannon | 80" | 6 | 5 | 3 | 2
        medium cannon | 120" | 6 | 5 | 4 | 3
        heavy cannon | 180" | 7 | 6 | 5 | 4""",
}


@pytest.mark.rule("BG-X.3.chart", "BG-R73", "BG-R74")
def test_direct_fire_against_personnel_is_the_printed_chart_but_for_the_misprinted_twelves() -> None:
    expected: list[tuple[object, ...]] = []
    for band, text in PERSONNEL.items():
        for weapon, limit, *cells in printed(text):
            numbers = [1 if cell == "12" else number(cell) for cell in cells]
            expected.append((band, weapon, number(limit), *numbers))
    assert list(chart("direct-fire-personnel").rows) == expected


VEHICLES = {
    "short": """
        medium machinegun | 9" | 3 | N/A | N/A | N/A
        heavy machinegun | 18" | 4 | 3 | N/A | N/A
        agl | 12" | 4 | 3 | 2 | N/A
        law | 9" | 5 | 4 | 3 | 2
        maw | 30" | 6 | 5 | 4 | 3
        haw | 48" | 7 | 6 | 5 | 4
        latgm | 5"/50" | 8 | 7 | 5 | 3
        matgm | 10"/100" | 8 | 7 | 6 | 4
        hatgm | 15"/200" | 9 | 8 | 7 | 6
        autocannon | 30" | 8 | 7 | 6 | 3
        light cannon | 20" | 6 | 5 | 4 | 2
        medium cannon | 40" | 7 | 6 | 5 | 3
        heavy cannon | 60" | 8 | 7 | 6 | 4
        artillery | N/A | 3 | 3 | 2 | 2
        air strike | N/A | 4 | 3 | 3 | 2""",
    "medium": """
        heavy machinegun | 14" | 3 | N/A | N/A | N/A
        agl | 16" | 3 | 2 | N/A | N/A
        law | 13" | 4 | 3 | 2 | N/A
        maw | 40" | 5 | 4 | 3 | 2
        haw | 70" | 6 | 5 | 4 | 2
        latgm | 5"/60" | 6 | 6 | 4 | 3
        matgm | 10"/100" | 7 | 6 | 5 | 4
        hatgm | 15"/200" | 8 | 7 | 6 | 5
        autocannon | 60" | 7 | 6 | 4 | 2
        light cannon | 50" | 5 | 4 | 2 | N/A
        medium cannon | 80" | 6 | 5 | 4 | 2
        heavy cannon | 120" | 7 | 6 | 5 | 3""",
    "long": """
        heavy machinegun | 20" | 2 | N/A | N/A | N/A
        agl | 24" | 2 | N/A | N/A | N/A
        law | 20" | 3 | 2 | N/A | N/A
        maw | 60" | 4 | 3 | 2 | N/A
        haw | 100" | 5 | 3 | 2 | N/A
        latgm | 5"/60" | 5 | 4 | 2 | N/A
        matgm | 10"/100" | 6 | 5 | 3 | 2
        hatgm | 15"/200" | 7 | 6 | 5 | 4
        autocannon | 90" | 6 | 4 | 2 | N/A
        light cannon | 80" | 4 | 3 | 2 | N/A
        medium cannon | 120" | 5 | 4 | 2 | N/A
        heavy cannon | 180" | 6 | 5 | 4 | 2""",
}


@pytest.mark.rule("BG-X.6.chart", "BG-R76", "BG-R77")
def test_direct_fire_against_vehicles_is_the_printed_chart_with_the_machinegun_limits_exchanged() -> None:
    ruled = {("short", "heavy machinegun"): '14"', ("medium", "heavy machinegun"): '18"', ("short", "latgm"): '5"/60"'}
    expected: list[tuple[object, ...]] = []
    for band, text in VEHICLES.items():
        for weapon, limits, *cells in printed(text):
            least, _, most = ruled.get((band, weapon), limits).rpartition('"/')
            expected.append((band, weapon, number(least) or 0, number(most), *map(number, cells)))
    assert list(chart("direct-fire-vehicles").rows) == expected


AIRCRAFT = {
    "short": """
        medium machinegun | 12" | 2 | 3 | N/A | N/A
        heavy machinegun | 18" | 3 | 4 | N/A | N/A
        light sam | 40" | 3 | 4 | 3 | 2
        medium sam | 80" | 4 | 6 | 4 | 3
        aa autocannon | 60" | 4 | 4 | 3 | 2
        light aa cannon | 40" | 3 | 3 | 2 | N/A
        medium aa cannon | 60" | 2 | 3 | 2 | N/A
        heavy aa cannon | 70" | N/A | 4 | 3 | 2""",
    "medium": """
        heavy machinegun | 14" | 2 | N/A | N/A | N/A
        light sam | 70" | 3 | 2 | N/A | N/A
        medium sam | 150" | 3 | 5 | 3 | 2
        aa autocannon | 120" | 5 | 3 | 2 | N/A
        light aa cannon | 80" | 4 | 3 | 2 | N/A
        medium aa cannon | 120" | 3 | 4 | 2 | N/A
        heavy aa cannon | 130" | 2 | 5 | 2 | N/A""",
    "long": """
        light sam | 100" | 2 | N/A | N/A | N/A
        medium sam | 300" | 2 | 4 | 2 | N/A
        aa autocannon | 200" | 4 | 2 | 2 | N/A
        light aa cannon | 150" | 3 | 2 | N/A | N/A
        medium aa cannon | 200" | 2 | 2 | N/A | N/A
        heavy aa cannon | 250" | 2 | 2 | N/A | N/A""",
}


@pytest.mark.rule("BG-X.9.chart", "BG-R76", "BG-R108")
def test_direct_fire_against_aircraft_is_the_printed_chart_with_the_machinegun_limits_exchanged() -> None:
    ruled = {("short", "heavy machinegun"): '14"', ("medium", "heavy machinegun"): '18"'}
    expected: list[tuple[object, ...]] = []
    for band, text in AIRCRAFT.items():
        for weapon, limit, *cells in printed(text):
            expected.append((band, weapon, number(ruled.get((band, weapon), limit)), *map(number, cells)))
    assert list(chart("direct-fire-aircraft").rows) == expected


@pytest.mark.rule("BG-X.3.2a", "BG-X.3.2b", "BG-X.3.2c", "BG-X.3.2d", "BG-X.3.2e", "BG-X.3.2f", "BG-R78", "BG-R79")
def test_dice_against_personnel() -> None:
    one = {"pistol", "bolt action rifle"}
    two = {"semi auto rifle", "self loading rifle"}
    three = {"assault rifle", "submachinegun", "squad automatic rifle"}
    he_heat = {"law", "maw", "haw", "latgm", "matgm", "hatgm", "autocannon"} | {
        f"{weight} cannon" for weight in ("light", "medium", "heavy")
    }
    dice = {row.weapon.value: row for row in tables.DICE_PERSONNEL.values()}
    assert {name for name, row in dice.items() if row.dice == 1} == one
    assert {name for name, row in dice.items() if row.dice == 2} == two
    assert {name for name, row in dice.items() if row.dice == 3} == three
    assert {name for name, row in dice.items() if row.dice == 4} == {"light machinegun"}
    assert {name for name, row in dice.items() if row.dice == 5} == {"medium machinegun"}
    assert {name for name, row in dice.items() if row.dice == 6} == he_heat | {"heavy machinegun"}
    assert {name for name, row in dice.items() if row.tripod == 6} == {"medium machinegun", "heavy machinegun"}
    mounted = {name for name, row in dice.items() if row.vehicle == 6}
    assert mounted == {"light machinegun", "medium machinegun", "heavy machinegun"}


@pytest.mark.rule("BG-X.6.1a", "BG-X.6.1b", "BG-X.6.1c", "BG-X.6.1d", "BG-X.6.1e", "BG-X.6.1f", "BG-X.9.2", "BG-R78")
def test_dice_against_vehicles_and_aircraft() -> None:
    vehicles = {
        "agl": 1, "law": 1, "air strike": 1, "artillery": 1,
        "maw": 2, "light cannon": 2,
        "haw": 3, "medium cannon": 3,
        "latgm": 4, "matgm": 4, "hatgm": 4,
        "autocannon": 5,
        "heavy cannon": 6,
        "medium machinegun": 1, "heavy machinegun": 1,
    }  # fmt: skip
    aircraft = {
        "medium machinegun": 1, "heavy machinegun": 1, "light aa cannon": 2, "light sam": 3,
        "medium aa cannon": 4, "aa autocannon": 5, "heavy aa cannon": 6, "medium sam": 7,
    }  # fmt: skip
    assert dict(chart("dice-vehicles").rows) == vehicles
    assert dict(chart("dice-aircraft").rows) == aircraft


# ── Movement ─────────────────────────────────────────────────────────────────────────────────────────────────────

MOVEMENT = """
    army | close order | 2/4 | - | 3/5 | - | Minus High Die
    army | column | 3/4 | 4/5 | 3/5 | 4/6 | Minus High Die
    army | open order | 3/4 | - | 4/5 | - | Minus High Die
    insurgents | close order | 2/4 | - | 3/5 | - | Minus Low Die
    insurgents | column | 3/4 | 4/5 | 3/5 | 4/6 | Minus Low Die
    insurgents | open order | 3/4 | - | 4/5 | - | Minus Low Die
    civilians | close order | 2/4 | - | 3/5 | - | No Penalty
    civilians | open order | 3/4 | - | 4/5 | - | No Penalty
    artillery | push and fire | 2 | 2 | - | - | Minus High Die
    bicycles | | 2/3 | 3/4 | - | - | Must dismount and Minus High Die
    horse drawn vehicles | | 4 | 5 | - | - | Prohibited
    light wheeled vehicles | | 5 | 6 | 6 | 7 | Minus High Die
    heavy wheeled vehicles | | 4 | 5 | 5 | 6 | Minus High Die
    light tracked vehicles | | 4 | 5 | 5 | 6 | Minus Low Die
    heavy tracked vehicles | | 4 | 5 | 5 | 6 | Minus Low Die
    over snow vehicles | | 3 | | | | Minus Low Die
    light boats | | 3 | | | | N/A
    motor patrol boats | | 5 | | | | N/A
    all aircraft | | Unlimited | | | | NO PENALTY
"""
PENALTIES = {
    "Minus High Die": "highest",
    "Minus Low Die": "lowest",
    "No Penalty": "none",
    "NO PENALTY": "none",
    "Must dismount and Minus High Die": "dismount, highest",
    "Prohibited": "prohibited",
    "N/A": None,
}


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.1.43b")
def test_movement_dice_are_the_printed_chart() -> None:
    expected: list[tuple[object, ...]] = []
    for troops, formation, *uses, rough in printed(MOVEMENT):
        cells: list[object] = []
        for use in uses:
            foot, _, mounted = use.partition("/")
            cells += ["unlimited" if foot == "Unlimited" else number(foot), number(mounted)]
        expected.append((troops, formation or None, *cells, PENALTIES[rough]))
    assert list(chart("movement").rows) == expected


@pytest.mark.rule("BG-R26", "BG-R35", "BG-R31")
def test_movement_questions_follow_the_chart_and_the_rulings() -> None:
    assert tables.movement_dice("army", "column", "on road") == 4
    assert tables.movement_dice("insurgents", "open order", "to charge") == 4
    assert tables.movement_dice("insurgents", "open order", "to charge", mounted=True) == 5
    assert tables.movement_dice("army", "open order", "on road") is None
    assert tables.movement_dice("civilians", "column", "cross country") == 3  # the open order row
    assert tables.movement_dice("civilians", "column", "on road") is None
    assert tables.rough_penalty("insurgents") == "lowest"
    assert tables.rough_penalty("insurgents", (("rough-penalty", "highest-for-all"),)) == "highest"
    assert tables.rough_penalty("civilians", (("rough-penalty", "highest-for-all"),)) == "none"
    with pytest.raises(ValueError, match="without limit"):
        tables.movement_dice("all aircraft", "", "cross country")
    with pytest.raises(KeyError):
        tables.movement_dice("army", "push and fire", "cross country")


# ── Short charts ─────────────────────────────────────────────────────────────────────────────────────────────────

SPOTTING = """
    ARMY – 4 | Automatic |
    ARMY – 6 | 14 | 12
    ARMY – 12 | 12 | 10
    INSURGENTS – 4 | Automatic |
    INSURGENTS – 6 | 12 | 10
    INSURGENTS – 12 | 10 | 8
    CIVILIANS – 4 | Automatic |
    CIVILIANS – 8 | 10 | 8
    CIVILIANS – 12 | 8 | 6
"""


@pytest.mark.rule("BG-VI.1.c")
def test_spotting_chart() -> None:
    expected: list[tuple[object, ...]] = []
    for who, with_leader, without in printed(SPOTTING):
        side, _, distance = who.partition(" – ")
        by_roll = with_leader != "Automatic"
        numbers = (int(with_leader), int(without)) if by_roll else ("automatic", "automatic")
        expected.append((side.lower(), int(distance), *numbers))
    assert list(chart("spotting").rows) == expected
    assert tables.spots_automatically("army", 4)
    assert not tables.spots_automatically("army", 4.1)
    assert tables.spotting_number("civilians", 8, leader=True) == 10
    assert tables.spotting_number("civilians", 12.1, leader=True) is None


@pytest.mark.rule("BG-R30")
def test_weather_halves_the_distance_rows() -> None:
    assert tables.spotting_number("army", 3, leader=False, scale=0.5) == 12
    assert tables.spotting_number("army", 6, leader=False, scale=0.5) == 10
    assert tables.spotting_number("army", 6.5, leader=False, scale=0.5) is None
    assert not tables.spots_automatically("army", 2.5, scale=0.5)


@pytest.mark.rule("BG-VIII.6.1c", "BG-XI.2.1", "BG-XI.3.1", "BG-XI.3.5b")
def test_leader_charts_top_of_the_printed_ranges() -> None:
    assert chart("rally").rows == (("army", 5, 4), ("insurgents", 4, 3), ("civilians", 3, 2))
    assert chart("close-into-combat").rows == (("army", 5, 4), ("insurgents", 3, 3), ("civilians", 2, 2))
    assert chart("stand-and-fight").rows == (("army", 5, 5), ("insurgents", 4, 3), ("civilians", 3, 3))
    assert chart("evasion").rows == (("army", 4), ("insurgents", 3), ("civilians", 2))
    assert tables.rally_number("insurgents", has_leader=True) == 4
    assert tables.rally_number("insurgents", has_leader=False) == 3
    assert tables.close_into_number("army", has_leader=False) == 4
    assert tables.stand_and_fight_number("insurgents", has_leader=False) == 3
    assert tables.evasion_number("civilians") == 2


@pytest.mark.rule("BG-XII.1.chart", "BG-R57", "BG-R58")
def test_morale_ranges_and_numbers() -> None:
    assert chart("morale").rows == (("army", 8, 10, 8), ("insurgents", 7, 9, 6), ("civilians", 7, 8, 7))
    assert tables.morale_number("insurgents", "with leader") == 10  # 2-9 passes, 10 is "equal"
    assert tables.morale_number("insurgents", "with leader", (("morale-number", "top-of-range"),)) == 9
    assert tables.morale_top("army", "with leader", (("army-critical-with-leader", "9"),)) == 9
    assert tables.morale_top("army", "without leader") == 8
    assert tables.morale_top("army", "major") == 8
    for key in ("army-critical-with-leader", "army-critical-without-leader"):  # any total of two dice
        assert next(each for each in SWITCHES if each.key == key).choices == tuple(map(str, range(2, 13)))


MODIFIERS = """
    army       | +1 | -1 | -1 | +1 | +2 | +1 | +2 | +1 | -2 | -2 | -1 | -1
    insurgents | +1 |  0 | -2 | +2 | +1 | -1 | +1 | +1 | -1 | -3 | -3 | -1
    civilians  | +1 |  0 | -3 | +2 | +1 | -1 |  0 | +1 | -1 | -4 | -3 | -2
"""


@pytest.mark.rule("BG-XI.4.mod", "BG-R67")
def test_close_combat_modifiers() -> None:
    rows = chart("close-combat-modifiers").rows
    assert [row[0] for row in rows] == list("ABCDEFGHIJKL")
    for column, (_, *cells) in zip((2, 3, 4), printed(MODIFIERS), strict=True):
        assert [row[column] for row in rows] == [int(cell) for cell in cells]
    assert tables.close_combat_modifier("insurgents", "F") == -1
    assert tables.close_combat_modifier("insurgents", "F", (("insurgent-wall", "+1"),)) == 1
    assert tables.close_combat_modifier("civilians", "F", (("insurgent-wall", "+1"),)) == -1


@pytest.mark.rule("BG-XI.4.3", "BG-XI.4.4", "BG-R62", "BG-R63")
@pytest.mark.parametrize(
    ("die", "normal", "desperate"),
    [(1, "killed", "killed"), (3, "killed", "killed"), (4, "wounded", "killed"), (6, "wounded", "killed"),
     (7, "runs", "wounded"), (13, "runs", "wounded"), (14, "runs", "runs"), (20, "runs", "runs")],
)  # fmt: skip
def test_close_combat_results(die: int, normal: str, desperate: str) -> None:
    assert tables.close_combat_result(die, desperation=False) == normal
    assert tables.close_combat_result(die, desperation=True) == desperate


@pytest.mark.rule("BG-X.1.5.a2", "BG-X.1.5.b2", "BG-X.1.5.c2", "BG-X.1.5.d3")
def test_casualty_cards_by_class() -> None:
    assert chart("casualty-cards").rows == (
        # class, hearts, diamonds, clubs, spades, ace, face
        ("I", "killed", "killed", "wounded", "not hit", "killed", "killed"),
        ("II", "killed", "wounded", "not hit", "not hit", "killed", "killed"),
        ("III", "hit", "hit", "not hit", "not hit", "hit", "hit"),
        ("IV", "hit", "not hit", "not hit", "not hit", "hit", "hit"),
    )
    assert chart("second-casualty-card").rows == (("2", "10", "wounded"), ("jack", "ace", "killed"))
    assert chart("gun-crew-cards").rows == (
        ("hearts", "jack", "ace", "killed"),
        ("diamonds", "jack", "ace", "wounded"),
    )
    assert chart("sniper").rows == ((30, "2", "10"),)


@pytest.mark.rule("BG-X.12.chart", "BG-X.13.12", "BG-X.13.1b", "BG-X.12.1a", "BG-X.12.1b", "BG-X.12.1c")
def test_explosives_and_indirect_fire() -> None:
    assert chart("explosive-devices").rows == (
        ("hand grenade", 5, 4, 3, 1),
        ("grenade launcher", 5, 4, 3, 2),
        ("command detonated mine", 5, 4, 3, 1),
        ("shaped charge", 5, 4, 3, 2),
        ("c4", 5, 4, 3, 1),
        ("ied", 5, 4, 2, 1),
        ("land mine", 5, 4, 2, 2),
        ("booby trap", 5, 4, 2, 2),
    )
    assert chart("indirect-fire").rows == (("all", 5, 4, 2, 1),)
    assert [row[1] for row in chart("mortar-deviation").rows] == [
        "on target", "on target", "short", "right", "left", "long",
    ]  # fmt: skip
    assert chart("grenades").rows == (("hand grenade", 0, 3, 1), ("rifle grenade", 4, 12, 1), ("agl", 8, 24, 6))
    assert chart("mortars").rows[:2] == (("light mortar", 6, 30, 2), ("medium mortar", 12, 42, 3))


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8b", "BG-X.2.9", "BG-X.2.4a", "BG-X.2.6a", "BG-R83", "BG-R84", "BG-R86")
def test_canister_back_blast_and_reloading() -> None:
    assert chart("canister").rows == (
        ("canister", 8, 60, 3, "killed", "wounded"),
        ("back blast", 4, 30, 3, "killed", "wounded"),  # half of canister, 15 degrees either side
    )
    reload = {row[0]: row[1:] for row in chart("reload").rows}
    assert reload["light artillery"] == (1, 4, 2)
    assert reload["medium artillery"] == (2, 4, None)
    assert reload["heavy artillery"] == (4, 4, None)
    assert reload["heavy recoilless rifle"] == (0, 2, 2)
    assert reload["medium recoilless rifle"] == (0, 2, 1)
    assert reload["atgm"] == (0, 2, 1)
    assert reload["medium launcher"] == (0, None, 1)
    assert reload["tripod heavy machinegun"] == (0, None, 1)
    assert reload["automatic grenade launcher"] == (0, None, 1)
    assert {reload[name] for name in ("small arm", "light launcher", "mortar", "vehicle gun")} == {(0, None, 0)}


@pytest.mark.rule("BG-X.4.15", "BG-X.4.16", "BG-X.4.17", "BG-X.4.18", "BG-X.4.19", "BG-X.4.20", "BG-R100")
def test_blast_templates() -> None:
    templates = dict(chart("blast-templates").rows)
    assert {w for w, size in templates.items() if size == 1} == {
        "law", "maw", "latgm", "matgm", "hand grenade", "booby trap", "shaped charge",
    }  # fmt: skip
    assert {w for w, size in templates.items() if size == 2} == {"haw", "hatgm", "c4", "light mortar"}
    assert {w for w, size in templates.items() if size == 3} == {"ied", "medium mortar", "air strike"}
    assert {w for w, size in templates.items() if size == 4} == {"artillery"}


@pytest.mark.rule("BG-X.7.221b", "BG-X.7.221c", "BG-X.7.221d", "BG-X.7.23b", "BG-X.7.23c", "BG-X.7.23d", "BG-R94")
def test_cards_against_vehicles() -> None:
    assert chart("vehicle-cards").rows == (
        ("artillery", "soft", "face card", "other heart"),
        ("artillery", "light", "face card", "other heart"),
        ("artillery", "medium", "face card of hearts", "other face card"),
        ("artillery", "heavy", None, "ace"),
        ("air strike", "soft", "face card", "other red card"),
        ("air strike", "light", "face card", "other red card"),
        ("air strike", "medium", "face card", "other heart"),
        ("air strike", "heavy", "ace", "face card"),
    )


@pytest.mark.rule("BG-VIII.1.14", "BG-X.1.13")
def test_joker_charts() -> None:
    assert [tables.joker_movement(die) for die in range(1, 7)] == [
        "one more die", "does not move", "falls back 2D6", "less 1D6", "wounded healed", "charges nearest enemy",
    ]  # fmt: skip
    assert [tables.joker_fire(die) for die in range(1, 7)] == [
        "low on ammunition", "hits doubled", "two shots per figure", "smoke", "half casualties", "good fire command",
    ]  # fmt: skip
    assert len(chart("joker-movement").rows) == len(chart("joker-fire").rows) == 6


@pytest.mark.rule("BG-XIII.2.1", "BG-XIII.2.2", "BG-XIII.3.2b")
def test_supplementary_charts() -> None:
    assert dict(chart("national-efficiency").rows) == {
        "nato": -2, "former soviet": 0, "third world": 1, "asian": -1, "insurgents": 2, "elite": -1,
    }  # fmt: skip
    assert tables.national_modifier("nato", elite=False) == -2
    assert tables.national_modifier("nato", elite=True) == -3
    assert tables.national_modifier("insurgents", elite=False) == 2
    assert [row[:2] for row in chart("mine-location").rows] == [(1, 2), (3, 4), (5, 18), (19, 20)]


@pytest.mark.rule("BG-X.14.5", "BG-X.14.4", "BG-X.1.5.a1", "BG-X.1.5.d1", "BG-R90")
def test_radios_messages_and_the_depth_of_the_target_area() -> None:
    assert [row[1] for row in chart("radios").rows] == [24, 36, 48, 100]
    assert chart("communications").rows == (("not under fire", 3), ("under fire", 4))
    assert chart("target-area").rows == (("I", 0.5), ("II", 0.5), ("III", 0.5), ("IV", 0.25))


@pytest.mark.rule("BG-X.13.21", "BG-X.13.22", "BG-XIII.3.2b")
def test_what_fires_from_off_the_board_and_what_a_mine_detector_finds() -> None:
    assert chart("mortars").rows[2:] == (
        ("heavy mortar", 0, "unlimited", 4),
        ("artillery", 0, "unlimited", 4),
        ("air strike", 0, "unlimited", 3),
    )
    results = [(low, high, str(result).split(",")[0]) for low, high, result in chart("mine-location").rows]
    assert results == [
        (1, 2, "missed"),
        (3, 4, "unsure"),
        (5, 18, "located and defused"),
        (19, 20, "booby trapped"),
    ]


@pytest.mark.rule("BG-X.4.15", "BG-X.4.16", "BG-X.4.17", "BG-X.4.18", "BG-X.4.19", "BG-R79")
@charts.chart(
    ("row", "examples"),
    [
        ("bolt action rifle", "Lee Enfield, Mauser"),
        ("semi auto rifle", "Garand, SKS"),
        ("self loading rifle", "FN FAL, M14"),
        ("assault rifle", "AK47, M16"),
        ("submachinegun", "PPSh40, MP5"),
        ("squad automatic rifle", "Bren, BAR"),
        ("light machinegun", "MG34"),  # the M240, named here too, is a medium machinegun by BG-R79
        ("medium machinegun", "M1919, M240"),
        ("heavy machinegun", "M2"),  # the PKM, named here, is a medium machinegun by BG-R79
        ("law", "M72, AT4, Bazooka, Panzerfaust, ARMBRUST"),
        ("maw", "Carl Gustav, RPG7"),
        ("haw", "WOMBAT, 106mm"),
        ("latgm", "Sagger, Eryx"),
        ("matgm", "MILAN"),
    ],
)
def test_the_weapons_that_the_book_names_fire_on_their_rows(row: str, examples: str) -> None:
    assert {str(arm(name).row) for name in examples.split(", ")} == {row}


# ── All charts ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_chart_of_the_ledger_is_there_under_its_name() -> None:
    ledger = {
        "spotting", "movement", "rally", "direct-fire-personnel", "direct-fire-vehicles", "direct-fire-aircraft",
        "explosive-devices", "mortar-deviation", "close-into-combat", "stand-and-fight", "evasion",
        "close-combat-modifiers", "morale", "national-efficiency", "mine-location",
    }  # fmt: skip
    assert ledger <= set(BY_NAME)


@charts.chart("name", [*TABLES, *MEASURES, *CHAPTERS])
def test_a_chart_has_its_section_its_source_and_full_rows(name: str) -> None:
    shown = chart(name)
    assert shown.title
    assert shown.citation == f"BG-{shown.citation.removeprefix('BG-')}"
    assert shown.citation.removeprefix("BG-").startswith(shown.section.split(".")[0])
    assert {len(row) for row in shown.rows} == {len(shown.columns)}


def test_the_chart_names_are_unique() -> None:
    assert len(BY_NAME) == len(CHARTS) == len(TABLES) + len(MEASURES) + len(CHAPTERS)
