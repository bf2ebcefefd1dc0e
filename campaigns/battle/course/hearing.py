"""Who hears of what was done: everybody, one side alone, or whoever reads another question than before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from campaigns.battle.record.journal import Entry
from campaigns.battle.record.marks import Hearers
from campaigns.battle.telling import telling
from campaigns.battle.telling.telling import Lines
from campaigns.tables.battles import EntryKind
from rules.kernel.action import SideId
from rules.seam.asking import Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer


def hearers_of(entries: Sequence[Entry], before: Prompt, after: Prompt, *, ordered: bool = False) -> Hearers:
    """Who may know of these entries, or of what is asked since. `ordered`: they only say what shall be done."""
    audiences = [entry.audience for entry in entries]
    known = [audience for audience in audiences if audience is not None]
    sides = frozenset(side for audience in known for side in audience)
    # Who has sealed by now is read with the question, and is no other question.
    then, now = ([(replace(ask.face, seals=()), ask.about) for ask in prompt.asks] for prompt in (before, after))
    new = [each for each in (*then, *now) if each not in then or each not in now]
    asked = frozenset(face.side for face, _ in new)
    if not audiences or len(known) < len(audiences):
        return Hearers(everybody=True, asked=asked, ordered=ordered)
    return Hearers(everybody=False, sides=sides, asked=asked, ordered=ordered)


def only_ordered(rules: AnyRuleSet, entries: Sequence[Entry]) -> bool:
    """Whether these entries say what shall be done and change nothing on the table."""
    ordering = rules.battle.ordering
    if ordering is None or any(entry.kind is not EntryKind.ACTION for entry in entries):
        return False
    return all(isinstance(rules.battle.actions.load(entry.intent), ordering.actions) for entry in entries)


def confided_to(
    rules: AnyRuleSet, before: Any, entries: Sequence[Entry], sides: Sequence[SideId]
) -> tuple[tuple[SideId, ...], dict[Viewer, Lines]]:
    """Return the sides for which the entries hold news of their own, and what each side reads of them.
    `before`: the state that the entries began from. Takes its time."""
    viewers = [Viewer(side) for side in sides]
    told, _ = telling.tell(rules, before, entries, viewers)
    lines = {viewer: tuple(own) for viewer, own in zip(viewers, told, strict=True)}
    secrets = {side: telling.confided(lines[viewer]) for side, viewer in zip(sides, viewers, strict=True)}
    return tuple(side for side in sides if any(telling.is_news(tolds) for _, tolds in secrets[side])), lines
