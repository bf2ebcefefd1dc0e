"""Clocks for people in battles: nights, absences, excuses, silence, pauses; nothing lost, nothing done twice."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta

import pytest

from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, privacy, standing_in
from campaigns.clocks import answering, granting, habits, pausing, waits
from campaigns.clocks.people import InPlace
from campaigns.errors import Refusal
from campaigns.members.policies import AtDeadline
from campaigns.post.matter import Clocks
from campaigns.post.outbox import Post
from campaigns.roster import rosters
from campaigns.tables.posts import TimerKind
from tests.campaigns.behind import act, next_timer, pending
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, World, new_store
from tests.clocks import ManualClock

# The world's clock starts on Sunday 4 May 2031, 9:30 in UTC: 11:30 in Berlin, 5:30 in New York, 21:30 in Auckland.


async def code_of(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


async def about(world: World, topic: str) -> list[Post]:
    return [post for post in await pending(world.store) if post.matter.topic == topic]


async def to_turn_of(world: World, battle_id: int, side: str) -> None:
    """Everybody holds until that side alone is asked."""
    for _ in range(20):
        asks = (await battles.load(world.store, battle_id)).prompt.asks
        if [ask.side for ask in asks] == [side]:
            return
        who = {"blue": BLUE, "red": RED}[asks[0].side]
        await act(world.store, battle_id, asks[0].default, who, side=asks[0].side)
    raise AssertionError("it never is")


async def deadline(world: World, battle_id: int) -> datetime:
    (due,) = [each.due for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.DEADLINE]
    return due


async def asked(world: World, battle_id: int) -> set[int]:
    return {user for each in await waits.standing(world.store, battle_id) for user in each.users}


async def night_in_berlin(world: World, who: int) -> None:
    await habits.set_zone(world.store, who, "europe/berlin")
    await habits.set_quiet(world.store, who, "22-7")


async def test_nobody_is_asked_to_answer_or_reminded_in_his_night(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, deadline_hours=12, reminder_hours=2, saved_percent=0)
    await night_in_berlin(world, BLUE)
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    # Asked at 11:30 in Berlin with twelve hours: ten and a half until ten at night, the rest from seven on.
    assert await deadline(world, battle_id) == datetime(2031, 5, 5, 6, 30, 15, tzinfo=UTC)
    # Two hours before, of those in which he is awake, is half past nine at night.
    fired = await timers.fire_due(world.store, world.later(hours=10))
    assert [(each.kind, each.side) for each in fired] == [(TimerKind.REMINDER, "blue")]


async def test_what_somebody_does_not_use_he_saves_for_another_time_up_to_a_point(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, saved_percent=25)
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    await act(world.store, battle_id, Hold(), BLUE)
    await to_turn_of(world, battle_id, "blue")
    assert await deadline(world, battle_id) == world.store.clock.now() + timedelta(hours=60)


async def test_who_is_asked_while_he_sleeps_is_called_once_when_he_wakes(world: World) -> None:
    await habits.set_zone(world.store, BLUE, "Pacific/Auckland")
    await habits.set_quiet(world.store, BLUE, "21:00-07:00")
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    (call,) = [each for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.CALL]
    assert call.due == datetime(2031, 5, 4, 19, tzinfo=UTC)  # seven in the morning there
    (waiting,) = await waits.standing(world.store, battle_id)
    assert waiting.asleep == {BLUE}

    assert await timers.fire_due(world.store, world.later(hours=9)) == ()
    (fired,) = await timers.fire_due(world.store, world.later(minutes=30))
    assert (fired.kind, fired.late) == (TimerKind.CALL, False)
    assert await timers.fire_due(world.store, world.store.clock.now()) == ()
    (post,) = await about(world, "reminder")
    assert post.matter.users == (BLUE,)


async def test_a_call_that_the_bot_slept_through_waits_for_the_next_morning(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, deadline_hours=100, reminder_hours=0)
    await habits.set_zone(world.store, BLUE, "Pacific/Auckland")
    await habits.set_quiet(world.store, BLUE, "21-7")
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    # The program comes back at 23:30 there: nobody is woken, and in the morning he is told, late or not.
    assert await timers.fire_due(world.store, world.later(hours=26)) == ()
    (fired,) = await timers.fire_due(world.store, world.later(hours=8))
    assert fired.kind is TimerKind.CALL


async def test_one_message_tells_somebody_of_all_his_battles(world: World) -> None:
    await world.battle("First", unit_ids=[world.red.id, world.blue.id])
    other = await World.make(world.store, channel_id=77, name="Sand")
    second = await other.battle("Second", unit_ids=[other.red.id, other.blue.id])
    (first,) = [info.id for info in await battles.of_campaign(world.store, world.id)]
    for place, battle_id in ((world, first), (other, second)):
        await to_turn_of(place, battle_id, "blue")
        world.later(hours=3)

    fired = await timers.fire_due(world.store, await reminder_of(world, first))

    assert [(each.kind, each.battle_id) for each in fired] == [(TimerKind.REMINDER, first)]
    (post,) = await about(world, "reminder")
    assert [each.battle_id for each in post.matter.waits] == [first, second]
    assert post.matter.users == (BLUE,)
    # What the other battle would have said three hours later has been said.
    assert await timers.fire_due(world.store, world.later(hours=4)) == ()


async def reminder_of(world: World, battle_id: int) -> datetime:
    """Lets the time pass until then."""
    (due,) = [each.due for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.REMINDER]
    clock = world.store.clock
    assert isinstance(clock, ManualClock)
    return clock.advance(due - clock.now())


async def test_how_to_tell_of_ones_nights_is_said_once_in_a_life(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    await timers.fire_due(world.store, await reminder_of(world, battle_id))
    await act(world.store, battle_id, Hold(), BLUE)
    await to_turn_of(world, battle_id, "blue")
    await timers.fire_due(world.store, await reminder_of(world, battle_id))
    assert [post.matter.hint for post in await about(world, "reminder") if BLUE in post.matter.users] == [
        True,
        False,
    ]


# ── Absences ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_other_of_a_side_is_asked_while_one_is_away(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "red")
    now = world.store.clock.now()
    before = await deadline(world, battle_id)
    await habits.away(world.store, RED, now, now + timedelta(days=5), InPlace.PAUSE)
    assert await asked(world, battle_id) == {RED_TOO}
    assert await deadline(world, battle_id) == before
    await habits.back(world.store, RED)
    assert await asked(world, battle_id) == {RED}, "it is his unit"


async def test_a_battle_waits_five_days_for_who_is_away_with_nobody_in_place(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    now = world.store.clock.now()
    leaves, returns = now + timedelta(hours=10), now + timedelta(days=9)
    await habits.away(world.store, BLUE, leaves, returns, InPlace.PAUSE)
    assert await next_timer(world.store) == leaves
    assert await timers.fire_due(world.store, world.later(hours=10)) == ()  # the absence begins
    assert await asked(world, battle_id) == set()
    assert await deadline(world, battle_id) == leaves + timedelta(days=5)

    (fired,) = await timers.fire_due(world.store, world.later(days=5))

    assert (fired.kind, fired.did) == (TimerKind.DEADLINE, "default")
    known = await answering.reliability(world.store, world.id, GM, [BLUE])
    assert known[BLUE].share == 1.0, "he had told of it"


async def test_a_gm_or_a_delegate_is_asked_in_the_place_of_who_is_away(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    now = world.store.clock.now()
    assert (
        await code_of(habits.away(world.store, BLUE, now, now + timedelta(days=5), InPlace.DELEGATE, RED))
        == "no-delegate"
    )
    await habits.away(world.store, BLUE, now, now + timedelta(days=5), InPlace.DELEGATE, GM)
    assert await asked(world, battle_id) == {GM}
    await habits.back(world.store, BLUE)
    world.later(hours=1)
    now = world.store.clock.now()
    await habits.away(world.store, BLUE, now, now + timedelta(days=5), InPlace.GM)
    assert await asked(world, battle_id) == {GM}
    # The absence ends by itself, and it is his turn again: he is told.
    world.later(days=5)
    await timers.fire_due(world.store, world.store.clock.now() - timedelta(days=3))
    await timers.fire_due(world.store, world.store.clock.now())
    assert BLUE in (await asked(world, battle_id)) or (await about(world, "deadline"))


async def test_an_absence_that_makes_no_sense_is_refused_and_changes_nothing(small: World) -> None:
    now = small.store.clock.now()
    for since, until, code in (
        (now, now, "bad-span"),
        (now, now + timedelta(days=121), "bad-span"),
        (now + timedelta(days=2), now + timedelta(days=1), "bad-span"),
    ):
        assert await code_of(habits.away(small.store, BLUE, since, until, InPlace.GM)) == code
    await habits.away(small.store, BLUE, now, now + timedelta(days=2), InPlace.GM)
    assert (
        await code_of(habits.away(small.store, BLUE, now + timedelta(days=1), now + timedelta(days=3), InPlace.GM))
        == "overlaps"
    )
    assert await code_of(habits.back(small.store, RED)) == "not-away"
    assert await code_of(habits.set_quiet(small.store, RED, "22-7")) == "which-zone"
    await habits.set_zone(small.store, RED, "America/New York")
    for quiet, code in (("25-7", "bad-hours"), ("8-8", "bad-hours"), ("late", "bad-hours"), ("8-23", "long-night")):
        assert await code_of(habits.set_quiet(small.store, RED, quiet)) == code
    assert await code_of(habits.set_zone(small.store, RED, "Atlantis")) == "no-zone"
    assert await code_of(habits.set_days_off(small.store, RED, range(4))) == "too-many-days"
    shown = await habits.show(small.store, RED)
    assert (shown.hours.zone, shown.hours.quiet, shown.away) == ("America/New_York", None, ())


def test_days_are_read_as_people_write_them() -> None:
    now = datetime(2031, 5, 4, 22, 30, tzinfo=UTC)  # half past midnight on the 5th in Berlin
    there = habits.Hours("Europe/Berlin")
    assert habits.moment("tomorrow", there, now) == datetime(2031, 5, 5, 22, tzinfo=UTC)
    assert habits.moment("2031-05-24", there, now, end=True) == datetime(2031, 5, 24, 22, tzinfo=UTC)
    assert habits.moment("2031-05-24 18:00", there, now, end=True) == datetime(2031, 5, 24, 16, tzinfo=UTC)
    assert habits.moment("10 days", there, now) == now + timedelta(days=10)
    assert habits.moment("", there, now) == now
    assert habits.days_named("sat, Sunday") == (5, 6)
    assert habits.days_named("none") == ()


# ── What a deadline does ──────────────────────────────────────────────────────────────────────────────────────────


async def test_an_excused_miss_starts_the_clock_again_and_the_next_one_does_not(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, excused_misses=1)
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    version = (await battles.load(world.store, battle_id)).info.version
    world.later(seconds=(await deadline(world, battle_id) - world.store.clock.now()).total_seconds())

    (first,) = await timers.fire_due(world.store, world.store.clock.now())
    assert first.did == "excused"
    assert (await battles.load(world.store, battle_id)).info.version == version
    assert await deadline(world, battle_id) == world.store.clock.now() + timedelta(hours=48)
    (post,) = await about(world, "excused")
    assert (post.matter.side, post.matter.due) == ("blue", world.store.clock.now() + timedelta(hours=48))
    await timers.fire_due(world.store, world.later(hours=36))
    assert len([post for post in await about(world, "reminder") if post.matter.users == (BLUE,)]) == 1
    (second,) = await timers.fire_due(world.store, world.later(hours=12))
    assert second.did == "default"
    assert (await battles.load(world.store, battle_id)).info.version > version


async def test_a_side_may_have_the_gms_asked_before_anything_is_done_for_it(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    assert await code_of(granting.at_deadline(world.store, world.id, BLUE, "red", AtDeadline.GM)) == "not-your-side"
    await granting.at_deadline(world.store, world.id, BLUE, "blue", AtDeadline.GM)
    world.later(seconds=(await deadline(world, battle_id) - world.store.clock.now()).total_seconds())

    fired = await timers.fire_due(world.store, world.store.clock.now())

    assert [(each.kind, each.did) for each in fired] == [(TimerKind.DEADLINE, "gm-asked"), (TimerKind.CALL, "told")]
    assert await asked(world, battle_id) == {GM}
    assert await deadline(world, battle_id) == world.store.clock.now() + timedelta(hours=48)
    assert [post.matter.side for post in await about(world, "gm-asked")] == ["blue"]
    fired = await timers.fire_due(world.store, world.later(hours=48))
    assert [each.did for each in fired if each.kind is TimerKind.DEADLINE] == ["default"]


async def test_a_table_without_a_word_pauses_itself_says_so_once_and_goes_on_with_the_next_answer(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, pause_after=2)
    battle_id = await world.battle()
    for _ in range(10):
        await timers.fire_due(world.store, world.later(hours=24))
    assert [post.matter.of(Clocks).why for post in await about(world, "paused")] == ["silence"]
    assert await timers.standing(world.store, battle_id) == ()
    assert len(await about(world, "deadline")) == 3  # two of one side; the other let one pass

    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, ask.default, BLUE if ask.side == "blue" else RED, side=ask.side)

    assert [post.matter.of(Clocks).kind for post in await about(world, "paused")] == ["paused", "resumed"]
    dues = [each.due for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.DEADLINE]
    assert dues
    assert min(dues) >= world.store.clock.now() + timedelta(hours=48)


async def test_a_gm_pauses_and_resumes_and_players_by_agreement(world: World) -> None:
    battle_id = await world.battle()
    assert await code_of(pausing.resume(world.store, battle_id, GM)) == "not-paused"
    assert await code_of(pausing.pause(world.store, battle_id, STRANGER)) == "no-battle"
    assert not await pausing.pause(world.store, battle_id, RED)
    assert await code_of(pausing.pause(world.store, battle_id, RED_TOO)) == "asked-already"
    assert await timers.standing(world.store, battle_id) != ()
    assert await pausing.pause(world.store, battle_id, BLUE)
    assert await timers.standing(world.store, battle_id) == ()
    assert await timers.fire_due(world.store, world.later(days=30)) == ()
    assert await pausing.resume(world.store, battle_id, GM)
    due = [each.due for each in await timers.standing(world.store, battle_id) if each.kind is TimerKind.DEADLINE]
    assert due == [world.store.clock.now() + timedelta(hours=48)]
    whats = [post.matter.of(Clocks).kind for post in await about(world, "paused")]
    assert whats == ["wish-pause", "paused", "resumed"]


async def test_a_gm_excuses_somebody_and_sees_how_reliable_he_is(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, excused_misses=5, saved_percent=50)
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    world.later(seconds=(await deadline(world, battle_id) - world.store.clock.now()).total_seconds())
    await timers.fire_due(world.store, world.store.clock.now())
    known = (await answering.reliability(world.store, world.id, GM, [BLUE]))[BLUE]
    assert known.known
    assert known.share < 1
    assert await code_of(answering.reliability(world.store, world.id, BLUE, [BLUE])) == "umpire-only"
    assert await code_of(granting.excuse(world.store, battle_id, RED, BLUE)) == "umpire-only"
    world.later(hours=20)

    await granting.excuse(world.store, battle_id, GM, BLUE)

    assert await deadline(world, battle_id) == world.store.clock.now() + timedelta(hours=72)  # 28 left, and 48
    (person,) = [each for each in await granting.clocks(world.store, battle_id, GM) if each.user_id == BLUE]
    assert (person.misses, person.asked) == (0, True)


# ── Substitutes, restarts, forgetting ─────────────────────────────────────────────────────────────────────────────


async def test_a_substitute_takes_his_place_by_one_command_and_all_that_waited_goes_on(world: World) -> None:
    battle_id = await world.battle()
    await to_turn_of(world, battle_id, "blue")
    world.later(hours=30)
    assert await code_of(standing_in.substitute(world.store, world.id, BLUE, BLUE, STRANGER)) == "umpire-only"

    await standing_in.substitute(world.store, world.id, GM, BLUE, STRANGER, by_name="Dot")

    assert await asked(world, battle_id) == {STRANGER}
    assert await deadline(world, battle_id) == world.store.clock.now() + timedelta(hours=48)
    assert (await rosters.show_unit(world.store, world.blue.id)).owner == STRANGER
    await act(world.store, battle_id, Hold(), STRANGER)
    assert await code_of(act(world.store, battle_id, Hold(), BLUE)) == "no-battle"


async def test_a_restart_over_a_deadline_and_a_clock_that_goes_back_fire_nothing_twice(url: str) -> None:
    store = new_store(url)
    await store.open()
    world = await World.make(store)
    battle_id = await world.battle()
    await store.close()
    clock = store.clock
    assert isinstance(clock, ManualClock)
    late = clock.advance(timedelta(hours=60))
    fired: list[tuple[TimerKind, bool]] = []
    for back in (timedelta(), timedelta(hours=30), timedelta()):
        again = new_store(url, ManualClock(late - back))
        await again.open()
        fired += [(each.kind, each.late) for each in await timers.fire_due(again, again.clock.now())]
        assert (await battles.load(again, battle_id)).info.version == 3
        await again.close()
    assert fired == [(TimerKind.DEADLINE, True)]


async def test_what_was_told_of_ones_days_is_forgotten_with_him(world: World) -> None:
    await night_in_berlin(world, BLUE)
    await world.battle()
    now = world.store.clock.now()
    await habits.away(world.store, BLUE, now + timedelta(days=1), now + timedelta(days=2), InPlace.DELEGATE, GM)
    await privacy.forget(world.store, BLUE)
    shown = await habits.show(world.store, BLUE)
    assert (shown.hours.zone, shown.away, shown.running) == ("", (), ())


async def test_who_has_told_of_his_days_and_nothing_else_can_be_forgotten(small: World) -> None:
    await night_in_berlin(small, STRANGER)
    assert await privacy.forget(small.store, STRANGER) == ()
    assert (await habits.show(small.store, STRANGER)).hours.zone == ""
    assert await code_of(privacy.forget(small.store, STRANGER)) == "nothing-kept"
