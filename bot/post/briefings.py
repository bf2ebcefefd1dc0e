"""Briefings of a scenario's battle: the part for all on the opening post, each side's own behind a button."""

from __future__ import annotations

from discord import ui

from bot.talk.controls import Answer, Item, Values, button, handles
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_at
from bot.talk.text import clip, escape
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.scenario import scenarios
from campaigns.scenario.scenarios import Briefing
from rules.seam.viewing import PUBLIC, Viewer


def briefing_button(ticket: Ticket) -> Item:
    """The same for everybody; what it shows depends on who presses it."""
    return button(ticket.but("briefing"), "My briefing", emoji="📜")


@handles("briefing", Answer.BESIDE)
async def briefing_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    store = desk_of(interaction).store
    guild_of(interaction)
    seat = await seat_at(interaction, ticket.battle)
    info = seat.battle.info
    here = await campaign.show(store, info.campaign_id)
    await say(interaction, await page(store, here, info.id, seat.viewer))


async def page(store: Store, here: CampaignView, battle_id: int, viewer: Viewer) -> ui.LayoutView:
    """All that this viewer may read."""
    briefing = await scenarios.briefing(store, battle_id, viewer)
    if briefing is None:
        return card("This battle has no briefing: it is not fought by a scenario.")
    head = "\n".join((f"### {escape(briefing.title)}", sides_text(briefing, here), quoted(as_written(briefing.text))))
    own = secret_texts(briefing, here, viewer)
    return card(clip(head, 2000 if own else 3500), *own)


def secret_texts(briefing: Briefing, here: CampaignView, viewer: Viewer) -> list[str]:
    """The parts that are meant for this viewer, under their headings."""
    if not briefing.own:
        nobody = "You play for no side in this battle." if viewer == PUBLIC else "There is nothing beyond that for you."
        return [nobody]
    room = 3400 // len(briefing.own)
    return [clip(f"**For {_name(here, side)} alone**\n{quoted(as_written(text))}", room) for side, text in briefing.own]


def sides_text(briefing: Briefing, here: CampaignView) -> str:
    """ "Army: Task Force Lantern · Insurgents: The ridge people"; nothing where the scenario names no side."""
    named = [(_name(here, side), escape(name)) for side, name in briefing.names]
    return " · ".join(f"**{side}**: {name}" for side, name in named if name != side)


def as_written(text: str) -> str:
    """A scenario's own words: its paragraphs stay, a file's line breaks within them do not."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return "\n".join(escape(part) for part in paragraphs if part)


def quoted(text: str) -> str:
    """Set off from what stands around it."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def _name(here: CampaignView, key: str) -> str:
    side = here.side(key)
    return escape(side.name if side else key)
