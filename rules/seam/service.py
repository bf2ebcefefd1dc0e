"""What a battle's umpire takes back: a career tells what really happened, and his word on that is the last. And what
the wounded carry away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.seam.growth import WOUNDED
from rules.seam.ruleset import Service

OUT = ("killed", "captured", "missing", "left", "knocked-out", "destroyed")
CREDITED = ("kill-credited", "destroy-credited", "share-credited")


def restored(entries: Sequence[Service], figure: str, *, wounded: bool) -> list[Service]:
    """The entries after the umpire has put somebody back, fit. That he was killed, taken or gone never happened, and
    nobody made that kill; that he was hit did. `wounded`: he had an open wound, from this battle or before it."""
    kept = _never_out(entries, figure)
    return [*kept, Service(figure, "recovered", None, "by the umpire")] if wounded else kept


def repaired(entries: Sequence[Service], element: str, *, damaged: bool) -> list[Service]:
    """The same of an element that is whole again. `damaged`: it had open damage, from this battle or before it."""
    kept = _never_out(entries, element)
    return [*kept, Service(element, "repaired", None, "by the umpire")] if damaged else kept


def _never_out(entries: Sequence[Service], of: str) -> list[Service]:
    return [
        entry
        for entry in entries
        if not (entry.of == of and entry.what in OUT) and not (entry.what in CREDITED and entry.by == of)
    ]


def wounds_after(entries: Sequence[Service], people: Iterable[str]) -> Mapping[str, str]:
    """The conditions of those who came, where a wound is all that one carries into the next battle; without the
    dead."""
    dead = {each.of for each in entries if each.what == "killed"}
    hurt = {each.of for each in entries if each.what == "wounded"}
    return {who: WOUNDED if who in hurt else "" for who in people if who not in dead}
