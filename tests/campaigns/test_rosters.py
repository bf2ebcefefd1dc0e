"""Units, slots and people: raising them and what may be written into their roll."""

from __future__ import annotations

from datetime import date

import pytest

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.honours import granting
from campaigns.roster import careers, promoting, reviving, rosters
from campaigns.roster.careers import Status
from campaigns.roster.rosters import RosterFigure
from campaigns.roster.sheet import RosterSheet, Row
from campaigns.tables.roster import CareerFact, FactKind
from tests.campaigns.behind import disbanded, recover
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, START, STRANGER, World


@pytest.mark.rule("BG-XIII.10.1", "BG-R113")
async def test_a_unit_is_raised_with_numbered_named_figures(world: World) -> None:
    unit = await rosters.raise_unit(
        world.store, world.id, RED, "squad", name="Charlie", base_colour="yellow", formed=date(2004, 7, 31)
    )

    assert (unit.side, unit.owner, unit.nation, unit.base_colour) == ("red", RED, "USA", "yellow")
    assert unit.formed == date(2004, 7, 31)
    assert [(slot.number, slot.rank) for slot in unit.slots] == [(1, "Sgt"), (2, "Pvt"), (3, "Pvt")]
    people = [slot.holder for slot in unit.slots if slot.holder]
    assert len({person.name for person in people}) == 3
    assert [person.rank for person in people] == ["Sgt", "Pvt", "Pvt"]
    assert unit.fit == 3


async def test_the_same_entropy_names_the_same_people_and_the_clock_dates_them(small: World) -> None:
    assert small.red.formed == START.date()
    assert all(slot.holder and slot.holder.given.isalpha() for slot in small.blue.slots)


async def test_units_without_a_name_are_counted(small: World) -> None:
    names = [(await rosters.raise_unit(small.store, small.id, RED, "pair")).name for _ in range(3)]
    assert names == ["Pair 1", "Pair 2", "Pair 3"]


async def test_raising_twice_by_one_interaction_raises_once(world: World) -> None:
    first = await rosters.raise_unit(world.store, world.id, RED, "pair", interaction_id=5)
    again = await rosters.raise_unit(world.store, world.id, RED, "pair", interaction_id=5)
    assert again == first
    assert len(await rosters.units_of(world.store, world.id, owner=RED)) == 2


async def test_a_player_raises_for_his_own_side_only_and_a_gm_for_any(world: World) -> None:
    for who, organisation, code in (
        (RED, "section", "not-your-side"),
        (RED, "mob", "not-your-side"),
        (STRANGER, "squad", "no-campaign"),
        (RED, "legion", "no-organisation"),
    ):
        with pytest.raises(Refusal) as refused:
            await rosters.raise_unit(world.store, world.id, who, organisation)
        assert refused.value.code == code
    mob = await rosters.raise_unit(world.store, world.id, GM, "mob")
    assert (mob.side, mob.owner) == ("crowd", None)


async def test_two_units_do_not_share_a_name(small: World) -> None:
    with pytest.raises(Refusal) as refused:
        await rosters.raise_unit(small.store, small.id, RED, "pair", name="alpha")
    assert refused.value.code == "name-taken"


async def test_a_figure_is_promoted_decorated_renamed_and_noted_and_his_career_says_so(world: World) -> None:
    man = world.red.slots[1].holder
    assert man is not None
    world.later(days=2)
    await promoting.promote(world.store, man.id, GM, "Cpl")
    await granting.decorate(world.store, man.id, GM, "Bronze Star")
    await rosters.note(world.store, man.id, RED, "carries the radio")
    renamed = await rosters.rename(world.store, man.id, RED, "Ed", "Holz")

    assert (renamed.name, renamed.rank, renamed.standing.decorations) == ("Ed Holz", "Cpl", ("Bronze Star",))
    life = await careers.career(world.store, man.id)
    assert [(fact.kind, fact.note) for fact in life.facts] == [
        (FactKind.JOINED, "Pvt"),
        (FactKind.PROMOTED, "Cpl"),
        (FactKind.DECORATED, "Bronze Star"),
        (FactKind.NOTED, "carries the radio"),
        (FactKind.NOTED, f"formerly {man.name}"),
    ]
    assert life.facts[1].at == world.store.clock.now()
    assert (life.unit, life.number) == ("Alpha", 2)


