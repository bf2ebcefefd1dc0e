"""What a flood of one server costs another: an answer while many of the other's wait, beside the same answer alone, by
discord.py's own client over sockets."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.talk.watch import Watch
from campaigns.campaign import campaign
from campaigns.database.store import Store
from tests.bench.pair import Pair
from tests.bot.toy import TOY
from tests.campaigns.world import START, repeatable_entropy
from tests.clocks import ManualClock
from tests.databases import new_file
from tests.wire.bots import Wired, wired

LOUD, QUIET = "campaign show", "help"
FLOOD = 100
"""Commands of one server in the same moment."""
MOST_MS = 3000
"""Discord waits so long for an answer."""


class Stopwatch(Watch):
    """Seconds that somebody on the quiet server has waited, all added up. Whoever of the flood comes too late for
    Discord has been answered all the same."""

    def __init__(self) -> None:
        self.total = 0.0
        self._answered = Counter[str]()
        self._news = asyncio.Event()

    def read(self) -> float:
        return self.total

    def answered(self, what: str, outcome: str, seconds: float) -> None:
        self._answered[what] += 1
        self._news.set()

    async def until(self, what: str, times: int) -> None:
        while self._answered[what] < times:
            self._news.clear()
            await self._news.wait()

    async def asks(self, mill: Wired, loud: tuple[int, int, int], flood: int) -> None:
        """So many on the loud server, then one on the quiet one; until all are answered, but only that one counts."""
        for _ in range(flood):
            mill.discord.slash(*loud, LOUD)
        theirs, ours = self._answered[f"/{LOUD}"] + flood, self._answered[f"/{QUIET}"] + 1
        began = perf_counter()
        mill.discord.slash(mill.guild, mill.gm, mill.channel, QUIET)
        await self.until(f"/{QUIET}", ours)
        self.total += perf_counter() - began
        await self.until(f"/{LOUD}", theirs)


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        watch = Stopwatch()
        servers = _servers(Path(folder))
        mill, loud = runner.run(servers.__aenter__())
        mill.bot.watch = watch
        about = f"/{QUIET} while {FLOOD} /{LOUD} of another server are under way, beside the same alone"
        yield iter(
            [
                Pair(
                    "flood",
                    about,
                    lambda: runner.run(watch.asks(mill, loud, FLOOD)),
                    lambda: runner.run(watch.asks(mill, loud, 0)),
                    most=60,
                    on_top=MOST_MS,
                    clock=watch.read,
                )
            ]
        )
        runner.run(servers.__aexit__(None, None, None))


@asynccontextmanager
async def _servers(folder: Path) -> AsyncIterator[tuple[Wired, tuple[int, int, int]]]:
    store = Store(new_file(folder), ManualClock(START), repeatable_entropy(), {"toy": TOY})
    async with wired(store, "Loud") as mill:
        loud = mill.others[0]
        for guild, gm, channel in ((mill.guild, mill.gm, mill.channel), loud):
            await campaign.create(store, guild, channel, gm, "Dust", "toy")
        await mill.tries()
        yield mill, loud
    await store.close()
