"""What lasts ends: each row of what lasts in a battle, in all four books (`LASTS` in a book's `test_what_ends.py`), has
the test of a battle in which it ends with its owner, or runs out. They stand in `what_ends.toml`; a row that nobody has
tried fails.
"""

from __future__ import annotations

import ast
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LIST: dict[str, dict[str, str]] = tomllib.loads((HERE / "what_ends.toml").read_text())
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")


@pytest.mark.parametrize("book", BOOKS)
def test_every_row_that_lasts_is_tried_in_a_battle(book: str) -> None:
    lasts = import_module(f"tests.rules.{book}.test_what_ends").LASTS
    assert set(LIST[book]) == {f"{kind.__name__}.{row}" for kind, lasting in lasts.items() for row in lasting}


@pytest.mark.parametrize("book", BOOKS)
def test_the_battles_are_there(book: str) -> None:
    wanted = {tuple(where.rsplit(".", 1)) for where in LIST[book].values()}
    for module in sorted({module for module, _ in wanted}):
        path = HERE.joinpath(*module.split(".")).with_suffix(".py")
        there = {each.name for each in ast.parse(path.read_text()).body if isinstance(each, ast.FunctionDef)}
        assert {name for of, name in wanted if of == module} <= there, module


def test_every_row_of_a_turn_that_passes_is_tried_as_one() -> None:
    rows = import_module("tests.rules.test_past_turns").ROWS
    listed = {
        f"{book} {row}" for book, tests in LIST.items() for row, where in tests.items() if "test_past_turns." in where
    }
    beside = {
        "five56mm Character.goes",
        "five56mm Character.escape_penalty",
        "book_and_gun Unit.fire_as",
    }
    assert listed - beside == set(rows), "what stands beside a turn is tried with it"
