"""What a scenario file brings to a battle: kit, rounds, missions, seats, wires, devices; and its faults, each with its
line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.book.organisations import figure_traits
from rules.book_and_gun.play.indirect.observers import observing
from rules.book_and_gun.play.indirect.requests import missions_left
from rules.book_and_gun.stage import situation
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set
from rules.scenario import ScenarioFault, read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.script.actions import CallEvent
from rules.script.plan import Entered, EventPlan, PlaceHeld, PostEffect, Script
from rules.script.state import Staged
from rules.script.triggers import observed
from rules.seam.viewing import Viewer
from tests.charts import chart
from tests.rules.book_and_gun.field import battle, cell
from tests.rules.book_and_gun.motor import flown, vehicle

CONVOY = """\
rules: book-and-gun
key: convoy
title: Convoy
board: {name: Road, size: [48, 36], edges: {army: west, insurgents: east}}
sides:
  army:
    forces:
      convoy: {organisation: us-truck, place: [10, 10]}
      squad: {organisation: us-infantry-squad}
      medevac: {organisation: us-medevac, place: [8, 20], reserve: true}
      medics:
        organisation: us-infantry-squad
        reserve: true
        figures:
          - {name: Ames, rank: Sergeant, role: medic, weapons: [assault rifle], leader: true, radio: squad}
          - {role: medic, weapons: []}
      bird: {organisation: us-black-hawk, place: [20, 30]}
  insurgents:
    forces:
      cell: {organisation: insurgent-cell-of-7, place: [40, 6], facing: 270}
      mortar: {organisation: insurgent-mortar-team, place: [44, 30], facing: 90}
      spotter: {organisation: insurgent-mortar-observer, place: [38, 12], facing: 270}
      band: {organisation: insurgent-mounted-band, place: [44, 20]}
details:
  wind: 90
  kit:
    cell: {drug_user: true}
    squad.2: {detector: true, engineer: true, laser_designator: true}
    medics.2: {body_armour: flak}
  munitions: {squad: {laws: 5, smoke_grenades: 0}, medics: {hand_grenades: 1}}
  missions: {squad: {artillery: 2}, spotter: {heavy mortar: 1}}
  aboard: {squad: convoy.truck, medics: medevac.medevac}
  wires: [[mortar, spotter]]
  landed: [bird]
  devices:
    - {kind: anti-vehicle mine, side: insurgents, at: [20, 10], layer: cell.2}
    - {kind: ied, side: insurgents, at: [24, 10], facing: 180, known: [army]}
events:
  - {key: dust-off, title: Dust-off, effects: [{reinforce: [medics, medevac]}]}
  - {key: rescue, title: Rescue, effects: [{reinforce: medics}]}
