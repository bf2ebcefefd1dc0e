"""Opening, beginning, ending and taking back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.record.mustering import MUSTER
from campaigns.battle.record.proposals import Proposal
from campaigns.battle.record.seed import battle_key, digest
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.post import outbox, strikes
from campaigns.post.matter import Dice, HowItEnded
from campaigns.roster import careers, rosters
from campaigns.tables.battles import Battle, BattleStatus, EntryKind
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import FactKind
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act, pending
from tests.campaigns.toy import Fire, Hold, Order, Strike
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, THREAD, World

UMPIRE = Viewer(umpire=True)


async def code_of(call) -> str:
    with pytest.raises(Refusal) as refused:
        await call
    return refused.value.code


async def opened(world: World, **more) -> battles.BattleInfo:
    return await battles.open_battle(world.store, world.id, GM, "Ridge Run", channel_id=THREAD, **more)


async def to_orders(world: World, battle_id: int) -> int:
    """Both sides hold; the battle then waits on two secret orders. Returns its version."""
    for _ in range(2):
        ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
        await act(world.store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)
    return (await battles.load(world.store, battle_id)).info.version


# ── Opening and beginning ─────────────────────────────────────────────────────────────────────────────────────────


async def test_opening_calls_the_units_and_posts_the_seed_s_commitment(world: World) -> None:
    info = await opened(world)

    assert info.status is BattleStatus.OPEN
    assert info.unit_ids == (world.red.id, world.blue.id)
    assert info.seeds == ()
    (post,) = await pending(world.store)
    assert (post.kind, post.matter.topic, post.matter.of(Dice).commitment) == (
        PostKind.NOTICE,
        "opened",
        info.commitment,
    )
    assert post.channel_id == THREAD
    assert (await rosters.show_unit(world.store, world.red.id)).fighting == info.id


async def test_the_key_mixes_the_seed_with_each_side_s_words(world: World) -> None:
    info = await opened(world)
    await battles.ready(world.store, info.id, BLUE, "  let it   snow ")
    await battles.ready(world.store, info.id, BLUE, "let it rain")
    begun = await battles.begin(world.store, info.id, GM)
    await battles.end(world.store, info.id, GM)

    info = (await battles.load(world.store, info.id)).info
    (seed,) = info.seeds
    assert digest(bytes.fromhex(seed)) == info.commitment
    # Red gave no words: the interaction by which its players joined serves (Bea's had no id).
    key = battle_key(bytes.fromhex(seed), [("red", "71"), ("blue", "let it rain")])
    assert digest(key) == info.key_digest
    async with world.store.reading() as session:
        entries = await journal.entries(session, world.store.rules("outposts"), info.id, upto=begun.version)
    assert entries[1].draws[0].value == journal.Seeded.value_of(key, entries[1].draws[0])


async def test_who_may_give_a_side_s_words_and_when(small: World) -> None:
    info = await opened(small)
    assert await code_of(battles.ready(small.store, info.id, RED, " ")) == "bad-text"
    assert await code_of(battles.ready(small.store, info.id, GM, "x")) == "not-your-side"
    assert await code_of(battles.ready(small.store, info.id, STRANGER, "x")) == "no-battle"
    async with small.store.reading() as session:
        assert json.loads((await session.get_one(Battle, info.id)).phrases) == {}
    await battles.begin(small.store, info.id, GM)
    assert await code_of(battles.ready(small.store, info.id, RED, "late")) == "begun"


async def test_only_the_gm_opens_and_begins_and_only_once(world: World) -> None:
    store = world.store
    assert await code_of(battles.open_battle(store, world.id, RED, "X", channel_id=1)) == "umpire-only"
    info = await opened(world, interaction_id=1)
    assert await opened(world, interaction_id=1) == info
    assert await code_of(battles.begin(store, info.id, RED)) == "umpire-only"
    first = await battles.begin(store, info.id, GM, interaction_id=1)
    again = await battles.begin(store, info.id, GM, interaction_id=1)
    assert again == first.model_copy(update={"duplicate": True})
    assert await code_of(battles.begin(store, info.id, GM)) == "begun"
    assert await code_of(battles.cancel(store, info.id, GM)) == "begun"


async def test_what_cannot_be_opened(small: World) -> None:
    assert await code_of(opened(small, unit_ids=[999])) == "unknown-unit"
    assert await code_of(opened(small, unit_ids=[])) == "no-units"
    assert await code_of(opened(small, options=(("mud", "much"),))) == "unknown-choice"
    assert await code_of(opened(small, turn_limit=0)) == "bad-turns"
    await opened(small)
    assert await code_of(opened(small, unit_ids=[small.red.id])) == "fighting"
    assert await code_of(opened(small)) == "no-units"
    assert await pending(small.store) != ()


async def test_forces_that_cannot_fight_leave_the_battle_open(world: World) -> None:
    info = await opened(world, unit_ids=[world.red.id])
    with pytest.raises(RuleViolation, match="Both sides"):
        await battles.begin(world.store, info.id, GM)
    field = await battles.load(world.store, info.id)
    assert (field.info.status, field.info.version, field.prompt.asks) == (BattleStatus.OPEN, 0, ())


async def test_a_battle_that_is_called_off_frees_its_units(world: World) -> None:
    info = await opened(world)
    await battles.cancel(world.store, info.id, GM)
    assert (await rosters.show_unit(world.store, world.red.id)).fighting is None
    assert await code_of(act(world.store, info.id, Hold(), RED)) == "cancelled"
    assert await battles.in_channel(world.store, THREAD) is None
    assert [b.number for b in await battles.of_campaign(world.store, world.id)] == [1]
    assert (await opened(world)).number == 2


async def test_a_battle_takes_its_waiting_posts_to_its_thread(small: World) -> None:
    info = await opened(small)
    await battles.move_to(small.store, info.id, 777)
    await battles.begin(small.store, info.id, GM)
    assert {post.channel_id for post in await pending(small.store)} == {777}


async def test_campaign_options_hold_unless_the_battle_says_otherwise(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, options=(("mud", "yes"),))
    info = await opened(small)
    assert info.options == (("mud", "yes"),)
    await battles.cancel(small.store, info.id, GM)
    assert (await opened(small, options=(("mud", "no"),))).options == (("mud", "no"),)


async def test_units_start_where_they_are_placed(small: World) -> None:
    place = battles.StartPlace(unit_id=small.red.id, x=3.5, y=4, facing=90)
    battle_id = await small.battle(places=[place])
    entry = (await battles.report(small.store, battle_id, 1, 1, UMPIRE)).lines[0].entry
    muster = MUSTER.validate_json(entry.intent)
    assert [(unit.place, unit.facing) for side in muster.sides for unit in side.units] == [
        ((3.5, 4.0), 90.0),
        (None, None),
    ]


# ── Ending ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_gm_ends_a_battle_and_the_seed_is_revealed(world: World) -> None:
    battle_id = await world.battle()
    assert await code_of(battles.end(world.store, battle_id, RED)) == "umpire-only"
    assert await code_of(battles.end(world.store, battle_id, GM, winner="green")) == "unknown-side"

    acted = await battles.end(world.store, battle_id, GM, winner="blue", reason="dusk", interaction_id=4)

    again = await battles.end(world.store, battle_id, GM, winner="red", interaction_id=4)
    assert again == acted.model_copy(update={"duplicate": True})
    assert acted.ended
    info = (await battles.load(world.store, battle_id)).info
    assert info.result is not None
    assert (info.result.winner, info.result.how, info.result.reason) == ("blue", "gm", "dusk")
    closing, tidings = (await pending(world.store))[-2:]
    assert (closing.kind, closing.matter.of(HowItEnded).winner) == (PostKind.CLOSING, "blue")
    assert (tidings.battle_id, tidings.matter.about) == (None, closing.matter.about), "for the campaign's own channel"
    assert closing.matter.of(HowItEnded).seeds == info.seeds
    assert await code_of(act(world.store, battle_id, Hold(), RED)) == "battle-over"
    assert (await battles.load(world.store, battle_id)).prompt.asks == ()


async def test_a_battle_ends_by_agreement_of_all_sides(world: World) -> None:
    battle_id = await world.battle()
    assert await code_of(battles.agree_end(world.store, battle_id, BLUE, 1)) == "no-proposal"

    proposed = await proposal(world, battle_id, winner="red", reason="you are beaten")

    assert (proposed.agreed, proposed.needed) == (("red",), ("red", "blue"))
    assert (await battles.load(world.store, battle_id)).info.proposal == proposed
    assert isinstance(await battles.agree_end(world.store, battle_id, RED_TOO, proposed.post), Proposal)
    acted = await battles.agree_end(world.store, battle_id, BLUE, proposed.post)
    assert isinstance(acted, battles.Acted)
    result = (await battles.load(world.store, battle_id)).info.result
    assert result is not None
    assert (result.winner, result.how) == ("red", "agreement")


async def test_a_declined_proposal_is_gone(small: World) -> None:
    battle_id = await small.battle()
    first = await proposal(small, battle_id)
    await battles.decline_end(small.store, battle_id, BLUE, first.post)
    assert (await battles.load(small.store, battle_id)).info.proposal is None
    assert await code_of(battles.agree_end(small.store, battle_id, BLUE, first.post)) == "no-proposal"
    assert await code_of(battles.propose_end(small.store, battle_id, RED, side="blue")) == "not-your-side"


async def test_who_agrees_to_a_draw_does_not_agree_to_what_was_proposed_after_it(world: World) -> None:
    battle_id = await world.battle()
    draw = await proposal(world, battle_id, reason="both are tired")
    surrender = await proposal(world, battle_id, winner="red", reason="you are beaten")

    with pytest.raises(battles.Replaced, match="Reds has proposed that Reds wins since") as refused:
        await battles.agree_end(world.store, battle_id, BLUE, draw.post)
    assert refused.value.standing == surrender
    with pytest.raises(battles.Replaced):
        await battles.decline_end(world.store, battle_id, BLUE, draw.post)

    info = (await battles.load(world.store, battle_id)).info
    assert info.status is BattleStatus.RUNNING
    assert info.proposal == surrender


async def test_a_proposal_after_a_declined_one_is_another_one(small: World) -> None:
    battle_id = await small.battle()
    declined = await proposal(small, battle_id)
    await battles.decline_end(small.store, battle_id, BLUE, declined.post)
    again = await proposal(small, battle_id)
    assert again.post != declined.post
    assert await code_of(battles.agree_end(small.store, battle_id, BLUE, declined.post)) == "replaced"


async def test_the_post_of_a_proposal_loses_its_buttons_whatever_becomes_of_it(small: World) -> None:
    battle_id = await small.battle()
    first = await proposal(small, battle_id)
    second = await proposal(small, battle_id, winner="red")
    await battles.decline_end(small.store, battle_id, BLUE, second.post)
    third = await proposal(small, battle_id)
    await battles.end(small.store, battle_id, GM)
    assert await strikes.claim(small.store, small.store.clock.now()) == (), "none of them has been sent"
    assert await strikes.next_due(small.store) is None
    for post in await pending(small.store, battle_id=battle_id):
        await outbox.mark_sent(small.store, post.id, 1000 + post.id)
    struck = {each.post_id: each.fate for each in await strikes.claim(small.store, small.store.clock.now())}
    assert {first.post: "replaced", second.post: "declined", third.post: "over"}.items() <= struck.items()


async def test_a_proposal_and_a_yes_that_arrive_twice_count_once(small: World) -> None:
    battle_id = await small.battle()
    first = await proposal(small, battle_id, interaction_id=81)
    assert await proposal(small, battle_id, interaction_id=81) == first
    agreed = await battles.agree_end(small.store, battle_id, BLUE, first.post, interaction_id=82)
    again = await battles.agree_end(small.store, battle_id, BLUE, first.post, interaction_id=82)
    assert isinstance(agreed, battles.Acted)
    assert isinstance(again, battles.Acted)
    assert again == agreed.model_copy(update={"duplicate": True})


async def proposal(world: World, battle_id: int, **more: Any) -> Proposal:
    """What Red proposes."""
    proposed = await battles.propose_end(world.store, battle_id, RED, **more)
    assert isinstance(proposed, Proposal)
    return proposed


# ── Taking back ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_player_takes_back_what_revealed_nothing(world: World) -> None:
    battle_id = await world.battle()
    version = await to_orders(world, battle_id)
    before = (await battles.load(world.store, battle_id)).state
    await act(world.store, battle_id, Order(stance="assault"), RED)

    acted = await battles.undo(world.store, battle_id, RED_TOO, interaction_id=6)

    field = await battles.load(world.store, battle_id)
    assert field.state == before
    assert field.info.version == acted.version == version + 2
    assert [ask.side for ask in field.prompt.asks] == ["red", "blue"]
    lines = (await battles.report(world.store, battle_id, version + 1, acted.version, UMPIRE)).lines
    assert [(line.entry.kind, line.undone) for line in lines] == [(EntryKind.ACTION, True), (EntryKind.UNDO, False)]
    assert (await battles.undo(world.store, battle_id, RED_TOO, interaction_id=6)).duplicate


async def test_a_player_takes_back_neither_dice_nor_what_is_not_his(world: World) -> None:
    battle_id = await world.battle()
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    me, you = (BLUE, RED) if ask.side == "blue" else (RED, BLUE)
    enemy = world.red.ref if ask.side == "blue" else world.blue.ref
    assert await code_of(battles.undo(world.store, battle_id, me)) == "nothing-to-undo"
    await act(world.store, battle_id, Fire(unit=ask.units[0], target=enemy), me)

    assert await code_of(battles.undo(world.store, battle_id, me)) == "revealed"
    assert await code_of(battles.undo(world.store, battle_id, you)) == "not-yours"
    assert await code_of(battles.undo(world.store, battle_id, me, to=1)) == "revealed", (
        "he had been told one thing before"
    )
    assert await code_of(battles.undo(world.store, battle_id, STRANGER)) == "no-battle"


async def test_a_gm_takes_back_dice_and_they_never_fall_again(world: World) -> None:
    battle_id = await world.battle()
    before = await battles.load(world.store, battle_id)
    ask = before.prompt.asks[0]
    me = BLUE if ask.side == "blue" else RED
    shot = Fire(unit=ask.units[0], target=world.red.ref if ask.side == "blue" else world.blue.ref)
    await act(world.store, battle_id, shot, me)

    await battles.undo(world.store, battle_id, GM)

    assert (await battles.load(world.store, battle_id)).state == before.state
    acted = await act(world.store, battle_id, shot, me)
    (line,) = (await battles.report(world.store, battle_id, acted.version, acted.version, UMPIRE)).lines
    assert {draw.event for draw in line.entry.draws} == {5}


async def test_a_gm_takes_back_several_actions_whole_and_not_the_beginning(world: World) -> None:
    battle_id = await world.battle()
    dice = random.Random(2)
    for _ in range(9):
        await world.one_move(battle_id, dice)
    rules = world.store.rules("outposts")
    async with world.store.reading() as session:
        entries = await journal.entries(session, rules, battle_id)
    engine = next(entry for entry in entries[2:] if entry.seq != entry.cause)
    wanted = rules.battle.fold(journal.events_of(entries[: engine.cause - 1]))

    # Inside a transaction: what began it goes as well.
    await battles.undo(world.store, battle_id, GM, to=engine.cause)
    assert (await battles.load(world.store, battle_id)).state == wanted

    await battles.undo(world.store, battle_id, GM, to=0)
    assert (await battles.load(world.store, battle_id)).state == rules.battle.fold(journal.events_of(entries[:2]))
    assert await code_of(battles.undo(world.store, battle_id, GM)) == "nothing-to-undo"
    assert await code_of(battles.undo(world.store, battle_id, GM, to=1)) == "nothing-to-undo"


async def test_loading_after_an_undo_does_not_start_from_a_snapshot_of_what_is_gone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 2)
    battle_id = await world.battle()
    dice = random.Random(8)
    rules = world.store.rules("outposts")
    for number in range(16):
        await world.one_move(battle_id, dice)
        if number % 4 == 3:
            await battles.undo(world.store, battle_id, GM, to=2 + number // 2)
        async with world.store.reading() as session:
            entries = await journal.entries(session, rules, battle_id)
        folded = rules.battle.fold(journal.events_of(journal.living(entries)))
        assert (await battles.load(world.store, battle_id)).state == folded


async def test_a_gm_takes_back_the_end_and_the_battle_goes_on_under_a_new_seed(world: World) -> None:
    battle_id = await world.battle()
    state = (await battles.load(world.store, battle_id)).state
    for man in state.posts[0].men:
        await act(world.store, battle_id, Strike(figure=man.id), GM)
    old = (await battles.load(world.store, battle_id)).info
    assert old.status is BattleStatus.ENDED
    assert await code_of(battles.undo(world.store, battle_id, RED)) == "battle-over"

    await battles.undo(world.store, battle_id, GM)

    field = await battles.load(world.store, battle_id)
    assert field.info.status is BattleStatus.RUNNING
    assert field.info.result is None
    assert field.info.commitment != old.commitment
    assert field.info.seeds == ()
    assert field.prompt.asks
    dead = careers.Status.KILLED
    statuses = [slot.last.status for slot in (await rosters.show_unit(world.store, world.red.id)).slots]
    assert dead not in statuses
    man = world.red.slots[0].holder
    assert man is not None
    facts = (await careers.career(world.store, man.id)).facts
    assert [(f.kind, f.void) for f in facts] == [
        (FactKind.JOINED, False),
        (FactKind.FIELDED, True),
        (FactKind.KILLED, True),
        (FactKind.CORRECTED, False),
        (FactKind.CORRECTED, False),
    ]
    topics = [post.matter.topic for post in await pending(world.store)]
    assert topics[-2:] == ["reopened", "sitting"]
    await world.play(battle_id, seed=3)
    assert len((await battles.load(world.store, battle_id)).info.seeds) == 2


async def test_an_end_stands_once_its_units_have_gone_on(small: World) -> None:
    first = await small.battle("First")
    await battles.end(small.store, first, GM)
    small.later(hours=1)
    second = await small.battle("Second")
    assert await code_of(battles.undo(small.store, first, GM)) == "fighting"
    await battles.end(small.store, second, GM)
    assert await code_of(battles.undo(small.store, first, GM)) == "too-late"
