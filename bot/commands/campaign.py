"""/campaign: joining a side (and raising the first unit with it), who plays what, and what the GM settles."""

from __future__ import annotations

import discord
from discord import app_commands, ui

from bot.commands import draft, options, unit_choosing
from bot.commands.deleting import question
from bot.commands.threads import BattlePlace, forum_of
from bot.post.joining import concern_lines, waiting
from bot.post.seats import seated_card
from bot.post.summaries import campaign_text, settings_text, unit_text
from bot.sending import deliveries
from bot.talk.command_names import mention
from bot.talk.desk import around, campaign_here, channel_of, desk_of, guild_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.battle.watch import delivery
from campaigns.campaign import campaign, leaving, standing_in, volunteering
from campaigns.campaign import joining as joining_
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.deleting import loss
from campaigns.campaign.joining import Concern, RequestToJoin
from campaigns.errors import Command, Refusal, no_campaign
from campaigns.post import dispatches, outbox
from campaigns.post.matter import Matter, UnitRaised
from campaigns.roster import rosters
from rules.language.naming import folded

group = app_commands.Group(name="campaign", description="Campaigns: open one, join a side", guild_only=True)


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
    here = await campaign_here(interaction)
    await take_side(interaction, here, here.side_key(side), unit, unit_name)


async def take_side(
    interaction: Interaction,
    here: CampaignView,
    key: str,
    unit: str | None = None,
    unit_name: str = "",
    *,
    choosing: bool = False,
) -> None:
    """The asker plays for that side, or asks a GM to; the interaction has been acknowledged. `unit`: the kind to raise
    at once; `choosing`: the lists of kinds follow. Raises Refusal as `campaign.join` and `rosters.raise_unit`."""
    desk = desk_of(interaction)
    own = await standing_in.own_seat(desk.store, here.id, interaction.user.id, key)
    if own is not None:
        seated = await standing_in.come_back(desk.store, own, interaction.user.id, name=interaction.user.display_name)
        desk.wake()
        await say(interaction, seated_card(here, seated, "again"))
        return
    view = await campaign.join(
        desk.store,
        here.id,
        interaction.user.id,
        key,
        who_name=interaction.user.display_name,
        interaction_id=interaction.id,
    )
    if isinstance(view, RequestToJoin):
        desk.post()
        await say(interaction, _asked(here, view))
        return
    joined = view.side(key)
    listed = choosing or (unit is not None and unit_choosing.is_army(desk.store.rules(view.rules), unit))
    army, unit = (unit or "", None) if listed else ("", unit)
    drafted = unit is not None and options.is_drafted(desk.store.rules(view.rules), unit)
    texts = [f"✔ **You play for {escape(joined.name if joined else key)}.**"]
    about = UnitRaised(kind="joined")
    if unit is None:
        texts.append(f"Raise a unit with {mention('unit raise')}.")
    elif not drafted:
        raised = await rosters.raise_unit(
            desk.store, view.id, interaction.user.id, unit, name=unit_name, interaction_id=interaction.id
        )
        texts.append(unit_text(raised, desk.store.rules(view.rules)))
        about = UnitRaised(kind="joined", unit=raised.name)
    await outbox.notify(
        desk.store, view.id, Matter(topic="notice", side=key, users=(interaction.user.id,), about=about)
    )
    desk.post()
    if drafted and unit is not None:
        await draft.open_draft(interaction, unit, unit_name, said=texts[0])
    elif listed:
        await unit_choosing.choose_unit(interaction, view, army, said=texts[0])
    else:
        await say(interaction, card(*texts, accent=GOOD))


def _asked(here: CampaignView, request: RequestToJoin) -> ui.LayoutView:
    side = here.side(request.side)
    words = f"✔ **Asked.** A GM decides whether you play for **{escape(side.name if side else request.side)}**."
    more = (
        f"You are told here. Then raise a unit with {mention('unit raise')}. {mention('campaign leave')} takes it back."
    )
    return card(words, *concern_lines(here, request.concerns), small(more), accent=GOOD)


