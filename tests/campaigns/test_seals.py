"""Sealed orders can be verified as dice can: what an envelope showed when it was opened is what its seals bind."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.tables.battles import BattleStatus
from rules.battle.orders.sealing import BreakSeal
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.orders import GiveOrders
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, fight, opened
from tests.campaigns.world import BLUE, GM, RED, THREAD, World, new_store

PLAYERS = {"army": RED, "insurgents": BLUE}


@pytest.fixture
async def sealed(url: str) -> AsyncIterator[World]:
    """A campaign whose sides seal the orders of a phase."""
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    await campaign.change_settings(store, world.id, GM, options=(("sealed-orders", "on"),))
    yield world
    await store.close()


async def fought(world: World) -> Any:
    """A battle of sealed phases, with one seal broken and one taken back, as its export."""
    info = await battles.open_battle(world.store, world.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=2)
    await battles.begin(world.store, info.id, GM)
    dice, broken = random.Random(3), False
    for _ in range(60):
        field = await battles.load(world.store, info.id)
        asks = field.prompt.asks
        if field.info.status is BattleStatus.ENDED or not asks:
            break
        ask = dice.choice(asks)
        sealing = ask.key.startswith("seal:")
        if sealing:
            given = GiveOrders(first=dice.choice(("advance", "hold", "look")), lasts="turn")
            await act(world.store, info.id, given, PLAYERS[ask.side])
        await act(world.store, info.id, ask.default, GM, side=ask.side)
        if sealing and len(asks) == 2 and not broken:
            broken = True
            await act(world.store, info.id, BreakSeal(), PLAYERS[ask.side])
    await fight(world, info.id, seed=3)
    return json.loads((await verification.export(world.store, info.id)).model_dump_json())


def problems(battle: Any) -> dict[str, str]:
    report = verification.verify(verification.read(json.dumps(battle)), RULES)
    return {check.name: check.detail for check in report.checks if not check.ok}


def events(battle: Any, kind: str) -> list[Any]:
    return [event for entry in battle["entries"] for event in entry["events"] if event["kind"] == kind]


async def test_each_opened_sheet_is_the_one_that_was_sealed(sealed: World) -> None:
    battle = await fought(sealed)
    assert len(events(battle, "orders-opened")) >= 2
    assert len(events(battle, "seal-broken")) == 1
    assert problems(battle) == {}

    for kind, field, forged in (
        ("sheet-kept", "words", '["nothing"]'),
        ("sheet-kept", "salt", "0" * 32),
        ("orders-sealed", "seal", "0" * 64),
        ("orders-opened", "envelope", "another phase"),
    ):
        forgery = json.loads(json.dumps(battle))
        events(forgery, kind)[-1][field] = forged
        assert "seals" in problems(forgery), (kind, field)
