"""Every die: a rule run for every way that its dice and cards may fall, each with its exact weight."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import FULL_DECK, STANDARD, Card, Chance, Scripted, is_red, suit_of
from rules.kernel.every_die import TooManyBranches, chance_that, every_die, without_dice


def test_every_die_counts_once() -> None:
    def highest(chance: Chance) -> int:
        return max(chance.dice(2, sides=6, for_="two"))

    # Of 36 pairs 2n - 1 have n as their highest.
    assert every_die(highest) == {n: Fraction(2 * n - 1, 36) for n in range(1, 7)}


def test_a_die_that_is_thrown_only_after_another_weighs_less() -> None:
    def again_on_a_six(chance: Chance) -> str:
        return "again, six" if chance.roll(6, for_="a") == 6 and chance.roll(6, for_="b") == 6 else "no"

    assert every_die(again_on_a_six) == {"again, six": Fraction(1, 36), "no": Fraction(35, 36)}


def test_the_chance_of_a_yes() -> None:
    assert chance_that(lambda chance: chance.roll(6, for_="x") > 4) == Fraction(1, 3)
    assert chance_that(lambda chance: chance.roll(6, for_="x") > 6) == 0


@pytest.mark.parametrize("sides", [4, 6, 10])
def test_dice_of_which_only_the_total_counts_are_thrown_as_one(sides: int) -> None:
    """The same chances, in as many courses as there are totals: 4 to 24 of four D6 are 21, not 1296."""

    def total(chance: Chance) -> int:
        nonlocal ways
        dice = chance.dice(4, sides=sides, for_="run")
        ways += 1
        assert len(dice) == 4
        assert all(1 <= die <= sides for die in dice)
        return sum(dice)

    ways = 0
    found = every_die(total, totals=True)
    assert ways == len(found) == 4 * (sides - 1) + 1
    assert found == every_die(total)


def test_what_draws_nothing_needs_no_dice() -> None:
    assert without_dice(lambda _: "certain") == "certain"
    with pytest.raises(ValueError, match="dice"):
        without_dice(lambda chance: chance.roll(6, for_="x"))


def test_cards_are_drawn_as_often_as_they_are_in_the_deck() -> None:
    def colour(chance: Chance) -> bool:
        return is_red(chance.draw(FULL_DECK, for_="turn"))

    assert every_die(colour) == {True: Fraction(1, 2), False: Fraction(1, 2)}

    def two_hearts(chance: Chance) -> bool:
        first = chance.draw(STANDARD, for_="one")
        second = chance.draw(tuple(card for card in STANDARD if card != first), for_="two")
        return suit_of(first) == suit_of(second) == "H"

    # 13/52 × 12/51; with suits alike the first is one of four, the second one of four.
    assert every_die(two_hearts) == {True: Fraction(1, 17), False: Fraction(16, 17)}
    assert every_die(two_hearts, sort=suit_of, most=16) == {True: Fraction(1, 17), False: Fraction(16, 17)}


@given(st.lists(st.sampled_from([2, 3, 4, 6, 10, 20]), min_size=0, max_size=3), st.integers(2, 30))
def test_it_is_what_all_rolls_in_turn_give(sides: list[int], enough: int) -> None:
    def rule(chance: Chance) -> bool:
        return sum(chance.roll(each, for_="any") for each in sides) >= enough

    found = Counter[bool]()
    for dice in product(*(range(1, each + 1) for each in sides)):
        found[rule(Scripted([f"d{side}:{die}" for side, die in zip(sides, dice, strict=True)]))] += 1
    whole = sum(found.values())
    assert every_die(rule) == {result: Fraction(count, whole) for result, count in found.items()}


@pytest.mark.parametrize("dice", range(1, 7))
def test_what_cannot_be_reckoned_out_is_refused_at_once_and_the_bound_is_never_passed(dice: int) -> None:
    runs = 0

    def rule(chance: Chance) -> int:
        nonlocal runs
        total = sum(chance.dice(dice, sides=6, for_="many"))
        runs += 1
        return total

    if 6**dice > 216:
        with pytest.raises(TooManyBranches):
            every_die(rule, most=216)
        assert runs == 0
    else:
        assert sum(every_die(rule, most=216).values()) == 1
        assert runs == 6**dice


def test_nothing_is_drawn_from_an_empty_deck() -> None:
    with pytest.raises(ValueError, match="empty"):
        every_die(lambda chance: chance.draw((), for_="none"))


def test_a_rule_without_dice_is_certain() -> None:
    assert every_die(lambda chance: Card("AS")) == {Card("AS"): Fraction(1)}
