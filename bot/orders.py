"""A generated command was used: the walk from /fire to the journal.

/fire → `order` → `battles.act` → the rule set's `decide` → journal, rosters, timers and outbox in one transaction →
the post, sent from the outbox. An order with a way on the map is shown to its giver first (`preview`).
"""

from __future__ import annotations

from bot import answers
from bot.desk import battle_info_here, desk_of
from bot.preview import Order, shown_first
from bot.references import action_of, action_type
from bot.say import GOOD, Interaction, card, say, think
from bot.text import small
from bot.verbs import Given
from campaigns import battles
from campaigns.models import BattleStatus
from rules.action import SideId


async def order(interaction: Interaction, verb: str, given: Given) -> None:
    """Carry out a command of the battle that goes on here, for the asker's side."""
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    battle = await battles.load(desk.store, info.id, guild_id=interaction.guild_id)
    viewer = await battles.viewer(desk.store, info.id, interaction.user.id)
    view = await battle.view(viewer)
    side = await _side(interaction, battle, viewer.side)
    action = action_of(battle.rules, verb, given, view, side=side)
    if side is not None and await shown_first(interaction, Order(battle, viewer, side, action)):
        return
    acted = await battles.act(
        desk.store, info.id, action, interaction.user.id, interaction_id=interaction.id, side=side
    )
    desk.post()
    title = action_type(battle.rules, verb).title or verb
    where = f"\n{small(f'In <#{info.channel_id}>')}" if info.channel_id != interaction.channel_id else ""
    await say(interaction, card(await answers.done(desk.store, acted, title, viewer) + where, accent=GOOD))


async def _side(interaction: Interaction, battle: battles.Field, own: SideId | None) -> SideId | None:
    """For whom the order is: the asked side that the asker may speak for (a GM for any), else his own."""
    spoken_for = await battles.speaks_for(desk_of(interaction).store, battle.info.id, interaction.user.id)
    asked = [ask.side for ask in battle.prompt.asks if ask.side in spoken_for]
    return asked[0] if len(asked) == 1 else own
