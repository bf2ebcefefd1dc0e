"""What one-off resolutions tell: `steps.toml` has for each what its steps are and by which rules, what it answers, and
what it shows beside the facts that it was asked with.

All that is read from the answers to the questions of `facts.json`, in which each fact counts once at least. `python -m
tests.rules.test_every_step` writes the file anew; what changes in it is to be read and meant.
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from pydantic import ValidationError

from rules.book.showing import Resolution, Resolved
from rules.kernel.action import fields_of
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from tests.rules.facts import facts_of, forms, other, read

FILE = Path(__file__).with_name("steps.toml")
WORDS = ("steps", "answers", "shows", "refuses")


@cache
def answers(book: str) -> list[tuple[type[Resolution], Resolved | RuleViolation, int]]:
    """What each question of the book gives, and how many dice and cards it drew."""
    found: list[tuple[type[Resolution], Resolved | RuleViolation, int]] = []
    resolve = rule_sets()[book].book.resolve
    assert resolve is not None
    pairs = [(*name.rsplit(".", 1), *pair) for name, pair in read()[book].items()]
    pairs += [(verb, "", {}, None, 0) for verb, form in forms(book).items() if not facts_of(form)]
    for verb, fact, question, value, key in pairs:
        for each in (question, other(question, fact, value)):
            try:
                form = forms(book)[verb].model_validate(each)
            except ValidationError:
                continue
            chance = Counting(key.to_bytes(32, "big"), event=0)
            try:
                found.append((type(form), resolve(form, chance), chance.drawn))
            except RuleViolation as refused:
                found.append((type(form), refused, chance.drawn))
    return found


class Counting(Seeded):
    """Dice that count how many have been rolled."""

    drawn = 0

    def _pick(self, purpose: str, number: int, sides: int, among: tuple[str, ...]) -> int:
        self.drawn += 1
        return super()._pick(purpose, number, sides, among)


def told(book: str) -> dict[str, dict[str, list[str]]]:
    """By verb, as in the file: "casualty: BG-R07, BG-X.1.5", what is answered, what is shown, which codes refuse."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: {word: set() for word in WORDS})
    rules: dict[tuple[str, str], set[str]] = defaultdict(set)
    for form, given, _ in answers(book):
        here = found[form.name()]
        if isinstance(given, RuleViolation):
            here["refuses"].add(f"{given.code}: {given.citation}")
            continue
        asked = {field.name.replace("_", " ") for field in fields_of(form)}
        here["answers"] |= given.outcome.keys()
        here["shows"] |= {f"{fact.name} ({fact.source})" for fact in given.facts if fact.name not in asked}
        for step in given.events:
            rules[form.name(), step.kind] |= set(step.citations)
    for (verb, kind), cited in rules.items():
        found[verb]["steps"].add(f"{kind}: {', '.join(sorted(cited))}")
    return {verb: {word: sorted(those) for word, those in each.items() if those} for verb, each in found.items()}


@pytest.mark.parametrize("book", sorted(rule_sets()))
def test_each_resolution_tells_its_steps_with_their_rules(book: str) -> None:
    kept, now = tomllib.loads(FILE.read_text())[book], told(book)
    assert now.keys() == kept.keys() == forms(book).keys()
    wrong = {verb: (kept[verb], now[verb]) for verb in kept if kept[verb] != now[verb]}
    assert not wrong, f"in the file, and told now: {wrong}"


@pytest.mark.parametrize("book", sorted(rule_sets()))
def test_every_die_stands_in_one_step_and_every_step_names_a_rule(book: str) -> None:
    for form, given, drawn in answers(book):
        if isinstance(given, RuleViolation):
            assert given.message, form
            assert drawn == 0, (form, given.code, "refused when dice had been rolled")
            continue
        assert given.events, form
        assert [draw.number for step in given.events for draw in step.draws] == list(range(drawn)), form
        for step in given.events:
            assert step.kind, (form, step)
            assert step.text, (form, step)
            assert step.citations, (form, step)


def main() -> None:
    FILE.write_text("\n".join(_lines()))


def _lines() -> Iterator[str]:
    yield "# What each one-off resolution tells: see test_every_step.py, which writes and reads this file."
    for book in sorted(rule_sets()):
        for verb, each in sorted(told(book).items()):
            yield f"\n[{book}.{verb}]"
            yield from (f"{word} = {json.dumps(those, ensure_ascii=False)}" for word, those in each.items())
    yield ""


if __name__ == "__main__":
    main()
