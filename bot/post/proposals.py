"""Proposed ends of a battle: the post with its two buttons, and what they do.

A button answers the proposal that its own post shows and no other: where another has been made since, nothing is done,
and the asker is shown that one.
"""

from __future__ import annotations

import hashlib

import discord
from discord import ui

from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import BAD, GOOD, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import Acted, BattleInfo
from campaigns.battle.record.proposals import Proposal, Replaced
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.post.matter import EndProposed

KEY = 12
"""Hexadecimal digits of a proposal's key."""
_FATES = {
    "replaced": "A newer proposal has taken its place.",
    "declined": "It was declined.",
    "over": "The battle is over.",
}


def post(here: CampaignView, battle_id: int, by: str, about: EndProposed) -> ui.LayoutView:
    """The proposal with its buttons."""
    return _with_buttons(card(_words(here, by, about)), battle_id, _key(by, about))


def struck(here: CampaignView, by: str, about: EndProposed, fate: str) -> ui.LayoutView:
    """The same post when it needs no answer any more."""
    return card(_words(here, by, about), small(f"{_FATES.get(fate, '')} Its buttons are gone."))


def _words(here: CampaignView, by: str, about: EndProposed) -> str:
    side, wins = here.side(by), here.side(about.winner or "")
    outcome = f"**{escape(wins.name)}** wins." if wins else "a draw."
    words = f"**{escape(side.name if side else by)}** proposes to end the battle: {outcome}"
    return "\n".join((words, escape(about.reason or "by agreement")))


def _key(by: str, about: EndProposed) -> str:
    """What a button remembers of the proposal: a digest of what it says. The number of its post would count what one
    side alone is sent."""
    return hashlib.sha256(repr((by, about.winner, about.reason)).encode()).hexdigest()[:KEY]


def _with_buttons(view: ui.LayoutView, battle_id: int, key: str) -> ui.LayoutView:
    ticket = Ticket("agree", battle_id, choice=key)
    agree = button(ticket, "Agree", discord.ButtonStyle.success)
    for row in rows([agree, button(ticket.but("decline"), "Decline", discord.ButtonStyle.danger)]):
        view.add_item(row)
    return view


@handles("agree", Answer.BESIDE)
async def agree(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A side's yes to what this post proposes."""
    desk, who = desk_of(interaction), interaction.user.id
    battle = await battles.info_of(desk.store, ticket.battle, guild_id=guild_of(interaction))
    try:
        agreed = await battles.agree_end(
            desk.store, ticket.battle, who, _meant(ticket, battle), interaction_id=interaction.id
        )
    except Replaced as replaced:
        await _show_standing(interaction, battle, replaced.standing)
        return
    desk.post()
    over = isinstance(agreed, Acted)
    words = "✔ Agreed: the battle is over." if over else "✔ Noted; another side has still to agree."
    await say(interaction, card(words, accent=GOOD))


@handles("decline", Answer.BESIDE)
async def decline(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A side's no to it."""
    desk, who = desk_of(interaction), interaction.user.id
    battle = await battles.info_of(desk.store, ticket.battle, guild_id=guild_of(interaction))
    try:
        await battles.decline_end(desk.store, ticket.battle, who, _meant(ticket, battle))
    except Replaced as replaced:
        await _show_standing(interaction, battle, replaced.standing)
        return
    desk.post()
    await say(interaction, card("✔ Declined: the battle goes on.", accent=GOOD))


def _meant(ticket: Ticket, battle: BattleInfo) -> int:
    """The post of the proposal that the button shows, which may be the one that stands; -1: none that does. Buttons
    from before bore the number of their post, or nothing."""
    now = battle.proposal
    if now is None:
        return -1
    shown = (_key(now.by, EndProposed(winner=now.winner, reason=now.reason)), str(now.post))
    return now.post if ticket.choice in shown else -1


async def _show_standing(interaction: Interaction, battle: BattleInfo, now: Proposal) -> None:
    """Nothing was done; what is proposed now, to be answered here."""
    here = await campaign.show(desk_of(interaction).store, battle.campaign_id)
    about = EndProposed(winner=now.winner, reason=now.reason)
    view = card(
        "**That proposal no longer stands.** Another has taken its place:",
        _words(here, now.by, about),
        small("Nothing has changed"),
        accent=BAD,
    )
    await say(interaction, _with_buttons(view, battle.id, _key(now.by, about)))
