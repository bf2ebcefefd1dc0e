"""The end of a battle as a post: who won and by what, and a poster with the last map that says what it cost, what it
hinged on, who did most, whose dice were kind; the seed last and small. It stands once: *In words* says the same to
whoever asks, and where the poster cannot be drawn the post does. The campaign's channel gets who has won, and where.
"""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

import discord
import structlog
from discord import ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import changed, dice, end_poster, posts
from bot.post.end_poster import MOST_NAMED, End, did_most, done, listed
from bot.post.news import news_button
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.desk import campaign_here, guild_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.seat import seat_at
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.record.aftermath import Aftermath, ObjectiveAtEnd, SideLosses
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.post.matter import HowItEnded, Matter
from campaigns.scenario import boards
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import beside
from rules.language.words import within
from rules.seam.viewing import PUBLIC
from rules.table.drawing import describe
from rules.table.scene import Scene
from rules.telling.gathering import gather
from rules.telling.headline import hinge
from rules.telling.luck import SideLuck, luck

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ROOM = 3300
"""Characters of all that; the heading and the seed have the rest."""
_HOW = {"gm": "ended by the GM", "agreement": "ended by agreement"}
_UNEXPLAINED = {"gm": "ended by the GM", "agreement": "by agreement"}
"""Where nobody has given a reason."""
_FATES = {
    "killed": "✝ Killed",
    "destroyed": "💥 Destroyed",
    "wounded": "🩹 Wounded",
    "knocked-out": "🔧 Knocked out",
    "damaged": "🔧 Damaged",
    "captured": "⛓ Captured",
    "missing": "❔ Missing",
    "men-lost": "✝ Men lost",
}
_JUDGED = {"achieved": "✔ achieved", "failed": "✖ failed", "open": "left open", "withdrawn": "withdrawn"}
_TO_LEARN = f" Whoever has earned an upgrade learns it by {mention('figure upgrade')}."


async def in_thread(store: Store, battle: StandingBattle, here: CampaignView, matter: Matter) -> Message:
    """In the battle's own place, with the seed and what lets anybody check the dice."""
    rosters = f"The rosters have been brought up to date: {mention('unit roster')}."
    rosters += _TO_LEARN if here.settings.experience else ""
    about = matter.of(HowItEnded)
    seed = small(f"Seed, now revealed: `{' '.join(about.seeds)}`")
    message = await _post(store, battle, here, about, rosters, dice.head(about.seal), seed)
    ticket = Ticket("verify", battle.info.id)
    check = button(ticket, "Verify every die and card", emoji="🔍")
    words = button(ticket.but("end-words"), "In words", emoji="📝")
    report = button(ticket.but("report"), "Report", emoji="📰")
    buttons = [check, words, report, button(ticket.but("map"), "Map", emoji="🗺️"), news_button(ticket)]
    if battle.info.staff:
        buttons.append(button(ticket.but("staff-plans"), "The staff's plans", emoji="🎖️"))
    buttons.append(button(ticket.but("close"), "After the battle", emoji="📋"))
    for row in rows(buttons):
        message.view.add_item(row)
    return message


async def in_campaign(store: Store, here: CampaignView, about: HowItEnded) -> list[Message]:
    """In the campaign's channel, who has won and where; nothing where the end has been taken back meanwhile."""
    battle = await battles.load(store, about.battle_id)
    if battle.info.status is not BattleStatus.ENDED or battle.info.version != about.seq:
        return []
    won, how = _won(battle, here, about)
    said = f"### {escape(battle.info.title)}: {escape(won)}\n{escape(how)}"
    return [Message(card(said, small(f"Told in <#{battle.info.channel_id}>"), accent=GOOD))]


def _won(battle: StandingBattle, here: CampaignView, about: HowItEnded) -> tuple[str, str]:
    """Who has won, and by what."""
    won = here.side(about.winner or "")
    result = battle.info.result
    names = {side.side: side.name for side in result.aftermath.sides} if result and result.aftermath else {}
    winner = names.get(won.key, won.name) if won is not None else ""
    how = (_HOW if about.reason else _UNEXPLAINED).get(about.how, "")
    reason = " · ".join(filter(None, (about.reason, how)))
    return f"Victory for {within(winner)}" if winner else "A draw", f"{reason[:1].upper()}{reason[1:]}"


async def _post(store: Store, battle: StandingBattle, here: CampaignView, about: HowItEnded, *foot: str) -> Message:
    end = await _end(store, battle, here, about)
    scene = await _scene(store, battle)
    view: ui.LayoutView = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD)
    files, drawn = await _poster(store, battle, end, scene) if scene is not None else ([], None)
    for text in _texts(end, *([] if drawn is not None else _cost(end)), *_aims(end)):
        frame.add_item(ui.TextDisplay(text))
    if drawn is not None:
        frame.add_item(drawn)
    for text in filter(None, foot):
        frame.add_item(ui.TextDisplay(text))
    view.add_item(frame)
    return Message(view, files)


