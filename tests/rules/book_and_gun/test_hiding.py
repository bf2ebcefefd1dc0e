"""Concealment: the defender sets up in hiding, markers and dummies are laid, looked at and found out. VI.3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import FinishSetUp, Fire, PlaceDummy, SetUp, Spot
from rules.book_and_gun.book.organisations import raise_unit
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.state import ARMY, INSURGENTS, Run, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Card, Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature
from tests.rules.book_and_gun.field import kinds

WOODS = Board(
    48.0,
    36.0,
    (
        Feature("woods", ((1.0, 24.0), (25.0, 24.0), (25.0, 34.0), (1.0, 34.0)), name="Wood", height=4.0),
        Feature("rocks", ((26.0, 20.0), (30.0, 20.0), (30.0, 23.0), (26.0, 23.0)), name="Rocks", height=0.2),
    ),
    edges=(("army", "south"), ("insurgents", "north")),
)
CELL, AGENT = Actor.player(INSURGENTS), Actor.player(ARMY)


def side(key: str, organisation: str, count: int) -> MusterSide:
    units = []
    for n in range(1, count + 1):
        plan = raise_unit(organisation)
        figures = tuple(
            MusterFigure(f"{key[0]}{n}-{f.number}", f.number, f"Man {key[0]}{n}-{f.number}", f.rank, f.role, f.traits)
            for f in plan.figures
        )
        units.append(
            MusterUnit(f"{key[0]}{n}", f"{key.title()} {n}", key, organisation, plan.nation, plan.traits, figures)
        )
    return MusterSide(key, key.title(), tuple(units))


def opened(cells: int = 2, concealment: str = "insurgents") -> State:
    call = Muster(
        "Ambush",
        (side(ARMY, "uk-section", 1), side(INSURGENTS, "insurgent-cell-of-7", cells)),
        WOODS,
        (("concealment", concealment), ("commander", "highest-rank")),
    )
    return RULES.battle.fold(list(RULES.battle.muster(call, Seeded(b"s" * 32, 0))))


def act(state: State, action, by: Actor = CELL, script: str = ""):
    chance = Scripted(script)
    events = list(decide(state, action, by, chance))
    chance.finish()
    return events, fold(state, events)


def refusal(state: State, action, by: Actor = CELL) -> str:
    with pytest.raises(RuleViolation) as violation:
        decide(state, action, by, Scripted(""))
    return violation.value.code


def in_ambush() -> State:
    """Both cells in the wood, a dummy in the rocks, the markers laid."""
    state = opened()
    for action in (SetUp(unit="i1", to="10,24.5"), SetUp(unit="i2", to="17,27"), PlaceDummy(to="28,21")):
        _, state = act(state, action)
    _, state = act(state, FinishSetUp())
    return state


def everything_told(state: State, events, viewer: Viewer) -> str:
    words = [RULES.battle.tell(state, event, viewer) for event in events]
    return " ".join(f"{w.headline} {' '.join(w.lines)}" for w in words if w is not None)


@pytest.mark.rule("BG-VI.3.1a", "BG-VI.1.1a")
def test_only_the_side_that_sets_up_on_the_board_may_hide() -> None:
    state = opened()
    assert [ask.side for ask in RULES.battle.prompt(state).asks] == [INSURGENTS]
    assert all(unit.concealed for unit in state.units_of(INSURGENTS))
    assert not any(unit.concealed for unit in state.units_of(ARMY))
    assert refusal(state, SetUp(unit="a1", to="10,5"), AGENT) == "no-set-up"
    nobody = opened(concealment="none")
    assert not RULES.battle.prompt(nobody)
    assert refusal(nobody, SetUp(unit="i1", to="10,30")) == "no-set-up"


@pytest.mark.rule("BG-VI.3.1a", "BG-R157")
def test_the_defender_places_his_units_on_his_own_half_unseen() -> None:
    state = opened()
    events, after = act(state, SetUp(unit="i1", to="10,30"))
    assert events[0].audience == (INSURGENTS,)
    assert RULES.battle.view(after, Viewer(ARMY)).unit("i1") is None
    assert everything_told(after, events, Viewer(ARMY)) == ""
    assert refusal(state, SetUp(unit="i1", to="10,10")) == "not-your-half"


@pytest.mark.rule("BG-VI.3.2a", "BG-VI.3.2b")
def test_who_sets_up_names_no_place_by_an_enemy_whom_he_does_not_see() -> None:
    """A hidden section of the army, by its name, reads like nobody: not even its half of the table is told."""
    state = opened()
    section = state.unit("a1")
    state = state.with_unit(replace(section, concealed=True))
    for name in ("Army 1", "Nobody 1"):
        assert refusal(state, SetUp(unit="i1", to=name)) == "place-unknown"
        assert refusal(state, SetUp(unit="i1", to=f"6in toward {name}")) == "place-unknown"


def test_one_dummy_for_every_two_markers_and_only_in_cover() -> None:
    state = opened()
    assert refusal(state, PlaceDummy(to="28,21")) == "too-many-dummies"  # nobody hides yet
    _, state = act(state, SetUp(unit="i1", to="10,27"))
    _, state = act(state, SetUp(unit="i2", to="17,27"))
    assert refusal(state, PlaceDummy(to="40,30")) == "no-cover"
    events, state = act(state, PlaceDummy(to="28,21"))
    assert events[0].audience == (INSURGENTS,)
    assert refusal(state, PlaceDummy(to="28,22")) == "too-many-dummies"


@pytest.mark.rule("BG-VI.3.2a", "BG-VI.3.3")
def test_markers_are_laid_for_all_and_the_sheet_for_one_side_only() -> None:
    state = opened()
    for action in (SetUp(unit="i1", to="10,24.5"), SetUp(unit="i2", to="17,27"), PlaceDummy(to="28,21")):
        _, state = act(state, action)
    events, after = act(state, FinishSetUp())
    assert kinds(events) == ["sheet-written", "markers-laid", "phase-step-done"]
    assert events[0].audience == (INSURGENTS,)
    assert [number for number, _ in events[1].places] == [1, 2, 3]
    assert dict(events[0].entries)[3] == ""  # the rocks lie farthest east
    for viewer in (Viewer(ARMY), PUBLIC):
        seen = RULES.battle.view(after, viewer)
        assert [u.name for u in seen.units if u.ref.startswith("marker")] == ["Marker 1", "Marker 2", "Marker 3"]
        assert seen.unit("i1") is None
        assert all(not u.lines for u in seen.units if u.ref.startswith("marker"))
        assert "Insurgents 1" not in everything_told(after, events, viewer)
        assert seen.scene is not None
        assert len(seen.scene.markers) == 3
    own = RULES.battle.view(after, Viewer(INSURGENTS)).unit("marker 3")
    assert own is not None
    assert own.lines == ("Under it: a dummy",)
    assert refusal(after, PlaceDummy(to="28,22")) == "no-set-up"


@pytest.mark.rule("BG-VI.3.2a")
def test_units_in_the_open_stand_on_the_table_when_the_set_up_ends() -> None:
    state = opened(cells=1)
    _, state = act(state, SetUp(unit="i1", to="36,30"))
    events, after = act(state, FinishSetUp())
    assert kinds(events) == ["unit-revealed", "phase-step-done"]
    assert not after.unit("i1").concealed


def test_an_absent_defender_stands_where_he_was_mustered() -> None:
    state = opened()
    ask = RULES.battle.prompt(state).asks[0]
    events, after = act(state, ask.default, Actor.player(INSURGENTS, absent=True))
    assert not RULES.battle.prompt(after)
    opening = decide(after, RULES.battle.proceed(after), ENGINE, Seeded(b"s" * 32, 9))
    assert kinds(opening)[0] == "turn-began"
    assert events[-1].kind == "phase-step-done"


def in_turn(state: State, at: tuple[float, float]) -> State:
    """The fire phase, with the army's section around a point, looking north."""
    unit = state.unit("a1")
    figures = tuple(replace(f, at=(at[0] + 1.5 * i, at[1]), facing=0.0) for i, f in enumerate(unit.figures))
    return replace(
        state.with_unit(replace(unit, figures=figures)),
        turn=1,
        phase=Phase.FIRE,
        run=Run(ARMY, (Card("2S"), Card("3S"))),
    )


