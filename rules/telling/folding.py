"""What came to nothing, in one sentence: "Yard 1 and Yard 5 look and see nothing; Patrol 2 moves 3 in to F2".

Pure, and made of what one viewer was told.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.language.words import listed
from rules.telling.told import Told

NAMED = 60
"""Those who did the same are named while their names take so many characters; else only how many they are is said."""
FEW = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Numbers that are written out."""
LONG = 130
"""Characters of a fold: what would make it longer stands in the details."""


def fold(tolds: Sequence[Told], *, beside: bool = False) -> str:
    """These gathered tellings, of which nothing came, by what was done; "" where there is nothing to say. `beside`:
    they stand below what something came of."""
    done: dict[str, list[Told]] = {}
    for told in tolds:
        if told.idle is not None and told.idle.who and not (beside and told.idle.dull):
            done.setdefault(told.idle.several, []).append(told)
    said: list[str] = []
    for several, alike in done.items():
        part = _part(alike, several)
        if said and len("; ".join((*said, part))) > LONG:
            break
        said.append(part)
    return "; ".join(said)


def _part(alike: Sequence[Told], several: str) -> str:
    deeds = [(told.idle.who, *told.idle.others) for told in alike if told.idle is not None]
    who = list(dict.fromkeys(one for doers in deeds for one in doers))
    if len(set(deeds)) == 1:
        return alike[-1].headline.rstrip(".")
    names = listed(who)
    if len(names) > NAMED:
        names = FEW[len(who)] if len(who) < len(FEW) else str(len(who))
    return f"{names} {several}"
