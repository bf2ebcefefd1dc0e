"""After a battle, the honours that are proposed one by one: each with what bears it out, to be granted as it is or with
a citation of the GM's own, or declined."""

from __future__ import annotations

import discord
from discord import ui

from bot.commands.battle_closing import MOST, links, show_panel
from bot.post import settling
from bot.post.honours import ribbon
from bot.talk.controls import Answer, Values, button, choose, handles, rows
from bot.talk.desk import desk_of
from bot.talk.say import Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.frame import settling_up
from campaigns.battle.frame.settling_up import ClosingStep
from campaigns.errors import Refusal
from campaigns.honours.granting import LONGEST_CITATION


@handles("honours", Answer.IN_PLACE)
async def one_by_one(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """All that are proposed, to choose one of them."""
    now = await settling_up.settlement(desk_of(interaction).store, ticket.battle, interaction.user.id)
    found = now.steps[ClosingStep.HONOURS]
    lines = [f"• {escape(settling.line_of(ClosingStep.HONOURS, each))}" for each in found[:MOST]]
    more = [small(f"and {len(found) - MOST} more, after these")] if len(found) > MOST else []
    layout = card("### Honours, one by one", "\n".join([*lines, *more]) or "Nobody is proposed any more.")
    if found:
        choices = [(settling.line_of(ClosingStep.HONOURS, each), each.ref, "") for each in found[:MOST]]
        layout.add_item(choose(ticket.but("honour", choice=""), "Look at …", choices))
    for row in rows([button(ticket.but("close-again", choice=""), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("honour", Answer.IN_PLACE)
async def look_at(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One proposal: who, what, and each entry of the journal that bears it out."""
    store, ref = desk_of(interaction).store, values.get("", "") or ticket.choice
    now = await settling_up.settlement(store, ticket.battle, interaction.user.id)
    one = next((each for each in now.steps[ClosingStep.HONOURS] if each.ref == ref), None)
    if one is None or one.proposal is None:
        raise Refusal("nothing-left", "All of that is settled already.", "Open the panel again.")
    proposal, link = one.proposal, await links(store, now)
    told = [f"entry {seq}{link(seq)}" for seq in proposal.seqs[:10]]
    texts = [
        f"### {ribbon(proposal.award.ribbon)} {escape(proposal.award.name)}\n{escape(settling.whose(one))}",
        f"“{escape(proposal.citation)}”",
        small(
            f"Borne out by the journal: {', '.join(told)}" if told else "No single entry of the journal bears it out"
        ),
    ]
    layout = card(*texts)
    at = ticket.but("honour-give", choice=ref)
    made = [
        button(at, "🎖 Grant", discord.ButtonStyle.success),
        button(at.but("honour-ask"), "✏️ With another citation …"),
        button(at.but("honour-not"), "Decline", discord.ButtonStyle.danger),
        button(ticket.but("honours", choice=""), "Back"),
    ]
    for row in rows(made):
        layout.add_item(row)
    await say(interaction, layout)


@handles("honour-give", Answer.IN_PLACE)
async def give(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """It is granted, with the citation that was written or its own."""
    store, who = desk_of(interaction).store, interaction.user.id
    one = await settling_up.honour(store, ticket.battle, who, ticket.choice, citation=values.get("citation", ""))
    await _on(interaction, ticket, f"✔ {escape(settling.whose(one))}: {escape(_award(one))}.")


@handles("honour-ask", Answer.MODAL)
async def ask(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form for the citation."""
    modal = ui.Modal(title="Grant with a citation", custom_id=str(ticket.but("honour-give")), timeout=None)
    text: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="citation", style=discord.TextStyle.paragraph, max_length=LONGEST_CITATION
    )
    modal.add_item(
        ui.Label(text="Citation", description="For what it is given; it stands in the career", component=text)
    )
    modal.stop()  # its submit is routed by custom id
    await interaction.response.send_modal(modal)


@handles("honour-not", Answer.IN_PLACE)
async def decline(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """It is not proposed again for this battle."""
    one = await settling_up.decline(desk_of(interaction).store, ticket.battle, interaction.user.id, ticket.choice)
    await _on(interaction, ticket, f"✔ Declined: {escape(_award(one))} for {escape(settling.whose(one))}.")


def _award(one: settling_up.LineToSettle) -> str:
    return one.proposal.award.name if one.proposal is not None else ""


async def _on(interaction: Interaction, ticket: Ticket, said: str) -> None:
    await show_panel(interaction, ticket.battle, said=said)
