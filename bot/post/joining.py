"""Requests to join: the post that puts one to the GMs, its two buttons, and what is told of who comes and goes."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Values, button, handles
from bot.talk.desk import desk_of, guild_of
from bot.talk.people import MENTIONED, listed, named, pinged
from bot.talk.say import BAD, GOOD, STORY, Interaction, card, say
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign, joining
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.joining import Concern, RequestToJoin
from campaigns.campaign.volunteering import InQueue
from campaigns.post.matter import HandedOver, JoinAsked, JustHappened, Matter, PlayerMoved
from rules.language.words import counted

LISTED = 8
"""Requests with their buttons in one message."""
_FATES = {
    "approved": "A GM has let them in.",
    "declined": "A GM has declined.",
    "replaced": "They have asked for something else since.",
    "withdrawn": "They have taken it back.",
}


def notice(here: CampaignView, matter: Matter) -> Message | None:
    """What is told of who comes and goes; None for a notice of something else."""
    who, side = listed(matter.users), _name(here, matter.side)
    match matter.about:
        case JoinAsked(request=request):
            return _asked(here, matter, request)
        case JustHappened(kind="admitted"):
            words = f"{who} plays for **{side}**, by the GM's word."
            more = small(f"{mention('now')} shows what you may do; {mention('unit raise')} raises a unit.")
            return Message(card(words, more, accent=GOOD), mentions=pinged(matter.users))
        case JustHappened(kind="turned-down"):
            words = f"{who}, a GM has declined: you do not play for **{side}**."
            return Message(card(words), mentions=pinged(matter.users))
        case PlayerMoved(former=former):
            moved = listed(matter.users, first=False)
            words = f"A GM has moved {moved} from **{_name(here, former)}** to **{side}**."
            return Message(card(words), mentions=pinged(matter.users))
        case JustHappened(kind="left"):
            return Message(card(f"{who} no longer plays for **{side}**."))
        case JustHappened(kind="removed"):
            words = f"A GM has taken {listed(matter.users, first=False)} out of **{side}**."
            return Message(card(words), mentions=pinged(matter.users))
        case HandedOver() as about:
            view = (_answers_now if about.kind == "answers-now" else _nobody_left)(about, who, side)
            return Message(view, mentions=pinged(matter.users))
        case _:
            return None


def _asked(here: CampaignView, matter: Matter, request: int) -> Message:
    gms = listed(here.gms)
    view = card(_request(here, matter), small("Only a GM's click counts."), accent=STORY)
    view.add_item(ui.ActionRow(*_buttons(request)))
    view.add_item(ui.TextDisplay(gms))
    return Message(view, mentions=pinged(here.gms))


def struck(here: CampaignView, matter: Matter, fate: str) -> ui.LayoutView:
    """The request's post when it needs no answer any more."""
    return card(_request(here, matter), small(_FATES.get(fate, "It waits no longer.")))


def _request(here: CampaignView, matter: Matter) -> str:
    head = f"{listed(matter.users)} asks to play for **{_name(here, matter.side)}**."
    return clip("\n".join((head, *concern_lines(here, matter.of(JoinAsked).concerns))), 3000)


def concern_lines(here: CampaignView, concerns: Sequence[Concern]) -> list[str]:
    """What a GM should know before he says yes, a line each."""
    return [f"⚠ {_concern(here, concern)}" for concern in concerns]


def _concern(here: CampaignView, concern: Concern) -> str:
    side, battle = _name(here, concern.side), f"*{escape(concern.battle)}*"
    secret = f"what only **{side}** may know" if concern.side else "all sides"
    match concern.kind:
        case "changes":
            return f"Plays for **{side}** now."
        case "seen":
            return f"Has seen {secret} of {battle}, which goes on."
        case "removed":
            return f"Has been taken out of **{side}** by a GM."
        case "forgotten":
            return f"Somebody who has seen {secret} of {battle} has been forgotten since. This may be them."


def _answers_now(about: HandedOver, who: str, side: str) -> ui.LayoutView:
    words = f"{who} — **{side}** is asked in *{escape(about.battle)}*, and it is yours to answer now."
    view = card(words, small("The deadline stays as it is."))
    ticket = Ticket("explain", about.battle_id)
    view.add_item(ui.ActionRow(button(ticket, "What can I do?", discord.ButtonStyle.primary, emoji="❔")))
    return view


def _nobody_left(about: HandedOver, who: str, side: str) -> ui.LayoutView:
    asked = "The battle waits for it: " if about.asked else "When it is asked, "
    return card(
        f"{who} — **{side}** has no player left in *{escape(about.battle)}*.",
        f"{asked}a GM answers for it with {mention('gm answer')}, or its deadline does, until somebody joins it.",
        accent=BAD,
    )


def waiting(here: CampaignView, requests: Sequence[RequestToJoin], queued: Sequence[InQueue] = ()) -> ui.LayoutView:
    """All requests that wait, each with its buttons, and who would take over a seat, for the GM's eyes."""
    names = [f"{named(each.user_id)} ({_name(here, each.side) or 'any side'})" for each in queued[:MENTIONED]]
    would = f"🪑 **In the queue for a seat:** {', '.join(names)}" if names else ""
    if not requests:
        return card("Nobody waits to be let in.", would)
    more = f" The first {LISTED}:" if len(requests) > LISTED else ""
    people = counted(len(requests), "person waits", "people wait")
    view = card(f"**{people} to be let in.**{more}", would)
    for request in requests[:LISTED]:
        asked = discord.utils.format_dt(request.asked_at, "R")
        head = f"{named(request.user_id)} for **{_name(here, request.side)}**, {asked}"
        view.add_item(ui.TextDisplay(clip("\n".join((head, *concern_lines(here, request.concerns))), 400)))
        view.add_item(ui.ActionRow(*_buttons(request.id, request.name)))
    return view


def _buttons(request: int, name: str = "") -> list[Item]:
    of = f" {name}" if name else ""
    ticket = Ticket("admit", request)
    return [
        button(ticket, f"Let {name or 'them'} in", discord.ButtonStyle.success),
        button(ticket.but("turn-down"), f"Decline{of}", discord.ButtonStyle.danger),
    ]


@handles("admit", Answer.BESIDE)
async def admit(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A GM's yes to the request that this button is about."""
    desk = desk_of(interaction)
    asked = await joining.admit(desk.store, ticket.battle, interaction.user.id, guild_id=guild_of(interaction))
    desk.post()
    here = await campaign.show(desk.store, asked.campaign_id)
    words = f"✔ {named(asked.user_id)} plays for **{_name(here, asked.side)}**."
    await say(interaction, card(words, accent=GOOD))


@handles("turn-down", Answer.BESIDE)
async def turn_down(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A GM's no to it."""
    desk = desk_of(interaction)
    asked = await joining.turn_down(desk.store, ticket.battle, interaction.user.id, guild_id=guild_of(interaction))
    desk.post()
    await say(interaction, card(f"✔ Declined: {named(asked.user_id)} may ask again in a day.", accent=GOOD))


def _name(here: CampaignView, key: str | None) -> str:
    side = here.side(key or "")
    return escape(side.name if side else key or "")
