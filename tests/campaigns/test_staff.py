"""The staff plays a side in the transaction of whoever moved, from what that side sees, until its people are back."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.course.seats import sit
from campaigns.battle.letters import letter, sending
from campaigns.battle.proof import verification
from campaigns.battle.record.staffing import staffed
from campaigns.battle.staff import appointing
from campaigns.campaign import leaving
from campaigns.tables.battles import Battle
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.orders import GiveOrders
from rules.planning import Boldness
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import BLUE, GM, RED, THREAD, World, new_store

PLAYERS = {"army": RED, "insurgents": BLUE}
ALL = GiveOrders(first="advance", then="fire at the best odds", last="look", lasts="turn")


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def alone(war: World, boldness: Boldness = Boldness.STEADY) -> int:
    """Red plays the army, nobody the insurgents: the staff does."""
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    await leaving.leave(war.store, war.id, BLUE)
    assert await appointing.appoint(war.store, info.id, GM, "insurgents", boldness) is None
    await battles.begin(war.store, info.id, GM)
    return info.id


async def field(war: World, battle_id: int) -> StandingBattle:
    return await battles.load(war.store, battle_id)


async def plays(war: World, battle_id: int) -> set[str]:
    async with war.store.reading() as session:
        return set(staffed(await session.get_one(Battle, battle_id)))


async def test_nobody_is_ever_asked_for_the_staffs_side_and_the_battle_comes_to_its_end(war: World) -> None:
    battle_id = await alone(war)
    for _ in range(40):
        found = await field(war, battle_id)
        if found.info.result is not None:
            break
        (ask,) = found.prompt.asks
        assert ask.side == "army"
        seat = await sit(war.store, battle_id, RED)
        if found.state.turn and not letter_given(found):
            await letter.write(seat, "army", [ALL])
            await sending.send(seat, "army")
        else:
            await act(war.store, battle_id, ask.default, RED)
    found = await field(war, battle_id)
    assert found.info.result is not None
    assert verification.verify(await verification.export(war.store, battle_id), RULES).ok


def letter_given(found: StandingBattle) -> bool:
    ordering = found.rules.battle.ordering
    assert ordering is not None
    return any(not one.stopped for one in ordering.standing(found.state, "army"))


async def test_what_the_staff_does_is_ordered_like_a_players_orders(war: World) -> None:
    battle_id = await alone(war)
    found = await field(war, battle_id)
    for _ in range(20):
        if found.state.turn:
            break
        await act(war.store, battle_id, found.prompt.asks[0].default, RED)
        found = await field(war, battle_id)
    await act(war.store, battle_id, ALL, RED)
    seat = await sit(war.store, battle_id, GM, umpire=True)
    told = "\n".join(line.headline for lines in await seat.told(0) for line in lines.tolds)
    assert "Orders" in told


async def test_who_comes_back_relieves_the_staff_by_acting(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    await battles.begin(war.store, info.id, GM)
    await appointing.appoint(war.store, info.id, BLUE, "insurgents", Boldness.BOLD)
    assert await plays(war, info.id) == {"insurgents"}
    assert [ask.side for ask in (await field(war, info.id)).prompt.asks] == ["army"]
    await act(war.store, info.id, GiveOrders(first="hold"), BLUE)
    assert await plays(war, info.id) == set()


async def test_where_the_staff_may_not_play_nothing_changes(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    steady = Boldness.STEADY

    async def refused(who: int, side: str) -> str:
        return await code_of(appointing.appoint(war.store, info.id, who, side, steady))

    assert await refused(GM, "insurgents") == "has-players"
    assert await refused(RED, "insurgents") == "umpire-only"
    assert await refused(GM, "nobody") == "unknown-side"
    assert await code_of(appointing.relieve(war.store, info.id, GM, "army")) == "no-staff"
    await appointing.appoint(war.store, info.id, RED, "army", steady)
    assert await refused(BLUE, "insurgents") == "no-opponent"
    assert await code_of(appointing.relieve(war.store, info.id, BLUE, "army")) == "umpire-only"
    await appointing.relieve(war.store, info.id, RED, "army")
    assert await plays(war, info.id) == set()
