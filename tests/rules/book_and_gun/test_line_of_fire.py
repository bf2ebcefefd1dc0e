"""Odds of fire, of charges and of moves that once were false: friend and foe apart, the back blast, split volleys, an
advance that must stop, men who run before a charge, a step back. All counted by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.state import ARMY
from rules.book_and_gun.units import Morale, Posture
from rules.kernel.action import Actor
from rules.seam.asking import Odds
from tests.rules.book_and_gun.field import SOUTH, army, battle, black_card, cell, mob, only
from tests.rules.book_and_gun.test_fire_battle import carrying, firefight, shoot
from tests.rules.book_and_gun.war import War, dice

BY = Actor.player(ARMY)
GUNNER = carrying(army(size=1, at=(20.0, 10.0), leader=False), "maw")
FOE = cell(size=1, at=(20.0, 18.0), facing=SOUTH, leader=False)


def told(odds: Odds) -> dict[str, Fraction]:
    return {one.words: one.chance for one in odds.chances}


def dangers(odds: Odds) -> dict[str, Fraction]:
    return {one.words: one.chance for one in odds.chances if one.danger}


# ── Behind and beside the target ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.2.9", "BG-X.2.8b", "BG-R86")
@pytest.mark.parametrize(("behind", "chance"), [(1, Fraction(1, 2)), (2, Fraction(3, 4))])
def test_the_back_blast_among_ones_own_is_a_danger_with_its_own_chance(behind: int, chance: Fraction) -> None:
    friends = army("baker", size=behind, at=(20.0, 8.0), spacing=0.4, leader=False)
    odds = RULES.battle.odds(firefight(GUNNER, friends, FOE), Fire(unit="able", target="red"), BY)
    assert dangers(odds) == {"the back blast fells one of your own": chance}  # 1 to 3 on a D6 each
    assert any(note.startswith("in the back blast: Man baker1") for note in odds.notes)
    assert dangers(RULES.battle.odds(firefight(GUNNER, FOE), Fire(unit="able", target="red"), BY)) == {}


@pytest.mark.rule("BG-R07", "BG-R80", "BG-R100")
def test_a_friend_under_the_template_has_a_chance_of_his_own() -> None:
    """The friend is nearer, so the first card that harms is his; the foe falls only to a second one."""
    friend = army("baker", size=1, at=(20.0, 17.6), leader=False)
    odds = RULES.battle.odds(firefight(GUNNER, friend, FOE), Fire(unit="able", target="red"), BY)
    hit = Fraction(odds.numbers[0].value, 20)
    once = 6 * hit * (1 - hit) ** 5
    twice = 1 - (1 - hit) ** 6 - once  # no more hits count than men under it
    harm, blank = Fraction(26, 54), Fraction(28, 54)
    assert told(odds) == {
        "at least one hit": once + twice,
        "at least one casualty": twice * harm * Fraction(25, 53),
        "one of your own men is hit": once * harm + twice * (1 - blank * Fraction(27, 53)),
    }
    assert list(dangers(odds)) == ["one of your own men is hit"]


@pytest.mark.rule("BG-R07", "BG-R80")
def test_beside_other_fire_the_danger_under_a_template_is_told_by_its_hits() -> None:
    """A rifleman fires at the foe, too: who falls cannot be reckoned exactly. One of the launcher's six dice hits."""
    gunners = carrying(army(size=2, at=(19.8, 10.0), spacing=0.4), "maw")
    for between, words in (
        (army("baker", size=1, at=(20.0, 17.6), leader=False), "a hit where your own men stand, too"),
        (mob(size=1, at=(20.0, 17.6)), "a hit where bystanders stand, too"),
    ):
        odds = RULES.battle.odds(
            firefight(gunners, between, FOE, civilian_attitude="pro-army"), Fire(unit="able", target="red"), BY
        )
        miss = 1 - Fraction(odds.numbers[0].value, 20)
        assert dangers(odds) == {words: 1 - miss**6}


@pytest.mark.rule("BG-R07", "BG-R80")
def test_the_nearest_man_under_a_template_is_hit_first_wherever_he_is_on_the_rolls() -> None:
    friend = army("baker", size=1, at=(20.0, 18.4), leader=False)
    events, _ = shoot(firefight(GUNNER, friend, FOE), "d20:2" + ",d20:20" * 5 + ",card:7H", unit="able", target="red")
    assert [fallen.figure for fallen in only(events, "figure-fell")] == ["red1"]


