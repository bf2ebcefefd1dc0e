"""Each side's luck is what its dice did against what was to be expected of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.telling.luck import FEW, luck
from rules.telling.told import Fortune, Told
from tests.bot.reading import Reader
from tests.scenarios import LIBRARY


def shots(side: str, got: int, dice: int, chance: Fraction) -> Told:
    return Told("Shots", fortunes=(Fortune(side, "hits", got, dice, chance),))


def test_what_was_to_be_expected_is_the_chance_of_every_die() -> None:
    # 20 dice that hit on a quarter, 10 on a half: 5 + 5 expected, spread 20·3/16 + 10/4 = 6.25, whose root is 2.5
    (army,) = luck((shots("army", 9, 20, Fraction(1, 4)), shots("army", 6, 10, Fraction(1, 2))))
    (count,) = army.counts
    assert (count.got, count.dice, count.expected) == (15, 30, 10.0)
    assert army.above == pytest.approx(2.0)
    assert army.words == "very lucky; hits: 15 of 30 (10.0 expected)"


@pytest.mark.parametrize(
    ("got", "verdict"),
    [(5, "very unlucky"), (6, "unlucky"), (8, "neither lucky nor unlucky"), (12, "lucky"), (15, "very lucky")],
)
def test_the_verdict_goes_by_the_spread(got: int, verdict: str) -> None:
    # 25 dice at two fifths: 10 expected, spread 25·6/25 = 6, root 2.45: 5 is 2.04 below, 6 1.63, 8 0.82, 12 0.82 above
    (army,) = luck((shots("army", got, 25, Fraction(2, 5)),))
    assert army.verdict == ("neither lucky nor unlucky" if got == 12 else verdict)


def test_few_dice_tell_nothing_and_no_die_is_no_count() -> None:
    (army,) = luck((shots("army", 5, FEW - 1, Fraction(1, 20)), shots("insurgents", 0, 0, Fraction(1, 2))))
    assert army.verdict == "too few dice to tell"
    assert army.side == "army"


def test_a_certain_die_is_no_luck() -> None:
    (army,) = luck((shots("army", 12, 12, Fraction(1)),))
    assert (army.above, army.verdict) == (0.0, "neither lucky nor unlucky")


@pytest.mark.parametrize("key", ["canal-bridge", "last-bird", "don-village"])
def test_every_die_of_a_fortune_was_drawn_for_what_is_told(key: str) -> None:
    """No side has more throws than the telling has draws, and none gets what could not come."""
    reader = Reader(LIBRARY[key], 4, eager=0.9)
    for _, deed in zip(range(12), reader.deeds(), strict=False):
        for told in deed.tolds:
            for one in told.fortunes:
                assert 0 <= one.got <= one.dice <= len(told.draws)
                assert 0 <= one.chance <= 1
                assert not (one.got and not one.chance)
                assert not (one.chance == 1 and one.got < one.dice)
