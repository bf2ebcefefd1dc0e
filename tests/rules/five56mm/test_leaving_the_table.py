"""People and vehicles leave the table by its edge: on foot, carried, at the wheel; what a scenario and a career make of
it."""

from __future__ import annotations

import pytest

from rules.five56mm.actions.battle import RestoreCharacter
from rules.five56mm.actions.foot import Carry, Move, Sprint
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, Pilot
from rules.five56mm.book.injury import Level
from rules.five56mm.events.battle import LeftTable
from rules.five56mm.events.vehicles import VehicleLeft
from rules.five56mm.forces.service import service
from rules.five56mm.offers import offers
from rules.five56mm.stage import situation
from rules.five56mm.state import BLACK, RED, Life
from rules.kernel.action import Action
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set
from rules.scenario.reading import read_scenario
from rules.script.plan import Left
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


def near_the_edge(*people, vehicles=()) -> Skirmish:
    """The south edge is 3 in behind Alpha."""
    others = (man("Bravo", BLACK, (50, 20)), man("Red", RED, (30, 38)))
    return Skirmish(man("Alpha", BLACK, (30, 3)), *people, *others, vehicles=vehicles)


@pytest.mark.rule("MM-3.1.1", "MM-R215")
def test_a_move_to_the_edge_leaves_the_table() -> None:
    battle = near_the_edge()
    battle.card("alpha")
    left = one(battle.do(Move(to="30,0", off=True)), LeftTable)
    assert (left.character, left.edge) == ("alpha", "south")
    assert battle["alpha"].life is Life.LEFT
    battle.run()
    assert battle.state.go is None
    assert battle.state.ended is None


@pytest.mark.rule("MM-R215")
def test_nobody_leaves_who_does_not_end_at_the_edge() -> None:
    battle = near_the_edge()
    battle.card("alpha")
    assert refused(battle, Move(to="30,1.5", off=True)) == "not-at-the-edge"
    battle.do(Move(to="30,0"))
    assert battle["alpha"].alive


@pytest.mark.rule("MM-4.1.1", "MM-R215")
def test_a_sprint_that_falls_short_leaves_him_on_the_table() -> None:
    for die, gone in (("3", True), ("1", False)):  # 4 + 3 or 4 + 1 of 6 in
        battle = Skirmish(man("Alpha", BLACK, (30, 6)), man("Red", RED, (30, 38)))
        battle.card("alpha")
        battle.do(Sprint(to="30,0", off=True), die)
        assert battle["alpha"].alive is not gone


@pytest.mark.rule("MM-4.5.1", "MM-R215")
def test_the_hurt_are_carried_off_the_table() -> None:
    battle = near_the_edge(man("Hurt", BLACK, (30.9, 3), wounds=[Level.MORTAL]))
    battle.card("alpha")
    events = battle.do(Carry(patient="hurt", to="30,0", off=True), "3")  # 3 in
    assert {each.character for each in all_of(events, LeftTable)} == {"alpha", "hurt"}


@pytest.mark.rule("MM-4.6.3", "MM-R215")
def test_a_vehicle_leaves_with_all_aboard() -> None:
    car = truck(at=(30, 10), facing=180.0)
    people = [aboard(man("Driver"), car, "driver"), aboard(man("Rider"), car)]
    battle = near_the_edge(*people, vehicles=[car])
    battle.put(battle["alpha"])
    battle.card("driver")
    events = battle.do(Drive(to="38,2.2", off=True))
    assert one(events, VehicleLeft).edge == "south"
    assert {each.character for each in all_of(events, LeftTable)} == {"driver", "rider"}
    assert (battle.state.vehicle("truck").at, battle.state.vehicle("truck").left) == (None, "south")
    battle.run()
    battle.card("alpha")
    assert refused(battle, BoardVehicle(vehicle="truck")) == "cannot-board"