# ── Split volleys ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R09")
def test_two_ways_to_split_a_volley_each_say_what_they_do() -> None:
    """Two cells 5 inches apart, 10 away: the man in the middle has both in his cone, the others one each."""
    men = army(size=3, at=(10.0, 10.0), spacing=2.5)
    red = cell("red", size=1, at=(10.0, 20.0), facing=SOUTH, leader=False)
    crimson = cell("crimson", size=1, at=(15.0, 20.0), facing=SOUTH, leader=False)
    state = firefight(men, red, crimson)
    offers = {o.label: o for o in RULES.battle.offers(state, ARMY, "able") if o.verb == "fire"}
    assert {label: offer.detail for label, offer in offers.items()} == {
        "Fire at Red, the rest at Crimson": "10 in, class II (open order in the open), 2 at Red, 1 at Crimson",
        "Fire at Crimson, the rest at Red": "10.31 in, class II (open order in the open), 1 at Red, 2 at Crimson",
    }
    odds = RULES.battle.odds(state, offers["Fire at Red, the rest at Crimson"].filled(), BY)
    miss = Fraction(15, 20)  # medium range, class II: 5
    assert told(odds)["at least one hit on Red"] == 1 - miss**6
    assert told(odds)["at least one hit on Crimson"] == 1 - miss**3
    assert odds.notes[:2] == (
        "6D20, each hits at TO HIT or less: assault rifle × 2 at Red",
        "3D20, each hits at TO HIT or less: assault rifle at Crimson",
    )


@pytest.mark.rule("BG-R09")
def test_the_same_volley_is_offered_once() -> None:
    men = army(size=2, at=(10.0, 10.0), spacing=5.0)
    foes = (cell(name, size=1, at=(x, 20.0), facing=SOUTH) for name, x in (("red", 10.0), ("crimson", 15.0)))
    fires = [o.label for o in RULES.battle.offers(firefight(men, *foes), ARMY, "able") if o.verb == "fire"]
    assert fires == ["Fire at Red, the rest at Crimson"]


# ── Moves and charges ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.2a", "BG-R34")
def test_an_advance_does_not_promise_the_place_of_the_enemy_before_whom_it_must_stop() -> None:
    state = black_card(battle(army(size=1, at=(20.0, 10.0)), cell(size=1, at=(20.0, 17.0), facing=SOUTH)))
    odds = RULES.battle.odds(state, Move(unit="able"), BY)
    assert "gets all the way" not in told(odds)
    war = War(state)
    (moved,) = only(war.do(Move(unit="able"), dice(6, 6, 6)), "unit-moved")
    room = moved.inches
    assert 3 < room < 5  # 7 inches, less the 2 that are kept from an enemy
    assert told(odds)["is stopped by others"] == 1 - Fraction(4 if room >= 4 else 1, 216)  # 3 or 4 in 3D6


@pytest.mark.rule("BG-VIII.1.2c")
def test_a_step_back_is_a_third_of_the_roll_and_says_so() -> None:
    state = black_card(battle(army(size=1, at=(20.0, 20.0)), cell(size=1, at=(20.0, 34.0), facing=SOUTH)))
    back = Move(unit="able", backwards=True)
    odds = RULES.battle.odds(state, back, BY)
    assert odds.notes[0].startswith("2.7 to 4.3 in half of the time; 3.5 in on average")  # 8 to 13, and 10.5
    squares = [one for one in odds.chances if one.outcome.kind == "ends in"]
    assert sum(one.chance for one in squares) == 1
    assert len(squares) == len(odds.chances)
    (moved,) = only(War(state).do(back, dice(4, 4, 4)), "unit-moved")
    assert moved.inches == 4


@pytest.mark.rule("BG-VIII.1.2c")
def test_without_a_board_a_step_back_is_a_third_as_well() -> None:
    state = black_card(battle(army(size=1), cell(size=1)))
    back = Move(unit="able", backwards=True)
    assert RULES.battle.odds(state, back, BY).notes[0].startswith("2.66667 to 4.33333")
    (moved,) = only(War(state).do(back, dice(4, 4, 4)), "unit-moved")
    assert moved.inches == 4


@pytest.mark.rule("BG-VIII.4.3a", "BG-R43", "BG-VIII.1.43d")
def test_who_lies_down_first_crawls_in_the_odds_too() -> None:
    state = black_card(battle(army(size=1, at=(20.0, 10.0)), cell(size=1, at=(20.0, 34.0), facing=SOUTH)))
    crawl = Move(unit="able", to="north 3", posture=Posture.PRONE)
    assert told(RULES.battle.odds(state, crawl, BY))["gets all the way"] == Fraction(4, 6)  # one D6
    assert only(War(state).do(crawl, dice(3)), "unit-moved")[0].inches == 3


@pytest.mark.rule("BG-VIII.7.4b", "BG-R54", "BG-R36")
def test_shaken_men_run_before_the_charge_comes_home() -> None:
    """Four charge dice against the inches between them and the 4D6 that the enemy runs: every throw of eight dice."""
    foe = replace(cell(size=1, at=(20.0, 10.0 + 11.9), facing=SOUTH), morale=Morale.SHAKEN)
    state = black_card(battle(army(size=1, at=(20.0, 10.0)), foe))
    odds = RULES.battle.odds(state, ChargeEnemy(unit="able", target="red"), BY)
    far = next(float(fact.value) for fact in odds.facts if fact.name == "distance")
    throws = Counter(sum(four) for four in product(range(1, 7), repeat=4))
    reached = sum(throws[roll] * throws[ran] for roll, ran in product(throws, throws) if roll >= far + ran)
    assert told(odds) == {"reaches the target": Fraction(reached, 6**8)}
    assert "Red is shaken and runs at once" in odds.notes
