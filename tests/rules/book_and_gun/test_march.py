"""The movement roll: dice of the chart, what is taken from them and in which order. VIII.1.43, IX.1, IX.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.book_and_gun.book.march import Going, movement_roll, number_of_dice, reckoned
from rules.book_and_gun.book.rows import Troops
from rules.book_and_gun.play.ground.terrain import on_road
from rules.book_and_gun.play.movement.forecast import at_least, distribution
from rules.book_and_gun.units import Ground
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature

from .war import dice

ARMY = Going(Troops.ARMY, ("open order",))


def going(troops="army", row="open order", **changes):
    return Going(Troops(troops), (row,), **changes)


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.4.1", "BG-R35")
@pytest.mark.parametrize(
    ("row", "road", "expected"),
    [
        ("close order", False, 2),
        ("column", False, 3),
        ("open order", False, 3),
        ("column", True, 4),
        ("close order", True, 2),  # a dash under road: the cross-country dice
        ("open order", True, 3),
    ],
)
def test_foot_rolls_the_dice_of_its_formation_and_only_a_column_gains_by_a_road(row, road, expected):
    assert number_of_dice(going(row=row, on_road=road)) == expected
    assert number_of_dice(going("insurgents", row, on_road=road)) == expected


@pytest.mark.rule("BG-VIII.4.1", "BG-R35")
def test_a_way_along_the_road_keeps_to_it_and_standing_on_it_is_no_way():
    road = Board(40, 30, (Feature("road", ((0, 10), (40, 10)), width=2),))
    assert on_road(road, ((5, 10), (15, 10)))
    assert not on_road(road, ((5, 10), (5, 20)))
    assert not on_road(road, ((5, 10), (5, 10)))


@pytest.mark.rule("BG-VIII.1.41b", "BG-VIII.1.43a")
@pytest.mark.parametrize(
    ("row", "road", "expected"),
    [("close order", False, 3), ("column", False, 3), ("open order", False, 4), ("column", True, 4)],
)
def test_a_charge_has_dice_of_its_own(row, road, expected):
    assert number_of_dice(going(row=row, use="charge", on_road=road)) == expected


@pytest.mark.rule("BG-R35")
def test_a_dash_under_charge_means_no_charge():
    guns = Going(Troops.BICYCLES, ("close order",), use="charge")
    with pytest.raises((RuleViolation, KeyError)):
        number_of_dice(guns)


@pytest.mark.rule("BG-V.12b", "BG-R27")
def test_a_unit_that_changes_formation_rolls_the_smaller_number():
    into_close = Going(Troops.ARMY, ("open order", "close order"))
    assert number_of_dice(into_close) == 2
    assert number_of_dice(into_close, (("formation-change", "start-formation"),)) == 3


@pytest.mark.rule("BG-VIII.1.43d", "BG-VIII.4.5a", "BG-R23")
@pytest.mark.parametrize(("kind", "expected"), [("prone", 1), ("scout", 3), ("lone leader", 3)])
def test_prone_men_scouts_and_lone_leaders_have_dice_of_their_own(kind, expected):
    assert number_of_dice(going(row="close order", kind=kind)) == expected


# Dice 5, 3, 2 in everything that follows unless said otherwise.


@pytest.mark.rule("BG-VIII.1.43b", "BG-IX.1.2b", "BG-R31")
@pytest.mark.parametrize(("troops", "left"), [("army", 5), ("insurgents", 8), ("civilians", 10)])
def test_rough_ground_costs_the_army_its_highest_die_insurgents_their_lowest_civilians_none(troops, left):
    assert reckoned(going(troops, ground=Ground.ROUGH), (5, 3, 2)).inches == left


@pytest.mark.rule("BG-R31")
def test_by_house_rule_rough_ground_costs_insurgents_the_highest_die_too():
    rough = going("insurgents", ground=Ground.ROUGH)
    assert reckoned(rough, (5, 3, 2), options=(("rough-penalty", "highest-for-all"),)).inches == 5


@pytest.mark.rule("BG-VIII.1.43c", "BG-IX.1.3a", "BG-IX.1.3b", "BG-R32")
@pytest.mark.parametrize(
    ("troops", "rolled", "left"),
    [
        ("army", (5, 3, 2), 1),  # 5 struck out, 3 + 2 - 5 = 0: the least is 1
        ("army", (3, 3, 3), 3),  # 3 struck out, 6 - 3
        ("insurgents", (5, 3, 2), 6),  # 2 struck out, 8 - 2
        ("civilians", (5, 3, 2), 10),
    ],
)
def test_dense_ground_costs_the_die_and_its_value_once_more_but_an_inch_is_always_left(troops, rolled, left):
    assert reckoned(going(troops, ground=Ground.DENSE), rolled).inches == left


@pytest.mark.rule("BG-IX.2.1")
def test_snow_and_mud_cost_the_lowest_die_on_a_road_and_the_highest_off_it():
    on_road = going(row="column", on_road=True, surface="snow")
    assert reckoned(on_road, (5, 4, 3, 2)).inches == 12
    assert reckoned(going(surface="mud"), (5, 3, 2)).inches == 5


@pytest.mark.rule("BG-IV.4", "BG-VIII.4.4a", "BG-R34", "BG-IX.1.4a")
def test_deductions_add_up_each_on_the_dice_that_are_left_and_the_slope_halves_the_rest():
    # 6 leaderless, then 2 snow on the road (lowest), then 5 rough (army, highest): 3 is left, half of it up the slope
    steep = going(row="column", on_road=True, surface="snow", ground=Ground.ROUGH, slope=True, leaderless=True)
    roll = reckoned(steep, (6, 5, 3, 2))
    assert [d.dice for d in roll.deductions] == [(6,), (2,), (5,), ()]
    assert roll.inches == 1.5


@pytest.mark.rule("BG-R33", "BG-IX.1.4a")
@pytest.mark.parametrize(("rounding", "inches"), [("exact", 3.5), ("down", 3), ("up", 4)])
def test_half_inches_on_a_slope_are_kept_or_rounded_by_house_rule(rounding, inches):
    assert reckoned(going(slope=True), (4, 2, 1), options=(("slope-rounding", rounding),)).inches == inches


@pytest.mark.rule("BG-VIII.4.4a", "BG-VIII.4.4b", "BG-R44")
def test_who_carries_or_is_carried_loses_the_highest_die_the_others_do_not():
    roll = reckoned(ARMY, (5, 3, 2))
    assert (roll.inches, roll.burdened()) == (10, 5)


@pytest.mark.rule("BG-VIII.4.3a", "BG-VIII.1.43d", "BG-R43")
def test_prone_men_crawl_1d6_whatever_the_ground():
    crawl = going(kind="prone", ground=Ground.DENSE, surface="mud", slope=True)
    assert reckoned(crawl, (4,)).inches == 4


@pytest.mark.rule("BG-VIII.1.14.1", "BG-VIII.1.14.4", "BG-R11", "BG-R12")
def test_jokers_add_a_die_or_take_one_away_after_everything_else():
    more = movement_roll(going(extra_dice=1), Scripted(dice(1, 2, 3, 4)))
    assert more.inches == 10
    # 5 is lost in rough ground first, then the joker's 4 from the 5 that are left
    less = movement_roll(going(lessened=True), Scripted(dice(5, 3, 2, 4)))
    assert reckoned(going(lessened=True, ground=Ground.ROUGH), less.dice, less.less).inches == 1
    assert less.inches == 6


@pytest.mark.rule("BG-VIII.1.1", "BG-IX.1.3b")
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=5),
    st.sampled_from(["army", "insurgents", "civilians"]),
    st.sampled_from(list(Ground)),
    st.sampled_from(["dry", "snow", "mud"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 6),
)
def test_what_is_left_is_at_least_an_inch_and_never_more_than_was_rolled(
    rolled, troops, ground, surface, slope, leaderless, carrying, less
):
    way = going(troops, ground=ground, surface=surface, slope=slope, leaderless=leaderless)
    roll = reckoned(way, tuple(rolled), less, carrying=carrying)
    assert 1 <= roll.inches <= max(1, sum(rolled))
    assert roll.inches <= reckoned(ARMY, tuple(rolled)).inches


@pytest.mark.rule("BG-VIII.1.1")
def test_the_forecast_counts_every_roll():
    # Two dice in close order: 36 rolls; 7 or more in 21 of them.
    spread = distribution(going(row="close order"))
    assert sum(spread.values()) == 1
    assert at_least(spread, 7) * 36 == 21
    # In rough ground the army keeps the lower die: 5 or more only when both are 5 or 6, 4 of 36.
    rough = distribution(going(row="close order", ground=Ground.ROUGH))
    assert at_least(rough, 5) * 36 == 4


@pytest.mark.rule("BG-VIII.2.10b", "BG-IX.1.4b")
def test_what_is_halved_or_doubled_at_the_end_is_told_with_the_inches_that_it_takes_or_gives() -> None:
    """5 + 3 + 2 are 10: half of them is 5, twice as far are 10 more; both together 10 again."""

    def told(**changes: bool) -> tuple[float, list[tuple[str, float]]]:
        roll = reckoned(going(**changes), (5, 3, 2))
        return roll.inches, [(each.reason, each.inches) for each in roll.deductions]

    assert told(halved=True) == (5.0, [("people get in or out", 5.0)])
    assert [each.citation for each in reckoned(going(halved=True, doubled=True), (5, 3, 2)).deductions] == [
        "BG-VIII.2.10b", "BG-IX.1.4b",
    ]  # fmt: skip
    assert told(doubled=True) == (20.0, [("downhill, twice as far", -10.0)])
    assert told(halved=True, doubled=True) == (
        10.0, [("people get in or out", 5.0), ("downhill, twice as far", -5.0)],
    )  # fmt: skip
