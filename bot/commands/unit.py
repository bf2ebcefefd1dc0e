"""/unit: raising units of named figures and reading their rosters."""

from __future__ import annotations

from discord import app_commands, ui

from bot.actions import in_battle
from bot.commands import body_files, draft, options, unit_choosing
from bot.post.honours import worn_line
from bot.post.summaries import record_line, unit_text
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import BACK_AND_ON, leaf, page_of, pages
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, fenced, small
from bot.talk.ticket import Ticket
from campaigns.honours import held
from campaigns.post import outbox
from campaigns.post.matter import Matter, UnitRaised
from campaigns.roster import elements, rosters
from campaigns.roster.rosters import RosterSheet
from campaigns.story import bodies

FOR = "The side that it is for, where you are the GM; leave empty for your own"
WHICH = "Which unit: its name, or one from the list"
group = app_commands.Group(name="unit", description="Units: raise them, read their rosters", guild_only=True)

ROOM = 3900
"""Characters of one page."""
LEAF = 2800
"""Of which a leaf of the roster sheet may have so many."""


@group.command(name="raise", description="Raise a unit of named figures for your side")
@app_commands.describe(
    kind="The kind of unit, or an army; leave empty to choose from all",
    name="What it is called",
    base_colour="The colour of its figures' bases",
    side=FOR,
)
@app_commands.autocomplete(kind=options.organisations, side=options.sides)
@guarded
async def raise_unit(
    interaction: Interaction, kind: str = "", name: str = "", base_colour: str = "", side: str = ""
) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    raised_for = here.side_key(side) or None
    if not kind.strip() or unit_choosing.is_army(desk.store.rules(here.rules), kind):
        await unit_choosing.choose_unit(interaction, here, kind, side=raised_for)
        return
    if options.is_drafted(desk.store.rules(here.rules), kind):
        await draft.open_draft(interaction, kind, name, side=raised_for)
        return
    unit = await rosters.raise_unit(
        desk.store,
        here.id,
        interaction.user.id,
        kind,
        side=raised_for,
        name=name,
        base_colour=base_colour,
        interaction_id=interaction.id,
    )
    about = UnitRaised(kind="raised", unit=unit.name)
    await outbox.notify(
        desk.store, here.id, Matter(topic="notice", side=unit.side, users=(interaction.user.id,), about=about)
    )
    desk.post()
    await say(interaction, card(f"✔ Raised.\n{unit_text(unit, desk.store.rules(here.rules))}", accent=GOOD))


@group.command(name="draft", description="Put a unit together yourself, step by step, or go on with yours")
@app_commands.describe(kind="The kind of unit (see the list)", name="What it is to be called", side=FOR)
@app_commands.autocomplete(kind=options.drafted, side=options.sides)
@guarded
async def draft_unit(interaction: Interaction, kind: str = "", name: str = "", side: str = "") -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    await draft.open_draft(interaction, kind, name, side=here.side_key(side) or None)


@group.command(name="list", description="The units of your side, or of all sides for a GM")
@guarded
async def listing(interaction: Interaction) -> None:
    await think(interaction)
    await _list(interaction, 0)


@handles("units", Answer.IN_PLACE)
async def list_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of the list."""
    await _list(interaction, page_of(ticket))


async def _list(interaction: Interaction, number: int) -> None:
    here = await campaign_here(interaction)
    units = await options.known_units(interaction, here)
    lines: list[str] = []
    for side in here.sides:
        own = [unit for unit in units if unit.side == side.key]
        lines += [f"**{escape(side.name)}**"] if own else []
        lines += [f"• {escape(options.unit_label(unit))}{' · in battle' if unit.fighting else ''}" for unit in own]
    found = pages(lines or [f"None that you may see. {mention('unit raise')} makes one."])
    layout = leaf(f"### Units of {escape(here.name)}", found, Ticket("units"), number, words=BACK_AND_ON)
    await say(interaction, layout)


@group.command(
    name="roster", description="A unit's roster sheet: every man and vehicle, every battle, (W) wounded, (K) killed"
)
@app_commands.describe(unit=WHICH)
@app_commands.autocomplete(unit=options.units)
@guarded
async def roster(interaction: Interaction, unit: str) -> None:
    await think(interaction)
    await _show(interaction, unit, 0)


@handles("roster", Answer.IN_PLACE)
async def turn_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of the same sheet."""
    await _show(interaction, ticket.unit, page_of(ticket))


