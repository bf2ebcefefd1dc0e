"""A battle's standing post, the first in its place: whose move it is until when, what the sides want and how far that
is, who is left and who is lost. It is made of what everybody may know, and changed at hand-overs only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from discord import ui

from bot.post import clocks, dice, roles
from bot.post.briefings import as_written, briefing_button, quoted, sides_text
from bot.post.catching_up import catch_up_button
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.say import GOOD, PLAIN, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import StandingBattle
from campaigns.battle.telling import digest
from campaigns.campaign.campaign import CampaignView
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.post.matter import Dice, Matter
from campaigns.scenario import scenarios
from campaigns.scenario.scenarios import Briefing
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.seam.viewing import PUBLIC, ObjectiveView, View

AIMS, LINE = 6, 200
"""Objectives that it names, and characters of each."""
_STATES = {"achieved": "✔", "failed": "✖", "withdrawn": "withdrawn ·", "open": "•"}


async def post(
    store: Store, battle: StandingBattle, here: CampaignView, matter: Matter, *, stands: bool = True
) -> ui.LayoutView:
    """How the battle stands now. Where a newer post says so (`stands` False) there is nothing to press."""
    if not stands:
        return card(f"### {escape(battle.info.title)}", small("A newer post below says how the battle stands."))
    info, over = battle.info, battle.info.status is not BattleStatus.RUNNING
    view = await battle.view(PUBLIC)
    aims = await beside(battle.rules.battle.objectives, battle.state, PUBLIC, over)
    lines = [f"### {escape(info.title)}", f"**{escape(battle.rules.title)}**"]
    lines += [small(roles.bold(battle.rules, roles.names_in(here), info.roles))] if info.roles else []
    lines += [] if over else [f"**{escape(clip(view.headline, LINE))}**", *await _asked(store, battle, here)]
    lines += [escape(clip(line, LINE)) for line in view.lines[:3]]
    lines += [_aim(aim, here) for aim in aims[:AIMS]]
    lines += [_left(view, here), _lost(await digest.losses(store, info.id), here)]
    lines += ["The battle is over: the last post tells how it ended."] if over else []
    seal = "" if matter.of(Dice).again else dice.sealed(matter.of(Dice), info.commitment)
    made = card(clip("\n".join(filter(None, lines)), 3000), seal, accent=GOOD if over else PLAIN)
    for row in rows(await _buttons(store, battle, over=over)):
        made.add_item(row)
    return made


def opened(battle: StandingBattle, here: CampaignView, matter: Matter, briefing: Briefing | None) -> Message:
    """The first post of a battle, before it has begun or where it goes on."""
    info = battle.info
    head = f"### {escape(info.title)}" + (" goes on" if matter.topic == "reopened" else "")
    board = (
        f"{escape(info.board.name)}, {info.board.width:g} × {info.board.depth:g}"
        if info.board
        else "no table: declared facts"
    )
    lines = [head, f"**{escape(battle.rules.title)}** · {board}"]
    first = matter.topic == "opened"
    lines += [roles.bold(battle.rules, roles.names_in(here), info.roles)]
    lines += [sides_text(briefing, here), quoted(as_written(briefing.text))] if briefing and first else []
    if first and info.check_in:
        does = "wishes for a part" if briefing is not None else "chooses which of their units fight"
        lines.append(f"Every player {does}, by the button below.")
    if first:
        lines.append(
            f"Each side may give words for its dice with {mention('battle ready')}; "
            f"a GM begins with {mention('battle begin')}."
        )
        lines.append(dice.unheard(here, matter.of(Dice)))
    seal = dice.sealed(matter.of(Dice), info.commitment)
    view = card(clip("\n".join(filter(None, lines)), 3200), seal)
    ticket = Ticket("briefing", info.id)
    buttons = [briefing_button(ticket)] if briefing is not None and first else []
    if first and briefing is not None:
        buttons.append(button(ticket.but("check-in"), "Who plays what", emoji="🎭"))
    elif first and info.check_in:
        buttons.append(button(ticket.but("check-in"), "Choose my units", emoji="☑"))
    buttons += [dice.ready_button(info.id)] if first and matter.of(Dice).unheard else []
    for row in rows(buttons):
        view.add_item(row)
    return Message(view)


async def _buttons(store: Store, battle: StandingBattle, *, over: bool) -> list[ui.Item[ui.LayoutView]]:
    ticket = Ticket("status", battle.info.id)
    found: list[ui.Item[ui.LayoutView]] = []
    if not over and battle.rules.battle.ordering is not None:
        found.append(button(ticket.but("orders"), "My orders", emoji="✍️"))
    found += [button(ticket.but("map"), "Map", emoji="🗺️"), catch_up_button(ticket)]
    found += [] if over else [button(ticket.but("explain"), "What can I do?", emoji="❔")]
    if await scenarios.briefing(store, battle.info.id, PUBLIC) is not None:
        found.append(briefing_button(Ticket("briefing", battle.info.id)))
    return found


async def _asked(store: Store, battle: StandingBattle, here: CampaignView) -> list[str]:
    """ "**Attacker** is asked until …", a line for each side."""
    due = {(each.ask_key, each.side): each.due for each in await waits.standing(store, battle.info.id)}
    said: list[str] = []
    for face in battle.prompt.faces[:3]:
        until = due.get((face.key, face.side))
        said.append(f"⏳ **{_name(here, face.side)}** is asked" + (f" until {clocks.when(until)}" if until else ""))
    return list(dict.fromkeys(said))


def _aim(aim: ObjectiveView, here: CampaignView) -> str:
    whose = ", ".join(_name(here, side) for side in aim.sides)
    lead = f"**{whose}**: " if whose else ""
    return f"{_STATES.get(aim.state, aim.state)} {lead}{escape(clip(aim.text, LINE))}"


def _left(view: View, here: CampaignView) -> str:
    """Who is fit and in sight, side by side."""
    strength: Counter[str] = Counter()
    for unit in view.units:
        strength[unit.side] += unit.strength or 0
    said = [f"{_name(here, side)} {count}" for side, count in strength.items() if here.side(side) is not None]
    return small(f"Fit and in sight: {', '.join(said)}") if said else ""


def _lost(losses: Mapping[SideId, str], here: CampaignView) -> str:
    """What the battle has cost, as everybody was told it."""
    said = [f"{_name(here, side)} {escape(words)}" for side, words in losses.items() if here.side(side) is not None]
    return small(f"Lost so far: {'; '.join(said)}") if said else ""


def _name(here: CampaignView, key: str) -> str:
    side = here.side(key)
    return escape(side.name if side else key)
