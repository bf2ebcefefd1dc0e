"""Whoever gets out of a wreck, comes out of a house or is led off stands where he has room. IA-R240, IA-R255"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from shapely import Point as Spot

from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Doing, Life
from rules.infantry_action.groups import Group
from rules.infantry_action.play.ground.clearing import stand_clear, step_aside
from rules.infantry_action.play.ground.passage import token_of
from rules.infantry_action.play.movement.escorts import escort
from rules.infantry_action.play.works.collapse import outside
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.chance import Scripted
from rules.table.board import Feature, Opening
from rules.table.footprint import area as ground
from rules.table.footprint import footprint
from rules.table.measure import between
from tests.rules.infantry_action.field import NORTH, area, carried_out, changed, field, order, section, vehicle

CANAL = Feature("river", ((0.0, 112.0), (600.0, 112.0)), width=16.0, name="the canal")
"""Its south bank is at 104."""


def apart(places) -> bool:
    return all(between(a, b) >= 0.79 for a, b in combinations(places, 2))


@pytest.mark.rule("IA-afvcrew.escape", "IA-R240", "IA-R245", "IA-R255")
def test_a_crew_that_gets_out_beside_a_canal_stands_on_dry_ground_and_on_nobody() -> None:
    """The tank stands 4 m from the water, a section beside it; whoever got out stood 8 m off, all round."""
    state = field(vehicle("tank", ATTACKER, at=(100, 100)), section("able", ATTACKER, at=(100, 92)), features=(CANAL,))
    car = state.vehicles[0]
    men = [man.id for man in state.aboard(car.id)]
    for number, id_ in enumerate(men):
        spot = (100.0 + (4 if number % 2 else -4), 108.0 if number < 2 else 92.0)
        state = changed(state, id_, at=spot, aboard=None, place="")
    course = Course(state, Scripted([]))
    stand_clear(course, car.id, men)
    places = [at for id_ in men if (at := course.state.figure(id_).at) is not None]
    others = [man.at for man in state.men("able")]
    assert not any(ground(CANAL).distance(Spot(at)) < 0.39 for at in places)
    assert not any(footprint(token_of(car)).intersects(Spot(at)) for at in places)
    assert apart([*places, *others])
    assert all(event.kind == "men-put-out" for event in course.events)


@pytest.mark.rule("IA-orders.simultaneous", "IA-R240", "IA-R255")
def test_two_groups_that_walk_to_one_place_do_not_stand_in_each_other() -> None:
    """Each of one man, from 20 m west and east of the place to which both are sent."""
    groups = section("able", ATTACKER, size=1, at=(80, 50)), section("baker", ATTACKER, size=1, at=(120, 50))
    there = order(Pace.WALK, (100.0, 50.0))
    state = carried_out(field(*groups), {"able": there, "baker": there}).state
    one, other = state.figure("able1").at, state.figure("baker1").at
    assert one is not None
    assert other is not None
    assert between(one, (100.0, 50.0)) < 3.0
    assert between(other, (100.0, 50.0)) < 3.0
    assert between(one, other) >= 0.79


@pytest.mark.rule("IA-afvreact.results", "IA-R133", "IA-R255")
def test_men_with_room_are_not_moved() -> None:
    state = field(vehicle("tank", ATTACKER, at=(100, 100)))
    car = state.vehicles[0]
    men = [man.id for man in state.aboard(car.id)]
    for number, id_ in enumerate(men):
        state = changed(state, id_, at=(90.0 + 5 * number, 85.0), aboard=None, place="")
    course = Course(state, Scripted([]))
    stand_clear(course, car.id, men)
    assert course.events == []


@pytest.mark.rule("IA-R137", "IA-R240", "IA-R255")
def test_whoever_leaves_a_burning_house_on_the_bank_stands_on_the_bank() -> None:
    """The house's north wall is 1 m from the water: 3 m beyond it is the canal."""
    door = Opening("door", (104.0, 90.0), (106.0, 90.0))
    house = area("building", 95, 90, 115, 103, name="the mill", openings=(door,))
    state = field(section("able", ATTACKER, size=4, at=(98, 101)), features=(CANAL, house))
    places = [at for _, at in outside(state, "the mill", tuple(man.id for man in state.men("able")))]
    assert len(places) == 4
    assert not any(ground(CANAL).distance(Spot(at)) < 0.39 for at in places)
    assert not any(ground(house).contains(Spot(at)) for at in places)
    assert apart(places)


