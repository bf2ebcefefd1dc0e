"""A move to a place before it is made: its way on the map, how long it is, where the dice will let it end."""

from __future__ import annotations

import io
from dataclasses import replace

import discord
import structlog
from discord import ui

from bot import pictures
from bot.controls import Item, button, choose
from bot.panel import Chance, described, offer_button
from bot.pictures import NoPicture
from bot.posts import gallery
from bot.say import PLAIN
from bot.text import clip
from bot.ticket import LONGEST, Ticket
from campaigns.battles import Field
from campaigns.errors import Refusal
from rules.action import FieldSpec, Kind
from rules.ruleset import Odds, Offer
from rules.table import drawing
from rules.table.canvas import Frame
from rules.table.drawing import USUAL, Layer
from rules.table.pixels import Picture
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ABOUT = 3.0
"""Inches or metres of table around a way."""
_LAYERS = USUAL - {Layer.RANGES}


def place_asked(specs: tuple[FieldSpec, ...], offer: Offer, given: dict[str, object]) -> str:
    """The field that names a place, where that is all that was asked for; else nothing."""
    wanted = [spec.name for spec in specs if spec.kind is Kind.PLACE and spec.name in offer.needs]
    return wanted[0] if len(wanted) == 1 and set(given) == set(wanted) else ""


async def preview(
    battle: Field,
    ticket: Ticket,
    index: int,
    offer: Offer,
    odds: Odds,
    scene: Scene | None,
    *,
    field: str,
    text: str,
    under: Picture | None = None,
) -> tuple[ui.LayoutView, list[discord.File]]:
    """The card that asks for a yes. `field` was filled in with `text`. Raises Refusal "too-long"."""
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    label = f"{offer.label.removesuffix('…').rstrip()} {text}"
    frame.add_item(ui.TextDisplay(clip(described(Chance(index, replace(offer, label=label), odds)), 3000)))
    files: list[discord.File] = []
    if scene is not None and odds.traces:
        shown = replace(scene, traces=odds.traces, selected=ticket.unit)
        part = _around(shown)
        try:
            picture = await pictures.map_of(shown, frame=part, layers=_LAYERS, background=under)
        except NoPicture as error:
            # The words say it all.
            log.error("no picture", picture="way.png", error=str(error))
        else:
            files.append(discord.File(io.BytesIO(picture), "way.png"))
            frame.add_item(gallery("way.png", drawing.describe(shown, frame=part)))
    ticket = Ticket(ticket.what, battle.info.id, battle.info.version, ticket.side, ticket.unit)
    again = offer_button(index, offer, ticket, battle.rules)
    back = button(ticket.but("back"), "Something else")
    sure = _sure(ticket, index, field, text)
    if sure is not None:
        layout.add_item(ui.ActionRow(sure, again, back))
    else:
        layout.add_item(choose(ticket.but("sure", choice=f"{index}.{field}"), "Go?", [("Yes, go", text, "")]))
        layout.add_item(ui.ActionRow(again, back))
    return layout, files


def _sure(ticket: Ticket, index: int, field: str, text: str) -> Item | None:
    """A button that remembers what was written; None where that does not fit one."""
    if len(text) > LONGEST:
        raise Refusal("too-long", f"That is longer than {LONGEST} characters.", "Say it shorter, or use /move.")
    try:
        sure = ticket.but("sure", choice=f"{index}.{field}.{text}")
        return button(sure, f"Go: {clip(text, 40)}", discord.ButtonStyle.success) if str(sure) else None
    except ValueError:
        return None


def chosen(ticket: Ticket, value: str) -> tuple[int, str, str]:
    """What the button or the select remembers: the offer, the field and its text."""
    index, _, rest = ticket.choice.partition(".")
    field, _, text = rest.partition(".")
    return int(index), field, text or value


def _around(scene: Scene) -> Frame:
    points = [point for trace in scene.traces for point in trace.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    reach = max(max(xs) - min(xs), max(ys) - min(ys)) / 2 + ABOUT
    return drawing.around(scene.board, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), reach)
