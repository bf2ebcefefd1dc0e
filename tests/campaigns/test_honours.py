"""Honours after a battle: proposed by the campaign's awards from careers, given, cited, declined, carried along."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.frame import publishing, settling_up
from campaigns.battle.frame.settling_up import ClosingStep
from campaigns.battle.record import journal
from campaigns.battle.record.bearing import borne_out
from campaigns.battle.record.journal import events_of, living
from campaigns.campaign.travel.packing import pack
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.honours import awards, granting, held
from campaigns.roster import careers, rosters
from campaigns.tables.roster import CareerFact, FactKind
from tests.campaigns.test_travel import arrived, elsewhere, undated
from tests.campaigns.world import BLUE, GM, RED, World

OWN = """
rules: outposts
title: Honours of the outposts
shipped: false
awards:
  mention: {name: Mention, measure: deeds, best: true, group: gallantry}
  medal: {name: Medal, nation: USA, measure: kills, least: 2, group: gallantry, ribbon: [red 2, white 1]}
  bar: {name: Bar to the Medal, measure: kills, least: 2, after: medal, often: once}
  badge: {name: Badge, measure: wounded, scope: career, least: 2, often: each-time}
  last-post: {name: Last Post, measure: wounded, posthumous: only}
  saver: {name: Lifesaver, measure: saved, least: 2}
  unit-star: {name: Unit Star, to: unit, measure: kills, least: 3}
  old-hands: {name: Old Hands, nation: USA, measure: battles, scope: unit, least: 2, often: once}
"""


class Table:
    """A campaign with these awards, whose battles end at once and did what the test says."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def battle(self, *did: tuple[int, FactKind, int | None]) -> int:
        """A battle that has ended; who did what, or suffered it, and by or to whom."""
        battle_id = await self.world.battle()
        await battles.end(self.world.store, battle_id, GM)
        await self.happened(battle_id, *did)
        return battle_id

    async def happened(self, battle_id: int, *did: tuple[int, FactKind, int | None]) -> list[int]:
        async with self.world.store.writing() as session:
            slots = {man.id: slot.id for unit in await self.units() for man, slot in unit.everybody}
            facts = [
                CareerFact(
                    figure_id=who, battle_id=battle_id, kind=kind, by_figure_id=other, slot_id=slots[who], at=self.now
                )
                for who, kind, other in did
            ]
            session.add_all(facts)
            await session.flush()
            return [fact.id or 0 for fact in facts]

    @property
    def now(self) -> datetime:
        return self.world.store.clock.now()

    async def units(self) -> tuple[rosters.RosterUnit, ...]:
        return await rosters.units_of(self.world.store, self.world.id)

    async def proposed(self, battle_id: int) -> list[str]:
        now = await settling_up.settlement(self.world.store, battle_id, GM)
        return [f"{each.proposal.award.name}: {each.man.number if each.figure else each.unit.name}"
                for each in now.steps[ClosingStep.HONOURS] if each.proposal]  # fmt: skip


@pytest.fixture
async def table(small: World) -> Table:
    found = await awards.read(small.store, small.id, OWN, "own.yaml")
    await awards.keep(small.store, small.id, GM, found)
    return Table(small)


async def worn(store: Store, figure: int) -> tuple[held.HeldHonour, ...]:
    return held.honours_in(await careers.career(store, figure))


def men(world: World) -> tuple[int, int, int, int]:
    """Three of Alpha's and the first of Bravo's."""
    return (*(slot.last.id for slot in world.red.slots[:3]), world.blue.slots[0].last.id)  # type: ignore[return-value]


