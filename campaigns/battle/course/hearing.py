"""Who hears of what was done: everybody, one side alone, or whoever reads another question than before."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.battle.record.journal import Entry
from campaigns.battle.record.marks import Hearers
from rules.asking import Prompt


def hearers_of(entries: Sequence[Entry], before: Prompt, after: Prompt) -> Hearers:
    """Who may know of these entries, or of what is asked since."""
    audiences = [entry.audience for entry in entries]
    known = [audience for audience in audiences if audience is not None]
    if not audiences or len(known) < len(audiences):
        return Hearers(everybody=True)
    sides = frozenset(side for audience in known for side in audience)
    then, now = ([(ask.face, ask.about) for ask in prompt.asks] for prompt in (before, after))
    new = [each for each in (*then, *now) if each not in then or each not in now]
    return Hearers(everybody=False, sides=sides, asked=frozenset(face.side for face, _ in new))
