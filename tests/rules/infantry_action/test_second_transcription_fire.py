"""The charts of location, fire, casualties and reaction, copied from the book once more, from its chapters and from the
quick reference sheet, and held against what front ends show."""

from __future__ import annotations

import pytest

from rules.book.showing import Chart, Value
from rules.infantry_action.book import (
    casualties,
    effect,
    fire,
    leaders,
    location,
    reaction,
    reaction_results,
    support,
)

CHARTS = {
    chart.name: chart
    for module in (casualties, effect, fire, leaders, location, reaction, reaction_results, support)
    for chart in module.CHARTS
}


def _cell(value: Value | None) -> str:
    return "na" if value in (None, "not applicable") else str(value)


def cells(name: str) -> list[list[str]]:
    """All but the first column."""
    return [[_cell(value) for value in row[1:]] for row in CHARTS[name].rows]


def page(text: str) -> list[list[str]]:
    """A row a line: the words before the bar are for the reader, the cells after it are compared."""
    return [line.split("|")[1].split() for line in text.strip().splitlines()]


LOCATION_TEXT = """
    moving erect             | 500  50  na   100  50   25 100
    moving prone             | 200  50  na   50   25   25 50
    stationary, prone        | 100  25  50   25   25   10 25
    firing personal weapons  | 500  50  500  500  250  na 250
    moving vehicle           | 500+ 50  na   500+ 100  na 500+
    stationary vehicle       | 500+ 50  100  100  50   25 500
    vehicle or heavy firing  | 500+ 100 500+ 500+ 500+ na 500+"""
LOCATION_SHEET = """
    INF. OR HEAVY WEAPONS GROUPS, MOVING ERECT     | 500  50  na   100  50   25 100
    INF. MOVING PRONE, HEAVY WEAPONS IN POSITION   | 200  50  na   50   25   25 50
    STATIONERY INF, PRONE, OR IN FIELD DEF         | 100  25  50   25   25   10 25
    FIRING PERSONAL WEAPONS                        | 500  50  500  500  250  na 250
    MOVING VEHICLE                                 | 500+ 50  na   500+ 100  na 500+
    STATIONERY VEHICLE                             | 500+ 50  100  100  50   25 500
    VEHICLE OR HEAVY WEAPON FIRING                 | 500+ 100 500+ 500+ 500+ na 500+"""

SMALL_TEXT = """
    Hand Grenade           | 5 0 0 0 0
    Pistol                 | 2 1 0 0 0
    Sub Machine Gun        | 4 3 2 1 0
    Rifle                  | 3 2 2 2 1
    Assault rifle          | 4 3 3 2 1
    Magazine LMG           | 2 5 5 3 2
    Belt fed LMG           | 1 5 5 4 3
    Extra for LMG No. 2    | 2 2 3 3 2
    Grenade Launcher       | 2 4 3 2 1
    Man Pack Flame Thrower | 0 8 0 0 0
    Claymore               | 10 5 0 0 0
    One man Anti-tank      | 2 6 4 2 1"""
SMALL_SHEET = """
    HAND GRENADE           | 5 0 0 0 0
    PISTOL                 | 2 1 0 0 0
    SUB MACHINE GUN        | 4 3 2 1 0
    RIFLE                  | 3 2 2 2 1
    ASSAULT RIFLE          | 4 3 3 2 1
    MAGAZINE LM.G.         | 2 5 5 3 2
    BELT FED LM.G.         | 1 5 5 4 3
    EXTRA FOR LM.G. NO2.   | 2 2 3 3 2
    GRENADE LAUNCHER       | 2 4 3 2 1
    MAN PACK FLAME THROWER | 0 8 0 0 0
    CLAYMORE MINE          | 10 5 0 0 0
    ONE MAN A/TK. WEAPON   | 2 6 4 2 1"""

