"""Jokers of the movement phase: who is named, and the six results. VIII.1.14, BG-R12, BG-R13."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold, NameJoker
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.play.ground.tabletop import gap
from rules.book_and_gun.prompt import prompt
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Morale, Phase, Status
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import BLACK_JOKER

from .field import SOUTH, battle, hurt, mob, only
from .war import War, band, dice, squad


def joker(*units, **changes):
    """A black joker lies on the table in the movement phase of turn 2."""
    state = battle(*units, phase=Phase.MOVEMENT, **changes)
    return War(replace(state, run=Run("army", (BLACK_JOKER,), joker=True)))


def facing_each_other(**changes):
    return joker(squad(at=(10, 8)), squad("baker", at=(26, 8)), band(at=(10, 33), facing=SOUTH), **changes)


@pytest.mark.rule("BG-VIII.1.14", "BG-R12")
def test_the_side_of_the_jokers_colour_names_a_unit_and_only_that_unit_acts_on_it():
    war = facing_each_other()
    ask = prompt(war.state).asks[0]
    assert (ask.side, set(ask.units)) == ("army", {"able", "baker"})
    war.do(NameJoker(unit="baker"), dice(1))
    assert prompt(war.state).asks[0].units == ("baker",)
    assert war.refuses(Move(unit="able", to="north 5")) == "joker-named"
    assert war.refuses(NameJoker(unit="able")) == "no-joker"


@pytest.mark.rule("BG-VIII.1.14.1")
def test_a_1_adds_a_die_to_the_move():
    war = facing_each_other()
    war.do(NameJoker(unit="able"), dice(1))
    events = war.do(Move(unit="able", to="north 20"), dice(2, 2, 2, 2))
    assert only(events, "unit-moved")[0].inches == 8
    assert war.state.run is None


@pytest.mark.rule("BG-VIII.1.14.2")
def test_a_2_uses_the_chance_up():
    war = facing_each_other()
    war.do(NameJoker(unit="able"), dice(2))
    assert all(f.move_turn == 2 for f in war.unit("able").figures)
    assert war.state.run is None


@pytest.mark.rule("BG-VIII.1.14.3", "BG-R12")
def test_a_3_sends_the_unit_2d6_straight_away_from_the_nearest_enemy():
    war = facing_each_other()
    war.do(NameJoker(unit="able"), dice(3, 4, 3))
    # 7 inches to the south, but the board ends half a base before 1.
    assert war.at("able4") == (16, 1)
    assert all(f.move_turn == 2 for f in war.unit("able").figures)


@pytest.mark.rule("BG-VIII.1.14.4", "BG-R12")
def test_a_4_takes_a_d6_from_the_move_but_leaves_an_inch():
    war = facing_each_other()
    war.do(NameJoker(unit="able"), dice(4))
    events = war.do(Move(unit="able", to="north 20"), dice(2, 2, 2, 5))
    assert only(events, "unit-moved")[0].inches == 1


@pytest.mark.rule("BG-VIII.1.14.5")
def test_a_5_heals_the_wounded_who_then_move_with_the_others():
    war = joker(hurt(squad(at=(10, 8)), Status.WOUNDED, 2, 6), band(at=(10, 33), facing=SOUTH))
    war.do(NameJoker(unit="able"), dice(5))
    assert war.unit("able").strength == 7
    events = war.do(Move(unit="able", to="north 20"), dice(2, 2, 2))
    assert len(only(events, "unit-moved")[0].figures) == 7


@pytest.mark.rule("BG-VIII.1.14.6", "BG-R13")
def test_a_6_is_a_charge_when_the_dice_reach_the_nearest_enemy():
    # 12 inches between centres are 11 between bases; 4 dice for a charge in open order.
    war = joker(squad(at=(10, 8)), band(at=(10, 20), facing=SOUTH))
    events = war.do(NameJoker(unit="able"), dice(6, 3, 3, 3, 3))
    assert only(events, "charge-declared")[0].charge is not None
    assert gap(war.unit("able").fit, war.unit("red").fit) == pytest.approx(2, abs=0.05)
    assert war.unit("able").charged_turn == 2


@pytest.mark.rule("BG-VIII.1.14.6", "BG-R13")
def test_a_6_that_falls_short_brings_the_unit_nearer_whatever_the_distance():
    # 32 inches between bases: beyond any charge, yet they run 10 inches towards it, and do not fire this turn.
    war = joker(squad(at=(10, 2)), band(at=(10, 35), facing=SOUTH))
    events = war.do(NameJoker(unit="able"), dice(6, 3, 3, 2, 2))
    assert only(events, "charge-declared")[0].charge is None
    assert war.at("able4") == (16, 12)
    assert war.unit("able").charged_turn == 2


@pytest.mark.rule("BG-R13", "BG-VIII.1.43e")
def test_a_6_moves_nobody_who_may_not_charge():
    bystanders = replace(mob(at=(10, 8)), traits=replace(mob().traits, mob=False))
    war = joker(bystanders, band(at=(10, 33), facing=SOUTH), civilian_attitude="pro-army")
    war.do(NameJoker(unit="crowd"), dice(6), by=UMPIRE)
    assert war.at("crowd1") == (10, 8)
    assert war.state.run is None


@pytest.mark.rule("BG-R12")
@pytest.mark.parametrize("morale", [Morale.SHAKEN, Morale.PINNED, Morale.ROUTED])
def test_shaken_pinned_and_routed_units_cannot_be_named(morale):
    war = joker(squad(at=(10, 8)), squad("baker", at=(26, 8), morale=morale), band(at=(10, 33), facing=SOUTH))
    assert war.refuses(NameJoker(unit="baker")) == "not-nameable"


@pytest.mark.rule("BG-R10", "BG-VIII.0.1b")
def test_a_player_may_decline_the_joker_for_a_named_unit():
    war = facing_each_other()
    war.do(Hold(unit="baker"))
    assert war.state.run is None
    assert all(f.move_turn == 2 for f in war.unit("baker").figures)


def test_a_unit_that_has_acted_cannot_be_named():
    war = facing_each_other()
    moved = war.unit("able")
    war.state = war.state.with_unit(replace(moved, figures=tuple(replace(f, move_turn=2) for f in moved.figures)))
    assert war.refuses(NameJoker(unit="able")) == "not-nameable"
    assert war.refuses(NameJoker(unit="red")) == "not-yours"


@pytest.mark.rule("BG-VIII.1.14", "BG-X.1.13")
@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.FIRE])
def test_the_question_is_short_and_leads_to_the_table_of_each_unit(phase):
    (ask,) = prompt(replace(facing_each_other().state, phase=phase)).asks
    assert ask.question == (
        "★ black joker: name the unit that it falls on. A D6 says what becomes of it: each unit's panel has its table."
    )


@pytest.mark.rule("BG-R13")
@pytest.mark.parametrize("distance", [5000.0, float("inf")])
def test_a_distance_that_no_table_has_is_refused_before_the_joker_is_rolled_for(distance):
    war = joker(squad(), band(), board=None)
    assert war.refuses(NameJoker(unit="able", distance=distance)) == "fact-unreadable"
    war.do(NameJoker(unit="able", distance=20.0), dice(6, 1, 1, 1, 1))


def _table(state, unit):
    """The joker's table for a unit, a line a result; each is one in six."""
    chances = RULES.battle.odds(state, NameJoker(unit=unit), Actor.player("army")).chances
    assert {one.chance for one in chances} == {Fraction(1, 6)}
    return [one.words for one in chances], [one.danger for one in chances]


