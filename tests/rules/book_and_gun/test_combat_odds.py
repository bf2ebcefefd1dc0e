"""Exact chances of rallying, of a pair in close combat, of standing or evading: counted by hand, nothing rolled."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun.actions.combat import AnswerCharge, ResolveCloseCombat
from rules.book_and_gun.actions.movement import RallyUnit
from rules.book_and_gun.book.close_combat import Fighter, bout_odds
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.units import Morale, Status
from rules.kernel.violation import RuleViolation

from .field import SOUTH, army, battle, black_card, cell, charging, hurt, play, player


def chances(odds):
    return dict(odds.chances)


@pytest.mark.rule("BG-XI.4.1", "BG-XI.4.3")
def test_equal_men_win_one_time_in_two_and_the_loser_runs_seven_times_in_ten():
    odds = bout_odds(Fighter("a", "army"), Fighter("b", "insurgents", defending=True))

    assert odds.charger_wins == Fraction(1, 2)
    assert (odds.killed, odds.wounded, odds.runs) == (Fraction(3, 20), Fraction(3, 20), Fraction(14, 20))


@pytest.mark.rule("BG-XI.4.1")
def test_a_modifier_of_one_wins_210_of_381_with_ties_rolled_again():
    # a + 1 > b in 210 of 400 throws, a + 1 = b in 19
    odds = bout_odds(Fighter("a", "army", leader=True), Fighter("b", "insurgents"))

    assert odds.charger_wins == Fraction(210, 381)


@pytest.mark.rule("BG-XI.4.4")
def test_desperation_kills_six_in_twenty():
    odds = bout_odds(Fighter("a", "army"), Fighter("b", "insurgents"), desperate="insurgents")

    assert (odds.killed, odds.wounded, odds.runs) == (Fraction(6, 20), Fraction(7, 20), Fraction(7, 20))


@pytest.mark.rule("BG-VIII.6.1c")
def test_the_chance_to_rally():
    shaken = army(size=3, at=(10, 10), morale=Morale.SHAKEN, morale_turn=1)

    led = DEEDS.odds(black_card(battle(shaken, cell(at=(10, 30)))), RallyUnit(unit="able"), player())
    lost = hurt(shaken, Status.KILLED, 1)
    alone = DEEDS.odds(black_card(battle(lost, cell(at=(10, 30)))), RallyUnit(unit="able"), player())

    assert chances(led) == {"rallies": Fraction(5, 6)}
    assert led.numbers[0].value == 5
    assert chances(alone) == {"rallies": 0}


@pytest.mark.rule("BG-XI.3.5a")
def test_the_chance_to_evade_counts_all_dice():
    # 3D6 halved and 2 inches more than 5.5 unused: 8 or more of 3D6, 181 of 216
    state = battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH))
    state = charging(state, "able", "red", inches=9.5, distance=6)
    _, state = play(state, ResolveCloseCombat(), "d6:1,d6:1")

    odds = DEEDS.odds(state, AnswerCharge(unit="red", answer="evade"), player("insurgents"))

    assert chances(odds) == {"gets away": Fraction(181, 216), "is caught from behind": Fraction(35, 216)}


def test_standing_shows_the_first_pair_and_asks_nobody_else():
    state = battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH))
    _, state = play(charging(state, "able", "red"), ResolveCloseCombat(), "d6:1,d6:1")
    stand = AnswerCharge(unit="red", answer="stand")

    odds = DEEDS.odds(state, stand, player("insurgents"))

    assert chances(odds)["your first man beats his opponent"] == Fraction(1, 2)
    with pytest.raises(RuleViolation):
        DEEDS.odds(state, stand, player())
    with pytest.raises(RuleViolation):
        DEEDS.odds(replace(state, questions=()), stand, player("insurgents"))
