"""What every call of a kind must say, read from the bot's own text: one that forgets it works until it matters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHOWN = {"View", "LayoutView", "Modal"}
SPENT = {"bot/commands/battle_opening.py battles.begin_when_heard": 1}
"""Calls whose interaction an earlier step has used: `/battle begin` opens the battle by it, and a second delivery finds
that it has begun."""


def modules(room: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / room).rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def said(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def inherits(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).partition("[")[0].rpartition(".")[2] in SHOWN for base in node.bases)


def test_no_view_and_no_form_ever_times_out() -> None:
    """A view that times out takes the dynamic buttons in it out of service for the whole process; a form that does
    loses what somebody has written."""
    found, forgotten = 0, list[str]()
    for path, tree in modules("bot"):
        nodes = list(ast.walk(tree))
        own = [node for node in nodes if isinstance(node, ast.ClassDef) and inherits(node)]
        begun = [
            call for node in own for call in ast.walk(node)
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__"
        ]  # fmt: skip
        assert len(begun) == len(own), f"{path}: a view that does not say how it begins"
        made = [call for call in nodes if isinstance(call, ast.Call) and called(call) in SHOWN]
        for call in (*begun, *made):
            timeout = said(call, "timeout")
            found += 1
            if not (isinstance(timeout, ast.Constant) and timeout.value is None):
                forgotten.append(f"{path}:{call.lineno}")
    assert found > 15
    assert forgotten == []


def once() -> dict[tuple[str, str], str]:
    """The functions of campaigns that are told by which interaction they are called: module and name."""
    found: dict[tuple[str, str], str] = {}
    for path, tree in modules("campaigns"):
        for node in tree.body:
            if isinstance(node, ast.AsyncFunctionDef) and "interaction_id" in {
                arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)
            }:
                found[Path(path).stem, node.name] = path
    return found


def handed_on() -> dict[tuple[str, str], tuple[str, str]]:
    """What one module of campaigns hands on as its own: there, and where it comes from."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for path, tree in modules("campaigns"):
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for alias in node.names:
                    here = Path(path).stem, alias.asname or alias.name
                    found[here] = node.module.rpartition(".")[2], alias.name
    return found


def test_what_must_not_be_done_twice_is_always_told_which_interaction_asks_for_it() -> None:
    """Discord delivers an interaction again where it saw no answer: what names it is done once."""
    functions, from_elsewhere = once(), handed_on()
    found, forgotten = 0, list[str]()
    for path, tree in modules("bot"):
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            name = ast.unparse(call.func.value).rpartition(".")[2], call.func.attr
            if name in functions or from_elsewhere.get(name) in functions:
                found += 1
                if said(call, "interaction_id") is None:
                    forgotten.append(f"{path} {'.'.join(name)}")
    assert found > 15
    assert Counter(forgotten) == SPENT
