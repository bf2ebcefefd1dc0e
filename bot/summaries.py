"""Campaigns, units, battles and careers in a few lines, escaped, for answers and notices."""

from __future__ import annotations

import discord

from bot.text import clip, escape, small
from campaigns.campaign import CampaignView
from campaigns.careers import Career, Fact
from campaigns.models import FactKind
from campaigns.policies import Settings
from campaigns.rosters import SlotView, UnitView
from rules.ruleset import AnyRuleSet


def campaign_text(view: CampaignView, *, policies: bool = False) -> str:
    """Its name, its GMs, who plays for which side."""
    lines = [f"### {escape(view.name)}", small("closed") if view.closed else ""]
    lines.append("GM: " + ", ".join(f"<@{gm}>" for gm in view.gms[:20]))
    for side in view.sides:
        people = ", ".join(f"<@{player.user_id}>" for player in side.players[:20])
        lines.append(f"**{escape(side.name)}**: {people or 'nobody yet'}")
    if policies:
        lines.append(small(settings_text(view.settings)))
    return "\n".join(line for line in lines if line)


def settings_text(settings: Settings) -> str:
    """The policies in force, one sentence each."""
    answer = f"{settings.deadline_hours:g} h to answer a prompt" if settings.deadline_hours else "no deadlines"
    reminder = f", a reminder {settings.reminder_hours:g} h before" if settings.reminder_hours else ""
    lines = [
        f"Deadlines: {answer}{reminder if settings.deadline_hours else ''}",
        f"The wounded return: {settings.wounded.replace('-', ' ')}",
        f"Replacements: {settings.replacements.replace('-', ' ')}",
    ]
    lines += [f"House rule {key}: {choice}" for key, choice in settings.options]
    return "\n".join(escape(line) for line in lines)


def unit_text(unit: UnitView, rules: AnyRuleSet) -> str:
    """Its name and strength, then every man in it."""
    kind = next((kind.title for kind in rules.organisations if kind.key == unit.organisation), unit.organisation)
    men = [slot_line(slot) for slot in unit.slots]
    head = f"**{escape(unit.name)}** · {escape(kind)} · {unit.fit}/{len(unit.slots)} fit"
    about = small(f"{escape(unit.nation)} · base colour {escape(unit.base_colour)} · formed {unit.formed:%d %B %Y}")
    return "\n".join((head, about, *men))


def slot_line(slot: SlotView) -> str:
    """ "3 Private Jean Dupont, rifleman (wounded)"."""
    man = slot.holder
    if man is None:
        return f"`{slot.number:>2}` *vacant* — {escape(slot.last.name)} {slot.last.status}"
    away = " · absent" if man.excused else "" if man.status == "fit" else f" · **{man.status}**"
    return (
        f"`{slot.number:>2}` {escape(man.rank)} {escape(man.name)}{f', {escape(man.role)}' if man.role else ''}{away}"
    )


def career_text(career: Career) -> str:
    """A figure's life on the roster, line by line."""
    standing = career.standing
    place = f"No. {career.number} of {escape(career.unit)} · {standing.status}"
    head = f"### {escape(standing.rank)} {escape(career.name)}\n{place}"
    tally = f"{len(standing.battles)} battles · {standing.wounds} wounds · {standing.kills} credited" + "".join(
        f" · {escape(decoration)}" for decoration in standing.decorations
    )
    lines = [fact_line(fact) for fact in career.facts]
    first = [f"took the place of {escape(career.replaces)}"] if career.replaces else []
    return clip("\n".join((head, small(tally), *first, *lines)), 3900)


def fact_line(fact: Fact) -> str:
    """ "3 January 2026 · wounded by Ivo Kos in Hill 12 (rifle, 10♥)"."""
    words = fact.kind.value.replace("-", " ")
    by = f" {'of' if fact.kind is FactKind.KILL_CREDITED else 'by'} {escape(fact.by)}" if fact.by else ""
    battle = f" in {escape(fact.battle)}" if fact.battle else ""
    note = f" ({escape(fact.note)})" if fact.note else ""
    line = f"{discord.utils.format_dt(fact.at, 'd')} · {words}{by}{battle}{note}"
    return f"~~{line}~~" if fact.void else line
