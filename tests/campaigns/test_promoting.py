"""A promotion is a place: rank, role, number, and what the book lets a leader do. The line of a place outlives all who
hold it, and people take their own past along."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.frame import settling_up
from campaigns.campaign import campaign
from campaigns.roster import careers, promoting, regrouping, rosters
from campaigns.roster.rosters import RosterFigure, RosterUnit, SlotView
from campaigns.tables.roster import CareerFact, FactKind
from rules.book_and_gun.book.organisations import figure_traits
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from tests.campaigns.test_book_and_gun import opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import CHANNEL, GM, GUILD, RED, World, new_store


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=rule_sets()["book-and-gun"])
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def red(war: World) -> RosterUnit:
    return await rosters.show_unit(war.store, war.red.id)


def place(unit: RosterUnit, number: int) -> SlotView:
    return next(slot for slot in unit.slots if slot.number == number)


def held(unit: RosterUnit, number: int) -> RosterFigure:
    holder = place(unit, number).holder
    assert holder is not None
    return holder


async def fought(war: World, title: str, *killed: int) -> int:
    """A battle that the GM ends, of Able's, in which these figures fall."""
    war.later(hours=1)
    battle_id = await war.battle(title, unit_ids=[war.red.id, war.blue.id])
    await battles.end(war.store, battle_id, GM)
    async with war.store.writing() as session:
        for man in killed:
            fact = CareerFact(figure_id=man, battle_id=battle_id, kind=FactKind.KILLED, at=war.store.clock.now())
            session.add(fact)
    war.later(hours=1)
    return battle_id


async def line(war: World, unit_id: int, number: int) -> tuple[str, tuple[str, ...]]:
    row = next(row for row in (await rosters.sheet(war.store, unit_id)).rows if row.number == number)
    return row.name, row.cells


@pytest.mark.rule("BG-R24", "BG-XIII.10.1")
async def test_who_is_promoted_takes_the_place_and_leaves_their_own_free(war: World) -> None:
    leader, second = held(await red(war), 1), held(await red(war), 2)
    was, own = place(await red(war), 1), place(await red(war), 2)
    assert await code_of(promoting.promote(war.store, second.id, GM, place=was.id)) == "no-such-place"
    assert await code_of(promoting.promote(war.store, second.id, RED, place=was.id)) == "umpire-only"
    await fought(war, "Ridge Run", leader.id)

    now = await promoting.promote(war.store, second.id, GM, place=was.id)

    assert (now.number, now.role, now.rank) == (1, was.role, was.rank)
    after = await red(war)
    assert held(after, 1).id == second.id
    assert figure_traits(place(after, 1).traits).leader
    assert (place(after, 2).holder, place(after, 2).last.moved) == (None, True)
    assert [man.id for man, _ in after.everybody].count(second.id) == 1
    life = await careers.career(war.store, second.id)
    assert [fact.note for fact in life.facts if fact.kind is FactKind.PROMOTED] == [was.rank]
    assert f"takes place 1 of {after.name}: {was.role}; before it place 2: {own.role}" in [f.note for f in life.facts]

    # The battle after it is fought in the new place; the sheet keeps what was true in the one before.
    second_battle = await fought(war, "Oasis Wells")
    assert await line(war, after.id, 1) == (f"{was.rank} {leader.family}", (f"{leader.family}(K)", second.family))
    assert await line(war, after.id, 2) == (f"{own.rank} {second.family}", (second.family, "-"))
    assert (await careers.career(war.store, second.id)).standing.battles[-1] == second_battle

    # Somebody new comes to the place that fell free, and nothing is said of a successor in the promoted one's life.
    recruit = await rosters.replace(war.store, own.id, GM)
    after = await red(war)
    assert (held(after, 2).id, held(after, 1).id) == (recruit.id, second.id)
    assert (await careers.career(war.store, recruit.id)).replaces == second.name
    await fought(war, "Convoy 101")
    assert await line(war, after.id, 2) == (
        f"{own.rank} {second.family}",
        (second.family, "-", recruit.family),
    )


async def test_a_rank_of_then_stands_in_the_battle_of_then(war: World) -> None:
    man = held(await red(war), 3)
    await fought(war, "Ridge Run")
    await promoting.promote(war.store, man.id, GM, "SGT")
    await fought(war, "Oasis Wells")
    own = place(await red(war), 3)
    assert await line(war, war.red.id, 3) == (f"{own.rank} {man.family}", (man.family, f"SGT {man.family}"))


@pytest.mark.rule("BG-R24")
async def test_the_senior_by_rank_then_by_battles_steps_up(war: World) -> None:
    unit = await red(war)
    leader, sergeants = held(unit, 1), [held(unit, slot.number) for slot in unit.slots if slot.rank == "SGT"]
    assert len(sergeants) == 2
    # The first of the two sergeants has sat a battle out: the other one has more of them.
    await rosters.excuse(war.store, sergeants[0].id, GM, absent=True)
    await fought(war, "Ridge Run")
    await rosters.excuse(war.store, sergeants[0].id, GM, absent=False)
    assert promoting.steps(await red(war), war.store.rules("book-and-gun")) == ()
    await fought(war, "Oasis Wells", leader.id)

    assert await code_of(promoting.step_up(war.store, [unit.id], RED)) == "umpire-only"
    (step,) = await promoting.step_up(war.store, [unit.id], GM)

    assert (step.figure.id, step.place.number) == (sergeants[1].id, 1)
    assert held(await red(war), 1).id == sergeants[1].id
    assert await promoting.step_up(war.store, [unit.id], GM) == ()


