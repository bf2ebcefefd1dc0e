"""The end of a battle as a post: who won and why, what it cost, who did most, what the objectives came to, the table as
it was left; the seed last and small. It is told once: the campaign's channel gets who has won, and where.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import groupby

import discord
import structlog
from discord import ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import dice, posts
from bot.post.news import news_button
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.say import GOOD, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import BattleOutcome, StandingBattle
from campaigns.battle.record.aftermath import Aftermath, FigureDeeds, Loss, ObjectiveAtEnd, SideLosses
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.post.matter import HowItEnded, Matter
from campaigns.scenario import boards
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import beside
from rules.gathering import gather
from rules.headline import hinge
from rules.table.drawing import describe
from rules.table.scene import Scene
from rules.viewing import PUBLIC
from rules.words import within

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NAMED, MOST_NAMED = 12, 4
"""People named for one fate on one side, and for what they did."""
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
    buttons = [check, button(ticket.but("map"), "Map", emoji="🗺️"), news_button(ticket)]
    if battle.info.staff:
        buttons.append(button(ticket.but("staff-plans"), "The staff's plans", emoji="🎖️"))
    buttons.append(button(ticket.but("close"), "Close the battle (GM)", emoji="📋"))
    for row in rows(buttons):
        message.view.add_item(row)
    return message


async def in_campaign(store: Store, here: CampaignView, about: HowItEnded) -> list[Message]:
    """In the campaign's channel, who has won and where; nothing where the end has been taken back meanwhile."""
    battle = await battles.load(store, about.battle_id)
    if battle.info.status is not BattleStatus.ENDED or battle.info.version != about.seq:
        return []
    won = _won(battle, here, about, f"### {escape(battle.info.title)}:")
    return [Message(card(won, small(f"Told in <#{battle.info.channel_id}>"), accent=GOOD))]


def _won(battle: StandingBattle, here: CampaignView, about: HowItEnded, head: str) -> str:
    """Who has won, and by what."""
    won = here.side(about.winner or "")
    result = battle.info.result
    names = {side.side: side.name for side in result.aftermath.sides} if result and result.aftermath else {}
    winner = names.get(won.key, won.name) if won is not None else ""
    how = (_HOW if about.reason else _UNEXPLAINED).get(about.how, "")
    reason = escape(" · ".join(filter(None, (about.reason, how))))
    reason = f"{reason[:1].upper()}{reason[1:]}"
    first = f"{head} Victory for {escape(within(winner))}" if winner else f"{head} A draw"
    return f"{first}\n{reason}"


async def _post(store: Store, battle: StandingBattle, here: CampaignView, about: HowItEnded, *foot: str) -> Message:
    result = battle.info.result
    turned = await _hinge(store, about)
    texts = [_won(battle, here, about, "###"), turned, *(_cost(result) if result is not None else [])]
    view: ui.LayoutView = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD)
    room = ROOM
    for text in filter(None, texts):
        frame.add_item(ui.TextDisplay(clip(text, max(room, 100))))
        room -= len(text)
    scene = (await battle.view(PUBLIC)).scene
    files = await _map(store, battle, scene, frame) if scene is not None else []
    for text in filter(None, foot):
        frame.add_item(ui.TextDisplay(text))
    view.add_item(frame)
    return Message(view, files)


async def _hinge(store: Store, about: HowItEnded) -> str:
    """What cost or decided most, as everybody was told it."""
    report = await battles.report(store, about.battle_id, 1, about.seq, PUBLIC)
    standing = [line for line in report.lines if not line.undone]
    said = await beside(hinge, [gather(run) for run in posts.by_action(standing)])
    return f"**The hinge**: {escape(said)}" if said else ""


