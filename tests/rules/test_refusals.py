"""One code for one reason, collected from the code itself: what several parts of the program refuse is in the list."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.kernel.refusals import Why
from tests.charts import chart

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
    "ruling-unreadable", "no-change", "not-your-card", "not-your-go", "no-such-enemy", "no-such-weapon",
    "not-seen", "not-on-field", "in-reserve", "routed", "unreadable-roster", "unreadable-condition",
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


@dataclass(frozen=True, slots=True)
class Called:
    """A call somewhere in the program: of what, with what, and in which function that is given what."""

    path: Path
    name: str
    with_: tuple[ast.expr, ...]
    function: str
    given: tuple[str, ...]


class _Calls(ast.NodeVisitor):
    def __init__(self, path: Path) -> None:
        self.path, self.found = path, list[Called]()
        self._within: tuple[str, tuple[str, ...]] = ("", ())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        before = self._within
        self._within = (node.name, tuple(each.arg for each in node.args.args if each.arg not in ("self", "cls")))
        self.generic_visit(node)
        self._within = before

    def visit_Call(self, node: ast.Call) -> None:
        if node.args:
            self.found.append(Called(self.path, name_of(node.func), tuple(node.args), *self._within))
        self.generic_visit(node)


@cache
def texts() -> dict[Path, str]:
    found = (path for top in ("rules", "campaigns", "bot") for path in (HOME / top).rglob("*.py"))
    return {path: path.read_text("utf-8") for path in found}


@cache
def calls_in(path: Path) -> list[Called]:
    visitor = _Calls(path)
    visitor.visit(ast.parse(texts()[path]))
    return visitor.found


def calls_of(names: Iterable[str]) -> Iterator[Called]:
    """The calls in all files in which one of these is called."""
    called = re.compile(rf"\b({'|'.join(names)})\(")
    for path in (path for path, text in texts().items() if called.search(text)):
        yield from calls_in(path)


def place_of(name: str, path: Path) -> tuple[str, str]:
    """A function by its name: one that is its module's own by the module, another by the part of the program."""
    return (path.as_posix() if name.startswith("_") else part_of(path), name)


@cache
def refusing() -> dict[tuple[str, str], int]:
    """The functions that refuse with a code which they are given, with its place among what they are given; those too
    that hand it on to one of these."""
    found: dict[tuple[str, str], int] = {}
    for _ in range(3):
        for call in calls_of({*REFUSING, *(name for _, name in found)}):
            code = code_given(call, found)
            if isinstance(code, ast.Name) and code.id in call.given:
                found[place_of(call.function, call.path)] = call.given.index(code.id)
    return found


def code_given(call: Called, helpers: dict[tuple[str, str], int]) -> ast.expr | None:
    """What stands for the code, if something is refused by that call."""
    place = 0 if call.name in REFUSING else helpers.get(place_of(call.name, call.path), len(call.with_))
    return call.with_[place] if place < len(call.with_) else None


@cache
def raised() -> dict[str, set[str]]:
    """Every code in the program, with the parts of it that refuse with it."""
    found: dict[str, set[str]] = defaultdict(set)
    for call in calls_of({*REFUSING, *(name for _, name in refusing())}):
        code = code_given(call, refusing())
        for word in codes_in(code) if code is not None else ():
            found[word].add(part_of(call.path))
    return found


def name_of(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def test_the_codes_are_found():
    assert len(raised()) > 250
    assert {"battle-over", "umpire-only", "unknown-option", "not-straight", "bad-name"} <= set(raised())


def test_what_several_parts_refuse_is_in_the_list():
    several = {code for code, parts in raised().items() if len(parts) > 1}
    assert several - {why.value for why in Why} == set()


@chart("why", Why)
def test_the_list_holds_nothing_that_nobody_refuses(why):
    assert why.value in raised()


def test_no_other_word_is_used_for_what_is_in_the_list():
    assert GONE & set(raised()) == set()
    assert GONE & {why.value for why in Why} == set()


def test_a_code_is_a_few_plain_words():
    assert [code for code in raised() if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
