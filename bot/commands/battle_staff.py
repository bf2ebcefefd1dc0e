"""/battle staff: the staff plays a side that nobody plays, or yours while you are away, until somebody acts for it."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import battle_info_here, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.paging import BACK_AND_ON, leaf, page_of, pages
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.staff import appointing
from campaigns.battle.staff.opened import OpenedPlan, plans_opened
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.tables.battles import BattleStatus
from rules.seam.planning import Boldness

Bold = Literal["careful", "steady", "bold", "off"]


@group.command(name="staff", description="Let the staff play a side: an absent player's, or one that nobody plays")
@app_commands.describe(side="Which side", boldness="What it risks for its aims; off: its own people play again")
@app_commands.autocomplete(side=options.sides)
@guarded
async def staff(interaction: Interaction, side: str, boldness: Bold = "steady") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING, BattleStatus.OPEN)
    here = await campaign.show(desk.store, info.campaign_id)
    name = escape(side_name(here, side))
    if boldness == "off":
        await appointing.relieve(desk.store, info.id, interaction.user.id, side)
        await say(interaction, card(f"✔ **{name}** answers for itself again in {escape(info.title)}.", accent=GOOD))
        return
    did = await appointing.appoint(desk.store, info.id, interaction.user.id, side, Boldness(boldness))
    desk.post()
    words = f"✔ The staff plays **{name}** in {escape(info.title)}: {boldness}."
    begins = "It answers as soon as the battle begins." if did is None else "It answers at once, whenever it is asked."
    back = "Whoever acts for that side takes it back; `boldness: off` does, too."
    await say(interaction, card(words, small(f"{begins} {back}"), accent=GOOD))


@handles("staff-plans", Answer.BESIDE)
async def plans(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the closing post: what the staff meant to do, turn by turn."""
    store = desk_of(interaction).store
    info = await battles.info_of(store, ticket.battle, guild_id=guild_of(interaction))
    here = await campaign.show(store, info.campaign_id)
    found = await plans_opened(store, ticket.battle, guild_of(interaction))
    turn = store.rules(here.rules).battle.turn
    lines = [_opened(plan, escape(side_name(here, plan.side)), turn) for plan in found]
    head = f"🎖️ **The staff's plans in {escape(info.title)}**"
    none = "It followed no plan: it answered each question as it came."
    await say(interaction, leaf(head, pages(lines or [none]), ticket, page_of(ticket), words=BACK_AND_ON))


def _opened(plan: OpenedPlan, side: str, turn: str) -> str:
    when = (
        f"{turn.capitalize()} {plan.first}"
        if plan.first == plan.last
        else f"{turn.capitalize()}s {plan.first}–{plan.last}"
    )
    who = f"\n{escape(plan.who)}" if plan.who else ""
    return f"**{when} · {side}, {plan.boldness.value}: {escape(plan.label)}** ({escape(plan.why)}){who}"


def side_name(here: CampaignView, side: str) -> str:
    """What the campaign calls the side; an unknown one is refused where it is used."""
    found = here.side(side)
    return found.name if found is not None else side
