"""Field defences that come with a unit: bought in the builder, dug where it stands, hidden until they are seen."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.course import Course
from rules.infantry_action.decide import decide
from rules.infantry_action.events.sight import WorksSeen
from rules.infantry_action.events.turn import GroundPrepared
from rules.infantry_action.evolve import evolve
from rules.infantry_action.forces.draft import UnitDraft, force_of
from rules.infantry_action.forces.drafting import DRAFTING
from rules.infantry_action.forces.fieldworks import defence_cost
from rules.infantry_action.forces.garage import read_model
from rules.infantry_action.forces.judging import fresh
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.forces.traits import Defence, UnitTraits, dump_unit, load_unit
from rules.infantry_action.picture import scene
from rules.infantry_action.play.ground.places import cover
from rules.infantry_action.play.movement.foreseeing import preview
from rules.infantry_action.play.movement.order_judging import judge_order
from rules.infantry_action.play.sight.locating import locate
from rules.infantry_action.prompt import proceed
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.tell import tell
from rules.infantry_action.view import view as seen_by
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.infantry_action.mustering import BOARD, call, unit

OWN, ENEMY = Viewer(DEFENDER), Viewer(ATTACKER)
EVERYTHING: tuple[Defence, ...] = (
    ("bunker", 3), ("trench", 6), ("wire", 8), ("anti-personnel mines", 8), ("fougasse", 1), ("trip flare", 2),
)  # fmt: skip

apply, undo = DRAFTING.apply, DRAFTING.undo
offers, view, finish = DRAFTING.offers, DRAFTING.view, DRAFTING.finish


def begun(points: str = "no-limit") -> UnitDraft:
    return DRAFTING.begin("own-de44", (("force-points", points),), Scripted([]))


def taken(draft: UnitDraft, *keys: str) -> UnitDraft:
    for key in keys:
        draft = apply(draft, 1, key)
    return draft


def test_works_of_one_name_are_counted() -> None:
    """The second and the third of a name have a number, whatever has been called so before."""
    taken_names = {"Trench of 1 Section"}
    assert [fresh("Trench of 1 Section", taken_names) for _ in range(3)] == [
        "Trench of 1 Section (2)", "Trench of 1 Section (3)", "Trench of 1 Section (4)",
    ]  # fmt: skip
    assert fresh("Wire", taken_names) == "Wire"
    assert "Wire" in taken_names


# ── The builder ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "IA-opt.field-defences", "IA-opt.trench-cost", "IA-opt.bunker-cost", "IA-opt.mine-belt-cost", "IA-opt.devices-cost"
)
def test_each_has_its_price_and_the_total_runs() -> None:
    """The corporal 27. A trench for one 5; a bunker for three 30, for four 10 more; 20 m of wire 4 x 2, of mines
    against men 4 x 5, against tanks 4 x 10, of pungis 4 x 2; a fougasse 10, a trip flare 3: 134 with him 161."""
    steps = ("trench", "bunker", "loophole", "wire", "anti-personnel mines", "anti-tank mines", "pungis", "fougasse")
    draft = begun()
    totals: list[str] = []
    for step in (*steps, "trip flare"):
        draft = apply(draft, 1, f"defence.{step}")
        totals.append(view(draft).spent)
    assert totals == ["32", "62", "72", "80", "100", "140", "148", "158", "161"]
    assert view(undo(draft)).spent == "158"
    notes = view(draft).notes
    assert {"Trench for 1 man", "Bunker for 4 men", "20 m of wire", "Trip flare"} <= set(notes)
    assert load_unit(finish(draft).traits, "own").defences == force_of(draft).defences


@pytest.mark.rule("IA-opt.trench-cost")
def test_a_trench_for_everybody_fills_up_what_is_short() -> None:
    """Four men, a bunker for three: one place of trench, 5 points."""
    draft = taken(begun(), *["man.rifleman"] * 3, "defence.bunker")
    before = Decimal(view(draft).spent)
    draft = apply(draft, 1, "defence.trench for all")
    assert Decimal(view(draft).spent) - before == 5
    assert all(each.key != "defence.trench for all" for each in offers(draft, 1))


@pytest.mark.rule("IA-opt.emplacement-cost")
def test_an_emplacement_is_half_of_what_stands_in_it() -> None:
    """A Pak costs 50, its emplacement 25; a second one for the same gun is refused."""
    draft = begun()
    gun = next(each.key for each in offers(draft, 1) if each.title.startswith("Pak") or "anti-tank gun" in each.title)
    draft = apply(draft, 1, gun)
    before = Decimal(view(draft).spent)
    key = f"defence.emplacement.{gun.removeprefix('buy.')}"
    draft = apply(draft, 1, key)
    assert Decimal(view(draft).spent) - before == 25
    with pytest.raises(RuleViolation, match="has its emplacement already"):
        apply(draft, 1, key)


def test_what_is_refused_says_why() -> None:
    """Two bunkers and a corporal are 87 of 100, a third is 17 short; without a bunker no further place in it."""
    draft = begun("100")
    with pytest.raises(RuleViolation, match="nothing like that"):
        apply(draft, 1, "defence.loophole")
    rich = taken(begun("100"), *["defence.bunker"] * 2)
    with pytest.raises(RuleViolation, match="costs 30 points, and 13 are left: 17 short"):
        apply(rich, 1, "defence.bunker")


# ── On the table ──────────────────────────────────────────────────────────────────────────────────────────────────


def dug_in(defences: tuple[Defence, ...] = EVERYTHING) -> MusterUnit:
    return replace(
        unit(DEFENDER, "de44-gruppe", place=(250.0, 300.0), facing=180.0),
        traits=dump_unit(UnitTraits(defences=defences)),
    )


def opened(
    agreed: str = '{"defender": "defender"}', *, units: tuple[MusterUnit, ...] | None = None, hidden: str = "on"
) -> tuple[list[Event], State]:
    options = (("hidden-deployment", hidden),)
    mustered = call(defenders=units or (dug_in(),), scenario=agreed, options=options)
    events = list(muster(mustered, Seeded(b"digging", 1)))
    state = State()
    for event in events:
        state = evolve(state, event)
    return events, state


@pytest.mark.rule("IA-opt.field-defences", "IA-opt.defender-double")
def test_they_cost_the_agreed_defender_and_are_not_doubled() -> None:
    """Bunker 30, trench 30, wire 16, mines 40, fougasse 10, two flares 6: 132."""
    assert defence_cost(EVERYTHING).value == 132
    _, plain = opened(units=(dug_in(()),))
    _, state = opened()
    assert state.side(DEFENDER).strength - plain.side(DEFENDER).strength == 132


@pytest.mark.rule("IA-opt.field-defences")
def test_without_the_agreement_they_are_left_out() -> None:
    events, state = opened("{}")
    assert not any(isinstance(event, GroundPrepared) for event in events)
    assert not state.secrets
    assert state.board == BOARD
    assert state.side(DEFENDER).strength == opened("{}", units=(dug_in(()),))[1].side(DEFENDER).strength


@pytest.mark.rule("IA-opt.trench-cost", "IA-opt.bunker-cost")
def test_the_men_of_the_front_rank_stand_in_them() -> None:
    """Nine places beside each other: three men in the bunker, six in the trench; the rest of the section beside it."""
    _, state = opened()
    covers = [cover(state, man).value for man in state.figures if man.side == DEFENDER]
    men = len(covers)
    assert (covers.count("bunker"), covers.count("trench")) == (3, min(6, men - 3))
    works = {work.kind: work for work in state.works if work.side == DEFENDER}
    assert len(works["bunker"].occupied) == 3
    assert (works["bunker"].capacity, works["trench"].capacity) == (3, 6)
    assert (works["bunker"].value, works["trench"].value) == (30, 30)


@pytest.mark.rule("IA-opt.mine-belt-cost", "IA-opt.devices-cost")
def test_belts_and_devices_lie_in_front() -> None:
    """It looks south from about y = 300: mines 55 m ahead in a row of squares of about 40 m, wire 35 m ahead."""
    _, state = opened()
    rows = {mine.row for mine in state.mines}
    assert rows <= {23, 24}
    assert 4 <= len({mine.column for mine in state.mines}) <= 6
    assert state.board is not None
    wire = next(feature for feature in state.board.features if feature.kind == "wire")
    assert [y for _, y in wire.outline] == [265.0, 265.0]
    assert abs(wire.outline[0][0] - wire.outline[1][0]) == 40
    assert sorted(device.kind for device in state.devices) == ["fougasse", "trip flare", "trip flare"]


@pytest.mark.rule("IA-opt.emplacement-cost", "IA-R154")
def test_an_emplacement_lies_about_the_gun_that_it_was_built_for() -> None:
    """A 6-pounder costs 50, its emplacement 25. None lies about a gun of a unit that has built none."""
    crew = unit(DEFENDER, "gb44-6pdr", place=(250.0, 300.0), facing=180.0)
    model = read_model(crew.elements[0].traits, "6-pounder")
    dug = replace(crew, traits=dump_unit(UnitTraits(defences=((f"emplacement.{model}", 1),))))
    _, state = opened(units=(dug,))
    (work,) = [work for work in state.works if work.kind == "emplacement"]
    (gun,) = [gun for gun in state.guns if gun.side == DEFENDER]
    assert (work.name, work.side, work.value) == (f"Emplacement of {gun.name}", DEFENDER, 25)
    assert state.board is not None
    (hole,) = [feature for feature in state.board.features if feature.name == work.name]
    assert (hole.kind, hole.outline) == ("emplacement", (gun.at,))
    _, bare = opened(units=(crew,))
    assert not [work for work in bare.works if work.kind == "emplacement"]


# ── Hidden, and seen ──────────────────────────────────────────────────────────────────────────────────────────────


def drawn(state: State, viewer: Viewer) -> set[str]:
    found = scene(state, viewer)
    assert found is not None
    return {feature.name for feature in found.board.features if " of defender" in feature.name}


def told(events: list[Event], viewer: Viewer) -> str:
    state, lines = State(), []
    for event in events:
        state = evolve(state, event)
        one = tell(state, event, viewer)
        if one is not None:
            lines += [one.headline, *one.lines, *one.details]
    return "\n".join(lines)


@pytest.mark.rule("IA-notes.hidden-deployment")
def test_the_enemy_and_the_public_see_none_of_it() -> None:
    events, state = opened()
    assert len(drawn(state, OWN)) == 3
    assert drawn(state, Viewer(umpire=True)) == drawn(state, OWN)
    assert drawn(state, ENEMY) == drawn(state, PUBLIC) == set()
    secret = [event for event in events if isinstance(event, GroundPrepared)]
    assert all(event.audience == (DEFENDER,) for event in secret)
    for viewer in (ENEMY, PUBLIC):
        assert "Trench of" not in f"{seen_by(state, viewer)}"
        assert "Wire of" not in f"{seen_by(state, viewer)}"
    assert "Field defences: Bunker of" in told(events, OWN)


@pytest.mark.rule("IA-notes.hidden-deployment")
def test_without_hidden_deployment_everybody_sees_it() -> None:
    _, state = opened(hidden="off")
    assert drawn(state, ENEMY) == drawn(state, OWN)


@pytest.mark.rule("IA-orders.content")
def test_an_order_neither_names_nor_shows_what_is_hidden() -> None:
    """The way of a section towards the wire is drawn as over open ground, and a trench is no place that it knows."""
    _, state = opened()
    while (due := proceed(state)) is not None:
        for event in decide(state, due, ENGINE, Seeded(b"digging", 3)):
            state = evolve(state, event)
    group = next(each.id for each in state.groups if each.side == ATTACKER)
    to_the_wire = OrderGroup(unit=group, pace="walk", to="250,266")
    _, open_ground = opened(units=(dug_in(()),))
    open_ground = replace(open_ground, period=state.period, step=state.step)
    by = Actor.player(ATTACKER)
    shown = [preview(each, judge_order(each, to_the_wire, by)) for each in (state, open_ground)]
    assert (shown[0].traces, shown[0].notes) == (shown[1].traces, shown[1].notes)
    with pytest.raises(RuleViolation):
        judge_order(state, OrderGroup(unit=group, pace="walk", to=f"Trench of {dug_in().name}"), by)
    theirs = next(each.id for each in state.groups if each.side == DEFENDER)
    judge_order(state, OrderGroup(unit=theirs, pace="walk", to=f"Trench of {dug_in().name}"), Actor.player(DEFENDER))


def near(state: State, y: float) -> State:
    """One man of the attacker in front of the works, looking at them; the defenders are elsewhere."""
    scout = next(man for man in state.figures if man.side == ATTACKER)
    moved = replace(scout, at=(250.0, y), facing=0.0)
    gone = tuple(replace(man, at=(490.0, 390.0)) for man in state.figures if man.side == DEFENDER)
    return state.with_figure(moved, *gone)


@pytest.mark.rule("IA-loc.table")
@pytest.mark.parametrize(("y", "seen"), [(150.0, 0), (170.0, 1), (205.0, 3)])
def test_they_come_to_light_at_the_distance_of_men_who_lie_in_them(y: float, seen: int) -> None:
    """In the open 100 m: the wire lies at 262 to 268, trench and bunker from 294 on."""
    _, state = opened()
    assert state.board is not None
    plain = replace(state.board, features=tuple(f for f in state.board.features if f.name != "Hedge"))
    course = Course(near(replace(state, board=plain), y), Seeded(b"digging", 1))
    locate(course)
    assert len(drawn(course.state, ENEMY)) == seen
    assert len(drawn(course.state, PUBLIC)) == seen
    fresh = [event for event in course.events if isinstance(event, WorksSeen)]
    assert [event.audience for event in fresh] == [(ATTACKER,)] * bool(seen)
