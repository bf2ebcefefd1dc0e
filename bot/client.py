"""The bot: app commands and components only, no privileged intents.

`build_bot` puts it together; `Adjutant.tick` does what time demands (deadlines, posts) and may be called at any time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord import app_commands
from discord.ext import tasks
from discord.gateway import DiscordWebSocket

from bot.actions import confirming as confirming  # its buttons are answered from now on
from bot.actions import groups, verbs
from bot.actions import letter_map as letter_map  # likewise
from bot.actions import letters as letters  # likewise
from bot.actions.action_commands import order
from bot.commands import campaign_beginning as campaign_beginning  # likewise
from bot.commands import campaign_card as campaign_card  # likewise
from bot.commands import everywhere, in_menus
from bot.commands import greeting as greeting  # likewise
from bot.post import greeting as greetings
from bot.post import render
from bot.post.striking import Striker
from bot.reading.autocomplete import complete, may_complete
from bot.sending.calendar import CalendarKeeper
from bot.sending.channels import Porter
from bot.sending.emblems import EmblemKeeper
from bot.sending.errand import Errand
from bot.sending.outbox_pump import Message, Pump
from bot.sending.publishing import Publisher
from bot.sending.pulse import Pulse, Signs
from bot.sending.throttle import Throttle
from bot.talk import errors
from bot.talk.command_names import Names, spelled
from bot.talk.controls import Control, route_modal
from bot.talk.desk import Desk
from bot.talk.limits import Allowances, Allowed
from bot.talk.people import pinged
from bot.talk.say import Interaction
from bot.talk.watch import Watch
from campaigns.battle.watch import alarms, delivery, timers
from campaigns.battle.watch.alarms import Dues
from campaigns.campaign import electing
from campaigns.clocks import people
from campaigns.database import fleet
from campaigns.database.notes import Note
from campaigns.database.store import Store
from campaigns.database.trouble import to_log
from campaigns.members.presence import Presence
from campaigns.post import dispatches
from campaigns.post.outbox import Post

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOONEST, LATEST = timedelta(seconds=1), timedelta(hours=1)
"""Between two ticks: not less, however much is due, and not more, whatever the database says."""
A_TURN = 1.0
"""Seconds between two questions whether it is this process's turn to sign in."""
AGAIN = timedelta(minutes=1)
"""Before another try where nothing says when: the database does not, or another server's commands got through since."""


