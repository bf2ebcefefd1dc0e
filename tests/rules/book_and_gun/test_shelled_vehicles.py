"""Vehicles under shells, bomblets and bombs in a battle, worked by hand. X.7.22, X.7.23, X.6.1a."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.actions.indirect import FireMission, RequestFire
from rules.book_and_gun.play.indirect.requests import missions_left
from rules.book_and_gun.state import INSURGENTS, Run
from rules.book_and_gun.units import Phase, Status
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Card
from rules.seam.viewing import Viewer

from .field import SOUTH, battle, cell, only
from .motor import vehicle
from .test_fire_missions import observers
from .test_mortars import round_at, team
from .war import War, cards, dice, red


def parked(kind="t-55", *others, at=(20, 26), side="insurgents", **given):
    unit, body = vehicle("tank", kind, at=at, facing=SOUTH, side=side)
    state = battle(observers(), unit, *others, vehicles=(body,), phase=given.pop("phase", Phase.FIRE), **given)
    return War(replace(state, run=Run("army", (Card("2S"), Card("3S")))))


def d20(*values):
    return ",".join(f"d20:{value}" for value in values)


def bomb(what="artillery", at="20,26", **given):
    return Bombard(**{"blast_of": what, "at": at, "on_target": True} | given)


def fate(war):
    return war.state.vehicle("tank-v").condition


# ── Hits and cards ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.7.221a", "BG-X.6.1a", "BG-R95", "BG-R258")
def test_each_vehicle_beneath_has_its_own_die_by_armour_and_no_class():
    one, first = vehicle("one", "truck", at=(20, 26), facing=SOUTH, side="insurgents")
    two, second = vehicle("two", "btr", at=(23, 26), facing=SOUTH, side="insurgents")
    off, third = vehicle("off", "btr", at=(26, 26), facing=SOUTH, side="insurgents")
    state = battle(observers(), one, two, off, vehicles=(first, second, third), phase=Phase.FIRE)
    war = War(state)
    # Template 4 inches: the truck is over the burst, the BTR (2 wide) begins at 22, within 2 inches, the third
    # begins at 25. Soft and light are hit at 3 or less: a 3 hits, a 4 does not. The 9 of hearts stops a soft one.
    events = war.do(bomb(), d20(3) + "," + cards("9H") + "," + d20(4), UMPIRE)
    struck = only(events, "vehicle-struck")
    assert [(e.vehicle, e.die, e.fate) for e in struck] == [("one-v", 3, "immobilized"), ("two-v", 4, "unharmed")]
    assert [e.to_hit.value for e in struck] == [3, 3]


@pytest.mark.parametrize(
    ("kind", "card", "after"),
    [
        ("truck", "KS", "destroyed"),
        ("truck", "9H", "immobilized"),
        ("truck", "9D", "sound"),
        ("m113", "QC", "destroyed"),
        ("bradley", "KH", "destroyed"),
        ("bradley", "KS", "immobilized"),
        ("bradley", "9H", "sound"),
        ("t-55", "AS", "immobilized"),
        ("t-55", "KH", "sound"),
    ],
)
@pytest.mark.rule("BG-X.7.221b", "BG-X.7.221c", "BG-X.7.221d", "BG-R94", "BG-R95")
def test_the_cards_of_artillery(kind, card, after):
    war = parked(kind)
    # 2 hits on every row; those inside a wreck are rolled for with 6s: nobody is hurt.
    crew = len(war.unit("tank").figures) if after == "destroyed" else 0
    script = d20(2) + "," + cards(card) + (("," + dice(*[6] * crew)) if crew else "")
    war.do(bomb(), script, UMPIRE)
    assert fate(war) == VehicleCondition(after)


@pytest.mark.parametrize(
    ("kind", "card", "after"),
    [
        ("truck", "JC", "destroyed"),
        ("truck", "9D", "immobilized"),
        ("truck", "9S", "sound"),
        ("bradley", "QS", "destroyed"),
        ("bradley", "9H", "immobilized"),
        ("bradley", "9D", "sound"),
        ("t-55", "AC", "destroyed"),
        ("t-55", "QD", "immobilized"),
        ("t-55", "9H", "sound"),
    ],
)
@pytest.mark.rule("BG-X.7.23a", "BG-X.7.23b", "BG-X.7.23c", "BG-X.7.23d")
def test_the_cards_of_an_air_strike(kind, card, after):
    war = parked(kind)
    crew = len(war.unit("tank").figures) if after == "destroyed" else 0
    script = d20(2) + "," + cards(card) + (("," + dice(*[6] * crew)) if crew else "")
    war.do(bomb("air strike"), script, UMPIRE)
    assert fate(war) == VehicleCondition(after)


@pytest.mark.rule("BG-X.7.222", "BG-X.7.223a", "BG-X.7.223b", "BG-R258")
def test_bomblets_add_two_need_a_second_die_and_take_the_air_strikes_cards():
    war = parked("t-55")
    # Heavy: 2, and 2 more for bomblets: a 4 hits. A 5 of the second die does not land on it.
    events = war.do(bomb(bomblets=True), d20(4) + "," + dice(5), UMPIRE)
    assert (only(events, "vehicle-struck")[0].second, fate(war)) == (5, VehicleCondition.SOUND)
    # With a 4 it does; a king stops a heavy vehicle under the air strike's cards.
    war.do(bomb(bomblets=True), d20(4) + "," + dice(4) + "," + cards("KC"), UMPIRE)
    assert fate(war) is VehicleCondition.IMMOBILIZED
    assert war.refuses(bomb("heavy mortar", bomblets=True), UMPIRE) == "no-bomblets"
    assert war.refuses(bomb(bomblets=True, smoke=True), UMPIRE) == "no-bomblets"


@pytest.mark.rule("BG-X.8.22", "BG-R93", "BG-R95")
def test_those_in_a_wreck_are_rolled_for_and_the_rest_get_out():
    war = parked("truck")
    # One driver, hit by a 1; the 5 of hearts kills in class I.
    events = war.do(bomb(), d20(1) + "," + cards("KS") + "," + dice(1) + "," + cards("5H"), UMPIRE)
    assert war.figure("tank1").status is Status.KILLED
    assert only(events, "figure-fell")[0].cause == "artillery"
    other = parked("btr")
    other.do(bomb(), d20(1) + "," + cards("KS") + "," + dice(6, 6), UMPIRE)
    assert all(f.seat is None for f in other.unit("tank").figures)


# ── In play ───────────────────────────────────────────────────────────────────────────────────────────────────────


def called(war, die, lit=None):
    war.state = replace(war.state, phase=Phase.MOVEMENT)
    war.do(RequestFire(unit="eyes", what="artillery", lit=lit), dice(die))
    war.state = replace(war.state, phase=Phase.FIRE, run=Run("army", (Card("4S"), Card("5S"))))
    return war


@pytest.mark.rule("BG-X.7.22a", "BG-X.2.4d", "BG-X.13.21")
def test_a_mission_falls_on_vehicles_where_its_observer_sees_and_the_side_has_one_less():
    war = called(parked("t-55"), 6)
    assert missions_left(war.state, "army", "artillery") == 2
    # Deviation 2: on target. Heavy armour is hit at 2 or less.
    events = war.do(FireMission(unit="eyes", at="20,26"), dice(2) + "," + d20(2) + "," + cards("AH"))
    (struck,) = only(events, "vehicle-struck")
    assert (struck.by, struck.by_unit, struck.fate) == ("eyes1", "eyes", "immobilized")
    assert missions_left(war.state, "army", "artillery") == 1


@pytest.mark.rule("BG-X.7.22b", "BG-X.14.1", "BG-R71")
def test_a_laser_that_the_round_rides_makes_the_number_one_better():
    unit, body = vehicle("tank", "t-55", at=(20, 26), facing=SOUTH, side="insurgents")
    state = battle(observers(laser_designator=True), unit, vehicles=(body,), phase=Phase.MOVEMENT)
    war = called(War(replace(state, run=Run("army", (Card("2S"), Card("3S"))))), 6, lit="20,26")
    events = war.do(FireMission(unit="eyes", at="20,26"), d20(3) + "," + cards("KH"))
    (struck,) = only(events, "vehicle-struck")
    assert (struck.to_hit.value, struck.cards) == (3, ("KH",))


@pytest.mark.rule("BG-X.13.1a", "BG-R95")
def test_a_mortar_of_insurgents_strikes_a_jeep_and_its_gunner_is_credited():
    unit, body = vehicle("jeep", "jeep", at=(16, 26), facing=SOUTH)
    mortar = replace(team(), side="insurgents")
    state = battle(mortar, unit, vehicles=(body,), phase=Phase.FIRE)
    war = War(replace(state, run=Run(INSURGENTS, (Card("2H"),))))
    # Deviation 1 and 2 are on target; soft is hit at 3; a knave destroys it; its driver escapes with a 6.
    events = war.do(round_at("16,26"), dice(2) + "," + d20(3) + "," + cards("JS") + "," + dice(6), red())
    assert only(events, "vehicle-struck")[0].by == "mort2"
    assert war.state.vehicle("jeep-v").wreck


# ── Odds, words, secrets ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.7.221d", "BG-X.7.223b", "BG-R95")
def test_odds_of_a_vehicle_by_hand():
    war = parked("t-55", options=(("casualty-deck", "shuffle-every-draw"),))

    def odds(**given):
        found = RULES.battle.odds(war.state, bomb(**given), UMPIRE)
        return {each.outcome.kind: each.chance for each in found.chances if each.outcome.of == "tank-v"}

    # A full deck has 54 cards, four of them aces and twelve face cards.
    assert odds() == {
        "vehicle stopped": Fraction(2, 20) * Fraction(4, 54),
        "vehicle destroyed": 0,
    }
    assert odds(bomblets=True) == {
        "vehicle stopped": Fraction(4, 20) * Fraction(4, 6) * Fraction(16, 54),
        "vehicle destroyed": Fraction(4, 20) * Fraction(4, 6) * Fraction(4, 54),
    }


@pytest.mark.rule("BG-R258")
def test_a_hidden_vehicle_is_in_no_odds_and_shows_when_it_is_hit():
    war = called(parked("t-55", cell(at=(30, 30), facing=SOUTH, size=1)), 6)
    hidden = replace(war.unit("tank"), concealed=True)
    war.state = war.state.with_unit(hidden)
    odds = RULES.battle.odds(war.state, FireMission(unit="eyes", at="20,26"), Actor.player("army"))
    assert "tank-v" not in [each.outcome.of for each in odds.chances]
    missed = war.state
    events = war.do(FireMission(unit="eyes", at="20,26"), dice(2) + "," + d20(20))
    (struck,) = only(events, "vehicle-struck")
    assert struck.audience == ("insurgents",)
    assert RULES.battle.tell(war.state, struck, Viewer("army")) is None
    assert RULES.battle.tell(war.state, struck, Viewer("insurgents")) is not None
    assert war.unit("tank").concealed
    war.state = missed
    events = war.do(FireMission(unit="eyes", at="20,26"), dice(2) + "," + d20(2) + "," + cards("9C"))
    assert only(events, "unit-revealed")
    told = RULES.battle.tell(war.state, only(events, "vehicle-struck")[0], Viewer("army"))
    assert "1D20: 2" in " ".join((told.headline, *told.details))
