"""Scouting, springing and calling out of ambush in a battle: worked by hand."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import CallOut, Scout, SpringAmbush
from rules.red_actions.actions.movement import Move
from rules.red_actions.book.kinds import StruckSide, Test
from rules.red_actions.decide import decide, odds
from rules.red_actions.deeds import DEEDS
from rules.red_actions.evolve import evolve
from rules.red_actions.offers import offers
from rules.red_actions.pending.charge import CarryOutCharge
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.pending.morale import PutMarkers, TakeTest
from rules.red_actions.pending.movement import OpenAmbush
from rules.red_actions.play.ambush.springing import step_spring
from rules.red_actions.play.sight.knowledge import reveal_seen
from rules.red_actions.state import ATTACKER, DEFENDER, Scouted
from rules.red_actions.tell import tell
from rules.red_actions.units import Concealment
from rules.seam.viewing import Viewer
from tests.rules.red_actions.field import ATTACK, DEFENCE, acting, area, battle, board, changed, course, junior, officer
from tests.rules.red_actions.field import unit as bare_unit

WOOD = area("woods", 20, 20, 40, 30, name="Wood")
HEDGE = area("hedge", 50, 20, 60, 20.3, name="Hedge")


def unit(id_, side=ATTACKER, card="red-regulars", token="red-zero-plain", **changes):
    return bare_unit(id_, side, card, **changes), junior(id_, side, token=token)


def did(state, action, *dice, by=ATTACK):
    chance = Scripted(str(die) for die in dice)
    events = decide(state, action, by, chance)
    for event in events:
        state = evolve(state, event)
        tell(state, event, Viewer(umpire=True))
    chance.finish()
    return state, [event.kind for event in events]


def _wood(*others, red_at=(30, 16), card="red-regulars", token="red-zero-plain", hidden=Concealment.AMBUSH, **changes):
    reds = unit("reds", card=card, at=red_at, token=token)
    whites = unit("whites", DEFENDER, "white-volunteers", at=(30, 26), hidden=hidden)
    return battle(reds, whites, *others, board=board(WOOD, HEDGE), **changes)


# ── Scouting ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.scout.1")
@pytest.mark.rule("RA-action.extra.scout")
def test_scouting_reaches_four_inches_and_leaves_the_action_free():
    """The front of the unit is 0.4 in ahead of its middle: at 15.6 it is 4 in from the wood."""
    state, _ = did(_wood(red_at=(30, 15.6)), Scout(unit="reds", place="Wood"), 3)
    assert state.segment is not None
    assert state.segment.unit == "reds"
    assert not state.segment.acted
    assert state.segment.extras == ("scout",)
    with pytest.raises(RuleViolation, match="scouts 4 in"):
        did(_wood(red_at=(30, 15.5)), Scout(unit="reds", place="Wood"), 3)


@pytest.mark.rule("RA-char.partisan.1")
@pytest.mark.rule("RA-char.clever.2")
@pytest.mark.parametrize(("card", "token"), [
    ("red-partisans", "red-zero-plain"), ("red-regulars", "CLEVER"), ("red-partisans", "CLEVER"),
])  # fmt: skip
def test_partisans_and_clever_officers_scout_eight_inches_and_no_further(card, token):
    token = _clever() if token == "CLEVER" else token
    did(_wood(red_at=(30, 11.6), card=card, token=token), Scout(unit="reds", place="Wood"), 3)
    with pytest.raises(RuleViolation, match="scouts 8 in"):
        did(_wood(red_at=(30, 11.5), card=card, token=token), Scout(unit="reds", place="Wood"), 3)


def _clever():
    from rules.red_actions.book.cards import BOOK_PACK
    from rules.red_actions.book.kinds import Trait

    return next(t.id for t in BOOK_PACK.tokens if t.traits == frozenset({Trait.CLEVER}))


@pytest.mark.rule("RA-ambush.scout.2")
@pytest.mark.rule("RA-ambush.scout.4")
@pytest.mark.parametrize(("die", "found"), [(3, False), (4, True)])
def test_four_or_more_finds_the_ambush_and_puts_it_on_the_table(die, found):
    state, kinds = did(_wood(), Scout(unit="reds", place="Wood"), die)
    assert ("revealed" in kinds) is found
    whites = state.unit("whites")
    assert (whites.hidden is Concealment.NO) is found
    assert whites.came_upon == "", "found by scouts, it surprises nobody"


@pytest.mark.rule("RA-ambush.scout.2")
def test_the_die_is_rolled_where_nobody_lies_too_and_says_no_more():
    empty, there = battle(unit("reds", at=(30, 16)), board=board(WOOD)), _wood()
    red = Viewer(side=ATTACKER)
    said = []
    for state in (empty, there):
        for event in decide(state, Scout(unit="reds", place="Wood"), ATTACK, Scripted(["2"])):
            state = evolve(state, event)
            if event.kind == "searched":
                said.append(tell(state, event, red))
    assert said[0] == said[1]
    assert said[0] is not None


@pytest.mark.rule("RA-ambush.scout.3")
def test_a_place_is_scouted_by_one_unit_a_turn_and_by_any_in_the_next():
    start = _wood(unit("others", at=(24, 16)), scouted=(Scouted(1, "Wood", "others"),))
    with pytest.raises(RuleViolation, match="Another unit"):
        did(start, Scout(unit="reds", place="Wood"))
    from dataclasses import replace

    did(replace(start, turn=2), Scout(unit="reds", place="Wood"), 1)


@pytest.mark.rule("RA-ambush.scout.1")
def test_a_unit_scouts_once_a_turn():
    state, _ = did(_wood(), Scout(unit="reds", place="Wood"), 1)
    with pytest.raises(RuleViolation, match="done that"):
        did(state, Scout(unit="reds", place="Wood"))


def test_open_ground_is_not_scouted():
    with pytest.raises(RuleViolation, match="Nothing there hides"):
        did(_wood(), Scout(unit="reds", place="30,12"))


def test_scouting_is_offered_with_its_chance():
    found = [offer for offer in offers(_wood(), ATTACKER, "reds") if offer.verb == "scout"]
    assert [offer.label for offer in found] == ["Scout Wood"]
    assert str(odds(_wood(), found[0].action, ATTACK).chances[0].chance) == "1/2"


# ── Springing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _sprung(state, how="charge"):
    went = course(state)
    went.push(OpenAmbush("whites", "reds", how))
    step_spring(went, OpenAmbush("whites", "reds", how))
    return went.state, went.state.agenda[::-1]


@pytest.mark.rule("RA-ambush.spring.1")
@pytest.mark.rule("RA-preempt.ambush")
@pytest.mark.rule("RA-ambush.benefit.1")
@pytest.mark.rule("RA-ambush.benefit.3")
@pytest.mark.rule("RA-ambush.benefit.4")
def test_a_sprung_charge_marks_tests_and_charges():
    """12 in apart from middle to middle: 9.2 in from front to front."""
    state, agenda = _sprung(acting(_wood(), "reds"))
    mark, test, charge = agenda
    assert mark == PutMarkers("reds", terror=1, threat="whites", reason="ambushed")
    assert isinstance(test, TakeTest)
    assert (test.test, test.modifier) == (Test.FEAR, 0)
    struck = StruckSide.FRONT
    assert charge == CarryOutCharge("whites", "reds", side_struck=struck, distance=9.2, undecided=True, ambush=True)
    assert state.segment is not None
    assert state.segment.acted, "whoever is ambushed has spent his segment"
    assert state.unit("whites").hidden is Concealment.NO
    assert state.unit("whites").acted == 1, "springing uses the segment"


@pytest.mark.rule("RA-ambush.shoot-only")
def test_an_ambush_that_only_fires_marks_and_tests_as_well():
    _, agenda = _sprung(_wood(), "fire")
    assert [type(task) for task in agenda] == [PutMarkers, TakeTest, CarryOutShooting]
    assert agenda[2] == CarryOutShooting(Shot("whites", "reds"), reason="ambush")


@pytest.mark.rule("RA-march.3")
def test_troops_ambushed_on_the_march_test_at_minus_three_and_cannot_shoot():
    state, agenda = _sprung(changed(_wood(), "reds", marching=True))
    assert isinstance(agenda[1], TakeTest)
    assert agenda[1].modifier == -3
    reds = state.unit("reds")
    assert (reds.surprised, reds.marching) == (True, False)


@pytest.mark.rule("RA-ambush.once")
def test_a_second_ambush_on_the_same_unit_has_no_effect_but_its_attack():
    _, agenda = _sprung(changed(_wood(), "reds", ambushed_turn=1), "fire")
    assert [type(task) for task in agenda] == [CarryOutShooting]


def test_nobody_is_ambushed_who_runs_already():
    from rules.red_actions.units import Rout

    state, agenda = _sprung(changed(_wood(), "reds", rout=Rout(1)))
    assert agenda == ()
    assert state.unit("whites").hidden is Concealment.AMBUSH


@pytest.mark.rule("RA-ambush.spring.1")
def test_a_move_into_reach_is_broken_off_by_the_ambush():
    """Volunteers at the edge of the wood charge 8 in and 2 in more: at 10 in they are asked, and the move waits."""
    start = _wood(red_at=(30, 4))
    start = changed(start, "whites", at=(30, 20.5))
    state, _ = did(start, Move(unit="reds", path=("30,12",)))
    assert state.question is not None
    assert state.question.kind == "ambush"
    assert state.question.side == DEFENDER
    assert state.unit("reds").at[1] < 12


# ── Round a corner ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.corner")
@pytest.mark.rule("RA-ambush.scout.4")
def test_an_ambush_come_upon_round_a_corner_may_still_be_sprung_in_its_own_segment():
    went = course(_wood(red_at=(30, 23)))
    reveal_seen(went)
    assert went.state.unit("whites").came_upon == "reds"
    from dataclasses import replace

    from rules.red_actions.state import Segment

    state = replace(went.state, segment=Segment(DEFENDER))
    ready = DEEDS.judge(state, SpringAmbush(unit="whites", how="charge"), DEFENCE)
    assert ready.target.id == "reds"
    labels = [offer.label for offer in offers(state, DEFENDER, "whites") if offer.verb == "spring"]
    assert "Spring the ambush: charge Reds" in labels
    far = changed(state, "reds", at=(30, 4))
    with pytest.raises(RuleViolation, match="cannot charge"):
        DEEDS.judge(far, SpringAmbush(unit="whites", how="charge"), DEFENCE)


@pytest.mark.rule("RA-ambush.corner")
def test_who_was_in_no_ambush_surprises_nobody():
    state = _wood(hidden=Concealment.NO, side=DEFENDER)
    with pytest.raises(RuleViolation, match="No enemy has come upon"):
        DEEDS.judge(state, SpringAmbush(unit="whites", how="fire"), DEFENCE)


# ── Called out ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.order")
@pytest.mark.rule("RA-ambush.after")
def test_a_senior_officer_in_contact_orders_a_unit_out_which_then_moves_as_normal():
    start = _wood(officer("ivan", DEFENDER, at=(30, 27)), red_at=(30, 4), side=DEFENDER)
    with pytest.raises(RuleViolation, match="in ambush"):
        did(start, Move(unit="whites", path=("30,24",)), by=DEFENCE)
    state, _ = did(start, CallOut(unit="whites"), by=DEFENCE)
    assert state.unit("whites").hidden is Concealment.NO
    moved, _ = did(state, Move(unit="whites", path=("30,24",)), by=DEFENCE)
    assert moved.unit("whites").at == (30.0, 24.0)


@pytest.mark.rule("RA-ambush.order")
def test_without_an_officer_nobody_is_called_out():
    start = _wood(officer("ivan", DEFENDER, at=(30, 40)), side=DEFENDER)
    with pytest.raises(RuleViolation, match="waits until"):
        did(start, CallOut(unit="whites"), by=DEFENCE)
