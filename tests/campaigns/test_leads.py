"""Several players of a side: who commands what is asked for is told, the others when half of the time is over."""

from __future__ import annotations

from datetime import timedelta

from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, leaving
from campaigns.clocks import habits, waits
from campaigns.clocks.people import InPlace
from campaigns.post.matter import Matter
from campaigns.roster import rosters
from campaigns.tables.posts import TimerKind
from tests.campaigns.behind import act, pending
from tests.campaigns.test_clocks import to_turn_of
from tests.campaigns.test_seals_of_several import begun
from tests.campaigns.test_seals_of_several import sealed as sealed  # its world
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, World


async def two_squads(world: World) -> int:
    """Each of red's two players has a squad; red is asked, which of them acts."""
    await rosters.raise_unit(world.store, world.id, RED_TOO, "squad", name="Charlie")
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    return battle_id


async def asked_red(world: World, battle_id: int) -> Matter:
    """Blue acts, and red is asked: the post that says so."""
    for _ in range(20):
        asks = (await battles.load(world.store, battle_id)).prompt.asks
        if [ask.side for ask in asks] == ["red"]:
            break
        await act(world.store, battle_id, asks[0].default, BLUE, side=asks[0].side)
    return [post.matter for post in await pending(world.store) if post.matter.topic == "sitting"][-1]


async def calls(world: World) -> list[tuple[int, ...]]:
    return [post.matter.users for post in await pending(world.store) if post.matter.topic == "reminder"]


async def test_a_question_that_one_of_two_may_answer_mentions_one_and_the_other_at_half_time_once(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, reminder_hours=0)
    battle_id = await two_squads(world)
    post = await asked_red(world, battle_id)
    assert set(post.users) == {RED, RED_TOO}, "both may answer"
    assert (post.pinged, post.untold) == ((RED,), (RED_TOO,))
    (put,) = await waits.standing(world.store, battle_id)
    assert set(put.users) == {RED, RED_TOO}

    assert await timers.fire_due(world.store, world.later(hours=23, minutes=59)) == ()
    (fired,) = await timers.fire_due(world.store, world.later(minutes=2))
    assert fired.kind is TimerKind.CALL
    assert await calls(world) == [(RED_TOO,)]
    assert await timers.fire_due(world.store, world.later(hours=12)) == ()
    # The other's answer is as good as his.
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, ask.default, RED_TOO, side="red")
    assert await calls(world) == [(RED_TOO,)]


async def test_nobody_is_called_where_the_first_has_answered_by_then(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, reminder_hours=0)
    battle_id = await two_squads(world)
    await asked_red(world, battle_id)
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, ask.default, RED, side="red")
    await to_turn_of(world, battle_id, "blue")
    await timers.fire_due(world.store, world.later(hours=30))
    assert await calls(world) == []


async def test_whoever_is_awake_is_told_first_and_the_other_at_once_when_they_leave(world: World) -> None:
    await habits.set_zone(world.store, RED, "Pacific/Auckland")  # half past nine in the evening there
    await habits.set_quiet(world.store, RED, "21:00-07:00")
    battle_id = await two_squads(world)
    post = await asked_red(world, battle_id)
    assert (post.pinged, post.untold) == ((RED_TOO,), (RED,))
    await leaving.leave(world.store, world.id, RED_TOO)
    (call,) = [each for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.CALL]
    assert call.due - world.store.clock.now() < timedelta(hours=10), "in his morning, and not a day later"


async def test_whoever_is_told_first_goes_away_and_the_other_is_called(world: World) -> None:
    battle_id = await two_squads(world)
    await asked_red(world, battle_id)
    now = world.store.clock.now()
    await habits.away(world.store, RED, now, now + timedelta(days=5), InPlace.PAUSE)
    (fired,) = await timers.fire_due(world.store, now)
    assert fired.kind is TimerKind.CALL
    assert await calls(world) == [(RED_TOO,)]


async def test_where_nobody_in_particular_commands_all_of_the_side_are_told(world: World) -> None:
    battle_id = await world.battle()  # Alpha is of Red alone: the question is his
    await to_turn_of(world, battle_id, "blue")
    post = await asked_red(world, battle_id)
    assert (post.users, post.pinged, post.untold) == ((RED,), (RED,), ())


async def test_where_each_seals_for_their_own_all_of_them_are_told(sealed: World) -> None:
    await begun(sealed)
    post = [each.matter for each in await pending(sealed.store) if each.matter.topic == "sitting"][-1]
    assert set(post.users) >= {RED, RED_TOO, BLUE}
    assert post.untold == ()
