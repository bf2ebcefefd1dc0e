"""The virtual Discord server of the sandbox: who is in it, and the browser pages that look at it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import discord
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview, SetupError, UserHandle
from simcord.backend import Backend

from bot.sandbox.pages import PAUSE, steady
from bot.shell.permissions import USUAL

BOT_NAME = "Adjutant"
SERVER_NAME = "The Wednesday Club"
CAMPAIGN_CHANNEL, SKIRMISH_CHANNEL, PLATOON_CHANNEL, STEPPE_CHANNEL = "campaign", "skirmish", "platoon", "steppe"
CHANNELS = (
    (CAMPAIGN_CHANNEL, "The Book and the Gun: orders, rosters and the war diary"),
    (SKIRMISH_CHANNEL, "5.56mm: a handful of people, one card each"),
    (PLATOON_CHANNEL, "Infantry Action: orders in secret, sealed and opened together"),
    (STEPPE_CHANNEL, "Red Actions!: companies and squadrons of the Russian Civil War, a segment a unit"),
    ("canteen", "Everything else"),
)
GM, ONE, OTHER = "gwen", "ada", "ivo"
PEOPLE = {GM: "Gwen (GM)", ONE: "Ada", OTHER: "Ivo"}
LARGEST_PAGE = (1280, 860)
HUNG = 600
"""Seconds after which the bot counts as hung: a slow machine, or a day full of deadlines, takes more than a minute."""
PATIENCE = int(HUNG / PAUSE)
"""How often what found the virtual server at work tries again."""


@dataclass(slots=True)
class World:
    """A running virtual Discord with one server in it."""

    env: Env
    guild: GuildHandle
    people: dict[str, MemberActor]
    _pages: dict[tuple[int, int], Preview] = field(default_factory=dict)

    @property
    def backend(self) -> Backend:
        return self.env.backend

    def places(self) -> list[ChannelHandle]:
        """The server's channels, each followed by its threads, the newest thread first."""
        found: list[ChannelHandle] = []
        for channel in self.guild.channels.values():
            found.append(channel)
            found += sorted(channel.threads, key=lambda thread: -thread.id)
        return found

    def place(self, channel_id: int) -> ChannelHandle | None:
        return next((place for place in self.places() if place.id == channel_id), None)

    def may_read(self, place: ChannelHandle, member: MemberActor) -> bool:
        """Whether that member sees that channel or thread at all."""
        try:
            place.history(viewer=member)
        except SetupError:
            return False
        return True

    async def page(self, place: ChannelHandle, member: MemberActor) -> str:
        """The address of a page that looks at that place as that member; it shows the latest post when opened anew.

        Waits while a click or a look is at work: the virtual server does one thing at a time.
        """
        for _ in range(PATIENCE):
            try:
                return await self._page(place, member)
            except SetupError:
                await asyncio.sleep(PAUSE)
        return await self._page(place, member)

    async def _page(self, place: ChannelHandle, member: MemberActor) -> str:
        preview = self._pages.get((place.id, member.id))
        if preview is None:
            preview = await self._open(place, member)
        latest = place.history(viewer=member)
        if latest:
            await preview.show(latest[-1])
        return preview.url

    async def _open(self, place: ChannelHandle, member: MemberActor) -> Preview:
        others = [each for each in self.people.values() if each.id != member.id and self.may_read(place, each)]
        width, height = LARGEST_PAGE
        # simcord keeps one preview per Env. Ours are one per place and member, so that two members can sit side by
        # side: nothing but that check stands against it, and a preview keeps its own pages, server and viewers.
        self.env._preview = None
        preview = steady(
            self.env.preview(
                place, viewers=(member, *others), layout="channel", width=width, height=height, locale="en-GB"
            )
        )
        await preview.__aenter__()
        self._pages[place.id, member.id] = preview
        return preview

    async def refresh(self) -> None:
        """Show what has happened meanwhile on every open page. Raises SetupError while somebody's click is at work."""
        self._forget_closed()
        for preview in list(self._pages.values()):
            await preview.refresh()

    def _forget_closed(self) -> None:
        for key, preview in list(self._pages.items()):
            if preview._closed_event.is_set():  # a visitor may end a page's session from its own menu
                del self._pages[key]


def attach(bot: discord.Client, backend: Backend) -> Env:
    """An environment for the bot on these virtual servers; the caller starts it."""
    env = Env(bot, check_errors=False, settle_timeout=HUNG)
    env.backend = backend
    backend.bot_user.name = BOT_NAME
    return env


def founded(env: Env) -> World:
    """A new server: a GM who owns it, a player a side, and the bot with no more rights than it asks for."""
    users = {key: env.create_user(key, global_name=name) for key, name in PEOPLE.items()}
    guild = env.create_guild(SERVER_NAME, owner=users[GM])
    # simcord lets nobody be put out of a thread but by who manages threads; Discord lets who has made it.
    guild.roles[BOT_NAME]._role.permissions = (USUAL | discord.Permissions(manage_threads=True)).value
    for name, topic in CHANNELS:
        guild.create_text_channel(name, topic=topic)
    for key in (ONE, OTHER):
        guild.add_member(users[key])
    return found_again(env)


def found_again(env: Env) -> World:
    """The server that is already there."""
    guild = GuildHandle(env, next(iter(env.backend.guilds.values())))
    people = {
        user.name: MemberActor(env, guild, UserHandle(env, user))
        for user in env.backend.users.values()
        if user.name in PEOPLE
    }
    return World(env, guild, people)