HEAVY_TEXT = """
    Machine Gun on Tripod or Wheels | 1 4 5 4 3
    2" Mortar                       | 0 0 4 2 0
    60mm Mortar                     | 0 0 0 1 3
    3" or 81mm Mortar               | 0 0 0 0 5
    Recoilless A/T Gun              | 0 4 4 4 3
    Conventional Gun                | 2 3 3 3 3
    No. 2 or No. 3 man              | 0 0 1 1 1
    Machine Gun on Pintle Mount     | 4 6 6 4 2
    MG or light Shell Gun, Turret   | 2 4 10 8 6
    AFV Shell Gun at least 75mm     | 6 10 8 8 8
    AFV Mounted Flame Thrower       | 0 10 6 0 0
    Guided Missile Set              | 0 0 0 0 6"""
HEAVY_SHEET = """
    M.G. - TRIPOD OR WHEELS         | 1 4 5 4 3
    2" MORTAR                       | 0 0 4 2 0
    60 mm. MORTAR                   | 0 0 0 1 3
    3" OR 81 mm MORTAR              | 0 0 0 0 5
    CREW-SERVED RECOLESS A/TK       | 0 4 4 4 3
    CREW-SERVED CONVENTIONAL GUN    | 2 3 3 3 3
    NO 2 OR 3 ON ANY ABOVE          | 0 0 1 1 1
    M.G. ON PIVOT MOUNT             | 4 6 6 4 2
    M.G. / LIGHT SHELL GUN - TURRET | 2 4 10 8 6
    A.F.V. SHELL GUN 75mm           | 6 10 8 8 8
    A.F.V. FLAME THROWER            | 0 10 6 0 0
    A/TK GUIDED MISSILE SET         | 0 0 0 0 6"""


@pytest.mark.rule("IA-loc.table", "IA-sa.effect", "IA-hw.effect", "IA-sa.lmg-no2", "IA-hw.helpers")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("location", LOCATION_TEXT),
        ("location", LOCATION_SHEET),
        ("small-arms-effect", SMALL_TEXT),
        ("small-arms-effect", SMALL_SHEET),
        ("heavy-weapons-effect", HEAVY_TEXT),
        ("heavy-weapons-effect", HEAVY_SHEET),
    ],
)
def test_the_great_charts_cell_by_cell(name: str, text: str) -> None:
    assert cells(name) == page(text)


COUNTED = {
    "noise-detection": """
        Brush cutting      | 100
        speech             | 10
        a shout            | 50
        Tracked vehicles   | 250
        wheeled            | 100
        idling engine      | 50
        firing             | 500+
        explosions         | 500+
        helicopter, IA-R060| 250""",
    "target-tactical": """
        not in a trench or building, did not dash | 1
        erect in the open                         | 1
        into a bunker slit or building            | 2
        moved or did not fire                     | -1
        moving vehicle                            | -2
        in a bunker                               | -3""",
    "chance-factor": "not greater than the men | the-score\n over: count it as | zero",
    "potential-hits": """
        less than 5  | 6 1
        5 or more    | 5 1
        10 or more   | 4 1
        15 or more   | 3 1
        20 or more   | na 1
        30 or more   | na 2
        40 or more   | na 3""",
    "off-table-delays": """
        observer 3, officer 1 longer, NCO 2, O.R. 3 | 3 4 5 6
        registered 1                                | 1 2 3 4
        corrections 1                               | 1 2 3 4
        each after the first                        | 2 na na na""",
    "off-table-area": """
        wide                  | 80
        deep                  | 150
        each 50 points        | 50
        fire effect points    | 25
        doubled or trebled    | 3""",
    "soft-equipment": """
        4, 5, 6 if dashing    | 4 6
        5, 6 if moving        | 5 6
        6 if stationary       | 6 6
        fire: 1 or 2          | 1 2
        radio: 1              | 1 1
        serviceable: 4, 5, 6  | 4 6""",
    "reaction-factors": """
        FRIEND LMG FIRING - 100 m.          | 1
        OPP. GROUP UNDER FIRE               | 1
        FIRING OR MOVING FORWARD            | 1
        ENEMY IN OPEN                       | 1
        ENEMY IN OPEN-HIT, OR IN PANIC      | 1
        EACH 10 FIRE, ETC POINTS            | -1
        EACH FIG. ISOLATED FROM OFFERS/NCOS | -1
        EACH FIG. ISOLATED                  | -1
        EACH FIG. LOST IN BATTLE            | -1
        EACH FIG. LOST IN PERIOD            | -1
        EACH ENEMY MG. FIRING ON GROUP      | -1
        GROUP LEADERS PANIC DASH            | -2
        FRIENDS IN PANIC DASH               | -2
        FIRE FROM BEHIND FLANK              | -2
        ENEMY AFV 100 m. OR FIRING          | -2
        ENEMY USING FLAME                   | -2
        SURPRISE FIRE                       | -2
        ADVANCING ENEMY INTERMINGLED        | -2
        ENEMY WITHIN 25m.                   | -2
        GROUP INSIDE COVER, DEFENCES, + OR -| ±2""",
    "leader-factors": """
        L/CPL            | 1
        CPL              | 2
        SGT              | 3
        OFF              | 5
        CREW SERVED      | 1""",
}


