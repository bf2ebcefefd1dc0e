"""Two writers of one battle: in one process they wait for each other. Of two processes the slower thinks again, and
meanwhile the others wait (on PostgreSQL; nothing else serves two)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from campaigns.database.store import Store
from campaigns.errors import Stale

R = TypeVar("R")
TRIES = 4
"""Tries at a battle of which another process was faster, before its asker hears of it."""


class Overtaken(Stale):
    """Another process wrote to the battle while this one thought about it. Nothing has been written."""


async def alone(store: Store, battle_id: int, work: Callable[[], Awaitable[R]]) -> R:
    """Do the work while nobody else in this process writes to the battle; again where another process was faster, and
    then while nobody else at all does. Raises Stale when it always was."""
    async with store.alone(battle_id):
        try:
            return await work()
        except Overtaken:
            pass
        async with store.holding(battle_id):
            return await tried_again(work)


async def tried_again(work: Callable[[], Awaitable[R]]) -> R:
    """Do the work, all of it again where it was overtaken. Raises Stale when it always was."""
    for _ in range(TRIES - 1):
        try:
            return await work()
        except Overtaken:
            continue
    return await work()
