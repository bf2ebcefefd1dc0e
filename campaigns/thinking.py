"""Work of the rules beside the event loop: judging, looking, folding and reading take as long as a battle is large, and
meanwhile everybody else is answered.

Threads, not processes: nothing has to be carried over (a state of 80 units is 150 KB each way), nothing can die apart
from the rest, and the rules are pure, so a thread whose asker has gone away harms nobody. What takes longest, lines of
sight, lets go of the interpreter by itself; the rest gives it back when the loop asks for it (`SHARE`).
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import os
import sys
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

P = ParamSpec("P")
R = TypeVar("R")

SHARE = 0.001
"""Seconds after which a thread that thinks gives way to the event loop, when that has something to do."""
AT_ONCE = max(2, min(4, os.cpu_count() or 2))
"""Battles thought about at the same time. Others wait, and drawing has threads of its own."""

EVERYTHING = 2
"""The generation of a search for garbage in everything."""
SPARED = 100
"""Searches of which the first alone looks at everything that has been kept."""

_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="thinking")
_WHOSE: ContextVar[Hashable] = ContextVar("whose", default=None)


def work_for(whose: Hashable) -> None:
    """What this task does from now on it does for them: a server, or a campaign's posts."""
    _WHOSE.set(whose)


class Turns:
    """So many at a time. Where some have to wait they are let in by turns of those for whom they work: a hundred of one
    server's do not go before the one of another's."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """By for whom; whose turn is next stands first."""

    async def __aenter__(self) -> None:
        if self._left:
            self._left -= 1
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(_WHOSE.get(), deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was let in at that very moment
                self._let_in()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._let_in()

    def _let_in(self) -> None:
        while self._waiting:
            whose = next(iter(self._waiting))
            line = self._waiting.pop(whose)
            first = line.popleft()
            if line:
                self._waiting[whose] = line
            if not first.cancelled():
                first.set_result(None)
                return
        self._left += 1


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


async def beside(work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Does pure work in a thread, and gives back what it gives or raises what it raises. Whoever waits for a thread
    is let in by turns (`Turns`).

    Who gives up waiting leaves it to end by itself; nothing else follows from it.
    """
    loop = asyncio.get_running_loop()
    turns = _turns.get(loop)
    if turns is None:
        turns = _turns[loop] = Turns(AT_ONCE)
    call = partial(contextvars.copy_context().run, work, *args, **named)
    async with turns:
        return await loop.run_in_executor(_threads, call)


def give_way() -> None:
    """Let the threads of this process give way to one another quickly. Called once, when the program starts."""
    sys.setswitchinterval(SHARE)
    if _spare not in gc.callbacks:
        gc.callbacks.append(_spare)


def sparing(most: int = SPARED) -> Callable[[str, Mapping[str, int]], None]:
    """What survives a search for garbage in everything is spared by the next ones: nobody gets a word in while one goes
    on, and what battles keep in memory makes each longer. After `most` of them everything is searched again, for
    what has become garbage since."""
    searches = 0

    def spare(phase: str, info: Mapping[str, int]) -> None:
        nonlocal searches
        if phase == "stop" and info["generation"] == EVERYTHING:
            searches += 1
            if searches % most:
                gc.freeze()
            else:
                gc.unfreeze()

    return spare


_spare = sparing()
