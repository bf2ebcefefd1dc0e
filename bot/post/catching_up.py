"""Catching up: what has happened in a battle since somebody last looked, as his side may know it.

Short first (losses, ground, what has changed for him), then the events with the posts that tell of them, the table then
and now, and what is asked of him. Each picture is drawn with the view of its time.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime

import discord
import structlog
from discord import ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post import changed
from bot.post.briefings import quoted
from bot.post.news import news_button
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import guild_of
from bot.talk.say import PLAIN, Interaction, say
from bot.talk.seat import seat_at
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from bot.talk.under_way import carried_out
from campaigns.battle import battles
from campaigns.battle.battles import Seat
from campaigns.battle.telling import looks
from campaigns.battle.telling.looks import Since, Stands
from campaigns.battle.telling.telling import Line
from campaigns.battle.watch import timers
from campaigns.scenario import boards
from campaigns.tables.battles import EntryKind
from campaigns.tables.posts import TimerKind
from rules.language.words import counted
from rules.seam.viewing import UnitView, View, Viewer
from rules.table.drawing import describe
from rules.table.scene import Scene
from rules.telling.gathering import gather
from rules.telling.told import TellingRole

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LONGEST = 400
"""Entries of the journal that are told, of those that the viewer may know of; of a longer absence the newest."""
EVENTS, UNITS, GROUND, PEOPLE = 10, 10, 6, 8
"""Lines of events, of units, of objectives and the like, and names in one line."""
SECRET = 600
"""Characters of what the viewer's side alone was told beside its headline."""
TOLD = 1600
"""Characters of events."""
ROOM, PART = 3600, 1800
"""Characters of all texts (Discord takes 4,000), and of any one of them."""
NARROW = 900
"""Pixels of each of the two maps: they stand side by side."""


def catch_up_button(ticket: Ticket) -> Item:
    """The same for everybody: what it shows depends on who presses it."""
    return button(ticket.but("catch-up", side="", unit="", choice=""), "Catch up", emoji="⏪")


@handles("catch-up", Answer.BESIDE)
async def catch_up_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    guild_of(interaction)
    await show(interaction, await seat_at(interaction, ticket.battle))


async def show(interaction: Interaction, seat: Seat) -> None:
    """Tell the asker all that he has missed; from now on he has seen it."""
    since = await looks.since(seat.store, seat.battle.info.id, interaction.user.id, seat.newest)
    view, files = await page(seat, since, interaction.guild_id)
    await say(interaction, view, files)
    if seat.member:
        await looks.look(seat.store, seat.battle.info.id, seat.member.who, seat.newest)


async def page(seat: Seat, since: Since, guild_id: int | None) -> tuple[ui.LayoutView, list[discord.File]]:
    """What is new to this viewer after `since`. `guild_id`: for the links to the posts."""
    info = seat.battle.info
    own, older = await seat.newest_told(since.seq, LONGEST)
    after = own[0].entry.seq - 1 if older else since.seq
    then = await _then(seat, after or _come_to_rest(own))
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    layout.add_item(frame)
    texts = [*_result(seat), _head(seat, since, own, older=older)]
    texts += ["\n".join(lines)] if then and (lines := in_short(then, seat.view, seat.viewer, _titles(seat))) else []
    posts = await looks.posts(seat.store, info.id, after)
    texts += ["\n".join(lines)] if (lines := _events(own, posts, guild_id)) else []
    texts.append(await _asked(seat))
    for text in fitting(texts):
        frame.add_item(ui.TextDisplay(text))
    files = await _maps(frame, seat, then.scene if then else None)
    for row in rows(_buttons(seat)):
        layout.add_item(row)
    return layout, files


def fitting(texts: Sequence[str]) -> list[str]:
    """As much as a post holds. The last, what is asked, has its room before the others, the first of these before the
    next; one for which none is left is left out."""
    *told, asked = texts
    asked = clip(asked, PART)
    room = ROOM - len(asked)
    shown: list[str] = []
    for text in told:
        shown.append(clip(text, min(room, PART)))
        room -= len(shown[-1])
    return [*filter(None, shown), asked]


# ── Then and now ──────────────────────────────────────────────────────────────────────────────────────────────────


def _come_to_rest(own: Sequence[Line]) -> int:
    """The last entry of the transaction that began the battle: nobody saw the table before it was over."""
    return max((line.entry.seq for line in own if line.entry.cause == own[0].entry.cause), default=0)


async def _then(seat: Seat, after: int) -> View | None:
    """The battle as it was for this viewer after that entry; None before it began. To whoever has never looked, its
    beginning is what has been before."""
    if not 1 <= after <= seat.version:
        return None
    return (await battles.report(seat.store, seat.battle.info.id, after, after, seat.viewer)).view


def _titles(seat: Seat) -> dict[str, str]:
    return {side.key: side.name for side in seat.battle.info.sides}


