"""Facts under every rule set: each name and each spelling of a value, as ruling, as option and from the table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from rules.battle.facts import (
    NO,
    YES,
    Flag,
    Number,
    OneOf,
    Quantity,
    Ruled,
    Vocabulary,
    known,
    settled,
    still_holding,
    with_ruling,
    word_on,
)
from rules.battle.umpire import RuleFact, ruling
from rules.book_and_gun.facts import FACTS as BOOK_AND_GUN
from rules.five56mm.play.ground.facts import FACTS as FIVE56MM
from rules.five56mm.state import State as Five56mmState
from rules.infantry_action.facts import FACTS as INFANTRY_ACTION
from rules.kernel.event import Codec
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation
from rules.red_actions.play.ground.facts import FACTS as RED_ACTIONS
from tests.charts import chart

VOCABULARIES = {
    "book-and-gun": BOOK_AND_GUN,
    "five56mm": FIVE56MM,
    "infantry-action": INFANTRY_ACTION,
    "red-actions": RED_ACTIONS,
}


def by_word(vocabulary, fact, value, *, unit, other, turns, turn):
    """The umpire's ruling as the battle keeps it, also of words that no form lets through."""
    action = RuleFact.model_construct(fact=fact, value=value, turns=turns)
    return ruling(vocabulary, action, unit=unit, other=other, turn=turn)


@dataclass(frozen=True)
class Case:
    rules: str
    name: Any
    said: str
    means: Any
    another: Any
    """Another value of the same fact, to be told from it."""


def spellings(name):
    """(as it is written, what it means, another value)"""
    match name:
        case Flag():
            yield from ((word, True, False) for word in (*YES, "Yes", " ON ", "yés"))
            yield from ((word, False, True) for word in (*NO, "No", "OFF", "nö"))
        case OneOf():
            for choice in name.choices:
                other = next(each for each in name.choices if each != choice)
                yield from ((said, choice, other) for said in (choice, choice.upper(), f" {choice} "))
                yield choice.replace(" ", "-"), choice, other
        case Quantity():
            units = {"in": ("in", " inches", '"'), "m": ("m", " metres"), "%": ("%", " percent")}[name.unit]
            yield from (("14", 14.0, 3.0), ("2.5", 2.5, 3.0), ("2,5", 2.5, 3.0))
            yield from ((f"14{unit}", 14.0, 3.0) for unit in units)
        case Number():
            yield from (("2", 2.0, 3.0), (" 4 ", 4.0, 3.0))


CASES = {
    f"{rules}-{name.name}": [Case(rules, name, *spelling) for spelling in spellings(name)]
    for rules, vocabulary in VOCABULARIES.items()
    for name in vocabulary.all
}


@chart("cases", CASES.values(), ids=CASES)
def test_a_ruling_wins_over_an_option_that_over_the_table_that_over_the_default(cases):
    for case in cases:
        whose_word_holds(case)


def whose_word_holds(case):
    name, other = case.name, "red" if case.name.towards else None
    given = by_word(VOCABULARIES[case.rules], name.name, case.said, unit="able", other=other, turns=None, turn=1)
    word = word_on((given,), 1, name, "able", other)
    assert word == case.means
    assert type(word) is type(case.means)

    def found(source, ruling=None, declared=None, measured=None, default=None):
        value, fact = settled(name, ruling, declared, lambda: measured, default)
        assert (value, fact.value, fact.name, fact.source, fact.unit) == (
            case.means, case.means, name.name, source, name.unit
        )  # fmt: skip

    found(Source.RULING, word, case.another, case.another, case.another)
    found(Source.DECLARED, None, case.said, case.another, case.another)
    found(Source.DECLARED, None, case.means, case.another, case.another)
    found(Source.MEASURED, None, None, case.means, case.another)
    found(Source.DEFAULT, None, None, None, case.means)


@chart("cases", CASES.values(), ids=CASES)
def test_the_table_is_not_asked_where_somebody_has_said(cases):
    def table():
        raise AssertionError

    for case in cases:
        assert known(case.name, case.means, None, table)[0] == case.means
        assert known(case.name, None, case.said, table)[0] == case.means


WRONG = {
    Flag: ("14", "perhaps", "", "yes please", "2"),
    Quantity: ("yes", "on", "far", "-1", "1e9", "nan", "inf", "14 bananas"),
    Number: ("yes", "2.5", "-1", "many"),
    OneOf: ("yes", "1", "true", "nothing of the kind"),
}


@pytest.mark.parametrize("rules", VOCABULARIES)
def test_what_a_fact_cannot_be_is_refused_when_it_is_ruled_and_what_it_can_be_is_named(rules):
    vocabulary = VOCABULARIES[rules]
    for name in vocabulary.all:
        for said in WRONG[type(name)]:
            with pytest.raises(RuleViolation) as refused:
                by_word(vocabulary, name.name, said, unit=None, other=None, turns=None, turn=1)
            assert refused.value.code == "fact-unreadable"
            assert name.expected in refused.value.remedy
            with pytest.raises(RuleViolation) as declared:
                settled(name, None, said)
            assert declared.value.code == "fact-unreadable"


def test_a_yes_is_no_number_and_a_number_no_yes():
    with pytest.raises(RuleViolation, match="says nothing of “range”") as refused:
        settled(Quantity("range"), None, True)
    assert refused.value.remedy == "Give a number of inches from 0 to 1000."
    with pytest.raises(RuleViolation, match="says nothing of “slope”") as refused:
        settled(Flag("slope"), None, 14)
    assert refused.value.remedy == "Give yes or no."