async def test_a_transfer_leaves_the_dead_and_the_line_of_the_place_where_they_were(war: World) -> None:
    able, baker = war.red, await rosters.raise_unit(war.store, war.id, RED, war.red.organisation, name="Baker")
    fallen = held(await red(war), 3)
    await fought(war, "Ridge Run", fallen.id)
    recruit = await rosters.replace(war.store, place(await red(war), 3).id, GM)
    await rosters.retire(war.store, held(baker, 4).id, GM)
    war.later(hours=1)
    now = await regrouping.transfer(war.store, recruit.id, baker.id, GM)

    # Able keeps the line, and its dead; Baker has neither them nor a battle that it did not fight.
    assert await line(war, able.id, 3) == (f"{fallen.rank} {fallen.family}", (f"{fallen.family}(K)",))
    assert (await rosters.sheet(war.store, baker.id)).battles == ()
    assert fallen.id in [man.id for man, _ in (await red(war)).everybody]
    assert fallen.id not in [man.id for man, _ in now.everybody]
    assert 3 not in [slot.number for slot in (await red(war)).slots]
    assert (await careers.career(war.store, fallen.id)).unit == able.name
    assert (await careers.career(war.store, recruit.id)).unit == "Baker"

    # Back again it is the same line.
    await regrouping.transfer(war.store, recruit.id, able.id, GM)
    assert held(await red(war), 3).id == recruit.id
    await fought(war, "Oasis Wells")
    assert await line(war, able.id, 3) == (
        f"{fallen.rank} {fallen.family}",
        (f"{fallen.family}(K)", recruit.family),
    )


async def test_a_fallen_man_of_a_struck_place_lives_after_all(war: World) -> None:
    baker = await rosters.raise_unit(war.store, war.id, RED, war.red.organisation, name="Baker")
    fallen = held(await red(war), 3)
    await fought(war, "Ridge Run", fallen.id)
    recruit = await rosters.replace(war.store, place(await red(war), 3).id, GM)
    await rosters.retire(war.store, held(baker, 4).id, GM)
    await regrouping.transfer(war.store, recruit.id, baker.id, GM)
    life = await careers.career(war.store, fallen.id)
    killed = next(fact.id for fact in life.facts if fact.kind is FactKind.KILLED)
    await rosters.correct(war.store, killed, GM, "was only stunned")
    assert held(await red(war), 3).id == fallen.id


async def test_the_end_of_a_battle_is_not_taken_back_once_somebody_has_another_place(war: World) -> None:
    leader, second = held(await red(war), 1), held(await red(war), 2)
    goal = place(await red(war), 1).id
    battle_id = await fought(war, "Ridge Run", leader.id)
    await promoting.promote(war.store, second.id, GM, place=goal)
    assert await code_of(battles.undo(war.store, battle_id, GM)) == "too-late"


async def test_battles_of_one_title_are_told_apart(war: World) -> None:
    man = held(await red(war), 2)
    await fought(war, "Ridge Run")
    await fought(war, "Oasis Wells")
    await fought(war, "Ridge Run")
    sheet = await rosters.sheet(war.store, war.red.id)
    assert sheet.battles == ("Ridge Run (battle 1)", "Oasis Wells", "Ridge Run (battle 3)")
    told = [fact.battle for fact in (await careers.career(war.store, man.id)).facts if fact.kind is FactKind.FIELDED]
    assert told == list(sheet.battles)


async def test_a_step_that_somebody_else_has_taken_is_not_taken_twice(war: World) -> None:
    leader = held(await red(war), 1)
    battle_id = await fought(war, "Ridge Run", leader.id)
    assert await code_of(settling_up.settlement(war.store, battle_id, RED)) == "umpire-only"
    done = await settling_up.carry_out(war.store, battle_id, GM, settling_up.ClosingStep.SUCCESSION)
    assert [each.role for each in done] == [place(await red(war), 1).role]
    again = settling_up.carry_out(war.store, battle_id, GM, settling_up.ClosingStep.SUCCESSION)
    assert await code_of(again) == "nothing-left"
    third = await war.battle("Third", unit_ids=[war.red.id, war.blue.id])
    assert await code_of(settling_up.settlement(war.store, third, GM)) == "not-over"
    now = await settling_up.settlement(war.store, battle_id, GM)
    assert set(now.elsewhere) == {war.red.name, war.blue.name}
    assert not any(now.steps.values())


