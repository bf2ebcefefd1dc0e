"""Moves worked out by hand: a plain table in inches, foot moves 8, horse 16."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import pytest

from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.movement import Enter, Move, TurnOrForm
from rules.red_actions.book.kinds import Light, UnitFormation
from rules.red_actions.course import Course
from rules.red_actions.deeds import DEEDS
from rules.red_actions.pending.movement import BreakDown, OpenAmbush
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.movement.marching import step_march
from rules.red_actions.play.sight.knowledge import show
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Lane, State
from rules.red_actions.units import Concealment, Mode, Rails
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    NORTH,
    SOUTH,
    answering,
    area,
    battle,
    board,
    changed,
    junior,
    line,
    officer,
    unit,
)


def moved(state, *dice, by: Actor = ATTACK, **asked):
    """The battle after a Move of the reds and all that follows, with the tasks that other chapters do left over."""
    action = Move.model_validate({"unit": "reds", **asked})
    return went(state, action, *dice, by=by)


def went(state, action, *dice, by: Actor = ATTACK):
    chance = Scripted(str(die) for die in dice)
    course = Course(state, chance)
    ready = DEEDS.judge(state, action, by)
    course.note(*DEEDS.carry_out(state, action, ready, chance))
    while course.state.question is None and course.state.agenda and course.state.agenda[-1].kind == "march":
        step_march(course, course.state.agenda[-1])
    return course.state


def refused(state, by: Actor = ATTACK, **asked):
    with pytest.raises(RuleViolation) as found:
        DEEDS.judge(state, Move.model_validate({"unit": "reds", **asked}), by)
    return found.value.code


def field(*features, card="red-regulars", parts=(), **changes):
    """Reds at 30,10 with an officer, and nobody near; `parts`: who else there is."""
    reds = unit("reds", card=card, **{"at": (30, 10), **changes})
    return battle(reds, junior("reds"), *parts, board=board(*features))


WHITES = unit("whites", DEFENDER, at=(30, 30))


# ── How far ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-move.1")
@pytest.mark.rule("RA-action.move")
def test_foot_moves_eight_inches_and_no_more():
    state = moved(field(), path=("30,18",))
    reds = state.unit("reds")
    assert (reds.at, reds.moved, reds.facing) == ((30.0, 18.0), 8.0, NORTH)
    assert state.segment is not None
    assert state.segment.acted
    assert refused(field(), path=("30,18.1",)) == "too-far"


@pytest.mark.rule("RA-move.1")
def test_the_way_counts_not_where_it_ends():
    """Four inches out and back would be eight; with the turn about, which is free, that is just a move."""
    assert moved(field(), path=("30,14", "30,10")).unit("reds").moved == pytest.approx(8.0)
    assert refused(field(), path=("30,15", "30,10")) == "too-far"


@pytest.mark.rule("RA-move.2")
def test_a_unit_inclines_by_twenty_degrees_without_a_wheel():
    """20 degrees off north: 2 in north 0.728 east; it keeps its front."""
    state = moved(field(), path=("32.7,17.5",))
    assert state.unit("reds").facing == NORTH
    assert state.unit("reds").moved == pytest.approx(7.97, abs=0.01)


@pytest.mark.rule("RA-move.3")
def test_a_wheel_costs_the_way_of_the_outer_base():
    """A line of four, 4.8 in wide, wheels by 45 degrees: 4.8 x pi / 4 = 3.77; 4.23 in are left."""
    state = moved(field(), path=("32.8,12.8",))
    assert state.unit("reds").facing == pytest.approx(45.0)
    assert state.unit("reds").moved == pytest.approx(3.96 + 4.8 * radians(45), abs=0.01)
    assert refused(field(), path=("33.1,13.1",)) == "too-far"


@pytest.mark.rule("RA-move.4")
def test_sideways_only_by_turning():
    """A quarter turn of each base is free; the front is then to the east."""
    state = moved(field(), path=("38,10",))
    assert state.unit("reds").facing == EAST
    assert state.unit("reds").moved == pytest.approx(8.0)
    faced = moved(field(), path=("38,10",), facing=0)
    assert faced.unit("reds").facing == NORTH


@pytest.mark.rule("RA-move.3")
def test_a_unit_wheels_where_it_stands():
    state = moved(field(), path=("30,10",), facing=30)
    assert state.unit("reds").moved == pytest.approx(4.8 * radians(30))
    assert state.unit("reds").facing == 30
    assert refused(field(bases=6), path=("30,17",), facing=30) == "too-far"


@pytest.mark.rule("RA-move.tachanka")
def test_tachankas_pay_for_turning():
    """14 in; each turn about costs the depth of the unit, 1.2 in."""
    state = field(card="tachanka", bases=2)
    assert moved(state, path=("30,24",)).unit("reds").moved == pytest.approx(14.0)
    assert refused(state, path=("30,24",), facing=180) == "too-far"
    assert moved(state, path=("30,22.8",), facing=180).unit("reds").moved == pytest.approx(14.0)


@pytest.mark.rule("RA-move.officer")
def test_officers_by_themselves():
    mounted = battle(officer("reds", at=(30, 10)))
    assert moved(mounted, path=("30,30",)).unit("reds").moved == 20.0
    foot = battle(officer("reds", card="senior-officer-foot", at=(30, 10)))
    assert refused(foot, path=("30,20.5",)) == "too-far"


@pytest.mark.rule("RA-move.5")
def test_a_square_forms_up_first():
    square = field(formation=UnitFormation.SQUARE)
    assert refused(square, path=("30,12",)) == "mixed-facing"
    state = went(square, TurnOrForm(unit="reds", formation="line", facing=90))
    assert state.unit("reds").formation is UnitFormation.LINE
    assert state.segment is not None
    assert state.segment.acted


@pytest.mark.rule("RA-move.7")
def test_formed_cavalry_lets_nobody_through():
    state = field(parts=(unit("blues", card="red-cavalry", at=(30, 14), formed=True),))
    assert refused(state, path=("30,18",)) == "formed-cavalry"
    loose = changed(state, "blues", formed=False)
    assert moved(loose, path=("30,18",)).unit("reds").at == (30.0, 18.0)
    assert refused(loose, path=("30,14",)) == "no-room"


@pytest.mark.rule("RA-move.8")
def test_nobody_comes_within_two_inches_of_the_enemy():
    """Whites at 18: their front is at 17.6, the reds' 0.4 in before their middle."""
    state = field(parts=(unit("whites", DEFENDER, at=(30, 18)),))
    assert moved(state, path=("30,15.2",)).unit("reds").at == (30.0, 15.2)
    assert refused(state, path=("30,15.3",)) == "too-near"
    near = changed(state, "reds", at=(30.0, 16.0))
    assert moved(near, path=("30,13",), facing=0).unit("reds").at == (30.0, 13.0)


