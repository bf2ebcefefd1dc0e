"""What campaigns and the bot have is used by them: a function, method or field that only tests use is a second way into
the program, which nobody goes.

Read from the source, as for the rules. What stands behind a decorator that is given something (a command, the handler
of a button) is called by whoever it is handed to.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache

from bot.main import COMMANDS
from tests.rules.test_nothing_for_tests_only import ROOT, dotted

FOLDERS = ("campaigns", "bot")
HISTORY = "campaigns.migrations"
REMEMBERING = {"lru_cache", "cache", "contextmanager"}
"""Decorators that hand what they decorate to nobody."""
BY_OTHERS = {
    *(
        f"Adjutant.{name}"
        for name in (
            "on_guild_channel_delete",
            "on_guild_join",
            "on_interaction",
            "on_raw_thread_delete",
            "on_ready",
            "setup_hook",
        )
    ),
    "BattlePlace.channel_types",
    "BattlePlace.transform",
    "Control.from_custom_id",
    "Reporter.emit",
    "Tree.interaction_check",
    "Tree.on_error",
    "InWords.transform",
    "SandboxClock.advance",
    "UtcDateTime.process_bind_param",
    "UtcDateTime.process_result_value",
}
"""Methods that discord.py, SQLAlchemy, logging or the virtual Discord call."""
RECORDS = {
    "Acted.duplicate": "what a second delivery of an interaction is answered with says so",
    "Battle.paused_at": "when, or who, for whoever looks into the database",
    "Draft.rolled_at": "when, or who, for whoever looks into the database",
    "JoinRequest.settled_by": "when, or who, for whoever looks into the database",
    "KeptBoard.made_at": "when, or who, for whoever looks into the database",
    "KeptAwards.kept_at": "when, or who, for whoever looks into the database",
    "KeptScenario.kept_at": "when, or who, for whoever looks into the database",
    "UnitHonour.revoked": "why, for whoever looks into the database",
    "OutboxPost.sent_at": "when, or who, for whoever looks into the database",
    "PaperCard.boxes": "a template of Typst reads it",
    "Return.replacement_id": "the journal keeps the report",
    "Strike.struck_at": "when, or who, for whoever looks into the database",
}
"""Fields and columns that are written for whoever looks one day, and that nobody reads."""


@cache
def trees() -> dict[str, ast.Module]:
    found = {
        dotted(path): ast.parse(path.read_text("utf-8")) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")
    }
    return {module: tree for module, tree in found.items() if not module.startswith(HISTORY)}


@cache
def named() -> Counter[str]:
    """How often each name is used: read, imported, called as a method or matched; not where it is defined or set."""
    found: Counter[str] = Counter()
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                    found[name] += 1
                case ast.MatchClass():
                    found.update(node.kwd_attrs)
                case _:
                    pass
    return found


def handed_over(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [each.func for each in node.decorator_list if isinstance(each, ast.Call)]
    return any(not (isinstance(each, ast.Name) and each.id in REMEMBERING) for each in calls)


Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def imported() -> dict[str, dict[str, tuple[str, str]]]:
    """By module what each name in it stands for: a name in another module, or with "" that module itself."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for module, tree in trees().items():
        found[module] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for alias in node.names:
                    inside = f"{node.module}.{alias.name}"
                    stands_for = (inside, "") if inside in trees() else (node.module, alias.name)
                    found[module][alias.asname or alias.name] = stands_for
    return found


def origin(module: str, name: str) -> tuple[str, str]:
    """Where it is defined, however often it has been handed on."""
    while (handed := imported().get(module, {}).get(name)) is not None:
        module, name = handed
    return module, name


def bound(top: ast.stmt) -> set[str]:
    """What a name within this statement may stand for besides: itself, what it is given, what it sets."""
    if not isinstance(top, Defined):
        return set()
    given = {node.arg for node in ast.walk(top) if isinstance(node, ast.arg)}
    kept = {node.id for node in ast.walk(top) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {top.name} | given | (kept if not isinstance(top, ast.ClassDef) else set())


@cache
def used() -> frozenset[tuple[str, str]]:
    """What is named by any line but those of its own body, by the module that defines it."""
    found: set[tuple[str, str]] = set()
    for module, tree in trees().items():
        for top in tree.body:
            own = bound(top)
            for node in ast.walk(top):
                match node:
                    case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                        found.add(origin(module, name))
                    case ast.Call(func=ast.Name(id=name)) if name != getattr(top, "name", ""):
                        found.add(origin(module, name))
                    case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                        of, inside = origin(module, name)
                        if not inside:
                            found.add(origin(of, attribute))
                    case _:
                        pass
    return frozenset(found)


def functions() -> Iterator[str]:
    """The functions and classes at the top of a module that nobody names."""
    for module, tree in trees().items():
        for node in tree.body:
            alone = isinstance(node, Defined) and (module, node.name) not in used()
            if alone and (isinstance(node, ast.ClassDef) or not handed_over(node)):
                yield f"{module}:{node.name}"


def methods() -> Iterator[str]:
    """Those of a class whose name nobody says."""
    for node in classes():
        for each in node.body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not handed_over(each):
                alone = not named()[each.name] and not each.name.startswith("__")
                yield from [f"{node.name}.{each.name}"] * alone


def fields() -> Iterator[str]:
    """Those of a class, columns too, whose name nobody says but where they are filled."""
    for node in classes():
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and not named()[each.target.id]:
                yield f"{node.name}.{each.target.id}"


def classes() -> list[ast.ClassDef]:
    return [node for tree in trees().values() for node in tree.body if isinstance(node, ast.ClassDef)]


def test_every_function_and_class_is_used_in_the_program() -> None:
    commands = {command.where for command in COMMANDS.values()}
    assert sorted(set(functions()) - commands) == [], "use it, or take it out: tests have helpers of their own"


def test_every_method_is_called_in_the_program() -> None:
    assert sorted(set(methods()) ^ BY_OTHERS) == []


def test_every_field_is_read_or_says_that_it_is_a_record() -> None:
    assert sorted(set(fields()) ^ set(RECORDS)) == []
