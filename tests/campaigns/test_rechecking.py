"""`adjutant db check`: what is kept beside the journals is held against them, and made anew where it differs."""

from __future__ import annotations

import random

from sqlmodel import col, delete, select, update

from campaigns.battle import battles
from campaigns.battle.record.journal import SNAPSHOT_EVERY
from campaigns.campaign.travel import rechecking
from campaigns.campaign.travel.rechecking import Difference
from campaigns.tables.battles import Battle, JournalEntry, Snapshot
from campaigns.tables.clocks import Waiting
from campaigns.tables.roster import CareerFact, FactKind
from campaigns.tables.stories import BattleAccount
from tests.campaigns.behind import next_timer
from tests.campaigns.world import World


async def differences(world: World, *, repair: bool = False) -> list[Difference]:
    found = [each async for each in rechecking.recheck(world.store, repair=repair)]
    return [difference for _, of_battle in found for difference in of_battle]


async def long_battle(world: World) -> int:
    """One that is old enough for a snapshot, and goes on."""
    battle_id = await world.battle()
    dice = random.Random(5)
    while (await battles.load(world.store, battle_id)).info.version <= SNAPSHOT_EVERY:
        assert await world.one_move(battle_id, dice)
    return battle_id


async def test_nothing_differs_in_what_the_program_has_written(small: World) -> None:
    battle_id = await long_battle(small)
    assert await differences(small) == []
    await small.play(battle_id)
    assert await differences(small) == []
    assert [number async for number, _ in rechecking.recheck(small.store)] == [battle_id]


async def test_a_snapshot_that_is_not_what_the_journal_leads_to_is_thrown_away(small: World) -> None:
    battle_id = await long_battle(small)
    state = (await battles.load(small.store, battle_id)).state
    async with small.store.writing() as session:
        await session.exec(update(Snapshot).values(state="{}"))

    (told,) = await differences(small)
    assert "is not what the journal leads to" in told.what
    assert not told.repaired
    assert [each.repaired for each in await differences(small, repair=True)] == [True]

    assert await differences(small) == []
    again = small.at(str(small.store.url))
    assert (await battles.load(again.store, battle_id)).state == state
    await again.store.close()


async def test_questions_that_are_gone_are_asked_again_with_their_clocks(small: World) -> None:
    await small.battle()
    due = await next_timer(small.store)
    async with small.store.writing() as session:
        await session.exec(delete(Waiting))

    (told,) = await differences(small, repair=True)
    assert told.what == "the questions that its clocks run for are not those of its state"

    assert await differences(small) == []
    async with small.store.reading() as session:
        assert (await session.exec(select(Waiting))).all()
    assert await next_timer(small.store) == due


async def test_accounts_are_reckoned_again_and_careers_are_told_and_no_more(small: World) -> None:
    over = await small.battle()
    await small.play(over)
    async with small.store.writing() as session:
        await session.exec(update(BattleAccount).where(col(BattleAccount.viewer) == "red").values(told="{}"))
        fielded = (await session.exec(select(CareerFact).where(CareerFact.kind == FactKind.FIELDED))).first()
        await session.delete(fielded)

    account, career = await differences(small, repair=True)
    assert (account.what, account.repaired) == ("what may be told of it to red differs", True)
    assert career.what.startswith("the journal says “fielded” of f")
    assert not career.repaired
    assert await differences(small) == [career]


async def test_entries_that_are_missing_are_told_and_nothing_is_made_of_the_rest(small: World) -> None:
    battle_id = await long_battle(small)
    async with small.store.writing() as session:
        await session.exec(delete(JournalEntry).where(col(JournalEntry.seq) == 7))
    (told,) = await differences(small, repair=True)
    assert (told.what, told.repaired) == ("entries are missing: 7", False)
    async with small.store.reading() as session:
        assert (await session.get_one(Battle, battle_id)).version > SNAPSHOT_EVERY
        assert (await session.exec(select(Snapshot))).all()