@pytest.mark.rule(
    "IA-det.noise", "IA-tt.exposed", "IA-tt.erect", "IA-tt.against-works", "IA-tt.moved-or-fresh",
    "IA-tt.moving-vehicle", "IA-tt.bunker", "IA-pot.one-die", "IA-pot.automatic", "IA-off.area", "IA-off.effect",
    "IA-soft.vehicle-save", "IA-soft.takeover", "IA-reaction.dice", "IA-leadertest.factors",
)  # fmt: skip
@pytest.mark.parametrize("name", COUNTED)
def test_the_lists_line_by_line(name: str) -> None:
    plain = {"the score": "the-score", "0": "zero"} if name == "chance-factor" else {}
    assert [[plain.get(cell, cell) for cell in row] for row in cells(name)] == page(COUNTED[name])


def test_each_chart_names_its_section_and_rule() -> None:
    assert len(CHARTS) == 15
    for chart in CHARTS.values():
        assert isinstance(chart, Chart)
        assert chart.section
        assert chart.citation.startswith("IA-")
        assert all(len(row) == len(chart.columns) for row in chart.rows)


@pytest.mark.rule("IA-ident.priority", "IA-ident.first", "IA-ident.rest")
def test_the_order_of_priority() -> None:
    # 9 lines; a word of each, as printed.
    words = ("slit", "prone", "stationary", "firing", "soft cover", "trenches", "bunkers", "rank", "near")
    rows = CHARTS["identification-priority"].rows
    assert [row[0] for row in rows] == list(range(1, 10))
    assert all(word in str(row[1]) for word, row in zip(words, rows, strict=True))
    assert CHARTS["identification-priority"].dice == "D6: 2 or less hits the first, 1 any other"


@pytest.mark.rule("IA-reaction.cumulative", "IA-R109")
def test_the_lines_of_the_reaction_table() -> None:
    assert [row[0] for row in CHARTS["reaction-results"].rows] == [
        "15 or more", "10 or more", "less than 10", "less than 5", "less than 0", "less than -5",
    ]  # fmt: skip
    assert CHARTS["reaction-factors"].dice == "3D6"


@pytest.mark.rule(
    "IA-loc.arc-infantry", "IA-loc.arc-heavy-weapon", "IA-loc.arc-turret", "IA-loc.arc-exposed-man"
)  # fmt: skip
def test_the_arcs() -> None:
    assert cells("arcs") == [
        ["between the sides of its base", "between the sides of its base"],
        ["45°", "45°"],
        ["45° to its front and 45° along the turret", "45° along the turret"],
        ["90°", "45°"],
    ]
