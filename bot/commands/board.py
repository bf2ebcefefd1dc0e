"""/board: making the tables that a campaign fights on, and keeping them for its battles. For GMs' eyes only."""

from __future__ import annotations

import asyncio
import io
from base64 import b64encode
from dataclasses import replace

import discord
import structlog
from discord import app_commands, ui

from bot.commands import options
from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post.posts import gallery
from bot.reading.attachments import fetched
from bot.reading.boards import KINDS, NONE, Made, board_for, imported, pasted, size_refusal
from bot.talk.command_names import mention, spelled
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal, gm_only
from campaigns.naming import proper_name
from campaigns.scenario import boards
from campaigns.scenario.boards import BoardView
from rules.language.naming import folded
from rules.seam.ruleset import AnyRuleSet
from rules.table import drawing
from rules.table.board import Board
from rules.table.pixels import Picture, picture_of
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
group = app_commands.Group(name="board", description="Tables to fight on: make, import, show (GM)", guild_only=True)

PICTURE_WIDE = 1600
"""Pixels to which a picture under a board is reduced: more than any map shows of it."""
_KINDS = [app_commands.Choice(name=kind, value=kind) for kind in KINDS if kind != NONE]
_NAME = f"What the board is called; {spelled('battle begin')} takes it by that name"


@group.command(name="generate", description="A board of some kind; the same kind, seed and size give the same board")
@app_commands.describe(
    kind="What country it shows",
    seed="Any word or number",
    size="Width x depth in the rules' measure, such as 48x36 inches or 480x360 metres",
    name=_NAME,
)
@app_commands.choices(kind=_KINDS)
@guarded
async def generate(
    interaction: Interaction,
    kind: str,
    seed: app_commands.Range[str, 1, 40] = "1",
    size: app_commands.Range[str, 0, 20] = "",
    name: app_commands.Range[str, 0, 80] = "",
) -> None:
    await think(interaction)
    here, rules = await _gms_campaign(interaction)
    board = await asyncio.to_thread(board_for, rules, kind, size, seed)
    if board is not None:
        await _keep(interaction, here, name or board.name, Made(board))


@group.command(name="paste", description="A board drawn in characters, one for each cell")
@guarded
async def paste(interaction: Interaction) -> None:
    # A form must open at once: whether the asker is a GM is seen when it comes back.
    await interaction.response.send_modal(_form())


def _form() -> ui.Modal:
    modal = ui.Modal(title="Draw a board", custom_id=str(Ticket("board-paste")), timeout=None)
    grid: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="grid",
        style=discord.TextStyle.paragraph,
        placeholder="..WWW....\n..WW.#B#.\n=========",
        max_length=4000,
    )
    legend: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="legend",
        style=discord.TextStyle.paragraph,
        required=False,
        placeholder='B = building 2.5 hard 2 floors "Mill"\n# = wall 0.6 hard',
        max_length=2000,
    )
    cell: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="cell", required=False, placeholder="2 (20 in metres)", max_length=10
    )
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", max_length=80)
    modal.add_item(ui.Label(text="Name", component=name))
    modal.add_item(
        ui.Label(text="Grid", description="The north on top; known: . W J s r R # h x b B = ~ m f t ^", component=grid)
    )
    modal.add_item(ui.Label(text="Legend", description="A line for each character of your own", component=legend))
    modal.add_item(
        ui.Label(text="Length of a cell", description="In inches or metres, as the rules measure", component=cell)
    )
    modal.stop()
    return modal