def in_short(then: View, now: View, viewer: Viewer, titles: dict[str, str]) -> list[str]:
    """Losses, ground, and what has changed for the viewer's own units: from what he could see then and can see now."""
    before = {unit.ref: unit for unit in then.units}
    after = {unit.ref: unit for unit in now.units}
    lines = [line for side, title in titles.items() if (line := _losses(side, title, before, after, viewer))]
    lines += [f"• {escape(clip(line, 200))}" for line in now.lines if line not in then.lines][:GROUND]
    mine = [ref for ref, unit in before.items() if viewer.umpire or unit.side == viewer.side]
    moved = [line for ref in mine if (line := _changed(before[ref], after.get(ref)))]
    if moved:
        left_out = [small(f"… and {counted(len(moved) - UNITS, 'unit')} more")] if len(moved) > UNITS else []
        lines += ["**What has changed for you**" if not viewer.umpire else "**Units**", *moved[:UNITS], *left_out]
    if not viewer.umpire and viewer.side is not None:
        lines += _sighted(before, after, viewer.side)
    return lines


def _losses(side: str, title: str, before: dict[str, UnitView], after: dict[str, UnitView], viewer: Viewer) -> str:
    """ "Army: 18 → 15 (Pvt Cole killed)"; of the enemy only units that are seen now and were then."""
    known = [ref for ref, unit in before.items() if unit.side == side and unit.strength is not None]
    both = [ref for ref in known if (unit := after.get(ref)) is not None and unit.strength is not None]
    was, now = (sum(units[ref].strength or 0 for ref in both) for units in (before, after))
    fallen = [
        f"{figure.name} {figure.status}"
        for ref in both
        for former, figure in zip(before[ref].figures, after[ref].figures, strict=False)
        if former.id == figure.id and former.status != figure.status and figure.status not in ("fit", "")
    ]
    if was == now and not fallen:
        return ""
    more = f" and {len(fallen) - PEOPLE} more" if len(fallen) > PEOPLE else ""
    names = f" ({escape(', '.join(fallen[:PEOPLE]))}{more})" if fallen else ""
    return f"**{escape(title)}**: {was} → {now}{names}"


def _changed(before: UnitView, after: UnitView | None) -> str:
    name = f"• **{escape(before.name)}**"
    if after is None:
        return f"{name}: no longer on the table"
    parts: list[str] = []
    if before.strength != after.strength:
        parts.append(f"{before.strength if before.strength is not None else '?'} → {after.strength} fit")
    new = [state for state in after.states if state not in before.states]
    over = [state for state in before.states if state not in after.states]
    parts += [f"now {', '.join(new)}"] if new else []
    parts += [f"no longer {', '.join(over)}"] if over else []
    parts += [f"{before.at or '–'} → {after.at}"] if before.at != after.at and after.at else []
    return f"{name}: {escape(' · '.join(parts))}" if parts else ""


def _sighted(before: dict[str, UnitView], after: dict[str, UnitView], own: str) -> list[str]:
    new = [unit for ref, unit in after.items() if unit.side != own and (ref not in before or not before[ref].at)]
    gone = [unit for ref, unit in before.items() if unit.side != own and unit.at and ref not in after]
    found = [f"{unit.name}{f' at {unit.at}' if unit.at else ''}" for unit in new if unit.at]
    lines = [f"**New in sight**: {escape(', '.join(found[:PEOPLE]))}"] if found else []
    lost = [unit.name for unit in gone]
    return [*lines, *([f"**No longer in sight**: {escape(', '.join(lost[:PEOPLE]))}"] if lost else [])]


# ── What happened ─────────────────────────────────────────────────────────────────────────────────────────────────


def _head(seat: Seat, since: Since, own: Sequence[Line], *, older: bool) -> str:
    info = seat.battle.info
    if since.at is None:
        what = "From the beginning"
    else:
        when = discord.utils.format_dt(since.at, "R")
        what = f"Nothing is new since your last look. Before that, from {when} on" if since.again else f"Since {when}"
    deeds = (line.entry for line in own if line.known and line.entry.kind is EntryKind.ACTION)
    decisions = sum(entry.user_id is not None for entry in deeds)
    count = counted(decisions, "decision") if decisions else "nothing has been decided"
    cut = f" · only the newest {LONGEST} entries" if older else ""
    return f"### ⏪ {escape(info.title)}\n**{what}**: {count}{cut}\n{small(escape(seat.view.headline))}"


def _result(seat: Seat) -> list[str]:
    """How the battle has ended comes before all that led to it."""
    result = seat.battle.info.result
    if result is None:
        return []
    how = f"{_titles(seat).get(result.winner, result.winner)} has won" if result.winner else "A draw"
    reason = f": {result.reason}" if result.reason else ""
    return [f"## 🏁 {escape(clip(how + reason, 300))}"]


