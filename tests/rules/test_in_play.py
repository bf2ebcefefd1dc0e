"""Each mechanic, procedure and option of a book is carried out by a battle in at least one test (`tests/in_play.py`).

Whatever no test has a battle do stands in the book's `not_in_play.toml`, by the reason why no battle does it. A test
that has a battle do it takes it off that list.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.in_play import Cited, citing_tests, classified

HERE = Path(__file__).parent
LEDGERS = HERE.parents[2] / "shared" / "rules-ledger"
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
ACTING = frozenset({"mechanic", "procedure", "option"})


def listed(book: str) -> list[str]:
    reasons = tomllib.loads((HERE / book / "not_in_play.toml").read_text())
    assert all(reason.strip() for reason in reasons)
    return [rule for rules in reasons.values() for rule in rules]


def played() -> frozenset[str]:
    return frozenset(rule for each in citing_tests() if each.in_play for rule in each.rules)


def acting(book: str) -> list[str]:
    """The ids of a book that act: what a definition or a chart says is looked at with what uses it."""
    path = LEDGERS / f"{book.replace('_', '-')}.toml"
    if not path.exists():
        pytest.skip("the ledger is not here")
    return [rule["id"] for rule in tomllib.loads(path.read_text())["rule"] if rule["kind"] in ACTING]


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_that_acts_is_done_by_a_battle_or_has_its_reason(book: str) -> None:
    rules, reasoned = acting(book), listed(book)
    assert sorted(set(rules) - played() - set(reasoned)) == [], "have a battle do it, or say why none does"
    assert sorted(set(reasoned) - set(rules)) == [], "no such rule acts in the ledger"


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_battle_does_stands_on_no_list(book: str) -> None:
    reasoned = listed(book)
    assert sorted(set(reasoned) & played()) == [], "a battle does these by now: take them off the list"
    assert [rule for rule, times in Counter(reasoned).items() if times > 1] == []


def test_a_battle_is_told_from_a_procedure_on_its_own() -> None:
    hands = (
        "from rules.red_actions.decide import decide\n"
        "class Battle:\n    def step(self): return decide(1)\n"
        "def shot(): return Battle()\n"
    )
    tests = (
        "import pytest\nfrom rules.red_actions.book import fire\nfrom . import hands\nfrom .hands import Battle\n"
        "@pytest.fixture\ndef war(): return hands.shot()\n"
        "@pytest.mark.rule('RA-1')\ndef test_book(): fire.shoot()\n"
        "@pytest.mark.rule('RA-2', 'RA-R3')\ndef test_class(): Battle().step()\n"
        "class TestWar:\n    @pytest.mark.rule('RA-4')\n    def test_fixture(self, war): war.step()\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('RA-5'))])\ndef test_row(n): ...\n"
        "def test_nothing(): Battle()\n"
    )
    trees = [(f"t.{name}", ast.parse(text)) for name, text in (("hands", hands), ("test_fire", tests))]
    assert sorted(classified(trees), key=lambda each: each.name) == [
        Cited("t.test_fire.TestWar.test_fixture", frozenset({"RA-4"}), in_play=True),
        Cited("t.test_fire.test_book", frozenset({"RA-1"}), in_play=False),
        Cited("t.test_fire.test_class", frozenset({"RA-2", "RA-R3"}), in_play=True),
        Cited("t.test_fire.test_row", frozenset({"RA-5"}), in_play=False),
    ]
