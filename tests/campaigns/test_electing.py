"""Elections on every database: once each, by majority or by most, and of people who are still there."""

from __future__ import annotations

from sqlmodel import select

from campaigns.campaign import campaign, electing, leaving, office, privacy, volunteering
from campaigns.members.presence import Presence
from campaigns.post.seats import ElectionHeld, ElectionOver
from campaigns.tables.elections import Election, ElectionVote
from tests.campaigns.behind import pending
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import BLUE, GM, GUILD, RED, RED_TOO, STRANGER, World


async def silence(world: World, days: int) -> None:
    """The GM does nothing, a player does something each day; what time demands is done each day."""
    noted = Presence(world.store)
    for _ in range(days):
        now = world.later(days=1)
        await noted.note(RED, GUILD)
        await electing.turn_over(world.store, now)
        await electing.turn_over(world.store, now)


async def elections(world: World) -> list[Election]:
    async with world.store.reading() as session:
        return list((await session.exec(select(Election))).all())


async def test_an_election_is_opened_once_and_a_tie_goes_to_whoever_stood_first(world: World) -> None:
    await silence(world, 9)
    (election,) = await elections(world)
    held = [p for p in await pending(world.store) if p.matter.about and p.matter.about.kind == "election"]
    assert [set(post.matter.users) for post in held] == [{RED, RED_TOO, BLUE}]
    number = election.id or 0
    for who in (BLUE, RED):
        await electing.stand(world.store, number, who)
    assert await code_of(electing.vote(world.store, number, STRANGER, RED)) == "no-vote"
    assert await code_of(electing.vote(world.store, number, RED, RED_TOO)) == "no-candidate"
    assert await code_of(electing.stand(world.store, number, STRANGER)) == "no-candidate"
    assert await code_of(electing.vote(world.store, 4711, RED, RED)) == "no-election"
    assert await electing.vote(world.store, number, RED, RED, guild_id=GUILD) == (world.id, False)
    assert await electing.vote(world.store, number, BLUE, BLUE) == (world.id, False)
    await silence(world, 3)
    assert (await campaign.show(world.store, world.id)).gms == (BLUE,)
    assert await code_of(electing.vote(world.store, number, RED, BLUE)) == "election-over"
    newest = [p.matter.about for p in await pending(world.store) if isinstance(p.matter.about, ElectionHeld)][-1]
    assert newest.candidates == (BLUE, RED)


async def test_votes_of_and_for_people_who_have_left_or_are_forgotten_count_for_nothing(world: World) -> None:
    await volunteering.volunteer(world.store, world.id, STRANGER, None)
    await silence(world, 8)
    number = (await elections(world))[0].id or 0
    for who in (STRANGER, RED_TOO):
        await electing.stand(world.store, number, who)
    await electing.vote(world.store, number, RED_TOO, STRANGER)
    await leaving.leave(world.store, world.id, RED_TOO)
    assert await code_of(electing.vote(world.store, number, RED, RED_TOO)) == "no-candidate"
    assert await electing.vote(world.store, number, RED, STRANGER) == (world.id, False), "one of two is no majority"
    await privacy.forget(world.store, STRANGER)
    async with world.store.reading() as session:
        votes = (await session.exec(select(ElectionVote))).all()
    assert {vote.candidate for vote in votes} == {0}
    await silence(world, 4)
    assert (await campaign.show(world.store, world.id)).gms == (GM,)
    over = [p.matter.about for p in await pending(world.store) if isinstance(p.matter.about, ElectionOver)]
    assert [each.why for each in over] == ["no-votes"]


async def test_who_takes_over_while_the_gm_is_there_is_refused(world: World) -> None:
    assert await code_of(office.take_over(world.store, world.id, RED)) == "not-deputy"
    await office.name_deputy(world.store, world.id, GM, STRANGER)
    assert await code_of(office.take_over(world.store, world.id, STRANGER)) == "gm-back"
    assert await code_of(office.take_over(world.store, world.id, STRANGER, guild_id=7)) == "no-campaign"
    assert await code_of(office.take_over(world.store, world.id, GM)) == "gm-already"
    await silence(world, 4)
    await office.take_over(world.store, world.id, STRANGER)
    view = await campaign.show(world.store, world.id)
    assert (view.gms, view.deputy) == ((STRANGER,), None)
    assert await code_of(office.ask_back(world.store, world.id, RED)) == "never-gm"
    await office.ask_back(world.store, world.id, GM)
    assert await code_of(office.ask_back(world.store, world.id, GM)) == "asked-already"
