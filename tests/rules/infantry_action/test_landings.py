"""Troops that a scenario lets land from the air: planned in its file, paid for, sealed, brought down."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.decide import decide
from rules.infantry_action.events.turn import GroundPrepared, GroupMustered
from rules.infantry_action.evolve import evolve
from rules.infantry_action.forces.garage import DRIVER, GUNNER
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.forces.traits import dump_element, dump_figure, read_kit
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.play.victory.count import resources
from rules.infantry_action.prompt import proceed, prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.tell import tell
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.scenario import ScenarioFault, read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.seam.forces import ElementKind, Muster, MusterElement, MusterFigure, MusterUnit
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.mustering import call, unit

FILE = """\
rules: infantry-action
key: pegasus
title: From the sky
summary: A section jumps
briefing: They come down behind the wood.
board:
  name: Field
  size: [400, 400]
  measure: metres
  edges: {attacker: south, defender: north}
  features:
    - {kind: woods, area: [[20, 20], [60, 20], [60, 60], [20, 60]], name: Wood}
sides:
  attacker:
    name: British
    forces:
      headquarters: {organisation: gb44-hq, name: Headquarters}
      jumpers: {organisation: gb44-section, name: Jumpers}
      later: {organisation: gb44-section, name: Later, reserve: true}
  defender:
    name: Germans
    forces:
      gruppe: {organisation: de44-gruppe, name: Gruppe}
details:
  landings:
    - {force: jumpers, period: 2, aim: [200, 250]}
  troops:
    gruppe: {quality: -1}