@pytest.mark.rule("RA-evade.1")
@pytest.mark.rule("RA-evade.2")
def test_evasive_speed():
    state = moved(field(), path=("30,14",), pace="evading")
    reds = state.unit("reds")
    assert (reds.evading, reds.mode) == (True, Mode.EVADING)
    assert refused(field(), path=("30,14.1",), pace="evading") == "too-far"
    assert refused(field(card="red-cavalry"), path=("30,12",), pace="evading") == "no-such-move"
    still = moved(field(), path=("30,10",), pace="evading").unit("reds")
    assert (still.evading, still.moved) == (True, 0.0)


@pytest.mark.rule("RA-evade.4")
def test_the_mode_holds_for_the_turn():
    state = changed(field(), "reds", mode=Mode.EVADING, mode_turn=1)
    assert refused(state, path=("30,12",)) == "mode-fixed"
    assert moved(replace(state, turn=2), path=("30,12",)).unit("reds").mode is Mode.NORMAL


@pytest.mark.rule("RA-shoot.move.sabres")
@pytest.mark.rule("RA-shoot.move.mg")
def test_after_fire_troops_move_as_their_arm_allows():
    from rules.red_actions.state import Segment

    def fired(card, **changes):
        state = field(card=card, **changes)
        return replace(state, segment=Segment(ATTACKER, unit="reds", fired=True))

    assert moved(fired("red-regulars"), path=("30,18",)).unit("reds").moved == 8.0
    assert refused(fired("red-cavalry"), path=("30,18.1",)) == "too-far"
    assert refused(fired("mg-team", bases=1), path=("30,11",)) == "too-far"


