"""Sentences on end with one subject read as one: "Hunt fired an LAW at Mill cell, and killed Fighter Nabih."

A second one is joined to the first where both are short; of a unit it then begins with "It". Who a person is to be
called by is nobody's guess: people keep their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.language.words import are_several

LONGEST = 25
"""Words of a joined sentence."""


def joined(told: Iterable[str], me: Sequence[str], bodies: Iterable[str] = ()) -> str:
    """The sentences as a paragraph. `me`: the names of one person, `bodies`: names of units that begin sentences."""
    names = {name: me[0] for name in me if name} | {name: name for name in bodies if name}
    order = sorted(names, key=len, reverse=True)
    found: list[str] = []
    before, open_ = "", False
    for text in filter(None, told):
        start = next((name for name in order if text[: len(name) + 1].casefold() == f"{name} ".casefold()), "")
        subject = names.get(start, "")
        rest = text[len(start) + 1 :]
        if subject and subject == before and open_ and _fits(found[-1], rest):
            first = found[-1].removesuffix(".")
            found[-1] = f"{first}{', and' if ',' in first or ' and ' in first else ' and'} {rest}"
            open_ = False
            continue
        if subject and subject == before and subject not in me:
            text = f"{'They' if are_several(subject) else 'It'} {rest}"
        found.append(text)
        before, open_ = subject, bool(subject)
    return " ".join(found)


def _fits(first: str, rest: str) -> bool:
    """Whether they may be joined: short, and no list with stops of its own in the first."""
    return not set(first) & set(":;×") and len(first.split()) + len(rest.split()) < LONGEST
