"""The jury that judges odds: an honest rule set passes, a lie is found out, and the judgement is always the same."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.state import ARMY
from rules.kernel.action import Actor
from rules.seam.asking import Outcome, Prospect
from tests.rules.book_and_gun.field import SOUTH, army, cell
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.test_fire_battle import firefight
from tests.rules.truth import LONG, SHORT, Jury, Round, luck

SHOT = Fire(unit="able", target="red")
STATE = firefight(army(size=1, at=(20.0, 10.0)), cell(size=1, at=(20.0, 18.0), facing=SOUTH))
TRUE = 1 - Fraction(14, 20) ** 3


def jury(chance: Fraction, rounds=SHORT) -> Jury:
    """One before which the shot is told with this chance of a hit."""

    def odds(state, action, by):
        told = RULES.battle.odds(state, action, by)
        return replace(told, chances=(Prospect("at least one hit", chance, Outcome("hit", "red")),))

    return Jury(replace(RULES, battle=replace(RULES.battle, odds=odds)), came_about, "trial", rounds)


def test_the_exact_binomial_test_by_hand() -> None:
    half = Fraction(1, 2)
    assert luck(half, 0, 10) == pytest.approx(2 / 1024)
    assert luck(half, 1, 10) == pytest.approx(2 * 11 / 1024)
    assert luck(half, 5, 10) == 1.0
    assert luck(Fraction(1, 6), 6, 6) == pytest.approx(2 / 6**6)
    assert (luck(Fraction(1), 10, 10), luck(Fraction(1), 9, 10)) == (1.0, 0.0)
    assert (luck(Fraction(0), 0, 10), luck(Fraction(0), 1, 10)) == (1.0, 0.0)


def test_the_truth_passes() -> None:
    honest = jury(TRUE, LONG)
    assert honest.hear(STATE, SHOT, Actor.player(ARMY))
    honest.verdict()


@pytest.mark.parametrize("lie", [Fraction(0), Fraction(1), Fraction(3, 10), TRUE + Fraction(1, 5)])
def test_a_lie_is_found_out(lie: Fraction) -> None:
    liar = jury(lie, LONG)
    liar.hear(STATE, SHOT, Actor.player(ARMY))
    with pytest.raises(AssertionError, match="lies in 1 chances of 1 offers"):
        liar.verdict()


def test_a_slant_too_small_for_one_offer_shows_in_many() -> None:
    """Four points in a hundred, over as many draws as a hundred and more offers have."""
    slanted = jury(TRUE + Fraction(4, 100), (Round(2000, 0.0),))
    slanted.hear(STATE, SHOT, Actor.player(ARMY))
    assert not slanted.lies
    assert slanted.tallies["fire", "hit"].slant > 3


def test_the_same_judgement_every_time() -> None:
    first, second = jury(TRUE), jury(TRUE)
    for each in (first, second):
        each.hear(STATE, SHOT, Actor.player(ARMY))
    assert first.tallies == second.tallies