class Tree(app_commands.CommandTree[discord.Client]):
    """What discord.py itself finds wrong with a command goes the way of all errors."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await may_complete(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await errors.answer(interaction, error)


class Adjutant(discord.Client):
    """One store, one desk, one pump, one clock (the store's).

    Raises groups.Unpublishable for rule sets whose commands Discord would not take: nothing has been sent then.
    """

    def __init__(
        self,
        store: Store,
        *,
        http_trace: aiohttp.TraceConfig | None = None,
        shard_ids: list[int] | None = None,
        shard_count: int | None = None,
        emblems: bool = False,
    ) -> None:
        """`emblems`: Discord is brought the bot's own pictures. The other options are discord.py's own."""
        # Any: discord.py takes neither as None, and the client without shards knows no shard_ids.
        throttle = Throttle(store.clock, lambda: self.http._global_over.set())  # pyright: ignore[reportPrivateUsage]
        http_trace = throttle.watch(http_trace)
        given: dict[str, Any] = {"http_trace": http_trace, "shard_ids": shard_ids, "shard_count": shard_count}
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity(name=f"{spelled('help')} · {spelled('now')}"),
            **{name: value for name, value in given.items() if value is not None},
        )
        made = {key: verbs.groups(rules, order, complete) for key, rules in store.rule_sets.items()}
        groups.check(everywhere())
        groups.check([group for among in made.values() for group in among])
        self.store = store
        self.names = Names(made)
        self.watch = Watch()
        self.limits = Allowances(store.clock, Allowed())
        self.signs = Signs(store)
        self.tree = Tree(self)
        self.porter = Porter(self, store, self._sleep, self.signs)
        self.pump = Pump(self, store, self.names, self.porter, self._render, self._set_alarm, throttle, self.signs)
        self.striker = Striker(self, store, self.names, self._sleep, self.signs)
        self.calendar = CalendarKeeper(self, store, self._sleep, self.signs)
        self.desk = Desk(store, self.pump.kick, self.pump.kick, self.publish)
        self.publisher = Publisher(store, self.tree, made, self.names, self.signs)
        self.presence = Presence(store)
        self._emblems = EmblemKeeper(self, self.names.emblems) if emblems else None
        self._looking = Errand("looking", self._set_alarm)
        self._deadlines = Pulse(store, "deadlines", self.signs)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        for command in everywhere():
            self.tree.add_command(command)
        for menu in in_menus():
            self.tree.add_command(menu)
        await dispatches.at_the_start(self.store)
        await self.publisher.start()
        self.scheduler.start()
        if self._emblems is not None:
            self._emblems.start()

    async def close(self) -> None:
        self.scheduler.cancel()
        if self._emblems is not None:
            await self._emblems.close()
        await self._looking.close()
        await self.pump.close()
        await self.porter.close()
        await self.striker.close()
        await self.calendar.close()
        await super().close()

    async def on_interaction(self, interaction: Interaction) -> None:
        await route_modal(interaction)
        if interaction.guild_id is not None and interaction.type is not discord.InteractionType.autocomplete:
            await self._note(interaction.user.id, interaction.guild_id)

    async def _note(self, who: int, guild_id: int) -> None:
        """Whoever does anything is no vanished GM."""
        try:
            await self.presence.note(who, guild_id)
        except Exception as error:  # told and no more: the next click is noted
            log.warning("sign of life not noted", guild=guild_id, exc_info=error)

    # ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @tasks.loop(seconds=LATEST.total_seconds())
    async def scheduler(self) -> None:
        await self._until_connected()
        await self.tick()

    async def _until_connected(self) -> None:
        await self.wait_until_ready()

    async def tick(self) -> None:
        """Answer what is overdue, publish what is still unpublished, have sent what waits. Nothing that goes wrong
        in one of them reaches the others, or ends what calls this. Where nothing is due that is one question."""
        await self.signs.ask()
        due = await self._due()
        fires = self._is_due(self._deadlines, due, due and due.timers)
        if fires:
            await self._deadlines.keep(self._fire)
        await self.publisher.pulse.keep(self.publisher.publish_all)
        if fires or self._is_due(self.pump.pulse, due, due and due.posts):
            self.pump.kick()  # sets the alarm when it rests; until then a stuck post holds up no deadline
            due = await self._due()
        self._set_alarm_to(due)

    def _is_due(self, pulse: Pulse, due: Dues | None, when: datetime | None) -> bool:
        """Whether a task is to run: something waits for it, it has failed, or the database does not say."""
        waits = when is not None and when <= self.store.clock.now()
        return due is None or waits or pulse.beat_due or pulse.again is not None

    def is_connected(self) -> bool:
        """Whether Discord is connected, and has told of the servers."""
        return self.is_ready() and not self.is_closed()

    async def look(self) -> None:
        """Set the alarm again: what another process has written is then done in time."""
        await self._set_alarm()

    def hear(self, note: Note | None) -> None:
        """Another process has changed something; None: nobody knows what."""
        if note is not None and note.what == "battle":
            assert note.battle_id is not None
            assert note.version is not None
            self.store.states.overtaken(note.battle_id, note.version)
        elif note is None or self.store.share.has(note.guild_id):
            (self._looking if note is not None and note.what == "clocks" else self.pump).kick()

    async def take_over(self) -> None:
        """This process looks after other servers than before: theirs is what is due now."""
        await dispatches.at_the_start(self.store)
        await self.publisher.start()
        await self.tick()

    async def _fire(self) -> None:
        try:
            for fired in await timers.fire_due(self.store, self.store.clock.now()):
                log.info("timer", battle=fired.battle_id, side=fired.side, kind=str(fired.kind), late=fired.late)
        except ExceptionGroup as failures:  # the others have had their turn, and each of these is put off by itself
            log.error("timers", **to_log(failures), exc_info=failures)
        await electing.turn_over(self.store, self.store.clock.now())

    async def _set_alarm(self) -> None:
        """Have done what is due beside the posts, and sleep."""
        self._set_alarm_to(await self._due())

    def _set_alarm_to(self, due: Dues | None) -> None:
        self._sleep_until(due)
        now = self.store.clock.now()
        for errand, when in (
            (self.striker, due and self._strikes(due)),
            (self.porter, due and due.doors),
            (self.calendar, due and due.calendar),
        ):
            if due is None or (when is not None and when <= now) or errand.pulse.beat_due:
                errand.kick()  # sets the alarm anew when it is done

    async def _sleep(self) -> None:
        """Sleep until the next deadline or the next try of a post."""
        self._sleep_until(await self._due())

    async def _due(self) -> Dues | None:
        """What is due next; None where the database does not say."""
        try:
            return await alarms.dues(self.store)
        except Exception as error:  # the alarm is what brings everything back
            log.error("no alarm", again=str(AGAIN), **to_log(error), exc_info=error)
            return None

    def _sleep_until(self, due: Dues | None) -> None:
        """Whatever happens, an alarm is set."""
        self._wake_after(AGAIN if due is None else self._wait(due))

    def _wake_after(self, wait: timedelta) -> None:
        wait = min(max(wait, SOONEST), LATEST)
        # discord.py counts an interval from when the last tick was due, not from now: an hour after it, five seconds
        # would be seven hundred ticks in a row.
        following = self.scheduler.next_iteration
        if following:
            wait += discord.utils.utcnow() - following + timedelta(seconds=self.scheduler.seconds or 0.0)
        self.scheduler.change_interval(seconds=max(wait, SOONEST).total_seconds())

    def _wait(self, due: Dues) -> timedelta:
        now = self.store.clock.now()
        each = (
            (self._deadlines, due.timers),
            (self.pump.pulse, due.posts and max(due.posts, self.pump.throttle.until or due.posts)),
            (self.striker.pulse, self._strikes(due)),
            (self.porter.pulse, due.doors),
            (self.calendar.pulse, due.calendar),
        )
        waits: list[timedelta | None] = [self.publisher.pulse.again or AGAIN] if self.publisher.again else []
        waits.append(self.signs.again)
        for pulse, when in each:
            # After a failure not before it has been waited out, however long something has been due.
            waits.append(max(when - now, pulse.again or SOONEST) if when else pulse.again)
        return min((wait for wait in waits if wait is not None), default=LATEST)

    def _strikes(self, due: Dues) -> datetime | None:
        """When a post or a thread's title is next to be changed."""
        return min(filter(None, (due.strikes, self.striker.titles_due)), default=None)

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def publish(self, guild_id: int) -> None:
        """Give a server the verbs of what it plays; what Discord refuses now is tried again later."""
        if not await self.publisher.publish(guild_id):
            await self._set_alarm()

    # ── Servers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def on_guild_join(self, guild: discord.Guild) -> None:
        try:
            await greetings.greet(self, self.store, guild)
        except Exception as error:  # told and no more: /help says the same
            log.warning("server not greeted", guild=guild.id, exc_info=error)

    async def on_ready(self) -> None:
        try:
            await greetings.greet_missed(self, self.store)
        except Exception as error:  # likewise
            log.warning("servers not greeted", exc_info=error)

    # ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        if not await self._anew(payload.thread_id):
            await self._displace(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._displace(channel.id)

    async def _anew(self, gone: int) -> bool:
        """A side's thread that has been deleted is made anew. Whether it was one."""
        try:
            found = await dispatches.gone(self.store, gone)
        except Exception as error:  # told and no more: the next post to the thread finds it gone and tries again
            log.error("side thread not rebuilt", gone=gone, exc_info=error)
            return False
        if found:
            self.pump.kick()
        return found

    async def _displace(self, gone: int) -> None:
        """Battles whose place has been deleted go on in their campaign's channel at once: nobody could answer the
        prompt that was there. What this misses, the next post finds out."""
        try:
            for battle_id in await delivery.fought_in(self.store, gone):
                if await delivery.displace(self.store, battle_id, gone):
                    log.warning("battle displaced", battle=battle_id, gone=gone)
        except Exception as error:  # told and no more: the next post finds the place gone
            log.error("battle not displaced", gone=gone, exc_info=error)
        self.pump.kick()

    # ── Posts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _render(self, post: Post) -> list[Message]:
        return await self._let_sleep(await render.messages(self.store, post))

    async def _let_sleep(self, messages: list[Message]) -> list[Message]:
        """Nobody is notified while he sleeps or is away, whatever a post says: what waits for him calls him later."""
        for message in messages:
            users = {user.id for user in message.mentions.users} if isinstance(message.mentions.users, list) else set()
            sleepers = await people.asleep(self.store, users, self.store.clock.now()) if users else frozenset()
            if sleepers:
                message.mentions = pinged(sorted(users - sleepers))
        return messages


class Sharded(Adjutant, discord.AutoShardedClient):
    """The same, connected as the shards of the store's share."""

    def __init__(self, store: Store, *, http_trace: aiohttp.TraceConfig | None = None, emblems: bool = False) -> None:
        share = store.share
        super().__init__(
            store, http_trace=http_trace, shard_ids=sorted(share.held), shard_count=share.shards, emblems=emblems
        )

    def is_connected(self) -> bool:
        """As all of its shards."""
        shards = self.shards
        return all(each in shards and not shards[each].is_closed() for each in self.store.share.held)

    async def _until_connected(self) -> None:
        """Shards connect one after the other, and nothing that is due waits for the last: places are fetched."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord allows one to sign in within some seconds, whatever process it belongs to."""
        if self.store.fence is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        while not await fleet.may_sign_in(self.store):  # noqa: ASYNC110  # others' turns are seen in the database only
            await asyncio.sleep(A_TURN)
        if shard_id not in self.store.share.held:
            raise discord.ClientException(f"shard {shard_id} has become another process's")

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Whatever has become another's meanwhile is left to it; whoever is closed tries no further."""
        if shard_id in self.store.share.held and not self.is_closed():
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def connect_as(self, shards: Iterable[int]) -> None:
        """Connect as these shards too, one after the other."""
        for shard in sorted(shards):
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

    async def disconnect_as(self, shards: Iterable[int]) -> None:
        """Hear and answer as these shards no more."""
        for shard in sorted(shards):
            connected = self.get_shard(shard)
            if connected is not None:
                await connected.disconnect()


def build_bot(store: Store, http_trace: aiohttp.TraceConfig | None = None, *, emblems: bool = False) -> Adjutant:
    """The bot on an opened store; its clock is the store's. Run it with `await bot.start(token)`. It is connected as
    shards where there is more than one. `http_trace`: watches its requests to Discord;
    `emblems`: it brings Discord its own pictures, and uses them."""
    made = Sharded if store.share.shards > 1 else Adjutant
    return made(store, http_trace=http_trace, emblems=emblems)
