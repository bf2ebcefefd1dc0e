"""Whole battles with horsemen fought to the end by random lawful choices, and their odds held against what happens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book_and_gun import RULES
from rules.seam.forces import Muster
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.test_random_battles import ARMIES, OPEN, REBELS, STEPS, WOODED, Battle, fight_to_the_end
from tests.rules.truth import SHORT, Jury, offered

RIDERS = ("us-cavalry-section", "arab-cavalry-troop")


class OnHorseback(Battle):
    """A random battle in which both sides have horsemen."""

    def call(self):
        pick = self.dice
        sides = (
            self.side("army", [pick.choice(ARMIES), pick.choice(RIDERS)]),
            self.side("insurgents", [pick.choice(REBELS[:3]), "insurgent-mounted-band"]),
        )
        options = (("fog", "on"),) if pick.random() < 0.2 else ()
        return Muster("Random", sides, pick.choice((OPEN, WOODED, None)), options, pick.choice((2, 3)))

    def check(self):
        super().check()
        state = self.state
        ridden = [f.steed for unit in state.units for f in unit.figures if f.steed]
        assert len(set(ridden)) == len(ridden), "two ride one horse"
        for steed in state.steeds:
            assert not (steed.led and steed.id in ridden), "somebody rides a led horse"
            assert not (steed.holder and not state.figure(steed.holder).holds), "a holder who holds nothing"
            if steed.waits and steed.at is not None:
                assert state.board.holds(*steed.at)
        for unit in state.units:
            assert all(not (f.steed and f.holds) for f in unit.figures)
            assert all(f.fit for f in unit.figures if f.steed)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-VIII.5.2b", "BG-VIII.5.3a", "BG-R138", "BG-R253")
def test_random_battles_with_horsemen_are_fought_to_the_end(seed):
    fight_to_the_end(seed, OnHorseback)


def on_horses(state, action):
    """Whether horses have to do with it: riders, who mounts or dismounts, whoever fires at led horses. How a charge
    forms up is the same on foot and on horseback."""
    if action.name() == "charge":
        return False
    unit, target = state.find(getattr(action, "unit", "")), state.find(getattr(action, "target", ""))
    riding = unit is not None and any(f.steed or f.holds for f in unit.figures)
    return riding or (target is not None and bool(state.led_by(target.id))) or action.name() in ("mount", "dismount")


def test_odds_of_horsemen_come_about_as_often_as_they_say():
    jury = Jury(RULES, came_about, "odds of horsemen", SHORT)
    for seed in range(900, 960):
        battle, pick = OnHorseback(seed), random.Random(seed)
        for number in range(STEPS):
            if number % 5 == 0 and RULES.battle.prompt(battle.state):
                standing = [each for each in offered(RULES, battle.state) if on_horses(battle.state, each[0])]
                for action, by in pick.sample(standing, min(3, len(standing))):
                    jury.hear(battle.state, action, by)
            if jury.offers >= 16 or not battle.step():
                break
        if jury.offers >= 16:
            break
    assert jury.offers >= 16
    jury.verdict()
