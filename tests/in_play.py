"""Which tests resolve in play and which in resolve: in play a battle does something, and its state is looked at.

Read from the source: a test is in play where it, its fixtures or the functions and classes of tests that they name come
to the seam of a battle (`SEAM`): an action decided or carried out, an event applied, the engine gone on. All else that
cites a rule is in resolve: the book's procedure on plain values. `pytest -m in_play` and `-m in_resolve` choose by it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEAM = re.compile(
    r"rules\.(book_and_gun|five56mm|infantry_action|red_actions)"
    r"(\.RULES|\.decide|\.evolve|\.deeds|\.course|\.prompt|\.play)\b"
)
"""Where a rule set's battle begins: its deeds and course, what applies an event, what plays a chapter."""
ID = re.compile(r"(?:BG|IA|RA|MM)-[\w.\-]*\w")


@dataclass
class Part:
    """A function or class at the top of a module of tests, or a constant there: what it names, what it cites."""

    named: set[str] = field(default_factory=set[str])
    cites: set[str] = field(default_factory=set[str])
    arguments: tuple[str, ...] = ()
    test: bool = False


@dataclass(frozen=True)
class Cited:
    """A test that cites rules: "tests.rules.red_actions.test_fire.test_name"."""

    name: str
    rules: frozenset[str]
    in_play: bool


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.Module, module: str) -> dict[str, str]:
    """What the names that a module imports stand for; relative imports too."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            names.update({each.asname or each.name: f"{source}.{each.name}" for each in node.names})
        elif isinstance(node, ast.Import):
            names.update({each.asname: each.name for each in node.names if each.asname})
    return names


def parts_of(tree: ast.Module, module: str) -> Iterator[tuple[str, Part]]:
    """What stands at the top of a module, each with its dotted name; methods of a test class one by one."""
    names = imported(tree, module)
    tops = [(name, node) for node in tree.body for name in _called(node)]
    names |= {name: f"{module}.{name}" for name, _ in tops}
    whole = _cited_by(
        node.value for node in tree.body if isinstance(node, ast.Assign) and "pytestmark" in _called(node)
    )
    for name, node in tops:
        if isinstance(node, ast.ClassDef) and name.startswith("Test"):
            above = whole | _cited_by(node.decorator_list)
            for each in node.body:
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{module}.{name}.{each.name}", _part(each, names, above, each.name.startswith("test"))
        else:
            is_test = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and name.startswith("test")
            yield f"{module}.{name}", _part(node, names, whole, is_test)


def _called(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]


def _part(node: ast.stmt, names: Mapping[str, str], above: set[str], is_test: bool) -> Part:
    arguments = node.args if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
    asked = tuple(each.arg for each in (*arguments.args, *arguments.kwonlyargs)) if arguments else ()
    found = Part(cites=above | _cited_by(getattr(node, "decorator_list", [])), arguments=asked, test=is_test)
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute | ast.Name) and (dotted := _dotted(each, names)):
            found.named.add(dotted)
    return found


def _dotted(node: ast.expr, names: Mapping[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value, names)
        return f"{inner}.{node.attr}" if inner else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def _cited_by(decorators: Iterable[ast.expr]) -> set[str]:
    """The ids that marks name: of the test, or of one row of a parametrized one."""
    return {
        word
        for decorator in decorators
        for call in ast.walk(decorator)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule")
        for word in ID.findall(ast.unparse(call))
    }


def classified(modules: Iterable[tuple[str, ast.Module]]) -> Iterator[Cited]:
    """Each test that cites rules, and whether it is in play."""
    parts = {name: part for module, tree in modules for name, part in parts_of(tree, module)}
    reaches = {name for name, part in parts.items() if any(SEAM.match(each) for each in part.named)}
    users: dict[str, set[str]] = defaultdict(set)
    for name, part in parts.items():
        module = name.rpartition(".")[0]
        for each in (*part.named, *(f"{module}.{argument}" for argument in part.arguments)):
            for known in _of(each, parts):
                users[known].add(name)
    waiting = list(reaches)
    while waiting:
        new = users[waiting.pop()] - reaches
        reaches |= new
        waiting += new
    yield from (
        Cited(name, frozenset(part.cites), name in reaches) for name, part in parts.items() if part.test and part.cites
    )


def _of(dotted: str, parts: Mapping[str, Part]) -> Iterator[str]:
    """The part that a dotted name belongs to: "field.battle" of a module, "field.Battle.step" of a class in it."""
    while dotted:
        if dotted in parts:
            yield dotted
            return
        dotted = dotted.rpartition(".")[0]


@cache
def citing_tests() -> tuple[Cited, ...]:
    """All tests of the rules that cite a rule."""
    paths = [path for path in (ROOT / "tests").rglob("*.py") if "rules" in path.parts or path.parent.name == "stories"]
    paths += [*(ROOT / "tests").glob("*.py")]
    return tuple(classified((module_of(path, ROOT), ast.parse(path.read_text())) for path in paths))