async def _map(
    store: Store, battle: StandingBattle, scene: Scene, frame: ui.Container[ui.LayoutView]
) -> list[discord.File]:
    """The table as everybody saw it last."""
    try:
        under = await boards.picture_of_battle(store, battle.info.id)
        file = discord.File(io.BytesIO(await pictures.map_of(scene, background=under)), "map.png")
    except NoPicture as error:
        log.error("no picture", picture="map.png", error=str(error))
        return []
    frame.add_item(posts.gallery("map.png", f"{scene.caption}. {describe(scene)}"))
    return [file]


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _cost(result: BattleOutcome) -> list[str]:
    """Side by side, then who did most, then the objectives; the rule set's own tally where there is one."""
    aftermath = result.aftermath
    if aftermath is None:
        return ["\n".join(f"• {escape(line)}" for line in result.told)]
    tallies, others = result.by_side()
    sides = [_side(side, tallies.get(side.side) or _lost(side), several=_several(side)) for side in aftermath.sides]
    sides += ["\n".join(f"• {escape(line)}" for line in others)]
    return [*sides, _deeds(aftermath), _objectives(aftermath), _unsealed(aftermath)]


def _unsealed(aftermath: Aftermath) -> str:
    """What the umpire kept to himself while it went on."""
    lines = [f"• {escape(line)}" for line in aftermath.unsealed]
    return "\n".join(["**By the umpire's hand, told now**", *lines]) if lines else ""


def _several(side: SideLosses) -> bool:
    return len({loss.unit for loss in side.losses}) > 1


def _lost(side: SideLosses) -> str:
    """How many of a side were lost, as far as everybody knows: where the rule set tallies nothing."""
    gone = sum(loss.men if loss.element else 1 for loss in side.losses)
    return f"{gone or 'none'} of {side.fielded} lost"


def _side(side: SideLosses, tally: str, *, several: bool) -> str:
    lines = [f"**{escape(side.name)}**: {escape(tally)}"]
    for fate, group in groupby(side.losses, key=lambda loss: loss.fate):
        lines.append(f"{_FATES[fate]}: {escape(_listed([_named(loss, several=several) for loss in group], NAMED))}")
    return "\n".join(lines)


def _named(who: Loss | FigureDeeds, *, several: bool) -> str:
    name = f"{who.name} {who.men}" if isinstance(who, Loss) and who.men else who.name
    return f"{name} ({who.unit})" if several else name


def _deeds(aftermath: Aftermath) -> str:
    if not aftermath.deeds:
        return ""
    first, *others = aftermath.deeds
    best = [
        first,
        *(
            one
            for one in others
            if (one.kills + one.destroyed, one.treated, one.shares)
            == (first.kills + first.destroyed, first.treated, first.shares)
        ),
    ]
    rest = aftermath.deeds[len(best) :]
    lines = [f"🎖 **Did most**: {escape(_listed([_done(one) for one in best], MOST_NAMED))}"]
    if rest:
        lines.append(f"Distinguished: {escape(_listed([_done(one) for one in rest], 2 * MOST_NAMED))}")
    return "\n".join(lines)


def _done(one: FigureDeeds) -> str:
    """ "Corporal A. Duarte (Embassy guard), 2 killed, 1 treated"."""
    said = [f"{one.kills} killed"] if one.kills else []
    said += [f"{one.destroyed} destroyed"] if one.destroyed else []
    said += [f"{one.treated} treated"] if one.treated else []
    said += [f"a part in {one.shares} more"] if one.shares else []
    return f"{one.name} ({one.unit}), {', '.join(said)}"


def _objectives(aftermath: Aftermath) -> str:
    if not aftermath.objectives:
        return ""
    names = {side.side: side.name for side in aftermath.sides}
    return "\n".join(("**Objectives**", *(_objective(goal, names) for goal in aftermath.objectives)))


def _objective(goal: ObjectiveAtEnd, names: dict[str, str]) -> str:
    whose = ", ".join(names.get(side, side) for side in goal.sides)
    lead = f"{escape(whose)}: " if whose else ""
    return f"{_JUDGED.get(goal.state, goal.state)} · {lead}{escape(goal.text)}"


def _listed(words: Sequence[str], most: int) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return "; ".join(words[:most]) + more
