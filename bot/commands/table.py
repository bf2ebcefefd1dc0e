"""/map: the table as the asker may see it, whole or near a unit or a place, with the layers that he wants."""

from __future__ import annotations

import io
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import discord
import structlog
from discord import app_commands, ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import changed
from bot.post.posts import gallery
from bot.reading import places
from bot.reading.autocomplete import matching
from bot.talk.controls import Answer, Item, Values, button, choose, handles, rows
from bot.talk.errors import guarded, quietly
from bot.talk.say import PLAIN, Interaction, say, think
from bot.talk.seat import seat_at, seat_here
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, decimal
from campaigns.battle.battles import Seat, StandingBattle
from campaigns.errors import Command, Refusal
from campaigns.scenario import boards
from campaigns.thinking import beside
from rules.seam.viewing import View
from rules.table import drawing
from rules.table.board import Token
from rules.table.canvas import Frame
from rules.table.drawing import USUAL, Layer
from rules.table.pixels import Picture
from rules.table.reference import place
from rules.table.scene import Scene
from rules.table.sight import Sight

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NEAR = 2
"""From the middle of a zoomed map to its edges, in squares."""
ALL = "all"
_LAYERS = {
    Layer.GRID: "squares",
    Layer.NAMES: "names of the terrain",
    Layer.TRACES: "what was done last, where changes are not drawn",
    Layer.CHANGES: "what has changed since your side's last sitting",
    Layer.RANGES: "ranges and arcs of the unit",
    Layer.SIGHT: "the ground that is seen from there",
    Layer.FOG: "the ground that your side sees",
}


@dataclass(frozen=True, slots=True)
class MapLook:
    """What is to be shown. `where`: a unit's reference or name, or a place; empty: the whole table. `reach`: from the
    middle to the edges; 0: as usual, or the whole table where no place is named."""

    where: str = ""
    layers: frozenset[Layer] = USUAL
    reach: float = 0.0


@app_commands.command(name="map", description="The table as you may see it, whole or near a unit or place")
@app_commands.guild_only()
@app_commands.describe(
    where="A unit that you see, a square or a named place; leave empty for the whole table",
    layers="What to draw, with commas: grid, names, changes, traces, ranges, sight, fog; all",
    zoom="How far to look from there to each side, in inches or metres",
)
@guarded
async def map_(
    interaction: Interaction,
    where: app_commands.Range[str, 0, 100] = "",
    layers: app_commands.Range[str, 0, 100] = "",
    zoom: app_commands.Range[float, 2.0, 400.0] | None = None,
) -> None:
    await think(interaction)
    await _show(interaction, await seat_here(interaction), MapLook(where.strip(), layers_of(layers), zoom or 0.0))


