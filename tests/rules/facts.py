"""For each fact of each resolution a pair of questions that differ in it alone, and are answered otherwise.

The pairs stand in `facts.json`: for a fact what else is given, the fact as it is in the other question (null: it is
left out there), and the number of the dice's key. `python -m tests.rules.facts` looks for those that are missing or
have come to mean nothing, at random, and writes the file.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import ValidationError

from rules.book.procedure import HouseRuled
from rules.book.showing import Resolution
from rules.kernel.action import FieldSpec, fields_of
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets

FILE = Path(__file__).with_name("facts.json")
COMMON = ("house_rule",)
"""Asked by all forms: tested with the switches of each book."""
TRIES = 6000
AFRESH = 25
"""Tries from one question, before another is begun with."""
ASSIGNED = re.compile(r'\b(\w+)"?\s*[=:]\s*[(\[]?((?:"[^"\n]{1,60}",?\s*)+)')

Question: TypeAlias = dict[str, object]
Pair: TypeAlias = tuple[Question, object, int]
"""One question, the fact in the other (None: left out there), and the number of the dice's key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`worth`: the outcome and the dice; `text`: what is told, or why it is refused."""

    refused: bool
    worth: str
    text: str


def facts_of(form: type[Resolution]) -> tuple[FieldSpec, ...]:
    return tuple(fact for fact in fields_of(form) if fact.name not in COMMON)


def forms(book: str) -> dict[str, type[Resolution]]:
    return {form.name(): form for form in rule_sets()[book].book.resolutions}


def answer(book: str, form: type[Resolution], question: Question, key: int) -> Answer | None:
    """What the book answers. None for a question that the form does not take."""
    try:
        asked = form.model_validate(question)
    except ValidationError:
        return None
    try:
        found = rule_sets()[book].book.resolve(asked, Seeded(key.to_bytes(32, "big"), event=0))
    except RuleViolation as refused:
        return Answer(True, "", refused.message)
    draws = [repr(draw) for step in found.events for draw in step.draws]
    return Answer(False, repr((sorted(found.outcome.items()), draws)), repr([step.text for step in found.events]))


def other(question: Question, fact: str, value: object) -> Question:
    """The question with the fact as it is in the other, or without it."""
    left = {name: each for name, each in question.items() if name != fact}
    return left if value is None else left | {fact: value}


def weight(one: Answer | None, two: Answer | None) -> int:
    """What a fact does in which these answers differ: 3, it alters the outcome or the dice; 2, it alters words; 1, one
    question or both are refused; 0: nothing, or the form takes one of the questions only without a fact."""
    if one is None or two is None or one == two:
        return 0
    return 1 if one.refused or two.refused else 2 if one.worth == two.worth else 3


def weighed(book: str, form: type[Resolution], fact: str, pair: Pair) -> int:
    question, value, key = pair
    return weight(answer(book, form, question, key), answer(book, form, other(question, fact, value), key))


def read() -> dict[str, dict[str, Pair]]:
    """By book, and "form.fact"."""
    kept = json.loads(FILE.read_text()) if FILE.is_file() else {}
    return {book: {name: (pair[0], pair[1], pair[2]) for name, pair in pairs.items()} for book, pairs in kept.items()}


# ── Looking for pairs ────────────────────────────────────────────────────────────────────────────────────────────────


