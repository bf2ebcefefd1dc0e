"""A campaign's card in its channel: what it plays, who plays, what is next, and a button for whatever one may do."""

from __future__ import annotations

import discord
from discord import ui

from bot.post import dice
from bot.post.summaries import campaign_text
from bot.talk.command_names import mention
from bot.talk.controls import Item, button, choose, rows
from bot.talk.say import GOOD, PLAIN, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView, SideView
from campaigns.database.store import Store
from campaigns.members.policies import Joining
from campaigns.tables.battles import BattleStatus
from rules.seam.ruleset import AnyRuleSet

BUTTONS = 4
"""Sides with a button each; where there are more, they stand in a list."""
LISTED = 5
"""Battles that the card names."""


async def of_campaign(store: Store, campaign_id: int, commitment: str = "", *, stands: bool = True) -> ui.LayoutView:
    """The card as everybody may read it now. `stands`: another one does not stand for it."""
    here = await campaign.show(store, campaign_id)
    rules, every = store.rules(here.rules), await battles.of_campaign(store, campaign_id)
    layout = card(
        campaign_text(here),
        f"**{escape(rules.title)}**",
        _next(here, every),
        dice.first_sealed(commitment),
        accent=PLAIN if here.closed else GOOD,
    )
    if stands and not here.closed:
        begun, going_on = (
            any(info.begun_at is not None for info in every),
            any(info.status in (BattleStatus.OPEN, BattleStatus.RUNNING) for info in every),
        )
        for row in _controls(here, rules, begun=begun, going_on=going_on):
            layout.add_item(row)
    elif not here.closed:
        layout.add_item(ui.TextDisplay(small("A newer card stands below.")))
    return layout


def _next(here: CampaignView, every: tuple[BattleInfo, ...]) -> str:
    if here.closed:
        return "It is over. Its rosters and chronicle can still be read."
    lines = [
        f"⚔️ **{escape(clip(info.title, 80))}** {word} in <#{info.channel_id}>"
        for status, word in ((BattleStatus.RUNNING, "goes on"), (BattleStatus.OPEN, "waits to begin"))
        for info in every
        if info.status is status
    ]
    if lines:
        return "\n".join(lines[:LISTED])
    joining = "" if any(side.players for side in here.sides) else "join a side; "
    first = f"**Next:** {joining}raise units ({mention('unit raise')}); the GM begins ({mention('battle begin')})."
    return f"{first} {mention('help')} tells the rest."


def _controls(
    here: CampaignView, rules: AnyRuleSet, *, begun: bool, going_on: bool
) -> list[ui.ActionRow[ui.LayoutView]]:
    ticket = Ticket("card-join", here.id)
    word = _word(here.settings.joining, begun=begun)
    playable = {kind.key for kind in rules.forces.sides if kind.playable}
    sides = [side for side in here.sides if side.key in playable] if word else []
    beside = [button(ticket.but("card-watch"), "Watch", emoji="👁️")]
    beside += [] if going_on else [button(ticket.but("card-begin"), "Begin a battle (GM)", emoji="⚔️")]
    if len(sides) > BUTTONS:
        options = [(side.name, side.key, "") for side in sides]
        return [choose(ticket.but("card-side"), f"{word} …", options), *rows(beside)]
    return [*rows([_join(ticket, word, side) for side in sides]), *rows(beside)]


def _join(ticket: Ticket, word: str, side: SideView) -> Item:
    style = discord.ButtonStyle.success if side.players else discord.ButtonStyle.primary
    return button(ticket.but("card-join", side=side.key), f"{word} {side.name}", style)


def _word(joining: Joining, *, begun: bool) -> str:
    """What pressing it does; nothing where the campaign takes nobody in."""
    if joining is Joining.CLOSED:
        return ""
    asked = joining is Joining.APPROVAL or (joining is Joining.UNTIL_BATTLE and begun)
    return "Ask to join" if asked else "Join"
