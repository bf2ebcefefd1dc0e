"""Every chart and table of the book, copied from the seed text once more and held against what front ends show.

`test_charts.py` compares the loaded tables; this page was written from the book alone, in the book's own layout and
order, and is compared with `CHARTS`, the charts that `adjutant chart five56mm` and `/chart` print: a slip in either
copy, or in the way from the table to the reader, shows here.
"""

from __future__ import annotations

import pytest

from rules.book.showing import Value
from rules.five56mm.book.charts import CHARTS
from tests.charts import chart

NAMES = {chart.name for chart in CHARTS}


def shown(name: str) -> list[list[str]]:
    """The rows that a reader sees: every cell as text, na where there is none."""
    chart = next(chart for chart in CHARTS if chart.name == name)
    return sorted([_cell(value) for value in row] for row in chart.rows)


def _cell(value: Value | None) -> str:
    match value:
        case None | "":
            return "na"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value).casefold()


def book(page: str) -> list[list[str]]:
    """A table as copied: a row a line, the cells between bars."""
    return sorted([cell.strip().casefold() for cell in line.split("|")] for line in page.strip().splitlines())


SHOOTING = {
    "modifiers-3.22": "target is using Stealth|1\nline of sight below 25%|1",
    "modifiers-3.24": """
        partial concealment|1
        full concealment|2
        target is Sprinting|1
        firer on a moving vehicle|1
        firer on a vehicle at Full Speed|2
        specialist weapon without the skill|2
        target is using Stealth|1
        Auto-Fire at a second target|1
        more than 2 in from the first target|1
        later Auto-Fire shot|1
        not the closest enemy in best sight|1
        target vehicle at Full Speed|1
        Covering Fire|1
        holding on to the grenade|1
        helicopter in flight|1""",
    "modifiers-3.25": """
        target is incapacitated|1
        target has no line of sight to the firer|1
        Aim|1
        target is using Carry|1
        target is a vehicle|2""",
    "scatter-direction": """
        1|270|90 degrees left
        2|315|45 degrees left
        3|180|directly short
        4|0|directly long
        5|45|45 degrees right
        6|90|90 degrees right""",
    "thermal": "light|2\nmedium|3\nheavy|passes",
    "body-armour": """
        melee|1
        grenade|1
        heavy weapon|1
        assault rifle|1
        sniper rifle|1
        machinegun|1
        handgun|2
        shotgun|2
        sub machinegun|2""",
    "weapons": """
        Colt 1911|handgun|0|9|11|13|15|17|4|6
        M9|handgun|0|10|12|14|16|18|3|5
        Desert Eagle .50|handgun|0|8|12|14|18|20|5|6
        Benelli M1|shotgun|0.5|4|12|14|18|24|4|6
        MP5|sub machinegun|0.5|8|12|14|18|24|3|4
        MP5SD|sub machinegun|0.5|7|11|13|16|22|3|4
        P90|sub machinegun|0|6|10|12|18|24|4|3
        UZI|sub machinegun|0|6|10|14|16|22|4|4
        M16|assault rifle|1|5|10|20|30|40|4|4
        M4|assault rifle|1|6|12|18|27|36|4|4
        AK47|assault rifle|1|4|7|14|21|28|4|4
        FN-FAL|assault rifle|1|4|8|16|24|32|5|5
        M203|grenade launcher|na|na|8|16|24|32|na|na
        M21|sniper rifle|1|3|6|30|45|60|5|5
        PSG-1|sniper rifle|1|3|10|35|45|55|5|5
        M40|sniper rifle|1|2|5|36|54|72|6|6
        M82 .50|sniper rifle|1|2|4|30|50|80|8|6
        M82 HEAP|sniper rifle|1|2|4|24|48|72|9|6
        Druganov SVD|sniper rifle|1|3|6|26|39|52|5|5
        SAW|machinegun|1|4|8|24|36|48|4|4
        M2|machinegun|1|4|9|28|42|56|7|5
        M60|machinegun|1|4|8|26|39|52|5|4
        Minigun|machinegun|1|4|7|20|30|40|5|4
        Frag Grenade|grenade|1|3|5|7|9|11|8|6
        Stun Grenade|grenade|1|3|5|7|9|11|na|6
        CS Gas Grenade|grenade|1|3|5|7|9|11|na|6
        White Phosphorous Grenade|grenade|1|3|5|7|9|11|na|6
        LAW|heavy weapon|1|6|12|16|24|32|12|na
        RPG|heavy weapon|1|5|10|15|20|30|10|6""",
    "spotting": "1|2|1\n2|4|2\n4|8|3\n8|16|4\n16|32|5\n32|na|6",
    "range": "close|2\nshort|3\nmedium|4\nlong|5\nextreme|6",
    "scatter-distance": "-1|D3\n-2|D6\n-3|D6+1",
    "spotting-hidden": "1|2|3\n2|4|4\n4|8|5\n8|16|6\n16|32|7\n32|na|8",
    "hidden-concealment": "partial|1\nfull|2",
    "shotgun": "close|2\nshort|1\nmedium|0\nlong|-1\nextreme|-2",
    "minigun": "1|0\n2|0\n3|1\n4|1\n5|2\n6|2",
    "goggles": "0|10|0\n10|25|1\n25|na|2",
    "night-sight": "0|20|0\n20|40|1\n40|na|2",
    "light": "1|2|No Light\n3|4|Low Light\n5|6|Full Light",
}
BLASTS = {
    "frag": "0|1|D6+6\n1|2|D6+4\n2|3|D6+2",
    "stun": "0|1|D6+6\n1|2|D6+4\n2|3|D6+2",
    "cs": "0|1|D6+4\n1|2|D6+2\n2|3|D6+1\n3|4|D6",
    "wp": "0|1|D6+4\n1|2|D6+2\n2|3|D6+1\n3|4|D6",
    "wp-burning": "0|1|D6+2\n1|2|D6+1\n2|3|D6\n3|4|na",
    "law": "0|1|D6+8\n1|2|D6+6\n2|3|D6+4\n3|4|D6+2",
    "rpg": "0|1|D6+7\n1|2|D6+5\n2|3|D6+3\n3|4|D6+1",
}
ON_FOOT = {
    "modifiers-3.71": """
        Engaging|1
        defender has no line of sight to him|2
        from higher ground|1
        additional attacker|1""",
    "modifiers-3.72": "behind an obstacle|1\non higher ground|1\nadditional defender|1",
    "melee-weapons": "Unarmed|0\nKnife|2\nRifle butt|1",
    "escape": "-3|no|yes|0\n-2|yes|yes|2\n-1|yes|no|1",
    "hide-ground": """
        even|3
        light undergrowth|4
        brush|4
        light rubble|5
        dense undergrowth|5
        dense rubble|6
        obstacle|6""",
    "ground-number": """
        dense undergrowth|1
        sand dunes|1
        light rubble|1
        shallow water|2
        dense rubble|3
        obstacle to 1 in|3
        bog|3
        deep water|4
        obstacle to 2 in|4
        obstacle to 3 in|5""",
    "injury": "-1|minor\n-2|serious\n-3|critical\n-4|mortal\n-5|dead",
    "wound-effects": "minor|0|0\nserious|1|1\ncritical|2|2\nmortal|0|0",
    "stunned": "-2|2\n-1|1\n0|0",
    "morale": "-3|fleeing\n-2|withdrawing\n-1|shaken",
    "ability": """
        0|novice or militia
        1|competent soldier
        2|highly trained soldier
        3|veteran or special forces""",
    "upgrades": "ability|1\nskill|1\npurchases|5",
    "first-aid": "minor|2\nserious|4\ncritical|5\nmortal|6",
    "treat-injury": "minor|2\nserious|4\ncritical|5\nmortal|6",
    "hide": "0|1\n1|2\n2|3\n3|4",
    "carry-injury": "critical|2\nmortal|3",
    "carry": "0|3\n1|4\n2|5\n3|6",
    "ground": "0|4\n1|2\n2|1",
    "purchases": """
        handgun or melee weapon|1
        sub machinegun or shotgun|2
        assault rifle|3
        grenades|3
        special weapon|5""",
}
VEHICLES = {
    "driver-tasks": "full-speed|3|speed\nturn|4|manoeuvre",
    "pilot-tasks": "land|7|speed\nhover|5|manoeuvre\nfull-speed|3|speed\nbank|4|manoeuvre",
    "land": """
        -6|D6+1|destroyed|D6+8|D6+4
        -5|D6+1|immobilised|D6+4|na
        -4|D6+1|damaged|D6+2|na
        -3|D6+1|na|na|na
        -2|D3+1|na|na|na
        -1|D3|na|na|na
        0|0|na|na|na""",
    "hover": "-4|D6+1|3\n-3|D6|2\n-2|D3|1\n-1|0|1\n0|0|0",
    "pilot-full-speed": "0|4\n1|8\n2|12\n3|16\n5|20\n6|24",
    "fast-rope": "-3|0|D6+3\n-2|0|D6+1\n-1|0|D6-1\n0|1|na\n1|2|na\n2|3|na",
    "armour": "-1|minor\n-2|major\n-3|crippling\n-4|immobilised\n-5|destroyed",
    "vehicle-damage-effects": "minor|0|0|0\nmajor|1|4|8\ncrippling|2|8|16",
    "vehicles": """
        HMMV|land|12|4|4|8|driver (A)|5|3
        Jeep|land|10|3|5|6|driver|3|1
        Black Hawk|helicopter|24|10|2|10|pilot (A), co-pilot (A), gunner|12|12""",
    "drive-full-speed": "0|4\n1|6\n2|8\n3|10\n4|12\n5|14",
    "drive-turn": "0|1\n2|2\n4|3\n6|4",
    "bank": "0|1\n2|2\n4|3\n6|4",
    "leaving": "1|10|0\n10|15|D6\n15|20|D6+1\n20|25|D6+2\n25|30|D6+4\n30|na|D6+6",
    "ramming": "5|10|D6\n10|15|D6+1\n15|20|D6+2\n20|25|D6+4\n25|30|D6+8\n30|na|D6+12",
    "crash": "5|10|D6+1\n10|15|D6+2\n15|20|D6+4\n20|25|D6+6\n25|30|D6+8\n30|na|D6+12",
}


