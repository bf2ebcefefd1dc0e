"""Who makes room for whom after an action, where to, and who hears of it. RA-R268"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.red_actions.events.movement import MadeRoom, MarkerMoved
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.movement.making_room import make_room
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Concealment, Unit
from rules.table.measure import between
from tests.rules.red_actions.field import area, battle, board, changed, course, officer, unit

HALL = area("building", 26, 6, 34, 16, name="Hall")


def made(before: State, after: State) -> tuple[State, list[MadeRoom | MarkerMoved]]:
    """What an action that has led from one to the other leaves to be done, and what is said of it."""
    went = course(after)
    make_room(went, before)
    return went.state, [event for event in went.events if isinstance(event, MadeRoom | MarkerMoved)]


def clear(state: State, one: str, other: str) -> bool:
    apart = outline(state, state.unit(one)).intersection(outline(state, state.unit(other)))
    return apart.area < 1e-6


def lone(id_: str, side: str = DEFENDER, **changes: object) -> Unit:
    return unit(id_, side, "white-volunteers", **changes)


@pytest.mark.rule("RA-R268")
def test_an_officer_who_gathers_in_a_company_steps_out_of_it() -> None:
    before = battle(unit("reds", at=(30, 10)), officer("chief", at=(50, 10)))
    after = changed(before, "chief", at=(30.0, 10.0))
    state, (moved,) = made(before, after)
    assert isinstance(moved, MadeRoom)
    assert (moved.unit, moved.way, moved.audience) == ("chief", ((30.0, 10.0), moved.at), None)
    assert moved.citations == ("RA-R268",)
    assert state.unit("chief").at == moved.at
    assert clear(state, "chief", "reds")
    assert state.unit("reds").at == (30, 10)


@pytest.mark.rule("RA-R268")
def test_an_officer_makes_room_for_troops_who_come_where_he_stands() -> None:
    before = battle(unit("reds", at=(30, 20)), officer("chief", at=(30, 10)))
    state, (moved,) = made(before, changed(before, "reds", at=(30.0, 10.0)))
    assert moved == replace(moved, unit="chief")
    assert clear(state, "chief", "reds")
    assert state.unit("reds").at == (30, 10)


@pytest.mark.rule("RA-R268", "RA-seq.3")
@pytest.mark.parametrize("hidden", [Concealment.AMBUSH, Concealment.MARKER])
def test_hidden_troops_in_whom_somebody_ends_step_aside_and_their_own_side_alone_hears_of_it(
    hidden: Concealment,
) -> None:
    """The channel sees no more than the marker that has moved."""
    marker = 1 if hidden is Concealment.MARKER else 0
    before = battle(unit("reds", at=(30, 30)), lone("whites", at=(30, 10), hidden=hidden, marker=marker))
    state, said = made(before, changed(before, "reds", at=(30.0, 10.0)))
    assert [event.audience for event in said if isinstance(event, MadeRoom)] == [(DEFENDER,)]
    lying = [event for event in said if isinstance(event, MarkerMoved)]
    at = state.unit("whites").at
    assert [(event.marker, event.at, event.audience) for event in lying] == [(1, at, None)] * marker
    assert state.unit("reds").at == (30, 10)
    assert clear(state, "whites", "reds")


@pytest.mark.rule("RA-R268")
def test_known_troops_make_no_room_whoever_comes_into_them_does() -> None:
    before = battle(unit("reds", at=(30, 30)), lone("whites", at=(30, 10)))
    state, (moved,) = made(before, changed(before, "reds", at=(30.0, 10.0)))
    assert isinstance(moved, MadeRoom)
    assert (moved.unit, moved.audience) == ("reds", None)
    assert state.unit("whites").at == (30, 10)
    assert clear(state, "whites", "reds")


@pytest.mark.rule("RA-R143", "RA-R268")
@pytest.mark.parametrize(("at", "keeps"), [((30.0, 8.0), True), ((30.0, 15.6), False)])
def test_who_steps_aside_within_a_building_holds_it_and_who_steps_out_does_not(
    at: tuple[float, float], keeps: bool
) -> None:
    """The hall is 10 inches deep, from 6 to 16: beside a company there is room in it; at its wall one steps out."""
    ground = board(HALL)
    before = battle(officer("chief", at=at, holds="Hall"), unit("reds", at=(60, 10)), board=ground)
    company = changed(before, "reds", at=(30.0, at[1] - 0.1), holds="Hall")
    state, said = made(before, company)
    moved = next(event for event in said if isinstance(event, MadeRoom) and event.unit == "chief")
    inside = HALL.outline[0][1] <= moved.at[1] <= HALL.outline[2][1] and 26 <= moved.at[0] <= 34
    assert inside == keeps
    assert moved.holds == ("Hall" if keeps else "")
    assert state.unit("chief").holds == moved.holds


@pytest.mark.rule("RA-R268")
def test_whoever_has_room_stays_and_what_is_not_on_a_table_makes_none() -> None:
    before = battle(unit("reds", at=(30, 30)), lone("whites", at=(30, 10)))
    after = changed(before, "reds", at=(30.0, 20.0))
    assert made(before, after) == (after, [])
    assert made(before, before) == (before, [])
    nowhere = replace(changed(before, "reds", at=(30.0, 10.0)), board=None)
    assert made(before, nowhere) == (nowhere, [])


@pytest.mark.rule("RA-R268")
def test_when_a_side_says_that_it_stands_all_its_troops_find_room() -> None:
    """They stood so before; what counts is where they stand now."""
    crowd = battle(unit("reds", at=(30, 10)), unit("more", at=(30, 10)), deployed=(DEFENDER,))
    assert made(crowd, crowd)[1] == []
    ready = replace(crowd, deployed=(DEFENDER, ATTACKER))
    state, said = made(crowd, ready)
    assert said
    assert clear(state, "reds", "more")


def test_he_steps_no_farther_than_to_the_nearest_room() -> None:
    before = battle(unit("reds", at=(30, 10)), officer("chief", at=(50, 10)))
    state, _ = made(before, changed(before, "chief", at=(30.0, 10.4)))
    at = state.unit("chief").at
    assert at is not None
    assert between(at, (30.0, 10.4)) < 4