@handles("end-words", Answer.BESIDE)
async def in_words(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Everything that the poster says, as text."""
    guild_of(interaction)
    seat = await seat_at(interaction, ticket.battle)
    result = seat.battle.info.result
    if result is None:
        raise Refusal("no-end-yet", "The battle is not over.", ("See how it stands: ", Command("status"), "."))
    here = await campaign_here(interaction)
    about = HowItEnded(
        battle_id=seat.battle.info.id, seq=seat.version, winner=result.winner, reason=result.reason, how=result.how
    )
    end = await _end(seat.store, seat.battle, here, about)
    await say(interaction, card(*_texts(end, *_cost(end), *_aims(end))))


def _texts(end: End, *texts: str) -> list[str]:
    """In as much room as there is."""
    room, said = ROOM, list[str]()
    for text in filter(None, (f"### {escape(end.won)}\n{escape(end.how)}", *texts)):
        said.append(clip(text, max(room, 100)))
        room -= len(text)
    return said


async def _end(store: Store, battle: StandingBattle, here: CampaignView, about: HowItEnded) -> End:
    """What cost or decided most, and whose dice fell how, as everybody was told it."""
    report = await battles.report(store, about.battle_id, 1, about.seq, PUBLIC)
    standing = [line for line in report.lines if not line.undone]

    def thought() -> tuple[str, tuple[SideLuck, ...]]:
        runs = [gather(run) for run in posts.by_action(standing)]
        return hinge(runs), luck(told for line in standing for told in line.tolds)

    turned, dice_of = await beside(thought)
    won, how = _won(battle, here, about)
    return End(won, how, battle.info.result, turned, dice_of)


async def _scene(store: Store, battle: StandingBattle) -> Scene | None:
    """The table as everybody saw it last, with what the last sitting changed."""
    scene = (await battle.view(PUBLIC)).scene
    return await changed.for_everybody(store, battle, scene) if scene is not None else None


async def _poster(
    store: Store, battle: StandingBattle, end: End, scene: Scene
) -> tuple[list[discord.File], ui.MediaGallery[ui.LayoutView] | None]:
    try:
        under = await boards.picture_of_battle(store, battle.info.id)
        svg = await asyncio.to_thread(end_poster.svg_of, end, replace(scene, caption=""), under)
        file = discord.File(io.BytesIO(await pictures.png(svg, pictures.WIDE)), "end.png")
    except NoPicture as error:
        log.error("no picture", picture="end.png", error=str(error))
        return [], None
    return [file], posts.gallery("end.png", clip(f"{end_poster.words_of(end)} {describe(scene)}", 1000))


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _cost(end: End) -> list[str]:
    """Side by side, then who did most and whose dice were kind; the rule set's own tally where there is one."""
    result = end.outcome
    turned = f"**The hinge**: {escape(end.hinge)}" if end.hinge else ""
    if result is None:
        return [turned]
    aftermath = result.aftermath
    if aftermath is None:
        return [turned, "\n".join(f"• {escape(line)}" for line in result.told)]
    tallies, _ = result.by_side()
    sides = [_side(side, tallies.get(side.side) or end_poster.lost(side)) for side in aftermath.sides]
    return [turned, *sides, _deeds(aftermath), _luck(end.luck, aftermath)]


def _aims(end: End) -> list[str]:
    """What no poster says: what else the rule set tells, the objectives, what the umpire did unseen."""
    result = end.outcome
    if result is None or result.aftermath is None:
        return []
    _, others = result.by_side()
    return [
        "\n".join(f"• {escape(line)}" for line in others),
        _objectives(result.aftermath),
        _unsealed(result.aftermath),
    ]


def _unsealed(aftermath: Aftermath) -> str:
    """What the umpire kept to himself while it went on."""
    lines = [f"• {escape(line)}" for line in aftermath.unsealed]
    return "\n".join(["**By the umpire's hand, told now**", *lines]) if lines else ""


def _side(side: SideLosses, tally: str) -> str:
    fates = end_poster.fates_of(side, _FATES.__getitem__)
    return "\n".join((f"**{escape(side.name)}**: {escape(tally)}", *map(escape, fates)))


def _luck(told: tuple[SideLuck, ...], aftermath: Aftermath) -> str:
    names = {side.side: side.name for side in aftermath.sides}
    lines = [f"{escape(names[one.side])}: {escape(one.words)}" for one in told if one.side in names]
    return "\n".join(("🎲 **Luck of the dice**", *lines)) if lines else ""


def _deeds(aftermath: Aftermath) -> str:
    if not aftermath.deeds:
        return ""
    best, rest = did_most(aftermath.deeds)
    lines = [f"🎖 **Did most**: {escape(listed([done(one) for one in best], MOST_NAMED))}"]
    if rest:
        lines.append(f"Distinguished: {escape(listed([done(one) for one in rest], 2 * MOST_NAMED))}")
    return "\n".join(lines)


def _objectives(aftermath: Aftermath) -> str:
    if not aftermath.objectives:
        return ""
    names = {side.side: side.name for side in aftermath.sides}
    return "\n".join(("**Objectives**", *(_objective(goal, names) for goal in aftermath.objectives)))


def _objective(goal: ObjectiveAtEnd, names: dict[str, str]) -> str:
    whose = ", ".join(names.get(side, side) for side in goal.sides)
    lead = f"{escape(whose)}: " if whose else ""
    return f"{_JUDGED.get(goal.state, goal.state)} · {lead}{escape(goal.text)}"
