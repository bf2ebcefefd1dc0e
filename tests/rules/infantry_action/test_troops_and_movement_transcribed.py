"""The charts of troops, bases, orders, movement, air landing and victory, copied from the book's text once more, main
rules and quick reference sheet, and held against what front ends show."""

from __future__ import annotations

import pytest

from rules.book.showing import Chart, Value
from rules.infantry_action.book import air, bases, command, driving, foot, isolation, points, speech, victory
from tests.charts import chart

SHOWN: tuple[Chart, ...] = tuple(
    chart
    for module in (points, command, bases, isolation, speech, foot, driving, air, victory)
    for chart in module.CHARTS
)
CHARTS = {chart.name: chart for chart in SHOWN}

MAIN = {
    "points-men": """
        private|0|10
        officer|25|35
        sergeant|15|25
        corporal|10|20
        lance corporal|5|15""",
    "points-weapons": """
        rifle|5
        sub machine gun|5
        assault rifle|10
        grenade launcher|15
        magazine lmg|15
        belt lmg|20
        hand grenade|2
        pistol|0""",
    "points-equipment": """
        2 inch mortar|20
        60 mm mortar|20
        flame thrower|20
        night vision device|20
        one-man anti-tank weapon|30
        radio|30
        81 mm mortar|30
        tripod machine gun|30
        mine detector|30
        pivot machine gun|30
        turret machine gun|30
        recoilless gun|50
        anti-tank gun|50
        anti-tank missile set|50
        afv gun under 75 mm|50
        afv gun of 75 mm or more|50
        automatic light shell gun|50
        afv flame thrower|20""",
    "points-vehicles": """
        afv, by its weight|0|5
        soft vehicle, by its load|5|5
        motorcycle|10|-
        pedal cycle|5|-
        horse|5|-""",
    "points-optional": """
        off-table fire, a period|50
        landed from the air|+50%
        defender's troops on the table|x2
        bunker, a man it holds|10
        bunker, men it holds at least|3
        trench, 25 mm|5
        emplacement, of the weapon's value|50%
        anti-personnel mines, 5 m of a belt|5
        anti-tank mines, 5 m of a belt|10
        wire, 5 m of a belt|2
        pungis, 5 m of a belt|2
        fougasse|10
        claymore|10
        trip flare|3
        bangalore torpedo|3
        satchel charge|3
        sticky bomb|3
        molotov cocktail|3
        vehicle line charge|15""",
    "afv-commanders": """
        1|corporal|-|-|-
        2|sergeant|corporal|-|-
        3|officer|sergeant|corporal|lance corporal
        3 apcs with an infantry platoon|sergeant|corporal|lance corporal|lance corporal""",
    "figure-bases": """
        25mm|erect|25|10|20
        25mm|prone|25|10|30
        54mm|erect|50|20|40
        54mm|prone|50|20|60""",
    "isolation": """
        another figure|30|10
        an officer or nco|30|10""",
    "speech": """
        speech carries|50
        speech carries, with firing or explosions near either|10
        firing or explosions are near within|100
        an enemy hears speech over more than|10""",
    "foot-movement": """
        short dash|30
        walking, firing if desired|50
        crawling, wading knee deep, climbing with hands|20
        man-handling a gun, 3 men or more|15
        steep slope|-10
        woods|-10
        crossing an obstacle|-10
        inside buildings|-10
        limbering a gun|-10
        unlimbering a gun|-10
        preparing a mortar or machine gun|-10
        entering a vehicle|-10
        leaving a vehicle|-10
        carrying a share|-10
        hacking through brush|-10
        silent movement|half
        doubling, small arms or radio only|75
        doubling: one period in every|3""",
    "vehicle-movement": """
        high speed dash|180|120|60|-40
        move and fire|120|80|40|-40
        reverse|60|60|60|-20
        swim|60|60|60|-20
        riding a horse|60|60|60|0
        crushing through brush|-40|-40|-40|-10
        crossing a hedge, wall, ditch or bank|-40|-40|-40|-10
        accelerating from a halt|-40|-40|-40|-10
        starting up|-40|-40|-40|-10
        limbering a gun|-40|-40|-40|-10
        unlimbering a gun|-40|-40|-40|-10
        mounting|-40|-40|-40|-10
        dismounting|-40|-40|-40|-10
        picking up troops|-40|-40|-40|-10
        setting down troops|-40|-40|-40|-10
        steep slope|-40|-40|-40|-10
        turning|-40|-40|-40|-10""",
    "air-landing": """
        man in woods, built-up area or water: casualty at|1
        period from which dropped heavy weapons fire|3
        glider: metres from the last tree or hedge to the end of its run|100
        helicopter: metres clear beyond the rotor|2
        men down a rope in a period|5
        die for each man hit aboard: brought down at|1
        passengers and crew of a crash survive from|4
        crew of a glider|2
        crew of a helicopter|4""",
    "victory": """
        value of own remaining resources, unused support included|50%
        cost of enemy resources destroyed, support left out|50%
        prisoners held (ia-r151)|50%
        man places of the defender's works, held at start and end|50%
        objectives held|as agreed
        lead that wins a friendly game, of the leader's original strength|10%""",
}


