"""The promise “exact odds before the click”, held against random battles: every offer with chances is decided again
and again from its very state, and what it told must come about as often as it said. See `truth`."""

import random

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Bombard, CallMoraleTest
from rules.kernel.action import UMPIRE
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.test_random_battles import STEPS, Battle
from tests.rules.truth import LONG, SHORT, Jury, offered


def hear_battles(jury, seeds, offers, every):
    """Lays the offers of random battles before the jury, some of each state, until it has heard so many."""
    for seed in seeds:
        battle, pick = Battle(seed), random.Random(seed)
        for number in range(STEPS):
            if number % every == 0 and RULES.battle.prompt(battle.state):
                standing = list(offered(RULES, battle.state))
                for action, by in pick.sample(standing, min(8, len(standing))):
                    jury.hear(battle.state, action, by)
                    if jury.offers >= offers:
                        return
            if not battle.step():
                break


def test_odds_come_about_as_often_as_they_say():
    jury = Jury(RULES, came_about, "true odds", SHORT)
    hear_battles(jury, range(1000, 1400), offers=50, every=7)
    assert jury.offers == 50
    jury.verdict()


def test_what_the_umpire_is_told_of_shells_and_tests_of_morale_comes_about_as_often():
    jury = Jury(RULES, came_about, "shells", SHORT)
    for seed in range(2000, 2030):
        battle = Battle(seed)
        for _ in range(10 + seed % 40):
            battle.step()
        if (
            battle.state.board is None
            or not RULES.battle.stage.settled(battle.state)
            or RULES.battle.stage.over(battle.state)
        ):
            continue
        aim = battle.dice.choice([f"{f.at[0]:.1f},{f.at[1]:.1f}" for u in battle.state.units for f in u.fit if f.at])
        jury.hear(battle.state, Bombard(blast_of=battle.dice.choice(("heavy mortar", "artillery")), at=aim), UMPIRE)
        jury.hear(battle.state, CallMoraleTest(unit=battle.dice.choice(battle.state.units).id), UMPIRE)
    assert jury.offers >= 20
    jury.verdict()


@pytest.mark.long
def test_odds_come_about_as_often_as_they_say_in_long():
    jury = Jury(RULES, came_about, "true odds in long", LONG)
    hear_battles(jury, range(5000, 9000), offers=2500, every=2)
    assert jury.offers == 1400
    jury.verdict()
