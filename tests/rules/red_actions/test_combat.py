"""Hand-to-hand combat: the table typed once more, strengths, odds, results."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rules.red_actions.book.combat import (
    CHARTS,
    COMBAT,
    CombatResult,
    CombatResultKind,
    Defeat,
    Fighter,
    defeated,
    odds,
    result,
    strength,
)
from rules.red_actions.book.switches import House
from tests.charts import chart

TEXT = """
  Advantage            3:2                  2:1                  5:2                  3:1              4:1
2 S/Defeated | S/Defeated | S/Defeated | S/Retires 2 x Ter | S/Retires 1 x Ter | S/Humiliated
3 S/Defeated | S/Defeated | S/Retires 2 x Ter | S/Retires 1 x Ter | S/Humiliated | W/Retires 1 x Ter
4 S/Retires 3 x Ter | S/Retires 3 x Ter | S/Humiliated | S/Humiliated | W/Retires 1 x Ter | W/Retires 2 x Ter
5 S/Retires 2 x Ter | S/Retires 2 x Ter | W/Retires 1 x Ter | W/Retires 1 x Ter | W/Retires 2 x Ter | W/Retires 2 x Ter
6 S/Retires 1 x Ter | W/Retires 1 x Ter | W/Retires 2 x Ter | W/Retires 2 x Ter | W/Retires 3 x Ter | W/Retires 3 x Ter
7 W/Retires 1 x Ter | W/Retires 2 x Ter | W/Retires 2 x Ter | W/Retires 2 x Ter | W/Retires 3 x Ter | W/Defeated
8 W/Retires 1 x Ter | W/Retires 2 x Ter | W/Retires 2 x Ter | W/Retires 3 x Ter | W/Defeated | W/Defeated
9 W/Retires 2 x Ter | W/Retires 2 x Ter | W/Retires 3 x Ter | W/Defeated | W/Defeated | W/Defeated
10 W/Retires 3 x Ter | W/Defeated | W/Defeated | W/Defeated | W/Defeated | W/Defeated
11 W/Defeated | W/Defeated | W/Defeated | W/Defeated | W/Defeated | W/Surrenders
12 W/Defeated | W/Defeated | W/Defeated | W/Defeated | W/Surrenders | W/Surrenders"""

MULTIPLY, NEAREST = House((("combat-modifiers", "multiply"),)), House((("combat-ratio", "nearest"),))


def _typed() -> dict[int, list[str]]:
    rows: dict[int, list[str]] = {}
    for line in TEXT.strip().splitlines()[1:]:
        roll, rest = line.strip().split(" ", 1)
        rows[int(roll)] = [cell.strip() for cell in rest.split("|")]
    return rows


@pytest.mark.rule("RA-combat.4")
def test_every_cell_of_the_combat_table() -> None:
    assert COMBAT.columns == tuple(TEXT.strip().splitlines()[0].split())
    for roll, cells in _typed().items():
        assert [result(column, roll).cell for column in range(6)] == cells
    shown = next(chart for chart in CHARTS if chart.name == "combat")
    assert {row[0]: list(row[1:]) for row in shown.rows} == _typed()


@pytest.mark.rule("RA-combat.result.s-retires", "RA-combat.result.w-retires", "RA-combat.result.s-defeated")
@pytest.mark.rule("RA-combat.result.w-defeated", "RA-combat.result.s-humiliated", "RA-combat.result.w-surrenders")
@pytest.mark.rule("RA-R145")
@pytest.mark.parametrize(
    ("column", "roll", "expected", "stronger_back", "weaker_back"),
    [
        (0, 6, CombatResult(True, CombatResultKind.RETIRES, 1), True, False),
        (0, 7, CombatResult(False, CombatResultKind.RETIRES, 1), False, True),
        (2, 9, CombatResult(False, CombatResultKind.RETIRES, 3), False, True),
        (0, 2, CombatResult(True, CombatResultKind.DEFEATED), False, False),
        (1, 12, CombatResult(False, CombatResultKind.DEFEATED), False, False),
        (2, 4, CombatResult(True, CombatResultKind.HUMILIATED, 2), False, True),
        (5, 11, CombatResult(False, CombatResultKind.SURRENDERS), False, False),
    ],
)
def test_what_a_cell_means(
    column: int, roll: int, expected: CombatResult, stronger_back: bool, weaker_back: bool
) -> None:
    found = result(column, roll)
    assert found == expected
    assert (found.stronger_retires, found.weaker_retires) == (stronger_back, weaker_back)


def test_results_in_words() -> None:
    assert result(0, 6).words == "the stronger side retires with 1 terror marker"
    assert result(1, 2).words == "the stronger side loses 2 bases and routs"
    humiliated = "the weaker side retires with 2 terror markers; the stronger side is humiliated and takes a fear test"
    assert result(3, 4).words == humiliated
    assert result(5, 12).words == "the weaker side surrenders"


@pytest.mark.rule("RA-combat.modifiers.fort", "RA-combat.modifiers.cover", "RA-combat.modifiers.uphill")
@pytest.mark.rule("RA-combat.modifiers.flank", "RA-combat.modifiers.formed", "RA-combat.modifiers.cumulative")
@pytest.mark.rule("RA-combat.1", "RA-combat.2", "RA-combat.3", "RA-charge.flank.2", "RA-charge.rear.2")
@pytest.mark.rule("RA-R08", "RA-R09", "RA-R10")
@chart(
    ("value", "bases", "fighter", "added", "multiplied"),
    [
        (3, F(5), Fighter(), F(15), F(15)),
        (3, F(1, 2), Fighter(), F(3, 2), F(3, 2)),
        (4, F(4), Fighter(fortified=True), F(24), F(24)),
        (4, F(4), Fighter(covered=True), F(20), F(20)),
        (4, F(4), Fighter(uphill=True), F(20), F(20)),
        (4, F(4), Fighter(flank_or_rear=True), F(8), F(8)),
        (4, F(4), Fighter(formed_charge=True), F(20), F(20)),
        (4, F(4), Fighter(fortified=True, uphill=True), F(28), F(30)),
        (4, F(4), Fighter(covered=True, flank_or_rear=True), F(12), F(10)),
        (4, F(4), Fighter(fortified=True, covered=True), F(28), F(30)),
        (4, F(4), Fighter(formed_charge=True, uphill=True), F(24), F(25)),
        (4, F(4), Fighter(True, True, True, True), F(24), F(75, 4)),
        (3, F(3), Fighter(covered=True), F(45, 4), F(45, 4)),
        (0, F(1), Fighter(fortified=True), F(0), F(0)),
    ],
)
def test_strengths(value: int, bases: F, fighter: Fighter, added: F, multiplied: F) -> None:
    assert strength(value, bases, fighter).exact == added
    assert strength(value, bases, fighter, MULTIPLY).exact == multiplied


def test_a_strength_tells_its_parts() -> None:
    found = strength(3, F(3), Fighter(covered=True, flank_or_rear=True))
    assert str(found) == (
        "strength 6¾ = 3 × 3 bases · +25% in cover or at a passage · \u221250% contacted in flank or rear"
    )


@pytest.mark.rule("RA-combat.3", "RA-combat.equal", "RA-R06", "RA-R07")
@chart(
    ("charger", "charged", "charger_stronger", "name"),
    [
        (F(10), F(10), True, "Advantage"),
        (F(11), F(10), True, "Advantage"),
        (F(10), F(11), False, "Advantage"),
        (F(149), F(100), True, "Advantage"),
        (F(15), F(10), True, "3:2"),
        (F(19), F(10), True, "3:2"),
        (F(10), F(20), False, "2:1"),
        (F(249), F(100), True, "2:1"),
        (F(25), F(10), True, "5:2"),
        (F(29), F(10), True, "5:2"),
        (F(10), F(30), False, "3:1"),
        (F(39), F(10), True, "3:1"),
        (F(40), F(10), True, "4:1"),
        (F(90), F(10), True, "4:1"),
        (F(1), F(0), True, "4:1"),
        (F(0), F(1), False, "4:1"),
        (F(0), F(0), True, "Advantage"),
        (F(27, 4), F(9, 2), True, "3:2"),
    ],
)
def test_odds_are_rounded_down(charger: F, charged: F, charger_stronger: bool, name: str) -> None:
    found = odds(charger, charged)
    assert (found.charger_stronger, found.name) == (charger_stronger, name)


@pytest.mark.rule("RA-R06", "RA-R164")
@pytest.mark.parametrize(
    ("charger", "name"),
    [
        (F(124), "Advantage"), (F(125), "Advantage"), (F(126), "3:2"), (F(175), "3:2"), (F(176), "2:1"),
        (F(225), "2:1"), (F(226), "5:2"), (F(276), "3:1"), (F(350), "3:1"), (F(351), "4:1"), (F(900), "4:1"),
    ],
)  # fmt: skip
def test_or_to_the_nearest_a_tie_to_the_lower(charger: F, name: str) -> None:
    assert odds(charger, F(100), NEAREST).name == name


@pytest.mark.rule("RA-R07")
def test_whom_a_cell_names() -> None:
    weaker_back = result(0, 7)
    assert not weaker_back.names_charger(odds(F(10), F(10))), "at equality the charged are the weaker"
    assert weaker_back.names_charger(odds(F(9), F(10)))
    assert result(0, 6).names_charger(odds(F(10), F(10)))


@pytest.mark.rule("RA-combat.result.s-defeated", "RA-R81")
@pytest.mark.parametrize(
    ("bases", "lost", "survivors", "routs"), [(1, 1, 0, False), (2, 2, 0, False), (3, 2, 1, True), (6, 2, 4, True)]
)
def test_defeated(bases: int, lost: int, survivors: int, routs: bool) -> None:
    assert defeated(bases) == Defeat(lost, survivors)
    assert defeated(bases).routs is routs


@pytest.mark.rule("RA-combat.modifiers.cumulative")
def test_the_modifiers_typed_once_more() -> None:
    chart = next(chart for chart in CHARTS if chart.name == "combat-modifiers")
    assert [row[1] for row in chart.rows] == [50, 25, 25, -50, 25]
