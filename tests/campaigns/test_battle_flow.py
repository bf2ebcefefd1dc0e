"""One action, one transaction: what `battles.take` commits, and what it refuses."""

from __future__ import annotations

import random

import pytest
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.campaign import campaign
from campaigns.errors import Refusal, Stale
from campaigns.roster import rosters
from campaigns.tables.battles import EntryKind, JournalEntry, Snapshot
from campaigns.tables.posts import PostKind
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.campaigns.behind import act, pending
from tests.campaigns.behind import viewer as viewer_of
from tests.campaigns.toy import Answer, Fire, Hold, Incite, Order, State, Strike, TurnCard
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, THREAD, World

UMPIRE = Viewer(umpire=True)


async def first_ask(world: World, battle_id: int):
    return (await battles.load(world.store, battle_id)).prompt.asks[0]


def player_of(side: str) -> int:
    return BLUE if side == "blue" else RED


async def hold_both(world: World, battle_id: int) -> None:
    for _ in range(2):
        ask = await first_ask(world, battle_id)
        await act(world.store, battle_id, Hold(), player_of(ask.side))


async def test_a_battle_begins_with_its_muster_and_the_engine_s_first_card(world: World) -> None:
    battle_id = await world.battle()

    field = await battles.load(world.store, battle_id)
    assert field.info.version == 2
    assert [post.name for post in field.state.posts] == ["Alpha", "Bravo"]
    assert field.state.turn == 1
    report = await battles.report(world.store, battle_id, 1, 2, PUBLIC)
    assert [line.entry.kind for line in report.lines] == [EntryKind.MUSTER, EntryKind.ACTION]
    assert [told.headline for line in report.lines for told in line.tolds] == ["Mustered", "Turned"]
    assert {line.entry.cause for line in report.lines} == {1}


async def test_an_action_goes_into_the_journal_with_its_intent_its_dice_and_its_author(world: World) -> None:
    battle_id = await world.battle()
    ask = await first_ask(world, battle_id)
    enemy = world.red.ref if ask.side == "blue" else world.blue.ref
    world.later(hours=3)

    acted = await act(
        world.store, battle_id, Fire(unit=ask.units[0], target=enemy), player_of(ask.side), interaction_id=900
    )

    assert (acted.from_seq, acted.version, acted.duplicate) == (3, 3, False)
    (line,) = (await battles.report(world.store, battle_id, 3, 3, UMPIRE)).lines
    entry = line.entry
    assert (entry.by.side, entry.user_id, entry.interaction_id) == (ask.side, player_of(ask.side), 900)
    assert world.campaign.rules == "outposts"
    assert entry.rules_version == "1"
    assert '"verb":"fire"' in entry.intent
    assert entry.draws[0].sides == 6
    assert entry.draws == entry.events[0].draws
    assert entry.at == world.store.clock.now()


async def test_the_folded_journal_is_the_live_state_after_every_move(world: World) -> None:
    battle_id = await world.battle(turn_limit=6)
    dice = random.Random(5)
    moves = 0

    while await world.one_move(battle_id, dice):
        moves += 1
        async with world.store.reading() as session:
            entries = await journal.entries(session, world.store.rules("outposts"), battle_id)
        rules = world.store.rules("outposts")
        folded = rules.battle.fold(journal.events_of(journal.living(entries)))
        assert folded == (await battles.load(world.store, battle_id)).state
    assert moves > 5


async def test_a_second_delivery_changes_nothing_and_returns_the_first_outcome(world: World) -> None:
    battle_id = await world.battle()
    ask = await first_ask(world, battle_id)
    first = await act(world.store, battle_id, Hold(), player_of(ask.side), interaction_id=41)
    posts = len(await pending(world.store))

    again = await act(world.store, battle_id, Hold(), player_of(ask.side), interaction_id=41)

    assert again == first.model_copy(update={"duplicate": True})
    assert (await battles.load(world.store, battle_id)).info.version == first.version
    assert len(await pending(world.store)) == posts


async def test_a_refused_interaction_may_be_delivered_again_once_it_is_lawful(world: World) -> None:
    battle_id = await world.battle()
    ask = await first_ask(world, battle_id)
    other = "red" if ask.side == "blue" else "blue"
    with pytest.raises(RuleViolation, match="not your turn"):
        await act(world.store, battle_id, Hold(), player_of(other), interaction_id=42)
    await act(world.store, battle_id, Hold(), player_of(ask.side))

    acted = await act(world.store, battle_id, Hold(), player_of(other), interaction_id=42)

    assert not acted.duplicate