@pytest.mark.rule("BG-VIII.1.14", "BG-R12", "BG-R13")
def test_the_table_says_what_each_result_would_do_to_this_unit():
    """Open order of the army has 3D6 across country; able's nearest is red, straight north of it."""
    words, danger = _table(facing_each_other().state, "able")
    assert words[:5] == [
        "1: moves 4D6, not 3D6",
        "2: does not move",
        "3: falls back 2D6 in, away from Red",
        "4: moves 3D6 less a D6",
        "5: none of it is hurt; it moves as on any card",
    ]
    assert words[5].startswith("6: charges Red, ")
    assert danger == [False, True, True, False, False, False]
    wounded, _ = _table(
        joker(hurt(squad(at=(10, 8)), Status.WOUNDED, 2, 6), band(at=(10, 33), facing=SOUTH)).state, "able"
    )
    assert wounded[4] == "5: its 2 wounded are fit again, and it moves"
    alone, _ = _table(joker(squad(at=(10, 8))).state, "able")
    assert alone[5] == "6: no enemy that it could charge: it does not move"


@pytest.mark.rule("BG-X.1.13", "BG-R14", "BG-R15")
def test_in_the_fire_phase_the_table_counts_its_rifles_and_the_smoke():
    """2D6 are less than 9 in 26 of 36 throws."""
    state = replace(joker(squad(at=(10, 8)), band(at=(10, 17), facing=SOUTH)).state, phase=Phase.FIRE)
    words, danger = _table(state, "able")
    able = len(state.unit("able").figures)
    assert words[0] == f"1: only {able // 2} of its {able} fire"
    assert words[3] == "4: sees no farther than 2D6 in; Red, 9 in away, is hidden 26 of 36 times"
    assert danger == [True, False, False, True, True, False]
