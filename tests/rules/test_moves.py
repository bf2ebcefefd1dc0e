"""Whatever moves a body asks the gate: each place of the program that makes an event of coming to another place stands
in `moves.toml`, with the function that asks the gate for it, or with the reason why none does.

Read from the source. A new one without an entry fails, and so does one whose function does not reach the gate.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.in_play import imported, module_of

ROOT = Path(__file__).parents[2]
LIST = tomllib.loads(Path(__file__).with_name("moves.toml").read_text())
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
GATE = ("rules.table.gate.Gate", "rules.table.following.follow", "rules.table.routing.around")
Names = Mapping[str, frozenset[str]]
"""What each function and class at the top of a module names, by dotted names."""


def named_in(trees: Iterable[tuple[str, ast.Module]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for module, tree in trees:
        tops = [each for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)]
        names = imported(tree, module) | {each.name: f"{module}.{each.name}" for each in tops}
        for each in tops:
            dotted = (_dotted(node, names) for node in ast.walk(each) if isinstance(node, ast.Name | ast.Attribute))
            found[f"{module}.{each.name}"] = frozenset(name for name in dotted if name)
    return found


def _dotted(node: ast.expr, names: Mapping[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value, names)
        return f"{inner}.{node.attr}" if inner else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def asking(named: Names, gate: tuple[str, ...] = GATE) -> frozenset[str]:
    """Everything that comes to the gate, by itself or by what it names."""
    users: dict[str, set[str]] = defaultdict(set)
    for name, names in named.items():
        for each in names:
            users[each].add(name)
    found = {name for name, names in named.items() if any(each.startswith(gate) for each in names)}
    waiting = list(found)
    while waiting:
        new = users[waiting.pop()] - found
        found |= new
        waiting += new
    return frozenset(found)


def makers(trees: Iterable[tuple[str, ast.Module]], events: Iterable[str]) -> Iterator[str]:
    """ "play.chapter.function Event" for each place where such an event is made."""
    wanted = set(events)
    for module, tree in trees:
        names = imported(tree, module)
        for top in tree.body:
            if not isinstance(top, ast.FunctionDef | ast.ClassDef):
                continue
            for node in ast.walk(top):
                if isinstance(node, ast.Call) and _dotted(node.func, names).rpartition(".")[2] in wanted:
                    yield f"{module}.{top.name} {_dotted(node.func, names).rpartition('.')[2]}"


@cache
def trees_of(book: str) -> tuple[tuple[str, ast.Module], ...]:
    paths = [*(ROOT / "rules" / book).rglob("*.py"), *(ROOT / "rules" / "table").glob("*.py")]
    return tuple((module_of(path, ROOT), ast.parse(path.read_text())) for path in paths)


@pytest.mark.parametrize("book", BOOKS)
def test_every_move_stands_on_the_list_with_who_asks_the_gate_for_it(book: str) -> None:
    listed = LIST[book]
    play = [each for each in trees_of(book) if each[0].startswith(f"rules.{book}.play.")]
    found = {each.removeprefix(f"rules.{book}.play.") for each in makers(play, listed["events"])}
    entries = {**listed["asked"], **listed["free"]}
    assert sorted(found - set(entries)) == [], "ask the gate, and say by which function"
    assert sorted(set(entries) - found) == [], "nothing moves there any more"
    assert all(why.strip() for why in listed["free"].values())


@pytest.mark.parametrize("book", BOOKS)
def test_who_is_said_to_ask_the_gate_does(book: str) -> None:
    named = named_in(trees_of(book))
    gate = asking(named)
    for move, asker in LIST[book]["asked"].items():
        whole = f"rules.{book}.play.{asker}"
        assert whole in named, (move, asker, "no such function")
        assert whole in gate, (move, asker, "does not come to the gate")


def _trees(**sources: str) -> list[tuple[str, ast.Module]]:
    return [(module.replace("__", "."), ast.parse(text)) for module, text in sources.items()]


def test_a_move_that_does_not_ask_is_found() -> None:
    trees = _trees(
        a__passage="from rules.table.gate import Gate\ndef way(): return Gate()\n",
        a__play="from a import passage\nfrom a.events import Moved\ndef asks(): return passage.way()\n"
        "def walk(): return Moved(asks())\ndef jump(): return Moved(1)\n",
    )
    assert {*makers(trees, ["Moved"])} == {"a.play.walk Moved", "a.play.jump Moved"}
    assert asking(named_in(trees)) == {"a.passage.way", "a.play.asks", "a.play.walk"}
