"""Deadlines and reminders, over days of injected time and restarts."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text

from campaigns.battle import battles
from campaigns.battle.watch import extending, health, timers
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post.matter import Refused
from campaigns.post.outbox import Post
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import PostKind, TimerKind
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.campaigns import toy
from tests.campaigns.behind import act, next_timer, pending
from tests.campaigns.toy import Hold, Order, State
from tests.campaigns.world import BLUE, GM, RED, World, new_store


async def player_asked(world: World, battle_id: int) -> int:
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    return BLUE if ask.side == "blue" else RED


async def posts_of(store: Store, kind: PostKind) -> list[Post]:
    return [post for post in await pending(store) if post.kind is kind]


async def test_an_ask_gets_a_deadline_and_one_reminder(world: World) -> None:
    battle_id = await world.battle()
    start = world.store.clock.now()

    set_ = await timers.standing(world.store, battle_id)

    assert [(timer.kind, timer.due - start) for timer in set_] == [
        (TimerKind.REMINDER, timedelta(hours=36)),
        (TimerKind.DEADLINE, timedelta(hours=48)),
    ]
    assert await next_timer(world.store) == start + timedelta(hours=36)
    assert await timers.fire_due(world.store, world.later(hours=35)) == ()


async def test_the_reminder_is_posted_once_and_the_deadline_holds_for_the_absent(world: World) -> None:
    battle_id = await world.battle()
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]

    (reminded,) = await timers.fire_due(world.store, world.later(hours=36, minutes=1))
    assert (reminded.kind, reminded.side, reminded.late) == (TimerKind.REMINDER, ask.side, False)
    assert await timers.fire_due(world.store, world.store.clock.now()) == ()
    (reminder,) = await posts_of(world.store, PostKind.REMINDER)
    assert reminder.matter.side == ask.side
    assert reminder.matter.due == world.store.clock.now() + timedelta(hours=11, minutes=59)
    assert set(reminder.matter.users) == ({BLUE} if ask.side == "blue" else {RED}), "the one who commands the unit"

    (fired,) = await timers.fire_due(world.store, world.later(hours=12))

    assert (fired.kind, fired.late, fired.problem) == (TimerKind.DEADLINE, False, "")
    (line,) = (await battles.report(world.store, battle_id, 3, 3, Viewer(umpire=True))).lines
    assert line.entry.by == Actor.player(ask.side, absent=True)
    assert [told.headline for told in line.tolds] == [f"{ask.side} holds by default"]
    notice = next(post for post in await pending(world.store) if post.matter.topic == "deadline")
    assert (notice.matter.side, notice.matter.late) == (ask.side, False)
    assert await timers.fire_due(world.store, world.store.clock.now()) == ()


async def test_a_reminder_that_names_nobody_goes_to_those_who_play_the_side(world: World) -> None:
    """So were reminders set before people had clocks of their own. The GM plays no side."""
    battle_id = await world.battle()
    user = await player_asked(world, battle_id)
    async with world.store.engine.begin() as connection:
        await connection.execute(text("UPDATE timer SET user_id = NULL"))

    await timers.fire_due(world.store, world.later(hours=36, minutes=1))

    (reminder,) = await posts_of(world.store, PostKind.REMINDER)
    assert reminder.matter.users == (user,)


async def test_answering_cancels_the_timers_of_that_ask_and_sets_those_of_the_next(world: World) -> None:
    battle_id = await world.battle()
    first = await timers.standing(world.store, battle_id)
    world.later(hours=10)
    await act(world.store, battle_id, Hold(), await player_asked(world, battle_id))

    second = await timers.standing(world.store, battle_id)

    assert {timer.id for timer in first}.isdisjoint(timer.id for timer in second)
    assert {timer.due for timer in second if timer.kind is TimerKind.DEADLINE} == {
        world.store.clock.now() + timedelta(hours=48)
    }


async def test_nothing_runs_for_a_battle_that_has_ended(world: World) -> None:
    battle_id = await world.battle()
    assert await timers.standing(world.store, battle_id)
    await battles.end(world.store, battle_id, GM)
    assert await timers.standing(world.store, battle_id) == ()
    assert await next_timer(world.store) is None


async def test_two_sides_asked_at_once_have_deadlines_of_their_own(world: World) -> None:
    battle_id = await world.battle()
    for _ in range(2):
        await act(world.store, battle_id, Hold(), await player_asked(world, battle_id))
    due = {timer.side: timer.due for timer in await timers.standing(world.store, battle_id)}
    assert set(due) == {"red", "blue"}
    world.later(hours=40)

    await act(world.store, battle_id, Order(stance="assault"), RED)

    left = await timers.standing(world.store, battle_id)
    assert {(timer.side, timer.due) for timer in left if timer.kind is TimerKind.DEADLINE} == {("blue", due["blue"])}
    fired = await timers.fire_due(world.store, world.later(hours=8))
    assert [(one.side, one.kind) for one in fired] == [("blue", TimerKind.DEADLINE)]
    state: State = (await battles.load(world.store, battle_id)).state
    assert state.turn == 2


async def test_what_fires_after_a_long_sleep_is_marked_as_late_and_does_not_remind_in_vain(world: World) -> None:
    battle_id = await world.battle()

    (fired,) = await timers.fire_due(world.store, world.later(days=5))

    assert (fired.kind, fired.late) == (TimerKind.DEADLINE, True)
    assert await posts_of(world.store, PostKind.REMINDER) == []
    (notice,) = [post for post in await pending(world.store) if post.matter.topic == "deadline"]
    assert notice.matter.late
    # The next deadline runs from now, not from when the last one should have fired.
    deadlines = [t.due for t in await timers.standing(world.store, battle_id) if t.kind is TimerKind.DEADLINE]
    assert deadlines == [world.store.clock.now() + timedelta(hours=48)]


async def test_timers_survive_a_restart(url: str) -> None:
    store = new_store(url)
    await store.open()
    world = await World.make(store)
    battle_id = await world.battle()
    await store.close()

    restarted = new_store(url, store.clock)
    await restarted.open()
    (fired,) = await timers.fire_due(restarted, world.later(hours=48))

    assert fired.kind is TimerKind.DEADLINE
    assert (await battles.load(restarted, battle_id)).info.version == 3
    await restarted.close()


async def test_two_schedulers_fire_each_timer_once(url: str) -> None:
    stores = [new_store(url)]
    stores.append(new_store(url, stores[0].clock))
    for store in stores:
        await store.open()
    world = await World.make(stores[0])
    battle_id = await world.battle()
    now = world.later(hours=48)

    fired = await asyncio.gather(*(timers.fire_due(store, now) for store in stores))

    assert sum(len(some) for some in fired) == 1
    assert (await battles.load(stores[0], battle_id)).info.version == 3
    for store in stores:
        await store.close()


async def test_a_whole_battle_ends_by_deadlines_alone(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, pause_after=0)
    battle_id = await world.battle(turn_limit=3)
    for _ in range(40):
        await timers.fire_due(world.store, world.later(hours=48))
        if (await battles.load(world.store, battle_id)).info.status is BattleStatus.ENDED:
            break
    result = (await battles.load(world.store, battle_id)).info.result
    assert result is not None
    assert result.reason == "night falls"
    assert await timers.standing(world.store, battle_id) == ()
    assert await next_timer(world.store) is None


async def test_a_campaign_may_do_without_deadlines_or_reminders(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, deadline_hours=0)
    first = await small.battle()
    assert await timers.standing(small.store, first) == ()
    await battles.end(small.store, first, GM)
    await campaign.change_settings(small.store, small.id, GM, deadline_hours=6, reminder_hours=0)
    second = await small.battle()
    assert [timer.kind for timer in await timers.standing(small.store, second)] == [TimerKind.DEADLINE]


async def test_the_gm_gives_a_side_more_time(world: World) -> None:
    battle_id = await world.battle()
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    other = "red" if ask.side == "blue" else "blue"
    before = await timers.standing(world.store, battle_id)
    for who, side, hours, code in (
        (RED, ask.side, 5, "umpire-only"),
        (GM, other, 5, "no-deadline"),
        (GM, ask.side, 99999, "bad-hours"),
        (77, ask.side, 5, "no-battle"),
    ):
        with pytest.raises(Refusal) as refused:
            await extending.extend(world.store, battle_id, who, side, hours)
        assert refused.value.code == code

    after = await extending.extend(world.store, battle_id, GM, ask.side, 24)

    assert [timer.due for timer in after] == [timer.due + timedelta(hours=24) for timer in before]


async def test_a_default_that_the_rules_refuse_is_reported_and_fires_no_second_time(small: World) -> None:
    def stubborn(state: State, action: Action, by: Actor, chance: Chance):
        if by.absent:
            raise RuleViolation("stubborn", "Nobody may be absent.")
        return toy.decide(state, action, by, chance)

    store = new_store(str(small.store.url), small.store.clock, toy.toy("1", stubborn))
    battle_id = await small.battle()

    (fired,) = await timers.fire_due(store, small.later(hours=48))

    assert fired.problem == "Nobody may be absent."
    assert await timers.fire_due(store, small.later(hours=48)) == ()
    assert (await battles.load(store, battle_id)).info.version == 2
    (notice,) = [post for post in await pending(store) if post.matter.topic == "default-refused"]
    assert notice.matter.of(Refused).why == "Nobody may be absent."
    await store.close()


async def test_one_battle_s_broken_rules_hold_up_no_other_battle_s_deadline(small: World) -> None:
    first = await small.battle("First", unit_ids=[small.red.id, small.blue.id])
    second_world = await campaign.create(small.store, 1, 2, GM, "Other", "outposts")
    twin = World(small.store, second_world, small.red, small.blue)
    await campaign.join(small.store, twin.id, RED, "red")
    await campaign.join(small.store, twin.id, BLUE, "blue")
    await rosters.raise_unit(small.store, twin.id, RED, "squad", name="Xray")
    await rosters.raise_unit(small.store, twin.id, BLUE, "section", name="Yankee")
    second = await twin.battle("Second")

    def broken(state: State, action: Action, by: Actor, chance: Chance):
        if state.posts[0].name == "Alpha":
            raise ZeroDivisionError("a bug")
        return toy.decide(state, action, by, chance)

    store = new_store(str(small.store.url), small.store.clock, toy.toy("1", broken))
    with pytest.raises(ExceptionGroup) as failed:
        await timers.fire_due(store, small.later(hours=48))

    assert [type(error) for error in failed.value.exceptions] == [ZeroDivisionError]
    assert (await battles.load(store, first)).info.version == 2
    assert (await battles.load(store, second)).info.version > 2
    await store.close()


async def test_a_deadline_that_fails_is_put_off_longer_each_time_and_carried_out_when_the_fault_is_mended(
    small: World,
) -> None:
    battle_id = await small.battle()

    def broken(state: State, action: Action, by: Actor, chance: Chance):
        raise ZeroDivisionError("a bug")

    store = new_store(str(small.store.url), small.store.clock, toy.toy("1", broken))
    due = small.later(hours=48)
    waits: list[timedelta] = []
    for _ in range(8):
        with pytest.raises(ExceptionGroup):
            await timers.fire_due(store, store.clock.now())
        assert await timers.fire_due(store, store.clock.now()) == ()
        again = await next_timer(store)
        assert again is not None
        waits.append(again - store.clock.now())
        small.later(seconds=waits[-1].total_seconds())
    assert [wait.total_seconds() / 60 for wait in waits] == [1, 2, 4, 8, 16, 32, 60, 60]
    (late,) = (await health.check(store)).put_off
    assert (late.title, late.due, late.tries) == ("Ridge Run", due, 8)
    assert "ZeroDivisionError" in late.problem
    await store.close()

    (fired,) = await timers.fire_due(small.store, small.store.clock.now())

    assert (fired.kind, fired.problem) == (TimerKind.DEADLINE, "")
    assert (await battles.load(small.store, battle_id)).info.version == 3
    assert (await health.check(small.store)).put_off == ()


async def test_more_time_from_the_gm_makes_a_failed_deadline_a_new_one(small: World) -> None:
    battle_id = await small.battle()

    def broken(state: State, action: Action, by: Actor, chance: Chance):
        raise ZeroDivisionError("a bug")

    store = new_store(str(small.store.url), small.store.clock, toy.toy("1", broken))
    small.later(hours=48)
    with pytest.raises(ExceptionGroup):
        await timers.fire_due(store, store.clock.now())
    await store.close()
    side = (await battles.load(small.store, battle_id)).prompt.asks[0].side

    await extending.extend(small.store, battle_id, GM, side, 5)

    ends = [timer.due for timer in await timers.standing(small.store, battle_id) if timer.kind is TimerKind.DEADLINE]
    assert ends == [small.store.clock.now() + timedelta(hours=5)]
    assert (await health.check(small.store)).put_off == ()
