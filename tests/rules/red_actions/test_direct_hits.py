"""Direct hits: numbers, dice, buildings."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rules.kernel.chance import Scripted
from rules.red_actions.book.direct_hits import (
    CHARTS,
    Gunnery,
    Struck,
    collapses,
    fire_for_hits,
    hit_number,
    range_counts,
    roll_count,
    struck,
)
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import HitNumbers
from rules.red_actions.book.shooting import Observed
from tests.charts import chart

OWN = HitNumbers(building=7, moving=12, stationary=8, other=9)


@pytest.mark.rule("RA-dh.numbers.field", "RA-dh.numbers.other", "RA-R31")
@chart(
    ("gun", "target", "number"),
    [
        ("field", Struck.BUILDING, 9), ("field", Struck.MOVING, 11), ("field", Struck.STATIONARY, 9),
        ("field", Struck.OTHER, 10), ("other", Struck.BUILDING, 9), ("other", Struck.MOVING, 12),
        ("other", Struck.STATIONARY, 10), ("other", Struck.OTHER, 11),
        (OWN, Struck.BUILDING, 7), (OWN, Struck.MOVING, 12), (OWN, Struck.STATIONARY, 8), (OWN, Struck.OTHER, 9),
    ],
)  # fmt: skip
def test_the_numbers(gun: Gunnery, target: Struck, number: int) -> None:
    assert hit_number(gun, target).value == number


@pytest.mark.rule("RA-dh.mod.range", "RA-dh.mod.poor", "RA-dh.mod.observed", "RA-indirect.4", "RA-R32", "RA-R33")
@pytest.mark.parametrize(
    ("distance", "ranged", "poor", "observed", "number"),
    [
        (39.9, True, False, Observed.NO, 10),
        (40, True, False, Observed.NO, 11),
        (79, True, False, Observed.NO, 11),
        (120, True, False, Observed.NO, 13),
        (120, False, False, Observed.NO, 10),
        (10, True, True, Observed.NO, 11),
        (10, True, False, Observed.FIRST, 12),
        (10, True, False, Observed.LATER, 11),
        (80, True, True, Observed.FIRST, 15),
        (80, False, True, Observed.LATER, 12),
    ],
)
def test_additions_to_a_field_guns_ten(
    distance: float, ranged: bool, poor: bool, observed: Observed, number: int
) -> None:
    found = hit_number("field", Struck.OTHER, distance, ranged=ranged, poor=poor, observed=observed)
    assert found.value == number
    assert found.items[0].amount == 10


@pytest.mark.rule("RA-dh.mod.range", "RA-R33")
def test_the_range_is_waived_from_the_second_round_at_what_stands_still() -> None:
    assert range_counts(0, False)
    assert range_counts(0, True)
    assert not range_counts(1, False)
    assert range_counts(1, True)
    assert not range_counts(3, False)


@pytest.mark.rule("RA-R34", "RA-train.hits.5")
def test_what_a_target_is_to_a_gunner() -> None:
    assert struck(Arm.RIFLE) is Struck.OTHER
    assert struck(Arm.GUN, True) is Struck.OTHER
    assert struck(Arm.TANK) is Struck.STATIONARY
    assert struck(Arm.ARMOURED_CAR, True) is Struck.MOVING
    assert struck(Arm.ENGINE, True) is Struck.MOVING
    assert struck(Arm.OTHER_CAR) is Struck.STATIONARY


@pytest.mark.rule("RA-dh.1", "RA-R17")
@pytest.mark.parametrize(("bases", "rolls"), [(F(1, 2), 1), (F(1), 1), (F(2), 2), (F(4), 4), (F(0), 0)])
def test_a_roll_a_base_used(bases: F, rolls: int) -> None:
    assert roll_count(bases) == rolls


@pytest.mark.rule("RA-dh.1", "RA-dh.2", "RA-shoot.6", "RA-R32")
def test_rolls_and_hits() -> None:
    chance = Scripted("5,5,4,5,6,6")
    volley = fire_for_hits(F(3), 10, chance)
    chance.finish()
    assert (volley.scores, volley.hits) == ((10, 9, 12), 2)
    assert str(volley) == "2 direct hits (10, 9, 12; 10+)"
    hopeless = Scripted("6,6")
    assert fire_for_hits(F(1, 2), 13, hopeless).hits == 0, "rolled all the same, and a 12 isn't a hit by itself"
    hopeless.finish()


@pytest.mark.rule("RA-dh.building")
@pytest.mark.parametrize(
    ("score", "stone", "falls"),
    [(8, False, False), (9, False, True), (9, True, False), (10, True, False), (11, True, True)],
)
def test_a_building_that_is_hit(score: int, stone: bool, falls: bool) -> None:
    assert collapses(score, stone) is falls


@pytest.mark.rule("RA-dh.numbers.field", "RA-dh.numbers.other", "RA-dh.mod.range", "RA-dh.building")
def test_the_charts_typed_once_more() -> None:
    charts = {chart.name: [list(row[1:]) for row in chart.rows] for chart in CHARTS}
    assert charts["direct-hits"] == [[9, 11, 9, 10], [9, 12, 10, 11]]
    assert charts["direct-hit-modifiers"] == [[1], [1], [2], [1]]
    assert charts["collapse"] == [["9+"], ["11+"]]
