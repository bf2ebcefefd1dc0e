"""What scripted events see of a battle and bring about in it: jokers, arrivals, the end. VIII.0.2, VII.2, BG-R126."""

from dataclasses import replace

import pytest

from rules.battle.ending import Ended
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn, DeclareEnd
from rules.book_and_gun.events.battle import CardsTurned, UnitRevealed
from rules.book_and_gun.events.devices import PeopleSearched
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.turn.readiness import fire_chances, movers
from rules.book_and_gun.stage import STAGE, end, happenings, over, reinforce, settled, situation
from rules.book_and_gun.state import ChargeStage, Combat, Question
from rules.book_and_gun.units import Morale, Phase, Status
from rules.book_and_gun.view import view
from rules.kernel.chance import Card, Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterFigure, MusterUnit
from rules.seam.stage import Happening
from rules.seam.viewing import Viewer
from rules.table.board import Feature

from .field import PLAIN, SOUTH, army, battle, cell, charging, hurt, kinds, only, play

NOTHING = Seeded(b"none", 0)


def coming(name="cavalry", organisation="us-infantry-squad", **changes):
    plan = RULES.forces.raise_unit(organisation)
    figures = tuple(
        MusterFigure(f"{name}-{f.number}", f.number, f"{name} {f.number}", f.rank, f.role, f.traits)
        for f in plan.figures
    )
    unit = MusterUnit(name, name.title(), plan.side, organisation, plan.nation, plan.traits, figures)
    return replace(unit, **changes)


def field(**changes):
    return battle(army(at=(10, 10)), cell(at=(10, 30), facing=SOUTH), phase=Phase.MOVEMENT, **changes)


def arrived(state, *units):
    events = list(reinforce(state, units, NOTHING))
    return events, fold(state, events)


# ── What is seen ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_rule_set_lends_its_stage():
    assert RULES.battle.stage is STAGE


def test_who_is_shaken_or_routed_holds_nothing_and_who_is_pinned_does():
    units = [replace(army(at=(10, 10)), morale=morale) for morale in Morale]
    seen = [situation(battle(unit, cell(at=(10, 30)))).bodies[0].steady for unit in units]
    assert dict(zip(Morale, seen, strict=True)) == {
        Morale.STEADY: True,
        Morale.PINNED: True,
        Morale.SHAKEN: False,
        Morale.ROUTED: False,
    }


def test_a_wounded_man_is_on_the_table_but_counts_no_more_and_a_dead_one_is_nowhere():
    hit = hurt(hurt(army(at=(10, 10)), Status.WOUNDED, 2), Status.KILLED, 3)
    seen = situation(battle(hit, replace(cell(at=(10, 30)), reserve=True)))
    bodies = {body.figure: body for body in seen.bodies}
    assert (seen.turn, seen.board) == (2, PLAIN)
    assert (bodies["able1"].at, bodies["able1"].able, bodies["able1"].side) == ((10, 10), True, "army")
    assert (bodies["able2"].at, bodies["able2"].able) == ((12, 10), False)
    assert (bodies["able3"].at, bodies["able3"].able) == (None, False)
    assert (bodies["red1"].unit, bodies["red1"].at, bodies["red1"].able) == ("red", None, False)


def turned(*cards, **changes):
    given = {"side": "army", "cards": tuple(Card(c) for c in cards), **changes}
    return CardsTurned(**given)


@pytest.mark.rule("BG-VII.2", "BG-R10")
@pytest.mark.parametrize(
    ("event", "jokers"),
    [
        (turned("BJ", joker=True), ["BJ"]),
        (turned("2S", discarded=(Card("RJ"), Card("3H"))), ["RJ"]),  # nobody could be named for it
        (turned("2S", "3S", next_card=Card("RJ")), ["RJ"]),  # it broke the run
        (turned("2S", "3S"), []),
    ],
)
def test_a_joker_that_is_turned_is_noticed_whoever_may_use_it(event, jokers):
    assert happenings(field(), event) == tuple(Happening("joker", name) for name in jokers)


@pytest.mark.rule("BG-VII.2")
def test_a_joker_that_broke_a_run_is_noticed_only_once():
    waiting = field(next_card=Card("RJ"))
    opened = CardsTurned(side="insurgents", cards=(Card("RJ"),), joker=True, from_next=True)
    assert happenings(waiting, opened) == ()
    unused = CardsTurned(side="army", cards=(Card("BJ"),), joker=True, discarded=(Card("RJ"),), from_next=True)
    assert happenings(waiting, unused) == (Happening("joker", "BJ"),)


