"""Commands are sent to Discord only when their definitions changed: a digest of the last ones is kept in the store.

Every server has the commands that are the same everywhere, and the groups of the rule sets that its campaigns play.
All servers share the groups, which are made once; those that play the same share their digest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence

import discord
import structlog
from discord import app_commands

from bot.sending.pulse import Pulse, Setback, Signs
from bot.talk.command_names import Names
from campaigns import published
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.published import EVERYWHERE, Published

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Played = tuple[str, ...]
"""The rule sets that a server plays, by key, in the store's order."""


class Publisher:
    """Keeps Discord's idea of the commands up to date, and tells `names` the ids that it gave them. `groups`: by rule
    set. `pulse.again`: when what failed is due again."""

    def __init__(
        self,
        store: Store,
        tree: app_commands.CommandTree[discord.Client],
        groups: Mapping[str, Sequence[app_commands.Group]],
        names: Names,
        signs: Signs | None = None,
    ) -> None:
        self._store = store
        self._tree = tree
        self._groups = groups
        self._names = names
        self.pulse = Pulse(store, "commands", signs)
        self._unpublished = {EVERYWHERE}
        self._at_work = asyncio.Lock()
        self._played: dict[int, Played] = {}
        self._left: set[int] = set()
        """Servers that play what a newer version knows alone: it gives them their commands."""
        self._digests: dict[Played | None, str] = {}

    @property
    def again(self) -> bool:
        """Whether something has still to be published."""
        return bool(self._unpublished)

    async def start(self) -> None:
        """Put every server's commands on the bot's own tree, and have Discord told what it does not know yet."""
        played = await campaign.rules_played(self._store)
        for guild_id in await published.servers(self._store):
            self._put(guild_id, played.get(guild_id, ()))
        await self.pulse.keep(self.publish_all)

    async def publish(self, guild_id: int) -> bool:
        """Give a server the verbs of what it plays now. False when that failed; it is tried again by `publish_all`."""
        self._put(guild_id, (await campaign.rules_played(self._store, guild_id)).get(guild_id, ()))
        return await self.pulse.keep(lambda: self._publish({guild_id}))

    async def publish_all(self) -> None:
        """Send what is unpublished. One server that fails holds up no other. Raises Setback for it in the end."""
        if self._unpublished:
            await self._publish(set(self._unpublished))

    async def _publish(self, scopes: Collection[int]) -> None:
        failed: list[int] = []
        async with self._at_work:
            asked = sorted(self._unpublished.intersection(scopes))
            known = await published.known(self._store, asked)
            for scope in asked:
                try:
                    await self._sync(scope, known.get(scope))
                except discord.Forbidden as error:  # the bot is no longer there; a new start asks again
                    log.warning("commands refused", guild=scope, error=str(error))
                except (discord.HTTPException, app_commands.AppCommandError) as error:
                    log.warning("commands not published", guild=scope, error=str(error))
                    failed.append(scope)
                    continue
                self._unpublished.discard(scope)
        if failed:
            raise Setback(f"Discord does not take the commands of {len(failed)} scopes")

    async def _sync(self, scope: int, known: Published | None) -> None:
        now, ids = self._digest(scope), known.ids if known is not None else None
        if scope in self._left:
            self._names.learn(scope, ids or {})
            return
        if known is None or now != known.digest or ids is None:
            taken = await self._tree.sync(guild=None if scope == EVERYWHERE else discord.Object(scope))
            ids = {command.name: command.id for command in taken}
            await published.remember(self._store, scope, now, ids)
        self._names.learn(scope, ids)

    def _digest(self, scope: int) -> str:
        """Changes whenever what Discord must know of a scope's commands changes."""
        played = None if scope == EVERYWHERE else self._played[scope]
        if played not in self._digests:
            guild = None if scope == EVERYWHERE else discord.Object(scope)
            commands = sorted(self._tree.get_commands(guild=guild), key=lambda command: command.name)
            definitions = json.dumps([command.to_dict(self._tree) for command in commands], sort_keys=True)
            self._digests[played] = hashlib.sha256(definitions.encode()).hexdigest()
        return self._digests[played]

    def _put(self, guild_id: int, keys: Collection[str]) -> None:
        """The groups of these rule sets, on the bot's own tree."""
        played = tuple(key for key in self._groups if key in keys)
        guild = discord.Object(guild_id)
        self._tree.clear_commands(guild=guild)
        for group in (group for key in played for group in self._groups[key]):
            self._tree.add_command(group, guild=guild)
        self._played[guild_id] = played
        if set(keys) <= self._groups.keys():
            self._left.discard(guild_id)
        else:
            self._left.add(guild_id)
        self._unpublished.add(guild_id)