@pytest.mark.rule("BG-VI.1.c", "BG-VI.3.2b", "BG-R139")
def test_a_look_at_a_marker_finds_troops_or_a_dummy() -> None:
    state = in_ambush()
    at_rocks = in_turn(state, (24.0, 14.0))  # 7 and some inches from the dummy
    events, after = act(at_rocks, Spot(unit="a1", target="marker 3"), AGENT, "d20:13")
    assert kinds(events)[0] == "spotting-tried"
    assert not events[0].spotted
    assert refusal(after, Spot(unit="a1", target="marker 3"), AGENT) in ("looked-already", "had-its-chance")
    events, after = act(at_rocks, Spot(unit="a1", target="marker 3"), AGENT, "d20:12")
    assert kinds(events)[:2] == ["spotting-tried", "marker-removed"]
    assert [m.number for m in after.markers] == [1, 2]
    at_wood = in_turn(state, (6.0, 21.0))
    troops = next(m for m in state.markers if m.unit == "i1")
    events, after = act(at_wood, Spot(unit="a1", target=f"marker {troops.number}"), AGENT, "d20:1")
    assert kinds(events) == ["spotting-tried", "unit-revealed"]
    assert not after.unit("i1").concealed
    assert all(m.unit != "i1" for m in after.markers)


@pytest.mark.rule("BG-R139")
def test_a_dummy_is_found_out_within_four_inches() -> None:
    state = in_turn(in_ambush(), (26.0, 17.5))
    events, _ = act(state, Spot(unit="a1"), AGENT, "d20:20")
    assert "marker-removed" in kinds(events)


def test_a_marker_reads_like_nobody_to_those_who_fire_at_it() -> None:
    state = in_turn(in_ambush(), (24.0, 14.0))
    assert refusal(state, Fire(unit="a1", target="marker 3"), AGENT) == "no-target"
    assert refusal(state, Fire(unit="a1", target="i1"), AGENT) == "no-target"
    assert refusal(state, Spot(unit="a1", target="marker 9"), AGENT) == "no-target"
