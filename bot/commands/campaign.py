"""/campaign: opening one, joining a side (and raising the first unit with it), and who plays what."""

from __future__ import annotations

from discord import app_commands

from bot.commands import draft, options
from bot.desk import campaign_here, channel_of, desk_of, guild_of
from bot.errors import guarded
from bot.say import GOOD, Interaction, card, say, think
from bot.summaries import campaign_text, unit_text
from bot.text import escape
from campaigns import campaign, outbox, rosters
from campaigns.outbox import Matter

group = app_commands.Group(name="campaign", description="Campaigns: open one, join a side", guild_only=True)


@group.command(name="create", description="Open a campaign in this channel; you become its GM")
@app_commands.describe(name="What the campaign is called", rules="The rule book that it plays")
@app_commands.autocomplete(rules=options.rule_sets)
@guarded
async def create(interaction: Interaction, name: str, rules: str | None = None) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    view = await campaign.create(
        desk.store,
        guild_of(interaction),
        channel_of(interaction),
        interaction.user.id,
        name,
        rules or next(iter(desk.store.rule_sets)),
        interaction_id=interaction.id,
    )
    await desk.publish(view.guild_id)
    await outbox.notify(desk.store, view.id, Matter(topic="notice", words=(("what", "campaign-opened"),)))
    desk.post()
    await say(interaction, card(f"✔ **You are the GM of this campaign.**\n{campaign_text(view)}", accent=GOOD))


@group.command(name="join", description="Play for a side; raise your first unit in the same breath")
@app_commands.describe(
    side="The side to play for",
    unit="The kind of unit to raise at once, or to put together yourself (see the list)",
    unit_name="What that unit is called",
)
@app_commands.autocomplete(side=options.sides, unit=options.organisations)
@guarded
async def join(interaction: Interaction, side: str, unit: str | None = None, unit_name: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    key = next(
        (known.key for known in here.sides if side.strip().casefold() in (known.key, known.name.casefold())), side
    )
    view = await campaign.join(
        desk.store,
        here.id,
        interaction.user.id,
        key,
        who_name=interaction.user.display_name,
        interaction_id=interaction.id,
    )
    joined = view.side(key)
    drafted = unit is not None and options.is_drafted(desk.store.rules(view.rules), unit)
    texts = [f"✔ **You play for {escape(joined.name if joined else key)}.**"]
    words: tuple[tuple[str, str], ...] = (("what", "joined"),)
    if unit is None:
        texts.append("Raise a unit with /unit raise.")
    elif not drafted:
        raised = await rosters.raise_unit(
            desk.store, view.id, interaction.user.id, unit, name=unit_name, interaction_id=interaction.id
        )
        texts.append(unit_text(raised, desk.store.rules(view.rules)))
        words += (("unit", raised.name),)
    await outbox.notify(
        desk.store, view.id, Matter(topic="notice", side=key, users=(interaction.user.id,), words=words)
    )
    desk.post()
    if drafted and unit is not None:
        await draft.open_draft(interaction, unit, unit_name, said=texts[0])
    else:
        await say(interaction, card(*texts, accent=GOOD))


@group.command(name="leave", description="Stop playing; your units stay with the side")
@guarded
async def leave(interaction: Interaction) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    await campaign.leave(desk_of(interaction).store, here.id, interaction.user.id)
    await say(interaction, card("✔ You have left the campaign. /campaign join brings you back.", accent=GOOD))


@group.command(name="show", description="Who plays what, and the policies in force")
@guarded
async def show(interaction: Interaction) -> None:
    await think(interaction)
    await say(interaction, card(campaign_text(await campaign_here(interaction), policies=True)))


@group.command(name="rename", description="Give the campaign another name (GM)")
@guarded
async def rename(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.rename(desk_of(interaction).store, here.id, interaction.user.id, name)
    await say(interaction, card(f"✔ Renamed.\n{campaign_text(view)}", accent=GOOD))


@group.command(name="side", description="Give a side its own name (GM)")
@app_commands.autocomplete(side=options.sides)
@guarded
async def name_side(interaction: Interaction, side: str, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.name_side(desk_of(interaction).store, here.id, interaction.user.id, side, name)
    await say(interaction, card(f"✔ Renamed.\n{campaign_text(view)}", accent=GOOD))


@group.command(name="close", description="End the campaign; it can still be read (GM)")
@guarded
async def close(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    view = await campaign.close(desk.store, here.id, interaction.user.id)
    await desk.publish(view.guild_id)
    await say(interaction, card("✔ The campaign is closed. Its rosters and chronicle can still be read.", accent=GOOD))