async def test_a_promoted_man_who_falls_leaves_places_that_are_told_apart(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, replacements="by-gm")
    first = await fought(war, "Ridge Run", held(await red(war), 1).id)
    (up,) = await settling_up.carry_out(war.store, first, GM, settling_up.ClosingStep.SUCCESSION)
    second = await fought(war, "Oasis Wells", up.figure.id)

    now = await settling_up.settlement(war.store, second, GM)

    for lines in now.steps.values():
        assert len({each.ref for each in lines}) == len(lines)
    left = [each for each in now.steps[settling_up.ClosingStep.REPLACEMENTS] if each.figure.id == up.figure.id]
    assert len(left) == 2, "the one that he fell in, and the one that he came from"
    step = settling_up.ClosingStep.REPLACEMENTS
    (done,) = await settling_up.carry_out(war.store, second, GM, step, {left[1].ref})
    assert done.place == left[1].place
    assert [slot.id for slot in (await red(war)).slots if slot.holder is None] == [left[0].place]
    await settling_up.carry_out(war.store, second, GM, step)
    assert all(slot.holder is not None for slot in (await red(war)).slots)


@pytest.mark.parametrize(("rules", "kind"), [("book-and-gun", "us-special-forces"), ("infantry-action", "gb44-hq")])
async def test_the_second_step_of_a_chain_alone_takes_the_first_along(url: str, rules: str, kind: str) -> None:
    store = new_store(url, rules=rule_sets()[rules])
    await store.open()
    here = await campaign.create(store, GUILD, CHANNEL, GM, "Mostar", rules)
    await campaign.join(store, here.id, RED, here.sides[0].key)
    unit = await rosters.raise_unit(store, here.id, RED, kind, name="Able")
    async with store.writing() as session:
        session.add(CareerFact(figure_id=held(unit, 1).id, kind=FactKind.KILLED, at=store.clock.now()))
    found = promoting.steps(await rosters.show_unit(store, unit.id), store.rules(rules))
    assert len(found) > 1
    assert found[1].place.id in [slot.id for slot in unit.slots if slot.number != 1]

    done = await promoting.step_up(store, [unit.id], GM, [(found[1].figure.id, found[1].place.id)])

    assert [(step.figure.id, step.place.id) for step in done] == [(s.figure.id, s.place.id) for s in found[:2]]
    after = await rosters.show_unit(store, unit.id)
    assert {held(after, step.place.number).id for step in done} == {step.figure.id for step in done}
    holders = [slot.holder.id for slot in after.slots if slot.holder is not None]
    assert len(holders) == len(set(holders)) == len(unit.slots) - 1
    await store.close()


async def test_a_leader_who_stepped_up_is_not_transferred_away_from_a_unit_without_another(war: World) -> None:
    baker = await rosters.raise_unit(war.store, war.id, RED, war.red.organisation, name="Baker")
    await rosters.retire(war.store, held(baker, 4).id, GM)
    first = await fought(war, "Ridge Run", held(await red(war), 1).id)
    (up,) = await settling_up.carry_out(war.store, first, GM, settling_up.ClosingStep.SUCCESSION)
    before = await red(war), await rosters.show_unit(war.store, baker.id)
    with pytest.raises(RuleViolation, match="no leaders"):
        await regrouping.transfer(war.store, up.figure.id, baker.id, GM)
    assert (await red(war), await rosters.show_unit(war.store, baker.id)) == before
    # Whoever is led may go, and comes back to the same leader.
    man = held(await red(war), 4)
    await regrouping.transfer(war.store, man.id, baker.id, GM)
    await regrouping.transfer(war.store, man.id, war.red.id, GM)
    leaders = [slot for slot in (await red(war)).slots if figure_traits(slot.traits).leader and slot.holder is not None]
    assert [slot.holder.id for slot in leaders if slot.holder is not None] == [up.figure.id]


async def test_an_end_that_is_taken_back_leaves_honours_and_proposes_none_twice(war: World) -> None:
    killer, fallen = held(await rosters.show_unit(war.store, war.blue.id), 1), held(await red(war), 3)
    battle_id = await fought(war, "Ridge Run")

    async def credited() -> None:
        async with war.store.writing() as session:
            fact = CareerFact(
                figure_id=killer.id,
                battle_id=battle_id,
                kind=FactKind.KILL_CREDITED,
                by_figure_id=fallen.id,
                at=war.store.clock.now(),
            )
            session.add(fact)

    await credited()
    step = settling_up.ClosingStep.HONOURS
    (honoured,) = await settling_up.carry_out(war.store, battle_id, GM, step)
    assert honoured.figure.id == killer.id
    await battles.undo(war.store, battle_id, GM)
    assert await code_of(settling_up.settlement(war.store, battle_id, GM)) == "not-over"
    assert (await careers.career(war.store, killer.id)).standing.kills == 0, "what the battle left is taken back"
    await battles.end(war.store, battle_id, GM)
    await credited()
    assert (await settling_up.settlement(war.store, battle_id, GM)).steps[step] == ()
    assert len((await careers.career(war.store, killer.id)).standing.decorations) == 1