@pytest.mark.rule("BG-XI.1.1b")
def test_nothing_comes_in_between_a_question_or_a_close_combat():
    state = field()
    assert settled(state)
    assert settled(charging(state, "red", "able"))
    assert not settled(charging(state, "red", "able", stage=ChargeStage.CLOSED))
    assert not settled(charging(state, "red", "able", stage=ChargeStage.MET))
    assert not settled(replace(state, questions=(Question("q", "evade", "army", "able", "red"),)))
    assert not settled(replace(state, combats=(Combat("c", ("red",), ("able",), ("red1",), ("able1",)),)))


@pytest.mark.rule("BG-R131")
def test_the_battle_ends_by_the_umpires_word():
    assert end("army", "the bridge is taken") == DeclareEnd(winner="army", reason="the bridge is taken")
    assert end(None, "nightfall").winner == "draw"
    with pytest.raises(RuleViolation) as refused:
        end("civilians", "they are left in peace")
    assert refused.value.code == "cannot-win"
    assert over(replace(field(), ended=Ended(None, "nightfall")))
    assert not over(field())


# ── Arrivals ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.0.2b", "BG-R126")
def test_a_unit_arrives_on_its_sides_edge_does_not_move_and_may_fire():
    events, state = arrived(field(), coming())
    assert kinds(events) == ["unit-mustered"]
    unit = state.unit("cavalry")
    # The southern edge: seven men in line, half a base (0.5 in) from the edge, about its middle at x = 24.
    assert {f.at[1] for f in unit.figures} == {0.5}
    assert sum(f.at[0] for f in unit.figures) / 7 == pytest.approx(24)
    assert unit.facing == 0
    assert movers(state, unit) == {}
    assert len(fire_chances(replace(state, phase=Phase.FIRE), unit)) == 7
    _, later = play(replace(state, phase=Phase.MORALE, phase_steps=("ended",)), BeginTurn())
    assert movers(later, later.unit("cavalry"))


@pytest.mark.rule("BG-VIII.0.2b")
def test_several_units_share_the_edge_and_nobody_stands_on_anybody():
    there = battle(army(at=(8, 0.5)), cell(at=(10, 30), facing=SOUTH))
    _, state = arrived(there, coming("first"), coming("second"))
    places = [f.at for u in state.units for f in u.figures]
    apart = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for i, a in enumerate(places) for b in places[:i]]
    assert min(apart) >= 1 - 1e-6
    # Two shares of 48 inches: their middles are about 12 and 36.
    assert sum(f.at[0] for f in state.unit("second").figures) / 7 == pytest.approx(36)
    assert sum(f.at[0] for f in state.unit("first").figures) / 7 == pytest.approx(12, abs=3)


@pytest.mark.rule("BG-VIII.0.2b", "BG-R126")
def test_each_side_shares_its_own_edge_among_those_of_its_units_that_have_no_place():
    """Of the army's three two share the southern 48 inches: their middles are at 12 and 36. The insurgents' one has the
    middle of the northern edge to itself, and looks south."""
    events, state = arrived(
        field(),
        coming("first"),
        coming("placed", place=(8.0, 20.0)),
        coming("second"),
        coming("band", "insurgent-cell"),
    )
    assert [(event.unit.id, event.unit.entered_turn) for event in only(events, "unit-mustered")] == [
        (name, 2) for name in ("first", "placed", "second", "band")
    ]
    assert {event.citations for event in only(events, "unit-mustered")} == {("BG-VIII.0.2b", "BG-R126")}
    middles = {u.id: sum(f.at[0] for f in u.figures) / len(u.figures) for u in state.units if u.entered_turn == 2}
    assert [middles[name] for name in ("first", "second", "band")] == [pytest.approx(x) for x in (12, 36, 24)]
    assert max(f.at[1] for f in state.unit("band").figures) == 35.5
    assert [state.unit(name).facing for name in ("first", "placed", "band")] == [0, 0, 180]
    assert not any(unit.concealed for unit in state.units)


@pytest.mark.rule("BG-VIII.0.2b", "BG-R126")
def test_two_that_arrive_at_one_place_stand_beside_each_other():
    _, state = arrived(field(), coming("first", place=(20.0, 20.0)), coming("second", place=(20.0, 20.0)))
    places = [f.at for name in ("first", "second") for f in state.unit(name).figures]
    apart = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for i, a in enumerate(places) for b in places[:i]]
    assert min(apart) >= 1 - 1e-6


def test_a_unit_arrives_where_the_scenario_says():
    _, state = arrived(field(), coming(place=(30.0, 20.0), facing=90.0))
    unit = state.unit("cavalry")
    assert unit.facing == 90
    assert max(f.at[0] for f in unit.figures) == pytest.approx(30)


