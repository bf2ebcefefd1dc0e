"""Every fact that a resolution asks for alters an answer: what alters none is asked in vain, or is not handed on."""

from __future__ import annotations

import pytest

from rules.registry import rule_sets
from tests.rules import facts
from tests.rules.facts import answer, facts_of, forms, read, weighed

IN_VAIN = {
    "book-and-gun": {
        "room.wounded": "wounded figures take no room: the question says so to who would count them (BG-IX.4.2a)",
        "vehicle-shots.moved": "a vehicle fires as well when it moves: the question says so (BG-R123)",
        "retreat.side": "the chart gives all sides the same dice; a house rule asks it (BG-R48)",
    },
}
"""Facts that alter nothing, and why they are asked for."""


@pytest.mark.parametrize("book", sorted(rule_sets()))
def test_every_fact_has_a_question_that_it_answers_otherwise(book: str) -> None:
    pairs, dead = read()[book], IN_VAIN.get(book, {})
    asked = {f"{verb}.{fact.name}": form for verb, form in forms(book).items() for fact in facts_of(form)}
    assert pairs.keys() | dead.keys() == asked.keys(), "python -m tests.rules.facts looks for pairs of new facts"
    assert not pairs.keys() & dead.keys()
    alike = [name for name, pair in pairs.items() if not weighed(book, asked[name], name.rpartition(".")[2], pair)]
    assert not alike, f"both questions have one answer: {', '.join(alike)}"


def test_what_alters_words_alone_is_known() -> None:
    """All others alter the outcome or the dice, or whether it is allowed."""
    words = {
        f"{book} {name}"
        for book, pairs in read().items()
        for name, pair in pairs.items()
        if weighed(book, forms(book)[name.rpartition(".")[0]], name.rpartition(".")[2], pair) == 2
    }
    assert words == {
        "book-and-gun land.load", "book-and-gun land.unload", "book-and-gun sniper.target",
        "infantry-action landing-place.aircraft", "infantry-action lay-mines.device",
        "infantry-action drive-over-mines.smgs", "red-actions combine.card", "red-actions firing-priority.chosen",
        "red-actions ground.partisan",
    }  # fmt: skip


def test_no_question_at_random_raises() -> None:
    """What cannot be is refused in words, whatever is given together."""
    for book in rule_sets():
        said = facts.words(book)
        for form in forms(book).values():
            search = facts.Search(book, form, said, tries=0)
            for key in range(8):
                question = {f.name: search.given(f) for f in facts_of(form) if f.required or search.rng.random() < 0.5}
                answer(book, form, question, key)


def test_a_gun_crew_that_is_hit_has_a_fit_gunner() -> None:
    form = forms("book-and-gun")["casualty"]
    said = answer("book-and-gun", form, {"target_class": "III", "named": "wounded figure", "gun_crew": True}, 0)
    assert said is not None
    assert (said.refused, said.text) == (True, "a hit on a gun crew falls on a fit gunner")