async def _show(interaction: Interaction, name: str, page: int) -> None:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    unit = await options.unit_named(interaction, name, here)
    sheet = await rosters.sheet(store, unit.id)
    now = await in_battle.standing(store, unit, interaction.user.id)
    done = record_line(await bodies.record(store, here, unit, interaction.user.id))
    worn = worn_line(await held.honours_of_unit(store, unit.id))
    about = "\n".join(filter(None, (now, unit_text(unit, store.rules(here.rules), here.settings), done, worn)))
    layout = leaf("", roster_pages(about, sheet), Ticket("roster", unit=unit.ref), page)
    layout.add_item(ui.ActionRow(body_files.unit_way(unit.ref)))
    await say(interaction, layout)


def roster_pages(about: str, sheet: RosterSheet) -> list[str]:
    """Who is in the unit now, then the sheet, the newest battles first; on one page what fits there."""
    leaves = [fenced(text) for text in sheet.leaves(LEAF)] or [small("No battle yet")]
    first = pages(about.split("\n"), ROOM)
    if len(first[-1]) + len(leaves[0]) < ROOM:
        first[-1] += "\n" + leaves.pop(0)
    return [*first, *leaves]


@group.command(name="rename", description="Give a unit another name or base colour")
@app_commands.describe(
    unit=WHICH,
    name="What it is called from now on",
    base_colour="The colour of its figures' bases; leave empty for the same as before",
)
@app_commands.autocomplete(unit=options.units)
@guarded
async def rename(interaction: Interaction, unit: str, name: str, base_colour: str = "") -> None:
    await think(interaction)
    found = await options.unit_named(interaction, unit)
    store = desk_of(interaction).store
    renamed = await rosters.rename_unit(store, found.id, interaction.user.id, name, base_colour=base_colour)
    await say(
        interaction,
        card(f"✔ Renamed.\n{unit_text(renamed, store.rules((await campaign_here(interaction)).rules))}", accent=GOOD),
    )


@group.command(name="add", description="Give a unit a vehicle, a gun or a base (GM)")
@app_commands.describe(
    unit=WHICH, what="What it is given (see the list)", reason="Why, for its career", name="What it is called"
)
@app_commands.autocomplete(unit=options.units, what=options.element_types)
@guarded
async def add(interaction: Interaction, unit: str, what: str, reason: str, name: str = "") -> None:
    await think(interaction)
    found = await options.unit_named(interaction, unit)
    store, who = desk_of(interaction).store, interaction.user.id
    await elements.add(store, found.id, who, what, reason=reason, name=name, interaction_id=interaction.id)
    await _changed(interaction, "Added", found.id)


@group.command(name="crew", description="Put a man into the crew of a vehicle or gun of his unit")
@app_commands.describe(
    vehicle="Which vehicle or gun", place="Which place in its crew", figure="Who; leave empty to leave it empty"
)
@app_commands.autocomplete(vehicle=options.elements, place=options.places, figure=options.crew)
@guarded
async def crew(interaction: Interaction, vehicle: str, place: str, figure: str = "") -> None:
    await think(interaction)
    thing, slot = await options.figure_named(interaction, vehicle)
    man = (await options.figure_named(interaction, figure))[0].id if figure.strip() else None
    await elements.man(desk_of(interaction).store, thing.id, interaction.user.id, place.strip(), man)
    unit = next(u for u in await options.known_units(interaction) if any(each.id == slot.id for each in u.elements))
    await _changed(interaction, "Crew changed", unit.id)


async def _changed(interaction: Interaction, what: str, unit_id: int) -> None:
    store = desk_of(interaction).store
    unit = await rosters.show_unit(store, unit_id)
    await say(
        interaction,
        card(f"✔ {what}.\n{unit_text(unit, store.rules((await campaign_here(interaction)).rules))}", accent=GOOD),
    )


@group.command(name="disband", description="Take a unit off the campaign's strength")
@app_commands.describe(unit="Which unit goes: its name, or one from the list")
@app_commands.autocomplete(unit=options.units)
@guarded
async def disband(interaction: Interaction, unit: str) -> None:
    await think(interaction)
    found = await options.unit_named(interaction, unit)
    gone = await rosters.disband(desk_of(interaction).store, found.id, interaction.user.id)
    await say(interaction, card(f"✔ {escape(gone.name)} is disbanded; its roster can still be read.", accent=GOOD))
