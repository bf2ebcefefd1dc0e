"""Vehicles move in a battle. VIII.1.43a, VIII.2.2 to VIII.2.8, IX.3.1; expected values by the book, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import AdvanceAll, Move, Reform, SendScout
from rules.book_and_gun.deeds import DEEDS
from rules.table.board import Board, Feature
from rules.table.scene import Trace

from .field import EAST, PLAIN, cell, only
from .motor import motorised, vehicle
from .war import black, dice, moving, squad

ROAD = Board(48.0, 36.0, (Feature("road", ((0, 10), (48, 10)), width=3.0),), edges=PLAIN.edges)
WALLED = Board(48.0, 36.0, (Feature("wall", ((10, 18), (38, 18)), width=0.5, height=1.0),), edges=PLAIN.edges)
WOODED = Board(48.0, 36.0, (Feature("woods", ((0, 16), (48, 16), (48, 30), (0, 30))),), edges=PLAIN.edges)


def war(kind="bradley", board=PLAIN, *, at=(24.0, 10.0), foes=((24.0, 34.0),), cards=1, **changes):
    own, body = vehicle("brad", kind, at=at, **changes)
    reds = [cell(f"red{n}", 3, at=spot) for n, spot in enumerate(foes)]
    return moving(motorised([own, squad(at=(4, 3)), *reds], [body], board=board), cards)


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.2.2a", "BG-VIII.2.8")
def test_a_tracked_vehicle_goes_on_four_dice_and_takes_its_crew_along():
    led = war()
    led.do(Move(unit="brad", to="24,30"), dice(3, 4, 5, 2))
    body = led.state.vehicle("brad-v")
    assert body.at == (24.0, 24.0)  # 10 and 3 + 4 + 5 + 2 = 14
    assert (body.moved_turn, body.moved_inches, body.allowance) == (2, 14.0, 14.0)
    assert {f.at for f in led.unit("brad").figures} == {(24.0, 24.0)}


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.2.71a", "BG-R34", "BG-R41")
@pytest.mark.parametrize(
    ("kind", "rolled", "inches"),
    [
        ("jeep", (2, 2, 3, 3, 2), 12),  # light wheeled: 5 dice
        ("btr", (2, 2, 3, 3), 10),  # heavy wheeled: 4
        ("t-72", (2, 2, 3, 3), 10),  # heavy tracked: 4
        ("technical", (2, 2, 6, 3, 2), 9),  # light wheeled, not made for the country: the 6 is lost
        ("truck", (2, 2, 6, 3), 7),  # medium wheeled by the heavy row, not made for the country
    ],
)
def test_every_row_has_its_dice_across_country(kind, rolled, inches):
    led = war(kind, at=(24.0, 6.0))
    led.do(Move(unit="brad", to="24,31"), dice(*rolled))
    assert led.state.vehicle("brad-v").moved_inches == inches


@pytest.mark.rule("BG-VIII.2.4a", "BG-R35")
def test_on_a_road_from_start_to_end_it_has_the_dice_of_the_road():
    led = war("truck", ROAD, at=(6.0, 10.0), facing=EAST)
    led.do(Move(unit="brad", to="44,10"), dice(3, 3, 3, 3, 3))  # heavy wheeled on a road: 5 dice, nothing lost
    assert led.state.vehicle("brad-v").at == (21.0, 10.0)


@pytest.mark.rule("BG-VIII.2.3")
@pytest.mark.parametrize(("kind", "rolled", "back"), [("btr", (5,), 5.0), ("bradley", (3, 4), 7.0)])
def test_it_backs_up_straight_on_wheels_with_one_die_on_tracks_with_two(kind, rolled, back):
    led = war(kind)
    led.do(Move(unit="brad", backwards=True), dice(*rolled))
    body = led.state.vehicle("brad-v")
    assert body.at == (24.0, 10.0 - back)
    assert body.facing == 0.0


@pytest.mark.rule("BG-VIII.1.2b", "BG-R212")
def test_a_turn_costs_an_inch_for_every_ninety_degrees():
    led = war(at=(10.0, 10.0))
    led.do(Move(unit="brad", to="40,10"), dice(3, 3, 3, 3))
    body = led.state.vehicle("brad-v")
    assert (body.at, body.facing) == ((21.0, 10.0), 90.0)  # 12 less 1 for the quarter turn


@pytest.mark.rule("BG-IX.3.1e", "BG-R212")
def test_a_wall_stops_it_with_its_nose_before_it():
    led = war("btr", WALLED)
    (moved,) = only(led.do(Move(unit="brad", to="24,17"), dice(6, 6, 6, 6)), "unit-moved")
    # The wall begins at 17.75, and half of its 5 inches are ahead of its middle.
    assert led.state.vehicle("brad-v").at[1] == pytest.approx(15.24, abs=0.02)
    assert "the wall is in the way" in moved.short


@pytest.mark.rule("BG-VIII.1.43a", "BG-IX.1.2b", "BG-R34")
def test_in_rough_ground_wheels_lose_the_highest_die_tracks_the_lowest():
    wheeled, tracked = war("btr", WOODED, at=(24.0, 17.0)), war("bradley", WOODED, at=(24.0, 17.0))
    wheeled.do(Move(unit="brad", to="24,30"), dice(1, 2, 3, 6))
    tracked.do(Move(unit="brad", to="24,30"), dice(1, 2, 3, 6))
    assert wheeled.state.vehicle("brad-v").moved_inches == 6
    assert tracked.state.vehicle("brad-v").moved_inches == 11


@pytest.mark.rule("BG-R212")
def test_it_keeps_two_inches_from_an_enemy_on_foot_and_runs_nobody_over():
    led = war("btr", foes=((24.0, 20.0),))
    led.do(Move(unit="brad", to="24,30"), dice(6, 6, 6, 6))
    # Half a hull 2.5, 2 inches between, half a base 0.5, half of its width 1: it ends before 20 less 2.5 + 3.5.
    assert led.state.vehicle("brad-v").at[1] <= 14.55


@pytest.mark.rule("BG-X.1.1", "BG-R215")
def test_a_platoon_goes_on_one_card_and_one_roll():
    first, one = vehicle("tanks", "t-72", at=(14.0, 6.0))
    more = [vehicle(f"tank{n}", "t-72", at=(14.0 + 8 * n, 6.0), leader=False) for n in (1, 2)]
    bodies = [one, *(replace(body, unit="tanks") for _, body in more)]
    platoon = replace(first, figures=(*first.figures, *(f for unit, _ in more for f in unit.figures)))
    led = moving(motorised([platoon, squad(at=(2, 2)), cell("red", 3, at=(44, 34))], bodies), 1)
    led.do(Move(unit="tanks", to="14,30"), dice(2, 3, 4, 1))
    assert [v.at for v in led.state.vehicles] == [(14.0, 16.0), (22.0, 16.0), (30.0, 16.0)]
    assert led.state.run is None


@pytest.mark.rule("BG-R91", "BG-VIII.2.1")
def test_what_vehicles_do_not_do_is_refused_before_any_die():
    led = war()
    assert led.refuses(Move(unit="brad", formation="column")) == "not-for-vehicles"
    assert led.refuses(Move(unit="brad", posture="prone")) == "not-for-vehicles"
    assert led.refuses(Reform(unit="brad", formation="line")) == "aboard"
    assert led.refuses(SendScout(figure="brad2")) == "aboard"
    stopped = replace(led.state.vehicle("brad-v"), condition="immobilized")
    led.state = led.state.with_vehicle(stopped)
    assert led.refuses(Move(unit="brad", to="24,30")) == "cannot-move"


@pytest.mark.rule("BG-R34")
def test_the_odds_of_a_drive_are_those_of_its_dice():
    led = war("btr", foes=((24.0, 34.0),))
    odds = DEEDS.odds(led.state, Move(unit="brad", to="24,14"), black())
    there = next(one for one in odds.chances if one.outcome.kind == "all the way")
    assert there.chance == 1  # four dice are four inches at least
    assert any(isinstance(trace, Trace) and trace.kind == "plan" for trace in odds.traces)


def test_all_advance_and_drive():
    led = war(cards=2)
    led.do(AdvanceAll(), dice(2, 2, 2, 2) + "," + dice(3, 3, 3))
    assert led.state.vehicle("brad-v").at != (24.0, 10.0)