@pytest.mark.rule("BG-XIII.10.1", "BG-R113")
async def test_a_promotion_leaves_the_sheets_first_column_as_it_was_written(world: World) -> None:
    man = world.red.slots[1].holder
    assert man is not None
    await promoting.promote(world.store, man.id, GM, "Cpl")
    row = (await rosters.sheet(world.store, world.red.id)).rows[1]
    assert (row.name, row.holder) == (f"Pvt {man.family}", f"Cpl {man.family}")


async def test_what_a_player_may_write_into_a_roll(world: World) -> None:
    man = world.red.slots[1].holder
    assert man is not None
    for act, code in (
        (promoting.promote(world.store, man.id, RED, "Gen"), "umpire-only"),
        (granting.decorate(world.store, man.id, RED, "Medal"), "umpire-only"),
        (rosters.excuse(world.store, man.id, RED, absent=True), "umpire-only"),
        (recover(world.store, man.id, RED), "umpire-only"),
        (rosters.replace(world.store, world.red.slots[1].id, RED), "umpire-only"),
        (rosters.note(world.store, man.id, RED_TOO, "mine?"), "not-yours"),
        (rosters.rename(world.store, man.id, BLUE, "A", "B"), "not-yours"),
        (rosters.note(world.store, man.id, STRANGER, "who?"), "unknown-figure"),
        (rosters.note(world.store, 9999, RED, "who?"), "unknown-figure"),
        (rosters.note(world.store, man.id, RED, "  "), "bad-text"),
        (rosters.rename(world.store, man.id, RED, "A", ""), "bad-name"),
        (rosters.disband(world.store, world.red.id, BLUE), "not-yours"),
        (rosters.show_unit(world.store, world.red.id, campaign_id=99), "unknown-unit"),
    ):
        with pytest.raises(Refusal) as refused:
            await act
        assert refused.value.code == code
    assert len((await careers.career(world.store, man.id)).facts) == 1


async def test_nobody_takes_a_name_that_the_unit_knows(small: World) -> None:
    first, second = (slot.holder for slot in small.red.slots[:2])
    assert first is not None
    assert second is not None
    with pytest.raises(Refusal) as refused:
        await rosters.rename(small.store, second.id, RED, first.given, first.family)
    assert refused.value.code == "name-taken"


@pytest.mark.rule("BG-XIII.10.2", "BG-R113")
async def test_a_replacement_has_a_new_name_an_empty_record_and_the_same_number(world: World) -> None:
    slot = world.red.slots[2]
    gone = slot.holder
    assert gone is not None
    await granting.decorate(world.store, gone.id, GM, "Medal")
    await rosters.retire(world.store, gone.id, RED, "lost a bet")
    empty = (await rosters.show_unit(world.store, world.red.id)).slots[2]
    assert (empty.holder, empty.last.status) == (None, Status.RETIRED)
    (left,) = [fact for fact in (await careers.career(world.store, gone.id)).facts if fact.kind is FactKind.RETIRED]
    assert left.note == "lost a bet"

    cook = await rosters.replace(world.store, slot.id, GM, given="Jim", family="Cook")

    assert (cook.number, cook.name, cook.rank, cook.status) == (3, "Jim Cook", "Pvt", Status.FIT)
    assert cook.standing.decorations == ()
    life = await careers.career(world.store, cook.id)
    assert life.replaces == gone.name
    before = await careers.career(world.store, gone.id)
    assert [(fact.kind, fact.by) for fact in before.facts][-1] == (FactKind.REPLACED, "Jim Cook")
    assert (await rosters.show_unit(world.store, world.red.id)).fit == 3


async def test_nobody_replaces_who_is_there_nor_where_the_policy_forbids_it(small: World) -> None:
    slot = small.red.slots[0]
    assert slot.holder is not None
    with pytest.raises(Refusal) as refused:
        await rosters.replace(small.store, slot.id, GM)
    assert refused.value.code == "not-away"
    await rosters.retire(small.store, slot.holder.id, GM)
    await campaign.change_settings(small.store, small.id, GM, replacements="none")
    with pytest.raises(Refusal) as refused:
        await rosters.replace(small.store, slot.id, GM)
    assert refused.value.code == "no-replacements"


