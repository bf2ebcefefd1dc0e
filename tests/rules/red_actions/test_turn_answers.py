"""What comes before, between and after segments: pre-emption, answers, absent sides, the end. Dice scripted by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Fire
from rules.red_actions.actions.movement import Move, TurnOrForm
from rules.red_actions.actions.segment import Answer, Stand, StandingAnswer, Watch
from rules.red_actions.decide import decide
from rules.red_actions.evolve import evolve
from rules.red_actions.offers import offers
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.turn.initiative import waiting
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.prompt import prompt
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Rout
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    acting,
    answering,
    area,
    battle,
    board,
    changed,
    course,
)
from tests.rules.red_actions.turning import CLEVER, PLAIN, Table, start, two_each, unit

# ── Clever officers ─────────────────────────────────────────────────────────────────────────────────────────────────


def watched(how="ask", reds_token=PLAIN, **changes) -> State:
    """Whites under a Clever officer see the reds, whose segment it is."""
    state = battle(
        unit("reds", at=(30, 10), token=reds_token), unit("others", at=(60, 4)),
        unit("whites", DEFENDER, "white-volunteers", at=(30, 36), token=CLEVER), **changes,
    )  # fmt: skip
    return state if how == "off" else with_watch(state, how)


def with_watch(state, how):
    for event in decide(state, Watch(unit="whites", how=how), DEFENCE, Scripted([])):
        state = evolve(state, event)
    return state


@pytest.mark.rule("RA-def.turn")
@pytest.mark.parametrize(("routing", "then"), [
    ((), "stand"), (("r1",), "stand; who routs rallies or runs on"),
    (("r1", "r2"), "stand; who routs rallies or runs on"),
])  # fmt: skip
def test_the_question_which_unit_acts_says_what_becomes_of_routers(routing, then):
    """One of two is enough."""
    state = battle(unit("r1", at=(10, 4)), unit("r2", at=(50, 4)), unit("w1", DEFENDER, at=(30, 44)))
    for ref in routing:
        state = changed(state, ref, rout=Rout(1, "w1"))
    (ask,) = prompt(state).asks
    assert ask.face.then == then


@pytest.mark.parametrize(("side", "other"), [(ATTACKER, DEFENDER), (DEFENDER, ATTACKER)])
def test_a_standing_answer_is_its_own_sides_to_that_question_alone(side, other):
    state = answering(watched(), side, charged="stand")
    assert (state.answer(side, "charged"), state.answer(other, "charged")) == ("stand", None)
    assert state.answer(side, "pre-empt") is None


MOVE = Move(unit="reds", path=("30,14",))


@pytest.mark.rule("RA-preempt.clever.1")
@pytest.mark.rule("RA-preempt.only")
def test_a_watching_clever_officer_is_asked_before_an_enemy_action():
    table = Table(watched()).do(MOVE)
    question = table.state.question
    assert question is not None
    assert (question.kind, question.side, question.about) == ("pre-empt", DEFENDER, "reds")
    assert table.state.unit("reds").at == (30, 10), "nothing has been done yet"
    table.do(Answer(answer="no"), DEFENCE)
    assert table.state.unit("reds").at == (30, 14), "the action goes on as announced"
    table.done()


@pytest.mark.rule("RA-preempt.clever.1", "RA-char.clever.1")
@pytest.mark.parametrize("die", [5, 6])
def test_a_six_lets_his_unit_act_first_and_then_the_action_goes_on(die):
    table = Table(watched("try"), die).do(MOVE)
    if die == 5:
        assert table.state.unit("reds").at == (30, 14)
        return
    segment = table.state.segment
    assert (segment.side, segment.only, segment.out_of_turn) == (DEFENDER, ("whites",), "clever")
    with pytest.raises(RuleViolation):
        table.do(Stand(unit="others"))
    table.do(Move(unit="whites", path=("30,32",)), DEFENCE)
    assert table.state.unit("whites").acted == 1
    assert table.state.unit("reds").at == (30, 14), "resumed"
    table.done()


@pytest.mark.rule("RA-preempt.clever.1")
def test_an_action_that_has_become_impossible_is_dropped_and_its_unit_may_do_another():
    """The reds mean to fire at whites 12 in off; these act first and go back out of range."""
    state = changed(watched("try"), "whites", at=(30, 22.8), facing=0)
    table = Table(state, 6).do(Fire(unit="reds", target="whites"))
    table.do(Move(unit="whites", path=("30,29",)), DEFENCE)
    assert "action-dropped" in table.kinds
    segment = table.state.segment
    assert (segment.side, segment.unit, segment.acted) == (ATTACKER, "reds", False)
    table.do(MOVE)
    assert table.state.unit("reds").at == (30, 14)
    table.done()


@pytest.mark.rule("RA-preempt.clever.2")
def test_a_clever_enemy_is_not_pre_empted():
    table = Table(watched("try", reds_token=CLEVER)).do(MOVE)
    assert table.state.unit("reds").at == (30, 14)
    table.done()


@pytest.mark.rule("RA-preempt.clever.1")
def test_only_a_unit_that_sees_the_enemy_and_has_not_acted_pre_empts():
    hill = area("building", 20, 20, 40, 26)
    for state in (
        changed(watched("try"), "whites", acted=1),
        replace(watched("try"), board=board(hill)),
        watched("off"),
    ):
        table = Table(state).do(MOVE)
        assert table.state.unit("reds").at == (30, 14)


def test_what_is_done_beside_an_action_is_not_pre_empted():
    table = Table(watched("try")).do(TurnOrForm(unit="reds", facing=90))
    assert "preempt-rolled" not in table.kinds
    assert table.state.unit("reds").facing == 90


@pytest.mark.rule("RA-char.clever.1")
def test_only_a_clever_officers_unit_watches():
    with pytest.raises(RuleViolation, match="no Clever officer"):
        decide(watched("off"), Watch(unit="reds"), ATTACK, Scripted([]))
    found = [o.label for o in offers(watched("off"), DEFENDER, "whites") if o.verb == "watch"]
    assert found == ["Ask me before enemy actions", "Try to pre-empt, unasked"]


# ── Segments lost, standing answers, absent sides ───────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.forfeit")
def test_a_unit_forced_to_act_has_lost_its_segment():
    state = two_each(turn=1)
    went = course(acting(state, "w1"))
    lose_segment(went, "r1", "it has had to retire")
    assert went.state.unit("r1").acted == 1
    assert [u.id for u in waiting(went.state, ATTACKER)] == ["r2"]
    lose_segment(went, "r1", "again")
    lose_segment(went, "w1", "its own segment is not lost")
    assert [event.kind for event in went.events] == ["segment-lost"]


def test_a_standing_answer_answers_the_question_that_stands_too():
    """A shot at close range asks whether fire is returned, where the side wants to be asked; "no" from now on."""
    state = battle(unit("reds", at=(30, 10)), unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))
    table = Table(state, 1, 1)
    for question in ("return-fire", "mode"):
        table.do(StandingAnswer(question=question, answer="ask" if question == "return-fire" else "normal"), DEFENCE)
    table.do(Fire(unit="reds", target="whites"))
    assert table.state.question is not None
    assert table.state.question.kind == "return-fire"
    table.do(StandingAnswer(question="return-fire", answer="no"), DEFENCE)
    assert table.state.question is None
    assert table.state.unit("whites").acted == 0, "no fire returned, no segment used"
    table.done()


def test_nobody_answers_what_he_was_not_asked():
    with pytest.raises(RuleViolation, match="Nobody has asked"):
        decide(two_each(turn=1), Answer(answer="yes"), ATTACK, Scripted([]))
    table = Table(watched()).do(MOVE)
    with pytest.raises(RuleViolation, match="The other side is asked"):
        table.do(Answer(answer="yes"), ATTACK)
    with pytest.raises(RuleViolation, match="isn't an answer"):
        table.do(Answer(answer="flee"), DEFENCE)


def test_an_absent_side_does_not_pre_empt_and_its_units_stand():
    table = Table(watched()).do(MOVE)
    (ask,) = prompt(table.state).asks
    assert ask.face.secret
    assert ask.default == Answer(answer="no")
    rolled = Table(two_each(), 6, 1).go()
    (ask,) = prompt(rolled.state).asks
    assert ask.default == Stand(unit="r1", rest=True)
    rolled.do(ask.default)
    rolled.stand("w1")
    assert rolled.state.unit("r2").acted == 1, "the rest of an absent side stands, too"


def test_an_absent_sides_routers_try_to_rally():
    """Only a router is left: the deadline has it try, on 7 or less."""
    state = start(unit("r1", at=(10, 4), rout=Rout(0), terror=1), unit("w1", DEFENDER, at=(60, 44)))
    table = Table(state, 6, 1, 3, 4).go()
    (ask,) = prompt(table.state).asks
    assert ask.default.name() == "rally-rout"
    table.do(ask.default)
    assert not table.state.unit("r1").routing
    table.done()


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.5")
def test_the_battle_ends_when_the_agreed_turns_are_played():
    table = Table(two_each(turn_limit=1), 6, 1).go()
    for ref in ("r1", "w1", "r2", "w2"):
        table.stand(ref)
    assert table.state.ended is not None
    assert table.state.ended.winner is None, "nobody has lost anything"


@pytest.mark.rule("RA-def.flight")
def test_an_army_that_passes_its_flight_number_is_beaten_at_the_end_of_a_segment():
    """The whites are two units of four bases; both rout, all of their points count as lost: that is more than any
    flight number."""
    state = two_each(turn=1)
    state = changed(changed(state, "w1", rout=Rout(1)), "w2", rout=Rout(1))
    went = course(acting(state, "r1", acted=True))
    settle(went)
    assert went.state.ended is not None
    assert went.state.ended.winner == ATTACKER


@pytest.mark.rule("RA-form.cavalry.2")
def test_cavalry_forms_and_loosens_at_any_time_of_its_segment_for_nothing():
    state = battle(unit("horse", card="white-cavalry"), unit("w1", DEFENDER, at=(60, 44)))
    table = Table(state).do(TurnOrForm(unit="horse", formed=True))
    assert table.state.unit("horse").formed
    table.do(TurnOrForm(unit="horse", formed=False)).do(TurnOrForm(unit="horse", formed=True))
    assert table.state.unit("horse").moved == 0
    table.do(Move(unit="horse", path=("30,26",)))
    assert table.state.unit("horse").at == (30, 26), "its whole 16 in are left"
    assert table.state.unit("horse").formed
