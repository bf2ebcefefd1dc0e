"""Whether what somebody saw still stands: judged here and nowhere else, for a button as for whatever else acts on what
was shown.

An offer stands as it was seen while nothing has come to the notice of those who were shown it, and the rules still make
the same offer. What everybody was shown is no older for what one side has done in secret, what a side was shown is.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.battle.record.marks import Mark, Marks
from campaigns.errors import Stale
from rules.seam.asking import Offer, keyed
from rules.seam.viewing import Viewer


def require_fresh(marks: Marks, viewer: Viewer, seen: Mark | None) -> None:
    """Raises Stale when something has happened since that he could have learned of. None: he saw nothing."""
    if seen is not None and not marks.stands(viewer, seen):
        raise Stale(marks.since(viewer, seen), marks.version)


def still_offered(offers: Iterable[Offer], key: str) -> Offer | None:
    """The offer of that key, wherever it stands now; None where it is not made any more."""
    return keyed(offers).get(key)
