"""A generated command was used: the walk from /bg fire to the journal.

/bg fire → `order` → `battles.act` → the rule set's `decide` → journal, rosters, timers and outbox in one transaction →
the post, sent from the outbox. An order with a way on the map is shown to its giver first (`preview`).
"""

from __future__ import annotations

from bot import answers
from bot.commands.names import Names, names_of
from bot.desk import battle_info_here, desk_of
from bot.preview import Order, shown_first
from bot.references import action_of
from bot.say import GOOD, Interaction, card, say, think
from bot.text import small
from bot.verbs import Given, Verb
from campaigns import battles
from campaigns.errors import Command, Refusal
from campaigns.models import BattleStatus
from rules.action import SideId
from rules.ruleset import AnyRuleSet


async def order(interaction: Interaction, verb: Verb, given: Given) -> None:
    """Carry out a command of the battle that goes on here, for the asker's side."""
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    battle = await battles.load(desk.store, info.id, guild_id=interaction.guild_id)
    if battle.rules.key != verb.rules:
        raise _other_rules(names_of(interaction.client), battle.rules, verb)
    viewer = await battles.viewer(desk.store, info.id, interaction.user.id)
    view = await battle.view(viewer)
    side = await _side(interaction, battle, viewer.side)
    action = action_of(battle.rules, verb.name, given, view, side=side)
    if side is not None and await shown_first(interaction, Order(battle, viewer, side, action)):
        return
    acted = await battles.act(
        desk.store, info.id, action, interaction.user.id, interaction_id=interaction.id, side=side
    )
    desk.post()
    title = verb.action.title or verb.name
    where = f"\n{small(f'In <#{info.channel_id}>')}" if info.channel_id != interaction.channel_id else ""
    await say(interaction, card(await answers.done(desk.store, acted, title, viewer) + where, accent=GOOD))


async def _side(interaction: Interaction, battle: battles.Field, own: SideId | None) -> SideId | None:
    """For whom the order is: the asked side that the asker may speak for (a GM for any), else his own."""
    spoken_for = await battles.speaks_for(desk_of(interaction).store, battle.info.id, interaction.user.id)
    asked = [ask.side for ask in battle.prompt.asks if ask.side in spoken_for]
    return asked[0] if len(asked) == 1 else own


def _other_rules(names: Names, rules: AnyRuleSet, verb: Verb) -> Refusal:
    """For a command of another rule set than the battle's: what to use instead, where there is the same action."""
    same = names.path(rules.key, verb.name)
    instead = ("Use ", Command(same), ".") if same else ("See ", Command("help"), " for what there is.")
    return Refusal("unknown-action", f"This battle is fought by the rules of {rules.title}.", instead)
