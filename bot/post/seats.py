"""Seats that stand open: the post with the button that takes one, and the one with which its owner takes it back."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Values, button, handles
from bot.talk.desk import desk_of, guild_of
from bot.talk.people import listed, named, pinged
from bot.talk.say import GOOD, STORY, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign, standing_in
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.standing_in import Seated
from campaigns.campaign.travel import inviting
from campaigns.post.matter import Matter, Substituted
from campaigns.post.seats import SeatBack, SeatInvited, SeatOpen, WaitingBattle

_FATES = {"taken": "Somebody has taken it.", "back": "Its player is back.", "declined": "They would not have it."}
_CHOICE = (
    "Nobody plays without a click of their own: until you accept you are a former player, and the GM has your units. "
    "If you decline, that stays so, and nothing here names you."
)


def notice(here: CampaignView, matter: Matter) -> Message | None:
    """What is told of seats; None for a notice of something else."""
    match matter.about:
        case SeatOpen() as about:
            view = card(_open(here, matter, about), _links(about.waiting), small(_who(about)), accent=STORY)
            view.add_item(ui.ActionRow(take_button(about.seat)))
            if matter.users:
                view.add_item(ui.TextDisplay(listed(matter.users)))
            return Message(view, mentions=pinged(matter.users))
        case Substituted() as about:
            return Message(_substituted(here, matter, about), mentions=pinged(matter.users))
        case SeatInvited() as about:
            view = card(_invited(here, matter, about), small(_CHOICE), accent=STORY)
            view.add_item(ui.ActionRow(*_invited_buttons(about.seat)))
            view.add_item(ui.TextDisplay(listed(matter.users)))
            return Message(view, mentions=pinged(matter.users))
        case SeatBack(former=former):
            meanwhile = f" {named(former)} has played meanwhile: thank you." if former not in matter.users else ""
            words = f"{listed(matter.users)} plays for **{_name(here, matter.side)}** again.{meanwhile}"
            return Message(card(words, accent=GOOD))
        case _:
            return None


def struck(here: CampaignView, matter: Matter, fate: str) -> ui.LayoutView:
    """The same post when nobody needs its button any more."""
    match matter.about:
        case SeatOpen() as about:
            return card(_open(here, matter, about), small(_FATES.get(fate, "It is no longer open.")))
        case SeatInvited() as about:
            return card(_invited(here, matter, about), small(_FATES.get(fate, "It is no longer open.")))
        case _:
            about = matter.of(Substituted)
            return card(_took(here, matter, about), small(_FATES.get(fate, "That is over.")))


def take_button(seat: int, label: str = "Take the seat") -> Item:
    return button(Ticket("seat-take", seat), label, discord.ButtonStyle.primary, emoji="🪑")


def back_button(seat: int) -> Item:
    return button(Ticket("seat-back", seat), "Take my side back", emoji="↩️")


def _invited_buttons(seat: int) -> list[Item]:
    mine = button(Ticket("seat-back", seat), "Yes, that is my seat", discord.ButtonStyle.success, emoji="🪑")
    return [mine, button(Ticket("seat-not", seat), "Decline", discord.ButtonStyle.secondary)]


def _invited(here: CampaignView, matter: Matter, about: SeatInvited) -> str:
    return f"🪑 {named(about.by)} has brought this campaign in. Did you play **{_name(here, matter.side)}** in it?"


def _open(here: CampaignView, matter: Matter, about: SeatOpen) -> str:
    side, holder = _name(here, matter.side), named(about.holder)
    if about.why == "silent":
        return f"🪑 {holder} has let two deadlines pass in a row, and the staff plays **{side}**. The seat is open."
    return f"🪑 **{side}** has no player left: the seat of {holder} is open."


def _who(about: SeatOpen) -> str:
    back = "Its owner takes it back by one click, whenever they like. " if about.why == "silent" else ""
    return (
        f"Whoever takes it plays at once, with all its units. {back}People who know what the enemy knows may not. "
        f"{mention('campaign volunteer')} puts you in the queue for the next one."
    )


def _links(waiting: Sequence[WaitingBattle]) -> str:
    return "\n".join(
        f"**It waits for you** in <#{each.channel_id}>." if each.asked else f"It goes on in <#{each.channel_id}>."
        for each in waiting[:5]
    )


def _took(here: CampaignView, matter: Matter, about: Substituted) -> str:
    who, side = listed(matter.users), _name(here, matter.side)
    if about.by_gm:
        return f"A GM puts {who} in the place of {named(about.former)}, for **{side}**."
    return f"{who} plays in the place of {named(about.former)}, for **{side}**."


def _substituted(here: CampaignView, matter: Matter, about: Substituted) -> ui.LayoutView:
    more = f"{mention('now')} shows what you may do."
    if about.seat:
        more += " The owner of the seat takes it back by one click, whenever they like."
    view = card(_took(here, matter, about), _links(about.waiting), small(more), accent=GOOD)
    buttons: list[Item] = []
    if about.waiting:
        ticket = Ticket("explain", about.waiting[0].battle_id)
        buttons.append(button(ticket, "What can I do?", discord.ButtonStyle.primary, emoji="❔"))
    if about.seat:
        buttons.append(back_button(about.seat))
    if buttons:
        view.add_item(ui.ActionRow(*buttons))
    return view


@handles("seat-take", Answer.BESIDE)
async def take(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Sit in the seat that this button is about."""
    desk, user = desk_of(interaction), interaction.user
    seated = await standing_in.take(
        desk.store, ticket.battle, user.id, name=user.display_name, guild_id=guild_of(interaction)
    )
    desk.wake()
    here = await campaign.show(desk.store, seated.campaign_id)
    await say(interaction, seated_card(here, seated, f"in the place of {named(seated.former)}"))


@handles("seat-back", Answer.BESIDE)
async def take_back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The owner is back."""
    desk, user = desk_of(interaction), interaction.user
    seated = await standing_in.come_back(
        desk.store, ticket.battle, user.id, name=user.display_name, guild_id=guild_of(interaction)
    )
    desk.wake()
    await say(interaction, seated_card(await campaign.show(desk.store, seated.campaign_id), seated, "again"))


@handles("seat-not", Answer.BESIDE)
async def decline(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Whoever was invited does not want the seat."""
    desk = desk_of(interaction)
    await inviting.decline(desk.store, ticket.battle, interaction.user.id, guild_id=guild_of(interaction))
    desk.wake()
    await say(interaction, card("✔ Declined. You play no part here, and its units stay the GM's.", accent=GOOD))


def seated_card(here: CampaignView, seated: Seated, how: str) -> ui.LayoutView:
    """For whoever has just taken a seat: for whom they play, and where it waits for them."""
    words = f"✔ You play for **{_name(here, seated.side)}** {how}, with all the units of that seat."
    view = card(words, _links(seated.waiting), accent=GOOD)
    if seated.waiting:
        ticket = Ticket("explain", seated.waiting[0].battle_id)
        view.add_item(ui.ActionRow(button(ticket, "What can I do?", discord.ButtonStyle.primary, emoji="❔")))
    return view


def _name(here: CampaignView, key: str | None) -> str:
    side = here.side(key or "")
    return escape(side.name if side else key or "")
