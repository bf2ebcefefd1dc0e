"""What is settled between two battles, in words: a step with its proposals, the strength of both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.post.summaries import deed, fallen, of_the_wounded, words
from bot.talk.command_names import mention
from bot.talk.text import clip, escape, small
from campaigns.battle.frame.coming_home import OwnPeople, Survivor, UnitBack
from campaigns.battle.frame.previewing import SideStrength, Strengths, fills
from campaigns.battle.frame.settling_up import ClosingStep, LineToSettle, Settlement
from campaigns.members.policies import Repairs, Replacements
from campaigns.roster.resting import rest_words
from rules.language.words import counted, listed, plural

SHOWN = 4
"""Proposals of a step in words; all of them stand in its select."""
WIDEST = 90
"""Characters of a proposal: seven steps must fit on one panel."""
OWN = 15
"""People of one unit of whom something is told."""
HEADS = {
    ClosingStep.FATES: "🩹 Away",
    ClosingStep.INJURIES: "🦯 For good",
    ClosingStep.REPAIRS: "🔧 Damaged",
    ClosingStep.SUCCESSION: "⬆️ Steps up",
    ClosingStep.REPLACEMENTS: "👤 Empty places",
    ClosingStep.MERGERS: "🤝 Weak units",
    ClosingStep.HONOURS: "🎖 Honours",
    ClosingStep.LEARNING: "📖 To learn",
}
TAKES_ALL = {
    ClosingStep.FATES: "🩹 Report all fit",
    ClosingStep.INJURIES: "🦯 Give all injuries",
    ClosingStep.REPAIRS: "🔧 Repair all",
    ClosingStep.SUCCESSION: "⬆️ Let all step up",
    ClosingStep.REPLACEMENTS: "👤 Fill all places",
    ClosingStep.HONOURS: "🎖 Honour all",
}
_REPLACED = {
    Replacements.AUTOMATIC: "the bot fills them when the next battle begins",
    Replacements.BY_GM: "they stay empty until you fill them",
    Replacements.NONE: "this campaign sends no replacements",
}


_REPAIRED = {
    Repairs.OFF: "it stays as it is",
    Repairs.NEXT_BATTLE: "it is repaired when the next battle begins",
    Repairs.D6: "a D6 each when the next battle begins: repaired on 4 or more",
}


_FILLED = {
    Replacements.AUTOMATIC: "The bot fills them when the next battle begins",
    Replacements.BY_GM: "The GM fills them",
    Replacements.NONE: "This campaign sends no replacements",
}


def head(now: Settlement) -> str:
    """What the panel is for."""
    left = sum(map(len, now.steps.values()))
    first = f"### {escape(now.title)}: {'what you may settle' if left else 'all is settled'}"
    gone = f"Another battle has called {escape(listed(now.elsewhere))} since." if now.elsewhere else ""
    rest = "The campaign's policy settles what you leave. You can change any line of a career later."
    return "\n".join(filter(None, (first, gone, small(rest))))


Link = Callable[[int], str]
"""To the post that tells of an entry of the journal; "" where there is none."""


def step_text(step: ClosingStep, now: Settlement, link: Link) -> str:
    """A step with its first proposals, and what happens without a click."""
    found = now.steps[step]
    if not found and step is not ClosingStep.HONOURS:
        return f"**{HEADS[step]}**: ✔ nothing left"
    lines = [f"• {escape(clip(line_of(step, each), WIDEST))}{_evidence(each, link)}" for each in found[:SHOWN]]
    lines += [f"• and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    if step is ClosingStep.HONOURS:
        lines += [
            f"⚠️ {escape(one.whose)}: careers no longer bear out “{escape(one.name)}”" for one in now.contested[:3]
        ]
    if not lines:
        return f"**{HEADS[step]}**: ✔ nothing left"
    return "\n".join((f"**{HEADS[step]}** ({len(found)})", *lines, small(_policy(step, now))))


def _evidence(one: LineToSettle, link: Link) -> str:
    """Where the journal bears it out, by the first of its posts."""
    seqs = one.proposal.seqs if one.proposal is not None else ()
    return next(filter(None, map(link, seqs)), "")


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
    if one.proposal is not None:
        return f"{whose(one)}: {one.proposal.award.name} ({one.proposal.citation})"
    if one.injury is not None and one.injury.injury is not None:
        return f"{one.man.name}, {one.unit.name}: {one.injury.injury.words} ({one.injury.dice})"
    if one.into is not None:
        return f"{one.unit.name} into {one.into.name}"
    man = f"{one.man.rank} {one.man.name}".strip()
    match step:
        case ClosingStep.FATES | ClosingStep.REPAIRS:
            status = one.man.status if one.man.status != "fit" else "short of men"
            return ", ".join(filter(None, (f"{man}, {one.unit.name}: {words(status)}", rest_words(one.man.standing))))
        case ClosingStep.SUCCESSION:
            return f"{man} becomes {one.role} of {one.unit.name}"
        case ClosingStep.REPLACEMENTS:
            return f"{one.role or 'place'} of {one.unit.name}, after {fallen(one.man.status)}{man}"
        case ClosingStep.LEARNING:
            return f"{man}, {one.unit.name}: {one.to_spend} to spend"
        case ClosingStep.MERGERS | ClosingStep.HONOURS | ClosingStep.INJURIES:
            return f"{fallen(one.man.status)}{man}, {one.unit.name}"


def whose(one: LineToSettle) -> str:
    """Who is honoured: "✝ Sergeant Ray Hale, Able", or the unit."""
    if one.figure is None:
        return one.unit.name
    return f"{fallen(one.figure.status)}{f'{one.figure.rank} {one.figure.name}'.strip()}, {one.unit.name}"


def _policy(step: ClosingStep, now: Settlement) -> str:
    match step:
        case ClosingStep.FATES:
            return f"If you press nothing: {of_the_wounded(now.settings)}."
        case ClosingStep.INJURIES:
            return "By the battle's own dice (house rule). If you press nothing, nobody keeps one."
        case ClosingStep.SUCCESSION:
            return "The unit's senior by rank, then by battles. If you press nothing, the place stays as it is."
        case ClosingStep.REPLACEMENTS:
            return f"If you press nothing: {_REPLACED[now.settings.replacements]}."
        case ClosingStep.REPAIRS:
            return f"If you press nothing: {_REPAIRED[now.settings.repairs]}."
        case ClosingStep.MERGERS:
            return "Of one kind, and at half strength or less. If you choose none, they stay apart."
        case ClosingStep.HONOURS:
            return "By the campaign's awards. ↗ leads to what bears it out. If you press nothing, nobody is honoured."
        case ClosingStep.LEARNING:
            return "Their players choose by “After the battle”, or you do here."


def own_people_text(found: OwnPeople) -> list[str]:
    """What has become of a player's people, unit by unit, and what happens without a word of theirs."""
    head = f"### {escape(found.title)}: what has become of your people"
    if not found.units:
        return [head, "None of your units fought in it."]
    away, vacant = sum(one.away for one in found.units), sum(one.vacant for one in found.units)
    foot = [f"Away: {away}. By the campaign's policy: {of_the_wounded(found.settings)}."] if away else []
    foot += [f"Empty places: {vacant}. {_FILLED[found.settings.replacements]}."] if vacant else []
    foot += [f"{mention('unit roster')} shows all of them."]
    return [head, *map(_own_unit, found.units), small(" ".join(foot))]


