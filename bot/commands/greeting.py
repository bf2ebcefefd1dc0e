"""The greeting's buttons: a guided battle by a book of one's choice, and a form for a new campaign."""

from __future__ import annotations

import discord
from discord import ui

from bot.commands.campaign_opening import open_campaign
from bot.commands.first_battle import begin_lesson
from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.desk import desk_of
from bot.talk.say import Interaction, card, say
from bot.talk.ticket import Ticket
from campaigns.scenario import scenarios


@handles("greet-lesson", Answer.BESIDE)
async def which_book(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Ask which book somebody would learn; where there is one, it begins."""
    books = [book for book in desk_of(interaction).store.rule_sets.values() if scenarios.lesson_of(book.key)]
    if len(books) < 2:  # of a book without a lesson it is said what there is instead
        await begin_lesson(interaction, next(iter(books or desk_of(interaction).store.rule_sets.values())).key)
        return
    layout = card(
        "**Which rule book?** Your first battle begins in a thread of its own and takes about ten minutes. It "
        "counts in no campaign."
    )
    made = [button(Ticket("greet-book", choice=book.key), book.title, discord.ButtonStyle.primary) for book in books]
    for row in rows(made):
        layout.add_item(row)
    await say(interaction, layout)


@handles("greet-book", Answer.IN_PLACE)
async def book_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The book was chosen: its first battle begins."""
    await begin_lesson(interaction, ticket.choice)


@handles("greet-campaign", Answer.MODAL)
async def ask_campaign(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form: what the campaign is called, and what it plays."""
    modal = ui.Modal(title="New campaign", custom_id=str(Ticket("greet-created")), timeout=None)
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", max_length=80, placeholder="Bosnia 1993")
    book: ui.Select[ui.Modal] = ui.Select(custom_id="rules", min_values=1, max_values=1)
    for rules in list(desk_of(interaction).store.rule_sets.values())[:25]:
        book.add_option(label=rules.title[:100], value=rules.key)
    modal.add_item(ui.Label(text="Name", description="It is played in this channel; you are its GM", component=name))
    modal.add_item(ui.Label(text="Rule book", component=book))
    # A finished modal is not kept by discord.py: its submit is routed by custom id, before and after a restart alike.
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("greet-created", Answer.BESIDE)
async def campaign_asked(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form was filled in."""
    await open_campaign(interaction, values.get("name", ""), values.get("rules", ""))