@group.command(name="leave", description="Stop playing; your units stay with the side")
@guarded
async def leave(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    await leaving.leave(desk.store, here.id, interaction.user.id)
    desk.post()
    more = small("What you have seen, you have seen: for another side a GM lets you in while a battle goes on.")
    await say(
        interaction,
        card(f"✔ You have left the campaign. {mention('campaign join')} brings you back.", more, accent=GOOD),
    )


_JOINING = [
    app_commands.Choice(name="Open until the first battle begins, then by the GM's approval", value="until-battle"),
    app_commands.Choice(name="Open to anybody", value="open"),
    app_commands.Choice(name="By the GM's approval", value="approval"),
    app_commands.Choice(name="Closed", value="closed"),
]


_THREADS = [
    app_commands.Choice(name="For its players and the GM", value="with-gm"),
    app_commands.Choice(name="For its players only", value="players"),
    app_commands.Choice(name="None: secret news waits behind its button", value="off"),
]


_FILES = [
    app_commands.Choice(name="Their own side's, as far as that side knows", value="own"),
    app_commands.Choice(name="Everybody's, with all that is known of battles that are over", value="open"),
]


@group.command(name="settings", description="Who may join, threads of the sides, all policies in force (GM to change)")
@app_commands.describe(
    joining="Who may become a player; changing sides in mid-battle is always the GM's to allow",
    side_threads="A private thread for each side, with its secret news, briefings and orders",
    battles_in="A forum channel whose posts the next battles are; the campaign's own channel: threads of it",
    calendar="Whether deadlines stand in the server's calendar, as events",
    files="Whose files of figures the players may read",
)
@app_commands.choices(joining=_JOINING, side_threads=_THREADS, files=_FILES)
@guarded
async def settings(
    interaction: Interaction,
    joining: str = "",
    side_threads: str = "",
    battles_in: app_commands.Transform[discord.ForumChannel | discord.TextChannel, BattlePlace] | None = None,
    calendar: bool | None = None,
    files: str = "",
) -> None:
    await think(interaction)
    here, desk = await campaign_here(interaction), desk_of(interaction)
    now = here.settings
    given = {"joining": joining, "side_threads": side_threads, "files": files}
    changes: dict[str, str | float] = {key: value for key, value in given.items() if value}
    if battles_in is not None:
        changes["forum"] = forum_of(here, battles_in)
    if calendar is not None:
        changes["calendar"] = calendar
    if changes:
        now = await campaign.change_settings(desk.store, here.id, interaction.user.id, **changes)
        desk.post()
    head = "✔ **Changed.**" if changes else "**In force**"
    needed = deliveries.rights_missing(interaction.app_permissions, now)
    no_calendar = deliveries.no_calendar(interaction.app_permissions, now)
    more = small(
        f"{mention('gm policy')} and {mention('gm house-rule')} change the rest; "
        f"{mention('campaign requests')} shows who waits to be let in."
    )
    await say(interaction, card(f"{head}\n{settings_text(now)}", needed, no_calendar, more, accent=GOOD))


@group.command(name="direct", description="Have what is for your side alone sent to you as direct messages, too")
@app_commands.describe(wanted="Yes: from now on; no: no longer")
@guarded
async def direct(interaction: Interaction, wanted: bool) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    if not await dispatches.ask_for(desk_of(interaction).store, here.id, interaction.user.id, direct=wanted):
        raise Refusal("no-side", "You play for no side here.", ("Join one first: ", Command("campaign join"), "."))
    yes = "✔ What is for your side alone comes to you as a direct message, too."
    await say(interaction, card(yes if wanted else "✔ You get no more direct messages.", accent=GOOD))


@group.command(name="requests", description="Who waits to be let in, with the buttons to decide (GM)")
@guarded
async def requests(interaction: Interaction) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    waiting_now = await joining_.requests(desk_of(interaction).store, here.id, interaction.user.id)
    queued = await volunteering.queue(desk_of(interaction).store, here.id)
    await say(interaction, waiting(here, waiting_now, queued))


@group.command(name="remove", description="Take a player out of the campaign, or put another in his place (GM)")
@app_commands.describe(
    member="The player; if nobody takes their place, only a GM lets them back in",
    substitute="Plays their side and units until they are back; leave empty for nobody",
)
@guarded
async def remove(interaction: Interaction, member: discord.User, substitute: discord.User | None = None) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    if substitute is not None:
        seated = await standing_in.substitute(
            desk.store,
            here.id,
            interaction.user.id,
            member.id,
            substitute.id,
            by_name=substitute.display_name,
        )
        desk.wake()
        words = f"✔ {substitute.mention} plays in the place of {member.mention}, with all that was theirs to answer."
        back = small(f"{member.mention} can take the seat back at any time, by the button on its post.")
        known = concern_lines(here, [Concern("seen", each.side, each.battle) for each in seated.seen])
        await say(interaction, card(words, *known, back, accent=GOOD))
        return
    await leaving.remove(desk.store, here.id, interaction.user.id, member.id)
    desk.post()
    words = f"✔ {member.mention} no longer plays here. The units stay with the side; deadlines go on."
    await say(interaction, card(words, accent=GOOD))


@group.command(name="move", description="Have a player play for another side, in mid-battle too (GM)")
@app_commands.describe(member="The player", side="The side to play for from now on")
@app_commands.autocomplete(side=options.sides)
@guarded
async def move(interaction: Interaction, member: discord.User, side: str) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    key = here.side_key(side)
    seen = await leaving.move(desk.store, here.id, interaction.user.id, member.id, key)
    desk.post()
    to = here.side(key)
    words = f"✔ {member.mention} plays for **{escape(to.name if to else key)}** now. The units stay where they are."
    known = concern_lines(here, [Concern("seen", each.side, each.battle) for each in seen])
    await say(interaction, card(words, *known, accent=GOOD))


@group.command(name="show", description="Who plays what, and the policies in force")
@guarded
async def show(interaction: Interaction) -> None:
    await think(interaction)
    await say(interaction, card(campaign_text(await campaign_here(interaction), policies=True)))


@group.command(name="rename", description="Give the campaign another name (GM)")
@app_commands.describe(name="What the campaign is called from now on")
@guarded
async def rename(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.rename(desk_of(interaction).store, here.id, interaction.user.id, name)
    desk_of(interaction).post()
    await say(interaction, card(f"✔ Renamed.\n{campaign_text(view)}", accent=GOOD))


@group.command(name="side", description="Give a side its own name (GM)")
@app_commands.describe(side="Which side gets a name", name="What that side is called from now on")
@app_commands.autocomplete(side=options.sides)
@guarded
async def name_side(interaction: Interaction, side: str, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    view = await campaign.name_side(desk_of(interaction).store, here.id, interaction.user.id, here.side_key(side), name)
    desk_of(interaction).post()
    await say(interaction, card(f"✔ Renamed.\n{campaign_text(view)}", accent=GOOD))


async def _mine(interaction: Interaction) -> list[CampaignView]:
    """The campaigns of this server that go on and whose GM asks."""
    every = await campaign.of_guild(desk_of(interaction).store, guild_of(interaction))
    return [view for view in every if not view.closed and view.is_gm(interaction.user.id)]


async def _names(interaction: Interaction, current: str) -> options.Choices:
    async def found() -> options.Choices:
        return options.matching([(view.name, str(view.id)) for view in await _mine(interaction)], current)

    return await quietly(found())


@group.command(
    name="channel", description="Move the campaign to this channel; what has not been posted goes there (GM)"
)
@app_commands.describe(
    channel="The channel; leave empty for the one that you are in",
    name="Which campaign; leave empty for the one of this channel, or the server's only one",
)
@app_commands.autocomplete(name=_names)
@guarded
async def channel(interaction: Interaction, channel: discord.TextChannel | None = None, name: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here, to = await _to_move(interaction, name), channel.id if channel else around(interaction)
    moved = await delivery.resettle(desk.store, here.id, interaction.user.id, to)
    moved += await _homeless(interaction, here.id, to)
    desk.post()
    to_thread = f"{mention('battle thread')} gives it a thread."
    battles_too = [f"**{escape(info.title)}** goes on there too; {to_thread}" for info in moved]
    more = small("What had not been posted goes there.")
    await say(interaction, card(f"✔ **{escape(here.name)}** goes on in <#{to}>.", *battles_too, more, accent=GOOD))


async def _to_move(interaction: Interaction, name: str) -> CampaignView:
    """The campaign of that name or number; without one that of this place. Raises Refusal "no-campaign",
    "which-campaign"."""
    if name.strip():
        wanted = (folded(name), name.strip())
        found = next((each for each in await _mine(interaction) if {folded(each.name), str(each.id)} & {*wanted}), None)
        if found is None:
            raise no_campaign()
        return found
    mine = await _mine(interaction)
    if len(mine) > 1 and await campaign.of_channel(desk_of(interaction).store, channel_of(interaction)) is None:
        names = ", ".join(each.name for each in mine)
        raise Refusal("which-campaign", f"You are the GM of several: {names}.", "Say which with the option name.")
    return await campaign_here(interaction)


async def _homeless(interaction: Interaction, campaign_id: int, to: int) -> tuple[BattleInfo, ...]:
    """Battles whose threads have gone with the former channel go on in the new one, without waiting for a post."""
    store, moved = desk_of(interaction).store, list[BattleInfo]()
    for info in await battles.of_campaign(store, campaign_id):
        if info.status in delivery.GOING_ON and await _is_gone(interaction.client, info.channel_id):
            former = info.channel_id
            moved.append(await delivery.rehouse(store, info.id, interaction.user.id, to, instead_of=former))
    return tuple(moved)


async def _is_gone(client: discord.Client, channel_id: int) -> bool:
    try:
        await client.fetch_channel(channel_id)
    except discord.NotFound:
        return True
    except discord.HTTPException:  # it is there, or nobody can tell now: its next post finds out
        return False
    return False


@group.command(name="close", description="End the campaign; it can still be read (GM)")
@guarded
async def close(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    view = await campaign.close(desk.store, here.id, interaction.user.id)
    await desk.publish(view.guild_id)
    desk.post()
    await say(interaction, card("✔ The campaign is closed. Its rosters and chronicle can still be read.", accent=GOOD))


@group.command(name="delete", description="Delete the campaign with all its battles and rosters, for good (GM)")
@guarded
async def delete(interaction: Interaction) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    await say(interaction, question(here.id, await loss(desk_of(interaction).store, here.id, interaction.user.id)))
