"""Guns on the table: pushed by two with two dice, turned at the price of the turn's fire. VIII.3.1, VIII.3.2."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import AdvanceAll, ChargeEnemy, Move, Reform
from rules.book_and_gun.play.movement.movement_offers import moves
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import FigureTraits, Phase, Spotted, Status
from rules.kernel.chance import Card

from .field import SOUTH, army, battle, cell, hurt, only
from .war import War, dice, moving


def gun(weapon="light cannon", size=4):
    """A crew in a line, an inch and a half apart; the first has the gun and leads."""
    unit = army("gun", size=size, at=(20, 10), spacing=1.4)
    figures = tuple(
        replace(
            f,
            traits=FigureTraits(
                weapons=(weapon,) if f.number == 1 else ("assault rifle",), crew=True, team=1, leader=f.number == 1
            ),
        )
        for f in unit.figures
    )
    return replace(unit, figures=figures)


def foe():
    return replace(cell("red", size=3, at=(20, 26), facing=SOUTH), moved_turn=2, spotted=(Spotted("army", 9),))


def on_the_move(unit):
    return moving(battle(unit, foe()))


def fire_phase(war):
    return War(replace(war.state, phase=Phase.FIRE, run=Run("army", (Card("9S"),))))


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.3.1b", "BG-R39", "BG-R232")
@pytest.mark.parametrize("weapon", ["light cannon", "haw recoilless rifle"])
def test_a_light_gun_is_pushed_with_two_dice_and_not_with_those_of_men_on_foot(weapon):
    war = on_the_move(gun(weapon))
    (moved,) = only(war.do(Move(unit="gun"), dice(3, 4)), "unit-moved")
    assert moved.dice == (3, 4)
    assert moved.inches == 7
    assert war.at("gun1")[1] == pytest.approx(17, abs=0.1)


def test_a_maw_is_carried():
    war = on_the_move(gun("maw recoilless rifle"))
    assert len(only(war.do(Move(unit="gun"), dice(1, 1)), "unit-moved")[0].dice) == 2  # close order: two dice as well
    loose = replace(gun("maw recoilless rifle"), figures=army("gun", size=4, at=(20, 10)).figures)
    assert len(only(on_the_move(loose).do(Move(unit="gun"), dice(1, 1, 1)), "unit-moved")[0].dice) == 3


@pytest.mark.rule("BG-VIII.3.1b", "BG-R232")
def test_heavier_guns_and_single_men_push_nothing():
    for unit, code in (
        (gun("medium cannon"), "gun-too-heavy"),
        (gun("heavy cannon"), "gun-too-heavy"),
        (hurt(gun(), Status.KILLED, 2, 3, 4), "too-few"),
    ):
        war = on_the_move(unit)
        assert war.refuses(Move(unit="gun")) == code
        assert war.refuses(Move(unit="gun", backwards=True)) == code
        assert not list(moves(war.state, "army", "gun"))
        events = war.do(AdvanceAll())
        assert only(events, "activated")[0].declined


@pytest.mark.rule("BG-R35")
def test_nobody_charges_with_a_gun():
    near = replace(foe(), figures=cell("red", size=3, at=(20, 14), facing=SOUTH).figures)
    assert moving(battle(gun(), near)).refuses(ChargeEnemy(unit="gun", target="red")) == "no-charge"


@pytest.mark.rule("BG-VIII.3.1a", "BG-VIII.3.2a", "BG-R84", "BG-R114")
def test_a_light_gun_that_was_turned_fires_and_reloads_two_turns_a_medium_one_does_not_fire():
    served = gun()
    around = ((20, 10), (21.4, 10), (18.6, 10), (20, 8.6))  # all four within an inch of the gun, base to base
    served = replace(
        served, figures=tuple(replace(f, at=at) for f, at in zip(served.figures, around, strict=True)), turned_turn=2
    )
    light = fire_phase(on_the_move(served))
    events = light.do(Fire(unit="gun", target="red", figure="gun1"), ",".join(["d20:20"] * 6))
    assert only(events, "reload-marked")[0].markers == 2
    medium = on_the_move(gun("medium cannon"))
    medium.do(Reform(unit="gun", facing=10.0), dice(1, 1))
    assert medium.unit("gun").turned_turn == 2
    shot = Fire(unit="gun", target="red", figure="gun1")
    assert fire_phase(medium).refuses(shot) == "moved-gun"
    later = War(replace(fire_phase(medium).state, turn=3))
    assert only(later.do(shot, ",".join(["d20:20"] * 6)), "volleyed")


@pytest.mark.rule("BG-VIII.3.4")
def test_lying_down_turns_no_gun():
    war = on_the_move(gun("medium cannon"))
    war.do(Reform(unit="gun", posture="prone"), dice(1))
    assert war.unit("gun").turned_turn == 0
