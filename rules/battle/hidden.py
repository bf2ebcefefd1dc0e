"""Things that a side hides on the table and others may find: mines, devices, ground that is only on its own map.

A book's own class has these fields beside its own; who knows of it is asked here in every book.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rules.kernel.action import SideId


class HiddenThing(Protocol):
    """`side`: whose it is; `known`: the sides beside it that know of it."""

    @property
    def side(self) -> SideId: ...

    @property
    def known(self) -> tuple[SideId, ...]: ...


def known_to(thing: HiddenThing, side: SideId) -> bool:
    """Whether a side knows of it."""
    return side == thing.side or side in thing.known


def known_also(thing: HiddenThing, side: SideId) -> tuple[SideId, ...]:
    """Who knows of it once that side does, its own not among them."""
    return thing.known if known_to(thing, side) else (*thing.known, side)


def next_ref(refs: Iterable[str], side: SideId) -> str:
    """The next id of a side's own: "army-3". Each side counts for itself, so that nobody reads from a number how many
    the others have."""
    taken = [int(ref.rpartition("-")[2]) for ref in refs if ref.rpartition("-")[0] == side]
    return f"{side}-{max(taken, default=0) + 1}"
