"""Sealed orders with several players of a side: each seals for the units that he commands, and who is left is asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.frame import commanding
from campaigns.battle.proof import verification
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, leaving
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.members.policies import StandIn
from campaigns.roster import rosters
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.orders import GiveOrders
from rules.kernel.violation import RuleViolation
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.test_seals import events, problems
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, THREAD, World, new_store


@pytest.fixture
async def sealed(url: str) -> AsyncIterator[World]:
    """A campaign whose sides seal the orders of a phase: the army has two players with a squad each."""
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    await campaign.join(store, world.id, RED_TOO, "army")
    await rosters.raise_unit(store, world.id, RED_TOO, _squad(), name="2nd Squad")
    await campaign.change_settings(
        store, world.id, GM, options=(("sealed-orders", "on"),), deadline_hours=24, reminder_hours=6
    )
    yield world
    await store.close()


def _squad() -> str:
    return next(one.key for one in RULES.forces.organisations if one.side == "army")


async def begun(world: World) -> int:
    info = await battles.open_battle(world.store, world.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=2)
    await battles.begin(world.store, info.id, GM)
    while not (ask := (await battles.load(world.store, info.id)).prompt.asks[0]).key.startswith("seal:"):
        await act(world.store, info.id, ask.default, GM, side=ask.side)
    return info.id


async def does(world: World, battle_id: int, action: Any, who: int = RED, **more: Any) -> battles.Acted:
    return await act(world.store, battle_id, action, who, **more)


async def asked(world: World, battle_id: int) -> dict[str, list[int]]:
    return {one.side: list(one.users) for one in await waits.standing(world.store, battle_id)}


async def refs(world: World, battle_id: int) -> list[str]:
    """The army's units: Red's, and his fellow's."""
    field = await battles.load(world.store, battle_id)
    assert field.rules.battle.ordering is not None
    return list(field.rules.battle.ordering.units(field.state, "army"))


async def exported(store: Store, battle_id: int) -> Any:
    """The battle, which a GM ends."""
    await battles.end(store, battle_id, GM)
    return json.loads((await verification.export(store, battle_id)).model_dump_json())


async def refused(call: Any) -> str:
    with pytest.raises(RuleViolation) as found:
        await call
    return found.value.code


async def test_each_seals_for_his_own_and_who_is_left_is_asked_alone(sealed: World) -> None:
    battle_id = await begun(sealed)
    own, others = await refs(sealed, battle_id)
    assert await asked(sealed, battle_id) == {"army": [RED, RED_TOO], "insurgents": [BLUE]}
    before = await waits.standing(sealed.store, battle_id)
    await does(sealed, battle_id, SealOrders())
    assert await asked(sealed, battle_id) == {"army": [RED_TOO], "insurgents": [BLUE]}
    after = await waits.standing(sealed.store, battle_id)
    assert [one.ask_key for one in after] == [one.ask_key for one in before]
    assert after[0].due == before[0].due, "his clock has run since he was asked"
    assert await refused(does(sealed, battle_id, SealOrders())) == "sealed"
    assert await refused(does(sealed, battle_id, GiveOrders(first="hold", units=(own,)))) == "sealed"
    assert await refused(does(sealed, battle_id, BreakSeal(), RED_TOO)) == "not-sealed"
    assert await code_of(battles.undo(sealed.store, battle_id, RED)) == "revealed", "a seal is broken, not taken back"
    await does(sealed, battle_id, GiveOrders(first="advance", units=(others,)), RED_TOO)
    await does(sealed, battle_id, BreakSeal())
    assert await asked(sealed, battle_id) == {"army": [RED, RED_TOO], "insurgents": [BLUE]}
    await battles.undo(sealed.store, battle_id, RED)
    assert await asked(sealed, battle_id) == {"army": [RED_TOO], "insurgents": [BLUE]}, "his seal is back"
    await does(sealed, battle_id, BreakSeal())
    await does(sealed, battle_id, GiveOrders(first="hold", units=(own,)))
    await does(sealed, battle_id, SealOrders())
    await does(sealed, battle_id, SealOrders(), BLUE)
    assert await refused(does(sealed, battle_id, BreakSeal())) == "seal-stands"
    await does(sealed, battle_id, SealOrders(), RED_TOO)
    battle = await exported(sealed.store, battle_id)
    assert [one["units"] for one in events(battle, "orders-sealed")] == [[own], [own], [], [others]]
    assert [one["units"] for one in events(battle, "seal-broken")] == [[own], [own]], "one of them was taken back"
    assert len(events(battle, "orders-opened")) == 1
    assert problems(battle) == {}
    for kind, number in (("sheet-kept", 1), ("sheet-kept", 3), ("orders-sealed", 3)):
        forgery = json.loads(json.dumps(battle))
        events(forgery, kind)[number]["seal" if kind == "orders-sealed" else "words"] = "0" * 64
        assert "seals" in problems(forgery), (kind, number)


