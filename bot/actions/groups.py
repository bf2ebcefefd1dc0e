"""Commands in as few groups as Discord has room for: one a rule set, its chapters in rooms of their own inside.

A chapter that has no room left in there becomes a group beside it, named after both ("mm-vehicle"); what is too much
for one group is dealt out in order to several ("bg", "bg-2"). So a command's name hangs on the actions of its own rule
set only. `check` refuses what Discord would not take, before it has been sent anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

import discord
from discord import app_commands

AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"
Leaf: TypeAlias = "app_commands.Command[Any, ..., None]"

MOST_COMMANDS, MOST_CHILDREN, MOST_OPTIONS, MOST_CHOICES = 100, 25, 25, 25
LONGEST = 8000
"""Characters of one command with everything in it: names, descriptions, choices."""
SPARE = 500
"""Characters that rooms leave free in their rule set's group: a word more in it shall not move a whole room."""
GMS = discord.Permissions(manage_messages=True)
"""The permission with which somebody is shown the commands of GMs and umpires, until a server settles it otherwise. The
campaign judges them all the same: it refuses whoever sees one and is no GM of it."""
_NAME = re.compile(r"[-_a-z0-9]{1,32}")


class Unpublishable(ValueError):
    """Commands that Discord would not take."""


@dataclass(frozen=True, slots=True)
class CommandChapter:
    """Commands that belong together. Without a name: those that are at hand in the rule set's own group. `gms`: they
    are the umpire's; Discord hides whole groups alone, so they always have groups of their own."""

    name: str
    about: str
    commands: tuple[Leaf, ...]
    gms: bool = False


def grouped(name: str, about: str, chapters: Sequence[CommandChapter]) -> list[app_commands.Group]:
    """The groups of a rule set, the one that bears its name first."""
    home = app_commands.Group(name=name, description=about, guild_only=True)
    beside: list[app_commands.Group] = []
    for chapter in sorted(chapters, key=lambda chapter: bool(chapter.name)):
        if chapter.name and not chapter.gms and _fits(home, chapter):
            room = app_commands.Group(name=chapter.name, description=chapter.about)
            _fill(room, chapter.commands)
            home.add_command(room)
            continue
        label = f"{name}-{chapter.name}" if chapter.name else name
        first, *more = _dealt(label, chapter)
        if chapter.name:
            beside.append(first)
        else:
            home = first
        beside += more
    return [home, *beside] if home.commands else beside


def _fits(home: app_commands.Group, chapter: CommandChapter) -> bool:
    size = len(chapter.name) + len(chapter.about) + sum(map(size_of, chapter.commands))
    children = len(home.commands) + 1
    return max(children, len(chapter.commands)) <= MOST_CHILDREN and size_of(home) + size <= LONGEST - SPARE


def _dealt(label: str, chapter: CommandChapter) -> Iterator[app_commands.Group]:
    """The chapter in groups of its own, each filled before the next is begun."""
    numbers = count(2)
    group = _beside(label, chapter)
    for command in chapter.commands:
        size = size_of(command)
        if len(group.commands) == MOST_CHILDREN or (group.commands and size_of(group) + size > LONGEST):
            yield group
            number = next(numbers)
            group = _beside(f"{label}-{number}", chapter)
        group.add_command(command)
    yield group


def _beside(label: str, chapter: CommandChapter) -> app_commands.Group:
    seen = GMS if chapter.gms else None
    return app_commands.Group(name=label, description=chapter.about, guild_only=True, default_permissions=seen)


def _fill(group: app_commands.Group, commands: Sequence[Leaf]) -> None:
    for command in commands:
        group.add_command(command)


def size_of(command: AnyCommand) -> int:
    """The characters of a command that Discord counts."""
    own = len(command.name) + len(command.description)
    if isinstance(command, app_commands.Group):
        return own + sum(map(size_of, command.commands))
    return own + sum(
        len(option.display_name)
        + len(str(option.description))
        + sum(len(choice.name) + len(str(choice.value)) for choice in option.choices)
        for option in command.parameters
    )


def check(commands: Sequence[AnyCommand]) -> None:
    """Raises Unpublishable for commands that Discord would not take together, with everything that is wrong."""
    faults = list(_faults(commands))
    if faults:
        raise Unpublishable("Discord would not take these commands: " + "; ".join(faults))


def _faults(commands: Sequence[AnyCommand]) -> Iterator[str]:
    if len(commands) > MOST_COMMANDS:
        yield f"{len(commands)} of them, it takes {MOST_COMMANDS}"
    names = [command.name for command in commands]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"/{name} is there more than once"
    for command in commands:
        if (size := size_of(command)) > LONGEST:
            yield f"/{command.name} has {size} characters, it takes {LONGEST}"
        yield from _within(command)


def _within(command: AnyCommand) -> Iterator[str]:
    here = f"/{command.qualified_name}"
    yield from _label(here, command.name, str(command.description))
    if isinstance(command, app_commands.Group):
        if not 0 < len(command.commands) <= MOST_CHILDREN:
            yield f"{here} holds {len(command.commands)} commands, it takes 1 to {MOST_CHILDREN}"
        for child in command.commands:
            yield from _within(child)
        return
    if len(command.parameters) > MOST_OPTIONS:
        yield f"{here} has {len(command.parameters)} options, it takes {MOST_OPTIONS}"
    for option in command.parameters:
        yield from _label(f"{here} {option.display_name}", option.display_name, str(option.description))
        if len(option.choices) > MOST_CHOICES:
            yield f"{here} {option.display_name} has {len(option.choices)} choices, it takes {MOST_CHOICES}"


def _label(here: str, name: str, about: str) -> Iterator[str]:
    if not _NAME.fullmatch(name):
        yield f"{here} isn't a name for a command (1 to 32 lower-case letters, digits, - and _)"
    if not 1 <= len(about) <= 100:
        yield f"{here} is described by {len(about)} characters, it takes 1 to 100"
