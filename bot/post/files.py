"""A figure's personnel file in words and as a card."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.pictures.file_card import CardFace
from bot.post.summaries import career_head, fact_line, words
from bot.talk.text import escape, small
from campaigns.honours.held import HeldHonour
from campaigns.roster.careers import CareerLine
from campaigns.story.file import File, Paragraph
from campaigns.tables.roster import PERSON, FactKind
from rules.language.words import counted, listed, plural
from rules.seam.ruleset import AnyRuleSet

SERVICE = (
    FactKind.JOINED,
    FactKind.PROMOTED,
    FactKind.FIELD_PROMOTED,
    FactKind.RECOVERED,
    FactKind.REPAIRED,
    FactKind.HONOURED,
    FactKind.HUMILIATED,
    FactKind.UPGRADED,
    FactKind.INJURED,
    FactKind.REPLACED,
    FactKind.RETIRED,
    FactKind.NICKNAMED,
    FactKind.NOTED,
)
"""Lines of a career that tell of service rather than of battles; honours have a list of their own."""


def head(file: File) -> str:
    """Who it is and what the life comes to; of the dead the obituary."""
    career = file.career
    lines = [career_head(career)]
    if career.standing.nickname:
        lines.append(f"Called “{escape(career.standing.nickname)}”.")
    if file.obituary:
        lines.append(f"**✝ {escape(file.obituary)}**")
    return "\n".join(lines)


def blocks(file: File) -> list[str]:
    """The story a paragraph a battle, the newest first; then honours, service, comrades and enemies, the place's own
    line."""
    told = [battle_block(each) for each in reversed(file.story)]
    told = told or [small("No battle of this life is over yet.")]
    return [*told, *filter(None, (_honours(file), _service(file), _company(file), _place(file)))]


def battle_block(each: Paragraph) -> str:
    """A battle's paragraph under its title."""
    return f"**{escape(each.title)}**{_on(each.at)}\n{escape(each.text)}"


def _on(at: datetime | None) -> str:
    return f" · {discord.utils.format_dt(at, 'd')}" if at is not None else ""


def _honours(file: File) -> str:
    """What the figure wears, each with its citation."""
    lines = [honour_line(each) for each in file.honours]
    return "\n".join(("**Honours**", *lines)) if lines else ""


def honour_line(each: HeldHonour) -> str:
    """ "🎖️ **Military Medal**, Hill 12 · 3 January 2026" with the citation below."""
    battle = f", {escape(each.battle)}" if each.battle else ""
    line = f"🎖️ **{escape(each.name)}**{battle}{_on(each.at)}"
    return f"{line}\n> {escape(each.citation)}" if each.citation else line


def _service(file: File) -> str:
    lines = [fact_line(fact) for fact in file.career.facts if of_service(fact)]
    return "\n".join(("**Service**", *lines)) if lines else ""


def of_service(fact: CareerLine) -> bool:
    """Whether somebody wrote it down between battles, or it raised somebody."""
    raised = (FactKind.FIELD_PROMOTED, FactKind.HONOURED, FactKind.HUMILIATED)
    return fact.kind in SERVICE and not fact.void and (not fact.told or fact.kind in raised)


def _company(file: File) -> str:
    lines: list[str] = []
    if file.comrades:
        lines.append(f"Most often beside: {_met(file.comrades)}.")
    if file.enemies:
        lines.append(f"Most often against: {_met(file.enemies)}.")
    return "\n".join(("**Company**", *lines)) if lines else ""


def _met(those: tuple[tuple[str, int], ...]) -> str:
    return listed([f"{escape(name)} ({counted(count, 'battle')})" for name, count in those])


def _place(file: File) -> str:
    lines = [f"Before: {escape(file.before[1])}"] if file.before else []
    lines += [f"After: {escape(file.after[1])}"] if file.after else []
    return "\n".join((f"**The place, No. {file.career.number}**", *lines)) if lines else ""


def face(file: File, rules: AnyRuleSet) -> CardFace:
    """What the card shows."""
    career, standing = file.career, file.career.standing
    kind = next((side for side in rules.forces.sides if side.key == file.side), None)
    called = f"{career.name} “{standing.nickname}”" if standing.nickname else career.name
    organisation = rules.forces.kind_of_unit(file.organisation)
    rank = standing.rank if career.kind == PERSON else career.role
    honours = len(standing.decorations) + standing.honours
    shares = f" +{standing.shares}" if standing.shares else ""
    felled = f"{standing.kills + standing.destroyed}{shares}"
    return CardFace(
        name=called,
        under=" · ".join(filter(None, (rank, f"No. {career.number}", career.role if career.kind == PERSON else ""))),
        place=" · ".join(filter(None, (career.unit, organisation.title if organisation else "", file.side_name))),
        status=words(standing.status).capitalize() + (f": {career.condition}" if career.condition else ""),
        tallies=(
            (str(len(standing.battles)), plural(len(standing.battles), "battle")),
            (str(standing.wounds), plural(standing.wounds, "wound")),
            (felled, "felled + shares" if standing.shares else "felled"),
            (str(honours), plural(honours, "honour")),
        ),
        ribbons=[(each.name, _stripes(each)) for each in file.honours],
        colour=kind.colour if kind is not None else "#555555",
        affiliation=kind.affiliation if kind is not None else "",
        kind=career.kind,
        portrait=file.portrait,
        dead=standing.status in ("killed", "destroyed"),
    )


def _stripes(honour: HeldHonour) -> list[tuple[str, int]]:
    """Those of its award; none of what was given freely."""
    return [(stripe.colour, stripe.width) for stripe in honour.ribbon] if honour.key else []


def alt(shown: CardFace) -> str:
    """The card in words, for whoever cannot see it."""
    numbers = ", ".join(f"{number} {word}" for number, word in shown.tallies)
    return f"Card of {shown.name}: {shown.under}; {shown.place}; {shown.status}; {numbers}"