async def test_a_violation_leaves_everything_as_it_was(world: World) -> None:
    battle_id = await world.battle()
    before = await battles.load(world.store, battle_id)
    posts = await pending(world.store)
    ask = before.prompt.asks[0]

    with pytest.raises(RuleViolation) as refused:
        await act(world.store, battle_id, Fire(unit=ask.units[0], target="u999"), player_of(ask.side))

    assert refused.value.code == "no-target"
    assert await battles.load(world.store, battle_id) == before
    assert await pending(world.store) == posts


async def test_two_players_of_a_side_may_both_command_it(world: World) -> None:
    battle_id = await world.battle()
    await hold_both(world, battle_id)
    sides = [ask.side for ask in (await battles.load(world.store, battle_id)).prompt.asks]
    assert sides == ["red", "blue"]

    await act(world.store, battle_id, Order(stance="stand"), RED_TOO)
    await act(world.store, battle_id, Order(stance="stand"), BLUE)

    ask = await first_ask(world, battle_id)
    await act(world.store, battle_id, Hold(), player_of(ask.side))


async def test_secret_orders_of_both_sides_do_not_make_each_other_stale_nor_show(world: World) -> None:
    battle_id = await world.battle()
    await hold_both(world, battle_id)
    seen = (await battles.load(world.store, battle_id)).info.version
    await act(world.store, battle_id, Order(stance="assault"), RED, seen_version=seen)

    for_blue = await battles.report(world.store, battle_id, seen + 1, seen + 1, Viewer(side="blue"))
    for_red = await battles.report(world.store, battle_id, seen + 1, seen + 1, Viewer(side="red"))
    acted = await act(world.store, battle_id, Order(stance="stand"), BLUE, seen_version=seen)

    assert for_blue.lines[0].tolds == ()
    assert for_blue.view.lines == ()
    assert [told.headline for told in for_red.lines[0].tolds] == ["red orders: assault"]
    for line in (*for_blue.lines, *for_red.lines):
        assert (line.entry.by.side, line.entry.intent, line.entry.events) == ("red", "{}", ())
    assert acted.version == seen + 4  # both orders, their opening, the next turn's card


async def test_who_looked_at_an_older_battle_is_told_what_is_new(world: World) -> None:
    battle_id = await world.battle()
    ask = await first_ask(world, battle_id)
    await act(world.store, battle_id, Hold(), player_of(ask.side), seen_version=2)
    other = "red" if ask.side == "blue" else "blue"

    with pytest.raises(Stale) as stale:
        await act(world.store, battle_id, Hold(), player_of(other), seen_version=2)

    assert (stale.value.seen, stale.value.version) == (2, 3)


async def test_a_forged_future_version_is_stale_too(small: World) -> None:
    battle_id = await small.battle()
    with pytest.raises(Stale):
        await act(small.store, battle_id, Hold(), RED, seen_version=77)


async def test_an_answer_out_of_turn_is_asked_of_the_side_that_was_hit(small: World) -> None:
    battle_id = await small.battle()
    for _ in range(200):
        ask = await first_ask(small, battle_id)
        if "answer" in ask.key:
            break
        if "orders" in ask.key:
            await act(small.store, battle_id, Order(stance="stand"), player_of(ask.side))
            continue
        enemy = small.red.ref if ask.side == "blue" else small.blue.ref
        await act(small.store, battle_id, Fire(unit=ask.units[0], target=enemy), player_of(ask.side))
    hit = ask.side
    other = "red" if hit == "blue" else "blue"

    with pytest.raises(RuleViolation):
        await act(small.store, battle_id, Answer(back=True), player_of(other))
    await act(small.store, battle_id, Answer(back=True), player_of(hit))

    report = await battles.report(small.store, battle_id, 1, 10_000, UMPIRE)
    assert any(getattr(event, "answer", False) for line in report.lines for event in line.entry.events)


