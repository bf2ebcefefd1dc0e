"""The prompt's post: who must decide what, until when, with the select of units and the quick answers.

It stands in a channel that everybody reads, so it is made from the question's face alone: what everybody may know. What
a side has besides stands on a panel of its player's own, to which a button leads wherever there may be more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord
from discord import ui

from bot.panels.panel import quick_buttons, units_to_pick
from bot.post import clocks
from bot.post.catching_up import catch_up_button
from bot.post.news import news_button
from bot.talk.controls import Item, button, rows
from bot.talk.people import MENTIONED, listed, pinged
from bot.talk.say import PLAIN
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import StandingBattle
from campaigns.campaign.campaign import CampaignView
from campaigns.clocks.waits import QuestionPut
from campaigns.members.policies import AtDeadline
from rules.kernel.action import SideId
from rules.seam.asking import Face, SealState
from rules.seam.viewing import PUBLIC, View


async def post(
    battle: StandingBattle,
    campaign: CampaignView,
    waiting: Sequence[QuestionPut],
    users: Sequence[int],
    told: Collection[int] | None = None,
) -> tuple[ui.LayoutView, discord.AllowedMentions]:
    """The prompt as it stands, and whom it may ping: those whose turn it is, of those only who are `told` so.
    `waiting`: what runs for whom; `users`: whom it was put to, for what was asked before people had clocks."""
    view = await battle.view(PUBLIC)
    faces = battle.prompt.faces[:3]
    colour = _colour(battle, faces[0]) if len(faces) == 1 else PLAIN
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour)
    layout.add_item(frame)
    frame.add_item(ui.TextDisplay(f"### {escape(clip(view.headline, 200))}"))
    people_asked: list[int] = []
    for face in faces:
        runs = next((each for each in waiting if (each.ask_key, each.side) == (face.key, face.side)), None)
        people = list(runs.users if runs is not None else users)[:MENTIONED]
        people_asked += people if runs is None or not runs.paused else []
        for item in _asking(battle, campaign, face, view, people, runs, alone=len(faces) == 1):
            frame.add_item(item)
    if seals := next((face.seals for face in faces if face.seals), ()):
        frame.add_item(ui.TextDisplay(_seals(campaign, seals)))
    ticket = Ticket("status", battle.info.id)
    for row in rows(_standing_buttons(ticket, orders=battle.rules.battle.ordering is not None)):
        frame.add_item(row)
    return layout, pinged([one for one in people_asked if told is None or one in told])


def _seals(campaign: CampaignView, seals: Sequence[tuple[SideId, SealState]]) -> str:
    """ "🔏 **Attacker** sealed · **Defender** open", the one line that each seal changes."""
    sides = [(campaign.side(key), key, state) for key, state in seals]
    said = [f"**{escape(side.name if side else key)}** {state}" for side, key, state in sides]
    return f"🔏 {' · '.join(said)}"


def answered(
    battle: StandingBattle, campaign: CampaignView, headline: str, faces: Sequence[Face], outcome: str
) -> ui.LayoutView:
    """What a prompt becomes when it has been answered: what was asked, and what became of it; nothing to press."""
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container()
    layout.add_item(frame)
    lines = [f"**{escape(clip(headline, 200))}**"]
    for face in faces[:3]:
        side = campaign.side(face.side)
        lines.append(f"**{escape(side.name if side else face.side)}** · {escape(clip(face.question, 500))}")
    frame.add_item(ui.TextDisplay("\n".join((*lines, small(outcome)))))
    return layout


def _asking(
    battle: StandingBattle,
    campaign: CampaignView,
    face: Face,
    view: View,
    people: Sequence[int],
    runs: QuestionPut | None,
    *,
    alone: bool,
) -> list[ui.Item[ui.LayoutView]]:
    side = campaign.side(face.side)
    called = side.name if side else face.side
    name = escape(called)
    whom = listed(people)
    ticket = Ticket("pick", battle.info.id, side=face.side).at(battle.info.marks.asking(face.side))
    text = f"{whom}\n**{name}** · {escape(clip(face.question, 500))}".strip()
    if runs is not None and runs.paused:
        text += "\n" + small("⏸ Paused: nothing falls due. You may answer all the same.")
    elif runs is not None and runs.due is not None:
        text += "\n" + small(f"Answer by {clocks.when(runs.due)}{_then(face, runs)}")
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)]
    whose = "" if alone else f"{called}: "
    if face.secret:
        return [*items, *rows([_own_panel(ticket, whose, "answer in secret …")])]
    buttons: list[Item] = []
    known = [view.unit(ref) for ref in face.units]
    if len(known) == 1 and known[0] is not None:
        words = f"Act with {known[0].name} …"
        buttons = [button(ticket.but("open", unit=known[0].ref), words, discord.ButtonStyle.success)]
    else:
        items += units_to_pick(face.units, view, ticket, selects=2 if alone else 1)
    if face.more:
        buttons.append(_own_panel(ticket, whose, "choose a unit …"))
    elif face.answers:
        buttons.append(_own_panel(ticket, whose, "answer …"))
    buttons += quick_buttons(face.quick, ticket, battle.rules, whose=whose)
    return [*items, *rows(buttons)]


def _own_panel(ticket: Ticket, whose: str, words: str) -> Item:
    """Leads to what the side alone may read."""
    label = f"{whose}{words}" if whose else f"{words[:1].upper()}{words[1:]}"
    return button(ticket.but("open"), label, discord.ButtonStyle.primary)


def _then(face: Face, runs: QuestionPut) -> str:
    """What comes after the deadline, as far as everybody may know."""
    if runs.policy is AtDeadline.GM:
        return "; then a GM is asked"
    return f"; then: {escape(face.then)}" if face.then else ""


def _standing_buttons(ticket: Ticket, *, orders: bool) -> list[Item]:
    """The same for everybody; `orders`: whether the rule set has some that stand."""
    return [
        button(ticket.but("explain"), "What can I do?", emoji="❔"),
        *([button(ticket.but("orders"), "Orders", emoji="✍️")] if orders else []),
        button(ticket.but("map"), "Map", emoji="🗺️"),
        button(ticket.but("status"), "Status", emoji="📋"),
        news_button(ticket),
        catch_up_button(ticket),
    ]


def _colour(battle: StandingBattle, face: Face) -> int:
    kind = next((side for side in battle.rules.forces.sides if side.key == face.side), None)
    return int(kind.colour.removeprefix("#"), 16) if kind else PLAIN
