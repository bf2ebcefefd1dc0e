"""What is kept about a person, and having oneself forgotten."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import BigInteger
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.frame import ending
from campaigns.battle.proof import verification
from campaigns.battle.proof.export import export
from campaigns.battle.record import considered
from campaigns.battle.record.marks import Mark
from campaigns.campaign import campaign, leaving, privacy, standing_in, volunteering
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.joining import Concern, RequestToJoin
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.scenario import boards
from campaigns.tables.base import metadata
from campaigns.tables.battles import JournalEntry
from campaigns.tables.membership import Stint
from rules.table.board import Board
from tests.campaigns.behind import pending
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, GM, GUILD, RED, RED_TOO, STRANGER, World

USERS = {
    "user_id",
    "begins_for",
    "made_by",
    "kept_by",
    "settled_by",
    "delegate",
    "recipient",
    "owner",
    "holder",
    "deputy",
    "elected",
    "candidate",
    "lead",
}
"""The columns that hold a person's id."""


async def everything(world: World) -> dict[str, str]:
    """Every table as one text."""
    async with world.store.engine.connect() as connection:
        return {
            table.name: "\n".join(str(tuple(row)) for row in (await connection.execute(table.select())).all())
            for table in metadata.sorted_tables
        }


async def where_named(world: World, who: int) -> set[str]:
    return {name for name, text in (await everything(world)).items() if str(who) in text}


async def fought(world: World, title: str = "Hill 12") -> int:
    """A battle with decisions of both sides, ended early."""
    battle_id, dice = await world.battle(title), random.Random(2)
    while not await decided(world, battle_id, RED):
        assert await world.one_move(battle_id, dice)
    await battles.end(world.store, battle_id, GM)
    return battle_id


async def decided(world: World, battle_id: int, who: int) -> bool:
    async with world.store.reading() as session:
        found = select(JournalEntry.id).where(JournalEntry.battle_id == battle_id, JournalEntry.user_id == who)
        return (await session.exec(found)).first() is not None


async def a_busy_life(world: World) -> int:
    """RED has done all that leaves a trace. The battle that goes on."""
    store = world.store
    await fought(world, "First")
    man = world.red.slots[0].last
    await rosters.note(store, man.id, RED, f"served under <@{RED}>, they say")
    await campaign.appoint_gm(store, world.id, GM, RED)
    await boards.keep(store, world.id, RED, "Village", Board(36, 24))
    await campaign.dismiss_gm(store, world.id, GM, RED)
    await leaving.leave(store, world.id, RED)
    await campaign.change_settings(store, world.id, GM, joining="approval")
    request = await campaign.join(store, world.id, RED, "red", who_name="Ada", interaction_id=73)
    assert isinstance(request, RequestToJoin)
    await campaign.change_settings(store, world.id, GM, joining="open")
    await campaign.join(store, world.id, RED, "red", who_name="Ada", interaction_id=74)
    world.later(hours=1)
    second = await world.battle("Second")
    await considered.keep(store, store.rules("outposts"), second, Mark(1), RED, Hold())
    await ending.propose_end(store, second, RED, reason=f"<@!{RED}> is tired, says {RED}")
    return second


async def test_a_forgotten_persons_id_stands_nowhere_any_more(world: World) -> None:
    battle_id = await a_busy_life(world)
    before = await where_named(world, RED)
    assert {"player", "journalentry", "careerfact", "outboxpost", "consideredorder", "stint", "keptboard"} <= before
    assert "battle" in before, "in the words of a proposal"

    await privacy.forget(world.store, RED)

    assert await where_named(world, RED) == set()
    # The history stays, and reads.
    field = await battles.load(world.store, battle_id)
    assert field.info.proposal is not None
    assert field.info.proposal.reason == "a former player is tired, says 0"
    assert "served under a former player, they say" in (await everything(world))["careerfact"]
    async with world.store.reading() as session:
        users = set((await session.exec(select(JournalEntry.user_id))).all())
    assert users >= {0, BLUE, GM}
    await battles.end(world.store, battle_id, GM)
    for info in await battles.of_campaign(world.store, world.id):
        exported = await export(world.store, info.id)
        assert verification.verify(exported, world.store.rules("outposts")).ok


async def test_the_others_keep_what_is_theirs(world: World) -> None:
    await a_busy_life(world)
    before = await everything(world)
    await privacy.forget(world.store, RED)
    after = await everything(world)
    for who in (GM, BLUE):
        assert sum(text.count(str(who)) for text in after.values()) >= sum(
            text.count(str(who)) for text in before.values()
        )
    assert after["figure"] == before["figure"]
    assert after["snapshot"] == before["snapshot"]
    unit = await rosters.show_unit(world.store, world.red.id)
    assert (unit.side, unit.owner) == ("red", None)