@pytest.mark.rule("RA-shoot.move.guns")
def test_unlimbered_guns_are_pushed_an_inch():
    guns = field(card="field-gun", bases=2)
    assert moved(guns, path=("30,9",)).unit("reds").facing == NORTH
    assert refused(guns, path=("30,11.1",)) == "too-far"
    assert refused(guns, path=("31,10",)) == "prolong"
    assert moved(changed(guns, "reds", limbered=True), path=("30,18",)).unit("reds").moved == 8.0


# ── Marching, night ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-march.1")
def test_a_column_marches_at_double_speed():
    state = field(formation=UnitFormation.COLUMN)
    assert moved(state, path=("30,26",), pace="march").unit("reds").marching
    assert refused(field(), path=("30,26",), pace="march") == "column-needed"
    assert moved(field(), path=("30,26",), pace="march", formation="column").unit("reds").moved == 16.0


@pytest.mark.rule("RA-march.2")
def test_nobody_marches_near_a_known_enemy():
    whites = unit("whites", DEFENDER, at=(30, 47))
    state = field(formation=UnitFormation.COLUMN, parts=(whites,))
    assert refused(state, path=("30,12",), pace="march") == "enemy-near"
    hidden = changed(state, "whites", hidden=Concealment.AMBUSH)
    assert moved(hidden, path=("30,12",), pace="march").unit("reds").marching

    marker = changed(state, "whites", hidden=Concealment.MARKER, marker=1)
    dummy = replace(field(formation=UnitFormation.COLUMN), dummies=(Dummy(DEFENDER, 1, (30.0, 47.0)),))
    assert march_refused(marker) == march_refused(dummy)


def march_refused(state: State) -> str:
    """In what words: as far from a unit's marker as from a dummy."""
    with pytest.raises(RuleViolation, match="nobody marches within 40 in") as found:
        DEEDS.judge(state, Move(unit="reds", path=("30,12",), pace="march"), ATTACK)
    return found.value.message


@pytest.mark.rule("RA-march.4")
def test_officers_march_too():
    state = battle(officer("reds", at=(30, 5)))
    assert moved(state, path=("30,45",), pace="march").unit("reds").moved == 40.0


@pytest.mark.rule("RA-weather.night.column")
def test_at_night_only_columns_move_fast():
    """The die for the heading shows 3: it goes where it means to."""
    state = replace(field(), light=Light.DARK)
    assert moved(state, 3, path=("30,14",)).unit("reds").moved == 4.0
    assert refused(state, path=("30,14.5",)) == "column-needed"
    assert moved(changed(state, "reds", formation=UnitFormation.COLUMN), 3, path=("30,18",)).unit("reds").moved == 8.0


# ── Ground ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-terrain.table")
def test_woods_cost_double():
    """2 in open, then half speed: 3 in of wood cost 6."""
    wood = area("woods", 20, 12, 40, 30)
    assert moved(field(wood), path=("30,15",)).unit("reds").at == (30.0, 15.0)
    assert refused(field(wood), path=("30,15.1",)) == "too-far"


@pytest.mark.rule("RA-terrain.column")
def test_horse_must_be_in_column_in_woods():
    wood = area("woods", 20, 12, 40, 30)
    assert refused(field(wood, card="red-cavalry"), path=("30,15",)) == "column-needed"
    assert moved(field(wood, card="red-cavalry", formation=UnitFormation.COLUMN), path=("30,15",))