@pytest.mark.rule("IA-pris.handling", "IA-R117", "IA-R240", "IA-R255")
def test_prisoners_are_led_along_the_bank_and_not_in_the_canal() -> None:
    """Their escort walks west to east, 1 m from the water; the second of each row walked 2 m north of him."""
    state = field(section("able", ATTACKER, size=4, at=(90, 80)), section("red", DEFENDER, size=1), features=(CANAL,))
    guard = next(man.id for man in state.men("red"))
    captives = Group("pow", "Prisoners of Able", ATTACKER, "prisoners", escort=guard)
    state = replace(state, groups=(*state.groups, captives))
    for man in list(state.men("able")):
        state = changed(state, man.id, group="pow", life=Life.PRISONER)
    walked = Doing(pace=Pace.WALK, path=((70.0, 103.0), (100.0, 103.0)), moved=30.0)
    state = changed(state, guard, at=(100.0, 103.0), doing=walked, facing=NORTH)
    course = Course(state, Scripted([]))
    escort(course, {})
    places = [man.at for man in course.state.figures if man.group == "pow" and man.at is not None]
    assert [event.kind for event in course.events] == ["prisoners-walked"]
    assert not any(ground(CANAL).distance(Spot(at)) < 0.39 for at in places)
    assert apart(places)


@pytest.mark.rule("IA-R255", "IA-R157")
def test_where_a_man_steps_aside_tells_nothing_of_a_hidden_enemy_who_stands_there() -> None:
    """Two men come to one place; 0.9 m north of it, where the second has room, an unseen enemy lies or does not."""
    found = []
    for there in ((100.0, 100.9), (500.0, 300.0)):
        before = field(section("able", ATTACKER, 2, at=(100, 50)), section("red", DEFENDER, 1, at=there, facing=NORTH))
        after = changed(changed(before, "able1", at=(100.0, 100.0)), "able2", at=(100.0, 100.0))
        course = Course(after, Scripted(""))
        step_aside(course, before)
        assert apart([man.at for man in course.state.fit()])
        found.append([(man.id, man.at) for man in course.state.fit(ATTACKER)])
    assert found[0] == found[1]


@pytest.mark.rule("IA-R255", "IA-R157", "IA-afvcrew.escape")
def test_where_a_crew_gets_out_tells_nothing_of_a_hidden_enemy_who_stands_there() -> None:
    """The first man's place, 10 m west of the wreck, is an unseen enemy's or is free; the enemy makes room."""
    found = []
    for there in ((90.0, 100.0), (500.0, 300.0)):
        tank, red = vehicle("tank", ATTACKER, at=(100, 100)), section("red", DEFENDER, 1, at=there, facing=NORTH)
        state = field(tank, red)
        men = [man.id for man in state.aboard("tank")]
        for number, id_ in enumerate(men):
            state = changed(state, id_, at=(90.0, 100.0 + 5 * number), aboard=None, place="")
        course = Course(state, Scripted(""))
        stand_clear(course, "tank", men)
        assert apart([man.at for man in course.state.fit()])
        found.append([course.state.figure(id_).at for id_ in men])
    assert found[0] == found[1]


@pytest.mark.rule("IA-R255", "IA-R157", "IA-R137")
def test_where_men_leave_a_house_tells_nothing_of_a_hidden_enemy_who_stands_there() -> None:
    house = area("building", 95, 90, 115, 103, name="the mill")
    able = section("able", ATTACKER, size=4, at=(98, 101))
    free = outside(field(able, features=(house,)), "the mill", ("able1", "able2"))
    red = section("red", DEFENDER, 1, at=free[0][1], facing=NORTH)
    assert outside(field(able, red, features=(house,)), "the mill", ("able1", "able2")) == free
