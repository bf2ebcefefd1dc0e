"""Commands are named through one place: nothing that the bot says, and no page of the program, names one that does not
exist."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands, ui
from sqlmodel import select

from bot.actions.groups import AnyCommand
from bot.actions.verbs import groups
from bot.commands import everywhere, guide, in_menus
from bot.talk.command_names import Names, mention, spelled
from bot.talk.errors import told
from bot.talk.say import card
from campaigns import published
from campaigns.errors import Command, Refusal
from campaigns.published import EVERYWHERE
from campaigns.tables.campaigns import PublishedCommands
from rules.five56mm.actions.vehicles import Drive
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.script.actions import Choose
from tests.bot.world import World, components, said
from tests.charts import chart

ROOT = Path(__file__).parents[2]
SOURCES = [path for layer in ("rules", "campaigns", "bot") for path in sorted((ROOT / layer).rglob("*.py"))]
NO_COMMANDS = {"/alone", "/learn", "/lone", "/media", "/open", "/pass", "/table"}
"""Addresses of the sandbox's pages."""


async def nothing(*_: Any) -> None: ...


async def no_choices(*_: Any) -> list[app_commands.Choice[str]]:
    return []


@cache
def books() -> dict[str, tuple[AnyCommand, ...]]:
    """The commands of each rule set."""
    return {key: tuple(groups(rules, nothing, no_choices)) for key, rules in rule_sets().items()}


def paths_of(command: AnyCommand) -> Iterator[str]:
    yield command.qualified_name
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from paths_of(child)


@cache
def common() -> frozenset[str]:
    """The paths of what every server has."""
    return frozenset(path for command in everywhere() for path in paths_of(command))


@cache
def known() -> frozenset[str]:
    """Those, and the paths of every rule set's own commands."""
    return common() | {path for among in books().values() for group in among for path in paths_of(group)}


@cache
def read() -> tuple[list[tuple[Path, int, str]], list[tuple[Path, int, str]]]:
    """What the modules of the program say, their literals but for docstrings; and the commands that they name by data.
    Each with its place."""
    said: list[tuple[Path, int, str]] = []
    named: list[tuple[Path, int, str]] = []
    for source in SOURCES:
        nodes = list(ast.walk(ast.parse(source.read_text(encoding="utf-8"))))
        bare = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
                said.append((source, node.lineno, node.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                path = node.args[0]
                if node.func.id in ("mention", "spelled", "Command") and isinstance(path, ast.Constant):
                    named.append((source, node.lineno, str(path.value)))
    return said, named


# ── No text goes stale ────────────────────────────────────────────────────────────────────────────────────────────


def test_no_text_of_the_program_writes_a_command_out_by_itself() -> None:
    found = [
        f"{source.relative_to(ROOT)}:{line}: {word}"
        for source, line, text in read()[0]
        for word in re.findall(r"(?<![\w/<>.)}\"])/[a-z][a-z-]+", text)
        if word not in NO_COMMANDS
    ]
    assert found == []


def test_every_command_that_is_named_exists() -> None:
    found = set(read()[1])
    assert len(found) > 100
    assert [(str(source), line, path) for source, line, path in found if path not in common()] == []


@pytest.mark.parametrize("page", ["README.md", "deploy/README.md"])
def test_every_command_that_a_page_names_exists(page: str) -> None:
    words = re.findall(r"`(/[a-z][a-z|-]*(?: [a-z][a-z|-]*)?)[^`\n]*`", (ROOT / page).read_text("utf-8"))
    wanted = {one for word in words for one in alternatives(word)}
    assert [word for word in sorted(wanted) if word[1:] not in known()] == []


def alternatives(word: str) -> Iterator[str]:
    """ "/privacy show|forget" is two commands; what follows a command that has no children is an option."""
    top, _, rest = word.partition(" ")
    group = top[1:] in known() and any(path.startswith(f"{top[1:]} ") for path in known())
    yield from (f"{top} {one}" for one in rest.split("|")) if rest and group else (top,)


@chart("topic", guide.TOPICS)
def test_help_fits_a_message_with_the_actions_of_any_book_below_it(topic: str) -> None:
    _, text = guide.TOPICS[topic]
    assert len(text) <= 2600
    assert [path for path in re.findall(r"</([^:]+):0+>", text) if path not in common()] == []


def shown(view: ui.LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay))


# ── Ids ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_command_is_a_link_where_it_is_published_and_plain_words_where_not() -> None:
    names = Names({})
    text = f"{mention('unit raise')} or {mention('bg fire')}"
    assert names.addressed(text, 7) == "`/unit raise` or `/bg fire`"
    names.learn(EVERYWHERE, {"unit": 11})
    names.learn(7, {"bg": 12})
    assert names.addressed(text, 7) == "</unit raise:11> or </bg fire:12>"
    assert names.addressed(text, 8) == "</unit raise:11> or `/bg fire`"
    assert names.addressed(text, None) == "</unit raise:11> or `/bg fire`"
    assert spelled("unit raise") == "/unit raise"


def test_a_message_that_fits_without_ids_fits_with_them() -> None:
    names = Names({})
    names.learn(EVERYWHERE, {"unit": 2**63 - 1})
    view = card(mention("unit raise") * 200)
    names.address(view, None)
    assert 3000 < len(shown(view)) <= 4000


def test_a_remedy_names_an_action_by_its_command_and_one_of_several_books_by_its_title() -> None:
    names = Names(books())
    view = told(RuleViolation("x", "No.", remedy=("Use ", Drive, " or `it`.")), names)
    assert view is not None
    assert f"➜ Use {mention('mm-vehicle drive')} or \\`it\\`." in shown(view)
    shared = told(RuleViolation("x", "No.", remedy=("Use ", Choose, ".")), names)
    assert shared is not None
    assert f"➜ Use {Choose.title}." in shown(shared)
    assert RuleViolation("x", "No.", remedy=("Use ", Drive, ".")).remedy == f"Use {Drive.title}."
    assert Refusal("x", "No.", ("See ", Command("unit raise"), ".")).remedy == "See /unit raise."


async def test_what_the_bot_says_can_be_clicked_after_a_restart_too(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    known = await published.known(club.store)
    ids = known[EVERYWHERE].ids
    assert ids is not None
    assert set(ids) == {command.name for command in (*everywhere(), *in_menus())}
    assert set(known[club.guild.id].ids or {}) == {"toy", "toy-umpire"}
    link = f"</unit raise:{ids['unit']}>"
    for again in (False, True):
        if again:
            await club.restart()
        answer = (await club.zoe.slash(club.channel, "help")).response
        assert answer is not None
        assert link in json.dumps(components(answer), ensure_ascii=False)
    (post,) = club.posts(club.channel)
    assert f"</battle begin:{ids['battle']}>" in json.dumps(components(post), ensure_ascii=False)


async def test_commands_published_by_a_version_that_kept_no_ids_are_published_once_more(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    async with club.store.writing() as session:
        for row in (await session.exec(select(PublishedCommands))).all():
            row.ids = None
            session.add(row)
    for expected in (2, 0):
        before = len(club.env.http_requests)
        await club.restart()
        assert len([r for r in club.env.http_requests[before:] if r.method == "PUT"]) == expected
    assert "`/unit raise`" in said(await club.zoe.slash(club.channel, "help"))
