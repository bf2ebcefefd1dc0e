"""Columns of vehicles on a road: units on one card, at the rate of the slowest. VIII.2.4; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.deeds import DEEDS
from rules.table.board import Board, Feature

from .field import EAST, PLAIN, cell, only
from .motor import motorised, vehicle
from .war import black, dice, moving

ROAD = Board(48.0, 36.0, (Feature("road", ((0, 10), (48, 10)), width=3.0),), edges=PLAIN.edges)
BENT = Board(48.0, 36.0, (Feature("road", ((0, 10), (20, 10), (20, 36)), width=3.0),), edges=PLAIN.edges)


def march(*kinds, gap=1.0, board=ROAD, cards=3, front=20.0, off=0.0):
    """Vehicles nose to tail on the road, each a unit of its own: v0 in front with its nose at 20, then v1 …"""
    units, bodies, nose = [], [], front
    for n, kind in enumerate(kinds):
        own, body = vehicle(f"v{n}", kind, at=(nose, 10.0 + (off if n else 0.0)), facing=EAST)
        units.append(own)
        bodies.append(body)
        nose -= 5.0 + gap
    return moving(motorised([*units, cell("red", 3, at=(40.0, 34.0))], bodies, board=board), cards)


def at(war, name):
    return war.state.vehicle(f"{name}-v").at


COLUMN = Move(unit="v0", to="44,10", road_group=("v1", "v2"))


@pytest.mark.rule("BG-VIII.2.4a", "BG-VIII.2.4b", "BG-R177")
def test_a_column_on_a_road_goes_on_one_card_at_the_rate_of_its_slowest():
    # Medium wheeled vehicles have the heavy row: on a road 5 dice.
    war = march("truck", "truck", "truck")
    events = war.do(COLUMN, dice(3, 3, 3, 3, 3))  # 15 in
    assert [at(war, n)[0] for n in ("v0", "v1", "v2")] == [35.0, 29.0, 23.0]
    used = only(events, "activated")
    assert [(each.unit, each.card is not None) for each in used] == [("v0", True), ("v1", False), ("v2", False)]
    assert war.state.run.left == 2


@pytest.mark.rule("BG-VIII.2.4b", "BG-R177")
def test_the_slowest_unit_has_the_dice_of_all():
    # On a road a jeep has 6 dice, a tank 5.
    alone = march("jeep", "t-72", gap=0.0)
    (fast,) = only(alone.do(Move(unit="v0", to="47,10"), dice(1, 1, 1, 1, 1, 1)), "unit-moved")
    both = march("jeep", "t-72", gap=0.0)
    moved = only(both.do(Move(unit="v0", to="47,10", road_group=("v1",)), dice(2, 2, 2, 2, 2)), "unit-moved")
    assert len(fast.dice) == 6
    assert [each.dice for each in moved] == [(2, 2, 2, 2, 2)] * 2
    assert [each.inches for each in moved] == [10.0, 10.0]


@pytest.mark.rule("BG-VIII.2.4b", "BG-R177")
def test_one_without_a_leader_costs_all_of_them_the_highest_die():
    war = march("truck", "truck", gap=1.5)  # 6.5 in from leader to leader: the first one is too far away for it
    second = war.unit("v1")
    figures = tuple(replace(f, traits=replace(f.traits, leader=False)) for f in second.figures)
    war.state = war.state.with_unit(replace(second, figures=figures))
    moved = only(war.do(Move(unit="v0", to="44,10", road_group=("v1",)), dice(3, 3, 6, 3, 3)), "unit-moved")
    assert [each.allowance for each in moved] == [12.0, 12.0]


@pytest.mark.rule("BG-VIII.2.4b")
def test_a_column_follows_the_road_round_its_bend():
    war = march("truck", "truck", board=BENT, front=18.0)
    war.do(Move(unit="v0", to="20,10; 20,30", road_group=("v1",)), dice(3, 3, 3, 3, 3))
    assert at(war, "v0")[0] == 20.0
    assert at(war, "v0")[1] > 20.0
    assert at(war, "v1")[1] > 10.0


@pytest.mark.rule("BG-VIII.2.4b", "BG-R247")
def test_who_is_not_right_behind_or_not_on_the_road_does_not_go_along():
    assert march("truck", "truck", "truck", gap=3.0).refuses(COLUMN) == "not-contiguous"
    aside = march("truck", "truck", off=2.5)
    assert aside.refuses(Move(unit="v0", to="44,10", road_group=("v1",))) == "not-on-road"
    field = march("truck", "truck", board=PLAIN)
    assert field.refuses(Move(unit="v0", to="44,10", road_group=("v1",))) == "not-on-road"
    assert march("truck", "truck").refuses(Move(unit="v0", to="44,10", road_group=("v0",))) == "not-contiguous"


@pytest.mark.rule("BG-VIII.2.4b")
def test_the_panel_offers_the_whole_column_and_the_odds_are_of_its_one_roll():
    war = march("truck", "truck", "truck")
    offer = next(o for o in DEEDS.offers(war.state, "army", "v0") if o.label.startswith("Column"))
    assert (offer.action.road_group, offer.needs) == (("v1", "v2"), ("to",))
    odds = DEEDS.odds(war.state, COLUMN, black())
    assert "3 units on one card and one roll" in odds.notes
    assert not any(o.label.startswith("Column") for o in DEEDS.offers(war.state, "army", "v2"))