async def test_a_stranger_and_a_battle_that_is_not_there_read_the_same(world: World) -> None:
    battle_id = await world.battle()

    with pytest.raises(Refusal) as stranger:
        await act(world.store, battle_id, Hold(), STRANGER)
    with pytest.raises(Refusal) as nowhere:
        await act(world.store, 9999, Hold(), RED)
    with pytest.raises(Refusal) as elsewhere:
        await battles.load(world.store, battle_id, guild_id=5)

    said = {(r.value.code, r.value.message, r.value.remedy) for r in (stranger, nowhere, elsewhere)}
    assert len(said) == 1


async def test_a_player_cannot_act_for_another_side_nor_as_umpire_nor_as_the_engine(world: World) -> None:
    battle_id = await world.battle()
    for action, side, code in (
        (Hold(), "blue", "not-your-side"),
        (Hold(), "martians", "unknown-side"),
        (Strike(figure="f1"), None, "umpire-only"),
        (TurnCard(), None, "engine-only"),
    ):
        with pytest.raises(Refusal) as refused:
            await act(world.store, battle_id, action, RED, side=side)
        assert refused.value.code == code


async def test_a_gm_rules_as_umpire_and_answers_for_a_side(world: World) -> None:
    battle_id = await world.battle()
    state: State = (await battles.load(world.store, battle_id)).state
    ask = await first_ask(world, battle_id)

    await act(world.store, battle_id, Strike(figure=state.posts[0].men[2].id), GM)
    await act(world.store, battle_id, Hold(), GM, side=ask.side)

    lines = (await battles.report(world.store, battle_id, 3, 4, Viewer(umpire=True))).lines
    assert [(line.entry.by.role, line.entry.by.side) for line in lines] == [("umpire", None), ("player", ask.side)]
    state = (await battles.load(world.store, battle_id)).state
    assert state.posts[0].men[2].status == "killed"


async def test_a_side_that_another_controls_is_played_by_that_one_s_players(world: World) -> None:
    mob = await rosters.raise_unit(world.store, world.id, GM, "mob", name="Mob")
    battle_id = await world.battle()
    assert (await battles.sit(world.store, battle_id, RED)).spoken_for == ("red",)
    await act(world.store, battle_id, Incite(), GM)
    assert (await battles.sit(world.store, battle_id, RED)).spoken_for == ("red", "crowd")
    await hold_both(world, battle_id)
    for who in (RED, BLUE):
        await act(world.store, battle_id, Order(stance="stand"), who)
    await hold_both(world, battle_id)
    ask = await first_ask(world, battle_id)
    assert (ask.side, ask.units) == ("crowd", (mob.ref,))

    with pytest.raises(Refusal, match="do not play"):
        await act(world.store, battle_id, Hold(), BLUE, side="crowd")
    await act(world.store, battle_id, Fire(unit=mob.ref, target=world.blue.ref), RED)

    *_, prompt = [post for post in await pending(world.store) if post.kind is PostKind.SITTING]
    assert prompt.matter.ask_keys


async def test_a_gm_who_plays_sees_what_his_side_sees_unless_he_looks_as_umpire(small: World) -> None:
    await campaign.join(small.store, small.id, GM, "red")
    battle_id = await small.battle()

    assert (await battles.sit(small.store, battle_id, GM)).viewer == Viewer(side="red")
    assert await viewer_of(small.store, battle_id, GM, umpire=True) == Viewer(umpire=True)
    assert await viewer_of(small.store, battle_id, BLUE, umpire=True) == Viewer(side="blue")
    assert await viewer_of(small.store, battle_id, STRANGER) == PUBLIC


async def test_loading_folds_from_a_snapshot(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 4)
    battle_id = await world.battle(turn_limit=8)
    dice = random.Random(3)
    for _ in range(12):
        await world.one_move(battle_id, dice)

    async with world.store.reading() as session:
        snapshots = (await session.exec(select(Snapshot))).all()
        rows = (await session.exec(select(JournalEntry))).all()
        rules = world.store.rules("outposts")
        whole = rules.battle.fold(journal.events_of([journal.entry_of(rules, row) for row in rows]))
    assert len(snapshots) >= 2
    assert (await battles.load(world.store, battle_id)).state == whole


async def test_an_unknown_battle_channel_has_none_and_a_thread_finds_its_own(small: World) -> None:
    battle_id = await small.battle()

    assert await battles.in_channel(small.store, 1) is None
    found = await battles.in_channel(small.store, THREAD)
    assert found is not None
    assert found.id == battle_id
    view = await campaign.of_channel(small.store, THREAD)
    assert view is not None
    assert view.id == small.id
