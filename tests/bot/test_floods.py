"""A flood of one server takes no more of the process than its part: whoever asks on another server is next."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from types import SimpleNamespace
from typing import Any

from bot.talk import errors
from bot.talk.limits import Allowances, Allowed
from bot.talk.places import AT_ONCE
from bot.talk.say import think
from campaigns import thinking
from campaigns.thinking import Turns, beside, work_for
from tests.campaigns.world import START
from tests.clocks import PATIENCE, ManualClock

LOUD, QUIET = 1, 2


async def for_server(guild: int, work: Any) -> None:
    work_for(guild)
    await work()


async def test_threads_go_round_among_the_servers_that_wait() -> None:
    """Two threads; twenty of one server's came first, and the other's one is thought about after two of them."""
    turns, thought = Turns(2), list[int]()

    async def think(guild: int) -> None:
        async with turns:
            thought.append(guild)
            await asyncio.sleep(0)

    flood = [asyncio.create_task(for_server(LOUD, lambda: think(LOUD))) for _ in range(20)]
    await asyncio.sleep(0)
    await for_server(QUIET, lambda: think(QUIET))
    assert thought.index(QUIET) <= 2 + 1
    await asyncio.gather(*flood)
    assert Counter(thought) == {LOUD: 20, QUIET: 1}
    assert turns._left == 2


async def test_whoever_gives_up_waiting_takes_nobody_s_turn() -> None:
    turns, thought = Turns(1), list[int]()

    async def think(number: int) -> None:
        async with turns:
            thought.append(number)

    await turns.__aenter__()
    tasks = [asyncio.create_task(think(number)) for number in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    await turns.__aexit__()
    tasks[1].cancel()  # it has been let in, and has not come yet
    await asyncio.gather(*tasks, return_exceptions=True)
    assert thought == [2]
    assert turns._left == 1


async def test_what_is_thought_beside_the_loop_takes_its_turn() -> None:
    """All threads are busy with one server's, more of it waits, and another server's is thought about next."""
    gate, began = threading.Event(), list[int]()

    def think(guild: int) -> None:
        began.append(guild)
        gate.wait(PATIENCE)

    flood = [asyncio.create_task(for_server(LOUD, lambda: beside(think, LOUD))) for _ in range(thinking.AT_ONCE + 6)]
    for _ in range(3):
        await asyncio.sleep(0)
    quiet = asyncio.create_task(for_server(QUIET, lambda: beside(think, QUIET)))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(quiet, *flood)
    assert began.index(QUIET) <= thinking.AT_ONCE + 2, "one of theirs stood first, and threads begin as they like"


async def test_of_one_server_only_so_many_interactions_are_under_way_and_another_s_begins_at_once() -> None:
    """Discord hears of each at once, whether or not it has a place already."""
    client = SimpleNamespace(limits=Allowances(ManualClock(START), Allowed()))
    heard, under_way, most, done = Counter[int](), Counter[int](), Counter[int](), list[int]()
    gate = asyncio.Event()

    async def answered(guild: int) -> None:
        async def acknowledge(**_: bool) -> None:
            heard[guild] += 1

        async def work() -> None:
            await think(told)
            under_way[guild] += 1
            most[guild] = max(most[guild], under_way[guild])
            if guild == LOUD:
                await gate.wait()
            under_way[guild] -= 1
            done.append(guild)

        told: Any = SimpleNamespace(
            id=1, guild_id=guild, client=client, user=SimpleNamespace(id=7), type=None, command=None, data={},
            response=SimpleNamespace(defer=acknowledge),
        )  # fmt: skip
        await errors.guard(told, work)

    flood = [asyncio.create_task(answered(LOUD)) for _ in range(3 * AT_ONCE)]
    await asyncio.sleep(0)
    await answered(QUIET)
    assert done == [QUIET]
    assert heard[LOUD] == 3 * AT_ONCE, "nobody is left without a sign"
    assert under_way[LOUD] == AT_ONCE
    gate.set()
    await asyncio.gather(*flood)
    assert most[LOUD] == AT_ONCE
    assert len(done) == 3 * AT_ONCE + 1


async def test_a_form_opens_though_every_place_is_taken() -> None:
    """What answers at once waits for nobody."""
    client = SimpleNamespace(limits=Allowances(ManualClock(START), Allowed()))
    gate, opened = asyncio.Event(), list[int]()

    async def acknowledge(**_: bool) -> None:
        """Discord takes it."""

    told: Any = SimpleNamespace(
        id=1, guild_id=LOUD, client=client, user=SimpleNamespace(id=7), type=None, command=None, data={},
        response=SimpleNamespace(defer=acknowledge),
    )  # fmt: skip

    async def slow() -> None:
        await think(told)
        await gate.wait()

    async def form() -> None:
        opened.append(LOUD)

    held = [asyncio.create_task(errors.guard(told, slow)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    await errors.guard(told, form)
    assert opened == [LOUD]
    gate.set()
    await asyncio.gather(*held)