async def test_measures_steps_groups_and_units(table: Table) -> None:
    ada, bob, cem, foe = men(table.world)
    kill = FactKind.KILL_CREDITED
    felled = [(ada, kill, foe), (ada, kill, foe), (bob, kill, foe), (foe, kill, cem), (cem, FactKind.KILLED, foe)]
    first = await table.battle(*felled, (bob, FactKind.TREATED, ada), (bob, FactKind.CARRIED, cem))
    assert await table.proposed(first) == ["Unit Star: Alpha", "Medal: 1", "Lifesaver: 2", "Last Post: 3", "Mention: 1"]
    store = table.world.store
    await settling_up.carry_out(store, first, GM, ClosingStep.HONOURS)
    assert await table.proposed(first) == [], "nobody is honoured twice for one battle"
    (star,) = await held.honours_of_unit(store, table.world.red.id)
    assert (star.name, star.key, star.citation) == ("Unit Star", "unit-star", "3 felled")
    second = await table.battle((ada, kill, foe), (ada, kill, foe))
    assert await table.proposed(second) == ["Medal: 1", "Bar to the Medal: 1", "Old Hands: 1", "Old Hands: 2"]
    assert [each.name for each in await worn(store, ada)] == ["Medal"]
    await settling_up.carry_out(store, second, GM, ClosingStep.HONOURS)
    third = await table.battle((ada, kill, foe), (ada, kill, foe))
    assert await table.proposed(third) == ["Medal: 1"], "what is given once is not proposed a second time"


async def test_how_often_and_only_what_the_battle_added_to(table: Table) -> None:
    """Every second wound of a career earns another badge."""
    ada, *_ = men(table.world)
    wound = (ada, FactKind.WOUNDED, None)
    said = []
    for _ in range(4):
        battle = await table.battle(wound)
        said.append("Badge: 1" in await table.proposed(battle))
        if said[-1]:
            await settling_up.honour(table.world.store, battle, GM, f"badge.{table.world.red.slots[0].last.ref}")
        await rosters.recover_several(table.world.store, [ada], GM)
    assert said == [False, True, False, True]
    quiet = await table.battle()
    assert not any("Badge" in each for each in await table.proposed(quiet))


async def test_a_correction_changes_what_hangs_on_it(table: Table) -> None:
    ada, bob, _, foe = men(table.world)
    kill = FactKind.KILL_CREDITED
    battle = await table.battle((bob, kill, foe))
    facts = await table.happened(battle, (ada, kill, foe), (ada, kill, foe))
    assert "Medal: 1" in await table.proposed(battle)
    store, ref = table.world.store, table.world.red.slots[0].last.ref
    await settling_up.honour(store, battle, GM, f"medal.{ref}", citation="for the two at the mill")
    await rosters.correct(store, facts[0], GM, "it was Bob")
    await rosters.correct(store, facts[1], GM, "it was Bob")
    now = await settling_up.settlement(store, battle, GM)
    assert [(each.name, each.whose) for each in now.contested] == [("Medal", table.world.red.slots[0].last.name)]
    assert "Mention: 2" in await table.proposed(battle), "now Bob did most"
    (medal,) = await worn(store, ada)
    assert medal.citation == "for the two at the mill"
    line = next(each for each in (await careers.career(store, ada)).facts if each.kind is FactKind.DECORATED)
    await rosters.correct(store, line.id, GM, "not theirs")
    assert await worn(store, ada) == ()


async def test_what_is_declined_is_not_proposed_again(table: Table) -> None:
    ada, _, _, foe = men(table.world)
    battle = await table.battle((ada, FactKind.KILL_CREDITED, foe))
    ref = f"mention.{table.world.red.slots[0].last.ref}"
    with pytest.raises(Refusal, match="GM"):
        await settling_up.decline(table.world.store, battle, RED, ref)
    await settling_up.decline(table.world.store, battle, GM, ref)
    assert "Mention: 1" not in await table.proposed(battle)
    with pytest.raises(Refusal, match="settled already"):
        await settling_up.honour(table.world.store, battle, GM, ref)


async def test_by_hand_from_the_list_or_free_and_taken_back(table: Table) -> None:
    store, (ada, *_), red = table.world.store, men(table.world), table.world.red
    await granting.decorate(store, ada, GM, "medal", citation="  long\nservice ")
    await granting.decorate(store, ada, GM, "Best shot of the valley")
    medal, free = await worn(store, ada)
    assert (medal.name, medal.key, medal.citation) == ("Medal", "medal", "long service")
    assert [stripe.width for stripe in medal.ribbon] == [2, 1]
    assert (free.name, free.key) == ("Best shot of the valley", "")
    with pytest.raises(Refusal, match="Only a GM"):
        await granting.decorate_unit(store, red.id, RED, "unit-star")
    await granting.decorate_unit(store, red.id, GM, "Unit Star", citation="for the mill")
    (star,) = await held.honours_of_unit(store, red.id)
    with pytest.raises(Refusal, match="no such honour"):
        await granting.take_back(store, star.id, table.world.blue.id, GM, "wrong unit")
    await granting.take_back(store, star.id, red.id, GM, "it was Bravo")
    assert await held.honours_of_unit(store, red.id) == ()