def cell(value: Value | None) -> str:
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value).casefold()


def book(page: str) -> list[list[str]]:
    return sorted([part.strip() for part in line.split("|")] for line in page.strip().splitlines())


@pytest.mark.rule("IA-cost.rank", "IA-base.sizes", "IA-foot.deduct-10", "IA-veh.dash", "IA-orders.speech-range")
@chart("name", MAIN)
def test_charts_as_the_main_rules_have_them(name: str) -> None:
    chart = CHARTS[name]
    assert sorted([cell(value) for value in row] for row in chart.rows) == book(MAIN[name])
    assert all(len(row) == len(chart.columns) for row in chart.rows)
    assert chart.citation.startswith("IA-")
    assert chart.section


def test_no_chart_is_left_out_and_none_stands_twice() -> None:
    assert set(CHARTS) == set(MAIN)
    assert len(SHOWN) == len(CHARTS)


def value(chart: str, row: str, column: int = 1) -> Value | None:
    return next(each[column] for each in CHARTS[chart].rows if each[0] == row)


@pytest.mark.rule("IA-cost.man", "IA-cost.rank", "IA-cost.personal-weapon", "IA-cost.equipment-30", "IA-cost.afv")
@chart(
    ("chart", "row", "column", "sheet"),
    [
        ("points-men", "private", 2, 10),
        ("points-men", "officer", 2, 35),
        ("points-men", "sergeant", 2, 25),
        ("points-men", "corporal", 2, 20),
        ("points-men", "lance corporal", 2, 15),
        ("points-weapons", "rifle", 1, 5),
        ("points-weapons", "sub machine gun", 1, 5),
        ("points-weapons", "assault rifle", 1, 10),
        ("points-weapons", "grenade launcher", 1, 15),
        ("points-weapons", "magazine LMG", 1, 15),
        ("points-weapons", "belt LMG", 1, 20),
        ("points-weapons", "hand grenade", 1, 2),
        ("points-equipment", "60 mm mortar", 1, 20),
        ("points-equipment", "flame thrower", 1, 20),
        ("points-equipment", "night vision device", 1, 20),
        ("points-equipment", "one-man anti-tank weapon", 1, 30),
        ("points-equipment", "radio", 1, 30),
        ("points-equipment", "81 mm mortar", 1, 30),
        ("points-equipment", "tripod machine gun", 1, 30),
        ("points-equipment", "mine detector", 1, 30),
        ("points-equipment", "anti-tank gun", 1, 50),
        ("points-equipment", "anti-tank missile set", 1, 50),
        ("points-vehicles", "AFV, by its weight", 2, 5),
        ("points-vehicles", "soft vehicle, by its load", 1, 5),  # "per ton capacity + 1 ton"
        ("points-vehicles", "soft vehicle, by its load", 2, 5),
        ("points-optional", "off-table fire, a period", 1, 50),
        ("points-optional", "defender's troops on the table", 1, "x2"),
        ("points-optional", "landed from the air", 1, "+50%"),
        ("points-optional", "trench, 25 mm", 1, 5),
        ("points-optional", "anti-personnel mines, 5 m of a belt", 1, 5),
        ("points-optional", "bunker, a man it holds", 1, 10),
        ("points-optional", "anti-tank mines, 5 m of a belt", 1, 10),
        ("points-optional", "fougasse", 1, 10),
        ("points-optional", "trip flare", 1, 3),
        ("points-optional", "bangalore torpedo", 1, 3),
        ("points-optional", "satchel charge", 1, 3),
        ("foot-movement", "short dash", 1, 30),
        ("foot-movement", "walking, firing if desired", 1, 50),
        ("foot-movement", "crawling, wading knee deep, climbing with hands", 1, 20),
        ("foot-movement", "man-handling a gun, 3 men or more", 1, 15),
        ("foot-movement", "doubling, small arms or radio only", 1, 75),
        ("vehicle-movement", "high speed dash", 2, 120),
        ("vehicle-movement", "move and fire", 3, 40),
        ("vehicle-movement", "reverse", 4, -20),
        ("vehicle-movement", "turning", 4, -10),
    ],
)
def test_charts_as_the_quick_reference_sheet_has_them(chart: str, row: str, column: int, sheet: Value) -> None:
    assert value(chart, row, column) == sheet