@pytest.mark.rule("RA-terrain.table")
def test_a_hedge_costs_a_quarter_move():
    hedge = line("hedge", (20, 12), (40, 12))
    assert moved(field(hedge), path=("30,16",)).unit("reds").at == (30.0, 16.0)
    assert refused(field(hedge), path=("30,16.1",)) == "too-far"
    assert refused(field(line("wall", (20, 12), (40, 12)), card="red-cavalry"), path=("30,14",)) == "impassable"


@pytest.mark.rule("RA-terrain.table")
def test_horse_crosses_a_small_stream_from_its_bank_and_halts_beyond():
    """The stream from 11.9 to 12.1; the horsemen are 1.2 in deep: the middle ends 0.6 + 0.1 in beyond."""
    stream = line("stream", (20, 12), (40, 12))
    assert refused(field(stream, card="red-cavalry"), path=("30,14",)) == "start-touching"
    bank = field(stream, card="red-cavalry", at=(30, 11.2))
    assert moved(bank, path=("30,20",)).unit("reds").at == pytest.approx((30.0, 12.8))
    ford = area("ford", 28, 11.5, 32, 12.5)
    assert moved(field(stream, ford, card="red-cavalry"), path=("30,20",)).unit("reds").at == (30.0, 20.0)


@pytest.mark.rule("RA-terrain.table")
def test_bridges_carry_columns():
    river, bridge = line("river", (20, 14), (40, 14), width=2.0), area("bridge", 29, 12.5, 31, 15.5)
    assert refused(field(river, card="red-cavalry"), path=("30,18",)) == "impassable"
    assert refused(field(river, bridge, card="red-cavalry"), path=("30,18",)) == "impassable"
    column = field(river, bridge, card="red-cavalry", formation=UnitFormation.COLUMN)
    assert moved(column, path=("30,18",)).unit("reds").at == (30.0, 18.0)
    assert refused(field(area("water", 20, 12, 40, 20)), path=("30,14",)) == "impassable"


@pytest.mark.rule("RA-terrain.road.1")
@pytest.mark.rule("RA-terrain.road.2")
def test_columns_on_roads():
    """Through a wood by road; 2 in more when all of the way is road."""
    wood, road = area("woods", 20, 12, 40, 30), line("road", (30, 0), (30, 40), width=1.0)
    column = field(wood, road, formation=UnitFormation.COLUMN)
    assert moved(column, path=("30,20",)).unit("reds").at == (30.0, 20.0)
    assert refused(column, path=("30,20.1",)) == "too-far"
    assert refused(field(wood, road), path=("30,18",)) == "too-far"


@pytest.mark.rule("RA-terrain.table")
def test_only_the_way_up_a_hill_costs_wheels():
    """Limbered guns: half speed uphill. The hill's middle is at 16."""
    hill = area("hill", 20, 10, 40, 22, height=2.0)
    guns = field(hill, card="field-gun", bases=2, limbered=True, at=(30, 10))
    assert refused(guns, path=("30,14.5",)) == "too-far"
    assert moved(changed(guns, "reds", at=(30.0, 16.0)), path=("30,24",)).unit("reds").at == (30.0, 24.0)


@pytest.mark.rule("RA-wire.1")
def test_infantry_halts_in_the_wire():
    """The wire from 13.9 to 14.1: their front touches it with the middle 0.4 in before."""
    wire = line("wire", (20, 14), (40, 14), name="Wire")
    state = moved(field(wire), path=("30,18",))
    reds = state.unit("reds")
    assert reds.at == pytest.approx((30.0, 13.5))
    assert (reds.in_wire, reds.wire_since) == ("Wire", 1)
    assert refused(state.with_unit(replace(reds, acted=0)), path=("30,12",)) in ("in-wire", "has-acted")
    assert refused(field(wire, card="red-cavalry"), path=("30,18",)) == "impassable"


