"""The report of a battle in words: for one reader, or as a post for everybody with the last map."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from itertools import groupby

import discord
import structlog
from discord import ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import posts
from bot.post.end_poster import FATES, done
from bot.sending.outbox_pump import Message
from bot.talk.controls import button, rows
from bot.talk.markdown import harmless
from bot.talk.say import GOOD, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.record.accounts import EVERYBODY
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.scenario import boards
from campaigns.story import by_turn, report
from campaigns.story.report import BattleReport, SideReport, TurnTold
from rules.language.words import counted
from rules.table.drawing import describe
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

DOERS, LINES = 8, 12
"""People named for what they did; lines of the longer course in one turn."""
ROOM = 3400
"""Characters of the post for everybody; its heading has the rest."""
_STATES = {"achieved": "✔ achieved", "failed": "✖ failed", "open": "left open", "withdrawn": "withdrawn"}


def head(found: BattleReport) -> str:
    """What battle it was, and when."""
    when = discord.utils.format_dt(found.ended_at, "d") if found.ended_at is not None else ""
    lasted = _lasted(found)
    about = " · ".join(filter(None, (when, lasted)))
    return "\n".join(filter(None, (f"### Report: {found.number}. {escape(found.title)}", small(about))))


def _lasted(found: BattleReport) -> str:
    if found.begun_at is None or found.ended_at is None:
        return ""
    days = (found.ended_at.date() - found.begun_at.date()).days + 1
    return f"{counted(days, 'day')}, {counted(found.hand_overs, 'hand-over')}"


def blocks(found: BattleReport, *, whole: bool = False) -> list[str]:
    """The report in paragraphs. `whole`: with each deed of each turn."""
    told = [_preface(found), escape(found.opening)]
    told += [_turning(found), *(_turn(each, whole=whole) for each in found.course)]
    told += [_side(side) for side in found.sides]
    told += [_deeds(found), _objectives(found), _corrected(found)]
    return [text for text in told if text]


def _preface(found: BattleReport) -> str:
    if found.preface is None:
        return ""
    return "\n".join(f"> {line}" for line in harmless(found.preface.text).split("\n"))


def _turning(found: BattleReport) -> str:
    lines = [f"• {escape(point.text)}" for point in found.turning]
    return "\n".join(("**What turned it**", *lines)) if lines else ""


def _turn(turn: TurnTold, *, whole: bool) -> str:
    lines = [f"**{escape(turn.label)}** {escape(turn.text)}".rstrip()]
    if whole:
        more = [*turn.story, *turn.deeds]
        lines += [f"• {escape(line)}" for line in more[:LINES]]
        lines += [small(f"and {len(more) - LINES} more")] if len(more) > LINES else []
    return "\n".join(lines)


def _side(side: SideReport) -> str:
    counts = [counted(side.fielded, "man", "men")] if side.fielded else []
    counts += [counted(side.elements, "vehicle, gun or animal", "vehicles, guns and animals")] if side.elements else []
    role = f" ({side.role})" if side.role else ""
    lines = [f"**{escape(side.name)}**{role}" + (f": {' and '.join(counts)} in the field" if counts else "")]
    for fate, group in groupby(side.fates, key=lambda each: each.fate):
        units = [f"{', '.join(each.names)} ({each.unit})" if each.unit else ", ".join(each.names) for each in group]
        lines.append(escape(f"{FATES[fate]}: {'; '.join(units)}"))
    lines += ["No loss is known."] if not side.fates else []
    if side.luck is not None:
        low, high = side.luck.band
        band = f"; {low:.0f} to {high:.0f} were to be expected" if side.luck.dice else ""
        lines.append(small(f"🎲 {escape(side.luck.words)}{band}"))
    return "\n".join(lines)


def _deeds(found: BattleReport) -> str:
    lines = [f"• {escape(done(one))}" for one in found.deeds[:DOERS]]
    lines += [f"• and {len(found.deeds) - DOERS} more"] if len(found.deeds) > DOERS else []
    return "\n".join(("**Who did what**", *lines)) if lines else ""


def _objectives(found: BattleReport) -> str:
    names = {side.side: side.name for side in found.sides}
    lines = [
        f"• {_STATES.get(goal.state, goal.state)} · {_whose(goal.sides, names)}{escape(goal.text)}"
        for goal in found.objectives
    ]
    return "\n".join(("**Objectives**", *lines)) if lines else ""


def _whose(sides: Sequence[str], names: dict[str, str]) -> str:
    return f"{escape(', '.join(names.get(side, side) for side in sides))}: " if sides else ""


def _corrected(found: BattleReport) -> str:
    if not found.corrected:
        return ""
    return small(escape(f"Corrected since, and left out of the losses: {', '.join(found.corrected)}."))


# ── For everybody ─────────────────────────────────────────────────────────────────────────────────────────────────


async def post(store: Store, here: CampaignView, battle_id: int) -> list[Message]:
    """The report as everybody may know it; nothing where the end has been taken back meanwhile."""
    try:
        found = await report.report_for(store, here, battle_id, EVERYBODY)
    except Refusal:
        return []
    view = card(head(found), *_fitting(blocks(found)), accent=GOOD)
    files = await add_map(store, view, battle_id, EVERYBODY)
    for row in rows([button(Ticket("report", battle_id), "As your side knows it", emoji="📰")]):
        view.add_item(row)
    return [Message(view, files)]


def _fitting(texts: Iterable[str]) -> list[str]:
    """As many of them as one message has room for."""
    room, said = ROOM, list[str]()
    for text in texts:
        if len(text) > room or len(said) > 25:
            said.append(small("The button below shows all of it."))
            break
        said.append(text)
        room -= len(text)
    return said


async def add_map(store: Store, view: ui.LayoutView, battle_id: int, viewer: str) -> list[discord.File]:
    """Put the table as that viewer saw it last into the message, where there is one."""
    battle = await battles.load(store, battle_id)
    scene = (await battle.view(by_turn.viewer_called(viewer))).scene
    if scene is None:
        return []
    try:
        file = discord.File(io.BytesIO(await _drawn(store, battle_id, scene)), "report.png")
    except NoPicture as error:
        log.error("no picture", picture="report.png", error=str(error))
        return []
    frame = next(part for part in view.children if isinstance(part, ui.Container))
    frame.add_item(posts.gallery("report.png", clip(f"The table at the end. {describe(scene)}", 1000)))
    return [file]


async def _drawn(store: Store, battle_id: int, scene: Scene) -> bytes:
    return await pictures.map_of(scene, background=await boards.picture_of_battle(store, battle_id))