def _events(own: Sequence[Line], posts: Sequence[Stands], guild_id: int | None) -> list[str]:
    """The weightiest of what happened in the order in which it did, each with the post that tells of it."""
    found: list[tuple[bool, str]] = []
    for line in own:
        if line.undone:
            continue
        link = _link(line.entry.seq, posts, guild_id)
        if line.went_back is EntryKind.UNDO:
            found.append((True, f"• ↩ Something was taken back{link}"))
        for told in gather(line.tolds):
            if told.role is TellingRole.FRAME:
                continue
            words = escape(clip(told.headline, 160))
            if told.secret:
                own_words = quoted(clip("\n".join(escape(line) for line in told.lines if line), SECRET))
                found.append((True, "\n".join(filter(None, (f"• 📨 {words}", own_words)))))
            else:
                found.append((told.important, f"• {words}{link}"))
    # The weighty ones, the newest first; what room is left has the newest of the rest. Told in their order.
    places = sorted(range(len(found)), key=lambda place: (found[place][0], place))[-EVENTS:]
    while sum(len(found[place][1]) for place in places) > TOLD and len(places) > 1:
        del places[0]
    shown = [found[place][1] for place in sorted(places)]
    left_out = [small(f"… and {counted(len(found) - len(shown), 'thing')} more")] if len(found) > len(shown) else []
    return ["**What happened**", *shown, *left_out] if shown else []


def _link(seq: int, posts: Sequence[Stands], guild_id: int | None) -> str:
    post = next((each for each in posts if each.from_seq <= seq <= each.to_seq), None)
    return "" if post is None or guild_id is None else f" [↗]({jump(guild_id, post)})"


def jump(guild_id: int, post: Stands) -> str:
    """Where a post stands, as Discord's clients open it."""
    return f"https://discord.com/channels/{guild_id}/{post.channel_id}/{post.message_id}"


# ── What is asked ─────────────────────────────────────────────────────────────────────────────────────────────────


async def _asked(seat: Seat) -> str:
    """What the viewer has to decide, and until when; else whom the battle waits for."""
    battle, titles = seat.battle, _titles(seat)
    if battle.info.result is not None:
        return "**The battle is over.**"
    if battle.info.carried_out is not None:
        return carried_out(battle.info.carried_out)
    asks = battle.prompt.asks
    mine = [ask for ask in asks if ask.side in seat.spoken_for and (not seat.viewer.umpire or ask.umpire)]
    if not mine:
        others = " and ".join(dict.fromkeys(titles.get(ask.side, ask.side) for ask in asks))
        return f"**Nothing is asked of you.** The battle waits for {escape(others)}." if others else "Nobody is asked."
    due = {t.ask_key: t.due for t in await timers.standing(seat.store, battle.info.id) if t.kind is TimerKind.DEADLINE}
    lines = ["**You are asked now**"]
    for ask in mine[:3]:
        until = f" · until {_moment(due[ask.key])}" if ask.key in due else ""
        lines.append(f"• {escape(clip(ask.question, 300))}{until}")
    return "\n".join(lines)


def _moment(when: datetime) -> str:
    return f"{discord.utils.format_dt(when)} ({discord.utils.format_dt(when, 'R')})"


def _buttons(seat: Seat) -> list[Item]:
    ticket = Ticket("now", seat.battle.info.id)
    asked = any(ask.side in seat.spoken_for for ask in seat.battle.prompt.asks)
    first = [button(ticket, "My orders", discord.ButtonStyle.success)] if asked else []
    return [*first, button(ticket.but("map"), "Map", emoji="🗺️"), button(ticket.but("status"), "Status", emoji="📋"),
            news_button(ticket)]  # fmt: skip


# ── The table ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def _maps(frame: ui.Container[ui.LayoutView], seat: Seat, then: Scene | None) -> list[discord.File]:
    """The table as it was and as it is, side by side; only as it is where it looked the same, or was not there. The
    picture of it as it is marks what has changed since the reader's side last answered."""
    now, files = seat.view.scene, list[discord.File]()
    if now is None:
        return files
    pairs = [("before.png", "Then", then)] if then is not None and _differ(then, now) else []
    pairs.append(("now.png", "Now", await changed.for_reader(seat, now)))
    under = await boards.picture_of_battle(seat.store, seat.battle.info.id)
    items: list[discord.MediaGalleryItem] = []
    for name, word, scene in pairs:
        assert scene is not None, "left out above"
        try:
            files.append(discord.File(io.BytesIO(await pictures.map_of(scene, NARROW, background=under)), name))
        except NoPicture as error:
            log.error("no picture", picture=name, error=str(error))  # the words say it all
            continue
        about = clip(f"{word}: {scene.caption}. {describe(scene)}", 1000)
        items.append(discord.MediaGalleryItem(f"attachment://{name}", description=about))
    if items:
        frame.add_item(ui.TextDisplay(small("The table then, and now" if len(items) > 1 else "The table now")))
        for item in items:  # a gallery each: Discord cuts the edges off pictures that share one
            frame.add_item(ui.MediaGallery(item))
    return files


def _differ(then: Scene, now: Scene) -> bool:
    return (then.units, then.markers, then.wrecks, then.seen) != (now.units, now.markers, now.wrecks, now.seen)
