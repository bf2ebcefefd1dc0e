"""Takes the buttons off posts that have had their day, beside the posts and never before them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

import discord
import structlog
from discord import ui

from bot.post import campaign_card, clocks, comings, prompts, proposals, render, standing
from bot.sending.channels import OUT_OF_REACH, UNKNOWN_CHANNEL
from bot.sending.errand import Errand
from bot.sending.pulse import Pulse, Signs
from bot.sending.signposts import Titles
from bot.talk.command_names import Names, server_of
from bot.talk.text import small
from campaigns.battle import battles
from campaigns.battle.battles import Line
from campaigns.battle.record.journal import GOES_BACK
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.database.trouble import trouble_of
from campaigns.errors import Newer
from campaigns.post import standing as standing_posts
from campaigns.post import strikes
from campaigns.post.matter import EndProposed, JustHappened, Matter
from campaigns.post.strikes import Spent
from campaigns.tables.battles import BattleStatus, EntryKind
from rules.kernel.action import Role
from rules.seam.viewing import PUBLIC

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083
"""Discord's codes for a message that was deleted and for a thread that sleeps: its buttons are out of reach anyway."""
OLD = 30046
"""Discord's code for a message that is too old to be changed so often."""


class Striker:
    """One at work per process. `kick` starts it; `drain` waits until what is due has been tried; `rest` is called
    then."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        names: Names,
        rest: Callable[[], Awaitable[object]] | None = None,
        signs: Signs | None = None,
    ) -> None:
        self._client, self._store, self._names = client, store, names
        self._titles = Titles()
        self.pulse = Pulse(store, "striking", signs)
        errand = Errand("striking", lambda: self.pulse.keep(self._strike_all), rest)
        self.kick, self.drain, self.close = errand.kick, errand.drain, errand.close

    async def _strike_all(self) -> None:
        while found := await strikes.claim(self._store, self._store.clock.now()):
            for spent in found:
                await self._strike(spent)
        await self._name_late()

    async def _strike(self, spent: Spent) -> None:
        try:
            channel = self._client.get_channel(spent.channel_id) or await self._client.fetch_channel(spent.channel_id)
            if not isinstance(channel, discord.abc.Messageable):
                await strikes.mark_failed(self._store, spent.post_id, "no place for messages", hopeless=True)
                return
            message = channel.get_partial_message(spent.message_id)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
            if spent.fate == strikes.CARRIED_OUT:
                await message.delete()  # pyright: ignore[reportUnknownMemberType]
                await strikes.mark_struck(self._store, spent)
                return
            view, files = await struck(self._store, spent)
            self._names.address(view, server_of(channel))
            mentions = discord.AllowedMentions.none()
            await message.edit(view=view, attachments=files, allowed_mentions=mentions)  # pyright: ignore[reportUnknownMemberType]
        except discord.HTTPException as error:
            if error.code == OLD and spent.fate != strikes.REPLACED and _stands(spent):
                log.info("standing post rebuilt", post=spent.post_id, battle=spent.battle_id)
                await standing_posts.post_anew(self._store, spent)
                return
            gone = error.status == 403 or error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED)
            log.info("post keeps its buttons", post=spent.post_id, status=error.status, code=error.code, gone=gone)
            await strikes.mark_failed(self._store, spent.post_id, f"{error.status} {error.text}", hopeless=gone)
        except OUT_OF_REACH as error:
            if trouble_of(error) is not None:
                raise  # it is the database that does not answer
            await strikes.mark_failed(self._store, spent.post_id, repr(error))
        except Newer:
            await strikes.leave(self._store, spent.post_id)
        except Exception as error:  # one post that cannot be put into words must not stop the others
            if trouble_of(error) is not None:
                raise  # the post has nothing wrong: it has had no try
            log.error("post not struck", post=spent.post_id, exc_info=error)
            await strikes.mark_failed(self._store, spent.post_id, repr(error))
        else:
            await strikes.mark_struck(self._store, spent)
            if _stands(spent):
                assert spent.battle_id is not None, "a battle's"
                await self._title(channel, spent.battle_id)

    @property
    def titles_due(self) -> datetime | None:
        """When a thread may be renamed whose title has become wrong; None: all are right."""
        return self._titles.due

    async def _name_late(self) -> None:
        """The titles that became wrong too soon after they were given."""
        for thread, battle_id in self._titles.ripe(self._store.clock.now()):
            channel = self._client.get_channel(thread)
            if channel is not None:
                await self._title(channel, battle_id)

    async def _title(self, channel: object, battle_id: int) -> None:
        """The thread says which turn it is, and who is asked."""
        try:
            battle = await battles.load(self._store, battle_id)
        except Newer:
            return
        news: list[str] = []
        if battle.info.status is BattleStatus.RUNNING:
            here = await campaign.show(self._store, battle.info.campaign_id)
            sides = {face.side: here.side(face.side) for face in battle.prompt.faces}
            asked = [side.name if side is not None else key for key, side in sides.items()]
            news = [(await battle.view(PUBLIC)).headline.partition(" · ")[0], " and ".join(asked)]
        await self._titles.keep(channel, battle_id, battle.info.title, news, self._store.clock.now())


def _stands(spent: Spent) -> bool:
    """Whether it is a battle's standing post."""
    return Matter.model_validate_json(spent.matter).topic in standing_posts.TOPICS


