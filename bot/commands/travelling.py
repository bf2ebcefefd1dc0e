"""A campaign as a file: out of this server, and into it with the question who is who."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping

import discord
from discord import app_commands, ui

from bot.commands.campaign import group
from bot.commands.handing_out import hand_out
from bot.reading.attachments import fetched
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, button, handles
from bot.talk.desk import campaign_here, channel_of, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, PLAIN, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, snowflake
from campaigns.battle.record import sealed
from campaigns.campaign.travel import checking, inviting, people, sheets
from campaigns.campaign.travel.bringing import Arrival, bring
from campaigns.campaign.travel.sheets import CampaignFile, PersonOfFile
from campaigns.errors import Refusal
from campaigns.post import outbox
from campaigns.post.matter import JustHappened, Matter
from rules.language.words import counted

MOST_ASKED = 5
"""People that one form asks for."""
_one_at_a_time = asyncio.Semaphore()
"""Checking a file takes a core for as long as its battles took to decide."""


@group.command(name="export", description="The whole campaign as a file that another server can bring in (GM)")
@app_commands.describe(people="Keep in the file who its people are on Discord; without, it names nobody")
@guarded
async def export(interaction: Interaction, people: bool = False) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    await hand_out(interaction, here.id, with_people=people)


@group.command(name="import", description="Bring a campaign's file into this channel; you become its GM")
@app_commands.describe(file="The ZIP file that an export has made")
@guarded
async def import_(interaction: Interaction, file: discord.Attachment) -> None:
    await think(interaction)
    if file.size > sheets.LARGEST_FILE:
        raise sheets.bad_file(f"it is larger than {sheets.LARGEST_FILE // 2**20} MiB")
    data = await fetched(file)
    read = await asyncio.to_thread(sheets.read, data)
    found = await _checked(interaction, read)
    ticket = Ticket("bring-in")
    view = card(*_told(read, found), accent=PLAIN)
    view.add_item(ui.File("attachment://campaign.zip"))
    view.add_item(ui.ActionRow(*_buttons(ticket, read)))
    await say(interaction, view, [discord.File(io.BytesIO(data), "campaign.zip")])


async def _checked(interaction: Interaction, file: CampaignFile) -> checking.Checked:
    """Raises Refusal "bad-archive", "no-rules"."""
    async with _one_at_a_time:
        found = await checking.check(desk_of(interaction).store, file)
    checking.require_sound(found)
    return found


def _told(file: CampaignFile, found: checking.Checked) -> list[str]:
    counts = ", ".join(
        counted(count, one, many)
        for count, one, many in (
            (found.battles, "battle", "battles"),
            (found.units, "unit", "units"),
            (found.figures, "figure or element", "figures and elements"),
        )
    )
    head = f"### {escape(file.name)}\n{counts}. Exported on {file.made:%d %B %Y}."
    sound = "✔ Every row, die and career agrees with the journals."
    if found.unchecked:
        many = counted(len(found.unchecked), "thing", "things")
        cannot = f"This version cannot decide {many} again, the first of them:"
        sound = f"✔ Nothing is wrong. {cannot} {escape(clip(found.unchecked[0], 300))}"
    who = [f"{each.number}. {_person(each)}" for each in asked_for(file)]
    more = "\n".join(("**Who had a seat**", *who)) if who else ""
    foot = small(
        "Nothing is written yet. I ask everybody whom you name. Until they accept they are former players, as are "
        "those whom you do not name, and their units are yours."
    )
    return [each for each in (head, sound, more, foot) if each]


def asked_for(file: CampaignFile) -> list[PersonOfFile]:
    """Those who had a seat or an office."""
    return [each for each in file.people if each.office]


def _person(each: PersonOfFile) -> str:
    office = "GM" if each.office == "gm" else f"player of {escape(each.office)}"
    name = escape(each.name) or "without a name in the file"
    return f"{name}, {office}" + (f" (<@{each.user}>)" if each.user else "")


def _buttons(ticket: Ticket, file: CampaignFile) -> list[ui.Item[ui.LayoutView]]:
    numbers = [str(each.number) for each in asked_for(file)][:MOST_ASKED]
    named = ticket.but("bring-who", unit=".".join(numbers))
    found = [button(ticket, "Bring it in with nobody", discord.ButtonStyle.secondary)]
    if numbers:
        found.insert(0, button(named, "Say who is who …", discord.ButtonStyle.primary))
    if file.people and all(each.user for each in file.people):
        found.insert(0, button(ticket.but("bring-same"), "Everybody as they were", discord.ButtonStyle.success))
    return found


@handles("bring-in", Answer.BESIDE)
async def with_nobody(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Nobody of the file has a seat."""
    await _bring(interaction, await _file(interaction), {})


@handles("bring-same", Answer.BESIDE)
async def as_they_were(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Everybody of the file has their seat again."""
    file = await _file(interaction)
    await _bring(interaction, file, people.same(file))


@handles("bring-who", Answer.MODAL)
async def who_is_who(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A person of this server for each who had a seat."""
    modal = ui.Modal(title="Who is who", custom_id=str(ticket.but("bring-named")), timeout=None)
    for number in ticket.unit.split("."):
        chosen: ui.UserSelect[ui.Modal] = ui.UserSelect(custom_id=number, required=False, min_values=0, max_values=1)
        modal.add_item(ui.Label(text=f"Person {number} of the list is now", component=chosen))
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("bring-named", Answer.BESIDE)
async def as_named(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form has come back."""
    file = await _file(interaction)
    named = {each.number: values.get(str(each.number), "") for each in asked_for(file)}
    chosen = {number: snowflake(user) for number, user in named.items() if user}
    if len(set(chosen.values())) < len(chosen):
        raise Refusal("twice", "Two people of the file cannot be one person here.", "Choose another one for each.")
    await _bring(interaction, file, chosen)


async def _file(interaction: Interaction) -> CampaignFile:
    """The file that the panel carries. Raises Refusal "no-file", "bad-archive"."""
    carried = interaction.message.attachments if interaction.message is not None else []
    if not carried:
        raise Refusal("no-file", "The panel has lost its file.", "Bring the file once more.")
    return await asyncio.to_thread(sheets.read, await fetched(carried[0]))


async def _bring(interaction: Interaction, file: CampaignFile, who: Mapping[int, int]) -> None:
    desk, guild_id = desk_of(interaction), guild_of(interaction)
    # The panel's file is Discord's copy of what was checked; it is checked again, for a panel lasts for days.
    await _checked(interaction, file)
    gm = interaction.user.id
    new = await bring(desk.store, file, Arrival(guild_id, channel_of(interaction), gm, inviting.own(who, gm)))
    await desk.publish(guild_id)
    opened = JustHappened(kind="campaign-opened", commitment=await sealed.commitment_of(desk.store, new))
    await outbox.notify(desk.store, new, Matter(topic="notice", about=opened))
    asked = await inviting.invite(desk.store, new, file, who, gm)
    desk.post()
    words = f"✔ **{escape(file.name)}** is here, and you are its GM."
    words += f" I ask {counted(asked, 'person', 'people')} here whether they take their seat again." if asked else ""
    more = f"Players take a side with {mention('campaign join')}; {mention('battle open')} opens its next battle."
    await say(interaction, card(words, more, accent=GOOD))
