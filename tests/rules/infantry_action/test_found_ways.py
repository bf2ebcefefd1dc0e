"""Ways that groups find by themselves, and vehicles that stand in them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import LineString
from shapely import Point as Spot

from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.figures import Condition
from rules.infantry_action.groups import Bound, Located, Task
from rules.infantry_action.play.ground.passage import token_of
from rules.infantry_action.play.movement.foreseeing import preview
from rules.infantry_action.play.movement.order_judging import judge_order
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.table.board import Opening
from rules.table.footprint import footprint
from tests.rules.infantry_action.field import (
    ATTACK,
    EAST,
    TRUCK,
    area,
    carried_out,
    changed,
    field,
    line,
    order,
    section,
    vehicle,
)

CANAL = area("water", 0, 100, 600, 118, name="The canal")
BRIDGE = line("bridge", (140, 94), (140, 124), width=9.0, name="The bridge")


def fought(state: State, orders, count):
    """So many periods, the first with these orders; every state at the end of a movement."""
    found = [carried_out(state, orders).state]
    for number in range(2, count + 1):
        found.append(carried_out(replace(found[-1], period=number, drafts=()), {}).state)
    return found


def inside_vehicles(state: State) -> list[str]:
    """Who stands in a vehicle or wreck, or walked through one that did not move."""
    found: list[str] = []
    for car in state.vehicles:
        if car.at is None:
            continue
        ground = footprint(token_of(car)).buffer(-0.05)
        for man in state.fit():
            if man.at is None:
                continue
            crossed = len(man.doing.path) > 1 and car.doing.moved <= 0 and LineString(man.doing.path).intersects(ground)
            if ground.covers(Spot(man.at)) or crossed:
                found.append(man.id)
    return found


# ── Bridges, doors ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R246")
def test_a_section_told_to_go_over_the_canal_goes_by_the_bridge() -> None:
    """100 m straight; by the bridge at x = 140: 62.9 + 21 + 73 m."""
    state = field(section("able", ATTACKER, 4, at=(100, 50)), features=(CANAL, BRIDGE))
    ready = judge_order(state, OrderGroup(unit="able", pace="walk", to="100,180"), ATTACK)
    assert ready.order.path == ((140, 98.5), (140, 119.5), (100, 180))
    odds = preview(state, ready)
    assert odds.notes[0] == "The straight way is closed by deep water: it goes by The bridge, 156 m in all."
    over = fought(state, {"able": ready.order}, 6)[-1]
    assert all(man.at is not None and man.at[1] > 118 for man in over.men("able"))


@pytest.mark.rule("IA-R246")
def test_the_points_that_an_order_names_are_its_way() -> None:
    state = field(section("able", ATTACKER, 1, at=(100, 50)), features=(CANAL, BRIDGE))
    ready = judge_order(state, OrderGroup(unit="able", pace="walk", to="100,80; 100,180"), ATTACK)
    assert ready.order.path == ((100, 80), (100, 180))


@pytest.mark.rule("IA-R246", "IA-veh.obstacle")
def test_a_lorry_finds_the_bridge_too() -> None:
    state = field(vehicle("lorry", ATTACKER, TRUCK, at=(120, 50)), features=(CANAL, BRIDGE))
    ready = judge_order(state, OrderGroup(unit="lorry", pace="drive", to="120,180"), ATTACK)
    assert ready.order.path == ((140, 98.5), (140, 119.5), (120, 180))


@pytest.mark.rule("IA-R246")
def test_a_section_finds_the_door_at_the_back() -> None:
    house = area("building", 90, 100, 110, 120, name="The mill", openings=(Opening("door", (99, 120), (101, 120)),))
    state = field(section("able", ATTACKER, 2, at=(100, 60)), features=(house,))
    ready = judge_order(state, OrderGroup(unit="able", pace="walk", to="100,110"), ATTACK)
    inside = fought(state, {"able": ready.order}, 4)[-1]
    assert all(90 < man.at[0] < 110 and 100 < man.at[1] < 120 for man in inside.men("able") if man.at)


@pytest.mark.rule("IA-R246")
def test_where_no_way_is_known_the_preview_says_so() -> None:
    state = field(section("able", ATTACKER, 1, at=(100, 50)), features=(CANAL,))
    ready = judge_order(state, OrderGroup(unit="able", pace="walk", to="100,180"), ATTACK)
    assert ready.order.path == ((100, 180),)
    assert "no other within reason is known" in preview(state, ready).notes[0]


# ── Vehicles and wrecks in the way ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-R245")
@pytest.mark.parametrize("condition", [Condition.RUNNING, Condition.KNOCKED_OUT])
def test_a_section_walks_round_a_tank(condition) -> None:
    """It stands across the way of all four, 5 m apart."""
    state = field(
        section("able", ATTACKER, 4, at=(100, 50), spacing=5),
        vehicle("tank", DEFENDER, at=(105, 75), facing=EAST, crew=0, condition=condition),
    )
    states = fought(state, {"able": order(Pace.WALK, (100, 100))}, 3)
    assert [inside_vehicles(each) for each in states] == [[], [], []]
    assert {(man.at or (0, 0))[1] for man in states[-1].men("able")} == {100.0}


@pytest.mark.rule("IA-R245")
def test_nobody_takes_his_place_in_a_wreck() -> None:
    """The third of four would stand 10 m beside the leader's end, where a wreck lies."""
    state = field(
        section("able", ATTACKER, 4, at=(100, 50)),
        vehicle("tank", DEFENDER, at=(120, 90), crew=0, condition=Condition.KNOCKED_OUT),
    )
    states = fought(state, {"able": order(Pace.WALK, (100, 90))}, 2)
    assert [inside_vehicles(each) for each in states] == [[], []]


