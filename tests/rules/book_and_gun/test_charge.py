"""VIII.1.4 and XI.1 to XI.3: charging home, standing, evading. Every number is worked from the book by hand."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import AnswerCharge, ResolveCloseCombat, TakePlace
from rules.book_and_gun.book.charge import (
    ChargeMove,
    charge_reach,
    close_into,
    foot_evasion,
    mounted_evasion,
    stand_and_fight,
    stragglers,
)
from rules.book_and_gun.play.combat.evasion import going
from rules.book_and_gun.play.combat.lane import lane
from rules.book_and_gun.play.turn.question import asked
from rules.book_and_gun.state import ChargeStage, Side
from rules.book_and_gun.units import Formation, Morale, Spacing, Status
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature

from .field import NORTH, SOUTH, army, battle, cell, charging, hurt, kinds, mob, only, play, player

GO = ResolveCloseCombat()
# XI.2 and XI.3 as printed: (side, with leader, without leader), and XI.3.5 (side, evades)
CLOSE_INTO = [("army", 5, 4), ("insurgents", 3, 3), ("civilians", 2, 2)]
STAND = [("army", 5, 5), ("insurgents", 4, 3), ("civilians", 3, 3)]
EVADE = [("army", 4), ("insurgents", 3), ("civilians", 2)]


# ── The charge move ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.4")
def test_a_charge_may_be_declared_up_to_six_inches_a_die():
    assert charge_reach(4) == 24


@pytest.mark.rule("BG-VIII.1.41a", "BG-R203")
def test_no_lane_leads_over_water_however_narrow_it_is():
    """A man on the far bank of a river 0.4 in wide is in reach of arms; but nobody gets there to charge him. Only of a
    house is it enough to come to the opening at which he stands."""
    river = Feature("river", ((0, 9.8), (40, 9.8), (40, 10.2), (0, 10.2)))
    state = battle(army(size=1, at=(10, 5)), cell(size=1, at=(10, 10.7), facing=SOUTH))
    able, red = state.unit("able"), state.unit("red")
    open_ground = replace(state, board=Board(40, 40))
    assert lane(open_ground, able, able.fit, red) == ((10, 5), (10, 10.7))
    assert lane(replace(state, board=Board(40, 40, features=(river,))), able, able.fit, red) is None


@pytest.mark.rule("BG-VIII.1.42a")
def test_a_charge_that_reaches_halts_two_inches_away_and_keeps_the_rest():
    move = ChargeMove(inches=14, distance=10)

    assert move.reached
    assert (move.moved, move.unused) == (8, 6)


@pytest.mark.rule("BG-VIII.1.42a")
def test_a_charge_that_falls_short_goes_its_inches_but_never_nearer_than_two():
    assert not ChargeMove(inches=9, distance=10).reached
    assert ChargeMove(inches=9, distance=10).moved == 8
    assert ChargeMove(inches=6, distance=10).moved == 6


# ── Close into combat ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.2.1")
@pytest.mark.parametrize(("side", "led", "leaderless"), CLOSE_INTO)
def test_the_listed_numbers_close_into_combat(side, led, leaderless):
    for leader, top in ((True, led), (False, leaderless)):
        for die in range(1, 7):
            rolled = close_into(side, Morale.STEADY, Scripted(f"d6:{die}"), leader=leader)
            assert rolled.passed == (die <= top), (side, leader, die)


@pytest.mark.rule("BG-XI.2.1")
def test_by_house_rule_a_d10_closes_into_combat():
    options = (("close-into-die", "d10"),)

    assert not close_into("army", Morale.STEADY, Scripted("d10:6"), leader=True, options=options).passed


@pytest.mark.rule("BG-XI.2.2", "BG-XI.1.1a")
def test_a_charge_goes_home_base_to_base():
    state = battle(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH))
    state = replace(charging(state, "able", "red"), sides=tuple(replace(s, when_charged="stand") for s in state.sides))

    # closes on 5, stands on 4; 10:11, 10:11, losers' dice 20: both army men run
    events, _after = play(state, GO, "d6:5,d6:4," + "d20:10,d20:11,d20:20," * 2 + "d6:1,d6:1,d6:1,d6:1")

    closing = only(events, "unit-moved")[0]
    assert closing.how == "close in"
    assert {p.figure: p.at for p in closing.placed} == {"able1": (10, 12), "able2": (12, 12)}


@pytest.mark.rule("BG-XI.2.3")
def test_a_charge_that_does_not_close_goes_six_inches_back_and_is_pinned():
    state = charging(battle(army(size=3, at=(10, 10)), cell(size=3, at=(10, 13), facing=SOUTH)), "able", "red")

    events, after = play(state, GO, "d6:6")

    assert kinds(events) == ["phase-step-done", "morale-tested", "charge-updated", "unit-moved", "morale-changed"]
    assert after.unit("able").morale is Morale.PINNED
    assert [f.at for f in after.unit("able").figures] == [(10, 4), (12, 4), (14, 4)]
    assert after.unit("red").morale is Morale.STEADY
    assert after.charges[0].stage is ChargeStage.OVER


@pytest.mark.rule("BG-XI.2.1")
def test_a_charging_unit_whose_leader_is_down_closes_less_readily():
    state = battle(hurt(army(size=3, at=(10, 10)), Status.WOUNDED, 1), cell(size=3, at=(10, 13), facing=SOUTH))

    events, _after = play(charging(state, "able", "red"), GO, "d6:5")

    (tested,) = only(events, "morale-tested")
    assert (tested.leader, tested.top.value, tested.passed) == (None, 4, False)


# ── Completion without an enemy ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.1.1b")
def test_chargers_take_the_place_of_a_unit_that_fire_has_felled():
    red = cell(size=2, at=(10, 13), facing=SOUTH)
    state = charging(battle(army(size=2, at=(10, 10)), red, cell("blue", at=(30, 30))), "able", "red")
    state = state.with_unit(hurt(red, Status.KILLED, 1, 2))

    _events, after = play(state, GO)  # nobody to fight: no die is rolled

    assert [f.at for f in after.unit("able").figures] == [(10, 13), (12, 13)]
    assert after.charges[0].stage is ChargeStage.OVER


@pytest.mark.rule("BG-XI.1.1b")
def test_chargers_take_the_place_of_a_unit_that_has_moved_away():
    red = cell(size=2, at=(10, 13), facing=SOUTH)
    state = charging(battle(army(size=2, at=(10, 10)), red), "able", "red")
    state = state.with_unit(cell(size=2, at=(10, 20), facing=SOUTH))

    _events, after = play(state, GO)

    assert [f.at for f in after.unit("able").figures] == [(10, 13), (12, 13)]
    assert after.unit("red").morale is Morale.STEADY


@pytest.mark.rule("BG-XI.1.1b", "BG-XI.2.1")
def test_one_charged_man_left_standing_is_enough_to_charge_home():
    red = cell(size=3, at=(10, 13), facing=SOUTH)
    state = charging(battle(army(size=2, at=(10, 10)), red), "able", "red")
    state = state.with_unit(hurt(red, Status.KILLED, 1, 2))

    events, _ = play(state, GO, "d6:6")

    assert only(events, "morale-tested")[0].chart == "close into combat"


@pytest.mark.rule("BG-XI.1.1b")
def test_without_a_board_a_unit_that_has_moved_since_the_charge_has_gone():
    state = charging(battle(army(size=2), cell(size=2)), "able", "red")
    moved = replace(state.unit("red"), moved_turn=2, moved_inches=7.0)

    events, after = play(state.with_unit(moved), GO)

    assert after.charges[0].stage is ChargeStage.OVER
    assert only(events, "morale-tested") == []


# ── Stand and fight ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.3.1")
@pytest.mark.parametrize(("side", "led", "leaderless"), STAND)
def test_the_listed_numbers_stand(side, led, leaderless):
    for leader, top in ((True, led), (False, leaderless)):
        for die in range(1, 7):
            rolled, after = stand_and_fight(side, Morale.STEADY, Scripted(f"d6:{die}"), leader=leader)
            assert rolled.passed == (die <= top)
            assert after is (Morale.STEADY if die <= top else Morale.SHAKEN)


@pytest.mark.rule("BG-XI.3.3", "BG-XII.2.1")
def test_a_unit_that_does_not_stand_is_shaken_and_runs_4d6_and_the_chargers_may_take_its_place():
    state = charging(battle(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH)), "able", "red")

    # closes on 3; 5 does not stand; 1+2+3+2 = 8 inches towards the west edge, the nearest
    _, after = play(state, GO, "d6:3,d6:5,d6:1,d6:2,d6:3,d6:2")

    red = after.unit("red")
    assert red.morale is Morale.SHAKEN
    assert [f.at for f in red.figures] == [(2, 13), (4, 13)]
    (question,) = after.questions
    assert (question.kind, question.unit, question.place) == ("place", "able", (11, 13))
    _events, after = play(after, TakePlace(unit="able"), by=player())
    assert [f.at for f in after.unit("able").figures] == [(10, 13), (12, 13)]
    assert after.questions == ()


@pytest.mark.rule("BG-XI.3.3")
def test_the_chargers_may_also_stay():
    state = charging(battle(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH)), "able", "red")
    _, state = play(state, GO, "d6:3,d6:5,d6:1,d6:2,d6:3,d6:2")

    _, after = play(state, TakePlace(unit="able", take=False), by=player())

    assert [f.at for f in after.unit("able").figures] == [(10, 10), (12, 10)]


def test_nobody_answers_for_the_other_side():
    state = charging(battle(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH)), "able", "red")
    _, state = play(state, GO, "d6:3,d6:5,d6:1,d6:2,d6:3,d6:2")

    with pytest.raises(RuleViolation) as refused:
        play(state, TakePlace(unit="able"), by=player("insurgents"))

    assert refused.value.code == "not-asked"


@pytest.mark.rule("BG-XII.2.11a", "BG-XII.2.11b")
def test_a_shaken_unit_stands_at_one_less_and_routs_if_it_does_not():
    red = cell(size=7, at=(10, 13), facing=SOUTH, morale=Morale.SHAKEN, morale_turn=1)
    state = charging(battle(army(size=2, at=(10, 10)), red), "able", "red")

    # insurgents with leader stand on 1-4, shaken on 1-3: a 4 routs them; one figure lost, then 4 inches
    events, after = play(state, GO, "d6:1,d6:4,d6:1,d6:1,d6:1,d6:1,d6:1")

    assert only(events, "morale-tested")[1].top.value == 3
    assert after.unit("red").morale is Morale.ROUTED
    assert [f.id for f in after.unit("red").figures if f.status is Status.KILLED] == ["red2"]


@pytest.mark.rule("BG-XII.2.21a", "BG-XII.2.21b")
def test_a_pinned_unit_stands_at_one_less_and_is_shaken_if_it_does_not():
    rolled, after = stand_and_fight("army", Morale.PINNED, Scripted("d6:5"), leader=True)

    assert rolled.limit.value == 4
    assert [item.reason for item in rolled.limit.items] == ["army stands, has leader", "pinned"]
    assert after is Morale.SHAKEN
    assert stand_and_fight("army", Morale.PINNED, Scripted("d6:4"), leader=True)[1] is Morale.PINNED


@pytest.mark.rule("BG-XII.2.21a", "BG-XII.2.21b")
def test_a_pinned_unit_that_is_charged_must_stand_to_fight_as_pinned():
    red = cell(size=2, at=(10, 13), facing=SOUTH, morale=Morale.PINNED, morale_turn=1)
    state = charging(battle(army(size=1, at=(10, 10)), red), "able", "red")

    # insurgents with a leader stand on 1-4, pinned on 1-3; the one charger falls
    events, after = play(state, GO, "d6:1,d6:3,d20:1,d20:19,d20:1")
    assert only(events, "morale-tested")[1].top.value == 3
    fought = only(events, "fought")[0].defender_modifiers.items
    assert (-1, "pinned") in [(item.amount, item.reason) for item in fought]
    assert after.unit("red").morale is Morale.PINNED

    events, after = play(state, GO, "d6:1,d6:4,d6:1,d6:1,d6:1,d6:1")
    assert only(events, "fought") == []
    assert after.unit("red").morale is Morale.SHAKEN


@pytest.mark.rule("BG-XII.2.3c")
def test_a_routed_unit_that_is_reached_is_destroyed():
    red = cell(size=3, at=(10, 13), facing=NORTH, morale=Morale.ROUTED, morale_turn=2)
    state = charging(battle(army(size=2, at=(10, 10)), red, cell("blue", at=(30, 30))), "able", "red")

    _events, after = play(state, GO, "d6:5")

    assert {f.status for f in after.unit("red").figures} == {Status.KILLED}


# ── Evading ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.3.5a")
def test_foot_evades_half_of_its_roll_and_is_caught_by_unused_inches():
    assert foot_evasion(normal_move=7, unused=5.5) == foot_evasion(7.0, 5.5)
    assert foot_evasion(7, 5.5).inches == 3.5
    assert foot_evasion(7, 5.5).caught  # 2 + 3.5 = 5.5
    assert not foot_evasion(7, 5.0).caught


@pytest.mark.rule("BG-XI.3.5a")
def test_a_unit_in_open_order_is_asked_after_it_has_stood_and_gets_away():
    state = charging(
        battle(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH)), "able", "red", inches=7, distance=6
    )

    events, state = play(state, GO, "d6:3,d6:4")
    (question,) = state.questions
    assert (question.kind, question.side, question.unit, question.other) == ("evade", "insurgents", "red", "able")

    # open order foot rolls 3D6: 6+4+2 = 12, half is 6; the charger has 7-4 = 3 left of the 8 he would need
    events, state = play(state, AnswerCharge(unit="red", answer="evade"), "d6:6,d6:4,d6:2", by=player("insurgents"))

    moved = only(events, "unit-moved")[0]
    assert (moved.how, moved.dice, moved.inches) == ("evade", (6, 4, 2), 6)
    assert [f.at for f in state.unit("red").figures] == [(10, 19), (12, 19)]
    assert state.unit("red").morale is Morale.STEADY
    assert [q.kind for q in state.questions] == ["place"]


@pytest.mark.rule("BG-XI.3.5a", "BG-XI.3.5e")
def test_an_evader_that_is_caught_fights_the_first_round_with_its_back_to_the_enemy():
    state = charging(
        battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH)),
        "able",
        "red",
        inches=20,
        distance=6,
    )
    _, state = play(state, GO, "d6:3,d6:4")

    # 1+1+1 halved is 1.5; 16 unused inches are plenty. J is -3 for insurgents; both men lead (+1).
    events, state = play(
        state,
        AnswerCharge(unit="red", answer="evade"),
        "d6:1,d6:1,d6:1,d20:10,d20:12,d20:1",
        by=player("insurgents"),
    )

    (fought,) = only(events, "fought")
    assert [(i.amount, i.reason) for i in fought.defender_modifiers.items] == [
        (1, "leader figure"),
        (-3, "attacked from rear, first round"),
    ]
    assert fought.loser == "red1"  # 10+1 against 12+1-3
    assert [e.how for e in only(events, "unit-moved")][:2] == ["evade", "follow"]


@pytest.mark.rule("BG-VIII.1.2d", "BG-V.10")
@pytest.mark.parametrize(("disordered", "row"), [(0, "column"), (1, "open order")])
def test_a_column_that_did_not_wheel_evades_as_an_unformed_unit_this_turn(disordered, row):
    state = battle(cell(size=2, at=(10, 13), formation=Formation.COLUMN, disordered_turn=disordered), turn=1)
    assert going(state, state.unit("red")).rows == (row,)


@pytest.mark.rule("BG-XI.3.5a")
@pytest.mark.parametrize("changes", [{"morale": Morale.PINNED}, {"spacing": 1.2, "order": Spacing.CLOSE}])
def test_pinned_units_and_those_in_close_order_cannot_evade(changes):
    state = charging(
        battle(army(size=1, at=(10, 10)), cell(size=3, at=(10, 13), facing=SOUTH, **changes)), "able", "red"
    )

    events, _after = play(state, GO, "d6:3,d6:3,d20:1,d20:19,d20:1")

    assert only(events, "fought")
    assert "evade" not in [event.question.kind for event in only(events, "question-asked")]


def test_a_standing_answer_spares_the_question():
    state = battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH))
    sides = (Side("army", "Army", "south"), Side("insurgents", "Insurgents", "north", when_charged="evade"))
    state = charging(replace(state, sides=sides), "able", "red", inches=6, distance=6)

    events, _after = play(state, GO, "d6:3,d6:4,d6:6,d6:6,d6:6")

    assert only(events, "unit-moved")[0].how == "evade"


@pytest.mark.rule("BG-XI.3.5b", "BG-XI.3.5d", "BG-XI.3.5f")
@pytest.mark.parametrize(("side", "top"), EVADE)
def test_mounted_troops_evade_on_the_listed_numbers_and_go_2d6(side, top):
    for die in range(1, 7):
        script = f"d6:{die},d6:3,d6:5" if die <= top else f"d6:{die}"
        chance = Scripted(script)
        evasion = mounted_evasion(side, chance)
        chance.finish()
        assert evasion.inches == (8 if die <= top else 0)


# ── Counter-charges ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.1.1a", "BG-VIII.1.42a")
def test_a_counter_charge_makes_both_close_and_neither_stand():
    state = charging(battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH)), "able", "red")
    state = charging(state, "red", "able", counter=True)

    events, after = play(state, GO, "d6:5,d6:3,d20:10,d20:5,d20:1")

    assert [(t.chart, t.unit) for t in only(events, "morale-tested")] == [
        ("close into combat", "able"),
        ("close into combat", "red"),
    ]
    assert only(events, "fought")[0].loser == "red1"
    assert {c.stage for c in after.charges} == {ChargeStage.OVER}


def test_a_counter_charge_that_does_not_close_leaves_its_place_to_the_chargers():
    state = charging(battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH)), "able", "red")
    state = charging(state, "red", "able", counter=True)

    _events, after = play(state, GO, "d6:5,d6:4")

    assert after.unit("red").morale is Morale.PINNED
    assert [q.kind for q in after.questions] == ["place"]
    assert {c.stage for c in after.charges} == {ChargeStage.OVER}


def test_a_charge_that_does_not_close_leaves_its_place_to_the_counter_charge():
    state = charging(battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), facing=SOUTH)), "able", "red")
    state = charging(state, "red", "able", counter=True)

    _events, after = play(state, GO, "d6:6")

    assert after.unit("able").morale is Morale.PINNED
    assert after.unit("red").figures[0].at == (10, 10)


# ── Over an obstacle ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.5.3a")
def test_stragglers_are_the_last_of_the_roster_and_never_a_leader():
    assert stragglers(army(size=7).figures, Scripted("d6:3")) == ("able7", "able6", "able5")
    assert stragglers(army(size=3).figures, Scripted("d6:6")) == ("able3", "able2")


@pytest.mark.rule("BG-XI.3.1")
def test_civilians_stand_on_one_to_three():
    state = charging(battle(army(size=1, at=(10, 10)), mob(size=1, at=(10, 13), facing=SOUTH)), "able", "crowd")

    _events, after = play(state, GO, "d6:1,d6:4,d6:1,d6:1,d6:1,d6:1")

    assert after.unit("crowd").morale is Morale.SHAKEN


@pytest.mark.rule("BG-XI.2.3")
def test_a_repulsed_charge_stops_at_the_edge_of_the_table():
    state = charging(battle(army(size=1, at=(10, 3)), cell(size=1, at=(10, 6), facing=SOUTH)), "able", "red")

    _, after = play(state, GO, "d6:6")

    assert after.figure("able1").at == (10, 0.5)
    assert after.figure("able1").status is Status.FIT


@pytest.mark.rule("BG-III.2.3b")
@pytest.mark.parametrize(
    ("attitude", "side", "umpire"), [("pro-insurgent", "insurgents", False), ("neutral", "civilians", True)]
)
def test_who_answers_for_charged_civilians(attitude, side, umpire):
    state = battle(army(size=1, at=(10, 10)), mob(size=1, at=(10, 13), facing=SOUTH), civilian_attitude=attitude)
    _, state = play(charging(state, "able", "crowd"), GO, "d6:1,d6:1")

    (question,) = state.questions
    ask = asked(state, question)

    assert (ask.side, ask.umpire) == (side, umpire)
    assert ask.default == AnswerCharge(unit="crowd", answer="stand")
    assert [offer.label for offer in ask.quick] == ["Stand and fight", "Evade"]
