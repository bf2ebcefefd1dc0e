"""Discord refuses, limits, breaks off, answers late or says a thing twice, over sockets and by discord.py's own client:
nothing is lost, nothing comes twice, each channel gets its posts in their order, and no channel waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio
from sqlmodel import col, select

from bot.sending import outbox_pump
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.tables.battles import EntryKind, JournalEntry
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostStatus
from tests.bot.toy import TOY
from tests.campaigns.world import START, repeatable_entropy
from tests.clocks import ManualClock
from tests.databases import new_file
from tests.painting import unpainted
from tests.wire.bots import Wired, wired
from tests.wire.server import Fault

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mill(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Wired]:
    """One bot for all: it takes longer to start than what goes wrong with it."""
    file = new_file(tmp_path_factory.mktemp("wire"))
    store = Store(file, ManualClock(START), repeatable_entropy(), {"toy": TOY})
    with unpainted():
        async with wired(store) as made:
            yield made
    await store.close()


def posts_to(channel: int, **wrong: object) -> Fault:
    return Fault("POST", f"/channels/{channel}/messages", **wrong)  # type: ignore[arg-type]


async def told(mill: Wired, campaign_id: int) -> list[str]:
    """The nonces of a campaign's own posts that have been sent, in their order; all that there are."""
    async with mill.store.reading() as session:
        found = select(OutboxPost).where(OutboxPost.campaign_id == campaign_id).order_by(col(OutboxPost.position))
        rows = (await session.exec(found)).all()
    assert {row.status for row in rows} == {PostStatus.SENT}
    return [row.nonce for row in rows]


async def in_order_and_once(mill: Wired, campaign_id: int, channel: int, posts: int) -> None:
    assert len(mill.news(channel)) == posts
    assert mill.discord.arrived(channel) == await told(mill, campaign_id)


async def test_a_channel_s_limit_holds_back_that_channel_alone(mill: Wired) -> None:
    """More refusals than discord.py bears: the post is tried again later, and those behind it wait."""
    (slow, there), (quick, here) = await mill.campaign("Slow"), await mill.campaign("Quick")
    limit = posts_to(there, status=429, left=7)
    mill.discord.faults.append(limit)
    await mill.say(slow, 3)
    await mill.say(quick, 3)
    mill.bot.pump.kick()
    await mill.discord.until(lambda: len(mill.news(here)) == 3)
    assert limit.left > 0, "the others have not waited for it"
    assert not mill.bot.pump.throttle.closed
    await mill.tries()
    await in_order_and_once(mill, slow, there, 3)
    await in_order_and_once(mill, quick, here, 3)
    assert limit.left == 0


async def test_a_limit_of_the_whole_bot_slows_all_of_it_and_then_all_goes_on(mill: Wired) -> None:
    places = [await mill.campaign(name) for name in ("One", "Two")]
    mill.discord.faults.append(posts_to(places[0][1], status=429, scope="global"))
    for number, _ in places:
        await mill.say(number, 2)
    await mill.bot.pump.drain()
    throttle = mill.bot.pump.throttle
    assert throttle.closed, "nothing more is taken from the outbox"
    assert len(mill.news(places[0][1])) < 2
    clock = mill.store.clock
    assert isinstance(clock, ManualClock)
    clock.advance(timedelta(seconds=1))
    await mill.tries()
    for number, channel in places:
        await in_order_and_once(mill, number, channel, 2)


async def test_a_limit_that_outlasts_a_try_holds_up_the_bot_no_longer_than_itself(
    mill: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py lets whoever slept through a global limit open the door for all: one that is given up never does."""
    number, channel = await mill.campaign("One")
    monkeypatch.setattr(outbox_pump, "LONGEST_TRY", 0.1)
    mill.discord.faults.append(posts_to(channel, status=429, scope="global", seconds=0.4))
    await mill.say(number)
    await mill.bot.pump.drain()
    assert mill.news(channel) == [], "given up for now"
    monkeypatch.undo()
    await mill.tries()
    await in_order_and_once(mill, number, channel, 1)


@pytest.mark.parametrize("wrong", [{"status": 503}, {"status": 503, "taken": True}, {}, {"taken": True}])
async def test_a_fault_of_discord_s_loses_nothing_and_doubles_nothing(mill: Wired, wrong: dict[str, int]) -> None:
    """Whether or not it has taken the message before it failed, or before the connection was cut."""
    number, channel = await mill.campaign("One")
    fault = posts_to(channel, left=3, **wrong)
    mill.discord.faults.append(fault)
    again = mill.discord.again
    await mill.say(number, 3)
    await mill.tries()
    await in_order_and_once(mill, number, channel, 3)
    assert fault.met == 3
    assert mill.discord.again - again == (3 if wrong.get("taken") else 0)


async def test_a_slow_answer_and_a_forbidden_channel_hold_up_nobody_else(mill: Wired) -> None:
    (slow, there), (shut, closed), (quick, here) = [await mill.campaign(name) for name in ("Slow", "Shut", "Quick")]
    answered = asyncio.Event()
    mill.discord.faults += [posts_to(there, until=answered), posts_to(closed, status=403, left=2)]
    for number in (slow, shut, quick):
        await mill.say(number, 2)
    mill.bot.pump.kick()
    await mill.discord.until(lambda: len(mill.news(here)) == 2)
    assert mill.news(there) == mill.news(closed) == []
    answered.set()
    await mill.tries()
    for number, channel in ((slow, there), (shut, closed), (quick, here)):
        await in_order_and_once(mill, number, channel, 2)


async def test_an_interaction_that_comes_twice_is_carried_out_once(mill: Wired) -> None:
    """A command that opens a campaign, and an order in a battle: told twice, each in the same moment."""
    there = mill.discord
    created = {"guild_id": mill.guild, "user_id": mill.gm, "channel_id": mill.channel}
    there.slash(**created, path="campaign create", times=2, name="Dust")
    await there.until(lambda: bool(there.arrived(mill.channel)))
    async with mill.store.reading() as session:
        (here,) = (await session.exec(select(Campaign).where(Campaign.channel_id == mill.channel))).all()
    number, players = here.id or 0, {}
    for side, kind in (("army", "squad"), ("insurgents", "cell")):
        players[side] = there.backend.make_user(side).id
        there.backend.add_member(mill.guild, players[side])
        await campaign.join(mill.store, number, players[side], side)
        await rosters.raise_unit(mill.store, number, players[side], kind)
    opened = await battles.open_battle(mill.store, number, mill.gm, "Ford", channel_id=mill.channel)
    await battles.begin(mill.store, opened.id, mill.gm, anyway=True)
    await mill.tries()
    asked = (await battles.load(mill.store, opened.id)).prompt.asks[0].side
    path = next(path for path in mill.bot.names.paths("toy") if path.endswith(" hold"))
    before, so_far = (await battles.load(mill.store, opened.id)).info.version, len(there.arrived(mill.channel))
    record = there.slash(mill.guild, players[asked], mill.channel, path, times=2)
    await there.until(lambda: record.message_id is not None and len(there.arrived(mill.channel)) > so_far)
    async with mill.store.reading() as session:
        acts = (JournalEntry.kind == EntryKind.ACTION, JournalEntry.seq > before)
        found = select(JournalEntry.interaction_id).where(*acts, col(JournalEntry.interaction_id).is_not(None))
        assert (await session.exec(found)).all() == [record.id]
    await mill.tries()
    assert len(there.arrived(mill.channel)) == so_far + 1
    assert set(there.arrived(mill.channel)) <= set(await told(mill, number))