@pytest.mark.rule("BG-XIII.10.2", "BG-R113")
async def test_several_places_are_filled_at_once_or_none(world: World) -> None:
    for slot in world.red.slots[1:]:
        assert slot.holder is not None
        await rosters.retire(world.store, slot.holder.id, RED)
    with pytest.raises(Refusal) as refused:
        await rosters.replace_several(world.store, [slot.id for slot in world.red.slots], GM)
    assert refused.value.code == "not-away", "the sergeant holds his place"
    assert [name for _, name in await roll(world)][1:] == ["", ""]

    came = await rosters.replace_several(world.store, [slot.id for slot in world.red.slots[1:]], GM)

    assert [man.number for man in came] == [2, 3]
    assert [name for _, name in await roll(world)][1:] == [man.name for man in came]
    assert len({man.name for man in came}) == 2


async def test_a_correction_takes_a_fact_back_without_deleting_it(world: World) -> None:
    man = world.red.slots[0].holder
    assert man is not None
    await promoting.promote(world.store, man.id, GM, "General")
    fact = (await careers.career(world.store, man.id)).facts[-1]

    corrected = await rosters.correct(world.store, fact.id, GM, "a slip of the pen")

    assert corrected.rank == "Sgt"
    life = await careers.career(world.store, man.id)
    assert [(f.kind, f.void) for f in life.facts] == [
        (FactKind.JOINED, False),
        (FactKind.PROMOTED, True),
        (FactKind.CORRECTED, False),
    ]
    for again in (fact.id, life.facts[0].id, life.facts[2].id, 9999):
        with pytest.raises(Refusal, match="no such line"):
            await rosters.correct(world.store, again, GM, "again")


async def fallen(world: World) -> tuple[RosterFigure, RosterFigure, int]:
    """Alpha's third man by name, killed by mistake; the recruit in his place; the line of his death."""
    gone = world.red.slots[2].holder
    assert gone is not None
    async with world.store.writing() as session:
        session.add(CareerFact(figure_id=gone.id, kind=FactKind.KILLED, at=world.store.clock.now()))
    line = (await careers.career(world.store, gone.id)).facts[-1].id
    recruit = await rosters.replace(world.store, world.red.slots[2].id, GM, given="Jim", family="Cook")
    return gone, recruit, line


async def roll(world: World) -> list[tuple[int, str]]:
    """Alpha's numbers and who holds them."""
    unit = await rosters.show_unit(world.store, world.red.id)
    return [(slot.number, slot.holder.name if slot.holder else "") for slot in unit.slots]


async def test_the_dead_who_were_replaced_are_still_in_the_roll_and_can_be_honoured(world: World) -> None:
    gone, recruit, _ = await fallen(world)

    honoured = await granting.decorate(world.store, gone.id, GM, "Bronze Star")

    assert (honoured.status, honoured.standing.decorations) == (Status.KILLED, ("Bronze Star",))
    place = (await rosters.show_unit(world.store, world.red.id)).slots[2]
    assert (place.last.id, [man.name for man in place.former]) == (recruit.id, [gone.name])


async def test_whoever_lives_after_all_gets_his_place_back_while_nobody_holds_it(world: World) -> None:
    gone, recruit, line = await fallen(world)
    before = await roll(world)
    await rosters.retire(world.store, recruit.id, RED)

    back = await rosters.correct(world.store, line, GM, "it was somebody else")

    assert (back.id, back.number, back.status) == (gone.id, 3, Status.FIT)
    assert await roll(world) == [*before[:2], (3, gone.name)]
    life = await careers.career(world.store, gone.id)
    assert [fact.kind for fact in life.facts if fact.void] == [FactKind.KILLED, FactKind.REPLACED]
    again = await rosters.retire(world.store, gone.id, RED)
    assert again.status is Status.RETIRED
    assert await roll(world) == [*before[:2], (3, "")]


async def test_two_for_one_place_are_a_question_and_nothing_changes_until_it_is_answered(world: World) -> None:
    gone, _, line = await fallen(world)
    before = await roll(world)
    for place, code in (("", "two-for-a-place"), ("place-9999", "no-such-place")):
        with pytest.raises(Refusal) as refused:
            await rosters.correct(world.store, line, GM, "alive", place=place)
        assert refused.value.code == code
    assert await roll(world) == before
    assert not any(fact.void for fact in (await careers.career(world.store, gone.id)).facts)
    offered = [place.words for place in await reviving.places(world.store, gone.id)]
    assert offered == [
        "Place 3 of Alpha, as before; Jim Cook moves to a new place",
        "A new place in Alpha, beyond its establishment",
    ]