@handles("board-paste", Answer.BESIDE)
async def pasted_form(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The grid has been drawn."""
    here, rules = await _gms_campaign(interaction)
    made = await asyncio.to_thread(
        pasted, rules, values.get("grid", ""), values.get("legend", ""), values.get("cell", "").strip()
    )
    await _keep(interaction, here, values.get("name", ""), made)


@group.command(name="import", description="A board from a map editor (.uvtt, .dd2vtt) or a .yaml file")
@app_commands.describe(
    file="Universal VTT file (.uvtt, .dd2vtt) or a board in YAML",
    cell="How long a square of the map editor's grid is on the table (usually 1 inch, or 10 metres)",
    name=_NAME,
)
@guarded
async def import_(
    interaction: Interaction,
    file: discord.Attachment,
    cell: app_commands.Range[float, 0.1, 100.0] | None = None,
    name: app_commands.Range[str, 0, 80] = "",
) -> None:
    await think(interaction)
    here, rules = await _gms_campaign(interaction)
    refusal = size_refusal(file.filename, file.size)
    if refusal is not None:
        raise refusal
    made = await asyncio.to_thread(imported, rules, file.filename, await fetched(file), cell)
    if made.picture is not None:
        made = Made(made.board, await _reduced(made.picture), made.notes)
    await _keep(interaction, here, name or made.board.name or file.filename.rpartition(".")[0], made)


@group.command(name="show", description="A picture of a board that the campaign keeps")
@app_commands.describe(name="Which board")
@guarded
async def show(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here, _ = await _gms_campaign(interaction)
    found = await boards.named(desk_of(interaction).store, here.id, name)
    if found is None:
        raise boards.no_board()
    await _show(interaction, found, "")


@group.command(name="list", description="The boards that the campaign keeps")
@guarded
async def list_(interaction: Interaction) -> None:
    await think(interaction)
    here, _ = await _gms_campaign(interaction)
    kept = await boards.of_campaign(desk_of(interaction).store, here.id)
    lines = [f"• **{escape(each.name)}** · {_size(each.board)}" for each in kept]
    await say(
        interaction, card("\n".join(lines) or f"No board yet: {mention('board generate')}, paste or import makes one.")
    )


@group.command(name="discard", description="Throw a board away; battles that are fought on it keep it")
@app_commands.describe(name="Which board")
@guarded
async def discard(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here, _ = await _gms_campaign(interaction)
    await boards.discard(desk_of(interaction).store, here.id, interaction.user.id, name)
    await say(interaction, card(f"✔ {escape(clip(name, 80))} is thrown away.", accent=GOOD))


@show.autocomplete("name")
@discard.autocomplete("name")
async def kept_boards(interaction: Interaction, current: str) -> options.Choices:
    """The campaign's boards, for its GMs."""

    async def found() -> options.Choices:
        here, _ = await _gms_campaign(interaction)
        kept = await boards.of_campaign(desk_of(interaction).store, here.id)
        return options.matching([(f"{each.name} · {_size(each.board)}", each.name) for each in kept], current)

    return await quietly(found())


# ── Keeping and showing ───────────────────────────────────────────────────────────────────────────────────────────


async def _gms_campaign(interaction: Interaction) -> tuple[CampaignView, AnyRuleSet]:
    """The campaign of this channel, if the asker is its GM. Raises Refusal "no-campaign", "umpire-only"."""
    here = await campaign_here(interaction)
    if not here.is_gm(interaction.user.id):
        raise gm_only("make and see boards")
    return here, desk_of(interaction).store.rules(here.rules)


async def _keep(interaction: Interaction, here: CampaignView, name: str, made: Made) -> None:
    if folded(name) in KINDS:
        raise Refusal("bad-name", f"“{name}” is a kind of board, and no name.", "Give it a name of its own.")
    name = proper_name(name)
    board = replace(made.board, name=name)
    kept = await boards.keep(desk_of(interaction).store, here.id, interaction.user.id, name, board, made.picture)
    await _show(interaction, kept, "\n".join(("✔ **Kept.**", *map(escape, made.notes))))


async def _show(interaction: Interaction, kept: BoardView, heading: str) -> None:
    picture = await boards.picture(desk_of(interaction).store, kept.picture_id)
    scene = Scene(kept.board)
    lines = [f"### {escape(kept.name)}", _size(kept.board)]
    lines += [small(f"Fight on it with {mention('battle begin')}, board: {escape(kept.name)}")]
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD)
    if heading:
        frame.add_item(ui.TextDisplay(clip(heading, 600)))
    frame.add_item(ui.TextDisplay("\n".join(lines)))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    files: list[discord.File] = []
    try:
        drawn = await pictures.map_of(scene, background=picture)
        files.append(discord.File(io.BytesIO(drawn), "board.png"))
        frame.add_item(gallery("board.png", drawing.describe(scene)))
    except NoPicture as error:
        log.error("no picture", picture="board.png", error=str(error))
    await say(interaction, layout, files)


async def _reduced(picture: Picture) -> Picture | None:
    """The picture as a PNG of our own making: no larger than is shown, and surely one that can be drawn."""
    data = f"data:image/{picture.format};base64,{b64encode(picture.data).decode()}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}">'
        f'<image width="{picture.width}" height="{picture.height}" preserveAspectRatio="none" href="{data}"/></svg>'
    )
    try:
        return picture_of(await pictures.png(svg, min(PICTURE_WIDE, picture.width)))
    except NoPicture:
        raise Refusal(
            "bad-board", "The picture in the file cannot be drawn.", "Export the map again, or without its picture."
        ) from None


def _size(board: Board) -> str:
    return f"{board.width:g} × {board.depth:g} {board.short}, {len(board.features)} features"
