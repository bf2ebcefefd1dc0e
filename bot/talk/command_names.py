"""What commands are called wherever the bot speaks of one: `mention` in posts and answers, `spelled` where Discord
shows plain words only (descriptions, the bot's status).

A mention stands in a text without the id that Discord gave the command, because few who write texts know the server
that they are for. `Names.address` puts the ids in where a message leaves: what is published can be clicked, what is not
yet is told in plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord
from discord import app_commands, ui

from bot.talk.emblems import Emblems
from bot.talk.text import clip
from campaigns.published import EVERYWHERE, Ids
from rules.kernel.action import Action, FieldSpec, Role

_NO_ID = "0" * 19
"""As long as an id, so that a text that fits a message with it fits with the id as well."""
_MENTION = re.compile(f"</([^:<>]{{1,98}}):{_NO_ID}>")


def spelled(path: str) -> str:
    """ "/unit raise"."""
    return f"/{path}"


def mention(path: str) -> str:
    """The command "unit raise" in a text that is sent as a message."""
    return f"</{path}:{_NO_ID}>"


UMPIRE = "umpire"
"""The room of the umpire's actions."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One command to be: of which rule set, what it is called and what it asks for."""

    rules: str
    action: type[Action]
    options: tuple[FieldSpec, ...]
    left_out: tuple[FieldSpec, ...] = ()

    @property
    def name(self) -> str:
        return self.action.name()

    @property
    def chapter(self) -> str:
        own = self.action.chapter
        if self.action.role is not Role.UMPIRE:
            return own
        return f"{UMPIRE}-{own}" if own else UMPIRE

    @property
    def summary(self) -> str:
        return clip(self.action.summary or self.action.title or self.name, 100)


class Names:
    """Where every action's command lies, the ids that commands have on each server, and the bot's pictures."""

    def __init__(self, groups: Mapping[str, Iterable[app_commands.Group]]) -> None:
        self._paths: dict[tuple[str, str], str] = {}
        self._actions: dict[type[Action], set[str]] = {}
        self._ids: dict[int, Ids] = {}
        self.emblems = Emblems()
        for command in (each for among in groups.values() for group in among for each in group.walk_commands()):
            if isinstance(command, app_commands.Command):
                verb: Verb = command.extras["verb"]
                self._paths[verb.rules, verb.name] = command.qualified_name
                self._actions.setdefault(verb.action, set()).add(command.qualified_name)

    def path(self, rules: str, verb: str) -> str | None:
        """ "bg-umpire place". None: the rule set has no such command."""
        return self._paths.get((rules, verb))

    def paths(self, rules: str) -> tuple[str, ...]:
        """Of all actions of a rule set, in the groups' order."""
        return tuple(path for (key, _), path in self._paths.items() if key == rules)

    def order(self, action: type[Action]) -> str:
        """What to call an action: by its command; by its title where no rule set, or more than one, has it."""
        found = self._actions.get(action, set())
        return mention(next(iter(found))) if len(found) == 1 else action.title

    def action_of(self, rules: str, action: type[Action]) -> str:
        """What to call an action in a text on one rule set: by its command there, else by its title."""
        path = self.path(rules, action.name())
        return mention(path) if path is not None else action.title

    def learn(self, scope: int, ids: Ids) -> None:
        """The ids that Discord has given the commands of a server, or of all of them."""
        self._ids[scope] = ids

    def addressed(self, text: str, guild_id: int | None) -> str:
        """The text with its mentions as that server's people can click them."""
        here, everywhere = self._ids.get(guild_id or EVERYWHERE, {}), self._ids.get(EVERYWHERE, {})

        def known(found: re.Match[str]) -> str:
            top = found[1].partition(" ")[0]
            number = here.get(top) or everywhere.get(top)
            return f"</{found[1]}:{number}>" if number else f"`{spelled(found[1])}`"

        return _MENTION.sub(known, text)

    def address(self, view: ui.LayoutView, guild_id: int | None) -> None:
        """Make a message ready to leave for that server."""
        for part in view.walk_children():
            if isinstance(part, ui.TextDisplay):
                part.content = self.addressed(part.content, guild_id)
        self.emblems.dress(view)


class HasNames(Protocol):
    names: Names


def server_of(channel: object) -> int | None:
    """The server of a channel or thread; None: a private conversation."""
    guild = getattr(channel, "guild", None)
    return guild.id if isinstance(guild, discord.Guild) else None


def names_of(client: discord.Client) -> Names:
    return cast(HasNames, cast(Any, client)).names
