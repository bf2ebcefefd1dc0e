"""Whether both sides order whole turns under seal: asked once, when a campaign is made by a book that has that rule."""

from __future__ import annotations

import discord
from discord import ui

from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import small
from bot.talk.ticket import Ticket, numeral, parts
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import no_campaign
from rules.battle.orders.sealing import SEALED_ORDERS
from rules.seam.ruleset import AnyRuleSet


def asked_for_seals(made: ui.LayoutView, view: CampaignView, rules: AnyRuleSet) -> ui.LayoutView:
    """The card of a new campaign, with that question below it; as it was where the book does not have the switch."""
    switch = next((switch for switch in rules.book.switches if switch.key == SEALED_ORDERS), None)
    if switch is None:
        return made
    sealed = next(choice for choice in switch.choices if choice != switch.default)
    words = (
        "**How should both sides give orders?** By post, sealed turns are fastest: each side writes one letter for "
        "the whole turn, and the bot opens both together. The book's own way asks each side in its turn. "
        f"{mention('gm house-rule')} changes it later."
    )
    made.add_item(ui.Container(ui.TextDisplay(words)))
    seal, book = (Ticket("seal-turns", choice=f"{view.id}.{choice}") for choice in (sealed, switch.default))
    green = discord.ButtonStyle.success
    for row in rows([button(seal, "Seal whole turns", green), button(book, "Play as the book has it")]):
        made.add_item(row)
    return made


@handles("seal-turns", Answer.BESIDE)
async def seal_turns(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The GM's answer; it can be given again."""
    number, choice = parts(ticket.choice, 2)
    store = desk_of(interaction).store
    here = await campaign.show(store, numeral(number))
    if here.guild_id != guild_of(interaction):
        raise no_campaign()
    kept = tuple(option for option in here.settings.options if option[0] != SEALED_ORDERS)
    await campaign.change_settings(store, here.id, interaction.user.id, options=(*kept, (SEALED_ORDERS, choice)))
    switches = {switch.key: switch for switch in store.rules(here.rules).book.switches}
    by_book = SEALED_ORDERS in switches and switches[SEALED_ORDERS].default == choice
    words = "each side is asked in its turn, as the book has it" if by_book else "both sides order whole turns at once"
    await say(interaction, card(f"✔ **Settled**: {words}.", small("It holds for the battles to come."), accent=GOOD))
