"""What came to nothing, in one sentence: "Yard 1, Yard 5 and 4 more look and see nothing; Patrol 2 moves 3 in to F2".

Pure, and made of what one viewer was told.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.language.words import counted, listed
from rules.telling.told import Told

NAMED = 2
"""So many are named of those who did the same; of more the first two, and how many more."""
LONG = 200
"""Characters of a fold: what would make it longer is counted."""


def fold(tolds: Sequence[Told]) -> str:
    """These gathered tellings, of which nothing came, by what was done; "" where there is nothing to say."""
    done: dict[str, dict[str, str]] = {}
    for told in tolds:
        if told.idle is not None and told.idle.who:
            done.setdefault(told.idle.several, {})[told.idle.who] = told.headline.rstrip(".")
    said: list[str] = []
    parts = [_part(list(who), several, next(iter(who.values()))) for several, who in done.items()]
    for place, part in enumerate(parts):
        if place and len("; ".join((*said, part))) > LONG:
            said.append(counted(len(parts) - place, "lesser thing"))
            break
        said.append(part)
    return "; ".join(said)


def _part(who: Sequence[str], several: str, alone: str) -> str:
    if len(who) == 1:
        return alone
    if len(who) <= NAMED + 1:
        return f"{listed(list(who))} {several}"
    return f"{', '.join(who[:NAMED])} and {len(who) - NAMED} more {several}"