def test_without_a_board_it_is_simply_there():
    _, state = arrived(battle(army(), cell()), coming())
    assert state.unit("cavalry").strength == 7
    assert all(f.at is None for f in state.unit("cavalry").figures)
    assert state.unit("cavalry").morale is Morale.STEADY


@pytest.mark.rule("BG-IV.5", "BG-R24")
def test_the_commander_stays_who_he_was():
    state = field()
    named = state.with_side(replace(state.side("army"), basic_units=3, commander="able1"))
    _, later = arrived(named, coming())
    assert later.side("army") == named.side("army")


@pytest.mark.rule("BG-R139", "BG-VI.1.1a")
@pytest.mark.parametrize(("gap", "found"), [(4.0, True), (5.0, False)])
def test_who_arrives_beside_a_hidden_enemy_finds_him(gap, found):
    hidden = replace(cell(size=1, at=(30, 20 + gap), facing=SOUTH), concealed=True)
    woods = replace(PLAIN, features=(Feature("woods", ((20, 23), (40, 23), (40, 36), (20, 36))),))
    state = battle(army(at=(10, 2)), hidden, board=woods, phase=Phase.MOVEMENT)
    one = coming(place=(30.0, 20.0))
    events, later = arrived(state, replace(one, figures=one.figures[:1]))
    assert any(isinstance(e, UnitRevealed) for e in events) is found
    assert later.unit("red").concealed is not found


@pytest.mark.rule("BG-VI.3.1a")
def test_a_unit_of_a_side_that_hides_arrives_hidden_before_the_first_card_and_openly_after_it():
    state = replace(field(), phase=Phase.SETUP, turn=0)
    state = state.with_side(replace(state.side("insurgents"), conceals=True))
    _, early = arrived(state, coming("late", "insurgent-cell"))
    assert early.unit("late").concealed
    assert view(early, Viewer("army")).unit("late") is None
    _, after = arrived(replace(state, phase=Phase.MOVEMENT, turn=2), coming("late", "insurgent-cell"))
    assert not after.unit("late").concealed
    assert view(after, Viewer("army")).unit("late") is not None


@pytest.mark.rule("BG-R183")
def test_in_the_fog_an_arrival_is_known_to_those_who_see_it():
    wood = Feature("woods", ((0, 14), (48, 14), (48, 22), (0, 22)))
    state = field(board=replace(PLAIN, features=(wood,)), options=(("fog", "on"),))
    events, later = arrived(state, coming("away", place=(30.0, 4.0)))
    assert view(later, Viewer("army")).unit("away") is not None
    assert view(later, Viewer("insurgents")).unit("away") is None  # the wood is between
    assert RULES.battle.tell(later, events[0], Viewer("insurgents")) is None
    events, later = arrived(state, coming("near", "insurgent-cell", place=(12.0, 13.0)))
    assert "knowledge-changed" in kinds(events)
    assert view(later, Viewer("army")).unit("near") is not None


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        (coming("able"), "same-id"),
        (coming(figures=()), "empty-unit"),
        (coming(traits='{"kind": 5, "nonsense": 1}'), "unreadable-sheet"),
        (coming(side="martians"), "unknown-side"),
    ],
)
def test_who_cannot_arrive_is_refused(unit, code):
    with pytest.raises(RuleViolation) as refused:
        reinforce(field(), (unit,), Scripted(""))
    assert refused.value.code == code
    assert refused.value.remedy


def test_nobody_arrives_after_the_end():
    with pytest.raises(RuleViolation) as refused:
        reinforce(replace(field(), ended=Ended(None, "nightfall")), (coming(),), NOTHING)
    assert refused.value.code == "battle-over"


def test_an_arrival_is_told_to_all_but_its_names_to_its_own_side():
    events, state = arrived(field(), coming())
    own = RULES.battle.tell(state, events[0], Viewer("army"))
    other = RULES.battle.tell(state, events[0], Viewer("insurgents"))
    assert own.headline == other.headline
    assert own.headline.startswith("Cavalry arrives at ")
    assert any("cavalry 3" in line for line in own.details)
    assert not other.lines
    assert not other.details


@pytest.mark.rule("BG-XIII.9.1")
@pytest.mark.parametrize(("item", "told"), [("a bomb", (Happening("found", "army", "red"),)), ("", ())])
def test_a_search_that_finds_something_is_noticed_with_whom_it_was_found(item, told):
    searched = PeopleSearched(unit="able", searchers=("able1", "able2"), target="red", die=2, item=item, figure="red1")
    assert happenings(field(), searched) == told