"""
DROP = '{"landings":[{"unit":"attacker-gb44-section-1","period":2,"aim":[250,200]}]}'


def folded(muster_of: Muster) -> tuple[State, list[Event]]:
    events = list(muster(muster_of, Seeded(b"landing", 1)))
    state = State()
    for event in events:
        state = evolve(state, event)
    return state, events


def until(state: State, period: int, step: PeriodStep) -> State:
    """Both sides seal what is due until that step is reached."""
    number = 10
    while (state.period, state.step) != (period, step) or (proceed(state) is not None and step is PeriodStep.ORDERS):
        action, by = proceed(state), ENGINE
        if action is None:
            action, by = SealOrders(), Actor.player(prompt(state).asks[0].side)
        number += 1
        for event in decide(state, action, by, Seeded(b"landing", number)):
            state = evolve(state, event)
    return state


@pytest.mark.rule("IA-opt.air-landed-cost", "IA-R009", "IA-air.para-drop")
def test_a_section_that_jumps_costs_half_as_much_again_and_is_not_on_the_table() -> None:
    """Headquarters and section together cost 419."""
    plain = folded(call())[0]
    alone = folded(call((unit(ATTACKER, "gb44-hq"),)))[0].side(ATTACKER).strength
    section = plain.side(ATTACKER).strength - alone
    state = folded(call(scenario=DROP))[0]

    assert plain.side(ATTACKER).strength == Decimal(419)
    assert state.side(ATTACKER).strength == alone + section * Decimal("1.5")
    assert state.drops == (Drop("attacker-gb44-section-1", (250.0, 200.0), 2),)
    assert all(man.at is None for man in state.men("attacker-gb44-section-1"))
    assert state.group("attacker-gb44-section-1").by_air
    with pytest.raises(RuleViolation, match="more than the 420 agreed"):
        muster(call(scenario=DROP.replace('{"landings"', '{"limit":420,"landings"')), Seeded(b"", 1))


@pytest.mark.rule("IA-air.flight-plan")
def test_the_plan_is_sealed_before_anybody_is_placed_and_the_other_side_learns_nothing() -> None:
    state, events = folded(call(scenario=DROP))
    plan = next(e for e in events if isinstance(e, GroundPrepared))

    assert events.index(plan) < min(at for at, e in enumerate(events) if isinstance(e, GroupMustered))
    assert plan.audience == (ATTACKER,)
    told = tell(state, plan, Viewer(side=ATTACKER))
    assert told is not None
    assert told.headline == "British has sealed its landings from the air"
    assert "period 2" in told.lines[0]
    assert tell(state, plan, Viewer(side=DEFENDER)) is None


@pytest.mark.rule("IA-air.para-drop", "IA-R048")
def test_it_takes_no_orders_in_the_sky_and_is_down_in_its_period() -> None:
    state = until(folded(call(scenario=DROP))[0], 1, PeriodStep.ORDERS)
    ask = next(each for each in prompt(state).asks if each.side == ATTACKER)
    assert ask.units == ("attacker-gb44-hq-1",)
    with pytest.raises(RuleViolation, match="has not landed yet"):
        decide(
            state,
            OrderGroup(unit="attacker-gb44-section-1", pace="halt"),
            Actor.player(ATTACKER),
            Seeded(b"landing", 5),
        )
    state = until(state, 2, PeriodStep.LOCATION)
    assert state.drops == ()
    assert all(man.landed_in == 2 for man in state.men("attacker-gb44-section-1"))


@pytest.mark.rule("IA-vic.own-resources", "IA-R152")
def test_the_surcharge_is_a_part_of_what_each_man_counts() -> None:
    """A corporal with sub machine gun and grenades is worth 27 points, and 13.5 more from the air."""
    state = folded(call(scenario=DROP))[0]
    corporal = state.figure("attacker-gb44-section-1.1")
    found = next(each for each in resources(state, ATTACKER) if each.name == corporal.name and each.cost.value > 27)
    assert found.cost.value == Decimal("40.5")


# ── Aircraft ──────────────────────────────────────────────────────────────────────────────────────────────────────


def glider_unit(*, seats_for: int = 6, crew: bool = True) -> MusterUnit:
    """A glider with two pilots, a lance corporal and riflemen."""
    rifle = dump_figure(read_kit(Rank.PRIVATE, "rifle"))
    lance = dump_figure(read_kit(Rank.LANCE_CORPORAL, "rifle"))
    bare = dump_figure(read_kit(Rank.PRIVATE, ""))
    kits = (bare, bare, lance, *(rifle,) * (seats_for - 1))
    men = tuple(MusterFigure(f"lift.{n}", n, f"Lift {n}", "Private", "", kit) for n, kit in enumerate(kits, start=1))
    places = ((DRIVER, "lift.1"), (GUNNER, "lift.2")) if crew else ()
    if not crew:
        men = men[2:]
    bird = MusterElement(
        "lift.glider", 90, ElementKind.VEHICLE, "dfs-230", "DFS 230", dump_element("dfs-230"), crew=places
    )  # fmt: skip
    return MusterUnit("lift", "Lift", ATTACKER, "lift", "gb", "{}", men, None, None, (bird,))


def flight(end: str = "[60,300]", more: str = "") -> str:
    return f'{{"landings":[{{"unit":"lift","period":1,"path":[[-50,300],{end}]{more}}}]}}'


def flown(scenario: str, lift: MusterUnit | None = None) -> Muster:
    return call((unit(ATTACKER, "gb44-hq"), lift or glider_unit()), scenario=scenario)


@pytest.mark.rule("IA-air.flight-plan", "IA-R008", "IA-R221")
def test_a_glider_brings_a_section_whose_pilots_are_free() -> None:
    """A lance corporal and five riflemen without a place of their own take its seats; half as much again for them."""
    hq = folded(call((unit(ATTACKER, "gb44-hq"),)))[0].side(ATTACKER).strength
    state = folded(flown(flight()))[0]
    section = sum((man.value for man in state.men("lift")), Decimal(0))

    assert state.flights == (FlightPlan("lift.glider", ((-50.0, 300.0), (60.0, 300.0)), 1),)
    assert {man.aboard for man in state.men("lift")} == {"lift.glider"}
    assert (state.vehicle("lift.glider").at, len(state.aboard("lift.glider"))) == (None, 8)
    assert state.side(ATTACKER).strength == hq + section * Decimal("1.5")
    down = until(state, 1, PeriodStep.LOCATION)
    assert down.vehicle("lift.glider").at == (60.0, 300.0)
    out = until(down, 2, PeriodStep.LOCATION)
    assert all(man.at is not None for man in out.men("lift") if man.place == "passenger" or man.aboard is None)


@pytest.mark.parametrize(
    ("scenario", "lift", "said"),
    [
        (flight("[700,300]"), None, "ends over the table"),
        (flight(more=',"then":"hover"'), None, "lands and stays"),
        (flight(more=',"aircraft":"lift.other"'), None, "no such aircraft"),
        (flight(), glider_unit(seats_for=10), "no seat in the aircraft"),
        (flight(), glider_unit(crew=False), "Nobody flies"),
        ('{"landings":[{"unit":"lift","period":1,"aim":[60,300]}]}', None, "cannot be dropped"),
        ('{"landings":[{"unit":"nobody","period":1,"aim":[60,300]}]}', None, "not in this battle"),
        ('{"landings":[{"unit":"attacker-gb44-hq-1","period":1,"path":[[0,0],[9,9]]}]}', None, "no aircraft"),
        ('{"landings":[{"unit":"attacker-gb44-hq-1","period":1,"aim":[-60,300]}]}', None, "off the table"),
    ],
)
def test_what_cannot_land_so_is_refused(scenario: str, lift: MusterUnit | None, said: str) -> None:
    with pytest.raises(RuleViolation, match=said) as refused:
        muster(flown(scenario, lift), Seeded(b"", 1))
    assert refused.value.remedy


def two_gliders(*, second: bool = True, truck: bool = False) -> MusterUnit:
    """A pilot in each of two gliders, or a glider and a truck that goes with it."""
    men = glider_unit().figures
    types = (("a", "dfs-230"), *((("b", "dfs-230"),) if second else ()), *((("t", "truck-15cwt"),) if truck else ()))
    birds = tuple(
        MusterElement(f"lift.{key}", 90 + number, ElementKind.VEHICLE, model, f"Lift {key}", dump_element(model),
                      crew=((DRIVER, f"lift.{number + 1}"),))
        for number, (key, model) in enumerate(types)
    )  # fmt: skip
    return MusterUnit("lift", "Lift", ATTACKER, "lift", "gb", "{}", men, None, None, birds)


def ways(*aircraft: str, start: int = 300) -> str:
    """A flight for each of these aircraft of the lift, side by side; "" names none."""
    each = (
        f'{{"unit":"lift","period":1,"path":[[-50,{start - 50 * n}],[60,{start - 50 * n}]]'
        + (f',"aircraft":"{key}"}}' if key else "}")
        for n, key in enumerate(aircraft)
    )
    return f'{{"landings":[{",".join(each)}]}}'


@pytest.mark.rule("IA-air.flight-plan", "IA-R221")
def test_each_of_two_aircraft_has_a_way_of_its_own() -> None:
    state = folded(flown(ways("lift.b", "lift.a"), two_gliders()))[0]
    assert {(each.vehicle, each.path[-1]) for each in state.flights} == {
        ("lift.b", (60.0, 300.0)), ("lift.a", (60.0, 250.0)),
    }  # fmt: skip


@pytest.mark.rule("IA-air.flight-plan", "IA-R221")
@pytest.mark.parametrize(
    ("scenario", "lift", "code"),
    [
        (ways(""), two_gliders(), "which-aircraft"),
        (ways("lift.a", ""), two_gliders(), "which-aircraft"),
        (ways("lift.a", "lift.a"), two_gliders(), "two-landings"),
        (ways("", ""), two_gliders(second=False), "two-landings"),
        (ways("lift.a"), two_gliders(), "no-flight-plan"),
        (ways("lift.a"), two_gliders(second=False, truck=True), "cannot-fly"),
        (ways("lift.c", "lift.a"), two_gliders(), "no-aircraft"),
    ],
)
def test_an_aircraft_without_exactly_one_way_is_refused(scenario: str, lift: MusterUnit, code: str) -> None:
    """Each aircraft needs one path: none is left to guess, none is flown twice, none stays behind."""
    with pytest.raises(RuleViolation) as refused:
        muster(flown(scenario, lift), Seeded(b"", 1))
    assert refused.value.code == code
    assert refused.value.remedy


def riding(*more: str, riders: str = "attacker-gb44-section-1") -> str:
    """The lift flies; whoever rides with it, and what else is planned."""
    plans = (f'{{"unit":"{riders}","period":1,"rides":"lift"}}', *more)
    return ways("").replace("[{", f"[{','.join(plans)},{{", 1)


@pytest.mark.rule("IA-air.para-drop", "IA-air.flight-plan")
@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        (riding('{"unit":"attacker-gb44-section-1","period":1,"rides":"lift"}'), "two-landings"),
        (riding('{"unit":"attacker-gb44-hq-1","period":1,"rides":"attacker-gb44-section-1"}'), "no-lift"),
        (
            '{"landings":[{"unit":"attacker-gb44-section-1","period":1,"aim":[60,300]},'
            '{"unit":"attacker-gb44-section-1","period":2,"aim":[90,300]}]}',
            "two-landings",
        ),
    ],
)
def test_a_unit_lands_once_and_only_with_somebody_who_flies(scenario: str, code: str) -> None:
    troops = (unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-section"), two_gliders(second=False))
    with pytest.raises(RuleViolation) as refused:
        muster(call(troops, scenario=scenario), Seeded(b"", 1))
    assert refused.value.code == code


def test_a_unit_with_a_vehicle_of_its_own_rides_with_nobody() -> None:
    section = unit(ATTACKER, "gb44-section")
    truck = MusterElement("truck", 90, ElementKind.VEHICLE, "truck-15cwt", "Truck", dump_element("truck-15cwt"))
    section = replace(section, elements=(*section.elements, truck))
    with pytest.raises(RuleViolation, match="find no room") as refused:
        muster(call((unit(ATTACKER, "gb44-hq"), two_gliders(second=False), section), scenario=riding()), Seeded(b"", 1))
    assert refused.value.code == "no-lift"


def test_a_unit_of_which_nobody_is_left_is_not_dropped() -> None:
    section = replace(unit(ATTACKER, "gb44-section"), figures=(), elements=())
    with pytest.raises(RuleViolation) as refused:
        muster(call((unit(ATTACKER, "gb44-hq"), section), scenario=DROP), Seeded(b"", 1))
    assert refused.value.code == "nobody"


@pytest.mark.rule("IA-R047")
def test_declared_drops_fall_where_the_players_say() -> None:
    men = unit(ATTACKER, "gb44-section").figures
    fell = tuple((man.id, (200.0 + 5 * n, 250.0)) for n, man in enumerate(men))
    written = ",".join(f'["{who}",[{x:g},{y:g}]]' for who, (x, y) in fell)
    scenario = DROP.replace('"aim"', f'"fell":[{written}],"aim"')
    state = folded(call(options=(("para-drop", "declared"),), scenario=scenario))[0]
    assert state.drops == (Drop("attacker-gb44-section-1", (250.0, 200.0), 2, fell),)


@pytest.mark.rule("IA-R047")
def test_declared_drops_need_need_a_place_for_everybody() -> None:
    options = (("para-drop", "declared"),)
    with pytest.raises(RuleViolation, match="not said where"):
        muster(call(options=options, scenario=DROP), Seeded(b"", 1))


# ── Scenario files ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_plans_the_drop_and_the_quality() -> None:
    state = folded(stand_ins(read_scenario(FILE)))[0]

    assert state.drops == (Drop("jumpers", (200.0, 250.0), 2),)
    assert all(man.at is None for man in state.men("jumpers"))
    assert (state.group("gruppe").quality, state.group("headquarters").quality) == (-1, 0)


@pytest.mark.rule("IA-air.flight-plan")
def test_a_helicopter_of_the_ready_organisations_brings_men_of_another_force() -> None:
    """A Huey has 8 seats; a section of 8 men rides, one of 10 does not."""
    way = "path: [[0, 200], [200, 200]], then: hover"
    lift = f"    - {{force: jumpers, rides: huey}}\n    - {{force: huey, period: 1, {way}}}\n"
    text = FILE.replace("    - {force: jumpers, period: 2, aim: [200, 250]}\n", lift)
    text = text.replace("      later:", "      huey: {organisation: us68-huey, name: Huey}\n      later:")
    state = folded(stand_ins(read_scenario(text.replace("gb44-section, name: Jumpers", "ch44-patrol, name: Jumpers"))))[
        0
    ]
    (bird,) = state.vehicles
    assert {man.aboard for man in state.men("jumpers")} == {bird.id}
    assert all(state.group(each).by_air for each in ("jumpers", "huey"))
    with pytest.raises(RuleViolation, match="no seat"):
        folded(stand_ins(read_scenario(text)))
    with pytest.raises(RuleViolation, match="rides with nobody who flies"):
        folded(stand_ins(read_scenario(text.replace("rides: huey", "rides: headquarters"))))


@pytest.mark.rule("IA-R156", "IA-notes.troop-quality", "IA-notes.agreement", "IA-notes.average-dice")
def test_average_dice_are_agreed_under_their_house_rule() -> None:
    text = FILE.replace("quality: -1", "dice: average")
    with pytest.raises(RuleViolation, match="average-dice is off"):
        folded(stand_ins(read_scenario(text)))
    agreed = read_scenario(text.replace("details:", "options:\n  average-dice: per-group\ndetails:"))
    state = folded(stand_ins(agreed))[0]
    assert (state.group("gruppe").average, state.group("jumpers").average) == (True, False)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("force: jumpers", "force: jumper", "did you mean “jumpers”"),
        ("force: jumpers", "force: later", "is a reserve"),
        ("aim: [200, 250]", "aim: [200, 650]", "off the board"),
        ("aim: [200, 250]", "aim: Woods", "Woods"),
        ("aim: [200, 250]", "path: [[0, 200], [500, 250]]", "off the board"),
        ("aim: [200, 250]", "then: land", "give an aim for a drop, or a path"),
        ("aim: [200, 250]", "path: [[0, 0], [9, 9]], aircraft: jumpers.bird", "no vehicle or gun “bird”"),
        ("    gruppe: {quality", "    grupe: {quality", "did you mean “gruppe”"),
        ("quality: -1", "quality: -11", "greater than or equal to -10"),
    ],
)
def test_faults_of_a_file_are_found_at_their_line(was: str, now: str, said: str) -> None:
    text = FILE.replace(was, now)
    with pytest.raises(ScenarioFault, match=said) as fault:
        read_scenario(text, file="pegasus.yaml")
    assert "pegasus.yaml:" in str(fault.value)
