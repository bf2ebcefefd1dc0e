"""What a rule set says publicly is used by what people play: a function or class that only tests call is a rule that no
battle keeps.

Read from the source. A name is used where another module of the product imports it, or names it through its module;
else the module's own tree says whether something used refers to it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Set
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("rules", "campaigns", "bot")
PACKAGES = (
    "rules.book_and_gun",
    "rules.five56mm",
    "rules.infantry_action",
    "rules.red_actions",
    "rules.table",
    "rules.battle",
)
"""Whose public functions and classes at the top of a module must be used."""
EXCEPTIONS: dict[str, str] = {}
"""What only tests use as yet, and why it stays: "module:name"."""

_IMPORT = re.compile(r"^[ \t]*from (\w[\w.]*) import (?:\(([^)]*)\)|([^\n(]+))", re.MULTILINE)
_TOP = re.compile(r"^(?:def|class) ([A-Za-z]\w*)", re.MULTILINE)


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(text: str) -> Iterator[tuple[str, str, str]]:
    """Module, name in it, and what it is called here."""
    for module, several, one in _IMPORT.findall(text):
        for entry in re.sub(r"#.*", "", several or one).split(","):
            name, _, alias = entry.strip().partition(" as ")
            if name:
                yield module, name, alias or name


def used_elsewhere(texts: dict[str, str]) -> dict[str, set[str]]:
    """Of each module what another one imports, or names through the module that it has imported."""
    found: dict[str, set[str]] = defaultdict(set)
    for text in texts.values():
        for module, name, here in imported(text):
            found[module].add(name)
            inside = f"{module}.{name}"
            if inside in texts:
                found[inside].update(re.findall(rf"\b{here}\.(\w+)", text))
    return found


def used_inside(tree: ast.Module, known: Set[str]) -> set[str]:
    """What the module itself uses: constants and bare statements, what is known to be used, and all that they name."""
    names: dict[str, set[str]] = {}
    reached: set[str] = set()
    for node in tree.body:
        named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = names.get(node.name, set()) | named
            reached |= {node.name} & known
        else:
            reached |= named
    waiting = list(reached)
    while waiting:
        new = names.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def for_tests_only() -> Iterator[str]:
    texts = {dotted(path): path.read_text() for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")}
    elsewhere = used_elsewhere(texts)
    for module, text in texts.items():
        if not any(module == package or module.startswith(f"{package}.") for package in PACKAGES):
            continue
        known = elsewhere[module]
        if rest := set(_TOP.findall(text)) - known:
            yield from (f"{module}:{name}" for name in rest - used_inside(ast.parse(text), known))


def test_nothing_public_is_there_for_tests_only() -> None:
    found = set(for_tests_only())
    assert sorted(found - set(EXCEPTIONS)) == [], "use it where it is played, or take it out with its test"
    assert sorted(set(EXCEPTIONS) - found) == [], "these are used by now: no exceptions any more"


def test_what_is_used_is_told_from_what_is_not() -> None:
    used = used_elsewhere({"a.b": "", "c": "from a import b as there\nfrom x import (\n    y,  # z\n)\nthere.deed()"})
    assert (used["a.b"], used["x"]) == ({"deed"}, {"y"})
    tree = ast.parse(
        "def one(): return two()\ndef two(): ...\ndef three(): return three()\nFOUR = [five]\ndef five(): ..."
    )
    assert used_inside(tree, set()) == {"FOUR", "five"}
    assert used_inside(tree, {"one"}) == {"one", "two", "FOUR", "five"}
