"""One code for one reason, collected from the code itself: what several parts of the program refuse is in the list."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from rules.refusals import Why

HOME = Path(__file__).parents[2]
PARTS = (
    "rules/book_and_gun",
    "rules/five56mm",
    "rules/infantry_action",
    "rules/red_actions",
    "rules/script",
    "rules/table",
    "rules/battle",
    "rules",
    "campaigns",
    "bot",
)
REFUSING = {"RuleViolation", "Refusal"}
GONE = {
    "over", "ended", "not-yours-to-do", "gm-only", "not-your-unit", "not-your-figure",
    "half-resolved",
    "choice-open", "no-choice", "nothing-asked", "no-verb", "bad-option", "no-option", "unknown-switch", "no-event",
    "no-such-unit", "no-such-figure", "no-such-side", "unknown-character", "no-unit", "no-figure", "fact-missing",
    "ruling-unreadable",
}  # fmt: skip
"""Other words for what is in the list, which nobody uses any more."""


def part_of(path: Path) -> str:
    name = path.relative_to(HOME).as_posix()
    return next(part for part in PARTS if name.startswith(f"{part}/"))


def codes_in(argument: ast.expr) -> list[str]:
    """The codes that an expression may give; an f-string or a name stands for what it holds elsewhere."""
    match argument:
        case ast.Constant(value=str(code)):
            return [code]
        case ast.IfExp(body=body, orelse=orelse):
            return codes_in(body) + codes_in(orelse)
        case ast.Attribute(value=ast.Name(id="Why"), attr=name):
            return [Why[name].value]
    return []


@cache
def raised() -> dict[str, set[str]]:
    """Every code in the program, with the parts of it that refuse with it."""
    found: dict[str, set[str]] = defaultdict(set)
    for top in ("rules", "campaigns", "bot"):
        for path in (HOME / top).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and node.args and name_of(node.func) in REFUSING:
                    for code in codes_in(node.args[0]):
                        found[code].add(part_of(path))
    return found


def name_of(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def test_the_codes_are_found():
    assert len(raised()) > 250
    assert {"battle-over", "umpire-only", "unknown-option", "not-straight", "bad-name"} <= set(raised())


def test_what_several_parts_refuse_is_in_the_list():
    several = {code for code, parts in raised().items() if len(parts) > 1}
    assert several - {why.value for why in Why} == set()


@pytest.mark.parametrize("why", Why)
def test_the_list_holds_nothing_that_nobody_refuses(why):
    assert why.value in raised()


def test_no_other_word_is_used_for_what_is_in_the_list():
    assert GONE & set(raised()) == set()
    assert GONE & {why.value for why in Why} == set()


def test_a_code_is_a_few_plain_words():
    assert [code for code in raised() if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
