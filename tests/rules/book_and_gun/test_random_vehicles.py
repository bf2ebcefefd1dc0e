"""Whole battles with vehicles fought to the end by random lawful choices, and their odds held against what happens."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book_and_gun import RULES
from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.play.ground.water import floats
from rules.seam.forces import Muster
from rules.table.board import Feature
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.test_random_battles import (
    ARMIES,
    NIGHT,
    OPEN,
    REBELS,
    STEPS,
    WOODED,
    Battle,
    fight_to_the_end,
)
from tests.rules.truth import SHORT, Jury, offered

WHEELS = ("us-humvee", "uk-jeep", "soviet-btr", "us-m113", "us-bradley", "soviet-tank", "us-truck", "arab-tank-platoon")
TECHNICALS = ("insurgent-technical", "insurgent-gun-technical", "insurgent-pickup")


class Motorised(Battle):
    """A random battle in which both sides have vehicles."""

    def call(self):
        pick = self.dice
        sides = (
            self.side("army", [pick.choice(ARMIES), pick.choice(WHEELS)]),
            self.side("insurgents", [pick.choice(REBELS[:3]), pick.choice(TECHNICALS)]),
        )
        board = pick.choice((OPEN, WOODED, WOODED, NIGHT, None))
        options = (("fog", "on"),) if pick.random() < 0.2 else ()
        return Muster("Random", sides, board, options, pick.choice((2, 3)))

    def check(self):
        super().check()
        ids = [v.id for v in self.state.vehicles]
        assert len(set(ids)) == len(ids)
        for vehicle in self.state.vehicles:
            people = self.state.people_in(vehicle.id)
            assert not (vehicle.wreck and people), "people sit in a wreck"
            assert len(people) <= len(GARAGE[vehicle.type].seats)
            assert {(f.at, f.facing) for f in people} <= {(vehicle.at, vehicle.facing)}
            if self.state.board is not None and vehicle.at is not None:
                assert self.state.board.holds(*vehicle.at)
            assert all(f.seat.aloft == vehicle.aloft for f in people)
            assert vehicle.at is not None or self.state.board is None or vehicle.flight, "only aircraft leave the table"


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-X.2.10", "BG-VIII.4.2b", "BG-X.6.1", "BG-R93")
def test_random_battles_with_vehicles_are_fought_to_the_end(seed):
    fight_to_the_end(seed, Motorised)


WINGS = ("us-black-hawk", "us-apache", "us-a-10", "us-medevac")
GUNS = ("insurgent-aa-truck", "insurgent-lsam-team", "insurgent-modified-rpg-team", "insurgent-aa-gun")


class Flown(Motorised):
    """A random battle in which the army flies, and the insurgents have what reaches up there."""

    def call(self):
        pick = self.dice
        sides = (
            self.side("army", [pick.choice(ARMIES), pick.choice(WINGS)]),
            self.side("insurgents", [pick.choice(REBELS[:3]), pick.choice(GUNS)]),
        )
        options = (("fog", "on"),) if pick.random() < 0.2 else ()
        return Muster("Random", sides, pick.choice((OPEN, WOODED, None)), options, pick.choice((2, 3)))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-VIII.2.12a", "BG-VIII.2.12b", "BG-X.9.1", "BG-R109")
def test_random_battles_with_aircraft_are_fought_to_the_end(seed):
    fight_to_the_end(seed, Flown)


PIECES = ("soviet-light-gun", "soviet-gun", "us-howitzer")


class Gunned(Motorised):
    """A random battle in which both sides have guns on wheels, and the army something that tows one."""

    def call(self):
        pick = self.dice
        sides = (
            self.side("army", [pick.choice(PIECES), "us-truck"]),
            self.side("insurgents", [pick.choice(REBELS[:3]), "insurgent-recoilless-rifle"]),
        )
        return Muster("Random", sides, pick.choice((OPEN, WOODED, None)), (), pick.choice((2, 3)))

    def check(self):
        super().check()
        gunners = [piece.gunner for piece in self.state.pieces if piece.gunner]
        assert len(set(gunners)) == len(gunners), "one man at two guns"
        for piece in self.state.pieces:
            assert not (piece.gunner and (piece.destroyed or piece.tow))
            assert not piece.gunner or piece.weapon in self.state.figure(piece.gunner).traits.weapons
        assert len(self.state.pieces) == 2


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-VIII.3.3", "BG-X.2.4a", "BG-X.2.6b", "BG-R245")
def test_random_battles_with_guns_are_fought_to_the_end(seed):
    fight_to_the_end(seed, Gunned)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**6))
def test_three_hundred_more_are_fought_to_the_end(seed):
    fight_to_the_end(seed, Motorised)


def mounted(state, action):
    """Whether vehicles have to do with it: those who drive, mount, fire from one or at one."""
    unit, target = state.find(getattr(action, "unit", "")), state.find(getattr(action, "target", ""))
    aboard = any(f.seat is not None for each in (unit, target) if each is not None for f in each.present)
    return aboard or action.name() in ("mount", "dismount")


def test_odds_of_vehicles_come_about_as_often_as_they_say():
    jury = Jury(RULES, came_about, "odds of vehicles", SHORT)
    for seed in range(700, 760):
        battle, pick = Motorised(seed), random.Random(seed)
        for number in range(STEPS):
            if number % 5 == 0 and RULES.battle.prompt(battle.state):
                standing = [each for each in offered(RULES, battle.state) if mounted(battle.state, each[0])]
                for action, by in pick.sample(standing, min(3, len(standing))):
                    jury.hear(battle.state, action, by)
            if jury.offers >= 20 or not battle.step():
                break
        if jury.offers >= 20:
            break
    assert jury.offers >= 20
    jury.verdict()


def test_a_battle_of_before_vehicles_folds_as_it_did():
    battle = Battle(77)
    for _ in range(40):
        battle.step()
    assert battle.state.vehicles == ()
    assert RULES.battle.fold(battle.events) == replace(battle.state)


LAKE = Feature("water", ((0.0, 12.0), (60.0, 12.0), (60.0, 18.0), (0.0, 18.0)), name="Lake")
BOATS = ("us-inflatable", "uk-patrol-boat", "soviet-btr", "uk-bv206")


class OnWater(Motorised):
    """A random battle across a lake, with boats, what swims, and cyclists."""

    def call(self):
        pick = self.dice
        sides = (
            self.side("army", [pick.choice(ARMIES), pick.choice(BOATS)]),
            self.side("insurgents", ["insurgent-cyclists", "insurgent-boat"]),
        )
        board = replace(OPEN, features=(*OPEN.features, LAKE))
        return Muster("Random", sides, board, (), pick.choice((2, 3)))

    def check(self):
        super().check()
        board = self.state.board
        for vehicle in self.state.vehicles:
            boat = GARAGE[vehicle.type].boat
            assert not boat or floats(board, vehicle), "a boat ashore"
        holders = [each.holder for each in self.state.cycles if each.holder]
        assert len(set(holders)) == len(holders), "one man on two bicycles"
        assert all(each.holder or (not each.ridden and each.at is not None) for each in self.state.cycles)


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-VIII.2.10a", "BG-VIII.2.11", "BG-VIII.2.51")
def test_random_battles_on_water_and_bicycles_are_fought_to_the_end(seed):
    fight_to_the_end(seed, OnWater)
