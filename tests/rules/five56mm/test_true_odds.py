"""The promise “exact odds before the click”, held against random battles: every offer with chances is decided again
and again from its very state, and what it told must come about as often as it said. See `truth`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions import GO_ACTIONS
from rules.five56mm.actions.battle import StandingAnswer
from rules.five56mm.actions.fire import AutoFire, Fire, Throw, ThrowBack
from rules.five56mm.actions.foot import Engage
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.foot import Fought
from rules.five56mm.offers import offers
from rules.five56mm.state import BLACK, RED, Stance, State
from rules.kernel.action import Action, Actor
from rules.seam.asking import Offer
from tests.rules.five56mm.outcomes import came_about, carried_through, may_be_interrupted
from tests.rules.five56mm.skirmish import Skirmish, man, one
from tests.rules.five56mm.test_random_battles import STEPS, Battle
from tests.rules.truth import LONG, SHORT, Jury, offered

CARRIED_THROUGH = replace(RULES, battle=replace(RULES.battle, decide=carried_through))


def hear_battles(jury: Jury[State], seeds: Iterable[int], most: int, every: int) -> None:
    """Lays the offers of random battles before the jury, some of each state, until it has heard so many."""
    for seed in seeds:
        battle, pick = Battle(seed), random.Random(seed)
        for number in range(STEPS):
            if number % every == 0 and RULES.battle.prompt(battle.state):
                standing = list(offered(RULES, battle.state, partial(_filled, pick)))
                for action, by in pick.sample(standing, min(4, len(standing))):
                    if isinstance(action, GO_ACTIONS) and may_be_interrupted(battle.state):
                        continue
                    jury.hear(_as_known(battle.state, action), action, by)
                    if jury.offers >= most:
                        return
            if not battle.step():
                break


def _as_known(state: State, action: Action) -> State:
    """With an enemy who is attacked hand to hand as whoever attacks him knows him: without what stands on his sheet."""
    if not isinstance(action, Engage):
        return state
    other = state.character(action.target)
    skills = tuple(skill for skill in other.traits.skills if skill is not Skill.BLACK_BELT)
    plain = replace(other, traits=replace(other.traits, strength=0, skills=skills))
    return replace(state, characters=tuple(plain if each is other else each for each in state.characters))


def _filled(pick: random.Random, offer: Offer) -> Mapping[str, object]:
    fillings: dict[str, object] = {
        "range": pick.choice((2.0, 6.0, 12.0, 20.0)),
        "path": (pick.choice(("4 even", "2 dense rubble", "1.5 obstacle")),),
        "contact": True,
        "blast": (),
        "to": pick.choice(("north 3", "south-west 4", "C4", "forward 4", "10,10")),
        "at": pick.choice(("north 6", "south-west 9", "D4", "10,10")),
    }
    return {need: fillings[need] for need in offer.needs}


def test_odds_come_about_as_often_as_they_say() -> None:
    jury = Jury(CARRIED_THROUGH, came_about, "true odds", SHORT)
    hear_battles(jury, range(1000, 1400), most=120, every=3)
    assert jury.offers == 120
    jury.verdict()


@pytest.mark.long
def test_odds_come_about_as_often_as_they_say_in_long() -> None:
    jury = Jury(CARRIED_THROUGH, came_about, "true odds in long", LONG)
    hear_battles(jury, range(5000, 9000), most=3200, every=2)
    assert jury.offers == 3200
    jury.verdict()


# ── What the odds once got wrong ──────────────────────────────────────────────────────────────────────────────────

BY_BLACK = Actor.player(BLACK)


def dusk(*, skills: Sequence[Skill] = (), options: Sequence[tuple[str, str]] = ()) -> Skirmish:
    """Low Light at 10 in: to spot 4 + 1 against Morale 1, 4 or more; to hit with the M16 4 + 1, 5 or more."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), morale=1, skills=skills),
        man("Red", RED, (30, 20), "m9"),
        light=Light.LOW,
        options=options,
    )
    battle.card("alpha")
    return battle


def told(battle: Skirmish, action: Action) -> dict[str, Fraction]:
    return {one.words: one.chance for one in RULES.battle.odds(battle.state, action, BY_BLACK).chances}