class Search:
    """A walk among the questions of a form, one fact at a time, from each that is answered to the next."""

    def __init__(self, book: str, form: type[Resolution], words: Mapping[str, set[str]], tries: int) -> None:
        self.book, self.form, self.words, self.tries = book, form, words, tries
        self.facts = facts_of(form)
        self.rng = random.Random(form.name())

    def pairs(self, wanted: set[str]) -> dict[str, Pair]:
        """Of the greatest weight that is found."""
        found: dict[str, Pair] = {}
        best = dict.fromkeys(wanted, 0)
        question: Question = {}
        first: Answer | None = None
        for number in range(self.tries):
            missing = sorted(name for name in wanted if best[name] < 3)
            if not missing:
                break
            key = number // AFRESH
            if number % AFRESH == 0:
                share = self.rng.choice((0, 0.1, 0.3))
                question = {f.name: self.given(f) for f in self.facts if f.required or self.rng.random() < share}
                question |= self._house_rule() if number >= self.tries // 2 else {}
                first = answer(self.book, self.form, question, key)
            name = self.rng.choice(missing) if self.rng.random() < 0.6 else self.rng.choice(self.facts).name
            fact = next(each for each in self.facts if each.name == name)
            out = name in question and not fact.required and self.rng.random() < 0.4
            value = None if out else self.given(fact)
            changed = other(question, name, value)
            second = answer(self.book, self.form, changed, key)
            if second is None or changed == question:
                continue
            if weight(first, second) > best.get(name, 3):
                best[name] = weight(first, second)
                found[name] = self._smaller(name, (question, value, key), best[name])
            if not second.refused or first is None or (first.refused and self.rng.random() < 0.5):
                question, first = changed, second
        return found

    def _smaller(self, name: str, pair: Pair, least: int) -> Pair:
        """Without what the pair does not need."""
        question, value, key = pair
        for fact in self.facts:
            if fact.name in question and fact.name != name and not fact.required:
                less = other(question, fact.name, None)
                if weighed(self.book, self.form, name, (less, value, key)) >= least:
                    question = less
        plain = other(question, "house_rule", None)
        return plain if weighed(self.book, self.form, name, (plain, value, key)) >= least else question, value, key

    def _house_rule(self) -> Question:
        """Some facts count under one alone."""
        switches = self.form.switches.all if issubclass(self.form, HouseRuled) else ()
        if not switches:
            return {}
        switch = self.rng.choice(switches)
        return {"house_rule": [f"{switch.key}={self.rng.choice(switch.choices)}"]}

    def given(self, fact: FieldSpec) -> object:
        if not fact.many:
            return self._value(fact)
        return list(dict.fromkeys(self._value(fact) for _ in range(self.rng.choice((1, 1, 2, 3)))))

    def _value(self, fact: FieldSpec) -> str | float | bool:
        if fact.choices:
            return self.rng.choice(fact.choices)
        if fact.type is bool:
            return self.rng.random() < 0.5
        if fact.type is str:
            alike = [
                word for name, those in self.words.items() if name in fact.name or fact.name in name for word in those
            ]
            return self.rng.choice(sorted(self.words.get(fact.name, alike)) or ["x"])
        low = fact.minimum if fact.minimum is not None else 0
        high = fact.maximum if fact.maximum is not None else low + 1000
        reach = self.rng.choice((1, 2, 4, 8, 16, 40, 1000))
        low, high = (max(low, -reach), min(high, reach)) if low < 0 else (low, min(high, low + reach))
        return self.rng.randint(int(low), int(high)) if fact.type is int else round(self.rng.uniform(low, high) * 2) / 2


def words(book: str) -> dict[str, set[str]]:
    """What the book's tests give to arguments of each name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(__file__).with_name(book.replace("-", "_")).glob("*.py"):
        for match in ASSIGNED.finditer(path.read_text()):
            found[match[1]] |= set(re.findall(r'"([^"\n]{1,60})"', match[2]))
    return found


def kept_or_found(book: str, kept: Mapping[str, Pair], tries: int) -> Iterator[tuple[str, Pair]]:
    said = words(book)
    for verb, form in forms(book).items():
        names = [fact.name for fact in facts_of(form)]
        pairs = {name: kept[f"{verb}.{name}"] for name in names if f"{verb}.{name}" in kept}
        pairs = {name: pair for name, pair in pairs.items() if weighed(book, form, name, pair)}
        pairs |= Search(book, form, said, tries).pairs(set(names) - pairs.keys())
        yield from ((f"{verb}.{name}", pairs[name]) for name in names if name in pairs)


def main() -> None:
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else TRIES
    kept = read()
    lines: list[str] = []
    for book in sorted(rule_sets()):
        pairs = dict(kept_or_found(book, kept.get(book, {}), tries))
        kinds: dict[int, list[str]] = defaultdict(list)
        for name, pair in pairs.items():
            verb, _, fact = name.rpartition(".")
            kinds[weighed(book, forms(book)[verb], fact, pair)].append(name)
        print(book, {kind: len(those) for kind, those in sorted(kinds.items())}, "words alone:", *kinds[2])
        asked = [f"{verb}.{fact.name}" for verb, form in forms(book).items() for fact in facts_of(form)]
        print(book, len(asked), "facts; no pair for", ", ".join(each for each in asked if each not in pairs) or "none")
        said = ",\n".join(f"    {json.dumps(name)}: {json.dumps(pair)}" for name, pair in pairs.items())
        lines.append(f"  {json.dumps(book)}: {{\n{said}\n  }}")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
