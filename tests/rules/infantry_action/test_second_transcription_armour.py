"""The charts of anti-tank fire, crews, AFV reaction, works, mines, light and smoke, typed once more from the book.

Written from the main text in its own order (which decides where the quick reference sheet differs, IA-R001), and held
cell by cell against what front ends show.
"""

from __future__ import annotations

import pytest

from rules.book.showing import Chart, Value
from rules.infantry_action.book import afv, afv_reaction, anti_tank, clearing, light, mines, smoke, works
from tests.charts import chart

MODULES = (anti_tank, afv, afv_reaction, works, mines, clearing, light, smoke)
CHARTS: dict[str, Chart] = {chart.name: chart for module in MODULES for chart in module.CHARTS}


def shown(name: str) -> list[list[str]]:
    return [[_cell(value) for value in row] for row in CHARTS[name].rows]


def _cell(value: Value | None) -> str:
    match value:
        case None:
            return "na"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


def book(page: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in page.strip().splitlines()]


PAGES = {
    "anti-tank-factors": """
        AFV shell gun|-2
        heavy machine gun or light shell gun|-2
        on the flank or rear|1
        light AFV|1
        target moved 50 m or more|-1
        under fire that can damage it|-1
        surprised by hidden fire|-1
        heavy AFV|-1
        target partly concealed|-1
        firing weapon moved|-2
        local smoke screen|-2""",
    "anti-tank-weight-classes": """
        up to 1941|12|25
        up to 1950|18|40
        after 1950|25|50""",
    "anti-tank-dice": """
        points and die of a weapon: knocked out|8 or more
        off-table fire, flame, sticky bomb, molotov cocktail, satchel charge: knocked out|1
        knocked out: on fire|1 to 3""",
    "afv-crew-escape": """
        1 to 2|casualty|casualty
        3 to 5|escapes with a pistol|escapes with personal weapons
        6|escapes with a sub machine gun if paid for|escapes with personal weapons""",
    "afv-reaction-factors": """
        moving|1
        friendly infantry within 50 m|1
        equivalent friendly AFV within 100 m|1
        friendly troops ahead|1
        friends firing on its opponents|1
        anti-personnel or off-table fire|-1
        stationary|-1
        friends seen to retreat|-1
        each anti-tank point against it|-1
        each friendly AFV knocked out|-2
        surprised by anti-tank fire|-2
        commander a casualty|-3
        close danger|-3""",
    "afv-reaction-results": """
        10|must advance
        5|no advance beyond the next covered fire position
        0|no advance
        -5|must retire, may reverse firing
        na|must turn and retire under smoke""",
    "building-destruction": """
        building: die and fire effect points of the weapons able to harm it, destroyed at more than|10
        building: points of off-table fire|5
        building: points of a satchel charge or molotov cocktail (IA-R135)|5
        destroyed by AFV, recoilless or anti-tank gun, satchel charge, mortar or off-table fire alone: burns at|1 to 2
        destroyed by any other weapon: burns|always
        bunker attacked by satchel charge, recoilless gun, missile or shell gun: collapses at|1 to 2
        bunker: least calibre of a shell gun in direct fire (mm)|105
        occupant of a collapsed bunker: out with small arms or radio at|5 or 6""",
    "mines": """
        walking or crawling in daylight|anti-personnel|1 to 3|casualty
        walking or crawling in daylight|anti-personnel|4|across, unaware
        walking or crawling in daylight|anti-personnel|5 or 6|spots a mine
        on foot otherwise|anti-personnel|1 to 3|casualty
        on foot otherwise|anti-personnel|4 to 6|across, unaware
        soft vehicle|anti-personnel|na|disabled
        each man of a soft vehicle|anti-personnel|1|casualty
        hard vehicle|anti-personnel|na|unharmed, clears a path for men in daylight
        soft vehicle|anti-tank|na|destroyed, men escape as of an AFV
        hard vehicle|anti-tank|1 to 3|knocked out
        hard vehicle|anti-tank|4 to 6|immobilised""",
    "mine-clearing": """
        engineer with mine detector|marks a square|1|10|10
        prone man with bayonet|marks a square|5|10|10
        engineers|lift one kind|2|10|10
        engineers|lift both kinds|3|10|10
        bangalore torpedo|clears|na|20|10
        vehicle line charge|clears|na|20|50
        flail vehicle|clears at the reverse rate|na|20|na""",
    "mine-cones": """
        cone, degrees on each side of the centre line|45
        reach (m)|50
        Claymore: periods to set up|1
        Claymore: least distance of the operator (m)|10""",
    "illumination": """
        trip flare|10|1|the same period
        light mortar|20|1|the next period
        medium mortar|30|1|the next period
        off-table mission|150|5|the same period
        flame or fire|30|2|the next period""",
    "smoke": """
        off-table fire|300|at the angle ordered
        medium mortar|100|down wind
        AFV gun of 75 mm or more|50|down wind
        burning vehicle|50|down wind
        vegetation or building on fire|50|down wind
        light mortar|50|down wind
        grenade launcher|50|down wind
        one-man anti-tank weapon|50|down wind
        AFV projectors|50|parallel to the front""",
}


@pytest.mark.rule("IA-at.weapons", "IA-afvcrew.escape", "IA-afvreact.dice", "IA-build.destroyed", "IA-mine.ap-foot")
@chart("name", PAGES)
def test_every_cell(name: str) -> None:
    assert shown(name) == book(PAGES[name])


def test_every_chart_was_typed_twice_and_says_where_it_stands() -> None:
    assert set(CHARTS) == set(PAGES)
    sections = {"Anti-Tank Fire", "AFV Crew Casualties", "AFV Reaction Test", "Destruction of Buildings or Bunkers",
                "Mine Warfare", "Battlefield Illumination", "Smoke Concealment"}  # fmt: skip
    assert {chart.section for chart in CHARTS.values()} == sections
    assert all(chart.citation for chart in CHARTS.values())


SHEET_AFV_REACTION = """
    vehicle moving +1, friendly infantry 50 m +1, friendly AFV 100 m +1, friends ahead +1, friends fire on opponent +1,
    anti-personnel or off-table fire -1, stationary -1, friends retreating -1, each anti-tank point -1,
    each friendly AFV knocked out -2, surprise anti-tank fire -2"""


@pytest.mark.rule("IA-afvreact.plus1", "IA-afvreact.minus2")
def test_the_quick_reference_sheet_says_the_same_but_for_two_lines() -> None:
    """Commander and close danger stand at -2 on the sheet; the text's -3 decides (IA-R130)."""
    sheet = sorted(int(line.split()[-1]) for line in SHEET_AFV_REACTION.replace("\n", " ").split(","))
    text = sorted(factor.amount for factor in afv_reaction.FIGURES.factors)
    assert text == sorted([*sheet, -3, -3])
