"""Whole battles with dogs and hostages, fought to the end by random lawful choices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seam.forces import Muster
from tests.rules.book_and_gun.test_random_battles import OPEN, REBELS, WOODED, Battle, fight_to_the_end

TEAMS = ("us-dog-team", "uk-dog-team", "israel-dog-team")


class WithDogs(Battle):
    """A random battle in which a dog team stands near the enemy, and hostages near both."""

    def call(self):
        pick = self.dice
        board = pick.choice((OPEN, WOODED))
        army = self.side("army", ["us-infantry-squad", pick.choice(TEAMS)])
        rebels = self.side("insurgents", [REBELS[0], REBELS[0]])
        people = self.side("civilians", [pick.choice(("hostages", "hostage"))])
        places = iter([(12.0, 9.0), (16.0, 12.0), (14.0, 19.0), (18.0, 16.5), (17.0, 13.0)])

        def placed(side):
            return replace(side, units=tuple(replace(unit, place=next(places)) for unit in side.units))

        options = [("civilian-attitude", pick.choice(("neutral", "pro-insurgent", "pro-army")))]
        options += [("fog", "on")] if pick.random() < 0.4 else []
        sides = (placed(army), placed(rebels), placed(people))
        return Muster("Random", sides, board, tuple(options), pick.choice((3, 4)))

    def check(self):
        super().check()
        state = self.state
        hunting = [hunt.dog for hunt in state.hunts]
        assert len(set(hunting)) == len(hunting), "a dog is sent twice"
        told = [each.figure for each in state.hostages]
        assert len(set(told)) == len(told)
        dogs = [f for unit in state.units for f in unit.figures if f.traits.dog]
        assert all(not (f.carries or f.scout or f.holds or f.steed or f.fired_turn) for f in dogs)


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-XIII.5.1", "BG-XIII.7.1a", "BG-XIII.7.1b")
def test_random_battles_with_dogs_and_hostages_are_fought_to_the_end(seed):
    fight_to_the_end(seed, WithDogs)
