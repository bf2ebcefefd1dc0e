"""What nobody is asked: what he has settled, what he cannot help, and his staffs that stay where they are. RA-R187,
RA-R188, RA-R189"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.action import ENGINE
from rules.kernel.chance import Scripted
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.segment import StandingAnswer
from rules.red_actions.course import Course
from rules.red_actions.decide import decide
from rules.red_actions.events.agenda import Answered, StandingSet
from rules.red_actions.events.turn import SegmentTaken
from rules.red_actions.offers import offers
from rules.red_actions.pending.question import Question
from rules.red_actions.play.engine.deeds import STAYS
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.questions import ask
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Rout
from tests.rules.red_actions.field import DEFENCE, answering, battle, changed, officer
from tests.rules.red_actions.turning import Table, two_each, unit


def said(state: State, kind: str, *choices: str) -> str | None:
    """What comes of a question of that kind to the defender; None: he is asked."""
    course = Course(state, Scripted([]))
    return course.ask(kind, DEFENDER, ("whites",), choices)  # type: ignore[arg-type]


def facing() -> State:
    return battle(unit("reds", at=(30, 10)), unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))


@pytest.mark.parametrize(
    ("kind", "answer", "choices", "meant"),
    [
        ("charged", "fire", ("counter-charge", "stand", "flee"), "stand"),
        ("charged", "counter-charge", ("fire", "stand", "flee"), "fire"),
        ("charged", "counter-charge", ("stand", "flee"), "stand"),
        ("charged", "flee", ("counter-charge", "stand"), "stand"),
        ("ambush", "charge", ("fire", "lie-low"), "lie-low"),
        ("ambush", "fire", ("charge", "lie-low"), None),
        ("spare", "cover", ("retire", "base", "marker"), "retire"),
    ],
)
def test_a_settled_answer_that_is_not_open_means_the_next_best(kind, answer, choices, meant):
    assert said(answering(facing(), DEFENDER, **{kind: answer}), kind, *choices) == meant


def test_who_has_said_nothing_is_asked_what_his_cover_does_not_spare_him():
    assert said(facing(), "spare", "cover", "retire") == "cover"
    assert said(facing(), "spare", "retire", "base") is None
    assert said(answering(facing(), DEFENDER, charged="ask"), "charged", "stand", "flee") is None


def pursued(near: float) -> State:
    """Reds rout, pursued by Whites who move 8 in and stand so near; it is their segment."""
    state = facing()
    rout = Rout(1, "whites", pursuers=(("whites", 1),), began_at=(30, 12))
    return changed(changed(state, "reds", rout=rout), "whites", at=(30, 10 + near))


def test_who_can_only_run_on_does_so_unasked():
    """Pursuers at 5 in forbid a rally; at 20 in its player chooses between a rally and running on."""
    state = pursued(5)
    assert not prompt(state)
    assert proceed(state) == RallyRout(unit="reds", run=True)
    (found,) = prompt(pursued(20)).asks
    assert (found.side, found.units) == (ATTACKER, ("reds",))
    assert proceed(pursued(20)) is None


def test_a_side_with_another_unit_to_act_with_is_asked():
    rout = Rout(1, "w1", pursuers=(("w1", 1),), began_at=(10, 6))
    state = changed(changed(two_each(turn=1), "r1", rout=rout), "w1", at=(10, 9))
    state = replace(state, segment=battle().segment)
    (found,) = prompt(state).asks
    assert found.units == ("r1", "r2")


def test_the_engine_may_have_them_run():
    events = decide(pursued(5), RallyRout(unit="reds", run=True), ENGINE, Scripted(["1"] * 6))
    assert any(isinstance(event, SegmentTaken) for event in events)


def staffed() -> State:
    return battle(
        officer("staff", at=(20, 4), token="red-zero-plain"), unit("r1", at=(10, 4)), unit("w1", DEFENDER, at=(10, 44))
    )


def test_a_staff_that_is_to_stand_is_no_reason_to_ask():
    """It is offered while the staff waits; then its side is asked for its other unit, and for nobody once that has
    acted."""
    labels = {offer.label: offer.action for offer in offers(staffed(), ATTACKER, "staff")}
    assert STAYS not in [offer.label for offer in offers(staffed(), ATTACKER, "r1")]
    table = Table(staffed(), 6, 1).do(labels[STAYS])
    (found,) = prompt(table.state).asks
    assert (found.side, found.units) == (ATTACKER, ("staff", "r1"))
    table.stand("r1")
    assert (table.side, table.state.unit("staff").acted) == (DEFENDER, 0)
    table.stand("w1")
    assert (table.state.turn, table.state.unit("staff").acted) == (2, 1), "its segment passes by itself"
    table.done()


def test_a_charge_may_be_settled_by_what_is_not_open_now():
    """Whites may only stand or flee; whoever says that they always stand and fire has said that they stand."""
    question = Question(1, "charged", DEFENDER, ("whites",), ("stand", "flee"), "reds")
    quick = ask(facing(), question).quick
    assert [offer.label for offer in quick] == [
        "Stand and fight", "Flee, humiliated", "Always: stand and fight", "Always: flee, humiliated",
        "Always: stand and fire", "Always: counter-charge",
    ]  # fmt: skip
    waiting = replace(facing(), question=question)
    settled = decide(waiting, StandingAnswer(question="charged", answer="fire"), DEFENCE, Scripted([]))
    assert [event.answer for event in settled if isinstance(event, (StandingSet, Answered))] == ["fire", "stand"]


def test_what_is_settled_is_settled_for_every_question_of_its_kind():
    table = Table(facing()).do(StandingAnswer(question="charged", answer="fire"), DEFENCE)
    assert said(table.state, "charged", "stand", "flee") == "stand"