@pytest.mark.rule("IA-R245")
def test_who_runs_in_panic_runs_round_a_wreck_too() -> None:
    state = field(
        section("able", ATTACKER, 1, at=(100, 90)),
        section("red", DEFENDER, 1, at=(100, 140)),
        vehicle("tank", DEFENDER, at=(100, 70), facing=EAST, crew=0, condition=Condition.KNOCKED_OUT),
    )
    state = changed(state, "able", bound=Bound(score=-9))
    state = replace(state, sightings=(Located("able", "red", (100.0, 140.0), 0),))
    state = carried_out(state, {}).state
    assert (state.figure("able1").at or (0, 90))[1] < 60
    assert inside_vehicles(state) == []


@pytest.mark.rule("IA-R245")
def test_who_stands_where_a_vehicle_comes_to_steps_aside() -> None:
    """A lorry drives 40 m less 80 for setting off and turns; it ends on the very place of a man."""
    state = field(
        vehicle("lorry", ATTACKER, TRUCK, at=(100, 50), running=True, halted_in=-1),
        section("able", ATTACKER, 1, at=(100, 130)),
    )
    state = carried_out(state, {"lorry": order(Pace.DRIVE, (100, 130))}).state
    assert state.vehicle("lorry").at == (100, 130)
    assert inside_vehicles(state) == []


@pytest.mark.rule("IA-R245", "IA-veh.mount")
def test_a_vehicle_may_still_be_entered() -> None:
    state = field(section("able", ATTACKER, 2, at=(100, 60)), vehicle("lorry", ATTACKER, TRUCK, at=(100, 90)))
    state = carried_out(state, {"able": replace(order(), tasks=(Task("enter", "lorry"),))}).state
    assert all(man.aboard == "lorry" for man in state.men("able"))


@pytest.mark.rule("IA-R241")
def test_the_preview_of_a_drive_stops_before_a_wreck_that_is_known() -> None:
    """It drives 120 m in the open; a wreck lies 60 m ahead of its middle: half of each and a hair less."""
    state = field(
        vehicle("lorry", ATTACKER, TRUCK, at=(100, 50), running=True, halted_in=-1),
        vehicle("tank", ATTACKER, at=(100, 110), facing=EAST, crew=0, condition=Condition.KNOCKED_OUT),
    )
    ready = judge_order(state, OrderGroup(unit="lorry", pace="drive", to="100,160"), ATTACK)
    way = next(fact for fact in preview(state, ready).facts if fact.name == "way")
    assert way.value == pytest.approx(60 - 3.5 - 1.5, abs=0.1)
