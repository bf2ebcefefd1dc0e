"""The campaign's table of fates: one die for each of the wounded, before the next battle."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.frame.returns import RETURNS, Return
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.members import fates
from campaigns.members.fates import Fate
from campaigns.roster import rosters
from campaigns.roster.careers import Status
from campaigns.tables.battles import EntryKind, JournalEntry
from campaigns.tables.roster import CareerFact, FactKind
from tests.campaigns.toy import TOY
from tests.campaigns.world import GM, World


def test_a_table_gives_each_face_a_fate() -> None:
    table = fates.read("1 dies; 2–3: invalided, 4 away, 5-6 back")
    assert [table[face] for face in range(1, 7)] == [
        Fate.DIES,
        Fate.INVALIDED,
        Fate.INVALIDED,
        Fate.AWAY,
        Fate.BACK,
        Fate.BACK,
    ]
    assert set(fates.read(fates.USUAL).values()) == {Fate.DIES, Fate.INVALIDED, Fate.BACK}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 dies", "nothing of 2, 3, 4, 5, 6"),
        ("1-6 sleeps", "isn't a row"),
        ("1-6 back, 6 dies", "6 stands in it twice"),
        ("1-7 back", "never shows 7"),
        ("6-1 back", "counts backwards"),
        ("", "nothing of 1"),
        ("1-6 back and more @everyone", "isn't a row"),
    ],
)
async def test_a_table_with_a_hole_or_an_unknown_fate_is_refused_and_nothing_changes(
    small: World, text: str, words: str
) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        await campaign.change_settings(small.store, small.id, GM, wounded="fates", fates=text)
    assert refused.value.code == "bad-fates"
    assert (await campaign.show(small.store, small.id)).settings == small.campaign.settings


async def returns_of(world: World, battle_id: int) -> tuple[Return, ...]:
    async with world.store.reading() as session:
        found = select(JournalEntry).where(JournalEntry.battle_id == battle_id, JournalEntry.kind == EntryKind.RETURNS)
        entry = (await session.exec(found)).one()
    return RETURNS.validate_json(entry.intent)


async def test_the_dice_decide_and_whoever_dies_or_goes_home_is_replaced_and_does_not_fight(world: World) -> None:
    table = "1 dies, 2-3 invalided, 4 away, 5-6 back"
    await campaign.change_settings(world.store, world.id, GM, wounded="fates", fates=table, replacements="automatic")
    seen: Counter[str] = Counter()
    for number in range(14):
        hurt = [
            slot.holder
            for unit in await rosters.units_of(world.store, world.id)
            for slot in unit.slots
            if slot.holder is not None and slot.holder.status is Status.FIT
        ]
        async with world.store.writing() as session:
            for man in hurt:
                fact = CareerFact(figure_id=man.id, kind=FactKind.WOUNDED, at=world.store.clock.now())
                session.add(fact)
            fit = CareerFact(figure_id=hurt[0].id, kind=FactKind.RECOVERED, at=world.store.clock.now())
            other = CareerFact(figure_id=hurt[-1].id, kind=FactKind.RECOVERED, at=world.store.clock.now())
            session.add_all([fit, other])
        world.later(hours=1)
        battle_id = await world.battle(f"Battle {number}")
        report = await returns_of(world, battle_id)
        for back in report:
            if back.what == "replaced":
                continue
            assert back.die is not None
            expected = {1: "died", 2: "invalided", 3: "invalided", 4: "still away"}.get(back.die, "recovered")
            assert back.what == expected
            seen[back.what] += 1
        gone = {back.figure_id for back in report if back.what in ("died", "invalided")}
        assert {back.figure_id for back in report if back.what == "replaced"} == gone
        units = await rosters.units_of(world.store, world.id)
        holders = {slot.holder.id for unit in units for slot in unit.slots if slot.holder is not None}
        assert not holders & gone
        fought = {man.id: man for unit in units for man, _ in unit.everybody if battle_id in man.standing.battles}
        assert not fought.keys() & gone
        await battles.end(world.store, battle_id, GM)
        report_of = verification.verify(await verification.export(world.store, battle_id), TOY)
        assert [check for check in report_of.checks if not check.ok and check.name != "keys"] == []
        world.later(hours=1)
    assert set(seen) == {"died", "invalided", "still away", "recovered"}
