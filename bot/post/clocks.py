"""Clocks in words: what somebody has told of his days, how his time stands, what is told when it runs out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import discord
from discord import ui

from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.people import listed, named, pinged
from bot.talk.say import card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from bot.talk.under_way import carried_out
from campaigns.campaign.campaign import CampaignView
from campaigns.clocks.answering import AnswerHabit
from campaigns.clocks.granting import PersonsClock
from campaigns.clocks.habits import WEEK, Habits, OpenAbsence, RunningBattle
from campaigns.clocks.leaves import Leave
from campaigns.clocks.people import InPlace
from campaigns.members.policies import AtDeadline
from campaigns.post.matter import Clocks, Matter, OnLeave, UnderWay, Waits
from rules.language.words import counted

AT_DEADLINE = {
    AtDeadline.DEFAULT: "what the prompt names",
    AtDeadline.HOLD: "hold, where the rules let it; else what the prompt names",
    AtDeadline.GM: "the GMs are asked; after that what the prompt names",
}
IN_PLACE = {
    InPlace.PAUSE: "nobody: the battle pauses for the days that the campaign gives, then the staff plays",
    InPlace.STAFF: "the staff, from now on",
    InPlace.ORDERS: "nobody: your written orders stand, and deadlines do what they do",
    InPlace.GM: "the GMs",
    InPlace.DELEGATE: "a delegate",
}


def when(at: datetime) -> str:
    """A moment as each reader's own clock shows it, and how long it is until then."""
    return f"{discord.utils.format_dt(at)} ({discord.utils.format_dt(at, 'R')})"


def under_way(matter: Matter) -> ui.LayoutView:
    """The note of a run that is under way."""
    return card(carried_out(matter.of(UnderWay).done))


