"""What a battle leaves behind: careers, the roster sheet, who is there the next time, the chronicle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

import pytest

from campaigns.battle import battles
from campaigns.battle.frame.returns import RETURNS
from campaigns.battle.record import journal
from campaigns.campaign import campaign
from campaigns.campaign.chronicle import chronicle
from campaigns.errors import Refusal
from campaigns.honours.granting import decorate
from campaigns.post import dispatches
from campaigns.roster import careers, rosters
from campaigns.roster.careers import Status
from campaigns.tables.battles import BattleStatus, EntryKind
from campaigns.tables.roster import CareerFact, FactKind
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance, Scripted
from rules.kernel.event import Event
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act, recover
from tests.campaigns.toy import Fire, State, Strike, decide, toy
from tests.campaigns.world import BLUE, GM, RED, World, new_store


async def holders(world: World, unit_id: int) -> list[str]:
    unit = await rosters.show_unit(world.store, unit_id)
    return [slot.holder.status if slot.holder else "-" for slot in unit.slots]


async def wound(world: World, slot: int, status: FactKind = FactKind.WOUNDED) -> int:
    """A battle in which this man of Alpha is hit, written back by the GM's ending it."""
    battle_id = await world.battle(f"Fight {len(await battles.of_campaign(world.store, world.id)) + 1}")
    await battles.end(world.store, battle_id, GM, reason="dusk")
    man = (await rosters.show_unit(world.store, world.red.id)).slots[slot].holder
    assert man is not None
    async with world.store.writing() as session:
        session.add(CareerFact(figure_id=man.id, battle_id=battle_id, kind=status, at=world.store.clock.now()))
    return man.id


@pytest.mark.rule("BG-XIII.10.1")
async def test_a_battle_that_ends_by_its_rules_is_written_into_the_careers_once(world: World) -> None:
    battle_id = await world.battle()
    await world.play(battle_id, seed=4)

    info = (await battles.load(world.store, battle_id)).info
    assert info.status is BattleStatus.ENDED
    assert info.result is not None
    assert (info.result.how, info.result.reason) == ("rules", "nobody is left to fight")
    rules = world.store.rules("outposts")
    async with world.store.reading() as session:
        served = rules.battle.service(journal.events_of(await journal.entries(session, rules, battle_id)))
    written: Counter[str] = Counter()
    for unit in (world.red, world.blue):
        for slot in unit.slots:
            assert slot.holder is not None
            facts = (await careers.career(world.store, slot.holder.id)).facts
            written.update(fact.kind for fact in facts if fact.battle_id == battle_id)
    assert written == Counter(record.what for record in served)
    assert written[FactKind.FIELDED] == 6
    loser = world.blue if info.result.winner == "red" else world.red
    assert "fit" not in await holders(world, loser.id)


