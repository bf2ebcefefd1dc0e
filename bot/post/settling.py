"""What is settled between two battles, in words: a step with its proposals, the strength of both sides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.post.summaries import fallen, words
from bot.talk.text import clip, escape, small
from campaigns.battle.frame.previewing import SideStrength, Strengths, fills
from campaigns.battle.frame.settling_up import MENTION, ClosingStep, LineToSettle, Settlement
from campaigns.members.policies import Replacements, WoundedReturn
from rules.words import counted, listed, plural

SHOWN = 6
"""Proposals of a step in words; all of them stand in its select."""
HEADS = {
    ClosingStep.FATES: "🩹 Away",
    ClosingStep.SUCCESSION: "⬆️ Steps up",
    ClosingStep.REPLACEMENTS: "👤 Empty places",
    ClosingStep.HONOURS: "🎖 Honours",
}
TAKES_ALL = {
    ClosingStep.FATES: "🩹 Report all fit",
    ClosingStep.SUCCESSION: "⬆️ Let all step up",
    ClosingStep.REPLACEMENTS: "👤 Fill all places",
    ClosingStep.HONOURS: "🎖 Honour all",
}
_WOUNDED = {
    WoundedReturn.NEXT_BATTLE: "the wounded and the missing are back when the next battle begins",
    WoundedReturn.UMPIRE_DECIDES: "they stay away until you report them fit",
    WoundedReturn.D6: "when the next battle begins, each rolls a die and is back on 4 or more",
    WoundedReturn.KEPT: "they fight on hurt where the book lets them, and heal by a step in a battle that they sit out",
}
_REPLACED = {
    Replacements.AUTOMATIC: "the bot fills them when the next battle begins",
    Replacements.BY_GM: "they stay empty until you fill them",
    Replacements.NONE: "this campaign sends no replacements",
}


def head(now: Settlement) -> str:
    """What the panel is for."""
    left = sum(map(len, now.steps.values()))
    first = f"### {escape(now.title)}: {'what you may settle' if left else 'all is settled'}"
    gone = f"Another battle has called {escape(listed(now.elsewhere))} since." if now.elsewhere else ""
    rest = "The campaign's policy settles what you leave. You can change any line of a career later."
    return "\n".join(filter(None, (first, gone, small(rest))))


def step_text(step: ClosingStep, now: Settlement) -> str:
    """A step with its first proposals, and what happens without a click."""
    found = now.steps[step]
    if not found:
        return f"**{HEADS[step]}**: ✔ nothing left"
    lines = [f"• {escape(line_of(step, each))}" for each in found[:SHOWN]]
    lines += [f"• and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return "\n".join((f"**{HEADS[step]}** ({len(found)})", *lines, small(_policy(step, now))))


def guests_text(now: Settlement) -> str:
    """The guests of the scene who live, and what becomes of them without a click."""
    lines = [
        f"• {escape(unit.name)}: {escape(listed([slot.holder.name for slot in unit.places if slot.holder][:SHOWN]))}"
        for unit in now.guests[:SHOWN]
    ]
    foot = "Guests of the scene are on no roster. If you press nothing, they go their own way."
    return "\n".join((f"**🎭 Guests** ({len(now.guests)})", *lines, small(foot)))


def line_of(step: ClosingStep, one: LineToSettle) -> str:
    """One proposal."""
    man = f"{one.figure.rank} {one.figure.name}".strip()
    match step:
        case ClosingStep.FATES:
            status = one.figure.status if one.figure.status != "fit" else "short of men"
            return f"{man}, {one.unit.name}: {words(status)}"
        case ClosingStep.SUCCESSION:
            return f"{man} becomes {one.role} of {one.unit.name}"
        case ClosingStep.REPLACEMENTS:
            return f"{one.role or 'place'} of {one.unit.name}, after {fallen(one.figure.status)}{man}"
        case ClosingStep.HONOURS:
            return f"{fallen(one.figure.status)}{man}, {one.unit.name}: {did(one)}"


def did(one: LineToSettle) -> str:
    """ "2 felled, a part in 3 more"."""
    said = [f"{one.kills} felled"] if one.kills else []
    said += [f"{one.destroyed} destroyed"] if one.destroyed else []
    said += [f"a part in {one.shares}{' more' if said else ''}"] if one.shares else []
    return ", ".join(said)


def _policy(step: ClosingStep, now: Settlement) -> str:
    match step:
        case ClosingStep.FATES:
            return f"If you press nothing: {_WOUNDED[now.settings.wounded]}."
        case ClosingStep.SUCCESSION:
            return "The unit's senior by rank, then by battles. If you press nothing, the place stays as it is."
        case ClosingStep.REPLACEMENTS:
            return f"If you press nothing: {_REPLACED[now.settings.replacements]}."
        case ClosingStep.HONOURS:
            return f"“{MENTION}”, for those who did most on each side. If you press nothing, nobody is honoured."


def strength_text(found: Strengths) -> str:
    """Both sides as they would meet."""
    lines = [_strength(side, fills(found.settings)) for side in found.sides]
    if found.uneven is not None:
        least, most = found.uneven
        few, many = least.men + least.by_policy, most.men + most.by_policy
        lines.append(f"⚠️ {escape(least.name)} would have {few} against {many}.")
    return "\n".join(lines)


def _strength(side: SideStrength, filled: bool) -> str:
    said = [f"{side.men} of {counted(side.established, 'man', 'men')} in {counted(side.units, 'unit')}"]
    said += [f"up to {side.by_policy} more by policy"] if side.by_policy else []
    said += [f"{side.elements} vehicles, guns and bases"] if side.elements else []
    said += [f"{side.points.normalize():f} points"] if side.points is not None else []
    notes = [f"{words(why)}: {count}" for why, count in side.away]
    if side.vacant:
        notes.append(f"{counted(side.vacant, 'empty place')}{', filled when it begins' if filled else ''}")
    if side.leaderless:
        notes.append(f"no leader in {listed(side.leaderless)}")
    head = f"**{escape(side.name)}**: {' · '.join(said)}"
    return "\n".join((head, *([small(clip(escape(" · ".join(notes)), 600))] if notes else [])))


def done_text(step: ClosingStep, done: Sequence[LineToSettle]) -> str:
    """What a step has brought about."""
    count = len(done)
    match step:
        case ClosingStep.FATES:
            return f"{count} {plural(count, 'is', 'are')} fit again"
        case ClosingStep.SUCCESSION:
            return f"{count} stepped up"
        case ClosingStep.REPLACEMENTS:
            return f"{counted(count, 'place')} filled"
        case ClosingStep.HONOURS:
            return f"{count} honoured"
