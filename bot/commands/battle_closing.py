"""/battle close: what is settled between two battles, step by step on one panel, until the next one begins."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.commands.battle_opening import Wanted, begin_anew
from bot.post import settling
from bot.talk.controls import Answer, Values, button, choose, choose_several, handles, rows
from bot.talk.desk import battle_chosen, desk_of
from bot.talk.errors import guarded, outdated
from bot.talk.say import GOOD, PLAIN, Interaction, card, say, think
from bot.talk.text import escape
from bot.talk.ticket import Ticket, numeral
from campaigns.battle.frame import previewing, settling_up
from campaigns.battle.frame.settling_up import ClosingStep, Settlement
from campaigns.campaign import campaign
from campaigns.tables.battles import BattleStatus

MOST = 25
"""Choices of a select."""


@group.command(
    name="close",
    description="Settle what a battle left behind: recover, promote, replace, honour; then begin the next (GM)",
)
@app_commands.describe(battle="Which battle; leave empty for the newest that is over")
@app_commands.autocomplete(battle=options.battles_here)
@guarded
async def close(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    info = await battle_chosen(interaction, battle, BattleStatus.ENDED)
    await _show(interaction, info.id)


@handles("close", Answer.BESIDE)
async def pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below the battle's end."""
    await _show(interaction, ticket.battle)


@handles("close-take", Answer.IN_PLACE)
async def take_all(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A whole step."""
    await _carry_out(interaction, ticket, None)


@handles("close-some", Answer.IN_PLACE)
async def take_some(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What was chosen of a step."""
    await _carry_out(interaction, ticket, [ref for ref in values.get("", "").split("\n") if ref])


@handles("close-all", Answer.IN_PLACE)
async def take_everything(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """All steps in order."""
    desk = desk_of(interaction)
    done = await settling_up.carry_out_all(desk.store, ticket.battle, interaction.user.id)
    said = "; ".join(settling.done_text(step, each) for step, each in done.items())
    await _show(interaction, ticket.battle, said=f"✔ {said}.")


@handles("close-guest", Answer.IN_PLACE)
async def take_on(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A guest of the scene joins for good."""
    unit = numeral(values.get("", ""))
    joined = await settling_up.take_on(desk_of(interaction).store, ticket.battle, interaction.user.id, unit)
    await _show(interaction, ticket.battle, said=f"✔ {escape(joined.name)} joined: on the roster from now on.")


@handles("close-next", Answer.IN_PLACE)
async def next_battle(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """How the sides would meet in the next battle."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await settling_up.settlement(store, ticket.battle, who)
    met = await previewing.strengths(store, now.campaign_id, who)
    layout = card("### The next battle, with all units that are free", settling.strength_text(met))
    begin = button(ticket.but("close-begin"), "Begin the battle", discord.ButtonStyle.success)
    for row in rows([begin, button(ticket.but("close-again"), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("close-again", Answer.IN_PLACE)
async def back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The panel again."""
    await _show(interaction, ticket.battle)


@handles("close-begin", Answer.IN_PLACE)
async def begin(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The next battle begins with everything as usual."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await settling_up.settlement(store, ticket.battle, who)
    words = await begin_anew(interaction, await campaign.show(store, now.campaign_id), Wanted())
    desk_of(interaction).post()
    await say(interaction, card(words, accent=GOOD))


async def _carry_out(interaction: Interaction, ticket: Ticket, only: list[str] | None) -> None:
    try:
        step = ClosingStep(ticket.choice)
    except ValueError:
        raise outdated() from None
    done = await settling_up.carry_out(desk_of(interaction).store, ticket.battle, interaction.user.id, step, only)
    await _show(interaction, ticket.battle, said=f"✔ {settling.done_text(step, done)}.")


async def _show(interaction: Interaction, battle_id: int, *, said: str = "") -> None:
    now = await settling_up.settlement(desk_of(interaction).store, battle_id, interaction.user.id)
    texts = [settling.step_text(step, now) for step in ClosingStep]
    texts += [settling.guests_text(now)] if now.guests else []
    layout = card(*filter(None, (said, settling.head(now))), *texts, accent=GOOD if said else PLAIN)
    ticket = Ticket("close", battle_id)
    for step in ClosingStep:
        if now.can_be_done(step):
            layout.add_item(_some(ticket, step, now))
    if now.guests:
        guests = [(unit.name, str(unit.id), "") for unit in now.guests]
        layout.add_item(choose(ticket.but("close-guest"), "A guest joins …", guests))
    for row in rows(_buttons(ticket, now)):
        layout.add_item(row)
    await say(interaction, layout)


def _some(ticket: Ticket, step: ClosingStep, now: Settlement) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Only these of a step."""
    found = [(settling.line_of(step, each), each.ref, "") for each in now.steps[step][:MOST]]
    return choose_several(ticket.but("close-some", choice=step), f"{settling.HEADS[step]}: only these …", found)


def _buttons(ticket: Ticket, now: Settlement) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    """Each step as a whole, all of them, the next battle."""
    made = [
        button(ticket.but("close-take", choice=step), settling.TAKES_ALL[step])
        for step in ClosingStep
        if now.can_be_done(step)
    ]
    left = [step for step in ClosingStep if now.can_be_done(step) and step is not ClosingStep.FATES]
    every = [button(ticket.but("close-all"), "Take everything", discord.ButtonStyle.primary)] if len(left) > 1 else []
    return [*made, *every, button(ticket.but("close-next"), "Next battle …", discord.ButtonStyle.success)]
