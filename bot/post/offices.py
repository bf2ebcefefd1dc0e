"""The office of GM: the deputy is called, the players elect, the former GM asks back; each by one click."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

import discord
from discord import ui

from bot.post.clocks import when
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import desk_of, guild_of
from bot.talk.people import listed, named, pinged
from bot.talk.say import GOOD, STORY, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, snowflake
from campaigns.campaign import campaign, electing, office
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post.matter import Matter
from campaigns.post.seats import AsksBack, DeputyCalled, ElectionHeld, ElectionOver, NewGM

_FATES = {
    "gm-back": "The GM is back: no election is needed.",
    "no-votes": "Nobody has a vote.",
    "elected": "The election is decided.",
    "replaced": "A newer list stands below.",
}


def notice(here: CampaignView, matter: Matter) -> Message | None:
    """What is told of the office; None for a notice of something else."""
    match matter.about:
        case DeputyCalled() as about:
            words = f"{listed(matter.users)}: the GM has been silent since {_day(about)}. You are the deputy."
            view = card(words, small(_gives_up()), accent=STORY)
            ticket = Ticket("gm-deputy", about.campaign)
            view.add_item(ui.ActionRow(button(ticket, "Take over as GM", discord.ButtonStyle.primary, emoji="🎖️")))
            return Message(view, mentions=pinged(matter.users))
        case ElectionHeld() as about:
            return _election(here, matter, about)
        case ElectionOver(why=why):
            more = (
                small(f"{mention('gm deputy')} names the one who may take over next time.") if why == "gm-back" else ""
            )
            return Message(card(_FATES[why], more, accent=GOOD))
        case NewGM() as about:
            return _new_gm(here, matter, about)
        case AsksBack() as about:
            words = f"{listed(matter.users)}: {named(about.former)} is back, and asks to be GM again."
            view = card(words, small("One click makes them GM beside you. Without it nothing changes."), accent=STORY)
            ticket = Ticket("gm-again", about.campaign, choice=str(about.former))
            view.add_item(ui.ActionRow(button(ticket, "Make them GM", discord.ButtonStyle.success)))
            return Message(view, mentions=pinged(matter.users))
        case _:
            return None


def struck(here: CampaignView, matter: Matter, fate: str) -> ui.LayoutView:
    """The post of an election when it needs no votes any more."""
    return card(_held(here, matter.of(ElectionHeld)), small(_FATES.get(fate, "It is over.")))


def _day(about: DeputyCalled | ElectionHeld) -> str:
    return discord.utils.format_dt(about.silent_since, "D")


def _gives_up() -> str:
    return (
        "A GM sees what every side knows: whoever becomes GM while a battle goes on gives up their own seat. "
        "The staff plays there until a volunteer takes it."
    )


def _held(here: CampaignView, about: ElectionHeld) -> str:
    head = f"🗳️ **Who should be GM?** The GM has been silent since {_day(about)}."
    return "\n".join((head, *(f"{number}. {named(user)}" for number, user in enumerate(about.candidates, 1))))


def _election(here: CampaignView, matter: Matter, about: ElectionHeld) -> Message:
    how = (
        f"Each player has one vote, and may change it. More than half of all votes decide at once, else the "
        f"most votes at {when(about.ends)}. On a tie, the one who stood first wins."
    )
    view = card(_held(here, about), how, small(_gives_up()), accent=STORY)
    ticket = Ticket("gm-vote", about.election)
    names = {player.user_id: player.name for side in here.sides for player in side.players}
    buttons: list[Item] = [
        button(
            ticket.but("gm-vote", choice=str(user)),
            f"Vote for {names.get(user) or f'no. {number}'}",
            discord.ButtonStyle.primary,
        )
        for number, user in enumerate(about.candidates, 1)
    ]
    buttons.append(button(ticket.but("gm-stand"), "I would be GM", emoji="🙋"))
    for row in rows(buttons):
        view.add_item(row)
    if matter.users:
        view.add_item(ui.TextDisplay(listed(matter.users)))
    return Message(view, mentions=pinged(matter.users))


def _new_gm(here: CampaignView, matter: Matter, about: NewGM) -> Message:
    who, former = listed(matter.users), " ".join(named(user) for user in about.former)
    how = f"elected by {about.votes} of {about.of} votes" if about.votes else "as the deputy"
    words = f"🎖️ {who} is GM now, {how}, in the place of {former}."
    side = here.side(matter.side or "")
    gave = f"They give up the seat for **{escape(side.name)}**: a GM sees what every side knows." if side else ""
    view = card(words, gave, small(f"{mention('help')} says what a GM can do."), accent=GOOD)
    back = button(Ticket("gm-ask", about.campaign), "Ask to be GM again")
    view.add_item(ui.ActionRow(back))
    return Message(view, mentions=pinged(matter.users))


# ── Clicks ────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Deed(Protocol):
    """What one click does to the office of a campaign, or to its election."""

    def __call__(self, store: Store, number: int, who: int, /, *, guild_id: int) -> Awaitable[object]: ...


async def _do(interaction: Interaction, ticket: Ticket, deed: _Deed, words: str) -> None:
    desk = desk_of(interaction)
    await deed(desk.store, ticket.battle, interaction.user.id, guild_id=guild_of(interaction))
    desk.wake()
    await say(interaction, card(words, accent=GOOD))


@handles("gm-deputy", Answer.BESIDE)
async def take_over(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The deputy is GM from now on."""
    await _do(interaction, ticket, office.take_over, "✔ **You are the GM of this campaign.**")


@handles("gm-stand", Answer.BESIDE)
async def stand(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One more candidate."""
    words = "✔ You are a candidate. The list below has a button that votes for you."
    await _do(interaction, ticket, electing.stand, words)


@handles("gm-vote", Answer.BESIDE)
async def vote(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A player's one vote."""
    desk, candidate = desk_of(interaction), snowflake(ticket.choice)
    _, decided = await electing.vote(
        desk.store, ticket.battle, interaction.user.id, candidate, guild_id=guild_of(interaction)
    )
    desk.wake()
    more = "That decides it." if decided else "A click on somebody else changes it, until it is decided."
    await say(interaction, card(f"✔ Your vote is for {named(candidate)}. {more}", accent=GOOD))


@handles("gm-ask", Answer.BESIDE)
async def ask_back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A former GM asks to be one again."""
    await _do(interaction, ticket, office.ask_back, "✔ **You have asked.** The GM decides by one click.")


@handles("gm-again", Answer.BESIDE)
async def appoint_again(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A GM's yes to that."""
    desk, former = desk_of(interaction), snowflake(ticket.choice)
    here = await campaign.show(desk.store, ticket.battle, who=interaction.user.id)
    if here.is_gm(former):
        raise Refusal("is-gm", "They are GM already.", "Nothing has to be done.")
    await campaign.appoint_gm(desk.store, ticket.battle, interaction.user.id, former)
    desk.wake()
    await say(interaction, card(f"✔ {named(former)} is GM beside you.", accent=GOOD))
