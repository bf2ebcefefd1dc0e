"""The bot: app commands and components only, no privileged intents.

`build_bot` puts it together; `Adjutant.tick` does what time demands (deadlines, posts) and may be called at any time.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
import structlog
from discord import app_commands
from discord.ext import tasks

from bot import confirming as confirming  # its buttons are answered from now on
from bot import errors, publishing, render, verbs
from bot.autocomplete import complete, may_complete
from bot.commands import everywhere
from bot.controls import Control, route_modal
from bot.desk import Desk
from bot.orders import order
from bot.outbox_pump import Message, Pump
from bot.say import Interaction
from campaigns import campaign, outbox, published, timers
from campaigns.outbox import Post
from campaigns.store import Store

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOONEST, LATEST = timedelta(seconds=1), timedelta(hours=1)
"""Between two ticks: not less, however much is due, and not more, whatever the database says."""
AGAIN = timedelta(minutes=1)
"""Before commands that Discord would not take are sent again."""


class Tree(app_commands.CommandTree[discord.Client]):
    """What discord.py itself finds wrong with a command goes the way of all errors."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await may_complete(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await errors.answer(interaction, error)


class Adjutant(discord.Client):
    """One store, one desk, one pump, one clock (the store's)."""

    def __init__(self, store: Store) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity(name="/help · /now"),
        )
        self.store = store
        self.tree = Tree(self)
        self.pump = Pump(self, store, self._render, self._set_alarm)
        self.desk = Desk(store, self.pump.kick, self.publish)
        self._unpublished: set[int] = {published.EVERYWHERE}
        self._publishing = asyncio.Lock()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        for command in everywhere():
            self.tree.add_command(command)
        for guild_id in await published.servers(self.store):
            await self._make_verbs(guild_id)
            self._unpublished.add(guild_id)
        await self._publish()
        self.scheduler.start()

    async def close(self) -> None:
        self.scheduler.cancel()
        await self.pump.close()
        await super().close()

    async def on_interaction(self, interaction: Interaction) -> None:
        await route_modal(interaction)

    # ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @tasks.loop(seconds=LATEST.total_seconds())
    async def scheduler(self) -> None:
        await self.wait_until_ready()
        await self.tick()

    async def tick(self) -> None:
        """Answer what is overdue, send what waits, publish what is still unpublished."""
        try:
            for fired in await timers.fire_due(self.store, self.store.clock.now()):
                log.info("timer", battle=fired.battle_id, side=fired.side, kind=str(fired.kind), late=fired.late)
        except* Exception as failures:  # the others have had their turn; these are tried again at the next tick
            log.error("timers", exc_info=failures)
        await self._publish()
        await self.pump.drain()

    async def _set_alarm(self) -> None:
        """Sleep until the next deadline or the next try of a post."""
        now = self.store.clock.now()
        due = [when for when in (await timers.next_due(self.store), await outbox.next_due(self.store)) if when]
        wait = min([when - now for when in due] + [AGAIN] * bool(self._unpublished), default=LATEST)
        self.scheduler.change_interval(seconds=min(max(wait, SOONEST), LATEST).total_seconds())

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def publish(self, guild_id: int) -> None:
        """Give a server the verbs of what it plays; what Discord refuses now is tried again at the next tick."""
        self._unpublished.add(guild_id)
        await self._publish()

    async def _publish(self) -> None:
        async with self._publishing:
            for scope in sorted(self._unpublished):
                try:
                    if scope != published.EVERYWHERE:
                        await self._make_verbs(scope)
                    await publishing.sync(self.store, self.tree, scope)
                except (discord.HTTPException, app_commands.AppCommandError) as error:
                    log.warning("commands not published", guild=scope, error=str(error))
                else:
                    self._unpublished.discard(scope)

    async def _make_verbs(self, guild_id: int) -> None:
        """The verbs of the rule sets that the server's open campaigns play, on the bot's own tree."""
        played = {view.rules for view in await campaign.of_guild(self.store, guild_id) if not view.closed}
        rule_sets = [rules for key, rules in self.store.rule_sets.items() if key in played]
        guild = discord.Object(guild_id)
        self.tree.clear_commands(guild=guild)
        for command in verbs.commands(rule_sets, order, complete):
            self.tree.add_command(command, guild=guild)

    # ── Posts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _render(self, post: Post) -> list[Message]:
        return await render.messages(self.store, post)


def build_bot(store: Store) -> Adjutant:
    """The bot on an opened store; its clock is the store's. Run it with `await bot.start(token)`."""
    return Adjutant(store)