def _own_unit(found: UnitBack) -> str:
    lines = [f"• {escape(_survivor(one))}" for one in found.people[:OWN]]
    lines += [f"• and {len(found.people) - OWN} more"] if len(found.people) > OWN else []
    lines += [small(f"{counted(found.unscathed, 'other')} {plural(found.unscathed, 'is', 'are')} as before")]
    return "\n".join((f"**{escape(found.unit.name)}**", *lines))


def _survivor(one: Survivor) -> str:
    man = one.figure
    said = list(dict.fromkeys(map(deed, one.what)))
    said += [f"{counted(one.to_spend, 'upgrade')} to spend"] if one.to_spend else []
    return f"{fallen(man.status)}{f'{man.rank} {man.name}'.strip()}: {', '.join(said)}"


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
        case ClosingStep.INJURIES:
            return f"{count} {plural(count, 'keeps', 'keep')} an injury for good"
        case ClosingStep.REPAIRS:
            return f"{count} repaired"
        case ClosingStep.MERGERS:
            return f"{counted(count, 'unit')} merged"
        case ClosingStep.LEARNING:
            return f"{count} to learn"
        case ClosingStep.SUCCESSION:
            return f"{count} stepped up"
        case ClosingStep.REPLACEMENTS:
            return f"{counted(count, 'place')} filled"
        case ClosingStep.HONOURS:
            return f"{count} honoured"
