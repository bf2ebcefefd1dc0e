"""The book's procedures stand on plain values; a battle must hand over what they ask for. Whatever of a book no battle
calls, and each default that no battle ever replaces, stands in `play_passes.toml` with its reason.

Read from the source: the public functions and dataclasses at the top of a book's modules, and every place that names
them. What the book itself calls counts as used; a keyword of `replace` or `partial` counts for every parameter of that
name.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
REASONS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("play_passes.toml").read_text())
ONE_OFF = ("resolutions", "resolve.py")
"""What resolves something on its own, without a battle: it passes everything, and proves nothing of battles."""


@dataclass(frozen=True)
class Procedure:
    """A function's parameters, or a dataclass's fields, in order; and those that have a default."""

    names: tuple[str, ...]
    defaulted: frozenset[str]


@dataclass
class Use:
    """Which procedures battles and the book itself name, and which parameters they pass to each."""

    named: set[str] = field(default_factory=set[str])
    passed: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    anywhere: set[str] = field(default_factory=set[str])
    """Keywords of `replace` and `partial`."""


def dotted(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _function(node: ast.FunctionDef) -> Procedure:
    given = node.args
    plain = [each.arg for each in (*given.posonlyargs, *given.args)]
    defaulted = plain[len(plain) - len(given.defaults) :]
    defaulted += [
        each.arg for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is not None
    ]
    return Procedure((*plain, *(each.arg for each in given.kwonlyargs)), frozenset(defaulted))


def _dataclass(node: ast.ClassDef) -> Procedure | None:
    if not any("dataclass" in ast.unparse(each) for each in node.decorator_list):
        return None
    fields = {
        each.target.id: each.value is not None
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        if "ClassVar" not in ast.unparse(each.annotation)
    }
    return Procedure(tuple(fields), frozenset(name for name, has_default in fields.items() if has_default))


def procedures(tree: ast.Module) -> Iterator[tuple[str, Procedure]]:
    """The public functions and dataclasses at the top of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, _function(node)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_") and (found := _dataclass(node)):
            yield node.name, found


def meanings(tree: ast.Module, module: str) -> dict[str, str]:
    """What the names of a module stand for: what it imports, else what stands at its own top."""
    own = {node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    imports = {
        each.asname or each.name: f"{node.module}.{each.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for each in node.names
    }
    return own | imports


def meaning(node: ast.expr, names: Mapping[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        inner = meaning(node.value, names)
        return f"{inner}.{node.attr}" if inner else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def note_uses(use: Use, tree: ast.Module, module: str, book: Mapping[str, Procedure]) -> None:
    """Add what one module names and passes."""
    names = meanings(tree, module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            use.named.add(meaning(node, names))
        if not isinstance(node, ast.Call):
            continue
        keywords = {each.arg for each in node.keywords if each.arg}
        if isinstance(node.func, ast.Name) and node.func.id in ("replace", "partial"):
            use.anywhere |= keywords
        called = meaning(node.func, names)
        if (found := book.get(called)) is None:
            continue
        unpacked = any(isinstance(each, ast.Starred) for each in node.args) or len(keywords) < len(node.keywords)
        use.passed[called] |= keywords | set(found.names if unpacked else found.names[: len(node.args)])


def left_out(book: Mapping[str, Procedure], use: Use) -> Iterator[str]:
    """Each procedure that is not used, and each "procedure parameter" whose default is never replaced."""
    for name, procedure in book.items():
        if name not in use.named:
            yield name
            continue
        passed = use.passed[name] | use.anywhere
        yield from (f"{name} {each}" for each in procedure.names if each in procedure.defaulted and each not in passed)


def entries(modules: Iterable[tuple[str, ast.Module]], book: str, one_off: Set[str]) -> set[str]:
    """All entries of one rule set: `book` is its book's package, `one_off` are modules that do not count."""
    trees = dict(modules)
    known = {
        f"{module}.{name}": found
        for module, tree in trees.items()
        if module.startswith(f"{book}.")
        for name, found in procedures(tree)
    }
    use = Use()
    for module, tree in trees.items():
        if module not in one_off:
            note_uses(use, tree, module, known)
    return {entry.removeprefix(f"{book}.") for entry in left_out(known, use)}


@cache
def found_in(rule_set: str) -> frozenset[str]:
    folder = ROOT / "rules" / rule_set
    paths = {path: dotted(path, ROOT) for path in folder.rglob("*.py")}
    one_off = {module for path, module in paths.items() if path.relative_to(folder).parts[0] in ONE_OFF}
    trees = ((module, ast.parse(path.read_text())) for path, module in paths.items())
    return frozenset(entries(trees, f"rules.{rule_set}.book", one_off))


@pytest.mark.parametrize("rule_set", SETS)
def test_what_no_battle_asks_of_the_book_has_its_reason(rule_set: str) -> None:
    found, listed = found_in(rule_set), REASONS[rule_set]
    assert sorted(found - set(listed)) == [], "pass it in battles, take it out, or say why no battle needs it"
    assert sorted(set(listed) - found) == [], "battles use these by now: take them off the list"
    assert [entry for entry, reason in listed.items() if not reason.strip()] == []


def test_only_the_rule_sets_are_listed() -> None:
    assert set(REASONS) == set(SETS)


def test_what_is_passed_is_told_from_what_is_not() -> None:
    book = (
        "def shoot(at, far=0, *, blind=False, lit=False): ...\n"
        "def march(): ...\n"
        "def halt(at=0): return shoot(at, lit=True)\n"
        "@dataclass\nclass Man:\n    name: str\n    prone: bool = False\n    hit: bool = False\n"
    )
    play = "from a.book.fire import shoot, Man\nshoot(1, 2)\nreplace(Man('a'), hit=True)"
    alone = "from a.book import fire\nfire.march()\nfire.shoot(1, blind=True)\nfire.halt(2)"
    trees = [(module, ast.parse(text)) for module, text in
             (("a.book.fire", book), ("a.play", play), ("a.resolve", alone))]  # fmt: skip
    assert entries(trees, "a.book", {"a.resolve"}) == {"fire.shoot blind", "fire.march", "fire.halt", "fire.Man prone"}
    assert entries(trees, "a.book", set()) == {"fire.Man prone"}