@pytest.mark.rule("MM-R06", "MM-3.2.3")
def test_who_has_seen_his_target_and_missed_does_not_spot_it_again() -> None:
    battle = dusk()
    assert told(battle, Fire(target="red")) == {"spotted": Fraction(1, 2), "hit": Fraction(1, 6)}
    first = next(offer for offer in offers(battle.state, BLACK, "alpha") if offer.verb == "fire")
    assert (first.label, first.detail) == ("Fire at Red (M16)", "needs 5+, spot first")
    battle.do(Fire(target="red"), "4,1")
    assert told(battle, Fire(target="red")) == {"hit": Fraction(1, 3)}
    second = next(offer for offer in offers(battle.state, BLACK, "alpha") if offer.verb == "fire")
    assert (second.label, second.detail) == ("Fire at Red (M16)", "needs 5+")
    battle.do(Fire(target="red"), "1")  # one die: to hit


@pytest.mark.rule("MM-R06", "MM-3.7.1", "MM-6.2.7")
def test_nor_before_he_strikes_whom_he_has_shot_at() -> None:
    battle = dusk()
    battle.put(replace(battle["red"], at=(30, 11)))
    battle.do(Fire(target="red"), "6,1")
    assert "spotted" not in told(battle, Engage(target="red"))
    one(battle.do(Engage(target="red"), "6,1"), Fought)  # two dice: his and the defender's


@pytest.mark.rule("MM-10.S.1", "MM-R73")
def test_a_second_try_of_a_sharpshooter_is_counted_in_unless_it_is_never_used() -> None:
    battle = dusk(skills=[Skill.SHARPSHOOTER])
    # Spotted, 1/2; then 1/3, or 1/3 of the other 2/3: 5/9.
    assert told(battle, Fire(target="red"))["hit"] == Fraction(5, 18)
    assert "Sharpshooter counted in" in RULES.battle.odds(battle.state, Fire(target="red"), BY_BLACK).notes
    battle.do(StandingAnswer(question="sharpshooter", answer="no"), by=BY_BLACK)
    assert told(battle, Fire(target="red"))["hit"] == Fraction(1, 6)


@pytest.mark.rule("MM-10.LB.1", "MM-R72")
def test_luck_is_counted_in_once_a_turn() -> None:
    battle = dusk(skills=[Skill.LUCKY])
    # It lifts a 3 to spot (then it is gone: 1/3 to hit); after a 4, 5 or 6 it lifts a 4 to hit: 1/2.
    assert told(battle, Fire(target="red")) == {
        "spotted": Fraction(4, 6),
        "hit": Fraction(1, 6) * Fraction(1, 3) + Fraction(3, 6) * Fraction(1, 2),
    }


@pytest.mark.rule("MM-7.0.10", "MM-R29", "MM-4.3.2")
def test_a_burst_may_end_with_the_last_round() -> None:
    # MP5, three shots at 6 in; the magazine is low: after a 1 to hit an Ammo roll below 3 is the last round.
    battle = Skirmish(man("Alpha", BLACK, (30, 10), Arm("mp5", ammo_low=True)), man("Red", RED, (30, 16), "m9"))
    battle.card("alpha")
    low = told(battle, AutoFire(target="red"))["at least one hit"]
    battle.put(replace(battle["alpha"], arms=(Arm("mp5"),)))
    assert low < told(battle, AutoFire(target="red"))["at least one hit"]


@pytest.mark.rule("MM-3.2.20", "MM-3.2.21", "MM-3.2.23")
def test_what_becomes_of_a_grenade_that_is_thrown_back() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "frag"), man("Red", RED, (30, 16), "m9", morale=1, strength=1))
    battle.card("alpha")
    battle.do(Throw(target="red"), "6")
    battle.run()
    back = ThrowBack(character="red", at="30,11")
    odds = RULES.battle.odds(battle.state, back, Actor.player(RED))
    # Picked up with a 3 (TN 4, Morale 1): 4/6; thrown 5 in, Medium, TN 4, with Strength 1 a 3 or more: 4/6.
    assert {one.words: (one.chance, one.danger) for one in odds.chances} == {
        "thrown back on the mark": (Fraction(16, 36), False),
        "goes off in his hand": (Fraction(20, 36), True),
    }


@pytest.mark.rule("MM-3.6.2", "MM-3.6.3")
def test_who_lies_in_wait_is_named_where_he_looks() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 20), "m9"), man("Guard", RED, (40, 20)))
    for who, facing in (("red", 180.0), ("guard", 0.0)):
        battle.put(replace(battle[who], stance=Stance.COVERING, facing=facing))
    battle.card("alpha")
    notes = RULES.battle.odds(battle.state, Fire(target="red"), BY_BLACK).notes
    assert "Red may fire from Covering Fire before it" in notes
