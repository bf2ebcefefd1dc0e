"""Answers name officers and tokens by their ids; those of older journals, by their place, are still read."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES
from rules.red_actions.actions import CODEC as ACTIONS
from rules.red_actions.actions.segment import Answer
from rules.red_actions.actions.setup import KeepToken
from rules.red_actions.decide import decide
from rules.red_actions.events import CODEC as EVENTS
from rules.red_actions.events.agenda import Answered
from rules.red_actions.events.command import OfficerPromoted
from rules.red_actions.evolve import evolve
from rules.red_actions.pending.question import Question
from rules.red_actions.play.command.promoting import promote_due
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.prompt import prompt
from rules.red_actions.state import ATTACKER, State
from tests.rules.red_actions.field import ATTACK, DEFENCE, changed, course
from tests.rules.red_actions.mustering import mustered
from tests.rules.red_actions.test_command_in_battle import without_a_general
from tests.rules.red_actions.test_setup import after, drawn, refused

OLD = '{"number":1,"kind":"promote","side":"attacker","who":[],"choices":["first","second"],"about":"boss-man",' \
    '"officers":["one-junior","two-junior"]}'  # fmt: skip
"""The question as it was stored when its choices were words of place."""


def asked(*, old: bool = False) -> State:
    """Two juniors are there, one of whom takes the general's place."""
    c = course(without_a_general(turn=2))
    promote_due(c)
    if old:
        return evolve(c.state, EVENTS.load(f'{{"kind":"asked","question":{OLD}}}'))
    settle(c)
    return c.state


def risen(state: State, answer: Answer) -> tuple[str, str]:
    """What the answer is kept as, and who has risen."""
    events = decide(state, answer, ATTACK, Scripted(["card:red-minus1-plain"]))
    (said,) = [event.answer for event in events if isinstance(event, Answered)]
    (officer,) = [event.officer for event in events if isinstance(event, OfficerPromoted)]
    return said, officer


@pytest.mark.rule("RA-officer.loss.4")
@pytest.mark.parametrize("old", [False, True])
def test_an_officer_is_named_by_his_id_or_by_his_place(old: bool) -> None:
    state = asked(old=old)
    assert state.question is not None
    assert state.question.open == ("one-junior", "two-junior")
    (ask,) = prompt(state).asks
    assert ask.default == Answer(officer="one-junior")
    assert [offer.action for offer in ask.quick] == [Answer(officer="one-junior"), Answer(officer="two-junior")]
    for answer in (Answer(officer="two-junior"), Answer(answer="second")):
        assert risen(state, answer) == ("two-junior", "two-junior")


def test_who_is_not_to_choose_from_and_no_answer_at_all_are_refused() -> None:
    for answer, by, code in (
        (Answer(officer="boss-man"), ATTACK, "unknown-choice"),
        (Answer(answer="third"), ATTACK, "unknown-choice"),
        (Answer(), ATTACK, "unknown-choice"),
        (Answer(officer="one-junior"), DEFENCE, "not-asked"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            decide(asked(), answer, by, Scripted([]))
        assert refusal.value.code == code
        if code == "unknown-choice":
            assert refusal.value.remedy == "Answer first, second."


def test_who_has_gone_since_he_was_asked_about_is_passed_over() -> None:
    state = changed(asked(), "one", at=None)
    assert risen(state, Answer(officer="one-junior")) == ("one-junior", "two-junior")


def test_a_state_with_the_question_of_old_is_kept_and_read() -> None:
    state = asked(old=True)
    assert state.question == Question(
        1, "promote", ATTACKER, (), ("first", "second"), "boss-man", ("one-junior", "two-junior")
    )
    assert RULES.battle.states.load(RULES.battle.states.dump(state)) == state


def test_answers_of_old_journals_are_read() -> None:
    assert ACTIONS.load('{"verb":"answer","answer":"first"}') == Answer(answer="first")
    assert ACTIONS.load('{"verb":"keep-token","officer":"boss","token":2}') == KeepToken(officer="boss", token=2)
    state = evolve(asked(old=True), EVENTS.load(f'{{"kind":"answered","question":{OLD},"answer":"first"}}'))
    assert (state.question, state.reply) == (None, "first")


@pytest.mark.rule("RA-def.officer.draw.2")
def test_a_token_is_named_by_its_key_or_by_its_number() -> None:
    state = drawn(mustered())
    (first, _) = state.drawn
    for action in (KeepToken(officer=first.officer, token=2), KeepToken(officer=first.officer, key=first.tokens[1])):
        assert after(state, action, ATTACK).officer(first.officer).token == first.tokens[1]
    for wrong in (KeepToken(officer=first.officer), KeepToken(officer=first.officer, key="green-plus9-plain")):
        assert refused(state, wrong, ATTACK).code == "unknown-choice"