async def test_the_deadline_seals_what_is_missing_and_is_held_against_nobody_else(sealed: World) -> None:
    await campaign.change_settings(sealed.store, sealed.id, GM, stand_in=StandIn.AFTER_DEADLINE)
    battle_id = await begun(sealed)
    own, others = await refs(sealed, battle_id)
    await does(sealed, battle_id, SealOrders(), BLUE)
    await does(sealed, battle_id, SealOrders())
    sealed.later(hours=25)
    await timers.fire_due(sealed.store, sealed.store.clock.now())
    assert await code_of(does(sealed, battle_id, GiveOrders(first="hold", units=(own,)), RED_TOO)) == "not-yours"
    await does(sealed, battle_id, GiveOrders(first="hold", units=(others,), lasts="battle"))
    battle = await exported(sealed.store, battle_id)
    assert [(one["units"], one["absent"]) for one in events(battle, "orders-sealed")[:3]] == [
        ([], False),
        ([own], False),
        ([others], True),
    ]
    assert len(events(battle, "orders-opened")) >= 1
    assert problems(battle) == {}


async def test_on_purpose_one_seals_for_all_where_he_may_stand_in(sealed: World) -> None:
    battle_id = await begun(sealed)
    both = tuple(await refs(sealed, battle_id))
    await does(sealed, battle_id, SealOrders(units=both))
    assert await asked(sealed, battle_id) == {"insurgents": [BLUE]}
    await does(sealed, battle_id, BreakSeal(), RED_TOO)
    assert await asked(sealed, battle_id) == {"army": [RED, RED_TOO], "insurgents": [BLUE]}
    await campaign.change_settings(sealed.store, sealed.id, GM, stand_in=StandIn.ASSIGNED)
    assert await code_of(does(sealed, battle_id, SealOrders(units=both))) == "not-yours"
    await does(sealed, battle_id, SealOrders())
    await does(sealed, battle_id, SealOrders(), GM, side="army")
    assert await asked(sealed, battle_id) == {"insurgents": [BLUE]}, "a GM seals for whoever is left"


async def test_who_has_all_of_it_seals_for_the_side_and_who_has_nothing_for_nobody(sealed: World) -> None:
    battle_id = await begun(sealed)
    listed = await commanding.assignments(sealed.store, battle_id)
    second = next(one.unit_id for one in listed if one.unit == "2nd Squad")
    await commanding.assign(sealed.store, battle_id, RED_TOO, second, RED)
    assert await code_of(does(sealed, battle_id, SealOrders(), RED_TOO)) == "not-yours"
    await does(sealed, battle_id, SealOrders())
    battle = await exported(sealed.store, battle_id)
    assert [one["units"] for one in events(battle, "orders-sealed")] == [[]]
    sealing = [entry["intent"] for entry in battle["entries"] if entry["intent"].get("verb") == "seal-orders"]
    assert [intent["units"] for intent in sealing] == [[]]


async def test_units_that_nobody_commands_are_sealed_with_the_first(sealed: World) -> None:
    await campaign.join(sealed.store, sealed.id, STRANGER, "army")
    third = await rosters.raise_unit(sealed.store, sealed.id, STRANGER, _squad(), name="3rd Squad")
    battle_id = await begun(sealed)
    await leaving.leave(sealed.store, sealed.id, STRANGER)
    await does(sealed, battle_id, SealOrders(), RED_TOO)
    assert await asked(sealed, battle_id) == {"army": [RED], "insurgents": [BLUE]}
    field = await battles.load(sealed.store, battle_id)
    assert field.rules.battle.ordering is not None
    assert third.ref in field.rules.battle.ordering.sealed(field.state, "army")
