"""XII.1.31, XII.1.32 and XII.2.3: routs."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import CheckMorale, ResolveCloseCombat
from rules.book_and_gun.actions.movement import MoveRouted
from rules.book_and_gun.course import Course
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.morale.retreat import rearward
from rules.book_and_gun.play.morale.rout import become_routed, flee, rout_losses
from rules.book_and_gun.play.turn.sequence import runaways
from rules.book_and_gun.state import Side
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Contact, FigureTraits, Morale, Phase, Status
from rules.kernel.chance import Scripted
from rules.seam.viewing import Viewer

from .field import EAST, NORTH, SOUTH, WEST, army, battle, cell, hurt, only, play

ROUTED = {"morale": Morale.ROUTED, "morale_turn": 1}


@pytest.mark.rule("BG-XII.2.3a")
def test_a_rout_costs_1d6_figures_ordinary_men_first_leaders_last():
    unit = army(size=4)
    key = replace(unit.figures[1], traits=FigureTraits(key=True))
    figures = (unit.figures[0], key, *unit.figures[2:])

    assert rout_losses(figures, Scripted("d6:3")) == ("able3", "able4", "able2")
    assert rout_losses(figures, Scripted("d6:6")) == ("able3", "able4", "able2", "able1")


@pytest.mark.rule("BG-XII.2.3a")
def test_wounded_men_are_not_among_the_losses():
    assert rout_losses(hurt(army(size=3), Status.WOUNDED, 2).figures, Scripted("d6:1")) == ("able3",)


def test_by_house_rule_a_rout_costs_nobody():
    assert rout_losses(army().figures, Scripted(""), options=(("rout-casualties", "none"),)) == ()


@pytest.mark.rule("BG-XII.2.3a", "BG-XII.1.31b", "BG-XII.2.3c")
def test_a_routed_unit_runs_4d6_towards_its_own_edge():
    state = battle(army(size=3, at=(3, 20)), cell(at=(10, 30)))
    course = Course(state, Scripted("d6:1,d6:3,d6:3,d6:3,d6:3"))

    become_routed(course, "able", "test")

    able = course.unit("able")
    assert able.morale is Morale.ROUTED
    assert able.figure("able2").status is Status.KILLED
    assert [able.figure(f).at for f in ("able1", "able3")] == [(3, 8), (7, 8)]  # south, though the west edge is nearer


@pytest.mark.rule("BG-XII.1.31b", "BG-XII.1.32")
def test_men_who_rout_off_the_edge_are_out_and_count_as_lost():
    state = battle(hurt(army(size=7, at=(10, 5)), Status.KILLED, 7), cell(at=(10, 30)))
    course = Course(state, Scripted("d6:2,d6:1,d6:1,d6:2,d6:2"))

    become_routed(course, "able", "test")

    able = course.unit("able")
    assert [f.status for f in able.figures] == [Status.GONE, *[Status.KILLED] * 2, *[Status.GONE] * 3, Status.KILLED]
    assert able.strength == 0
    assert able.original == 7


def test_who_routs_off_the_table_is_not_said_to_be_where_his_wounded_lie():
    state = battle(hurt(army(size=3, at=(10, 5)), Status.WOUNDED, 3), cell(at=(10, 30)))
    course = Course(state, Scripted("d6:1,d6:1,d6:2,d6:2"))

    flee(course, "able")  # 4D6 = 6 inches, one more than there is ground behind them

    after = state
    told = []
    for event in course.events:
        after = evolve(after, event)
        told.append(tell(after, event, Viewer(umpire=True)))
    assert told[0] is not None
    assert told[0].headline == "Able routs 6 in, off the field."
    assert after.unit("able").present == (after.unit("able").figure("able3"),)


@pytest.mark.rule("BG-XII.1.32", "BG-XII.1.22", "BG-XII.2.3b")
def test_routed_units_run_on_after_the_cards_of_later_movement_phases_even_when_their_side_is_immobile():
    state = battle(army(size=2, at=(10, 20), **ROUTED), cell(at=(10, 30)), phase=Phase.MOVEMENT)
    sides = (Side("army", "Army", "south", immobile_turn=2), *state.sides[1:])
    state = replace(state, sides=sides)
    assert [unit.id for unit in runaways(state)] == ["able"]

    _, after = play(state, MoveRouted(), "d6:1,d6:2,d6:3,d6:4")

    assert [f.at for f in after.unit("able").figures] == [(10, 10), (12, 10)]
    assert runaways(after) == []


@pytest.mark.rule("BG-XII.2.3b")
def test_a_unit_that_routed_in_this_turn_does_not_run_again():
    state = battle(army(at=(10, 20), morale=Morale.ROUTED, morale_turn=2), cell(at=(10, 30)), phase=Phase.MOVEMENT)

    assert runaways(state) == []


@pytest.mark.rule("BG-XII.2.31")
@pytest.mark.parametrize(("die", "status"), [(5, Status.FIT), (6, Status.GONE)])
def test_a_routed_unit_hit_by_fire_must_stand_or_is_removed(die, status):
    able = army(size=3, at=(10, 20), under_fire=(Contact(2, "red"),), **ROUTED)
    dead = replace(able.figures[2], status=Status.KILLED, out_turn=2)
    state = battle(replace(able, figures=(*able.figures[:2], dead)), cell(at=(10, 30)))

    events, after = play(state, ResolveCloseCombat(), f"d6:{die}")

    (tested,) = only(events, "morale-tested")
    assert (tested.chart, tested.top.value) == ("stand and fight", 5)
    assert {after.figure("able1").status, after.figure("able2").status} == {status}
    assert after.unit("able").morale is Morale.ROUTED


@pytest.mark.rule("BG-XII.2.31")
def test_a_routed_unit_that_fire_has_missed_need_not_stand():
    able = army(size=3, at=(10, 20), under_fire=(Contact(2, "red"),), **ROUTED)

    events, _ = play(battle(able, cell(at=(10, 30))), ResolveCloseCombat())

    assert only(events, "morale-tested") == []


@pytest.mark.rule("BG-XII.1.3a")
def test_routed_units_take_no_critical_check():
    able = hurt(army(at=(10, 20), morale=Morale.ROUTED, morale_turn=2), Status.KILLED, 4, 5, 6, 7)

    events, _ = play(battle(able, cell(at=(10, 30)), phase=Phase.MORALE), CheckMorale())

    assert only(events, "morale-tested") == []


@pytest.mark.rule("BG-XII.2.3c", "BG-VIII.7.3b")
def test_shaken_men_run_to_the_nearest_edge_and_routed_ones_to_their_own():
    state = battle(army(size=1, at=(40, 10)), cell(size=1, at=(10, 30)))

    assert rearward(state, state.unit("able"), routed=False) == EAST
    assert rearward(state, state.unit("able"), routed=True) == SOUTH
    assert rearward(state, state.unit("red"), routed=True) == NORTH
    assert rearward(state, cell(size=1, at=(3, 20)), routed=False) == WEST
