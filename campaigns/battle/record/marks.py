"""How much each viewer of a battle has been told so far: a count that nothing moves which he may not know.

A button remembers such a count, of everybody where everybody sees it, of one side where that side alone does. The
number of the newest journal entry would not do: it counts what the other side does in secret.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import TypeAdapter

from rules.kernel.action import SideId
from rules.seam.viewing import Viewer

KEPT = 40
"""Changes of a count whose entries are remembered: what has happened since a button was shown is told from there."""


@dataclass(frozen=True, slots=True)
class Hearers:
    """Who may know that something was done. `sides`: those who may where not everybody may; `asked`: the sides to which
    another question is put since, as everybody reads it. `ordered`: nothing was done but that something is ordered or
    sealed, which changes nothing that is offered."""

    everybody: bool
    sides: frozenset[SideId] = frozenset()
    asked: frozenset[SideId] = frozenset()
    ordered: bool = False

    @property
    def posted(self) -> bool:
        """Whether everybody is told of it, or of the question that it led to."""
        return self.everybody or bool(self.asked)


class Whose(StrEnum):
    """Who sees the button that remembers a count."""

    EVERYBODY = ""
    SIDE = "s"
    """One player, on a panel of his own: what his side knows counts."""
    UMPIRE = "u"


@dataclass(frozen=True, slots=True)
class Mark:
    """How much somebody had been told when something was shown to him. `side`: whom it asks, where everybody sees
    it."""

    number: int
    whose: Whose = Whose.EVERYBODY
    side: SideId = ""


@dataclass(frozen=True, slots=True)
class _Count:
    number: int
    entries: tuple[int, ...]
    """The newest entries that changed it, each the last of its transaction."""
    settled: int | None = None
    """The number that it had once what is asked or offered changed last: what was shown since then stands. None: of a
    battle from before that was kept, its newest."""


_COUNTS: TypeAdapter[dict[str, _Count]] = TypeAdapter(dict[str, _Count])


@dataclass(frozen=True, slots=True)
class Marks:
    """The counts of a battle that is at entry `version`: what everybody has been told, what each side has, and what
    everybody has that the question to a side may rest on."""

    version: int
    counts: Mapping[str, _Count]

    def of(self, viewer: Viewer) -> Mark:
        """How much this viewer has been told by now: for a panel of his own."""
        whose = Whose.UMPIRE if viewer.umpire else Whose.SIDE
        return Mark(self.version if viewer.umpire else self._count(viewer.side or "").number, whose)

    def asking(self, side: SideId) -> Mark:
        """The same of everybody: for a post that asks that side."""
        return Mark(self._count(_asked(side)).number, side=side)

    @property
    def posted(self) -> int:
        """How many transactions everybody has been told of, or of the question that they led to."""
        return self._count("").number

    def stands(self, viewer: Viewer, seen: Mark) -> bool:
        """Whether nothing has come to his notice since by which what he was shown may be another, as far as the count
        goes that he was shown."""
        now = replace(self.asking(seen.side) if seen.whose is Whose.EVERYBODY else self.of(viewer), side=seen.side)
        if seen == now or seen.whose is not now.whose or seen.whose is Whose.UMPIRE:
            return seen == now
        count = self._count(_asked(seen.side) if seen.whose is Whose.EVERYBODY else viewer.side or "")
        return (count.number if count.settled is None else count.settled) <= seen.number <= count.number

    def since(self, viewer: Viewer, seen: Mark) -> int:
        """The entry after which all is new to whoever had been told so much: of what is long past a later one."""
        if seen.whose is Whose.UMPIRE:
            return min(seen.number, self.version)
        count = self._count(_asked(seen.side) if seen.whose is Whose.EVERYBODY else viewer.side or "")
        new = count.number - seen.number
        return self.version if new <= 0 else count.entries[max(len(count.entries) - 1 - new, 0)]

    def newest(self, viewer: Viewer) -> int:
        """The newest entry that brought something to his notice."""
        return self.version if viewer.umpire else self._count(viewer.side or "").entries[-1]

    def then(self, viewer: Viewer, version: int) -> Mark:
        """How much this viewer had been told at that entry, one of the newest."""
        if viewer.umpire:
            return Mark(version, Whose.UMPIRE)
        now, count = self.of(viewer), self._count(viewer.side or "")
        return replace(now, number=now.number - sum(entry > version for entry in count.entries))

    def moved(self, version: int, hearers: Hearers, sides: Collection[SideId]) -> Marks:
        """The counts once more has happened, up to entry `version`, in a battle of these sides."""
        told = {"": hearers.posted}
        for side in sides:
            told[side] = hearers.everybody or side in hearers.sides or side in hearers.asked
            told[_asked(side)] = hearers.everybody or side in hearers.asked
        counts = {key: self._count(key) for key in told}
        asked = {key for side in hearers.asked for key in (side, _asked(side))}
        for key in filter(told.get, counts):
            before = counts[key]
            settled = before.number if before.settled is None else before.settled
            if not hearers.ordered or key in asked:
                settled = before.number + 1
            counts[key] = _Count(before.number + 1, (*before.entries[-KEPT:], version), settled)
        return Marks(version, counts)

    def dump(self) -> str:
        return _COUNTS.dump_json(dict(self.counts)).decode()

    def _count(self, key: str) -> _Count:
        # Of a battle from before there were counts each began where the journal stood.
        return self.counts.get(key) or _Count(self.version, (self.version,))


def _asked(side: SideId) -> str:
    return f"?{side}"


def marks_of(text: str, version: int) -> Marks:
    """As a battle's row keeps them."""
    return Marks(version, _COUNTS.validate_json(text) if text else {})
