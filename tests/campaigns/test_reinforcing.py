"""Units that join a battle that goes on: under every rule set, with a restart in between, taken back and proved."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.course import slicing
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.battle.record.mustering import MUSTER, REINFORCEMENTS, line_up, taking_part
from campaigns.campaign.campaign import create, join
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.roster.rosters import RosterUnit
from campaigns.tables.battles import BattleStatus, EntryKind
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.forces import Muster, MusterSide, MusterUnit
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC
from rules.table.board import Board
from tests.campaigns.behind import act
from tests.campaigns.behind import viewer as viewer_of
from tests.campaigns.test_book_and_gun import choices
from tests.campaigns.toy import Fire, Hold
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, RED_TOO, STRANGER, THREAD, World, new_store
from tests.cutting import ByCount
from tests.databases import new_file


async def late(world: World, who: int = RED, organisation: str = "pair", name: str = "Late") -> RosterUnit:
    return await rosters.raise_unit(world.store, world.id, who, organisation, name=name)


async def test_a_unit_joins_is_asked_and_serves(world: World) -> None:
    battle_id = await world.battle(unit_ids=[world.red.id, world.blue.id])
    unit = await late(world, RED_TOO)
    before = await battles.load(world.store, battle_id)
    acted = await battles.reinforce(world.store, battle_id, GM, [unit.id], interaction_id=5)
    again = await battles.reinforce(world.store, battle_id, GM, [unit.id], interaction_id=5)

    assert (again.duplicate, again.to_seq) == (True, acted.to_seq)
    field = await battles.load(world.store, battle_id)
    assert field.info.version == before.info.version + 1
    asked = next((ask for ask in field.prompt.asks if ask.side == "red"), None)
    assert asked is None or unit.ref in asked.units
    assert (await rosters.show_unit(world.store, unit.id)).fighting == battle_id
    async with world.store.reading() as session:
        entry = (await journal.entries(session, field.rules, battle_id, after=acted.from_seq - 1))[0]
        everybody = await taking_part(session, battle_id)
    assert (entry.kind, entry.user_id) == (EntryKind.REINFORCED, GM)
    assert [side.units[-1].name for side in everybody.sides if side.key == "red"] == ["Late"]
    public = await battles.report(world.store, battle_id, acted.from_seq, acted.to_seq, PUBLIC)
    assert (public.lines[0].entry.intent, [told.headline for told in public.lines[0].tolds]) == ("{}", ["Joined"])

    await world.play(battle_id)
    fought = [slot.holder or slot.last for slot in (await rosters.show_unit(world.store, unit.id)).slots]
    assert all(man.standing.battles == (battle_id,) for man in fought)
    assert verification.verify(await verification.export(world.store, battle_id), field.rules).ok


async def test_what_follows_goes_on_in_slices(world: World) -> None:
    """The unit has come with the first slice; the battle rests with the last, and proves as ever."""
    battle_id = await world.battle(unit_ids=[world.red.id, world.blue.id])
    unit = await late(world, RED_TOO)
    world.store.slices = ByCount(1)
    acted = await battles.reinforce(world.store, battle_id, GM, [unit.id])
    assert acted.under_way
    assert (await battles.load(world.store, battle_id)).info.carried_out == 1
    assert (await rosters.show_unit(world.store, unit.id)).fighting == battle_id
    await slicing.to_its_end(world.store, battle_id)
    field = await battles.load(world.store, battle_id)
    assert field.info.carried_out is None
    assert field.prompt
    await battles.end(world.store, battle_id, GM)
    assert verification.verify(await verification.export(world.store, battle_id), field.rules).ok


async def test_taken_back_it_is_free_again_and_may_come_once_more(world: World) -> None:
    battle_id = await world.battle(unit_ids=[world.red.id, world.blue.id])
    unit = await late(world)
    before = await battles.load(world.store, battle_id)
    await battles.reinforce(world.store, battle_id, GM, [unit.id])
    await battles.undo(world.store, battle_id, GM)

    field = await battles.load(world.store, battle_id)
    assert field.state == before.state
    assert (await rosters.show_unit(world.store, unit.id)).fighting is None
    assert unit.id not in field.info.unit_ids
    await battles.reinforce(world.store, battle_id, GM, [unit.id])
    assert (await battles.load(world.store, battle_id)).state.post(unit.ref) is not None
    await world.play(battle_id)
    assert verification.verify(await verification.export(world.store, battle_id), field.rules).ok


async def test_a_player_does_not_take_it_back(small: World) -> None:
    battle_id = await small.battle(unit_ids=[small.red.id, small.blue.id])
    await battles.reinforce(small.store, battle_id, GM, [(await late(small)).id])
    with pytest.raises(Refusal) as refused:
        await battles.undo(small.store, battle_id, RED)
    assert refused.value.code == "not-yours"


async def test_what_is_refused_changes_nothing(small: World) -> None:
    battle_id = await small.battle(unit_ids=[small.red.id, small.blue.id])
    unit, gone, other = await late(small), await late(small, name="Gone"), await late(small, name="Other")
    await rosters.disband(small.store, gone.id, RED)
    for slot in other.slots:
        assert slot.holder is not None
        await rosters.excuse(small.store, slot.holder.id, GM, absent=True)
    before = await battles.load(small.store, battle_id)
    for who, units, at, code in (
        (RED, [unit.id], "", "umpire-only"),
        (STRANGER, [unit.id], "", "no-battle"),
        (GM, [small.red.id], "", "in-battle"),
        (GM, [gone.id], "", "unknown-unit"),
        (GM, [other.id], "", "nobody-fit"),
        (GM, [unit.id], "G7", "no-board"),
        (GM, [], "", "no-units"),
    ):
        with pytest.raises(Refusal) as refused:
            await battles.reinforce(small.store, battle_id, who, units, at=at)
        assert refused.value.code == code
    assert (await battles.load(small.store, battle_id)).state == before.state
    assert (await rosters.show_unit(small.store, unit.id)).fighting is None
    await battles.end(small.store, battle_id, GM)
    with pytest.raises(Refusal) as refused:
        await battles.reinforce(small.store, battle_id, GM, [unit.id])
    assert refused.value.code == "battle-over"


async def test_not_while_somebody_is_asked_in_the_middle_of_something(small: World) -> None:
    battle_id = await small.battle(unit_ids=[small.red.id, small.blue.id])
    unit = await late(small)
    for _ in range(40):
        field = await battles.load(small.store, battle_id)
        if field.state.question:
            break
        (ask, *_) = field.prompt.asks
        action = ask.default
        if isinstance(action, Hold) and ask.units:
            target = next(post.id for post in field.state.posts if post.side not in (ask.side, "crowd"))
            action = Fire(unit=ask.units[0], target=target)
        await act(small.store, battle_id, action, GM, side=ask.side)
    assert field.state.question
    with pytest.raises(RuleViolation) as violation:
        await battles.reinforce(small.store, battle_id, GM, [unit.id])
    assert violation.value.code == "question-open"
    assert (await battles.load(small.store, battle_id)).info.version == field.info.version


# ── Under the books ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=[BOOK_AND_GUN.key, FIVE56MM.key])
async def war(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[tuple[World, AnyRuleSet]]:  # type: ignore[no-untyped-def]
    rules = rule_sets()[request.param]
    store = new_store(new_file(tmp_path), rules=rules)
    view = await create(store, GUILD, CHANNEL, GM, "Dust", rules.key)
    first, second = [side.key for side in rules.forces.sides if side.playable]
    await join(store, view.id, RED, first, interaction_id=71)
    view = await join(store, view.id, BLUE, second, interaction_id=72)
    kinds = {side: next(o.key for o in rules.forces.organisations if o.side == side) for side in (first, second)}
    world = World(
        store,
        view,
        await rosters.raise_unit(store, view.id, RED, kinds[first], name="First"),
        await rosters.raise_unit(store, view.id, BLUE, kinds[second], name="Second"),
    )
    yield world, rules
    await world.store.close()


async def moves(world: World, battle_id: int, dice: random.Random, most: int) -> None:
    """So many answers by lawful choices at random, or to the end."""
    for move in range(most):
        field = await battles.load(world.store, battle_id)
        if field.info.status is BattleStatus.ENDED:
            return
        ask = dice.choice(field.prompt.asks)
        for action in choices(field, ask, most, move):
            try:
                await act(world.store, battle_id, action, GM, side=ask.side, seen_version=field.info.version)
                break
            except RuleViolation:
                continue


async def test_under_each_book_a_late_unit_fights_on_after_a_restart(war: tuple[World, AnyRuleSet]) -> None:
    world, rules = war
    dice = random.Random(5)
    board = Board(40, 30)
    info = await battles.open_battle(world.store, world.id, GM, "Ridge", channel_id=THREAD, board=board, turn_limit=4)
    await battles.begin(world.store, info.id, GM)
    await moves(world, info.id, dice, 6)
    unit = await rosters.raise_unit(world.store, world.id, RED, world.red.organisation, name="Late")
    for _ in range(40):
        before = await battles.load(world.store, info.id)
        try:
            await battles.reinforce(world.store, info.id, GM, [unit.id], at="C3")
            break
        except RuleViolation:
            await moves(world, info.id, dice, 1)
    after = await battles.load(world.store, info.id)
    assert [line.headline for line in told_of(await everything(world, info.id, before.info.version + 1))]

    url = world.store.url.render_as_string(hide_password=False)
    await world.store.close()
    world.store = Store(url, world.store.clock, rule_sets={rules.key: rules})
    await world.store.open()
    assert (await battles.load(world.store, info.id)).state == after.state
    await battles.undo(world.store, info.id, GM)
    assert (await battles.load(world.store, info.id)).state == before.state
    await battles.reinforce(world.store, info.id, GM, [unit.id])
    await moves(world, info.id, dice, 700)

    field = await battles.load(world.store, info.id)
    assert field.info.status is BattleStatus.ENDED
    men = [slot.last for slot in (await rosters.show_unit(world.store, unit.id)).slots]
    assert all(man.standing.battles == (info.id,) for man in men)
    assert verification.verify(await verification.export(world.store, info.id), rules).ok


async def everything(world: World, battle_id: int, first: int) -> battles.Report:
    viewer = await viewer_of(world.store, battle_id, RED)
    return await battles.report(world.store, battle_id, first, first, viewer)


def told_of(report: battles.Report):  # type: ignore[no-untyped-def]
    return [told for line in report.lines for told in line.tolds if "Late" in told.headline]


def of(name: str, side: str) -> MusterUnit:
    return MusterUnit(name, name.title(), side, "squad", "USA", "{}", ())


def test_who_arrives_late_leaves_the_reserve_and_stands_with_his_own_side() -> None:
    sides = (MusterSide("red", "Reds", (of("alpha", "red"),)), MusterSide("blue", "Blues", (of("bravo", "blue"),)))
    reserve = (of("late", "red"), of("later", "red"), of("theirs", "blue"))
    mustered = MUSTER.dump_json(Muster("Ridge Run", sides, None, reserves=reserve)).decode()
    came = REINFORCEMENTS.dump_json((of("theirs", "blue"), of("late", "red"), of("unforeseen", "red"))).decode()

    there = line_up([(EntryKind.MUSTER, mustered), (EntryKind.ACTION, "{}"), (EntryKind.REINFORCED, came)])

    assert {side.key: [unit.id for unit in side.units] for side in there.sides} == {
        "red": ["alpha", "late", "unforeseen"],
        "blue": ["bravo", "theirs"],
    }
    assert [unit.id for unit in there.reserves] == ["later"]
    with pytest.raises(ValueError, match="nobody has been mustered"):
        line_up([(EntryKind.REINFORCED, came)])
