"""Questions of any rule set: put by their kind, settled by what a side has said once for all, answered by who may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from rules.battle.question import SECRET, Put, Questions, asked_of, spoken_for
from rules.kernel.action import UMPIRE, Action, Actor, OwnUnit
from rules.kernel.violation import RuleViolation
from rules.seam.asking import (
    ALL_KNOWN,
    Face,
    KnownAs,
    Offer,
    PublicKnowledge,
    PublicWords,
    Wording,
    common,
    put_to,
)


class Open(Action):
    verb: Literal["open"] = "open"
    door: str
    yes: bool = True


@dataclass(frozen=True)
class Knock:
    key: str
    kind: str
    side: str
    who: tuple[str, ...] = ("porter",)


QUESTIONS: Questions[frozenset[str], Knock] = Questions(
    {
        "front": Put(
            words=lambda state, knock: Wording(
                "{}: does {} open?", (common(knock.side), KnownAs(knock.who[0], PublicWords("somebody")))
            ),
            answers=lambda state, knock: [Offer(Open(door=knock.key), "Open")],
            absent=lambda state, knock: Open(door=knock.key, yes=False),
            standing=lambda state, knock: Open(door=knock.key) if knock.side in state else None,
        ),
        "back": Put(
            words=lambda state, knock: Wording("Who is there?"),
            answers=lambda state, knock: (),
            absent=lambda state, knock: Open(door=knock.key, yes=False),
        ),
        "hatch": Put(
            words=lambda state, knock: Wording("A friend knocks twice. Open?"),
            answers=lambda state, knock: (),
            absent=lambda state, knock: Open(door=knock.key, yes=False),
            secret=True,
        ),
    },
    lambda state: PublicKnowledge(lambda ref: ref == "maid"),
)
FRONT, BACK, OTHER = Knock("f", "front", "red"), Knock("b", "back", "red"), Knock("o", "front", "blue", ("maid",))


def test_a_question_becomes_a_prompt_by_the_row_of_its_kind():
    asked = QUESTIONS.ask(frozenset(), FRONT)
    assert (asked.key, asked.side, asked.question) == ("f", "red", "Red: does porter open?")
    assert (asked.default, asked.units) == (Open(door="f", yes=False), ("porter",))
    assert asked.quick == (Offer(Open(door="f"), "Open"),)
    other = QUESTIONS.ask(frozenset(), BACK, side="green", umpire=True)
    assert (other.side, other.umpire, other.question) == ("green", True, "Who is there?")
    assert (other.face.side, other.face.umpire) == ("green", True)


def test_everybody_reads_of_a_question_what_everybody_knows():
    face = QUESTIONS.ask(frozenset(), FRONT).face
    assert (face.key, face.question) == ("f", "Red: does somebody open?")
    assert (face.units, face.more, face.secret) == ((), True, False)
    assert face.quick == (Offer(Open(door="f"), "Open"),)
    assert face.then == "open"
    blue = QUESTIONS.ask(frozenset(), OTHER).face
    assert (blue.units, blue.more) == (("maid",), False)


def test_a_question_that_would_betray_something_is_for_its_side_alone():
    hatch = Knock("h", "hatch", "red")
    asked = QUESTIONS.ask(frozenset(), hatch)
    assert asked.question == "A friend knocks twice. Open?"
    assert asked.face == Face("h", "red", PublicWords(SECRET), secret=True)
    assert (QUESTIONS.audience(hatch), QUESTIONS.audience(FRONT)) == (("red",), None)


def test_a_player_answers_for_his_side_and_the_umpire_for_any():
    assert [spoken_for(by)("red") for by in (Actor.player("red"), Actor.player("blue"), UMPIRE)] == [True, False, True]


def test_what_a_side_has_said_once_for_all_is_not_asked_and_goes_on():
    said = frozenset({"blue"})
    assert QUESTIONS.to_be_asked(said, (FRONT, BACK, OTHER)) == (FRONT, BACK)
    assert QUESTIONS.settled(said, (FRONT, BACK, OTHER)) == Open(door="o")
    assert QUESTIONS.settled(frozenset(), (FRONT, BACK, OTHER)) is None


def test_an_answer_finds_the_question_of_its_kind_that_the_asker_may_answer():
    def red(side: str) -> bool:
        return side == "red"

    assert asked_of((BACK, OTHER, FRONT), "front", red) == FRONT
    assert asked_of((OTHER, FRONT), "front", lambda side: True, unit="maid") == OTHER
    assert asked_of((OTHER, BACK), "", red) == BACK, "of any kind"
    for questions, kind, unit in (
        ((), "front", ""),
        ((BACK,), "front", ""),
        ((OTHER,), "front", ""),
        ((FRONT,), "front", "maid"),
    ):
        with pytest.raises(RuleViolation) as refused:
            asked_of(questions, kind, red, unit=unit)
        assert refused.value.code == "not-asked"


class Lead(Action):
    verb: Literal["lead"] = "lead"
    unit: OwnUnit


def test_a_question_whose_answers_all_name_the_hidden_leads_to_a_panel_of_ones_own():
    """Nobody may be left before a question without anything to press."""
    offers = (Offer(Lead(unit="ghost"), "The ghost leads"),)
    hidden = put_to("red", "lead", Wording("Who leads?"), Lead(unit="ghost"), known=NOBODY, quick=offers)
    assert (hidden.face.quick, hidden.face.answers) == ((), True)
    known = put_to("red", "lead", Wording("Who leads?"), Lead(unit="ghost"), known=ALL_KNOWN, quick=offers)
    assert (known.face.quick, known.face.answers) == (offers, False)


NOBODY = PublicKnowledge(lambda ref: False)
