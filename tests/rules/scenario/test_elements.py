"""Vehicles and guns of a scenario's forces: written out, named by key, and checked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import PlaceUnit
from rules.five56mm.events.vehicles import VehicleSet
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.scenario import ScenarioFault, muster_parts, read_scenario
from rules.scenario.rehearsal import rehearse, stand_ins
from rules.script.actions import CallEvent
from rules.script.events import EffectFailed, ScriptedEventBegan
from rules.script.plan import Entered, Script, UmpireOrder
from rules.table.board import Point
from tests.charts import chart
from tests.rules.scenario.patterns import CONVOY, PATROL

DUCHESS = "{type: jeep+m2, name: The Duchess, crew: {driver: 2, gunner: 3, passenger: [4]}}"


def test_a_force_has_its_organisations_vehicles_or_those_that_are_written_out() -> None:
    patrol, tail, band = read_scenario(CONVOY).forces
    # A motor patrol is five men and one HMMV with a heavy machine gun; it is called by its type.
    assert [(e.number, e.type.key) for e in patrol.plan.elements] == [(6, "hmmv+m2")]
    assert patrol.elements == ("hmmv+m2",)
    # Ten rangers have no vehicle of their own: the written ones have the numbers after theirs.
    duchess, spare = tail.plan.elements
    assert (duchess.number, duchess.type.key, duchess.name) == (11, "jeep+m2", "The Duchess")
    assert duchess.crew == (("driver", 2), ("gunner", 3), ("passenger", 4))
    assert (spare.number, spare.type.key, spare.name, spare.crew) == (12, "jeep", "", ())
    assert (tail.elements, band.elements) == (("duchess", "spare"), ())


def test_written_out_vehicles_stand_instead_of_the_organisations_own() -> None:
    text = CONVOY.replace("place: C2}", "place: C2, elements: {mule: jeep}}").replace("patrol.hmmv+m2", "patrol.mule")
    patrol = read_scenario(text).forces[0]
    assert [(e.number, e.type.key) for e in patrol.plan.elements] == [(6, "jeep")]


def test_events_name_them_by_key() -> None:
    mine, breakdown = read_scenario(CONVOY).script.events
    assert isinstance(mine.when, Entered)
    assert mine.when.units == ("tail.duchess",)
    named = [json.loads(each.action) for each in (*mine.effects, *breakdown.effects) if isinstance(each, UmpireOrder)]
    assert [one.get("vehicle") or one.get("unit") for one in named] == ["tail.duchess", "patrol.hmmv+m2", "tail.spare"]
    assert [one.refused for one in rehearse(read_scenario(CONVOY))] == ["", ""]


@chart(
    ("old", "new", "sign", "words"),
    [
        (
            "vehicle: tail.duchess",
            "vehicle: tail.dutchess",
            "set-vehicle",
            "“tail” has no vehicle or gun “dutchess”; did you mean “duchess”?",
        ),
        ("unit: tail.spare", "unit: tail.spair", "[30, 6]", "did you mean “spare”?"),
        ("patrol.hmmv+m2", "patrol.hummer", "to: B2", "“patrol” has no vehicle or gun “hummer”; there is: hmmv+m2"),
        ("vehicle: tail.duchess", "vehicle: tale.duchess", "set-vehicle", "did you mean “tail”?"),
        ("vehicle: tail.duchess", "vehicle: duchess", "set-vehicle", "there is no vehicle or force “duchess”"),
        (
            "vehicle: tail.duchess",
            "vehicle: band.truck",
            "set-vehicle",
            "“band” has no vehicle or gun “truck”; there is none",
        ),
        ("units: [tail.duchess]", "units: [tail.duches]", "entered", "did you mean “duchess”?"),
        ("units: [tail.duchess]", "units: [band.truck]", "entered", "“band” is a force of the red"),
        ("type: jeep+m2", "type: jeep+m3", "duchess:", "did you mean “jeep+m2”?"),
        ("spare: jeep", "spare: gepard", "spare:", "there is no vehicle, gun, base or animal “gepard”"),
        ("spare: jeep", "Spare: jeep", "Spare:", "isn't a key of an element"),
        ("spare: jeep", "7: jeep", "7: jeep", "would be a figure's number"),
        ("driver: 2", "dirver: 2", "duchess:", "did you mean “driver”?"),
        ("driver: 2", "driver: 11", "duchess:", "the force has no figure number 11"),
        ("driver: 2", "driver: 3", "duchess:", "figure 3 has two places"),
        # A jeep with a heavy machine gun has room for a driver, a gunner and one passenger.
        ("passenger: [4]", "passenger: [4, 5]", "duchess:", "room for 1 as passenger, not for 2"),
        ("name: The Duchess", "title: The Duchess", "duchess:", "title"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, sign: str, words: str) -> None:
    assert old in CONVOY
    text = CONVOY.replace(old, new, 1)
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text, file="convoy.yaml")
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if sign in row)
    assert (line, True) in {(one.line, words in one.message) for one in fault.value.all}, str(fault.value)


def test_a_fault_in_a_vehicle_is_told_once_and_not_again_where_it_is_named() -> None:
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(CONVOY.replace("type: jeep+m2", "type: jeep+m3"))
    assert len(fault.value.all) == 1


def test_a_vehicle_that_its_rule_set_does_not_have_is_a_fault() -> None:
    organisation = "{organisation: us-infantry-squad}"
    text = PATROL.replace(organisation, organisation.replace("}", ", elements: {a: zeppelin}}"))
    with pytest.raises(ScenarioFault, match="there is no vehicle, gun, base or animal “zeppelin”"):
        read_scenario(text)


def test_a_battle_gets_the_ids_of_its_own_vehicles_and_no_other_ones() -> None:
    convoy = read_scenario(CONVOY)
    units = {unit.id: unit for side in stand_ins(convoy).sides for unit in side.units}
    tail = units["tail"]
    duchess, spare = (replace(one, id=f"E-{one.number}") for one in tail.elements)
    other = replace(spare, type="hmmv")
    for there, expected in (
        ((duchess, spare), ("E-11", "E-12")),
        # What is not there, or is something else by now, is left out.
        ((duchess,), ("E-11", "tail.spare")),
        ((duchess, other), ("E-11", "tail.spare")),
    ):
        _, script = muster_parts(convoy, units | {"tail": replace(tail, elements=there)})
        read = Script.model_validate_json(script)
        assert (read.ref("tail.duchess"), read.ref("tail.spare")) == expected


def test_the_vehicle_that_is_named_sets_the_event_off_and_is_what_it_befalls() -> None:
    """The Duchess drives into the mill with three men; the patrol's HMMV does not count."""
    rules, convoy = rule_set("five56mm"), read_scenario(CONVOY)
    state = rules.battle.fold(rules.battle.muster(stand_ins(convoy), Seeded(b"convoy", 0)))
    number, happened = 0, []

    def do(action: Action, by: Actor) -> None:
        nonlocal state, number
        number += 1
        for event in rules.battle.decide(state, action, by, Seeded(b"convoy", number)):
            state = rules.battle.evolve(state, event)
            happened.append(event)

    def drive(vehicle: str, to: Point) -> None:
        do(PlaceUnit(unit=vehicle, to=f"{to[0]:g},{to[1]:g}"), UMPIRE)
        while rules.battle.proceed(state) is not None and state.queue + tuple(state.marks):
            step = rules.battle.proceed(state)
            if step is None or step.name() != "run-script":
                break
            do(step, ENGINE)

    while not rules.battle.prompt(state) and (step := rules.battle.proceed(state)) is not None:
        do(step, ENGINE)
    drive("patrol.6", (13.0, 12.0))
    assert not any(isinstance(each, ScriptedEventBegan) for each in happened)
    drive("tail.11", (13.0, 13.0))
    assert [each.event for each in happened if isinstance(each, ScriptedEventBegan)] == ["mine"]
    (set_,) = (each for each in happened if isinstance(each, VehicleSet))
    assert set_.vehicle == "tail.11"
    do(CallEvent(event="breakdown"), UMPIRE)
    while (step := rules.battle.proceed(state)) is not None and step.name() == "run-script":
        do(step, ENGINE)
    assert state.battle.find_vehicle("tail.12").at == (30.0, 6.0)
    assert not any(isinstance(each, EffectFailed) for each in happened)