@pytest.mark.rule("RA-wire.3")
def test_a_lane_leads_through_wire():
    state = replace(field(line("wire", (20, 14), (40, 14), name="Wire")), lanes=(Lane("Wire", (30.0, 14.0), 1.2),))
    assert moved(state, path=("30,18",)).unit("reds").at == (30.0, 18.0)


@pytest.mark.rule("RA-terrain.star")
@pytest.mark.rule("RA-terrain.star-speed")
def test_vehicles_owe_dice_where_they_cross_and_when_they_are_fast():
    """A tank of 5 in crosses a hedge at 12 and goes 4 in in all: a die beyond the hedge, then one for speed."""
    hedge = line("hedge", (20, 12), (40, 12))
    state = moved(field(hedge, card="tank-mg", bases=1), path=("30,14",))
    assert state.agenda[-1] == BreakDown("reds", "obstacle")
    assert state.unit("reds").at == pytest.approx((30.0, 12.1))
    course = Course(replace(state, agenda=state.agenda[:-1]), Scripted(()))
    while course.state.agenda[-1].kind == "march":
        step_march(course, course.state.agenda[-1])
    assert course.state.agenda == (BreakDown("reds", "speed"),)
    assert course.state.unit("reds").at == (30.0, 14.0)


# ── Nerves ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-char.mob.1")
def test_a_mob_hesitates():
    state = field(card="red-conscripts", parts=(WHITES,))
    stays = moved(state, 2, path=("30,12",))
    assert stays.unit("reds").at == (30.0, 10.0)
    assert stays.segment is not None
    assert not stays.segment.acted
    assert moved(state, 3, path=("30,12",)).unit("reds").at == (30.0, 12.0)
    assert moved(state, path=("30,5",)).unit("reds").at == (30.0, 5.0)


@pytest.mark.rule("RA-def.pinned")
@pytest.mark.rule("RA-rally.pinned.1")
def test_pinned_troops_go_back_only():
    state = changed(field(parts=(WHITES,)), "reds", pinned=True)
    assert refused(state, path=("30,12",)) == "pinned"
    back = moved(state, path=("30,7",), facing=0)
    assert (back.unit("reds").went_back, back.unit("reds").went_back_turn) == (pytest.approx(3.0), 1)


@pytest.mark.rule("RA-rally.opt.delay")
def test_rallied_troops_hold_back():
    state = changed(field(parts=(WHITES,)), "reds", held_back_until=2)
    assert refused(state, path=("30,12",)) == "holds-back"
    assert moved(state, path=("36,10",)).unit("reds").at == (36.0, 10.0)


# ── What is met on the way ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.reveal")
@pytest.mark.rule("RA-move.8")
def test_who_comes_upon_hidden_troops_stops_two_inches_off():
    """Whites hide in a wood from 17: their front is at 17.6; seen at 2 in, when the middle of the reds is at 15.2.
    Looked at inch by inch: at 15 they are 2.2 in off, at 16 1.2 in."""
    wood = area("woods", 20, 17, 40, 30)
    state = field(wood, parts=(unit("whites", DEFENDER, at=(30, 18), hidden=Concealment.HIDING),))
    state = moved(state, path=("30,17",))
    assert state.unit("whites").hidden is Concealment.NO
    assert state.unit("reds").at == (30.0, 16.0)


