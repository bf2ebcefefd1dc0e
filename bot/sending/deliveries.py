"""What has not reached its channel, in words: for the GM who can mend it, and for those who act meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.talk.command_names import mention
from bot.talk.text import clip, escape, small
from campaigns.battle.record.info import BattleInfo
from campaigns.battle.watch import delivery
from campaigns.battle.watch.delivery import Stuck
from campaigns.battle.watch.health import Health, PutOff
from campaigns.database.store import Store
from campaigns.members.policies import Policies, SideThreads
from campaigns.post.dispatches import Doors
from rules.language.words import counted

SHOWN = 15
"""Lines of posts, and deadlines, that one answer lists."""


async def where_posted(store: Store, battle: BattleInfo) -> str:
    """ "posted in #ridge-run", or that it is not, and why: for the answer to one who has just acted."""
    return await warned(store, battle.id) or f"posted in <#{battle.channel_id}>."


async def warned(store: Store, battle_id: int) -> str:
    """A warning where a battle's posts do not arrive; else nothing."""
    stuck = await delivery.stuck(store, battle_id)
    return "" if stuck is None else warning(stuck)


def warning(stuck: Stuck) -> str:
    """What somebody must know who looks for the battle's posts."""
    since = discord.utils.format_dt(stuck.since, "R")
    place = f"⚠️ **<#{stuck.channel_id}> gets no posts now** (the first that is missing: {since})."
    why = f" The reason: {escape(clip(stuck.problem, 200))}." if stuck.problem else ""
    then = (
        "it is posted as soon as that works"
        if stuck.waiting
        else f"a GM has it posted with {mention('gm undelivered')}"
    )
    return f"{place}{why}\n" + small(
        f"What was done counts and nothing is lost; {then}. {mention('status')} and {mention('map')} are right."
    )


def listed(lines: Sequence[Stuck]) -> list[str]:
    """For the GM: each place that does not get its posts, how many, since when, why, and when it is tried again."""
    count = sum(line.waiting + line.dead for line in lines)
    if not count:
        return ["✔ Every post has arrived."]
    head = f"**{counted(count, 'post has', 'posts have')} not arrived.**"
    more = [small(f"… and {len(lines) - SHOWN} places more")] if len(lines) > SHOWN else []
    return [head, *(_line(line) for line in lines[:SHOWN]), *more]


def _line(line: Stuck) -> str:
    name = f"**{escape(line.title)}**" if line.title else "The campaign's own notices"
    where = f"in <#{line.channel_id}>" if line.audience is None else "for one side alone"
    parts = [f"{line.waiting} on the way"] if line.waiting else []
    parts += [f"{line.dead} given up"] if line.dead else []
    since = discord.utils.format_dt(line.since, "R")
    again = f" Next try {discord.utils.format_dt(line.again_at, 'R')}." if line.again_at else ""
    why = escape(clip(line.problem, 200)) or "not tried yet"
    return f"• {name} {where}: {', '.join(parts)}, the first from {since}: {why}.{again}"


def ailing(health: Health) -> list[str]:
    """For the GM: what should have happened by itself and has not. Nothing where all is well."""
    lines = [_put_off(late) for late in health.put_off[:SHOWN]]
    stopped = [task.name for task in health.tasks if not task.well]
    if stopped or health.overdue or health.unclaimed:
        about = f" ({escape(', '.join(stopped))})" if stopped else ""
        lines.append(f"⚠️ **Something of mine has stopped{about}.** Tell the host: `adjutant health` says more.")
    return lines


def rights_missing(rights: discord.Permissions, settings: Policies) -> str:
    """For the GM: what the bot would need here for the sides' threads. Nothing where it has it, or wants none."""
    if settings.side_threads is SideThreads.OFF or rights.create_private_threads:
        return ""
    return (
        "⚠️ I may not make private threads here: each side's secret news, briefings and orders wait behind **For my "
        "side only**. Give me the permission **Create Private Threads** and I make them, or have none "
        f"({mention('campaign settings')})."
    )


def no_calendar(rights: discord.Permissions, settings: Policies) -> str:
    """For the GM: what the bot would need for events of the server's calendar. Nothing where it has it, or wants
    none."""
    if not settings.calendar or rights.create_events or rights.manage_events:
        return ""
    return (
        "⚠️ I may not create events on this server: deadlines stay out of its calendar. Give me the permission **Create "
        f"Events**, or turn them off ({mention('campaign settings')} `calendar: False`)."
    )


def missing_events(problems: Mapping[int, str]) -> list[str]:
    """For the GM: the battles that are not in the server's calendar, and why."""
    return [f"• Battle {number} isn't in the calendar: {clip(why, 300)}." for number, why in problems.items()]


def closed_doors(doors: Sequence[Doors]) -> list[str]:
    """For the GM: the sides' threads that could not be made, and why."""
    return [f"• The private thread of **{escape(each.side_name)}**: {clip(each.problem, 300)}." for each in doors]


def _put_off(late: PutOff) -> str:
    due, again = (discord.utils.format_dt(when, "R") for when in (late.due, late.again_at))
    fault = f"⏰ A deadline of **{escape(late.title)}** ({due}) could not be carried out, by a fault of mine."
    return f"{fault} Next try {again}; {mention('gm answer')} goes on without it."
