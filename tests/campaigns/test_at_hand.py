"""Who acts in a battle that this process wrote down last need not have it read again; and whatever has become of it
since in another process is found when the action is written down, as if it had been read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.course.taking_up import at_hand
from campaigns.campaign import campaign, leaving
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.posts import Timer, TimerKind
from rules.kernel.action import Action
from tests.campaigns import behind
from tests.campaigns.world import BLUE, GM, RED, World, new_store


@pytest.fixture
async def other(world: World) -> AsyncIterator[Store]:
    """Another process at work on the same database."""
    store = new_store(world.store.url.render_as_string(hide_password=False))
    yield store
    await store.close()


async def answer(store: Store, battle: int) -> tuple[Action, int]:
    """What the first of those who are asked may do, and who does it."""
    ask = (await battles.load(store, battle)).prompt.asks[0]
    return ask.default, BLUE if ask.side == "blue" else RED


async def act(store: Store, battle: int) -> battles.Acted:
    return await behind.act(store, battle, *await answer(store, battle))


async def acted_by_both(world: World) -> int:
    """A battle in which both sides have acted in this process, and one of them is asked."""
    battle = await world.battle()
    for _ in range(3):
        await act(world.store, battle)
    while len((await battles.load(world.store, battle)).prompt.asks) > 1:
        await act(world.store, battle)
    assert await at_hand(world.store, battle, RED) is not None
    assert await at_hand(world.store, battle, BLUE) is not None
    return battle


async def test_nothing_is_read_before_it_is_written(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = await acted_by_both(world)
    action, who = await answer(world.store, battle)
    seat = await battles.sit(world.store, battle, who)
    monkeypatch.setattr(world.store, "reading", lambda: pytest.fail("the battle was read again"))

    assert (await battles.take(seat, action)).acted.version


async def test_a_battle_that_went_on_elsewhere_is_read(world: World, other: Store) -> None:
    battle = await acted_by_both(world)
    first = await act(other, battle)
    action, who = await answer(other, battle)

    second = await behind.act(world.store, battle, action, who)

    assert second.from_seq == first.version + 1
    assert (await battles.load(world.store, battle)).state == (await battles.load(other, battle)).state


async def test_a_refusal_is_judged_by_what_stands_now(world: World, other: Store) -> None:
    """Elsewhere the turn has passed to him: what he could not do by what is remembered he can do now."""
    battle = await acted_by_both(world)
    _, first = await answer(other, battle)
    action, who = await answer(other, battle)
    while who == first:
        await act(other, battle)
        action, who = await answer(other, battle)

    assert (await behind.act(world.store, battle, action, who)).version


async def test_settings_that_were_changed_elsewhere_hold(world: World, other: Store) -> None:
    battle = await acted_by_both(world)
    await campaign.change_settings(other, world.id, GM, deadline_hours=7)

    await act(world.store, battle)

    async with other.reading() as session:
        deadlines = (await session.exec(select(Timer.due).where(*ACTIVE, Timer.kind == TimerKind.DEADLINE))).all()
    assert set(deadlines) == {world.store.clock.now() + timedelta(hours=7)}


async def test_who_has_left_elsewhere_is_refused(world: World, other: Store) -> None:
    battle = await acted_by_both(world)
    action, who = await answer(other, battle)
    await leaving.leave(other, world.id, who)

    with pytest.raises(Refusal) as refused:
        await behind.act(world.store, battle, action, who)

    assert refused.value.code == "no-battle"


async def test_an_interaction_counts_once(world: World) -> None:
    battle = await acted_by_both(world)
    action, who = await answer(world.store, battle)
    first = await behind.act(world.store, battle, action, who, interaction_id=900)

    again = await behind.act(world.store, battle, action, who, interaction_id=900)

    assert again.duplicate
    assert (again.from_seq, again.to_seq) == (first.from_seq, first.to_seq)
    assert (await battles.load(world.store, battle)).info.version == first.version


async def test_a_battle_that_has_ended_elsewhere_is_over(world: World, other: Store) -> None:
    battle = await acted_by_both(world)
    action, who = await answer(other, battle)
    await battles.end(other, battle, GM)

    with pytest.raises(Refusal) as refused:
        await behind.act(world.store, battle, action, who)

    assert refused.value.code == "battle-over"