@pytest.mark.parametrize(
    ("rules", "written", "meant"),
    [
        ("book-and-gun", "line of site", "line of sight"),
        ("book-and-gun", "rnage", "range"),
        ("book-and-gun", "leader", "leader near"),
        ("five56mm", "obscurred", "obscured"),
        ("five56mm", "nearest", None),
    ],
)
def test_an_unknown_name_is_refused_and_the_one_meant_is_asked_for(rules, written, meant):
    with pytest.raises(RuleViolation) as refused:
        by_word(VOCABULARIES[rules], written, "yes", unit=None, other=None, turns=None, turn=1)
    assert refused.value.code == "unknown-fact"
    assert (f"Did you mean “{meant}”?" in refused.value.message) is (meant is not None)
    assert "range" in refused.value.remedy


@pytest.mark.parametrize("rules", VOCABULARIES)
def test_a_name_may_be_written_in_any_case_with_hyphens_or_accents(rules):
    for name in VOCABULARIES[rules].all:
        for written in (name.name.upper(), name.name.replace(" ", "_"), f" {name.name.replace(' ', '-')} "):
            assert VOCABULARIES[rules].named(written) is name


def test_what_holds_towards_nobody_is_not_ruled_towards_anybody():
    with pytest.raises(RuleViolation) as refused:
        by_word(BOOK_AND_GUN, "slope", "yes", unit="able", other="red", turns=None, turn=1)
    assert refused.value.code == "not-towards"


def test_the_narrowest_ruling_holds_the_latest_of_equals_and_each_for_its_turns():
    range_ = Quantity("range", towards=True)
    rulings = ()
    for value, unit, other, until in (
        (14.0, "able", None, None), (9.0, "able", "red", 1), (20.0, None, None, None), (11.0, None, "green", None),
    ):  # fmt: skip
        rulings = with_ruling(rulings, Ruled("range", value, unit, other, until))
    assert word_on(rulings, 1, range_, "able", "red") == 9
    assert word_on(rulings, 2, range_, "able", "red") == 14
    assert word_on(rulings, 1, range_, "baker", "red") == 20
    assert word_on(rulings, 1, range_, "baker", "green") == 11
    assert word_on(rulings, 1, range_, "able", "green") == 11
    assert word_on(with_ruling(rulings, Ruled("range", 8.0)), 1, range_, "baker", "red") == 8
    assert len(with_ruling(rulings, Ruled("range", 8.0))) == 4
    assert len(still_holding(rulings, 2)) == 3


def test_what_is_mutual_holds_whichever_is_named_first():
    apart, seen = Quantity("range", towards=True, mutual=True), Flag("line of sight", towards=True, also=("sees",))
    rulings = (Ruled("range", 20.0), Ruled("range", 9.0, "able", "red"), Ruled("range", 14.0, None, "green"))
    assert word_on(rulings, 1, apart, "able", "red") == word_on(rulings, 1, apart, "red", "able") == 9
    assert word_on(rulings, 1, apart, "green", "able") == word_on(rulings, 1, apart, "able", "green") == 14
    assert word_on(rulings, 1, apart, "baker", "red") == 20
    later = with_ruling(rulings, Ruled("range", 5.0, "red", "able"))
    assert word_on(later, 1, apart, "able", "red") == word_on(later, 1, apart, "red", "able") == 5
    old = (Ruled("sees", True, "able", "red"),)
    assert word_on(old, 1, seen, "able", "red") is True
    assert word_on(old, 1, seen, "red", "able") is None


def test_other_names_of_a_fact_are_read_and_kept_under_its_own():
    for word in ("sees", "Line of sight"):
        assert by_word(RED_ACTIONS, word, "no", unit=None, other=None, turns=None, turn=1).fact == "line of sight"
    assert by_word(INFANTRY_ACTION, "spotted", "no", unit=None, other=None, turns=None, turn=1).fact == "located"
    for vocabulary in (BOOK_AND_GUN, FIVE56MM):
        assert by_word(vocabulary, "contact", "no", unit=None, other=None, turns=None, turn=1).fact == "in contact"
    with pytest.raises(ValueError, match="twice"):
        Vocabulary(Flag("near"), Flag("close", also=("near",)))


def test_facts_of_one_name_mean_the_same_in_every_book():
    """Of one kind, with one unit but for metres and inches, towards somebody or not."""
    for one in VOCABULARIES.values():
        for other in VOCABULARIES.values():
            for name in one.all:
                same = next((each for each in other.all if each.name == name.name), None)
                if same is not None and (name.name not in ("cover", "leader near")):
                    assert type(same) is type(name), name.name
                    assert (same.towards, same.mutual) == (name.towards, name.mutual), name.name


def test_a_ruling_before_the_first_turn_counts_from_the_first():
    assert by_word(FIVE56MM, "range", "5", unit=None, other=None, turns=1, turn=0).until == 1
    assert by_word(BOOK_AND_GUN, "range", "5", unit=None, other=None, turns=2, turn=3).until == 4


def test_two_facts_of_one_name_are_a_mistake():
    with pytest.raises(ValueError, match="twice"):
        Vocabulary(Flag("near"), Quantity("near"))


def test_a_state_stored_with_rulings_of_before_is_read():
    """5.56mm kept every value as it was typed."""
    old = {"ruled": [{"fact": "leader near", "value": "on", "unit": "able", "other": None, "until": None}]}
    kept = Codec((Five56mmState,)).load(json.dumps(old)).ruled
    assert word_on(kept, 1, FIVE56MM.named("leader near"), "able", "red") is True


def test_a_ruling_of_before_that_nobody_could_read_holds_nothing():
    assert word_on((Ruled("slope", "steep"), Ruled("range", True)), 1, Flag("slope"), None, None) is None
    assert word_on((Ruled("range", True),), 1, Quantity("range"), None, None) is None