async def test_the_recruit_moves_or_the_one_who_lives_does(world: World) -> None:
    gone, _, line = await fallen(world)
    before = await roll(world)
    await rosters.correct(world.store, line, GM, "alive", place=reviving.OWN)
    assert await roll(world) == [*before[:2], (3, gone.name), (4, "Jim Cook")]
    assert (await rosters.show_unit(world.store, world.red.id)).fit == 4


async def test_a_new_place_beyond_the_establishment_leaves_the_recruit_where_he_is(world: World) -> None:
    gone, _, line = await fallen(world)
    before = await roll(world)
    back = await rosters.correct(world.store, line, GM, "alive", place=reviving.NEW)
    assert (back.number, back.rank) == (4, "Pvt")
    assert await roll(world) == [*before, (4, gone.name)]


async def test_an_empty_place_of_another_unit_takes_him(world: World) -> None:
    gone, _, line = await fallen(world)
    other = await rosters.raise_unit(world.store, world.id, RED, "squad", name="Charlie")
    left = other.slots[1].holder
    assert left is not None
    await rosters.retire(world.store, left.id, RED)
    empty = next(place for place in await reviving.places(world.store, gone.id) if "Charlie" in place.words)

    await rosters.correct(world.store, line, GM, "alive", place=empty.key)

    there = (await rosters.show_unit(world.store, other.id)).slots[1]
    assert (there.holder and there.holder.name, [man.name for man in there.former]) == (gone.name, [left.name])
    assert (3, "Jim Cook") in await roll(world)


async def test_a_place_is_for_somebody_whom_the_correction_brings_back(world: World) -> None:
    man = world.red.slots[0].holder
    assert man is not None
    await promoting.promote(world.store, man.id, GM, "General")
    line = (await careers.career(world.store, man.id)).facts[-1].id
    with pytest.raises(Refusal) as refused:
        await rosters.correct(world.store, line, GM, "a slip", place=reviving.NEW)
    assert refused.value.code == "no-return"


async def test_who_fights_is_not_retired_replaced_or_disbanded(small: World) -> None:
    await small.battle()
    man = small.red.slots[0].holder
    assert man is not None
    for act in (
        rosters.retire(small.store, man.id, RED),
        rosters.disband(small.store, small.red.id, RED),
        rosters.replace(small.store, small.red.slots[0].id, GM),
    ):
        with pytest.raises(Refusal) as refused:
            await act
        assert refused.value.code == "fighting"


async def test_a_disbanded_unit_is_called_to_no_battle_and_can_still_be_read(small: World) -> None:
    spare = await rosters.raise_unit(small.store, small.id, RED, "pair")
    await rosters.disband(small.store, spare.id, RED)

    assert spare.id not in [unit.id for unit in await rosters.units_of(small.store, small.id)]
    assert await disbanded(small.store, (await rosters.show_unit(small.store, spare.id)).id)
    with pytest.raises(Refusal) as refused:
        await battles.open_battle(small.store, small.id, GM, "X", channel_id=1, unit_ids=[spare.id, small.blue.id])
    assert refused.value.code == "unknown-unit"


async def test_units_are_listed_by_side_and_owner_and_renamed_by_their_owner(small: World) -> None:
    await rosters.rename_unit(small.store, small.red.id, RED, "Apache", base_colour="ochre")
    (unit,) = await rosters.units_of(small.store, small.id, side="red", owner=RED)
    assert (unit.name, unit.base_colour) == ("Apache", "ochre")
    assert await rosters.units_of(small.store, small.id, side="red", owner=BLUE) == ()


def test_a_seventh_battle_has_a_leaf_of_its_own() -> None:
    """The book's sheet has six columns; the newest come first."""
    battles = tuple(f"Hill {number}" for number in range(1, 8))
    sheet = RosterSheet("Charlie", "", START.date(), battles, (Row(1, "Ann Grey", "Ann Grey", ("-",) * 7),))
    newest, oldest = sheet.leaves(4000)
    assert [title for title in battles if title in newest] == list(battles[1:])
    assert [title for title in battles if title in oldest] == ["Hill 1"]
