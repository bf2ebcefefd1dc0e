"""Every command and every option says what it is for: what a person reads who has only Discord before him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.actions.verbs import groups
from bot.commands import everywhere
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from tests.bot.world import said, world

Made = app_commands.Command[Any, ..., Any] | app_commands.Group


async def nothing(*_: Any) -> None: ...


async def no_choices(*_: Any) -> list[app_commands.Choice[str]]:
    return []


def described(made: Iterable[Made]) -> Iterator[tuple[str, str, str]]:
    """Path, name and description of every command, group and option, as Discord is told."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))

    def within(part: dict[str, Any], path: str) -> Iterator[tuple[str, str, str]]:
        here = f"{path} {part['name']}".strip()
        yield here, part["name"], part["description"]
        for option in part.get("options") or []:
            yield from within(option, here)

    for command in made:
        yield from within(command.to_dict(tree), "")


def says_nothing(name: str, description: str) -> bool:
    """No words of its own: none, discord.py's "…", or the name over again."""
    plain = " ".join("".join(c if c.isalnum() else " " for c in description.casefold()).split())
    return plain in ("", name.casefold().replace("_", " ").replace("-", " ")) or len(plain) < 4


def faults(made: Iterable[Made]) -> list[str]:
    return [f"/{path}: {about!r}" for path, name, about in described(made) if says_nothing(name, about)]


def test_every_command_that_all_servers_have_is_described() -> None:
    assert faults(everywhere()) == []


@pytest.mark.parametrize("rules", rule_sets().values(), ids=rule_sets().keys())
def test_every_action_of_a_rule_set_is_described(rules: AnyRuleSet) -> None:
    assert faults(groups(rules, nothing, no_choices)) == []


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (
            "book-and-gun",
            ("**TO HIT 6**: each D20", "**class II**: open order", "**★**: a joker: its side names"),
        ),
        ("five56mm", ("**TN 5**: the Target Number", "**★**: a Joker: it sets off an event")),
    ],
)
async def test_help_says_what_the_words_of_the_campaigns_book_mean(
    tmp_path: Path, key: str, words: tuple[str, ...]
) -> None:
    async with world(tmp_path, {key: rule_sets()[key]}) as club:
        await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
        told = said(await club.zoe.slash(club.channel, "help", topic="posts"))
        for word in words:
            assert word in told


@pytest.mark.parametrize("about", ["", "…", "...", "Unit", "unit."])
def test_such_descriptions_say_nothing(about: str) -> None:
    assert says_nothing("unit", about)