async def struck(store: Store, spent: Spent) -> tuple[ui.LayoutView, list[discord.File]]:
    """The post as it stood, without anything to press, and what became of it."""
    here, matter = await campaign.show(store, spent.campaign_id), Matter.model_validate_json(spent.matter)
    match matter.topic:
        case "prompt":
            return await _answered(store, here, spent, matter), []
        case "sitting":
            told = await render.told_only(store, spent)
            if told is None:
                return await _answered(store, here, spent, matter), []
            # In a sitting the next line tells who answered; what has called somebody says it by itself.
            if matter.ask_keys and ((came := await _came_of(store, spent)).how is How.ORDERS or matter.pinged):
                told.view.add_item(ui.TextDisplay(small(came.words)))
            return told.view, told.files
        case "opened" | "standing":
            assert spent.battle_id is not None, "a battle's first post"
            battle, stands = await battles.load(store, spent.battle_id), spent.fate != strikes.REPLACED
            return await standing.post(store, battle, here, matter, stands=stands), []
        case "under-way":
            return clocks.under_way(matter), []
        case "proposal":
            return proposals.struck(here, matter.side or "", matter.of(EndProposed), spent.fate), []
        case "notice" if isinstance(matter.about, JustHappened) and matter.about.kind == "campaign-opened":
            stands = spent.fate != strikes.REPLACED
            return await campaign_card.of_campaign(store, here.id, matter.about.commitment, stands=stands), []
        case _:
            return comings.struck(here, matter, spent.fate), []


async def _answered(store: Store, here: CampaignView, spent: Spent, matter: Matter) -> ui.LayoutView:
    """A prompt, and who answered it as far as everybody was told."""
    battle_id, at = spent.battle_id, spent.at_seq
    assert battle_id is not None, "every prompt is a battle's"
    assert at is not None, "and made at an entry of it"
    then = await battles.report(store, battle_id, at, at, PUBLIC)
    field = await battles.load(store, battle_id)
    faces = [face for face in then.faces if face.key in matter.ask_keys] or list(then.faces)
    return prompts.answered(field, here, then.view.headline, faces, (await _came_of(store, spent)).words)


class How(Enum):
    """What became of a question."""

    TAKEN_BACK = "↩ Taken back"
    BROUGHT_BACK = "↪ Brought back"
    ORDERS = "✔ Answered by orders"
    ANSWERED = "✔ Answered"
    DEFAULT = "⌛ Nobody answered in time; the battle went on with the default"


@dataclass(frozen=True, slots=True)
class Came:
    """What became of a question, and by whom, as far as everybody was told."""

    how: How
    people: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        by = " and ".join(f"<@{person}>" for person in self.people)
        return f"{self.how.value} by {by}" if by else self.how.value


async def _came_of(store: Store, spent: Spent) -> Came:
    """What became of a question, from the entry at which it was put to the one that overtook it."""
    battle_id, at, until = spent.battle_id, spent.at_seq, spent.until_seq
    assert battle_id is not None, "every question is a battle's"
    assert at is not None, "and put at an entry of it"
    assert until is not None, "as is what overtook it"
    return _by_whom((await battles.report(store, battle_id, at + 1, until, PUBLIC)).lines)


def _by_whom(lines: tuple[Line, ...]) -> Came:
    """What became of the question. Of what happened in secret nobody is told who did it."""
    told = {line.entry.cause for line in lines if line.tolds or line.went_back or line.entry.kind is EntryKind.END}
    known = [line.entry for line in lines if line.entry.cause in told]
    back = [entry for entry in known if entry.kind in GOES_BACK]
    if back:
        how = How.TAKEN_BACK if back[-1].kind is EntryKind.UNDO else How.BROUGHT_BACK
        return Came(how, () if back[-1].user_id is None else (back[-1].user_id,))
    if next((line.ordered for line in lines if line.tolds), False):
        return Came(How.ORDERS)
    people = dict.fromkeys(entry.user_id for entry in known if entry.user_id is not None)
    if people:
        return Came(How.ANSWERED, tuple(people))
    absent = any(entry.by.absent and entry.by.role is Role.PLAYER for entry in known)
    return Came(How.DEFAULT if absent else How.ANSWERED)
