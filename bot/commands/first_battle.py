"""/battle tutorial: the first battle of a rule set, alone against the staff, in a thread of its own."""

from __future__ import annotations

from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.commands.threads import is_gone, remove, thread_in
from bot.talk.command_names import mention
from bot.talk.desk import around, channel_of, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.campaign import campaign, lessons
from campaigns.errors import Refusal
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet


@group.command(name="tutorial", description="Learn a rule book in ten minutes: a first battle, alone against the staff")
@app_commands.describe(rules="The rule book; leave empty for the one that is played here")
@app_commands.autocomplete(rules=options.rule_sets)
@guarded
async def tutorial(interaction: Interaction, rules: str = "") -> None:
    await think(interaction)
    store = desk_of(interaction).store
    here = await campaign.of_channel(store, channel_of(interaction))
    known = rules.strip() or (here.rules if here is not None else next(iter(store.rule_sets)))
    await begin_lesson(interaction, known)


async def begin_lesson(interaction: Interaction, rules: str) -> None:
    """Begin the asker's first battle of that book in a thread of this channel; the interaction has been acknowledged.
    One that goes on is shown instead. Raises Refusal as `lessons.begin`."""
    desk, who, guild = desk_of(interaction), interaction.user, guild_of(interaction)
    rule_set = desk.store.rules(rules)
    lessons.lesson_for(rule_set.key)
    async with lessons.alone_at_it(desk.store, guild, who.id):
        await _learn(interaction, guild, rule_set)


async def _learn(interaction: Interaction, guild: int, rule_set: AnyRuleSet) -> None:
    """Go on with their first battle of these rules, or begin one: nothing else does so for them meanwhile."""
    desk, who = desk_of(interaction), interaction.user
    going_on = await lessons.unfinished(desk.store, guild, who.id, rule_set.key)
    if going_on is not None and not await is_gone(interaction, going_on.channel_id):
        words = f"**{escape(going_on.title)}** waits for you in <#{going_on.channel_id}>."
        again = f"To start over, use {mention('battle end')} there, then {mention('battle tutorial')}."
        await say(interaction, card(words, small(again)))
        return
    await lessons.clear(desk.store, guild, who.id, rule_set.key)
    title = f"{lessons.lesson_for(rule_set.key).title}: {who.display_name} learns {rule_set.title}"
    thread = await thread_in(interaction, (around(interaction),), title)
    try:
        info = await lessons.begin(
            desk.store, guild, thread.id, who.id, rule_set.key, who_name=who.display_name, interaction_id=interaction.id
        )
    except (Refusal, RuleViolation):
        await remove(thread)
        raise
    await desk.publish(guild)
    desk.post()
    words = f"✔ **{escape(info.title)}**, your first battle of {escape(rule_set.title)}, begins in <#{thread.id}>."
    more = "The staff, a program, plays the other side and answers at once. Each lesson stands above its question."
    await say(interaction, card(words, more, small("It counts in no campaign."), accent=GOOD))