@pytest.mark.rule("MM-4.7.3", "MM-R215")
def test_a_helicopter_flies_off() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, facing=180.0)
    battle = near_the_edge(aboard(man("Pilot"), hawk, "pilot"), vehicles=[hawk])
    battle.card("pilot")
    assert one(battle.do(Pilot(to="30,0", off=True)), VehicleLeft).vehicle == "hawk"


@pytest.mark.rule("MM-R215")
def test_it_is_offered_to_whoever_may() -> None:
    car = truck(at=(10, 10), facing=180.0)
    hurt = man("Hurt", BLACK, (30.9, 3), wounds=[Level.MORTAL])
    battle = near_the_edge(hurt, aboard(man("Driver"), car, "driver"), vehicles=[car])
    battle.card("alpha")
    found = [each.action for each in offers(battle.state, BLACK, "alpha") if getattr(each.action, "off", False)]
    assert {type(action).__name__ for action in found} == {"Move", "Carry"}
    battle.do(next(action for action in found if isinstance(action, Move)))
    assert battle["alpha"].life is Life.LEFT
    battle.run()
    battle.card("driver")
    drive = next(each.action for each in offers(battle.state, BLACK, "driver") if getattr(each.action, "off", False))
    battle.do(drive)
    assert battle["driver"].life is Life.LEFT
    battle.run()
    battle.card("bravo")  # 20 in from the nearest edge
    assert not [each for each in offers(battle.state, BLACK, "bravo") if getattr(each.action, "off", False)]


# ── What lasts ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R215")
def test_a_career_notes_whence_he_left_and_he_is_not_missing() -> None:
    battle = near_the_edge()
    battle.card("alpha")
    battle.do(Move(to="30,0", off=True))
    his = [(each.what, each.note) for each in service(battle.journal) if each.of == "alpha"]
    assert his == [("fielded", ""), ("left", "left the table by the south edge")]
    body = next(each for each in situation(battle.state).bodies if each.figure == "alpha")
    assert (body.able, body.left) == (False, "south")


@pytest.mark.rule("MM-R215")
def test_whoever_the_umpire_brings_back_has_never_left() -> None:
    battle = near_the_edge()
    battle.card("alpha")
    battle.do(Move(to="30,0", off=True))
    battle.run()
    battle.do(RestoreCharacter(character="alpha"))
    assert (battle["alpha"].life, battle["alpha"].left) == (Life.ALIVE, "")
    assert [each.what for each in service(battle.journal) if each.of == "alpha"] == ["fielded"]


@pytest.mark.rule("MM-R206", "MM-R215")
def test_a_vehicle_that_the_enemy_drives_off_is_captured() -> None:
    jeep = truck("Jeep", RED, (34, 6), "jeep", facing=180.0)
    battle = near_the_edge(vehicles=[jeep])
    battle.card("alpha")
    battle.do(BoardVehicle(vehicle="jeep", place="driver"))
    battle.end_turn()
    battle.card("alpha")
    battle.do(Drive(to="34,2.2", off=True))
    assert [each.what for each in service(battle.journal) if each.of == "jeep"] == ["fielded", "captured"]


SCENARIO = """
rules: five56mm
key: out
title: Out
briefing: Out of here.
board: {size: [40, 40]}
sides:
  black: {name: One, briefing: Go., forces: {guard: {organisation: rangers, name: Guard}}}
  red: {name: Other, briefing: Stay., forces: {mob: {organisation: militia, name: Mob}}}
events:
  - key: out
    title: Out
    when: {left: {side: black, units: [guard], edge: %s, number: 2}}
    effects:
      - end: {winner: black, reason: They are out}
"""


@pytest.mark.rule("MM-R215")
def test_a_scenario_waits_for_those_who_leave() -> None:
    scenario = read_scenario(SCENARIO % "north", file="out.yaml")
    assert scenario.script.events[0].when == Left(side="black", units=("guard",), edge="north", number=2)
    with pytest.raises(Exception, match="north"):
        read_scenario(SCENARIO % "up", file="out.yaml")
    assert rule_set("five56mm").key == "five56mm"
