"""Names have one meaning each: within a rule set, within the rooms below them and between the two; within campaigns and
the bot, and between those and what they stand on."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rules.registry import rule_sets

ROOT = Path(__file__).parents[2]
BOOKS = tuple(key.replace("-", "_") for key in rule_sets())
SHARED = "shared"
MEANT_ALIKE = {
    "Question": "what an open question has in every rule set, and the rule set's own",
    "DeclareEnd": "the umpire ends the battle, whether or not the book then counts how it stands",
    "Battle": "a battle as rules know it, and its row",
    "Strike": "a table is called as its rows are: a post to be struck",
}
"""Classes of one name in two rooms that stand for the same thing, or whose name is that of a table."""


@dataclass(frozen=True)
class Class:
    module: str
    name: str
    bases: frozenset[str]
    tag: str
    """The verb of an action, the kind of an event: what is done or has happened, whichever class says it."""

    def like(self, other: Class) -> bool:
        """The rule set's own of something that all have, or the same deed with a battle and without one."""
        return self.name in self.bases | other.bases or (self.tag != "" and self.tag == other.tag)


def tag_of(node: ast.ClassDef) -> str:
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id in ("verb", "kind"):
            return ast.unparse(each.value) if isinstance(each.value, ast.Constant) else ""
    return ""


def bases_of(node: ast.ClassDef, tree: ast.Module) -> Iterator[str]:
    """The names of its bases where they are defined: imports may call them otherwise."""
    imported = {a.asname: a.name for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names if a.asname}
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(named, ast.Attribute):
            yield named.attr
        elif isinstance(named, ast.Name):
            yield imported.get(named.id, named.id)


RENAMING = re.compile(r"^from\s+[\w.]+\s+import\s+(?:\([^)]*|[^\n(]*)\bas\b", re.MULTILINE)
"""Where a module imports something under another name."""


@cache
def classes() -> Mapping[str, tuple[Class, ...]]:
    """The public classes by room: each rule set, the rooms below them, campaigns, the bot."""
    found: dict[str, list[Class]] = defaultdict(list)
    for top in ("rules", "campaigns", "bot"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            room = top if top != "rules" else parts[1] if parts[1] in BOOKS else SHARED
            tree = ast.parse(path.read_text("utf-8"))
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    each = Class(".".join(parts), node.name, frozenset(bases_of(node, tree)), tag_of(node))
                    found[room].append(each)
    return {room: tuple(those) for room, those in found.items()}


def two_meanings(*rooms: str) -> list[str]:
    """Names that stand for two things in these rooms taken together."""
    by_name: dict[str, list[Class]] = defaultdict(list)
    for room in rooms:
        for each in classes()[room]:
            by_name[each.name].append(each)
    return [
        f"{name}: {', '.join(each.module for each in those)}"
        for name, those in sorted(by_name.items())
        if len(those) > 1 and name not in MEANT_ALIKE and not all(each.like(those[0]) for each in those[1:])
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_a_name_of_a_rule_set_has_one_meaning_there_and_in_the_rooms_below(book: str) -> None:
    assert two_meanings(SHARED, book) == []


def test_a_name_of_campaigns_or_the_bot_has_one_meaning_there_and_in_the_rooms_below() -> None:
    assert two_meanings(SHARED, "campaigns", "bot") == []


def test_what_is_meant_alike_is_still_there_twice() -> None:
    names = [each.name for those in classes().values() for each in those]
    assert [name for name in MEANT_ALIKE if names.count(name) < 2] == []


def test_a_class_has_no_second_name_where_it_is_used() -> None:
    """`import Arm as Means` hides one thing under two names; only a name that is taken in that module excuses it."""
    public = {(each.module.removesuffix(".__init__"), each.name) for those in classes().values() for each in those}
    found: list[str] = []
    for path in sorted(path for top in ("rules", "campaigns", "bot") for path in (ROOT / top).rglob("*.py")):
        text = path.read_text("utf-8")
        if not RENAMING.search(text):
            continue
        tree = ast.parse(text)
        own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        for node in tree.body:
            for alias in node.names if isinstance(node, ast.ImportFrom) else ():
                second = alias.asname not in (None, alias.name) and alias.name not in own
                if second and (node.module, alias.name) in public:
                    found.append(f"{path.relative_to(ROOT)}: {alias.name} as {alias.asname}")
    assert found == []