def test_every_column_of_a_snowflake_is_known_for_what_it_is() -> None:
    """A new one must be added to `privacy.NOT_PEOPLE`, or to the users here, whom forgetting erases."""
    columns = {
        column.name
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger)
    }
    assert columns == privacy.NOT_PEOPLE | USERS


async def test_who_is_forgotten_in_mid_battle_has_left_it(world: World) -> None:
    battle_id = await world.battle("Hill 12")
    await privacy.forget(world.store, BLUE)
    view = await campaign.show(world.store, world.id)
    assert view.side_of(BLUE) is None
    notices = [post.matter for post in await pending(world.store) if post.matter.topic == "notice"]
    told = [(m.about and m.about.kind, m.users) for m in notices[-3:]]
    assert told == [("left", (0,)), ("seat-open", ()), ("nobody-left", (GM,))]
    await battles.end(world.store, battle_id, GM)


async def test_who_is_forgotten_volunteers_no_more_and_has_no_seat_to_come_back_to(world: World) -> None:
    await world.battle("Hill 12")
    await volunteering.volunteer(world.store, world.id, STRANGER, "blue")
    await standing_in.substitute(world.store, world.id, GM, BLUE, STRANGER)
    seat = await standing_in.own_seat(world.store, world.id, BLUE, "blue")
    assert seat is not None
    await volunteering.volunteer(world.store, world.id, 4711, None)
    (kept,) = await privacy.show(world.store, 4711)
    assert kept.queue == (1, None)
    for who in (BLUE, 4711):
        await privacy.forget(world.store, who)
    assert await volunteering.queue(world.store, world.id) == ()
    with pytest.raises(Refusal) as refused:
        await standing_in.come_back(world.store, seat, BLUE)
    assert refused.value.code == "not-yours"


async def test_what_is_kept_is_shown_campaign_by_campaign(small: World) -> None:
    battle_id = await fought(small)
    await battles.load(small.store, battle_id)
    other = await campaign.create(small.store, GUILD + 1, 9, RED, "Elsewhere", "outposts")
    await leaving.leave(small.store, small.id, RED)
    here, there = await privacy.show(small.store, RED)
    assert (here.campaign, here.plays, here.has_played, here.units, here.gm) == ("Dust", None, ("red",), 1, False)
    assert here.orders > 0
    assert here.lines > 0
    assert (there.campaign_id, there.guild_id, there.gm, there.only_gm) == (other.id, GUILD + 1, True, True)
    assert await privacy.show(small.store, STRANGER) == ()


async def test_a_campaign_is_not_left_without_a_gm(small: World) -> None:
    with pytest.raises(Refusal, match="only GM of Dust") as refused:
        await privacy.forget(small.store, GM)
    assert refused.value.code == "last-gm"
    assert str(GM) in "".join((await everything(small)).values())
    await campaign.appoint_gm(small.store, small.id, GM, RED_TOO)
    await privacy.forget(small.store, GM)
    assert (await campaign.show(small.store, small.id)).gms == (RED_TOO,)


async def test_the_gm_of_a_closed_campaign_can_be_forgotten(small: World) -> None:
    await campaign.close(small.store, small.id, GM)
    await privacy.forget(small.store, GM)
    assert await where_named(small, GM) == set()


async def test_one_forgets_what_one_was_shown(small: World) -> None:
    sign = privacy.fingerprint(await privacy.show(small.store, RED))
    await campaign.appoint_gm(small.store, small.id, GM, RED)
    with pytest.raises(Refusal) as refused:
        await privacy.forget(small.store, RED, seen=sign)
    assert refused.value.code == "changed"
    await privacy.forget(small.store, RED, seen=privacy.fingerprint(await privacy.show(small.store, RED)))
    with pytest.raises(Refusal) as twice:
        await privacy.forget(small.store, RED)
    assert twice.value.code == "nothing-kept"


async def test_who_was_forgotten_comes_back_as_somebody_new_and_cannot_so_read_the_other_side(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="open")
    battle_id = await world.battle("Hill 12")
    await privacy.forget(world.store, RED)

    for newcomer in (RED, STRANGER):
        request = await campaign.join(world.store, world.id, newcomer, "blue")
        assert isinstance(request, RequestToJoin)
        assert request.concerns == (Concern("forgotten", "red", "Hill 12"),)
    assert isinstance(await campaign.join(world.store, world.id, STRANGER, "red"), CampaignView)

    await battles.end(world.store, battle_id, GM)
    assert isinstance(await campaign.join(world.store, world.id, RED, "blue"), CampaignView)
    async with world.store.reading() as session:
        assert set((await session.exec(select(Stint.user_id))).all()) == {0}
