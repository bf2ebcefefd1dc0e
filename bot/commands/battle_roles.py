"""Who attacks, who defends: a select below a battle that is open, and what a GM writes when he opens one."""

from __future__ import annotations

from discord import ui

from bot.commands import battle_casting, options
from bot.post import roles
from bot.talk.controls import Answer, Values, choose, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import outdated, quietly
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.battle.frame import giving_roles, wishing
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.scenario.roles import Roles, read
from rules.seam.ruleset import AnyRuleSet

ABOUT = "Who attacks: one of the list, or a role for each army, as in “Reds: defender, Whites: attacker”"


async def suggested(interaction: Interaction, current: str) -> options.Choices:
    """The ways in which the armies may share the roles."""

    async def found() -> options.Choices:
        here = await campaign_here(interaction)
        rules = desk_of(interaction).store.rules(here.rules)
        return options.matching([(words, key) for words, key, _ in roles.choices(rules, roles.names_in(here))], current)

    return await quietly(found())


def read_roles(rules: AnyRuleSet, here: CampaignView, text: str) -> Roles | None:
    """The roles that are written; None where nothing is. Raises Refusal as `scenario.roles.checked` does."""
    if not text.strip():
        return None
    return read(rules, roles.names_in(here), text)


def ask(layout: ui.LayoutView, rules: AnyRuleSet, here: CampaignView, battle_id: int) -> None:
    """The select, where the book has roles."""
    found = roles.choices(rules, roles.names_in(here))
    if found:
        layout.add_item(choose(Ticket("roles", battle_id), "Who attacks?", found))


@handles("roles", Answer.BESIDE)
async def chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The GM has chosen: from now on it is so, until the battle begins."""
    desk = desk_of(interaction)
    here = await campaign.show(desk.store, (await battles.load(desk.store, ticket.battle)).info.campaign_id)
    way = roles.way_of(desk.store.rules(here.rules), values.get("", ""))
    if way is None:
        raise outdated()
    info = await giving_roles.give(desk.store, ticket.battle, interaction.user.id, way)
    desk.post()
    await say(interaction, await _given(interaction, here, info))
    if await wishing.by_scenario(desk.store, info.id):
        await battle_casting.show_below(interaction, info.id)


async def _given(interaction: Interaction, here: CampaignView, info: BattleInfo) -> ui.LayoutView:
    said = roles.bold(desk_of(interaction).store.rules(here.rules), roles.names_in(here), info.roles)
    return card(f"✔ {said}", small("The channel hears it too. It can be changed until the battle begins."), accent=GOOD)