"""


def opened(text: str = CONVOY, **changes):
    rules = rule_set("book-and-gun")
    call = replace(stand_ins(read_scenario(text)), **changes)
    return rules.battle.fold(rules.battle.muster(call, Seeded(b"convoy", 0)))


def called(state, event):
    rules = rule_set("book-and-gun")
    for number in range(1, 30):  # the engine begins the first turn
        if state.battle.turn and RULES.battle.stage.settled(state.battle):
            break
        asks, due = rules.battle.prompt(state).asks, rules.battle.proceed(state)
        action, by = (due, ENGINE) if due is not None else (asks[0].default, Actor.player(asks[0].side))
        state = rules.battle.fold(rules.battle.decide(state, action, by, Seeded(b"on", number)), state)
    state = rules.battle.fold(rules.battle.decide(state, CallEvent(event=event), UMPIRE, Seeded(b"call", 0)), state)
    while state.queue:
        due = rules.battle.proceed(state)
        state = rules.battle.fold(rules.battle.decide(state, due, ENGINE, Seeded(b"call", 1)), state)
    return state


# ── What the battle gets ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R287", "BG-VIII.2.71b", "BG-VIII.2.9a")
def test_a_squad_sits_in_the_truck_of_another_unit_when_the_battle_begins():
    state = opened().battle
    (truck,) = state.vehicles_of("convoy")
    squad = state.unit("squad")
    assert [f.seat.place for f in squad.figures] == ["passenger"] * 7
    assert {(f.seat.vehicle, f.at, f.facing) for f in squad.figures} == {(truck.id, truck.at, 90.0)}
    assert squad.aboard
    assert len(state.people_in(truck.id)) == 8


@pytest.mark.rule("BG-R287", "BG-R21", "BG-R230")
def test_kit_rounds_and_missions_of_the_file_stand_instead_of_the_rosters():
    state = opened().battle
    squad, cell_ = state.unit("squad"), state.unit("cell")
    assert all(f.traits.drug_user for f in cell_.figures)
    pointer, mate = squad.figures[1], squad.figures[2]
    assert (pointer.traits.detector, pointer.traits.engineer, pointer.traits.laser_designator) == (True, True, True)
    assert (mate.traits.detector, mate.traits.engineer) == (False, False)
    assert (
        pointer.traits.weapons == figure_traits(RULES.forces.raise_unit("us-infantry-squad").figures[1].traits).weapons
    )
    # Five LAWs though the table's own number is two; grenades as ever, one for each man.
    assert (squad.munitions.laws, squad.munitions.smoke_grenades, squad.munitions.hand_grenades) == (5, 0, 7)
    assert missions_left(state, ARMY, "artillery") == 2
    # The observer's own three of the roster are one in this battle.
    assert missions_left(state, INSURGENTS, "heavy mortar") == 1
    assert state.board.wind == 90.0


@pytest.mark.rule("BG-R288", "BG-R235")
def test_devices_lie_there_for_those_to_know_who_know_of_them():
    state = opened()
    mine, bomb = state.battle.devices
    assert (mine.kind, mine.side, mine.at, mine.unit, mine.layer) == (
        "anti-vehicle mine", "insurgents", (20.0, 10.0), "cell", "cell.2",
    )  # fmt: skip
    assert mine.ready
    assert bomb.ready, "an improvised device takes two phases; this one was ready before the battle"
    view = rule_set("book-and-gun").battle.view
    seen = {side: repr(view(state, Viewer(side))) for side in (ARMY, INSURGENTS)}
    assert ("anti-vehicle mine" in seen[INSURGENTS], "ied" in seen[INSURGENTS]) == (True, True)
    assert ("anti-vehicle mine" in seen[ARMY], "ied" in seen[ARMY]) == (False, True)
    assert state.battle.unit("cell").munitions.vehicle_mines == 0


@pytest.mark.rule("BG-R106", "BG-X.13.13a")
def test_a_wire_joins_the_mortar_with_its_observer():
    state = opened().battle
    mortar = state.unit("mortar")
    crewman = next(f for f in mortar.fit if any("mortar" in weapon for weapon in f.traits.weapons))
    seen = observing(state, mortar, crewman, (24.0, 12.0))
    assert seen is not None
    assert (seen.unit.id, seen.contact) == ("spotter", "wire")
    without = opened(CONVOY.replace("  wires: [[mortar, spotter]]\n", "")).battle
    told = observing(without, without.unit("mortar"), without.figure(crewman.id), (24.0, 12.0))
    assert told is None or told.contact != "wire"


@pytest.mark.rule("BG-R287", "BG-VIII.0.2b", "BG-R40")
def test_a_helicopter_comes_by_an_event_with_those_whom_it_carries_and_their_kit():
    state = called(opened(), "dust-off").battle
    (bird,) = state.vehicles_of("medevac")
    medics = state.unit("medics")
    assert (bird.flight, bird.aloft) == ("hovering", True)
    assert {(f.seat.vehicle, f.seat.aloft, f.at) for f in medics.figures} == {(bird.id, True, bird.at)}
    assert [f.name for f in medics.figures][:1] == ["Ames"]
    assert medics.figures[1].traits.body_armour == "flak"
    assert medics.figures[1].traits.weapons == ()
    assert medics.munitions.hand_grenades == 1
    # Others that begin on the table hover, unless the file has them land.
    assert state.vehicles_of("bird")[0].flight == "landed"


def test_without_their_helicopter_they_come_on_foot():
    state = called(opened(), "rescue").battle
    assert all(f.seat is None and f.at is not None for f in state.unit("medics").figures)


def test_a_battle_of_a_scenario_is_the_fold_of_its_stored_journal():
    rules = rule_set("book-and-gun")
    state = opened()
    assert rules.battle.states.load(rules.battle.states.dump(state)) == state
    events = rules.battle.muster(stand_ins(read_scenario(CONVOY)), Seeded(b"convoy", 0))
    assert rules.battle.fold([rules.battle.events.load(rules.battle.events.dump(each)) for each in events]) == state


def test_nothing_of_what_a_reserve_will_bring_is_told():
    rules = rule_set("book-and-gun")
    state = opened()
    events = rules.battle.muster(stand_ins(read_scenario(CONVOY)), Seeded(b"convoy", 0))
    for viewer in (Viewer(ARMY), Viewer(INSURGENTS), Viewer()):
        told = repr([rules.battle.tell(state, event, viewer) for event in events])
        assert "medics" not in told
        assert "outfit" not in told.casefold()


# ── Figures written out ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R22", "BG-R24")
def test_figures_are_written_out_and_the_first_leads_where_nobody_is_named():
    text = CONVOY.replace("leader: true, radio: squad", "radio: squad")
    medics = next(force for force in read_scenario(text).forces if force.key == "medics")
    sheets = [figure_traits(figure.traits) for figure in medics.plan.figures]
    assert [(sheet.leader, sheet.radio, sheet.weapons) for sheet in sheets] == [
        (True, "squad", ("assault rifle",)),
        (False, "none", ()),
    ]
    assert [(figure.rank, figure.role) for figure in medics.plan.figures] == [("Sergeant", "medic"), ("", "medic")]
    assert medics.names == ("Ames", "")


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────────────────────


@chart(
    ("old", "new", "sign", "words"),
    [
        ("cell: {drug_user", "cel: {drug_user", "cel: {drug", "did you mean “cell”?"),
        ("squad.2: {detector", "squad.9: {detector", "squad.9", "“squad” has figures 1 to 7"),
        ("{drug_user: true}", "{drugs: true}", "drugs", "drugs"),
        ("{body_armour: flak}", "{weapons: [death ray]}", "death ray", "nobody carries a “death ray”"),
        ("laws: 5", "laws: -1", "munitions", "greater than or equal to 0"),
        ("artillery: 2", "catapult: 2", "missions", "artillery"),
        ("squad: convoy.truck", "squad: convoy.lorry", "aboard", "“convoy” has no vehicle or gun “lorry”"),
        ("squad: convoy.truck", "squad: medevac.medevac", "aboard", "come at different times"),
        ("squad: convoy.truck", "cell: convoy.truck", "aboard", "“convoy.truck” is not of the insurgents"),
        ("squad: convoy.truck", "bird.1: convoy.truck", "aboard", "figure 1 of “bird” has a place already"),
        ("us-truck, place", "us-humvee, place", "aboard", "“convoy” has no vehicle or gun “truck”"),
        ("[mortar, spotter]", "[mortar, squad]", "wires", "a wire joins two forces of one side"),
        ("landed: [bird]", "landed: [convoy]", "landed", "“convoy” has no helicopter"),
        ("layer: cell.2", "layer: squad.2", "squad.2}", "is not of the insurgents"),
        ("layer: cell.2", "layer: medics.2", "medics.2}", "is a reserve"),
        ("known: [army]", "known: [insurgents]", "known: [ins", "know of their own ied"),
        ("at: [24, 10]", "at: [20.1, 10]", "kind: ied", "nobody puts a trap on a mine"),
        ("at: [24, 10]", "at: [64, 10]", "kind: ied", "64"),
        ("kind: ied", "kind: shaped charge", "shaped charge", "within 1 in of a door or a wall"),
        ("kind: ied", "kind: nuke", "nuke", "claymore"),
        ("{role: medic, weapons: []}", "{role: medic, leader: true}", "{role: medic, lead", "a unit has one leader"),
        ("wind: 90", "wind: 400", "wind", "less than 360"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(old: str, new: str, sign: str, words: str) -> None:
    assert old in CONVOY
    text = CONVOY.replace(old, new, 1)
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text, file="convoy.yaml")
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if sign in row)
    assert (line, True) in {(one.line, words in one.message) for one in fault.value.all}, str(fault.value)


def test_a_vehicle_has_room_for_no_more_than_its_seats() -> None:
    """A HMMWV has room for three beside its crew, and the book lets nobody ride on light wheels."""
    text = CONVOY.replace("organisation: us-truck", "organisation: us-humvee").replace("convoy.truck", "convoy.humvee")
    with pytest.raises(ScenarioFault, match="HMMWV with heavy machinegun has room for 3 beside its crew, not for 7"):
        read_scenario(text)


def test_who_brings_more_than_there_is_room_for_is_refused_at_the_muster() -> None:
    scenario = read_scenario(CONVOY)
    call = stand_ins(scenario)
    army, rebels = call.sides
    squad = next(unit for unit in army.units if unit.id == "squad")
    more = tuple(replace(squad.figures[2], id=f"more.{n}", number=20 + n) for n in range(8))
    big = replace(squad, figures=(*squad.figures, *more))
    units = tuple(big if unit.id == "squad" else unit for unit in army.units)
    with pytest.raises(RuleViolation) as refused:
        opened(sides=(replace(army, units=units), rebels))
    assert refused.value.code == "no-room"


# ── What events wait for ─────────────────────────────────────────────────────────────────────────────────────────

FIELD = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))


def waited(when, before, after):
    """Whether that has come to pass between two states of the table, a turn apart."""
    script = Script(events=(EventPlan(key="it", title="It", when=when, effects=(PostEffect(text="So."),)),))
    staged = Staged(battle=after, script=script)
    return bool(observed(staged, situation(before), situation(after), ()).marks)


def over(at, flight, turn=1):
    crew, body = flown("bird", "medevac", at=at, flight=flight)
    return replace(battle(crew, cell(at=(40.0, 30.0)), vehicles=(body,)), turn=turn)


@pytest.mark.rule("BG-R289", "BG-VIII.2.12a")
def test_whoever_flies_over_a_place_is_in_it_when_they_land():
    enters = Entered(side=ARMY, units=("bird",), area=FIELD)
    holds = PlaceHeld(side=ARMY, against=INSURGENTS, area=FIELD)
    away, above, down = over((5.0, 5.0), "moving"), over((15.0, 15.0), "hovering", 2), over((15.0, 15.0), "landed", 3)
    assert not waited(enters, away, above)
    assert not waited(holds, away, above)
    assert waited(enters, above, down)
    assert waited(holds, above, down)
    assert not waited(enters, down, over((15.0, 15.0), "hovering", 4)), "it takes off"


@pytest.mark.rule("BG-R289")
def test_an_event_waits_for_a_vehicle_by_its_name():
    enters = Entered(side=ARMY, units=("lorry-v",), area=FIELD)

    def at(where, turn):
        crew, body = vehicle("lorry", "truck", at=where)
        return replace(battle(crew, cell(at=(40.0, 30.0)), vehicles=(body,)), turn=turn)

    assert waited(enters, at((5.0, 15.0), 1), at((15.0, 15.0), 2))
    assert not waited(replace_units(enters, ("other",)), at((5.0, 15.0), 1), at((15.0, 15.0), 2))


def replace_units(trigger, units):
    return trigger.model_copy(update={"units": units})