@pytest.mark.rule("RA-ambush.spring.1")
@pytest.mark.rule("RA-preempt.ambush")
def test_an_ambush_is_sprung_on_who_comes_within_reach():
    """Polish regulars in a wood at 30 face south: charge reach 8 + 2 in. Reds from 10: 19.2 in off; they must come
    within 10 in, or within half the range of fire."""
    wood = area("woods", 20, 29, 40, 40)
    hidden = unit("whites", DEFENDER, "polish-regulars", at=(30, 30), hidden=Concealment.AMBUSH)
    state = field(wood, card="red-cavalry", parts=(hidden,))
    asked = moved(answering(state, DEFENDER), path=("30,24",))
    assert asked.question is not None
    assert (asked.question.kind, asked.question.side, asked.question.who) == ("ambush", DEFENDER, ("whites",))
    sprung = moved(answering(state, DEFENDER, ambush="fire"), path=("30,24",))
    assert sprung.agenda == (OpenAmbush("whites", "reds", "fire"),)
    assert sprung.unit("reds").at == asked.unit("reds").at
    low = moved(answering(state, DEFENDER, ambush="lie-low"), path=("30,24",))
    assert low.unit("reds").at == (30.0, 24.0)
    assert low.unit("whites").hidden is Concealment.AMBUSH
    away = moved(changed(answering(state, DEFENDER), "reds", at=(30.0, 24.0), facing=SOUTH), path=("30,16",))
    assert away.question is None


@pytest.mark.rule("RA-ambush.after")
def test_out_of_ambush_it_moves_as_usual():
    assert refused(field(hidden=Concealment.AMBUSH), path=("30,12",)) == "in-ambush"
    went_ = Course(field(hidden=Concealment.AMBUSH), Scripted(()))
    show(went_, "reds", why="sprung")
    assert moved(went_.state, path=("30,18",)).unit("reds").at == (30.0, 18.0)


@pytest.mark.rule("RA-action.one")
def test_one_action_a_segment():
    state = moved(field(), path=("30,12",))
    course = Course(state, Scripted(()))
    settle(course)
    assert refused(course.state, path=("30,14",)) in ("has-acted", "not-your-turn", "not-yet", "not_yet")


@pytest.mark.rule("RA-R135")
def test_an_ambush_that_has_acted_is_not_asked():
    wood = area("woods", 20, 29, 40, 40)
    hidden = unit("whites", DEFENDER, "polish-regulars", at=(30, 30), hidden=Concealment.AMBUSH, acted=1)
    state = field(wood, card="red-cavalry", parts=(hidden,))
    assert moved(state, path=("30,24",)).question is None


@pytest.mark.rule("RA-action.hide")
def test_who_hides_shows_himself_by_moving():
    state = moved(field(hidden=Concealment.HIDING), path=("30,12",))
    assert state.unit("reds").hidden is Concealment.NO


# ── Reinforcements ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.reinforce")
def test_reinforcements_come_on_at_their_entry_point():
    late = unit("reds", card="red-regulars", at=None, arrives=2, entry=(20.0, 0.0))
    state = battle(late, junior("reds"))
    with pytest.raises(RuleViolation) as found:
        DEEDS.judge(state, Enter(unit="reds"), ATTACK)
    assert found.value.code == "not-yet-due"
    state = went(replace(state, turn=2), Enter(unit="reds", path=("20,8",)))
    reds = state.unit("reds")
    assert (reds.at, reds.facing, reds.arrives) == ((20.0, 8.0), NORTH, 0)
    assert DEEDS.offers(replace(battle(late, junior("reds")), turn=2), ATTACKER, "reds")


# ── Turning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.extra.facing")
def test_turning_goes_beside_the_action():
    state = went(field(), TurnOrForm(unit="reds", facing=90, formation="column"))
    reds = state.unit("reds")
    assert (reds.facing, reds.formation) == (EAST, UnitFormation.COLUMN)
    assert state.segment is not None
    assert not state.segment.acted
    with pytest.raises(RuleViolation, match="done that"):
        DEEDS.judge(state, TurnOrForm(unit="reds", facing=0), ATTACK)
    with pytest.raises(RuleViolation, match="90 or 180"):
        DEEDS.judge(field(), TurnOrForm(unit="reds", facing=45), ATTACK)
    assert went(field(bases=1), TurnOrForm(unit="reds", facing=45)).unit("reds").facing == 45


