"""Sizes, markers, effective bases, dividing, combining and the flight number, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import units
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.switches import House
from rules.red_actions.book.units import Markers, UnitPart, UnitPoints
from tests.charts import chart

REGULARS, TEAM, CONSCRIPTS = (BOOK_PACK.card(id) for id in ("red-regulars", "mg-team", "white-conscripts"))
EXACT = House((("marker-split", "exact"),))


def citation(refused: pytest.ExceptionInfo[RuleViolation]) -> str:
    assert refused.value.message
    assert refused.value.remedy
    return refused.value.citation


@pytest.mark.rule("RA-def.unit.1", "RA-def.unit.2", "RA-def.class.infantry", "RA-def.class.vehicles")
@pytest.mark.parametrize(
    ("card", "least", "most", "rule"),
    [
        ("red-regulars", 2, 6, "RA-def.unit.1"),
        ("red-cavalry", 2, 6, "RA-def.unit.1"),
        ("mg-team", 1, 4, "RA-def.unit.2"),
        ("tachanka", 1, 4, "RA-def.unit.2"),
        ("field-gun", 1, 4, "RA-def.unit.2"),
        ("mortar", 1, 4, "RA-def.unit.2"),
        ("tank-gun", 1, 1, "RA-def.unit.2"),
        ("train-engine", 1, 1, "RA-def.unit.2"),
    ],
)
def test_the_size_of_a_unit(card: str, least: int, most: int, rule: str) -> None:
    for bases in range(least, most + 1):
        units.check_size(BOOK_PACK.card(card), bases)
    for bases in (least - 1, most + 1):
        with pytest.raises(RuleViolation) as refused:
            units.check_size(BOOK_PACK.card(card), bases)
        assert citation(refused) == rule


@pytest.mark.rule("RA-def.unit.1", "RA-R128", "RA-char.stiffening.1")
def test_all_bases_are_of_one_sort() -> None:
    assert not units.check_bases(REGULARS, ["red-regulars"] * 3)
    assert units.check_bases(CONSCRIPTS, ["white-conscripts", "white-officers", "white-conscripts"])
    cavalry = BOOK_PACK.card("red-conscripts")
    assert not units.check_bases(cavalry, ["red-conscripts", "red-conscripts", "red-cavalry"], holders=1)
    for card, bases in (
        (REGULARS, ["red-regulars", "red-conscripts"]),
        (REGULARS, ["red-regulars", "white-officers"]),
        (CONSCRIPTS, ["white-conscripts", "white-officers", "white-officers"]),
        (cavalry, ["red-conscripts", "red-cavalry", "red-cavalry"]),
    ):
        with pytest.raises(RuleViolation) as refused:
            units.check_bases(card, bases, holders=1 if card is cavalry else 0)
        assert citation(refused) == "RA-R128"


@pytest.mark.rule("RA-def.terror.1", "RA-def.terror.2", "RA-def.effective", "RA-def.humiliated", "RA-rout.1", "RA-R15")
@chart(
    ("bases", "terror", "humiliated", "effective", "routs"),
    [
        (6, 0, 0, "6", False),
        (6, 1, 0, "5", False),
        (6, 4, 1, "1", False),
        (6, 5, 1, "1/2", False),
        (6, 6, 1, "0", True),
        (3, 0, 2, "1", False),
        (3, 0, 3, "1/2", False),
        (3, 0, 4, "0", True),
        (1, 0, 0, "1", False),
        (1, 1, 0, "1/2", False),
        (1, 1, 1, "0", True),
        (0, 2, 0, "0", False),
    ],
)
def test_markers_on_bases(bases: int, terror: int, humiliated: int, effective: str, routs: bool) -> None:
    markers = Markers(terror, humiliated)
    assert units.effective(bases, markers) == Fraction(effective)
    assert units.too_many(bases, markers) is routs


@pytest.mark.rule("RA-def.humiliated", "RA-def.terror.3", "RA-def.pinned", "RA-rally.pinned.3", "RA-R39")
def test_markers_come_and_go() -> None:
    markers = Markers(2, 1).more(terror=1, humiliated=1).pin().pin()
    assert markers == Markers(3, 2, True)
    assert markers.total == 5
    assert markers.without_terror() == Markers(0, 2, True)
    assert markers.without_terror(2) == Markers(1, 2, True)
    assert markers.without_terror(9) == Markers(0, 2, True)
    assert markers.routing() == markers.unpinned() == Markers(3, 2)


@pytest.mark.rule("RA-R16", "RA-def.effective")
@pytest.mark.parametrize(
    ("eligible", "markers", "minimum", "subtract"),
    [
        (4, Markers(), "4", "4"),
        (2, Markers(1), "2", "1"),
        (4, Markers(2, 1), "1", "1"),
        (3, Markers(4), "1/2", "0"),
        (0, Markers(), "0", "0"),
        (0, Markers(4), "0", "0"),
    ],
)
def test_when_a_part_of_four_bases_can_fire(eligible: int, markers: Markers, minimum: str, subtract: str) -> None:
    less = House((("terror-and-arc", "subtract"),))
    assert units.firing(eligible, 4, markers) == Fraction(minimum)
    assert units.firing(eligible, 4, markers, less) == Fraction(subtract)


@pytest.mark.rule("RA-def.base.2", "RA-R112")
def test_the_guns_of_a_base() -> None:
    assert units.guns(3) == 6
    assert units.guns(3, House((("gun-base", "one"),))) == 3


@pytest.mark.rule("RA-divide.2", "RA-R107")
@pytest.mark.parametrize(
    ("total", "parts", "all_up", "exact"),
    [
        (0, 2, (0, 0), (0, 0)),
        (1, 2, (1, 1), (1, 0)),
        (3, 2, (2, 2), (2, 1)),
        (4, 2, (2, 2), (2, 2)),
        (4, 3, (2, 2, 2), (2, 1, 1)),
        (5, 3, (2, 2, 2), (2, 2, 1)),
    ],
)
def test_markers_are_shared(total: int, parts: int, all_up: tuple[int, ...], exact: tuple[int, ...]) -> None:
    assert units.shares(total, parts) == all_up
    assert units.shares(total, parts, EXACT) == exact


@pytest.mark.rule("RA-R107")
def test_the_owner_says_who_takes_the_remainder() -> None:
    assert units.shares(4, 3, EXACT, first=[2]) == (1, 1, 2)
    assert units.shares(5, 3, EXACT, first=[2, 2, 1]) == (1, 2, 2)


@pytest.mark.rule("RA-divide.1", "RA-divide.2", "RA-R106")
def test_a_unit_divides() -> None:
    unit = UnitPart(REGULARS, 6, Markers(3, 1, pinned=True))
    assert units.divide(unit, (4, 2)) == (Markers(2, 1, True), Markers(2, 1, True))
    assert units.divide(unit, (2, 2, 2), EXACT, (1,)) == (Markers(1, 0, True), Markers(1, 1, True), Markers(1, 0, True))
    assert units.divide(UnitPart(TEAM, 3), (1, 1, 1)) == (Markers(),) * 3


@pytest.mark.rule("RA-divide.1", "RA-divide.3", "RA-R106", "RA-R107")
@pytest.mark.parametrize(
    ("unit", "into", "rule"),
    [
        (UnitPart(REGULARS, 6), (5, 1), "RA-R106"),
        (UnitPart(REGULARS, 3), (2, 1), "RA-R106"),
        (UnitPart(REGULARS, 6), (6,), "RA-R106"),
        (UnitPart(REGULARS, 6), (), "RA-R106"),
        (UnitPart(REGULARS, 6), (3, 4), "RA-R106"),
        (UnitPart(TEAM, 2), (2, 0), "RA-R106"),
        (UnitPart(REGULARS, 6, acted=True), (3, 3), "RA-divide.3"),
        (UnitPart(REGULARS, 6, routing=True), (3, 3), "RA-divide.3"),
    ],
)
def test_what_cannot_divide(unit: UnitPart, into: tuple[int, ...], rule: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        units.divide(unit, into)
    assert citation(refused) == rule


@pytest.mark.rule("RA-R107")
def test_there_must_be_such_a_part() -> None:
    with pytest.raises(RuleViolation) as refused:
        units.divide(UnitPart(REGULARS, 4), (2, 2), EXACT, (2,))
    assert citation(refused) == "RA-R107"


@pytest.mark.rule("RA-combine.1", "RA-combine.3", "RA-combine.4", "RA-combine.5", "RA-R156")
def test_units_combine() -> None:
    made = units.combine(
        [UnitPart(TEAM, 1, Markers(1, 1)), UnitPart(TEAM, 2, Markers(2, pinned=True)), UnitPart(TEAM, 1)]
    )
    assert made == UnitPart(TEAM, 4, Markers(3, 1, True), acted=True)
    stiff = units.combine([UnitPart(CONSCRIPTS, 3, stiffened=True), UnitPart(CONSCRIPTS, 3)])
    assert stiff.stiffened


@pytest.mark.rule("RA-combine.1", "RA-combine.4", "RA-R128", "RA-R156")
@pytest.mark.parametrize(
    ("parts", "rule"),
    [
        ([UnitPart(TEAM, 1)], "RA-combine.1"),
        ([UnitPart(TEAM, 1), UnitPart(TEAM, 1, acted=True)], "RA-combine.1"),
        ([UnitPart(TEAM, 1, routing=True), UnitPart(TEAM, 1)], "RA-combine.1"),
        ([UnitPart(TEAM, 1), UnitPart(BOOK_PACK.card("mortar"), 1)], "RA-combine.4"),
        ([UnitPart(REGULARS, 2), UnitPart(BOOK_PACK.card("red-conscripts"), 2)], "RA-combine.4"),
        ([UnitPart(TEAM, 3), UnitPart(TEAM, 2)], "RA-combine.4"),
        ([UnitPart(REGULARS, 4), UnitPart(REGULARS, 3)], "RA-combine.4"),
        ([UnitPart(BOOK_PACK.card("tank-mg"), 1)] * 2, "RA-combine.4"),
        ([UnitPart(CONSCRIPTS, 2, stiffened=True)] * 2, "RA-R156"),
    ],
)
def test_what_cannot_combine(parts: list[UnitPart], rule: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        units.combine(parts)
    assert citation(refused) == rule


ARMY = [
    UnitPoints(7, 6, 6),
    UnitPoints(7, 6, 4),
    UnitPoints(15, 2, 2, routing=True),
    UnitPoints(30, 1, 0),
]
"""42 + 42 + 30 + 30 points; 14 + 30 + 30 lost by bases."""


@pytest.mark.rule("RA-def.flight", "RA-R13", "RA-R136")
def test_points_lost() -> None:
    whole, paid = House((("flight-units", "whole-units-only"),)), House((("officer-points", "10"),))
    assert sum(unit.original for unit in ARMY) == 144
    assert units.lost_points(ARMY, seniors_lost=1) == 74
    assert units.lost_points(ARMY, seniors_lost=1, house=paid) == 84
    assert units.lost_points(ARMY, house=whole) == 60
    half_gone = [UnitPoints(8, 4, 2, routing=True)]
    assert units.lost_points(half_gone) == units.lost_points(half_gone, house=whole) == 32
    assert units.lost_points([UnitPoints(8, 4, 2)]) == 16


@pytest.mark.rule("RA-R13", "RA-R157", "RA-char.stiffening.1")
def test_the_officers_base_counts_its_own_points() -> None:
    stiffened = [UnitPoints(4, 3, 3), UnitPoints(14, 1, 0)]
    assert sum(unit.original for unit in stiffened) == 26
    assert units.lost_points(stiffened) == 14


@pytest.mark.rule("RA-def.flight", "RA-R12", "RA-seq.5")
@pytest.mark.parametrize(
    ("lost", "original", "percent", "exceeds", "reaches"),
    [
        (79, 200, 40, False, False),
        (80, 200, 40, False, True),
        (81, 200, 40, True, True),
        (57, 143, 40, False, False),  # 57.2
        (58, 143, 40, True, True),
        (0, 0, 50, False, False),
        (100, 100, 100, False, True),
    ],
)
def test_when_an_army_breaks(lost: int, original: int, percent: int, exceeds: bool, reaches: bool) -> None:
    assert units.broken(lost, original, percent) is exceeds
    assert units.broken(lost, original, percent, House((("flight-test", "reach"),))) is reaches


@pytest.mark.rule("RA-def.flight", "RA-R12", "RA-R14")
def test_the_flight_number_is_exact() -> None:
    assert units.flight_number(143, 40) == Fraction(286, 5)
    soviet, house = BOOK_PACK.army("soviet"), House((("flight-percent-attacker", "65"),))
    assert (units.flight_percent(soviet, True), units.flight_percent(soviet, False)) == (40, 40)
    assert (units.flight_percent(soviet, True, house), units.flight_percent(soviet, False, house)) == (65, 40)


@given(st.integers(0, 6), st.integers(0, 8), st.integers(0, 8))
def test_bases_that_count_are_never_more_than_there_are(bases: int, terror: int, humiliated: int) -> None:
    """More markers never make a unit stronger, and none that stands has no strength at all."""
    markers = Markers(terror, humiliated)
    count = units.effective(bases, markers)
    assert 0 <= count <= bases
    assert units.effective(bases, markers.more(terror=1)) <= count
    assert (count > 0) == (bases > 0 and not units.too_many(bases, markers))


@given(st.integers(0, 12), st.integers(2, 6), st.booleans())
def test_no_marker_is_lost_in_dividing(total: int, parts: int, exact: bool) -> None:
    split = units.shares(total, parts, EXACT if exact else House())
    assert sum(split) >= total
    assert sum(split) == total or not exact
    assert max(split) - min(split) <= 1
