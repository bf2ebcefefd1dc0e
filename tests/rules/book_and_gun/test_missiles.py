"""Missiles in a battle: on a rail, through a tank's gun, least ranges, back blast. X.4.18 to X.4.20; by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase, Spotted
from rules.kernel.chance import Card

from .field import SOUTH, army, battle, cell, only
from .motor import vehicle
from .ordnance import gun_crew, with_gun
from .war import War, dice, moving


def fire_phase(war):
    return War(replace(war.state, phase=Phase.FIRE, run=Run("army", (Card("9S"), Card("8S")))))


def btr(at=(20.0, 30.0)):
    return vehicle("btr", "btr", at=at, side="insurgents", facing=SOUTH)


def with_rail(*others, at=(20.0, 30.0)):
    own, body = btr(at)
    return moving(with_gun("sagger", own, *others, crew=gun_crew(size=2), vehicles=[body]), 4)


@pytest.mark.rule("BG-X.4.18", "BG-X.2.9", "BG-R249", "BG-X.6.1d")
def test_a_missile_leaves_its_rail_and_the_back_blast_is_there():
    # The rail stands at 20,10 and the operator goes 5 inches to the east of it. able1 is behind the rail, able2 behind
    # the operator.
    able = army("able", 2, at=(20, 8))
    able = replace(able, figures=(replace(able.figures[0], at=(20, 7.5)), replace(able.figures[1], at=(25, 7.5))))
    war = with_rail(able)
    war.do(Move(unit="gun", gun="leave", to="25,10", inches=5.0, facing=0.0), dice(6, 6))
    rail = war.state.piece("gun-p")
    assert rail.at == (20.0, 10.0)
    operator = rail.gunner
    assert war.at(operator)[0] > 23
    war = fire_phase(war)
    events = war.do(Fire(unit="gun", target="btr", figure=operator, weapon="latgm"), "d20:20,d20:20,d20:20,d20:20,d6:6")
    assert len(only(events, "vehicle-fired-at")[0].dice) == 4
    (blast,) = only(events, "back-blast")
    assert blast.dice == (("able1", 6),)


@pytest.mark.rule("BG-X.4.18", "BG-R249")
def test_beyond_six_inches_of_the_rail_nobody_guides_it():
    war = with_rail()
    war.do(Move(unit="gun", gun="leave", to="30,10"), dice(6, 6))
    assert war.state.piece("gun-p").gunner == ""


@pytest.mark.rule("BG-X.8.31", "BG-X.4.18")
def test_a_missile_is_not_fired_within_its_least_range():
    war = fire_phase(with_rail(at=(20.0, 14.9)))  # a LATGM needs 5 inches
    assert war.refuses(Fire(unit="gun", target="btr", weapon="latgm")) == "too-near"


def tank(target_at, *others):
    own, body = vehicle("tank", "t-80", at=(20.0, 6.0))
    red, hull = btr(target_at)
    return fire_phase(War(battle(own, red, *others, vehicles=(body, hull))))


@pytest.mark.rule("BG-X.4.20", "BG-X.2.9", "BG-R249", "BG-X.6.1d")
def test_a_tank_fires_a_missile_through_its_gun_without_a_back_blast():
    able = replace(army("able", 1, at=(20, 2.5)), traits=army("able").traits)
    war = tank((20.0, 30.0), able)
    shot = Fire(unit="tank", target="btr", figure="tank2", weapon="hatgm")
    events = war.do(shot, "d20:20,d20:20,d20:20,d20:20")
    (fired,) = only(events, "vehicle-fired-at")
    assert (fired.weapon, len(fired.dice)) == ("hatgm on vehicle", 4)
    assert not only(events, "back-blast")
    assert fired.to_hit.value == 8  # HATGM, short, light armour


@pytest.mark.rule("BG-X.4.20", "BG-X.8.31", "BG-R249")
def test_within_its_least_range_the_gun_is_left():
    war = tank((20.0, 18.0))  # a HATGM needs 15 inches
    assert war.refuses(Fire(unit="tank", target="btr", figure="tank2", weapon="hatgm")) == "too-near"
    events = war.do(Fire(unit="tank", target="btr", figure="tank2"), ",".join(["d20:20"] * 6))
    assert only(events, "vehicle-fired-at")[0].weapon == "heavy cannon on vehicle"


@pytest.mark.rule("BG-X.4.20")
def test_a_missile_of_the_tube_has_the_template_of_two_inches_against_people():
    foe = replace(cell("red", 3, at=(20, 30), facing=SOUTH, spacing=1.0), moved_turn=2, spotted=(Spotted("army", 9),))
    own, body = vehicle("tank", "t-80", at=(20.0, 6.0))
    war = fire_phase(War(battle(own, foe, vehicles=(body,))))
    shot = Fire(unit="tank", target="red", figure="tank2", weapon="hatgm")
    (fired,) = only(war.do(shot, ",".join(["d20:20"] * 6)), "volleyed")
    assert (fired.weapon, len(fired.dice)) == ("hatgm on vehicle", 6)
