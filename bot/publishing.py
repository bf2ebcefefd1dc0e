"""Commands are sent to Discord only when their definitions changed: a digest of the last ones is kept in the store.

Every server has the commands that are the same everywhere, and the verbs of the rule sets that its campaigns play.
Servers that play the same share the same commands, made and digested once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Collection, Sequence

import discord
import structlog
from discord import app_commands

from bot.pulse import Pulse, Setback
from bot.verbs import AnyCommand
from campaigns import campaign, published
from campaigns.published import EVERYWHERE
from campaigns.store import Store
from rules.ruleset import AnyRuleSet

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Played = tuple[str, ...]
"""The rule sets that a server plays, by key, in the store's order."""


class Publisher:
    """Keeps Discord's idea of the commands up to date. `pulse.again`: when what failed is due again."""

    def __init__(
        self,
        store: Store,
        tree: app_commands.CommandTree[discord.Client],
        make: Callable[[Sequence[AnyRuleSet]], Sequence[AnyCommand]],
    ) -> None:
        self._store = store
        self._tree = tree
        self._make = make
        self.pulse = Pulse(store, "commands")
        self._unpublished = {EVERYWHERE}
        self._at_work = asyncio.Lock()
        self._played: dict[int, Played] = {}
        self._made: dict[Played, Sequence[AnyCommand]] = {}
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
            known = await published.digests(self._store)
            for scope in sorted(self._unpublished.intersection(scopes)):
                try:
                    await self._sync(scope, known.get(scope, ""))
                except discord.Forbidden as error:  # the bot is no longer there; a new start asks again
                    log.warning("commands refused", guild=scope, error=str(error))
                except (discord.HTTPException, app_commands.AppCommandError) as error:
                    log.warning("commands not published", guild=scope, error=str(error))
                    failed.append(scope)
                    continue
                self._unpublished.discard(scope)
        if failed:
            raise Setback(f"Discord does not take the commands of {len(failed)} scopes")

    async def _sync(self, scope: int, known: str) -> None:
        now = self._digest(scope)
        if now != known:
            await self._tree.sync(guild=None if scope == EVERYWHERE else discord.Object(scope))
            await published.remember(self._store, scope, now)

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
        """The verbs of these rule sets, on the bot's own tree."""
        played = tuple(key for key in self._store.rule_sets if key in keys)
        if played not in self._made:
            self._made[played] = self._make([self._store.rule_sets[key] for key in played])
        guild = discord.Object(guild_id)
        self._tree.clear_commands(guild=guild)
        for command in self._made[played]:
            self._tree.add_command(command, guild=guild)
        self._played[guild_id] = played
        self._unpublished.add(guild_id)
