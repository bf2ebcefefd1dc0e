"""Orders that are shown before they are carried out."""

from __future__ import annotations

import pytest

from campaigns.battle.record import considered
from campaigns.battle.record.marks import Mark, Whose
from campaigns.errors import Refusal
from tests.campaigns.toy import Hold, Order
from tests.campaigns.world import BLUE, RED, World


async def test_an_order_is_kept_for_its_giver_and_its_version(world: World) -> None:
    battle_id, rules = await world.battle(), world.store.rules("outposts")
    number = await considered.keep(world.store, rules, battle_id, Mark(2, Whose.SIDE), RED, Hold())
    assert await considered.kept(world.store, rules, battle_id, number, RED) == Hold()
    with pytest.raises(Refusal) as refused:
        await considered.kept(world.store, rules, battle_id, number, BLUE)
    assert refused.value.code == "forgotten"


async def test_an_old_button_does_not_give_another_order(small: World) -> None:
    battle_id, rules = await small.battle(), small.store.rules("outposts")
    shown = await considered.keep(small.store, rules, battle_id, Mark(2, Whose.SIDE), RED, Hold())
    # The battle has gone on: what he considered before is forgotten.
    again = await considered.keep(small.store, rules, battle_id, Mark(3, Whose.SIDE), RED, Order(stance="assault"))
    assert again > shown
    with pytest.raises(Refusal) as refused:
        await considered.kept(small.store, rules, battle_id, shown, RED)
    assert refused.value.code == "forgotten"
    assert await considered.kept(small.store, rules, battle_id, again, RED) == Order(stance="assault")


async def test_what_others_consider_moves_no_number_of_his(small: World) -> None:
    battle_id, rules, told = await small.battle(), small.store.rules("outposts"), Mark(2, Whose.SIDE)
    for _ in range(3):
        await considered.keep(small.store, rules, battle_id, told, BLUE, Hold())
    assert [await considered.keep(small.store, rules, battle_id, told, RED, Hold()) for _ in range(2)] == [1, 2]
    assert await considered.kept(small.store, rules, battle_id, 1, RED) == Hold()
