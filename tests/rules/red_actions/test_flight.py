"""Points lost and the flight number. A Horse Army base is 11 points, a Polish one 8, a field gun 30."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.chance import Scripted
from rules.red_actions.course import Course
from rules.red_actions.events.turn import BattleEnded
from rules.red_actions.pending.morale import LoseBases
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.engine.ending import end_if_broken
from rules.red_actions.play.turn.flight import (
    captured_train,
    flight_number_passed,
    lost,
    original,
    share_lost,
    tally,
    tank_penalty,
)
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Base, Concealment, Loss, Prisoners, Rout
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions.field import battle, officer, unit


def field(**changes: Any) -> State:
    """Reds: ten bases of conscripts at 4 points, 40; they break above 16 (40 %). Whites: 4 at 9, 36; above 18."""
    guard = unit("guard", DEFENDER, "white-volunteers")
    return battle(unit("one", bases=6), unit("two", bases=4), guard, officer("chief"), **changes)


def losing(state: State, unit_id: str, count: int, how: str = "destroyed") -> State:
    there = state.unit(unit_id)
    gone = tuple(Loss(base, unit_id, there.side, how) for base in there.bases[:count])  # type: ignore[arg-type]
    state = replace(state, losses=(*state.losses, *gone))
    left = replace(there, bases=there.bases[count:])
    return state.with_unit(left) if left.bases else state.without_unit(unit_id)


def ended(state: State) -> tuple[str | None, ...]:
    """Who has won, if a segment of that battle were over now."""
    course = Course(state, Scripted(""))
    end_if_broken(course)
    return tuple(event.winner for event in course.events if isinstance(event, BattleEnded))


def ended_state(state: State) -> State:
    course = Course(state, Scripted(""))
    end_if_broken(course)
    return course.state


@pytest.mark.rule("RA-def.flight")
@pytest.mark.rule("RA-R13")
def test_points_of_every_base_that_is_gone() -> None:
    state = losing(field(), "one", 3)
    assert (original(state, ATTACKER), lost(state, ATTACKER), lost(state, DEFENDER)) == (40, 12, 0)
    assert share_lost(state, ATTACKER) == Fraction(12, 40)
    assert tuple(each.line for each in tally(state)) == (
        "Reds: 12 of 40 points lost; breaks above 16",
        "Whites: 0 of 36 points lost; breaks above 18",
    )


@pytest.mark.rule("RA-R12")
def test_an_army_breaks_above_its_number_and_not_at_it() -> None:
    state = losing(field(), "two", 4)
    assert lost(state, ATTACKER) == 16
    assert not flight_number_passed(state, ATTACKER)
    assert flight_number_passed(replace(state, options=(("flight-test", "reach"),)), ATTACKER)
    assert flight_number_passed(losing(state, "one", 1), ATTACKER)
    assert ended(losing(state, "one", 1)) == (DEFENDER,)
    assert ended(state) == ()


@pytest.mark.rule("RA-R13")
def test_who_routs_is_lost_until_he_rallies() -> None:
    state = losing(field(), "one", 2)
    runs = state.with_unit(replace(state.unit("one"), rout=Rout(1)))
    assert lost(runs, ATTACKER) == 24
    assert flight_number_passed(runs, ATTACKER)
    assert lost(runs.with_unit(replace(runs.unit("one"), rout=None)), ATTACKER) == 8


@pytest.mark.rule("RA-R13")
def test_by_whole_units() -> None:
    state = replace(losing(field(), "one", 5), options=(("flight-units", "whole-units-only"),))
    assert lost(state, ATTACKER) == 0
    assert lost(losing(state, "one", 1), ATTACKER) == 24


@pytest.mark.rule("RA-R88")
def test_prisoners_are_lost() -> None:
    state = field()
    bases = state.unit("two").bases
    taken = Prisoners("p", "two", ATTACKER, DEFENDER, (1.0, 1.0), bases)
    state = replace(state.without_unit("two"), prisoners=(taken,))
    assert lost(state, ATTACKER) == 16


@pytest.mark.rule("RA-R121")
def test_dismounted_bases_have_the_points_of_the_saddle() -> None:
    """Four White Cossacks at 12, three of them on foot as Plastoons (10); one of those falls, then all."""
    horse = unit("horse", card="white-cossacks", bases=1)
    foot = unit("horse", card="plastoons", bases=3, holder=horse.bases[0], mounts="white-cossacks")
    foot = replace(foot, holder=Base("horse9", "white-cossacks"))
    state = battle(foot, unit("guard", DEFENDER))
    one = losing(state, "horse", 1)
    assert lost(one, ATTACKER) == 12
    holder = Loss(Base("horse9", "white-cossacks"), "horse", ATTACKER, "captured")
    gone = losing(one, "horse", 2)
    assert lost(replace(gone, losses=(*gone.losses, holder)), ATTACKER) == 48


@pytest.mark.rule("RA-R14")
def test_a_battle_may_set_the_number() -> None:
    state = replace(losing(field(), "one", 3), options=(("flight-percent-attacker", "25"),))
    assert flight_number_passed(state, ATTACKER)


@pytest.mark.rule("RA-R136")
def test_officers_count_nothing_unless_it_is_agreed() -> None:
    state = field()
    fallen = state.with_officer(replace(state.officer("chief-man"), fate="casualty"))
    assert (original(fallen, ATTACKER), lost(fallen, ATTACKER)) == (40, 0)
    agreed = replace(fallen, options=(("officer-points", "20"),))
    assert (original(agreed, ATTACKER), lost(agreed, ATTACKER)) == (60, 20)


@pytest.mark.rule("RA-tank.capture")
@pytest.mark.rule("RA-R99")
def test_a_captured_tank_counts_once_more_at_the_end() -> None:
    """A gun tank is 70 points."""
    state = battle(unit("tank", card="tank-gun", bases=1), unit("one"), unit("guard", DEFENDER, "white-volunteers"))
    base = state.unit("tank").bases[0]
    state = replace(losing(state, "tank", 1, "captured"), captured_tanks=(base.id,))
    assert (lost(state, ATTACKER), tank_penalty(state, ATTACKER)) == (70, 70)
    assert share_lost(state, ATTACKER) == Fraction(140, 86)
    assert tank_penalty(replace(state, options=(("tank-capture-penalty", "none"),)), ATTACKER) == 0
    assert tank_penalty(replace(state, options=(("tank-capture-penalty", "15"),)), ATTACKER) == 15


@pytest.mark.rule("RA-train.capture")
def test_a_train_taken_from_the_field_loses_the_battle() -> None:
    state = field()
    engine = Base("e", "train-engine")
    assert captured_train(state) is None
    assert captured_train(replace(state, losses=(Loss(engine, "t", DEFENDER, "destroyed"),))) is None
    assert captured_train(replace(state, losses=(Loss(engine, "t", DEFENDER, "captured"),))) == DEFENDER


def test_where_both_break_nobody_has_won() -> None:
    """16 and 4 of 40 against 27 of 36."""
    assert ended(losing(losing(losing(field(), "two", 4), "one", 1), "guard", 3)) == (None,)


@pytest.mark.rule("RA-R247")
def test_troops_in_ambush_move_no_number_that_others_are_told() -> None:
    """Whites in sight: 4 at 9. Those in ambush are 4 more, and two by two they fall unseen; the end counts them all."""
    bare = battle(unit("one", bases=6), unit("guard", DEFENDER, "white-volunteers", at=(30, 40)))
    lying = unit("lying", DEFENDER, "white-volunteers", at=(60, 40), hidden=Concealment.AMBUSH)
    twin = battle(unit("one", bases=6), bare.unit("guard"), lying)
    others = (Viewer(side=ATTACKER), PUBLIC)
    told = [view(bare, viewer).lines for viewer in others]
    assert told == [
        ("Reds: 0 of 24 points lost; breaks above 9.6", "Whites: 0 points lost of 36 seen"),
        ("Reds: 0 points lost of 24 seen", "Whites: 0 points lost of 36 seen"),
    ]
    for gone, whites in ((0, "0 of 72"), (2, "18 of 72"), (4, "36 of 72")):
        shot = Course(twin, Scripted("d6:6,d6:6"))
        shot.push(LoseBases("lying", gone))
        settle(shot)
        assert (shot.state.find("lying") is None) is (gone == 4)
        assert [view(shot.state, viewer).lines for viewer in others] == told, gone
        assert view(shot.state, Viewer(side=DEFENDER)).lines[1] == f"Whites: {whites} points lost; breaks above 36"
    broken = losing(twin, "one", 3)
    assert view(ended_state(broken), PUBLIC).lines[:2] == (
        "Reds: 12 of 24 points lost; breaks above 9.6",
        "Whites: 0 of 72 points lost; breaks above 36",
    )
