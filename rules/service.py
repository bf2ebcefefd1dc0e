"""What a battle's umpire takes back: a career tells what really happened, and his word on that is the last."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ruleset import Service

OUT = ("killed", "captured", "missing")


def restored(entries: Sequence[Service], figure: str, *, wounded: bool) -> list[Service]:
    """The entries after the umpire has put somebody back, fit. That he was killed, taken or gone never happened, and
    nobody made that kill; that he was hit did. `wounded`: he had an open wound, from this battle or before it."""
    kept = [
        entry
        for entry in entries
        if not (entry.figure == figure and entry.what in OUT)
        and not (entry.what == "kill-credited" and entry.by == figure)
    ]
    return [*kept, Service(figure, "recovered", None, "by the umpire")] if wounded else kept
