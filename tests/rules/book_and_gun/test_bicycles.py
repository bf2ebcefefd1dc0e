"""Bicycles: ridden and pushed, in the rough, downhill, on and off. VIII.2.51, IX.1.4; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.orders.following import FollowOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import ChargeEnemy, Move, Reform
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.book.organisations import figure_traits
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.events.battle import FigureFell, FigureLeft, UnitMustered
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.ground.cycling import going_by
from rules.book_and_gun.state import ARMY, Run
from rules.book_and_gun.units import Formation, Phase, Posture, Status
from rules.kernel.action import ENGINE
from rules.kernel.chance import Card
from rules.seam.viewing import Viewer
from rules.table.board import Feature

from .field import PLAIN, army, battle, cell, only
from .war import black, dice, led, moving


def cyclists(size=3, *, at=(20.0, 10.0), board=PLAIN, foe=(24, 34), **given):
    """Three who came on bicycles, in line to the east of a place; a cell far away."""
    state = battle(cell("red", 3, at=foe), board=board)
    able = led(army("able", size, at=at, spacing=1.1, **given), min(size, 2))
    able = replace(able, figures=tuple(replace(f, traits=replace(f.traits, bicycle=True)) for f in able.figures))
    return moving(evolve(state, UnitMustered(unit=able)), 6)


def next_turn(war, phase=Phase.MOVEMENT):
    cards = tuple(Card(f"{n}S") for n in "234567")
    war.state = replace(war.state, turn=war.state.turn + 1, phase=phase, run=Run(ARMY, cards))


def moved(war, rolled, to="20,34", **given):
    (event,) = only(war.do(Move(unit="able", to=to, **given), dice(*rolled)), "unit-moved")
    return event


def now(war):
    return going_by(war.state, war.unit("able").figures)


@pytest.mark.rule("BG-VIII.2.51", "BG-VIII.1.43a", "BG-R280")
def test_they_ride_with_three_dice_and_push_with_two():
    war = cyclists()
    assert now(war) == "ridden"
    assert moved(war, (1, 2, 3)).allowance == 6.0
    next_turn(war)
    war.do(Dismount(unit="able"))
    assert now(war) == "pushed"
    assert war.refuses(Move(unit="able", to="20,34")) == "had-its-chance"
    next_turn(war)
    assert moved(war, (4, 3)).allowance == 7.0
    assert now(war) == "pushed"


@pytest.mark.rule("BG-VIII.2.51", "BG-R280")
def test_on_a_road_in_column_they_ride_with_four_dice():
    road = Feature("road", ((20.0, 0.0), (20.0, 36.0)), width=3.0)
    war = cyclists(1, board=replace(PLAIN, features=(road,)), formation=Formation.COLUMN)
    assert moved(war, (1, 1, 1, 1)).allowance == 4.0


@pytest.mark.rule("BG-VIII.2.51", "BG-VIII.1.43b", "BG-R280")
@pytest.mark.parametrize(("kind", "inches"), [("woods", 2.0), ("jungle", 1.0)])
def test_in_rough_ground_they_get_off_and_lose_the_highest_of_the_dice_for_pushing(kind, inches):
    # They stand in it. 5, 2 and 6: pushing has two dice, 5 and 2, of which the 5 is lost; in the jungle 5 more,
    # and one inch is always left.
    ground = Feature(kind, ((0.0, 0.0), (48.0, 0.0), (48.0, 36.0), (0.0, 36.0)))
    war = cyclists(board=replace(PLAIN, features=(ground,)))
    event = moved(war, (5, 2, 6))
    assert event.allowance == inches
    assert event.deductions[0].citation == "BG-VIII.2.51"
    assert now(war) == "pushed"


@pytest.mark.rule("BG-IX.1.4b", "BG-IX.1.4a", "BG-R281")
def test_straight_down_a_slope_they_go_twice_as_far_and_up_it_half():
    # A slope from y = 5 to 35 that falls from its first side, in the south, to the north.
    slope = Feature("slope", ((0.0, 5.0), (48.0, 5.0), (48.0, 35.0), (0.0, 35.0)))
    war = cyclists(board=replace(PLAIN, features=(slope,)))
    down = moved(war, (1, 2, 2))
    assert down.allowance == 10.0
    assert down.deductions[-1].citation == "BG-IX.1.4b"
    assert war.at("able2")[1] == pytest.approx(20.0, abs=0.6)
    up = cyclists(at=(20.0, 30.0), facing=180.0, board=replace(PLAIN, features=(slope,)))
    assert moved(up, (2, 2, 2), to="20,8").allowance == 3.0
    pushed = cyclists(board=replace(PLAIN, features=(slope,)))
    pushed.do(Dismount(unit="able"))
    next_turn(pushed)
    assert moved(pushed, (2, 3)).allowance == 5.0  # on foot it is no faster


@pytest.mark.rule("BG-VIII.4.21a", "BG-VIII.2.51", "BG-R280", "BG-R42")
def test_who_rides_does_not_fire_charge_or_lie_down_and_who_has_got_off_fires_in_the_next_turn():
    war = cyclists(foe=(20, 16))
    assert war.refuses(ChargeEnemy(unit="able", target="red")) == "on-bicycle"
    assert war.refuses(Move(unit="able", posture=Posture.PRONE)) == "on-bicycle"
    assert war.refuses(Reform(unit="able", posture=Posture.PRONE)) == "on-bicycle"
    war.state = replace(war.state, phase=Phase.FIRE)
    assert war.refuses(Fire(unit="able", target="red")) == "on-bicycle"
    war.state = replace(war.state, phase=Phase.MOVEMENT)
    war.do(Dismount(unit="able"))
    war.state = replace(war.state, phase=Phase.FIRE)
    assert war.refuses(Fire(unit="able", target="red")) == "boarded"


@pytest.mark.rule("BG-VIII.2.51", "BG-R280")
def test_a_charge_leaves_bicycles_behind_and_they_are_fetched_again():
    war = cyclists(foe=(20, 17))
    war.do(Dismount(unit="able"))
    next_turn(war)
    war.do(ChargeEnemy(unit="able", target="red"), dice(6, 6, 6))
    assert now(war) == ""
    lying = {each.id: each.at for each in war.state.cycles}
    assert lying == {"able1": (20.0, 10.0), "able2": (21.1, 10.0), "able3": (22.2, 10.0)}


@pytest.mark.rule("BG-VIII.4.21a", "BG-VIII.4.21c", "BG-R280")
def test_those_whom_the_die_brings_to_their_bicycles_get_on():
    war = cyclists()
    war.do(Dismount(unit="able", leave=True))
    next_turn(war)
    far = war.unit("able")
    # They stand 3 inches north of theirs but for the third, who is 6 away: 2.5 and 5.5 inches from base to bicycle.
    away = tuple(replace(f, at=(f.at[0], 16.0 if f.number == 3 else 13.0)) for f in far.figures)
    war.state = war.state.with_unit(replace(far, figures=away))
    on = MountVehicle(unit="able")
    found = {one.outcome.kind: one.chance for one in DEEDS.odds(war.state, on, black()).chances}
    assert found == {"all cycling": Fraction(1, 6), "cycling": Fraction(4, 6)}
    (used,) = only(war.do(on, dice(4)), "cycles-used")
    assert (used.how, used.short) == ("on", ("able3",))
    assert war.at("able1") == (20.0, 10.0)
    assert now(war) == "pushed"  # one of them walks, so that the others do not ride ahead


@pytest.mark.rule("BG-R280")
def test_who_falls_drops_his_bicycle_and_a_comrade_takes_it():
    war = cyclists()
    fell = FigureFell(unit="able", figure="able3", status=Status.KILLED, cause="fire")
    war.state = evolve(war.state, fell)
    (cycle,) = [each for each in war.state.cycles if each.id == "able3"]
    assert (cycle.holder, cycle.ridden, cycle.at) == ("", False, (22.2, 10.0))
    assert now(war) == "ridden"


@pytest.mark.rule("BG-R280")
def test_who_leaves_takes_the_bicycle_along():
    war = cyclists()
    war.state = evolve(war.state, FigureLeft(unit="able", figure="able3", reason="off the edge"))
    assert [each.id for each in war.state.cycles] == ["able1", "able2"]


def test_the_panel_the_page_and_the_map_know_bicycles():
    war = cyclists()
    labels = [o.label for o in DEEDS.offers(war.state, "army", "able")]
    assert {"Get off the bicycles", "Lay the bicycles down"} <= set(labels)
    assert not any(label.startswith("Charge") for label in labels)
    view = RULES.battle.view(war.state, Viewer("army"))
    assert "3 bicycles: 3 ridden" in str(view.units)
    assert sum(token.kind == "bicycle" for mark in view.scene.units for token in mark.figures) == 3
    war.do(Dismount(unit="able", leave=True))
    next_turn(war)
    assert "Get onto the bicycles" in [o.label for o in DEEDS.offers(war.state, "army", "able")]


@pytest.mark.rule("BG-VIII.2.51")
@pytest.mark.parametrize(("key", "count"), [("insurgent-cyclists", 6), ("former-soviet-cyclists", 8)])
def test_an_organisation_comes_with_bicycles(key, count):
    plan = RULES.forces.raise_unit(key)
    assert [figure_traits(man.traits, man.role).bicycle for man in plan.figures] == [True] * count


@pytest.mark.rule("BG-VIII.2.51", "BG-VIII.4.21a")
def test_by_orders_they_get_off_and_on_again():
    war = cyclists()
    war.do(GiveOrders(first="dismount", units=("able",)))
    war.do(FollowOrders(side="army"), by=ENGINE)
    assert now(war) == "pushed"
    next_turn(war)
    war.do(GiveOrders(first="mount", then="dismount", units=("able",)))
    war.do(FollowOrders(side="army"), dice(1), by=ENGINE)
    assert now(war) == "ridden"
