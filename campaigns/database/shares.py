"""Which servers a process looks after: those of the shards that it holds, by Discord's own rule; and how the processes
of a fleet share the shards between them. Pure.

What belongs to no server (absences, private conversations) goes with shard 0, as Discord sends it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from sqlalchemy import ColumnElement, Integer, false, literal
from sqlmodel import col

_MILLISECONDS = literal(22, Integer)
"""Bits of a number of Discord's below those that tell when it was given."""


@dataclass(frozen=True, slots=True)
class Share:
    """The shards `held` of so many `shards`."""

    shards: int = 1
    held: frozenset[int] = frozenset({0})

    @property
    def whole(self) -> bool:
        """Whether no other process looks after anything."""
        return len(self.held) == self.shards

    @property
    def first(self) -> bool:
        """Whether what belongs to no server is here."""
        return 0 in self.held

    def has(self, guild_id: int) -> bool:
        """Whether that server is looked after here."""
        return (guild_id >> 22) % self.shards in self.held

    def of(self, guild: object) -> tuple[ColumnElement[bool], ...]:
        """A query's conditions: the column, or what is looked up by a query, holds a server that is looked after here.
        Discord sends what happens on it to the shard (its number >> 22) % shards."""
        if self.whole:
            return ()
        if not self.held:
            return (false(),)
        number = cast(Any, guild if isinstance(guild, ColumnElement) else col(guild))  # either is a column of a query
        return ((number.bitwise_rshift(_MILLISECONDS) % self.shards).in_(sorted(self.held)),)

    def __str__(self) -> str:
        return f"{spelled(self.held)}/{self.shards}"


WHOLE = Share()
"""Of a process that is alone on its database."""


@dataclass(frozen=True, slots=True)
class ShardClaim:
    """What somebody has asked for in a fleet of so many `shards`. `named`: these; None: whatever is their due."""

    shards: int
    named: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Process:
    """A process of the fleet. `number`: never used twice, each newer process has a higher one."""

    number: int
    name: str
    claim: ShardClaim


def due_to(
    member: Process, fleet: Sequence[Process], held: Mapping[int, int], orphans: Collection[int]
) -> frozenset[int]:
    """The shards that a member should hold now. `held`: by shard the number of the member that has it; `orphans`: those
    that nobody has taken up again since their process went.

    Shards that somebody has named are theirs alone. The others are shared evenly by those who have named none, and
    where there are none of these, what was orphaned is shared by all. Whoever has a shard keeps it within that.
    """
    named = [each for other in fleet for each in other.claim.named or ()]
    rest = [shard for shard in range(member.claim.shards) if shard not in named]
    heirs = [other.number for other in fleet if other.claim.named is None]
    free = [shard for shard in rest if shard not in held and (heirs or shard in orphans)]
    own = member.claim.named or frozenset()
    heirs = sorted(heirs or [other.number for other in fleet])
    if member.number not in heirs:
        return own
    each, more = divmod(len(rest), len(heirs))
    most = each + (heirs.index(member.number) < more)
    kept = [shard for shard in rest if held.get(shard) == member.number][:most]
    return own.union(kept, free[: most - len(kept)])


def spelled(shards: Iterable[int]) -> str:
    """ "0-3,8"."""
    runs: list[str] = []
    for _, group in groupby(enumerate(sorted(shards)), lambda each: each[1] - each[0]):
        run = [shard for _, shard in group]
        runs.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ",".join(runs)


def numbers(text: str) -> frozenset[int]:
    """The same back. Raises ValueError for anything else."""
    found: set[int] = set()
    for part in text.split(",") if text else ():
        first, dash, last = part.strip().partition("-")
        if not (first.isascii() and first.isdigit() and (not dash or (last.isascii() and last.isdigit()))):
            raise ValueError(f"{part.strip()!r} is neither a number nor a range")
        begin, end = int(first), int(last or first)
        if begin > end:
            raise ValueError(f"the range {part.strip()} runs backwards")
        if end >= MOST_SHARDS:
            raise ValueError(f"shard {end} is beyond {MOST_SHARDS - 1}")
        found.update(range(begin, end + 1))
    return frozenset(found)


MOST_SHARDS = 10_000
"""More than the largest bot on Discord has."""
