"""An action with a way on the map before it is carried out: its length, where the dice will let it end, a picture.

Whatever front end it came from, the action itself is kept beside the battle; the buttons carry its number only.
"""

from __future__ import annotations

import io
from dataclasses import replace

import discord
import structlog
from discord import ui

from bot.actions.acting import Intention
from bot.panels.panel import Weighed, described
from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post.posts import gallery
from bot.reading import fields
from bot.talk.controls import Item, button
from bot.talk.say import PLAIN, TEXT_LIMIT, Interaction, say
from bot.talk.text import clip
from bot.talk.ticket import Ticket
from campaigns.battle.record import considered
from campaigns.scenario import boards
from campaigns.thinking import beside
from rules.battle.orders.letters import mover
from rules.kernel.action import Action, Actor, FieldSpec, Kind, Role, fields_of
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.seam.viewing import View
from rules.table import drawing
from rules.table.canvas import Frame
from rules.table.drawing import USUAL, Layer
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ABOUT = 0.75
"""Squares of table around a way."""
HEADING = 1200
_LAYERS = USUAL - {Layer.RANGES}


async def shown_first(interaction: Interaction, meant: Intention, *, heading: str = "") -> bool:
    """Shows the asker where his action leads and asks for a yes. False where there is no way to show, or where the
    rules refuse it: asking for it then says why."""
    seat, action = meant.seat, meant.action
    battle, store, view = seat.battle, seat.store, seat.view
    if meant.side is None or type(action).role is not Role.PLAYER:
        return False
    try:
        odds = await beside(battle.rules.battle.odds, battle.state, action, Actor.player(meant.side))
    except RuleViolation:
        return False
    if not odds.traces:
        return False
    info = battle.info
    number = await considered.keep(store, battle.rules, info.id, seat.mark, seat.member.who, action)
    layout, files = _card(meant, view, odds, number, heading)
    scene = view.scene
    if scene is not None:
        under = await boards.picture_of_battle(store, info.id)
        shown = replace(scene, traces=odds.traces, selected=mover(action))
        part = _around(shown)
        try:
            picture = await pictures.map_of(shown, frame=part, layers=_LAYERS, background=under)
        except NoPicture as error:
            # The words say it all.
            log.error("no picture", picture="way.png", error=str(error))
        else:
            files.append(discord.File(io.BytesIO(picture), "way.png"))
            layout.frame.add_item(gallery("way.png", drawing.describe(shown, frame=part)))
    await say(interaction, layout, files)
    return True


class _Layout(ui.LayoutView):
    """A framed text with room for a picture, and buttons below."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
        self.add_item(self.frame)


def _card(meant: Intention, view: View, odds: Odds, number: int, heading: str) -> tuple[_Layout, list[discord.File]]:
    battle, action, said = meant.seat.battle, meant.action, _said(meant.action, view)
    layout = _Layout()
    if heading:
        layout.frame.add_item(ui.TextDisplay(clip(heading, HEADING)))
    words = Offer(action, clip(said, 300))
    layout.frame.add_item(ui.TextDisplay(described(Weighed(words.key, words, odds), room=TEXT_LIMIT - HEADING - 100)))
    ticket = Ticket("go", battle.info.id, side=meant.side or "", unit=meant.unit, choice=str(number)).at(
        meant.seat.mark
    )
    buttons: list[Item] = [button(ticket, f"Go: {clip(said, 40)}", discord.ButtonStyle.success)]
    ways = [spec.name for spec in _ways(action)]
    if ways:
        choice = f"{number}.{battle.rules.key}.{action.name()}.{fields.written(type(action), ways)}"
        buttons.append(button(ticket.but("way", choice=choice), "Other way …"))
    if meant.unit:
        buttons.append(button(ticket.but("back", choice=""), "Something else"))
    else:
        buttons.append(button(ticket.but("drop"), "Cancel"))
    layout.add_item(ui.ActionRow(*buttons))
    return layout, []


def _ways(action: Action) -> tuple[FieldSpec, ...]:
    """The fields that say where it goes."""
    return tuple(spec for spec in fields_of(type(action)) if spec.kind is Kind.PLACE)


def _said(action: Action, view: View) -> str:
    """ "Move Able squad G7.5 H2": the action in a few words."""
    own = mover(action)
    unit = view.unit(own)
    men = [man.name for each in view.units for man in each.figures if man.id == own]
    name = unit.name if unit is not None else next(iter(men), "")
    places = [str(value) for spec in _ways(action) if (value := getattr(action, spec.name))]
    title = type(action).title or action.name().replace("-", " ").capitalize()
    return " ".join(filter(None, (title, name, *places)))


def _around(scene: Scene) -> Frame:
    points = [point for trace in scene.traces for point in trace.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    reach = max(max(xs) - min(xs), max(ys) - min(ys)) / 2 + ABOUT * scene.board.square
    return drawing.around(scene.board, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), reach)
