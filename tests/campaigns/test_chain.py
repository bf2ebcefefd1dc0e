"""The chain over a journal holds through all that lawfully happens to a battle's texts."""

from __future__ import annotations

import json

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.record import journal
from campaigns.battle.record.chain import BattleFrame, chain_key, chained, closed, framed
from campaigns.campaign import campaign, privacy
from campaigns.post.matter import HowItEnded
from tests.campaigns.behind import act, pending
from tests.campaigns.toy import TOY, Hold
from tests.campaigns.world import BLUE, GM, RED, START, World


async def fought(world: World, reason: str) -> int:
    battle_id = await world.battle()
    (ask,) = (await battles.load(world.store, battle_id)).prompt.asks
    await act(world.store, battle_id, Hold(), RED if ask.side == "red" else BLUE)
    await battles.undo(world.store, battle_id, GM)
    await battles.end(world.store, battle_id, GM, winner="red", reason=reason)
    return battle_id


async def test_a_campaign_that_is_renamed_leaves_the_frame_as_it_was(world: World) -> None:
    battle_id = await fought(world, "dusk")
    await campaign.rename(world.store, world.id, GM, "Dust and Ashes")
    exported = await verification.export(world.store, battle_id)
    assert exported.campaign == "Dust"
    assert verification.verify(exported, TOY).ok


async def test_each_entry_is_linked_to_the_one_before_and_the_last_link_is_posted(world: World) -> None:
    """Made anew by hand: the frame, the muster, the card, the answer, its undoing, the end of the battle."""
    battle_id = await fought(world, "dusk")
    exported = await verification.export(world.store, battle_id)
    async with world.store.reading() as session:
        rows = [row async for page in journal.pages_of_rows(session, battle_id) for row in page]
    key = chain_key(bytes.fromhex(exported.seeds[0].seed))
    frame = BattleFrame(
        title="Ridge Run",
        campaign="Dust",
        rules="outposts",
        opened_at=START,
        begun_at=START,
        phrases=(("red", "71"), ("blue", "72")),
        unheard=(),
        commitment=exported.seeds[0].commitment,
    )
    head = framed(key, frame)
    assert [row.kind for row in rows] == ["muster", "action", "action", "undo", "end"]
    for row in rows:
        head = chained(key, head, row.model_dump())
        assert row.head == head, row.kind
    outcome = json.loads(exported.outcome.json)
    assert (outcome["winner"], outcome["reason"], outcome["how"]) == ("red", "dusk", "gm")
    assert exported.seal == closed(key, head, START, outcome)
    (ended,) = (
        post.matter.of(HowItEnded)
        for post in await pending(world.store, battle_id=battle_id)
        if post.matter.topic == "ended"
    )
    assert ended.seal == exported.seal


async def test_what_is_struck_out_for_somebody_is_unchecked_and_all_else_holds(world: World) -> None:
    battle_id = await fought(world, f"<@{RED}> has gone home")
    assert verification.verify(await verification.export(world.store, battle_id), TOY).ok

    await privacy.forget(world.store, RED)

    exported = await verification.export(world.store, battle_id)
    assert str(RED) not in exported.model_dump_json()
    report = verification.verify(exported, TOY)
    assert not report.failed, report
    unchecked = {check.name: check.detail for check in report.checks if not check.ok}
    assert unchecked == {
        "chain": "entry 5: somebody's id was struck out of it at their wish; "
        "somebody's id was struck out of the battle's frame or end at their wish"
    }


async def test_dice_before_a_sides_first_word_are_unchecked_and_those_after_it_hold(world: World) -> None:
    """Red is asked first and answers itself in entry 3: the muster and the card before it could have been chosen."""
    battle_id = await fought(world, "dusk")
    exported = await verification.export(world.store, battle_id)
    (first,) = (entry for entry in exported.entries if entry.side is not None)
    drawn = [len(json.loads(entry.draws.json)) for entry in exported.entries]
    report = verification.verify(exported.model_copy(update={"unheard": (first.side,)}), TOY)
    keys = next(check for check in report.checks if check.name == "keys")
    assert keys.state == "unchecked"
    assert (
        f"could have chosen the {sum(drawn[: first.seq - 1])} dice and cards up to entry {first.seq - 1}" in keys.detail
    )