@pytest.mark.rule(
    "MM-3.2.4", "MM-3.2.10", "MM-3.2.16", "MM-4.2.7", "MM-4.2.8", "MM-7.3.2", "MM-7.7.8", "MM-8.0.11", "MM-8.0.13",
    "MM-6.2.2",
)  # fmt: skip
@chart("name", sorted(SHOOTING))
def test_shooting_and_seeing(name: str) -> None:
    assert shown(name) == book(SHOOTING[name])


@pytest.mark.rule("MM-7.8.3", "MM-7.8.4", "MM-7.8.6", "MM-7.8.9", "MM-7.8.10", "MM-7.9.4", "MM-7.9.6")
@pytest.mark.parametrize("name", sorted(BLASTS))
def test_blasts(name: str) -> None:
    assert shown(name) == book(BLASTS[name])


@pytest.mark.rule("MM-3.5.2", "MM-4.2.3", "MM-4.4.2", "MM-4.5.2", "MM-4.5.3", "MM-6.1.4", "MM-11.1R.6")
@chart("name", sorted(ON_FOOT))
def test_on_foot(name: str) -> None:
    assert shown(name) == book(ON_FOOT[name])


@pytest.mark.rule("MM-4.6.7", "MM-4.6.9", "MM-4.75.1", "MM-12.1.3", "MM-12.2.2", "MM-12.6.2")
@chart("name", sorted(VEHICLES))
def test_vehicles(name: str) -> None:
    assert shown(name) == book(VEHICLES[name])


def test_no_chart_is_left_out() -> None:
    assert {*SHOOTING, *BLASTS, *ON_FOOT, *VEHICLES} == NAMES
