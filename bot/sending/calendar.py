"""Keeps battles' deadlines in the servers' calendars, beside the posts and never before them.

An event says what the prompt in the thread says to everybody: that an answer is due, by when, and where. It is made
when a deadline runs, moved with it, and taken down when nobody is asked any more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import discord
import structlog

from bot.sending.channels import OUT_OF_REACH
from bot.sending.errand import Errand
from bot.sending.outbox_pump import problem_of
from bot.sending.pulse import Pulse, Signs
from bot.talk.text import clip
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.campaign import campaign
from campaigns.clocks import calendar, waits
from campaigns.clocks.calendar import CalendarDate
from campaigns.database.store import Store
from campaigns.database.trouble import trouble_of
from campaigns.errors import Newer
from campaigns.tables.battles import BattleStatus

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LONG = timedelta(hours=1)
"""How long an event lasts: Discord wants an end of what happens elsewhere than in a voice channel."""
NAME, ABOUT = 100, 1000
"""Characters of an event's name and of what it says."""
UNKNOWN_EVENT = 10070
"""Discord's code for an event that is there no more."""


class CalendarKeeper:
    """One at work per process. `kick` starts it; `drain` waits until what is due has been tried; `rest` is called
    then."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rest: Callable[[], Awaitable[object]] | None = None,
        signs: Signs | None = None,
    ) -> None:
        self._client, self._store = client, store
        self.pulse = Pulse(store, "calendar", signs)
        errand = Errand("calendar", lambda: self.pulse.keep(self._see_to_all), rest)
        self.kick, self.drain, self.close = errand.kick, errand.drain, errand.close

    async def _see_to_all(self) -> None:
        for entry in await calendar.claim(self._store, self._store.clock.now()):
            try:
                await self._see_to(entry)
            except (discord.HTTPException, *OUT_OF_REACH) as error:
                if trouble_of(error) is not None:
                    raise  # it is the database that does not answer
                log.warning("calendar not kept", battle=entry.battle_id, error=repr(error))
                forbidden = isinstance(error, discord.Forbidden)
                why = "I need the permission Create Events on this server" if forbidden else problem_of(error)
                await calendar.failed(self._store, entry, why)
            except Newer:
                await calendar.leave(self._store, entry)
            except Exception as error:  # one battle must not keep the others from the calendar
                if trouble_of(error) is not None:
                    raise
                log.error("calendar broken", battle=entry.battle_id, exc_info=error)
                await calendar.failed(self._store, entry, problem_of(error))

    async def _see_to(self, entry: CalendarDate) -> None:
        try:
            guild = self._client.get_guild(entry.guild_id) or await self._client.fetch_guild(entry.guild_id)
        except (discord.NotFound, discord.Forbidden):  # the bot is on that server no more
            await calendar.done(self._store, entry, entry.event_id, entry.shown)
            return
        battle = await battles.load(self._store, entry.battle_id) if entry.due is not None else None
        due = await self._known(battle) if battle is not None else None
        stands = await self._found(guild, entry)
        if stands is not None and (due is None or not _moves(stands, self._store.clock.now())):
            await _take_down(stands)
            stands = None
        if battle is None or due is None:
            await calendar.done(self._store, entry, None, None)
            return
        name, about = clip(f"{battle.info.title}: answer due", NAME), await self._about(battle)
        if stands is None:
            stands = await guild.create_scheduled_event(
                name=name,
                start_time=due,
                end_time=due + LONG,
                description=about,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=_place(guild, battle),
            )
        else:
            await stands.edit(
                name=name, start_time=due, end_time=due + LONG, description=about, location=_place(guild, battle)
            )
        await calendar.done(self._store, entry, stands.id, due)

    async def _known(self, battle: StandingBattle) -> datetime | None:
        """The first deadline that the battle's thread tells everybody of, if it is still to come."""
        if battle.info.status is not BattleStatus.RUNNING:
            return None
        asked = {(face.key, face.side) for face in battle.prompt.faces}
        standing = await waits.standing(self._store, battle.info.id)
        dues = [each.due for each in standing if each.due is not None and (each.ask_key, each.side) in asked]
        return min((due for due in dues if due > self._store.clock.now()), default=None)

    async def _about(self, battle: StandingBattle) -> str:
        here = await campaign.show(self._store, battle.info.campaign_id)
        sides = {face.side: here.side(face.side) for face in battle.prompt.faces}
        asked = " and ".join(side.name if side is not None else key for key, side in sides.items())
        return clip(f"{here.name}: {asked} to answer in <#{battle.info.channel_id}> by then.", ABOUT)

    async def _found(self, guild: discord.Guild, entry: CalendarDate) -> discord.ScheduledEvent | None:
        """The battle's event as it stands; one of which nobody has written down the number, too."""
        if entry.event_id is not None:
            try:
                return await guild.fetch_scheduled_event(entry.event_id, with_counts=False)
            except discord.NotFound:
                return None
        if not entry.tried or entry.due is None:
            return None
        place = _place(guild, await battles.load(self._store, entry.battle_id))
        every = await guild.fetch_scheduled_events(with_counts=False)
        me = self._client.user
        return next(
            (one for one in every if me is not None and one.creator_id == me.id and one.location == place), None
        )


def _place(guild: discord.Guild, battle: StandingBattle) -> str:
    """Where people answer: a link to the battle's thread."""
    return f"https://discord.com/channels/{guild.id}/{battle.info.channel_id}"


def _moves(event: discord.ScheduledEvent, now: datetime) -> bool:
    """Whether it may be moved: an event that has begun, or is over, stays where it is."""
    return event.status is discord.EventStatus.scheduled and event.start_time > now


async def _take_down(event: discord.ScheduledEvent) -> None:
    """It is over: what has begun ends, what has not is called off."""
    if event.status is discord.EventStatus.active:
        await event.end()
    elif event.status is discord.EventStatus.scheduled:
        await event.cancel()
