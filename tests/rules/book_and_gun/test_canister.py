"""Canister in a battle: all before the gun, friends beside it. X.2.8, R248; expected values by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.orders.following import FollowOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase, Spotted, Status
from rules.kernel.action import ENGINE
from rules.kernel.chance import Card
from tests.rules.truth import SHORT, Jury

from .field import SOUTH, army, cell, only
from .motor import vehicle
from .ordnance import gun_crew, with_gun
from .outcomes import came_about
from .war import War, black

CANISTER = Fire(unit="gun", target="red", canister=True)


def red(*places):
    """Men of red at these places, in view of the gun at 20, 10 that looks north."""
    unit = cell("red", len(places), at=(20, 15), facing=SOUTH, moved_turn=2, spotted=(Spotted("army", 9),))
    return replace(unit, figures=tuple(replace(f, at=at) for f, at in zip(unit.figures, places, strict=True)))


def friends(*places):
    unit = army("able", len(places), at=(20, 30))
    return replace(unit, figures=tuple(replace(f, at=at) for f, at in zip(unit.figures, places, strict=True)))


def firing(*others, kind="light-gun", size=4):
    state = with_gun(kind, *others, crew=gun_crew(size=size))
    return War(replace(state, phase=Phase.FIRE, run=Run("army", (Card("9S"), Card("8S")))))


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8b", "BG-R86", "BG-R248", "BG-X.2.4a")
def test_every_head_in_the_template_is_rolled_for_and_any_card_harms():
    # 60 degrees: 30 to either side. 20,18 is 8 inches off; 23,16 lies 26.6 degrees aside, 24,16 lies 33.7: outside.
    war = firing(red((20, 15), (20, 18), (23, 16), (24, 16), (20, 19)))
    events = war.do(CANISTER, "d6:3,d6:4,d6:1,card:2H,card:KS")
    (fired,) = only(events, "canister-fired")
    assert fired.dice == (("red1", 3), ("red2", 4), ("red3", 1))
    assert [f.status for f in war.unit("red").figures] == [
        Status.KILLED, Status.FIT, Status.WOUNDED, Status.FIT, Status.FIT,
    ]  # fmt: skip
    assert war.state.piece("gun-p").markers == 1
    assert war.refuses(CANISTER) == "had-its-chance"


@pytest.mark.rule("BG-X.2.8c")
def test_friends_within_an_inch_of_the_template_are_targets_beyond_four_inches():
    # The right edge runs 30 degrees off north. At 5 inches along it (22.5, 14.33) an inch to the right, square to it,
    # is (23.37, 13.83): 5.1 inches from the gun, a target. 3 inches along, as near to it, is 3.2 inches off: safe.
    # 20,18.9 stands 0.9 inches past the far end: a target, too. 20,19.2 is not.
    war = firing(red((20, 14)), friends((23.3, 13.85), (22.2, 12.2), (20, 18.9), (20, 19.2), (19.5, 13)))
    odds = DEEDS.odds(war.state, CANISTER, black())
    events = war.do(CANISTER, "d6:6,d6:6,d6:6,d6:6")
    (fired,) = only(events, "canister-fired")
    assert {who for who, _ in fired.dice} == {"red1", "able1", "able3", "able5"}
    told = {one.words: (one.chance, one.danger) for one in odds.chances}
    assert told["at least one casualty"] == (Fraction(1, 2), False)
    assert told["one of your own men is hit"] == (Fraction(7, 8), True)  # three friends, one half each


@pytest.mark.rule("BG-R248", "BG-X.2.8a")
def test_what_fires_no_canister_and_what_is_too_far_is_refused():
    assert firing(red((20, 19))).refuses(CANISTER) == "too-far"
    assert firing(red((20, 14)), kind="recoilless-rifle", size=2).refuses(CANISTER) == "no-canister"
    own, body = vehicle("btr", "btr", at=(20, 15), side="insurgents")
    state = with_gun("light-gun", own, vehicles=[body])
    war = War(replace(state, phase=Phase.FIRE, run=Run("army", (Card("9S"),))))
    assert war.refuses(Fire(unit="gun", target="btr", canister=True)) == "not-at-vehicles"


@pytest.mark.rule("BG-X.2.8a")
def test_the_panel_offers_it_to_whoever_is_near_enough():
    near, far = firing(red((20, 15))), firing(red((20, 19)))
    assert "Canister at Red" in [offer.label for offer in DEEDS.offers(near.state, "army", "gun")]
    assert "Canister at Red" not in [offer.label for offer in DEEDS.offers(far.state, "army", "gun")]


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8c")
def test_odds_of_canister_come_about_as_often_as_they_say():
    jury, pick = Jury(RULES, came_about, "canister", SHORT), random.Random(8)
    for _ in range(6):
        foes = red(*((20 + pick.uniform(-3, 3), 14 + pick.uniform(0, 3)) for _ in range(pick.randint(1, 5))), (20, 14))
        war = firing(foes, friends(*((20 + pick.uniform(-4, 4), 15 + pick.uniform(0, 4)) for _ in range(4))))
        jury.hear(war.state, CANISTER, black())
    assert jury.offers == 6
    jury.verdict()


@pytest.mark.rule("BG-X.2.8a")
def test_by_orders_it_is_fired_where_no_friend_is_in_danger():
    war = firing(red((20, 15)))
    war.do(GiveOrders(first="canister", then="hold", units=("gun",)))
    assert only(war.do(FollowOrders(side="army"), "d6:4", by=ENGINE), "canister-fired")
    war = firing(red((20, 15)), friends((20, 14)))
    war.do(GiveOrders(first="canister", units=("gun",)))
    assert war.refuses(FollowOrders(side="army"), ENGINE) == "nothing-due"
