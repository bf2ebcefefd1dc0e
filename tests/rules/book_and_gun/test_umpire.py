"""The umpire's word: rulings before declared and measured facts, conditions, who is seen, who is out. VI.1.1."""

from dataclasses import replace

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import facts
from rules.book_and_gun.actions.battle import (
    Conceal,
    PlaceUnit,
    RemoveFigure,
    RestoreFigure,
    Reveal,
    SetConditions,
    SetEngagementRules,
)
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.units import Ground, Phase, Status
from rules.kernel.action import UMPIRE
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature

from .field import PLAIN, SOUTH, battle, only
from .war import War, band, dice, moving, squad


def war():
    state = battle(squad(at=(10, 8)), band(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    return moving(
        replace(state, board=replace(PLAIN, features=(Feature("woods", ((0, 7), (48, 7), (48, 30), (0, 30))),)))
    )


def test_a_ruling_goes_before_what_is_declared_and_that_before_what_is_measured():
    measured = war().do(Move(unit="able", to="north 20"), dice(5, 3, 2))
    assert only(measured, "unit-moved")[0].inches == 5
    declared = war().do(Move(unit="able", to="north 20", terrain=Ground.CLEAR), dice(5, 3, 2))
    assert only(declared, "unit-moved")[0].inches == 10
    ruled = war()
    ruled.do(RuleFact(fact="terrain", value="dense", unit="able"), by=UMPIRE)
    moved = only(ruled.do(Move(unit="able", to="north 20", terrain=Ground.CLEAR), dice(4, 4, 4)), "unit-moved")[0]
    assert moved.inches == 4
    assert next(f for f in moved.facts if f.name == "terrain").source is Source.RULING


def test_a_ruling_holds_for_its_turns_and_the_narrower_one_wins():
    table = war()
    table.do(RuleFact(fact="range", value="14 in", unit="able"), by=UMPIRE)
    table.do(RuleFact(fact="Range", value="9", unit="able", other="red", turns=1), by=UMPIRE)
    assert facts.ruled(table.state, facts.RANGE, "able", "red") == 9
    assert facts.ruled(table.state, facts.RANGE, "able", "green") == 14
    assert facts.ruled(replace(table.state, turn=3), facts.RANGE, "able", "red") == 14
    assert facts.ruled(table.state, facts.RANGE, "baker") is None


def test_a_missing_fact_is_refused_and_the_option_named():
    with pytest.raises(RuleViolation) as refused:
        facts.fact(battle(squad(), band()), facts.DISTANCE, "able", "red")
    assert refused.value.code == "fact-needed"
    assert "distance" in refused.value.remedy


@pytest.mark.rule("BG-VI.1.1c", "BG-R30")
def test_light_weather_ground_and_visibility_are_the_umpires():
    table = war()
    table.do(SetConditions(light="night", visibility=24), by=UMPIRE)
    assert (table.state.conditions.light, table.state.conditions.visibility) == ("night", 24)
    table.do(SetConditions(unlimited=True, weather="fog"), by=UMPIRE)
    assert (table.state.conditions.weather, table.state.conditions.visibility) == ("fog", None)
    assert table.refuses(SetConditions(), by=UMPIRE) == "as-it-is"


@pytest.mark.rule("BG-VI.1.1c")
def test_he_hides_and_reveals_units():
    table = war()
    hidden, *remembered = table.do(Conceal(unit="red"), by=UMPIRE)
    assert hidden.audience == ("insurgents",)
    assert {(event.kind, event.audience) for event in remembered} == {
        ("knowledge-changed", ("army",)),
        ("knowledge-changed", ("civilians",)),
    }
    assert table.unit("red").concealed
    assert table.refuses(Conceal(unit="red"), by=UMPIRE) == "as-it-is"
    table.do(Reveal(unit="red"), by=UMPIRE)
    assert not table.unit("red").concealed
    table.do(Reveal(unit="red"), by=UMPIRE)
    assert [(s.side, s.until) for s in table.unit("red").spotted] == [("army", 3)]


@pytest.mark.rule("BG-III.2.4.0")
def test_he_sets_the_rules_of_engagement():
    table = war()
    table.do(SetEngagementRules(side="army", roe=2), by=UMPIRE)
    assert table.state.side("army").roe == 2


def test_he_places_removes_and_restores():
    table = war()
    table.do(PlaceUnit(unit="able", to="24,18", facing=90), by=UMPIRE)
    assert max(f.at[0] for f in table.unit("able").figures) == pytest.approx(24)
    assert table.unit("able").facing == 90
    assert table.unit("able").moved_turn == 0
    table.do(RemoveFigure(figure="able1", reason="arrested"), by=UMPIRE)
    assert table.figure("able1").status is Status.GONE
    assert table.refuses(RemoveFigure(figure="able1"), by=UMPIRE) == "not-there"
    table.do(RestoreFigure(figure="able1"), by=UMPIRE)
    assert table.figure("able1").fit
    assert table.refuses(RestoreFigure(figure="able1"), by=UMPIRE) == "is-fit"
    assert table.refuses(RemoveFigure(figure="nobody"), by=UMPIRE) == "unknown-figure"
    assert table.refuses(Reveal(unit="nobody"), by=UMPIRE) == "unknown-unit"


def test_without_a_board_nothing_can_be_placed():
    assert War(battle(squad(), band())).refuses(PlaceUnit(unit="able", to="G7"), by=UMPIRE) == "no-board"


@pytest.mark.rule("BG-VI.1.1a", "BG-R139")
@pytest.mark.parametrize(("gap", "revealed"), [(4.0, True), (4.5, False)])
def test_a_concealed_unit_is_placed_on_the_table_when_an_enemy_comes_within_four_inches(gap, revealed):
    hidden = replace(band(size=1, at=(10, 20 + gap), facing=SOUTH), concealed=True)
    state = battle(squad(size=1, at=(10, 10)), hidden, band("green", at=(30, 34)), phase=Phase.MOVEMENT)
    table = moving(state)
    events = table.do(Move(unit="able", to="10,20"), dice(6, 5, 5))
    assert table.at("able1") == (10, 20)
    assert bool(only(events, "unit-revealed")) is revealed
    assert table.unit("red").concealed is not revealed


@pytest.mark.rule("BG-VI.1.1b", "BG-R139")
def test_a_concealed_unit_that_leaves_its_woods_is_seen():
    woods = Feature("woods", ((0, 0), (48, 0), (48, 10), (0, 10)))
    hidden = replace(squad(size=1, at=(10, 5)), concealed=True)
    state = battle(hidden, band(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    table = moving(replace(state, board=replace(PLAIN, features=(woods,))), 2)
    staying = table.do(Move(unit="able", to="10,8"), dice(6, 4, 3))
    assert not only(staying, "unit-revealed")
    table = moving(replace(state, board=replace(PLAIN, features=(woods,))))
    leaving = table.do(Move(unit="able", to="10,14"), dice(6, 6, 6))
    assert only(leaving, "unit-revealed")[0].reason == "left concealing terrain"