@pytest.mark.rule("RA-form.cavalry.1")
@pytest.mark.rule("RA-form.cavalry.2")
def test_cavalry_forms_at_no_cost():
    state = field(card="polish-uhlans")
    state = went(state, TurnOrForm(unit="reds", formed=True))
    assert state.unit("reds").formed
    state = went(state, TurnOrForm(unit="reds", formed=False))
    assert not state.unit("reds").formed
    with pytest.raises(RuleViolation, match="straight line"):
        DEEDS.judge(
            changed(state, "reds", formation=UnitFormation.COLUMN), TurnOrForm(unit="reds", formed=True), ATTACK
        )
    with pytest.raises(RuleViolation, match="does not form"):
        DEEDS.judge(field(), TurnOrForm(unit="reds", formed=True), ATTACK)


def test_the_engine_ends_the_segment():
    state = field()
    course = Course(state, Scripted(()))
    action = Move.model_validate({"unit": "reds", "path": ("30,14",)})
    course.note(*DEEDS.carry_out(state, action, DEEDS.judge(state, action, ATTACK), Scripted(())))
    settle(course)
    assert course.state.unit("reds").at == (30.0, 14.0)
    assert course.state.unit("reds").acted == 1


@pytest.mark.parametrize("parts", [(), (WHITES,)])
def test_what_is_offered_is_lawful(parts):
    state = field(area("woods", 34, 12, 40, 18, name="Copse"), parts=parts)
    offers = [offer for offer in DEEDS.offers(state, ATTACKER, "reds") if offer.verb in ("move", "turn")]
    assert offers
    for offer in offers:
        DEEDS.judge(state, offer.action, ATTACK)


# ── Warnings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _notes(state, unit_id, to):
    action = Move.model_validate({"unit": unit_id, "path": [to]})
    return DEEDS.odds(state, action, ATTACK).notes


@pytest.mark.rule("RA-R234", "RA-R151")
def test_who_would_end_on_the_rails_ahead_of_his_own_train_is_warned():
    """The train has its front at 30, 20 in along the line; four bases at 40 reach from 37.6 on."""
    rail = line("railway", (10, 12), (60, 12), name="Rail", width=0.5)
    train = replace(unit("train", card="train-engine", bases=1, at=(28.8, 12)), rails=Rails("Rail", 20.0, last=4.0))
    state = field(rail, parts=(train,), at=(40, 6))
    assert _notes(state, "reds", "40,12") == (
        "It would stand on the rails 7.6 in ahead of Train, which stops short of it.",
    )
    assert _notes(state, "reds", "40,9") == ()
    lurkers = unit("lurkers", DEFENDER, at=(34, 12), bases=2, hidden=Concealment.AMBUSH)
    hidden = replace(state, units=(*state.units, lurkers))
    assert _notes(hidden, "reds", "40,12") == _notes(state, "reds", "40,12"), "the warning betrays nobody"
    behind = changed(state, "reds", at=(22, 6))
    assert _notes(behind, "reds", "22,12") == ()


@pytest.mark.rule("RA-R120", "RA-charge.legal.reach")
def test_a_lone_staff_is_warned_of_whoever_may_charge_it_there():
    """Volunteers charge 8 in. The staff's base is 1.2 in deep, theirs 0.8: 1 in of depth between middle and front."""
    whites = unit("whites", DEFENDER, "white-volunteers", at=(30, 30))
    state = battle(officer("boss", at=(30, 8)), unit("reds", card="red-regulars", at=(50, 8)), whites)
    warned = ("Whites may charge it there, and a staff that is caught alone is captured.",)
    assert _notes(state, "boss", "30,21.2") == warned
    assert _notes(state, "boss", "30,20.8") == ()
    assert _notes(changed(state, "whites", hidden=Concealment.AMBUSH), "boss", "30,21.2") == ()
    assert _notes(changed(state, "reds", at=(30, 16)), "reds", "30,21") == ()