@map_.autocomplete("where")
async def _where(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    async def found() -> list[app_commands.Choice[str]]:
        scene = (await seat_here(interaction)).view.scene
        return [] if scene is None else matching(places.places(scene), current)

    return await quietly(found())


@map_.autocomplete("layers")
async def _layers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    before, comma, last = current.rpartition(",")
    kept = [word.strip() for word in before.split(",") if word.strip()]
    found = [(f"{layer}: {about}", layer.value) for layer, about in _LAYERS.items() if layer not in kept]
    found += [] if comma else [("all of them", ALL)]
    stem = "".join(f"{word}, " for word in kept)
    choices = matching(found, last)
    return [
        app_commands.Choice(name=clip(stem + choice.name, 100), value=value)
        for choice in choices
        if len(value := stem + choice.value) <= 100
    ]


def layers_of(words: str) -> frozenset[Layer]:
    """The layers of a list with commas; the usual ones where there is none. Raises Refusal "no-layer"."""
    given = [word.strip().casefold() for word in words.split(",") if word.strip()]
    unknown = [word for word in given if word not in (*Layer, ALL)]
    if unknown:
        raise Refusal("no-layer", f"There is no layer {unknown[0]!r}.", f"There are: {', '.join((*Layer, ALL))}.")
    return frozenset(Layer) if ALL in given else frozenset(map(Layer, given)) or USUAL


# ── Buttons ───────────────────────────────────────────────────────────────────────────────────────────────────────


@handles("map", Answer.BESIDE)
async def map_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The whole table, from any post's "Map" button."""
    await _show(interaction, await seat_at(interaction, ticket.battle), MapLook())


@handles("look", Answer.IN_PLACE)
async def look(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The map turns to another distance or layer."""
    layers, _, reach = ticket.choice.partition(".")
    shown = USUAL | {Layer.SIGHT} if layers == Layer.SIGHT else USUAL
    await _show(interaction, await seat_at(interaction, ticket.battle), MapLook(ticket.unit, shown, decimal(reach)))


@handles("regard", Answer.IN_PLACE)
async def regard(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The map turns to the unit that was chosen."""
    await _show(interaction, await seat_at(interaction, ticket.battle), MapLook(values.get("", "")))


def _controls(battle: StandingBattle, view: View, seen: MapLook, scene: Scene) -> list[ui.ActionRow[ui.LayoutView]]:
    ticket = Ticket("look", battle.info.id)
    made: list[ui.ActionRow[ui.LayoutView]] = []
    on_table = {mark.ref: mark for mark in scene.units}
    options = [
        (unit.name, unit.ref, f"at {unit.at}" if unit.at else "")
        for unit in view.units
        if unit.ref in on_table and unit.ref != scene.selected
    ]
    if options:
        made.append(choose(ticket.but("regard"), "Look at…", options))
    buttons: list[Item] = []
    if seen.where:
        buttons.append(button(ticket, "Whole table", emoji="🗺️"))
    if scene.changes is not None:
        buttons.append(button(Ticket("replay", battle.info.id), "Replay", emoji="▶️"))
    if scene.selected:
        reach = seen.reach or NEAR * scene.board.square
        unit = replace(ticket, unit=scene.selected)
        word = Layer.SIGHT.value if Layer.SIGHT in seen.layers else ""
        buttons.append(
            button(replace(unit, choice=f"{word}.{max(scene.board.square, reach / 1.6):g}"), "Closer", emoji="🔍")
        )
        wide = max(scene.board.width, scene.board.depth)
        buttons.append(button(replace(unit, choice=f"{word}.{min(wide, reach * 1.6 + 0.1):g}"), "Wider", emoji="🔭"))
        if scene.sight and not word:
            buttons.append(button(replace(unit, choice=f"sight.{reach:g}"), "What it sees", emoji="👁️"))
        elif word:
            buttons.append(button(replace(unit, choice=f".{reach:g}"), "Without sight", emoji="👁️"))
    return [*made, *rows(buttons)]


# ── Picture ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def _show(interaction: Interaction, seat: Seat, look: MapLook) -> None:
    battle, view = seat.battle, seat.view
    if view.scene is None:
        raise Refusal(
            "no-map", "This battle has no table.", "It is played by declared facts: ask your GM where things are."
        )
    unit = places.mark_of(view.scene, look.where)
    scene = await beside(battle.rules.battle.scene, battle.state, seat.viewer, unit.ref if unit else "") or view.scene
    frame = frame_of(scene, look)
    if Layer.SIGHT in look.layers and not scene.selected and look.where:
        scene = await beside(_seen_from, scene, look.where)
    if Layer.CHANGES in look.layers:
        scene = await changed.for_reader(seat, scene)
    layout = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    about = escape(scene.board.name) or "The table"
    near = f" · near {escape(unit.label if unit else look.where)}" if look.where else ""
    near += f" · with what changed {scene.changes.since}" if scene.changes and not scene.changes.none else ""
    near += " · as near as its ground can be drawn" if frame and frame.width > _asked(scene, look) else ""
    box.add_item(ui.TextDisplay(f"### {escape(clip(view.headline, 200))}\n{small(about + near)}"))
    box.add_item(gallery("map.png", f"{scene.caption}. {drawing.describe(scene, frame=frame)}"))
    layout.add_item(box)
    for row in _controls(battle, view, look, scene):
        layout.add_item(row)
    under = await boards.picture_of_battle(seat.store, battle.info.id)
    picture = await _picture(scene, frame, look.layers, under)
    await say(interaction, layout, [discord.File(io.BytesIO(picture), "map.png")])


async def _picture(scene: Scene, frame: Frame | None, layers: Collection[str], under: Picture | None) -> bytes:
    try:
        return await pictures.map_of(scene, frame=frame, layers=layers, background=under)
    except NoPicture as error:
        log.error("no picture", picture="map.png", error=str(error))
        raise Refusal(
            "no-picture", "The map cannot be drawn just now.", ("See ", Command("status"), " for where everybody is.")
        ) from None


def frame_of(scene: Scene, look: MapLook) -> Frame | None:
    """The part of the table to draw; None: all of it. Raises RuleViolation for a place that the viewer cannot name,
    Refusal "no-place" for a distance from nowhere."""
    if not look.where:
        if look.reach:
            raise Refusal("no-place", "Zoom on what?", "Name a unit, a square or a place with where.")
        return None
    unit = places.mark_of(scene, look.where)
    here = (unit.x, unit.y) if unit else place(look.where, places.surroundings(scene))
    return drawing.around(scene.board, here, _reach(scene, look))


def _reach(scene: Scene, look: MapLook) -> float:
    return look.reach or NEAR * scene.board.square


def _asked(scene: Scene, look: MapLook) -> float:
    """How wide a part of the table was asked for, and the least that a drawing of it may add."""
    return 2 * _reach(scene, look) + 1e-6


def _seen_from(scene: Scene, where: str) -> Scene:
    """The scene with the ground that somebody who stood there would see, all about."""
    x, y = place(where, places.surroundings(scene))
    return replace(scene, sight=Sight(scene.board).ground_seen([Token("", x, y)]))


commands: list[app_commands.Command[Any, ..., Any]] = [map_]