def deadly(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """Outposts in which every shot hits and the card of clubs kills: whatever the seed."""
    return decide(state, action, by, Scripted("d6:6,card:2C") if isinstance(action, Fire) else chance)


async def test_who_killed_whom_with_what_is_in_both_careers(small: World) -> None:
    store = new_store(str(small.store.url), rules=toy(decide=deadly), entropy=small.store.entropy)
    battle_id = await World(store, small.campaign, small.red, small.blue).battle()
    field = await battles.load(store, battle_id)
    (ask,) = field.prompt.asks
    (fire,) = field.rules.battle.offers(field.state, ask.side, ask.units[0])
    await act(store, battle_id, fire.filled(), GM, side=ask.side)
    await battles.end(store, battle_id, GM)
    await store.close()

    first = {unit.side: unit.slots[0].holder for unit in (small.red, small.blue)}
    killer, victim = first.pop(ask.side), *first.values()
    assert killer is not None
    assert victim is not None
    (death,) = await facts_of(small, victim.id, FactKind.KILLED)
    assert (death.battle, death.note, death.by) == ("Ridge Run", "rifle, 2C", killer.name)
    (credit,) = await facts_of(small, killer.id, FactKind.KILL_CREDITED)
    assert credit.by == victim.name
    assert (await careers.career(small.store, killer.id)).standing.kills == 1


async def facts_of(world: World, figure_id: int, kind: FactKind) -> list[careers.CareerLine]:
    return [fact for fact in (await careers.career(world.store, figure_id)).facts if fact.kind is kind]


@pytest.mark.rule("BG-R113", "BG-XIII.10.1", "BG-XIII.10.2")
async def test_the_roster_sheet_is_that_of_the_book(world: World) -> None:
    """Three lines in the manner of the book's sample: one wounded, decorated and back; one killed and replaced by a
    man named later; one wounded who then stays away."""
    store = world.store
    unit = await rosters.raise_unit(
        store, world.id, RED, "squad", name="1st Platoon", base_colour="Yellow", formed=date(2004, 7, 31)
    )
    rigby, hister, thomas = (slot.holder for slot in unit.slots)
    assert rigby is not None
    assert hister is not None
    assert thomas is not None
    for man, given, family in ((rigby, "Al", "Rigby"), (hister, "Bo", "Hister"), (thomas, "Cy", "Thomas")):
        await rosters.rename(store, man.id, RED, given, family)
    battle_ids = []
    for title, hits in (
        ("Ridge Run", ((hister.id, FactKind.KILLED),)),
        ("Oasis Wells", ((rigby.id, FactKind.WOUNDED), (thomas.id, FactKind.WOUNDED))),
        ("Convoy 101", ()),
    ):
        battle_ids.append(await fought_battle(world, title, unit.id, hits))
        if title == "Ridge Run":
            await rosters.replace(store, unit.slots[1].id, GM, given="Di", family="Cook")
        if title == "Oasis Wells":
            await rosters.excuse(store, thomas.id, GM, absent=True)
    await decorate(store, rigby.id, GM, "Silver Star", battle_id=battle_ids[2])

    sheet = await rosters.sheet(store, unit.id)

    assert sheet.battles == ("Ridge Run", "Oasis Wells", "Convoy 101")
    assert [(row.number, row.name, row.holder, row.cells) for row in sheet.rows] == [
        (1, "Sgt Rigby", "Sgt Rigby", ("Rigby", "Rigby(W)", "Rigby(D)")),
        (2, "Pvt Hister", "Pvt Cook", ("Hister(K)", "Cook", "Cook")),
        (3, "Pvt Thomas", "Pvt Thomas", ("Thomas", "Thomas(W)", "-")),
    ]
    assert sheet.text() == (
        "UNIT ROSTER FOR: 1st Platoon\n"
        "BASE COLOUR: Yellow   FORMED: 31 July 2004\n"
        "Number  Name        Ridge Run  Oasis Wells  Convoy 101\n"
        "1       Sgt Rigby   Rigby      Rigby(W)     Rigby(D)\n"
        "2       Pvt Hister  Hister(K)  Cook         Cook\n"
        "3       Pvt Thomas  Thomas     Thomas(W)    -"
    )


async def fought_battle(world: World, title: str, unit_id: int, hits: tuple[tuple[int, FactKind], ...]) -> int:
    """A battle of this unit against Bravo that the GM ends, with these casualties."""
    battle_id = await world.battle(title, unit_ids=[unit_id, world.blue.id])
    await battles.end(world.store, battle_id, GM)
    async with world.store.writing() as session:
        for man, kind in hits:
            session.add(CareerFact(figure_id=man, battle_id=battle_id, kind=kind, at=world.store.clock.now()))
    return battle_id


async def test_nobody_is_decorated_for_a_battle_that_he_missed(small: World) -> None:
    spare = await rosters.raise_unit(small.store, small.id, RED, "pair")
    battle_id = await small.battle(unit_ids=[small.red.id, small.blue.id])
    await battles.end(small.store, battle_id, GM)
    man = spare.slots[0].holder
    assert man is not None
    with pytest.raises(Refusal) as refused:
        await decorate(small.store, man.id, GM, "Medal", battle_id=battle_id)
    assert refused.value.code == "not-there"


@pytest.mark.rule("BG-R113")
async def test_by_default_a_wounded_man_is_back_in_the_next_battle(world: World) -> None:
    man = await wound(world, 1)
    assert await holders(world, world.red.id) == ["fit", "wounded", "fit"]

    battle_id = await world.battle("Next")

    field = await battles.load(world.store, battle_id)
    assert [len(post.men) for post in field.state.posts] == [3, 3]
    life = await careers.career(world.store, man)
    assert [fact.kind for fact in life.facts][-1] is FactKind.RECOVERED
    lines = (await battles.report(world.store, battle_id, 1, 1, Viewer(umpire=True))).lines
    assert lines[0].entry.kind is EntryKind.RETURNS
    (back,) = RETURNS.validate_json(lines[0].entry.intent)
    assert (back.figure_id, back.what, back.die) == (man, "recovered", None)


@pytest.mark.rule("BG-R113")
async def test_the_umpire_may_decide_who_returns(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, wounded="umpire-decides")
    man = await wound(world, 1)
    first = await world.battle("Without him")
    assert [len(post.men) for post in (await battles.load(world.store, first)).state.posts] == [2, 3]
    with pytest.raises(Refusal, match="called to a battle"):
        await recover(world.store, man, GM)
    await battles.end(world.store, first, GM)

    await recover(world.store, man, GM, "out of hospital")

    second = await world.battle("With him")
    assert [len(post.men) for post in (await battles.load(world.store, second)).state.posts] == [3, 3]


@pytest.mark.rule("BG-R113")
async def test_one_marked_absent_stays_away_until_he_is_called_back(small: World) -> None:
    man = small.red.slots[0].holder
    assert man is not None
    await rosters.excuse(small.store, man.id, GM, absent=True)
    first = await small.battle()
    assert [len(post.men) for post in (await battles.load(small.store, first)).state.posts] == [2, 3]
    await battles.end(small.store, first, GM)
    await rosters.excuse(small.store, man.id, GM, absent=False)
    second = await small.battle("Again")
    assert [len(post.men) for post in (await battles.load(small.store, second)).state.posts] == [3, 3]


@pytest.mark.rule("BG-R113")
async def test_with_the_d6_policy_a_four_brings_a_man_back(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, wounded="d6")
    men = [await wound(world, 0)]
    seen: set[bool] = set()
    for number in range(12):
        battle_id = await world.battle(f"Try {number}")
        entry = (await battles.report(world.store, battle_id, 1, 1, Viewer(umpire=True))).lines[0].entry
        (back,) = RETURNS.validate_json(entry.intent)
        assert [(draw.sides, draw.value) for draw in entry.draws] == [(6, back.die)]
        assert back.die is not None
        assert (back.what == "recovered") == (back.die >= 4)
        seen.add(back.what == "recovered")
        status = (await careers.career(world.store, men[0])).standing.status
        assert status is (Status.FIT if back.what == "recovered" else Status.WOUNDED)
        await battles.end(world.store, battle_id, GM)
        if back.what == "recovered":
            await wound(world, 0)
        if len(seen) == 2:
            return
    raise AssertionError("twelve dice all on one side of 4")


@pytest.mark.rule("BG-XIII.10.2")
async def test_automatic_replacements_fill_the_places_of_the_dead(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, replacements="automatic")
    dead = await wound(world, 2, FactKind.KILLED)
    assert await holders(world, world.red.id) == ["fit", "fit", "-"]

    battle_id = await world.battle("Next")

    unit = await rosters.show_unit(world.store, world.red.id)
    new = unit.slots[2].holder
    assert new is not None
    assert new.id != dead
    assert new.standing.battles == ()
    assert (await careers.career(world.store, new.id)).replaces == unit_name(world, 2)
    field = await battles.load(world.store, battle_id)
    assert [man.id for man in field.state.posts[0].men][2] == new.ref


async def test_each_side_reads_before_a_battle_who_of_its_own_is_back_and_who_is_new(world: World) -> None:
    await wound(world, 2, FactKind.KILLED)
    await wound(world, 0)
    await campaign.change_settings(world.store, world.id, GM, replacements="automatic", wounded="next-battle")

    battle_id = await world.battle("Next")

    unit = await rosters.show_unit(world.store, world.red.id)
    new = unit.slots[2].holder
    assert new is not None
    (word,) = await dispatches.words_to(world.store, battle_id, "red")
    assert word.title == "Before the battle"
    assert word.text == f"Alpha: back: {unit_name(world, 0)}; new: {new.name} for {unit_name(world, 2)}"
    assert await dispatches.words_to(world.store, battle_id, "blue") == (), "who is hurt over there is theirs to know"


async def test_a_recovery_before_a_battle_is_not_told_as_one_in_it(world: World) -> None:
    man = await wound(world, 0)
    battle_id = await world.battle("Next")
    life = await careers.career(world.store, man)
    assert [(fact.kind, fact.before) for fact in life.facts if fact.battle_id == battle_id] == [
        (FactKind.RECOVERED, True),
    ]


def unit_name(world: World, slot: int) -> str:
    holder = world.red.slots[slot].holder
    assert holder is not None
    return holder.name


@pytest.mark.rule("BG-R113")
async def test_without_replacements_a_dead_man_s_place_stays_empty(small: World) -> None:
    await wound(small, 2, FactKind.KILLED)
    battle_id = await small.battle("Next")
    assert [len(post.men) for post in (await battles.load(small.store, battle_id)).state.posts] == [2, 3]


async def test_a_captured_man_returns_by_the_gm_s_word_only(small: World) -> None:
    man = await wound(small, 1, FactKind.CAPTURED)
    battle_id = await small.battle("Next")
    assert [len(post.men) for post in (await battles.load(small.store, battle_id)).state.posts] == [2, 3]
    await battles.end(small.store, battle_id, GM)
    assert (await recover(small.store, man, GM, "exchanged")).status is Status.FIT
    with pytest.raises(Refusal, match="is fit"):
        await recover(small.store, man, GM)


async def test_who_ran_from_the_field_turns_up_for_the_next_battle_as_the_wounded_do(small: World) -> None:
    man = await wound(small, 1, FactKind.MISSING)
    assert await holders(small, small.red.id) == ["fit", "missing", "fit"]
    await small.battle("Next")
    assert (await careers.career(small.store, man)).standing.status is Status.FIT


async def test_who_has_been_replaced_does_not_get_his_place_back(small: World) -> None:
    man = await wound(small, 1, FactKind.CAPTURED)
    await rosters.replace(small.store, small.red.slots[1].id, GM)
    with pytest.raises(Refusal) as refused:
        await recover(small.store, man, GM)
    assert refused.value.code == "place-taken"


async def test_a_unit_of_which_nobody_is_fit_does_not_take_the_field(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, wounded="umpire-decides")
    spare = await rosters.raise_unit(small.store, small.id, RED, "pair")
    for slot in spare.slots:
        assert slot.holder is not None
        await rosters.excuse(small.store, slot.holder.id, GM, absent=True)
    battle_id = await small.battle()
    assert [post.name for post in (await battles.load(small.store, battle_id)).state.posts] == ["Alpha", "Bravo"]


async def test_the_chronicle_tells_every_battle_with_its_losses(world: World) -> None:
    first = await world.battle("Ridge Run")
    state = (await battles.load(world.store, first)).state
    world.later(days=1)
    for man in state.posts[1].men:
        await act(world.store, first, Strike(figure=man.id), GM)
    second = await battles.open_battle(world.store, world.id, GM, "Called off", channel_id=9, unit_ids=[world.red.id])
    await battles.cancel(world.store, second.id, GM)
    third = await battles.open_battle(world.store, world.id, GM, "To come", channel_id=9, unit_ids=[world.red.id])

    told, to_come = await chronicle(world.store, world.id)

    assert (told.battle_id, told.title, told.number) == (first, "Ridge Run", 1)
    assert told.result is not None
    assert told.result.winner == "red"
    assert (told.ended_at - told.begun_at).days == 1
    assert [(t.side, t.name, t.fielded, t.killed, t.wounded) for t in told.tallies] == [
        ("red", "Reds", 3, 0, 0),
        ("blue", "Blues", 3, 3, 0),
    ]
    assert (to_come.battle_id, to_come.status, to_come.tallies) == (third.id, BattleStatus.OPEN, ())
    assert await holders(world, world.blue.id) == ["-", "-", "-"]


async def test_a_man_counts_once_by_the_worst_that_befell_him(small: World) -> None:
    man = await wound(small, 1, FactKind.WOUNDED)
    async with small.store.writing() as session:
        battle_id = (await careers.career(small.store, man)).facts[-1].battle_id
        session.add(CareerFact(figure_id=man, battle_id=battle_id, kind=FactKind.KILLED, at=small.store.clock.now()))
    (told,) = await chronicle(small.store, small.id)
    assert [(t.killed, t.wounded) for t in told.tallies] == [(1, 0), (0, 0)]


async def test_a_player_sees_his_battles_in_his_men(small: World) -> None:
    ids = []
    for title in ("One", "Two"):
        battle_id = await small.battle(title)
        await battles.end(small.store, battle_id, GM, winner="blue", reason="dusk")
        ids.append(battle_id)
    man = small.blue.slots[0].holder
    assert man is not None
    assert (await careers.career(small.store, man.id)).standing.battles == tuple(ids)
    assert (await campaign.show(small.store, small.id, who=BLUE)).id == small.id
