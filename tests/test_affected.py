"""A change has those tests run that its imports reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.affected import ROOT, imports, imports_of_program, reached_tests


def made(root: Path, **tests: str) -> None:
    """A folder with these tests, by their dotted place: `campaigns__test_a`."""
    for place, source in tests.items():
        path = root / "tests" / f"{place.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made(
        tmp_path,
        conftest="from campaigns.store import Store\nimport tests.clocks",
        clocks="",
        campaigns__conftest="import campaigns.clock",
        campaigns__test_store="from campaigns.store import Store",
        campaigns__test_words="",
        rules__test_dice="import rules.dice",
        rules__test_dying="PROGRAM = ['-m', 'tests.rules.dying']",
        rules__dying="import rules.odds",
        rules__test_shape='ROOT.rglob("*.py")',
        bot__test_page="open('GUIDE.md')",
    )
    return tmp_path


PROGRAM = {
    "campaigns": set(),
    "campaigns.store": {"rules.dice", "campaigns"},
    "campaigns.clock": {"campaigns"},
    "campaigns.migrations": {"campaigns"},
    "campaigns.migrations.first": {"campaigns", "campaigns.migrations"},
    "rules": set(),
    "rules.dice": {"rules"},
    "rules.odds": {"rules"},
}
STORE, WORDS = "tests/campaigns/test_store.py", "tests/campaigns/test_words.py"
DICE, DYING, SHAPE = "tests/rules/test_dice.py", "tests/rules/test_dying.py", "tests/rules/test_shape.py"
PAGE = "tests/bot/test_page.py"


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ("campaigns/store.py", [STORE, SHAPE]),
        ("campaigns/clock.py", [STORE, WORDS, SHAPE]),  # by the conftest.py of their folder
        ("campaigns/migrations/first.py", [STORE, WORDS, SHAPE]),  # nobody imports it: all of campaigns counts
        ("rules/dice.py", [STORE, DICE, SHAPE]),
        ("rules/charts.toml", [STORE, DICE, DYING]),  # a data file is its package
        ("rules/odds.py", [DYING, SHAPE]),  # by the process that it starts
        ("tests/rules/test_dice.py", [DICE, SHAPE]),
        ("tests/clocks.py", [PAGE, STORE, WORDS, DICE, DYING, SHAPE]),
        ("pyproject.toml", [PAGE, STORE, WORDS, DICE, DYING, SHAPE]),
        ("GUIDE.md", [PAGE]),
        ("LICENSE", []),
    ],
)
def test_what_imports_a_change_is_run(root: Path, changed: str, chosen: list[str]) -> None:
    assert reached_tests([changed], root, imports(root, PROGRAM)) == chosen


def test_a_book_leaves_the_tests_of_another_book_alone() -> None:
    found = reached_tests(["rules/infantry_action/odds.py"], ROOT, imports(ROOT, imports_of_program()))
    assert "tests/rules/infantry_action/test_reaction.py" in found
    assert "tests/bot/test_panel.py" in found
    assert "tests/rules/book_and_gun/test_charts.py" not in found
