"""Takes the buttons off prompts that have been answered, beside the posts and never before them."""

from __future__ import annotations

import discord
import structlog
from discord import ui

from bot import prompts
from bot.errand import Errand
from bot.outbox_pump import UNKNOWN_CHANNEL
from bot.pulse import Pulse
from campaigns import answered, battles, campaign
from campaigns.answered import Overtaken
from campaigns.battles import Line
from campaigns.models import EntryKind
from campaigns.outbox import Matter
from campaigns.store import Store
from rules.action import Role
from rules.ruleset import PUBLIC

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083
"""Discord's codes for a message that was deleted and for a thread that sleeps: its buttons are out of reach anyway."""


class Striker:
    """One at work per process. `kick` starts it; `drain` waits until what is due has been tried."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client, self._store = client, store
        self.pulse = Pulse(store, "striking")
        errand = Errand("striking", lambda: self.pulse.keep(self._strike_all))
        self.kick, self.drain, self.close = errand.kick, errand.drain, errand.close

    async def _strike_all(self) -> None:
        while found := await answered.claim(self._store, self._store.clock.now()):
            for prompt in found:
                await self._strike(prompt)

    async def _strike(self, prompt: Overtaken) -> None:
        try:
            view = await struck(self._store, prompt)
            channel = self._client.get_channel(prompt.channel_id) or await self._client.fetch_channel(prompt.channel_id)
            if not isinstance(channel, discord.abc.Messageable):
                await answered.mark_failed(self._store, prompt.post_id, "no place for messages", hopeless=True)
                return
            message = channel.get_partial_message(prompt.message_id)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
            await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())  # pyright: ignore[reportUnknownMemberType]
        except discord.HTTPException as error:
            gone = error.status == 403 or error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED)
            log.info("prompt keeps its buttons", post=prompt.post_id, status=error.status, code=error.code, gone=gone)
            await answered.mark_failed(self._store, prompt.post_id, f"{error.status} {error.text}", hopeless=gone)
        except (OSError, TimeoutError) as error:
            await answered.mark_failed(self._store, prompt.post_id, repr(error))
        except Exception as error:  # one prompt that cannot be put into words must not stop the others
            log.error("prompt not struck", post=prompt.post_id, exc_info=error)
            await answered.mark_failed(self._store, prompt.post_id, repr(error))
        else:
            await answered.mark_struck(self._store, prompt.post_id)


async def struck(store: Store, prompt: Overtaken) -> ui.LayoutView:
    """The prompt as it stood, without anything to press, and who answered it as far as everybody was told."""
    then = await battles.report(store, prompt.battle_id, prompt.at_seq, prompt.at_seq, PUBLIC)
    since = await battles.report(store, prompt.battle_id, prompt.at_seq + 1, prompt.until_seq, PUBLIC)
    field = await battles.load(store, prompt.battle_id)
    here = await campaign.show(store, field.info.campaign_id)
    asked = Matter.model_validate_json(prompt.matter).ask_keys
    asks = [ask for ask in then.prompt.asks if ask.key in asked] or list(then.prompt.asks)
    return prompts.answered(field, here, then.view.headline, asks, _by_whom(since.lines))


def _by_whom(lines: tuple[Line, ...]) -> str:
    """What became of the question. Of what happened in secret nobody is told who did it."""
    told = {line.entry.cause for line in lines if line.tolds or line.entry.kind in (EntryKind.UNDO, EntryKind.END)}
    known = [line.entry for line in lines if line.entry.cause in told]
    undone = [entry.user_id for entry in known if entry.kind is EntryKind.UNDO]
    if undone:
        return f"↩ Taken back by <@{undone[-1]}>"
    people = dict.fromkeys(entry.user_id for entry in known if entry.user_id is not None)
    if people:
        return "✔ Answered by " + " and ".join(f"<@{person}>" for person in people)
    absent = any(entry.by.absent and entry.by.role is Role.PLAYER for entry in known)
    return "⌛ Nobody answered in time; the battle went on with the default" if absent else "✔ Answered"
