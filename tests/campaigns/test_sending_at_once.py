"""Posts go out channel by channel, several at once: who is slow or not let in holds up nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.sending import outbox_pump
from bot.sending.outbox_pump import AGAIN_AT_ONCE, AT_ONCE, Message, Pump
from bot.sending.throttle import Throttle
from bot.talk.command_names import Names
from campaigns.battle.record import finding
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter, Said
from campaigns.post.outbox import Post
from campaigns.tables.posts import PostKind
from tests.campaigns.behind import dead, pending
from tests.campaigns.world import CHANNEL, GM, GUILD, World


class Discord:
    """Channels that take what they are sent, once they are open."""

    def __init__(self) -> None:
        self.arrived: list[int] = []
        """By channel, in their order."""
        self.under_way, self.most = 0, 0
        self.shut: dict[int, asyncio.Event] = {}
        self.forbidden: set[int] = set()
        self.tried = asyncio.Condition()

    def get_channel(self, channel_id: int) -> Any:
        return Place(self, channel_id)

    async def take(self, channel_id: int) -> Any:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            async with self.tried:
                self.tried.notify_all()
            await asyncio.sleep(0)
            if channel_id in self.shut:
                await self.shut[channel_id].wait()
            if channel_id in self.forbidden:
                answer: Any = SimpleNamespace(status=403, reason="Forbidden")
                raise discord.Forbidden(answer, {"code": 50013, "message": "Missing Permissions"})
        finally:
            self.under_way -= 1
        async with self.tried:
            self.arrived.append(channel_id)
            self.tried.notify_all()
        return SimpleNamespace(id=len(self.arrived))

    async def until(self, so_far: Callable[[], bool]) -> None:
        async with self.tried:
            await self.tried.wait_for(so_far)


class Place(discord.abc.Messageable):
    def __init__(self, there: Discord, channel_id: int) -> None:
        self._there, self.id = there, channel_id

    async def _get_channel(self) -> Any:
        return self

    async def send(self, *_: Any, **message: Any) -> Any:
        return await self._there.take(self.id)


class Desk:
    """A pump on a store, and the Discord that it sends to."""

    def __init__(self, store: Store) -> None:
        self.discord, self.rested = Discord(), asyncio.Event()
        self.told: list[str] = []
        self.pump = Pump(self.discord, store, Names({}), None, self._render, self._rest, Throttle(store.clock))  # type: ignore[arg-type]  # the one call that it makes

    async def _render(self, post: Post) -> list[Message]:
        self.told.append(post.lane)
        return [Message(ui.LayoutView())]

    async def _rest(self) -> None:
        self.rested.set()


async def drain(world: World) -> None:
    """All that waits has arrived."""
    while posts := await outbox.claim(world.store, world.store.clock.now()):
        for post in posts:
            await outbox.mark_sent(world.store, post.id, 1000 + post.id)


async def channels(world: World, count: int) -> list[int]:
    """Campaigns with nothing in their lines, each in a channel of its own; their channels."""
    await drain(world)
    made = [
        await campaign.create(world.store, GUILD, CHANNEL + 100 + n, GM, f"No. {n}", "outposts") for n in range(count)
    ]
    await drain(world)
    return [each.id for each in made]


async def say(world: World, *campaigns: int) -> None:
    for each in campaigns:
        await outbox.notify(world.store, each, Matter(topic="notice", about=Said(text="Fog.")))


async def test_a_channel_that_does_not_answer_holds_up_nobody_else_and_keeps_its_order(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_pump, "A_MOMENT", 0)
    slow, one, other = await channels(world, 3)
    desk = Desk(world.store)
    open_at_last = desk.discord.shut[CHANNEL + 100] = asyncio.Event()
    await say(world, slow, slow, one, one, one)

    desk.pump.kick()
    await desk.discord.until(lambda: desk.discord.arrived == [CHANNEL + 101] * 3)
    await desk.rested.wait()  # the alarm is set meanwhile, for whatever else falls due

    await say(world, other)
    desk.pump.kick()
    await desk.discord.until(lambda: desk.discord.arrived[3:] == [CHANNEL + 102])
    assert desk.discord.under_way == 1, "the second post of a channel waits for the first"
    open_at_last.set()
    await desk.pump.drain()
    assert desk.discord.arrived[4:] == [CHANNEL + 100] * 2
    assert await pending(world.store) == ()


async def test_two_lines_that_share_a_channel_take_turns_in_it(small: World) -> None:
    """A battle that is fought in its campaign's channel, and the campaign's own notices."""
    battle_id = await small.battle()
    await drain(small)
    async with small.store.writing() as session:
        battle, of = await finding.battle_row(session, battle_id)
        now = small.store.clock.now()
        told = Matter(topic="notice", about=Said(text="Once more"))
        for line in (battle, None):
            await outbox.put(session, of, line, PostKind.NOTICE, told, now, channel_id=CHANNEL)
    desk = Desk(small.store)
    await desk.pump.drain()
    assert desk.discord.arrived == [CHANNEL, CHANNEL]
    assert desk.discord.most == 1


async def test_a_forbidden_channel_costs_the_others_nothing(small: World) -> None:
    closed, one = await channels(small, 2)
    desk = Desk(small.store)
    desk.discord.forbidden.add(CHANNEL + 100)
    await say(small, closed, closed, one)
    await desk.pump.drain()
    assert desk.discord.arrived == [CHANNEL + 101]
    first, _ = await pending(small.store)
    assert "not allowed to write there" in first.problem
    assert await dead(small.store, closed) == ()


async def test_so_many_posts_are_under_way_and_no_more_and_the_often_tried_leave_room(small: World) -> None:
    """Sixteen at a time; of those that have been tried before, eight."""
    made = await channels(small, AT_ONCE + 4)
    desk = Desk(small.store)
    gates = [desk.discord.shut.setdefault(CHANNEL + 100 + n, asyncio.Event()) for n in range(AT_ONCE + 4)]
    await say(small, *made)
    failed = await outbox.claim(small.store, small.store.clock.now(), limit=AT_ONCE - 2)
    for post in failed:
        await outbox.mark_failed(small.store, post.id, "503")
    small.later(minutes=1)

    desk.pump.kick()
    await desk.discord.until(lambda: desk.discord.under_way == AGAIN_AT_ONCE + 6)
    fresh = AT_ONCE + 4 - len(failed)
    assert fresh == 6, "whoever has not been tried yet has a place"
    for gate in gates:
        gate.set()
    await desk.pump.drain()
    assert desk.discord.most <= AT_ONCE
    assert sorted(desk.discord.arrived) == [CHANNEL + 100 + n for n in range(AT_ONCE + 4)]


def answer(**headers: str) -> Any:
    return SimpleNamespace(
        response=SimpleNamespace(status=429, headers={k.replace("_", "-"): v for k, v in headers.items()})
    )


async def test_a_global_limit_stops_the_process_and_costs_no_post_an_attempt(small: World) -> None:
    (one,) = await channels(small, 1)
    desk = Desk(small.store)
    (heard,) = desk.pump.throttle.watch(None).on_request_end
    await heard(None, None, answer(X_RateLimit_Scope="shared", Retry_After="900"))  # type: ignore[arg-type, call-arg]
    assert not desk.pump.throttle.closed, "one channel's limit is that channel's"
    await heard(None, None, answer(X_RateLimit_Scope="global", Retry_After="30"))  # type: ignore[arg-type, call-arg]
    await say(small, one)

    await desk.pump.drain()
    (post,) = await pending(small.store)
    assert (desk.discord.arrived, post.attempts) == ([], 0)

    small.later(seconds=30)
    await desk.pump.drain()
    assert desk.discord.arrived == [CHANNEL + 100]


@pytest.mark.parametrize("said", ["", "soon", "-3", "nan", "1e9"])
async def test_a_limit_that_is_not_said_in_seconds_is_a_short_one_and_none_is_for_ever(small: World, said: str) -> None:
    throttle = Throttle(small.store.clock)
    await throttle.watch(aiohttp.TraceConfig()).on_request_end[-1](None, None, answer(Retry_After=said))  # type: ignore[arg-type, call-arg]
    assert throttle.until is not None
    wait = timedelta(hours=1) if said == "1e9" else timedelta(seconds=5)
    assert throttle.until - small.store.clock.now() == wait


async def test_whoever_stops_the_pump_stops_what_is_under_way(small: World) -> None:
    (one,) = await channels(small, 1)
    desk = Desk(small.store)
    desk.discord.shut[CHANNEL + 100] = asyncio.Event()
    await say(small, one)
    desk.pump.kick()
    await desk.discord.until(lambda: desk.discord.under_way == 1)
    await desk.pump.close()
    assert desk.discord.under_way == 0
    (post,) = await pending(small.store)
    assert (post.attempts, post.problem) == (1, ""), "its claim runs out by itself"
