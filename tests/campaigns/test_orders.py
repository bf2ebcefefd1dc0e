"""Orders through the campaign's services: quiet when they are given, journalled when they are followed, taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.frame import undo
from campaigns.battle.proof import verification
from campaigns.battle.record import disarmed, journal
from campaigns.campaign import campaign
from campaigns.clocks.roll import roll_of
from campaigns.tables.battles import EntryKind
from campaigns.tables.orders import GivenOrder
from campaigns.tables.posts import OutboxPost
from rules.battle.orders.data import OrderStopped, Stop
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.orders import GiveOrders
from rules.kernel.action import Role
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, fight, opened
from tests.campaigns.test_upgraded_rows import taken_down
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, THREAD, World, new_store

PLAYERS = {"army": RED, "insurgents": BLUE}


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def begun(war: World) -> StandingBattle:
    """A battle in its first movement phase, some side being asked."""
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=2)
    await battles.begin(war.store, info.id, GM)
    field = await battles.load(war.store, info.id)
    while field.state.turn == 0:
        [*asks] = field.prompt.asks
        await act(war.store, info.id, asks[0].default, PLAYERS[asks[0].side])
        field = await battles.load(war.store, info.id)
    return field


async def posts(war: World) -> int:
    """Those for everybody; a side's own thread tells its players of its orders."""
    async with war.store.reading() as session:
        return len((await session.exec(select(OutboxPost).where(col(OutboxPost.audience).is_(None)))).all())


async def test_orders_given_out_of_turn_are_journalled_and_post_nothing(war: World) -> None:
    field = await begun(war)
    side = field.prompt.asks[0].side
    other = next(key for key in PLAYERS if key != side)
    before = await posts(war)
    await act(war.store, field.info.id, GiveOrders(first="advance", lasts="turn"), PLAYERS[other])
    after = await battles.load(war.store, field.info.id)
    assert after.info.version == field.info.version + 1
    assert after.prompt == field.prompt
    assert await posts(war) == before


async def test_what_an_order_does_is_the_engines_entry_and_the_battle_can_be_verified(war: World) -> None:
    field = await begun(war)
    number = field.info.id
    for who in PLAYERS.values():
        orders = GiveOrders(first="advance", then="fire at the nearest", last="look", lasts="battle")
        await act(war.store, number, orders, who)
    await fight(war, number, seed=3)
    async with war.store.reading() as session:
        entries = await journal.entries(session, RULES, number)
    followed = [entry for entry in entries if "follow-orders" in entry.intent]
    assert len(followed) > 3
    for entry in followed:
        assert entry.kind is EntryKind.ACTION
        assert entry.by.role is Role.ENGINE
        assert any(event.kind == "order-followed" for event in entry.events)  # pyright: ignore
    assert verification.verify(await verification.export(war.store, number), RULES).ok


async def test_whose_order_stops_is_known_by_its_number_in_a_battle_of_before_too(war: World) -> None:
    await campaign.join(war.store, war.id, RED_TOO, "army", who_name="Bea")
    field = await begun(war)
    number = field.info.id
    for who in (RED_TOO, RED):
        await act(war.store, number, GiveOrders(first="hold", lasts="battle"), who)
    given = await battles.load(war.store, number)
    assert given.state.orders.last == 2

    async def owners() -> list[list[int]]:
        found: list[list[int]] = []
        async with war.store.reading() as session:
            newest = (await journal.entries(session, RULES, number, after=given.info.version - 1))[-1]
            roll = await roll_of(session, war.id, number)
            for order in (1, 2, 3):
                entry = replace(newest, events=(OrderStopped(side="army", order=order, stop=Stop("turn")),))
                found.append((await disarmed.owners(session, roll, number, RULES, [entry], {}))["army"])
        return found

    assert await owners() == [[RED_TOO], [RED], [RED, RED_TOO]]
    await taken_down(war.store, "0020")
    await war.store.open()
    assert await owners() == [[RED_TOO], [RED], [RED, RED_TOO]]
    async with war.store.reading() as session:
        rows = (await session.exec(select(GivenOrder).order_by(col(GivenOrder.number)))).all()
    assert [(row.side, row.number) for row in rows] == [("army", 1), ("army", 2)]


async def test_orders_that_did_nothing_yet_can_be_taken_back(war: World) -> None:
    field = await begun(war)
    side = field.prompt.asks[0].side
    other = next(key for key in PLAYERS if key != side)
    await act(war.store, field.info.id, GiveOrders(first="hold"), PLAYERS[other])
    given = await battles.load(war.store, field.info.id)
    assert len(given.state.orders.standing) == 1
    await undo.undo(war.store, field.info.id, PLAYERS[other])
    taken_back = await battles.load(war.store, field.info.id)
    assert taken_back.state == field.state