def span(length: timedelta) -> str:
    """ "2 d 3 h", "50 min"."""
    minutes = int(length.total_seconds() // 60)
    days, hours = minutes // 1440, minutes % 1440 // 60
    parts = [f"{days} d" if days else "", f"{hours} h" if hours else ""]
    return " ".join(filter(None, parts)) or f"{minutes} min"


def habits_text(habits: Habits) -> str:
    """What somebody has told of his days, a line each."""
    hours = habits.hours
    quiet = f"{hours.quiet[0]:%H:%M} to {hours.quiet[1]:%H:%M}" if hours.quiet else "none"
    off = ", ".join(WEEK[day] for day in sorted(hours.off)) or "none"
    lines = [
        f"Time zone: **{escape(hours.zone.replace('_', ' ')) or 'not told'}**",
        f"Quiet hours: **{quiet}**",
        f"Days off: **{off}**",
        *(f"Away: {_away(each)}" for each in habits.away),
    ]
    return "\n".join(lines)


def _away(away: OpenAbsence) -> str:
    who = named(away.delegate) if away.delegate is not None else IN_PLACE[away.in_place]
    days = f"{discord.utils.format_dt(away.since, 'f')} to {discord.utils.format_dt(away.until, 'f')}"
    return f"**{days}**, in your place {who}"


def running_text(running: RunningBattle) -> str:
    """How somebody's clock stands in a battle."""
    head = f"**{escape(running.title)}** · <#{running.channel_id}>: "
    if running.paused:
        return f"{head}paused, nothing falls due"
    if running.asked:
        return head + (f"**your turn**, until {when(running.due)}" if running.due else "**your turn**, no deadline")
    return f"{head}not asked; {span(running.left)} saved"


def persons_line(clock: PersonsClock, known: Mapping[int, AnswerHabit]) -> str:
    """Somebody's clock, for the GM."""
    state = "not asked" if not clock.asked else "asked"
    parts = [state, f"{span(clock.left)} left"]
    parts += [f"runs out {discord.utils.format_dt(clock.runs_out, 'R')}"] if clock.runs_out else []
    parts += ["has quiet hours now or is away"] if clock.asleep else []
    parts += [f"{clock.misses} missed here"] if clock.misses else []
    parts += [reliability(known[clock.user_id])] if clock.user_id in known else []
    return f"{named(clock.user_id)}: {', '.join(filter(None, parts))}"


def reliability(known: AnswerHabit) -> str:
    """ "answers 9 of 10 in time"; nothing of somebody who has not played lately."""
    return f"answers {round(known.share * 10)} of 10 in time" if known.known else ""


def doubtful(known: Iterable[AnswerHabit]) -> str:
    """Who may keep the others waiting, for a GM who sets up a battle; nothing where nobody does."""
    slow = [each for each in known if each.known and each.share < 0.85]
    lines = [f"• {named(each.user_id)} {reliability(each)} lately" for each in slow[:10]]
    how = small(f"{mention('gm policy')} has deadlines; {mention('gm clock')} shows everybody's clock.")
    return "\n".join(("⏳ **May keep you waiting**, for your eyes only:", *lines, how)) if lines else ""


def reminder(here: CampaignView, matter: Matter, battle_id: int, standing: tuple[Waits, ...]) -> Message:
    """One message for all that waits for somebody."""
    # Whoever has gone since the reminder was made is not asked any more.
    users = [user for user in matter.users if here.side_of(user) or here.is_gm(user)]
    people = listed(users)
    if len(standing) < 2:
        due = standing[0].due if standing else matter.due
        until = f"has until {when(due)} to answer" if due else "is asked to answer"
        text = f"{people}\n⏰ **{_side(here, matter.side)}** {until}."
    else:
        lines = [
            f"• <#{each.channel_id}>" + (f": until {when(each.due)}" if each.due else "") for each in standing[:15]
        ]
        lines += [f"… and {len(standing) - 15} more"] if len(standing) > 15 else []
        text = "\n".join((f"{people}\n⏰ **{counted(len(standing), 'answer is', 'answers are')} waited for:**", *lines))
    hint = (
        small(f"Say once where you live and when you sleep, and your nights are left alone: {mention('clock zone')}.")
        if matter.hint
        else ""
    )
    view = card(clip(text, 3000), hint)
    for row in rows([button(Ticket("explain", battle_id), "What can I do?", discord.ButtonStyle.primary, emoji="❔")]):
        view.add_item(row)
    return Message(view, mentions=pinged(users))


def excused(side: str, matter: Matter) -> str:
    """A deadline was missed, and the clock starts again."""
    until = f" until {when(matter.due)}" if matter.due else ""
    return f"⌛ **{side}** did not answer in time. That is excused: there is time{until}."


def gm_asked(side: str, matter: Matter) -> str:
    until = f" until {when(matter.due)}" if matter.due else ""
    return f"⌛ **{side}** did not answer in time. A GM is asked in its place{until}: {mention('gm answer')}."


def staffed(side: str, matter: Matter) -> str:
    """Nobody of the side answers: the program plays it."""
    return f"🎖️ The staff plays **{side}** from now on, and nobody waits for it.\n" + small(
        f"Whoever acts for that side takes it back; {mention('battle staff')} changes how bold the staff is."
    )


def on_leave(side: str, matter: Matter) -> str:
    """Somebody is away: until when, and what the others have to expect."""
    about, until = matter.of(OnLeave), f" until {when(matter.due)}" if matter.due else ""
    head = f"🏖️ {named(matter.users[0])} of **{side}** is on leave{until}."
    return f"{head}\n{small(_meanwhile(about))}"


def _meanwhile(about: OnLeave) -> str:
    days = span(timedelta(hours=about.hours))
    waits = f"The battle waits up to {days}" + (", then the staff plays." if about.staff else ".")
    if about.fellows:
        return "The others of that side answer meanwhile."
    match about.meanwhile:
        case InPlace.STAFF:
            return "The staff plays meanwhile." if about.staff else waits
        case InPlace.ORDERS:
            return "Their written orders stand; deadlines fall due as usual."
        case InPlace.GM:
            return "The GMs answer meanwhile."
        case InPlace.DELEGATE:
            return "Somebody answers in their place."
        case _:
            return waits


def leave_line(leave: Leave, side: str) -> str:
    """For whoever looks how the battle stands."""
    return small(f"🏖️ {named(leave.user_id)} of {side} is on leave until {when(leave.until)}")


def paused(side: str, matter: Matter) -> str:
    """The clocks stand still, run again, or somebody would have it so."""
    again = f"{mention('clock resume')} (all sides) or {mention('gm resume')} starts the clocks again."
    about = matter.of(Clocks)
    match about.kind, about.why:
        case "wish-pause", _:
            return f"⏸ **{side}** asks for a pause. {mention('clock pause')} by the others agrees to it."
        case "wish-resume", _:
            return f"▶ **{side}** would go on. {mention('clock resume')} by the others agrees to it."
        case "resumed", _:
            return "▶ **The clocks run again.** Everybody who is asked has fresh time."
        case _, "silence":
            return "⏸ **Paused**: nobody has answered for some time. Nothing falls due until somebody does."
        case _, "agreed":
            return f"⏸ **Paused**, by agreement. Nothing falls due. {again}"
        case _:
            return f"⏸ **Paused** by a GM. Nothing falls due. {again}"


def _side(here: CampaignView, key: str | None) -> str:
    side = here.side(key or "")
    return escape(side.name if side else key or "")