async def test_the_journal_bears_it_out(small: World) -> None:
    """Each credit names the entry after which the rule set first tells of whoever fell."""
    battle_id = await small.battle()
    await small.play(battle_id)
    async with small.store.reading() as session:
        rules = small.store.rules("outposts")
        standing = living(await journal.entries(session, rules, battle_id))
    service = rules.battle.service(events_of(standing))
    found = borne_out(rules, standing, service)
    checked = 0
    for record, seq in zip(service, found, strict=True):
        if record.what == "fielded":
            assert seq is None
            continue
        before = rules.battle.service(events_of([entry for entry in standing if entry.seq < (seq or 0)]))
        upto = rules.battle.service(events_of([entry for entry in standing if entry.seq <= (seq or 0)]))
        assert record in upto
        assert upto.count(record) > before.count(record)
        checked += 1
    assert checked
    people = [man.id for unit in await rosters.units_of(small.store, small.id) for man, _ in unit.everybody]
    lines = [fact for man in people for fact in (await careers.career(small.store, man)).facts]
    told = [fact for fact in lines if fact.kind not in (FactKind.JOINED, FactKind.FIELDED)]
    assert told
    assert all(fact.seq in {entry.seq for entry in standing} for fact in told)


async def test_honours_travel_with_the_campaign(table: Table, tmp_path: Path) -> None:
    ada, bob, *_ = men(table.world)
    world = table.world
    battle_id = await world.battle()
    await battles.end(world.store, battle_id, GM)
    await granting.decorate(world.store, ada, GM, "medal", citation="long service")
    await granting.decorate_unit(world.store, world.red.id, GM, "unit-star", battle_id=battle_id)
    await granting.decline(world.store, battle_id, GM, "mention", figure_id=bob)
    data = await pack(world.store, world.id, GM, with_people=True)
    there = await elsewhere(tmp_path)
    new = await arrived(there, data.data)
    assert undated((await pack(there, new, GM, with_people=True)).data) == undated(data.data)
    assert await awards.title_of(there, new) == "Honours of the outposts"
    unit = next(unit for unit in await rosters.units_of(there, new) if unit.name == "Alpha")
    assert [each.name for each in await held.honours_of_unit(there, unit.id)] == ["Unit Star"]
    assert (await worn(there, unit.slots[0].last.id))[0].citation == "long service"
    await there.close()


async def test_whoever_rests_misses_so_many_battles(table: Table) -> None:
    ada, *_ = men(table.world)
    world, first = table.world, await table.battle((men(table.world)[0], FactKind.WOUNDED, None))
    now = await settling_up.settlement(world.store, first, GM)
    (line,) = now.steps[ClosingStep.FATES]
    with pytest.raises(Refusal):
        await settling_up.rest(world.store, first, GM, [line.ref], 99)
    await settling_up.rest(world.store, first, GM, [line.ref], 2)

    async def came(battle_id: int) -> bool:
        return battle_id in (await careers.career(world.store, ada)).standing.battles

    assert [await came(await table.battle()) for _ in range(3)] == [False, False, True]


async def test_each_side_reads_of_its_own_people_once(table: Table) -> None:
    *_, cem, foe = men(table.world)
    battle = await table.battle((cem, FactKind.KILLED, foe), (foe, FactKind.KILL_CREDITED, cem))
    await settling_up.carry_out(table.world.store, battle, GM, ClosingStep.HONOURS)
    with pytest.raises(Refusal, match="GM"):
        await publishing.publish(table.world.store, battle, BLUE)
    assert len(await publishing.publish(table.world.store, battle, GM)) == 2
    with pytest.raises(Refusal, match="already"):
        await publishing.publish(table.world.store, battle, GM)
