"""What an action takes in a database with many campaigns, beside one with ten: by turns, so that whatever disturbs one
disturbs the others. Counted is the processor's time, ours and the database's; time on the wall is told beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter

from tests.bench.pair import processor
from tests.bench.scale.crowd import Crowd, act, forget
from tests.bench.scale.figures import Figure, server_seconds

MOST = 1.2
"""The goal: about as much as among ten."""


@dataclass(slots=True)
class Taken:
    """What the actions in one of the databases took."""

    used: float = 0.0
    seconds: list[float] = field(default_factory=list[float])


async def measure(crowds: Sequence[Crowd], server: int, rounds: int, seed: int) -> list[Figure]:
    """The first crowd is the smallest. In battles that the process knows (the same ten in each), and in any."""
    found: list[Figure] = []
    stores = [crowd.store() for crowd in crowds]
    for known in (True, False):
        dice, taken = Random(seed), [Taken() for _ in crowds]
        for turn in range(-10, rounds):  # the first ten are not counted: each battle is looked at once
            number = turn % 10 if known else dice.randrange(1_000_000)
            for at in _in_turn(turn, len(crowds)):
                if not known:
                    forget(stores[at])
                start, used = perf_counter(), processor() + server_seconds(server)
                await act(stores[at], crowds[at], number)
                if turn >= 0:
                    taken[at].used += processor() + server_seconds(server) - used
                    taken[at].seconds.append(perf_counter() - start)
        found += _told(crowds, taken, known=known)
    for store in stores:
        await store.close()
    return found


def _in_turn(turn: int, count: int) -> list[int]:
    """Each begins as often as the others."""
    return [(turn + at) % count for at in range(count)]


def _told(crowds: Sequence[Crowd], taken: Sequence[Taken], *, known: bool) -> Iterator[Figure]:
    how = "looked at before" if known else "never looked at before"
    few = taken[0]
    for crowd, own in list(zip(crowds, taken, strict=True))[1:]:
        walls = [mine / theirs for mine, theirs in zip(own.seconds, few.seconds, strict=True)]
        more = {"processor_ms": 1000 * own.used / len(walls), "wall_ms": 1000 * median(own.seconds)}
        yield Figure(
            f"action, {crowd.size} campaigns" + ("" if known else ", cold"),
            f"in a battle that the process has {how}, beside the same where {crowds[0].size} are",
            own.used / few.used,
            "×",
            most=MOST,
            more={**more, "on_the_wall": median(walls)},
        )
