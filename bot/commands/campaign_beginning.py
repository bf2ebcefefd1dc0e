"""The card's button for its GM: beginning a battle by a scenario or with the units that have been raised."""

from __future__ import annotations

import discord

from bot.commands import scenario
from bot.commands.battle_opening import Wanted, begin_anew
from bot.post import roles
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Option, Values, button, choose, handles, rows
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView, SideView
from campaigns.errors import gm_only, no_campaign
from campaigns.roster import growth, rosters
from campaigns.scenario.roles import usual
from rules.seam.ruleset import AnyRuleSet

LISTED = 25
"""Scenarios of one select."""
OWN = "own"
"""On the button for the units that are raised: no two controls of a message may have the same id."""


@handles("card-begin", Answer.BESIDE)
async def begin_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What there is to fight by, for the GM."""
    await _show(interaction, ticket)


@handles("card-roles", Answer.IN_PLACE)
async def roles_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Who attacks has been chosen; the battle is still to come."""
    await _show(interaction, ticket.but("card-roles", choice=values.get("", "")))


async def _show(interaction: Interaction, ticket: Ticket) -> None:
    """`ticket.choice`: how the armies share the roles; "": as usual."""
    here = await _led(interaction, ticket)
    store = desk_of(interaction).store
    rules = store.rules(here.rules)
    found: list[Option] = [(each.title, each.key, each.summary) for each in await scenario.known_to(interaction, here)]
    alone = _left_to_staff(here, rules)
    staff = f"Nobody plays **{escape(alone.name)}**: the staff, a program, plays it." if alone else ""
    more = small(f"{mention('battle begin')} takes a table, a turn limit and chosen units.")
    names = roles.names_in(here)
    given = roles.bold(rules, names, roles.way_of(rules, ticket.choice) or usual(rules))
    layout = card("**Begin a battle.** A scenario brings its people, its table and its aims.", given, staff, more)
    if ways := roles.choices(rules, names):
        layout.add_item(choose(ticket.but("card-roles", choice=""), "Who attacks?", ways))
    if found:
        layout.add_item(choose(ticket.but("card-fight"), "Fight by a scenario …", found[:LISTED]))
    if await _raised(interaction, here, rules):
        own: list[Item] = [
            button(ticket.but("card-fight", unit=OWN), "With all units that are raised", discord.ButtonStyle.success)
        ]
        for row in rows(own):
            layout.add_item(row)
    await say(interaction, layout)


@handles("card-fight", Answer.IN_PLACE)
async def fight_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """By a scenario of the list, or with what has been raised."""
    here = await _led(interaction, ticket)
    desk = desk_of(interaction)
    alone = _left_to_staff(here, desk.store.rules(here.rules))
    way = roles.way_of(desk.store.rules(here.rules), ticket.choice)
    wanted = Wanted(scenario=values.get("", ""), roles=way)
    words = await begin_anew(interaction, here, wanted, staff=alone.key if alone else "")
    desk.post()
    await say(interaction, card(words, accent=GOOD))


def _left_to_staff(here: CampaignView, rules: AnyRuleSet) -> SideView | None:
    """The only side that nobody plays, where the other one has players and the book's staff can plan."""
    ordering = rules.battle.ordering
    if ordering is None or ordering.planning is None:
        return None
    playable = {kind.key for kind in rules.forces.sides if kind.playable}
    empty = [side for side in here.sides if side.key in playable and not side.players]
    return empty[0] if len(empty) == 1 and len(playable) == 2 else None


async def _raised(interaction: Interaction, here: CampaignView, rules: AnyRuleSet) -> bool:
    """Whether each side has a unit that can be fielded."""
    store = desk_of(interaction).store
    today = store.clock.now().date()
    units = [unit for unit in await rosters.units_of(store, here.id) if unit.fighting is None]
    ready = {unit.side for unit in units if growth.could_field(unit, rules, here.settings, today)}
    return all(kind.key in ready for kind in rules.forces.sides if kind.playable)


async def _led(interaction: Interaction, ticket: Ticket) -> CampaignView:
    """The campaign of the card, for its GM. Raises Refusal "no-campaign", "umpire-only"."""
    here = await campaign.show(desk_of(interaction).store, ticket.battle)
    if here.guild_id != guild_of(interaction):
        raise no_campaign()
    if not here.is_gm(interaction.user.id):
        raise gm_only("begin a battle")
    return here
