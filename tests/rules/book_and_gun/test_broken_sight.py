"""A morale move that breaks every line of sight: whoever had fired is no longer seen by that. The end of VI.1.a."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import RallyUnit
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.ground.tabletop import in_sight
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.units import Contact, Morale
from rules.table.board import Feature

from .field import PLAIN, SOUTH, army, battle, cell, only
from .war import dice, moving

WALL = Feature("high wall", ((0.0, 16.0), (8.0, 16.0)), height=4.0, width=0.3, hardness="hard")
BOARD = replace(PLAIN, features=(WALL,))
FAILS = dice(6, 2, 3, 1, 1)  # no rally; 7 inches back, to the western edge


def table(*more, **given):
    """Two shaken men at (10, 12) and (12, 12), fired at in the last turn from (14, 30). Seven inches to the west, at
    (3, 12) and (5, 12), the wall north of them hides them and what they saw: the line from (14, 30) to (5, 12) crosses
    y = 16 at x = 7."""
    able = replace(army(size=2, at=(10, 12)), morale=Morale.SHAKEN, morale_turn=1, under_fire=(Contact(1, "red"),))
    return moving(battle(able, cell("red", size=1, at=(14, 30), facing=SOUTH), *more, board=BOARD, **given))


def known(war, **given):
    return why_known(war.state, war.unit("able"), war.unit("red"), **{"distance": 20.0, "in_view": False, **given})


@pytest.mark.rule("BG-VI.1.a", "BG-R233")
def test_who_fired_is_known_until_a_retreat_breaks_every_line_of_sight():
    war = table()
    assert known(war) == "it fired at your side"
    (broken,) = only(war.do(RallyUnit(unit="able"), FAILS), "sight-broken")
    assert (broken.unit, broken.side, broken.audience) == ("red", "army", ("army",))
    assert known(war) == ""


@pytest.mark.rule("BG-VI.1.a")
def test_one_unit_of_the_side_that_still_has_a_line_is_enough():
    war = table(army("baker", size=1, at=(30, 10)))
    assert not only(war.do(RallyUnit(unit="able"), FAILS), "sight-broken")
    assert known(war) == "it fired at your side"


@pytest.mark.rule("BG-VI.1.a", "BG-R233")
def test_fire_anew_shows_it_again():
    war = table()
    war.do(RallyUnit(unit="able"), FAILS)
    shot = Volleyed(
        unit="red", figure="red1", weapon="assault rifle", target="able", target_figure=None, target_class="II",
        to_hit=None, dice=(), hits=0,
    )  # fmt: skip
    war.state = evolve(war.state, shot)
    assert known(war) == "it fired at your side"


@pytest.mark.rule("BG-VI.1.a", "BG-R183", "BG-R233")
def test_in_the_fog_of_war_it_goes_out_of_sight():
    war = table(options=(("fog", "on"),))
    war.do(RallyUnit(unit="able"), FAILS)
    assert not in_sight(war.state, "army", war.unit("red"))
