"""Units split, merged and transferred between battles."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.roster import careers, regrouping, rosters
from campaigns.roster.rosters import RosterUnit
from campaigns.tables.roster import FactKind
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from tests.campaigns.test_book_and_gun import opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, World, new_store


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=rule_sets()["book-and-gun"])
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


def men(unit: RosterUnit) -> list[int]:
    return [slot.holder.id for slot in unit.slots if slot.holder is not None]


async def violation(call) -> str:
    with pytest.raises(RuleViolation) as refused:
        await call
    return refused.value.code


async def test_a_unit_is_split_and_merged_again_and_careers_go_along(war: World) -> None:
    store, able = war.store, war.red
    first, *others = men(able)
    two = others[-2:]
    # The leader stays with the first unit: one of the two must be named.
    assert await violation(regrouping.split(store, able.id, RED, two, "Fire Team")) == "one-leader"
    left, new = await regrouping.split(store, able.id, RED, two, "Fire Team", leader=two[0])
    assert sorted(men(left)) == sorted({first, *others} - set(two))
    assert (sorted(men(new)), new.owner, new.side) == (sorted(two), RED, able.side)
    life = await careers.career(store, two[0])
    assert (life.unit, life.facts[-1].kind) == ("Fire Team", FactKind.NOTED)
    assert life.facts[-1].note == f"transferred from {able.name} to Fire Team"

    # Both have a leader: whoever leads must be said.
    assert await violation(regrouping.merge(store, able.id, new.id, RED)) == "one-leader"
    whole = await regrouping.merge(store, able.id, new.id, RED, leader=first)
    assert sorted(men(whole)) == sorted({first, *others})
    assert len({slot.number for slot in whole.slots}) == len(whole.slots)
    assert [unit.name for unit in await rosters.units_of(store, war.id, side=able.side)] == [able.name]
    await war.battle()


async def test_what_does_not_go_together_is_refused_and_changes_nothing(war: World) -> None:
    store, able = war.store, war.red
    squad = await rosters.raise_unit(store, war.id, RED, able.organisation, name="Second")
    before = [await rosters.show_unit(store, unit.id) for unit in (able, squad, war.blue)]
    everybody = men(able)
    assert await code_of(regrouping.merge(store, able.id, squad.id, RED, leader=everybody[0])) == "too-large"
    assert await code_of(regrouping.merge(store, able.id, war.blue.id, GM)) == "not-alike"
    assert await code_of(regrouping.split(store, able.id, RED, everybody, "All")) == "nobody-left"
    assert await code_of(regrouping.split(store, able.id, BLUE, everybody[-2:], "Stolen")) == "not-yours"
    assert await code_of(regrouping.split(store, able.id, RED, [men(squad)[0]], "X")) == "unknown-figure"
    assert await violation(regrouping.transfer(store, everybody[0], squad.id, RED, leads=True)) in ("one-leader", "")
    assert [await rosters.show_unit(store, unit.id) for unit in (able, squad, war.blue)] == before
    await war.battle(unit_ids=[able.id, war.blue.id])
    assert await code_of(regrouping.split(store, able.id, RED, everybody[-2:], "Late")) == "fighting"


async def test_two_owners_must_agree(war: World) -> None:
    store, able = war.store, war.red
    await campaign.join(store, war.id, RED_TOO, able.side)
    second = await rosters.raise_unit(store, war.id, RED_TOO, able.organisation, name="Second")
    leaving = men(second)[-1]
    await rosters.retire(store, men(able)[-1], RED)
    assert await regrouping.owners(store, RED, able.id, second.id) == (RED_TOO,)
    assert await regrouping.owners(store, GM, able.id, second.id) == ()
    assert await code_of(regrouping.transfer(store, leaving, able.id, RED)) == "not-yours"
    assert await code_of(regrouping.transfer(store, leaving, able.id, BLUE, agreed=RED)) == "not-yours"
    now = await regrouping.transfer(store, leaving, able.id, RED_TOO, agreed=RED)
    assert leaving in men(now)
    await battles.of_campaign(store, war.id)
