"""The staff plays a side in the transaction of whoever moved, from what that side sees, until its people are back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.course.seats import sit
from campaigns.battle.frame import ending
from campaigns.battle.letters import letter, sending
from campaigns.battle.proof import verification
from campaigns.battle.record.staffing import staffed
from campaigns.battle.staff import appointing
from campaigns.battle.staff.opened import plans_opened
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, leaving, office, privacy, standing_in
from campaigns.clocks import answering, habits, leaves
from campaigns.clocks.people import InPlace
from campaigns.members.policies import Policies
from campaigns.post.matter import Matter, OnLeave
from campaigns.tables.battles import Battle
from campaigns.tables.posts import OutboxPost, TimerKind
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.orders import GiveOrders
from rules.seam.planning import Boldness
from tests.campaigns.behind import act
from tests.campaigns.test_book_and_gun import BOARD, opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.world import BLUE, GM, GUILD, RED, STRANGER, THREAD, World, new_store

PLAYERS = {"army": RED, "insurgents": BLUE}
ALL = GiveOrders(first="advance", then="fire at the best odds", last="look", lasts="turn")


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def alone(war: World, boldness: Boldness = Boldness.STEADY) -> int:
    """Red plays the army, nobody the insurgents: the staff does."""
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    await leaving.leave(war.store, war.id, BLUE)
    assert await appointing.appoint(war.store, info.id, GM, "insurgents", boldness) is None
    await battles.begin(war.store, info.id, GM)
    return info.id


async def field(war: World, battle_id: int) -> StandingBattle:
    return await battles.load(war.store, battle_id)


async def plays(war: World, battle_id: int) -> set[str]:
    async with war.store.reading() as session:
        return set(staffed(await session.get_one(Battle, battle_id)))


async def test_nobody_is_ever_asked_for_the_staffs_side_and_the_battle_comes_to_its_end(war: World) -> None:
    battle_id = await alone(war)
    for _ in range(40):
        found = await field(war, battle_id)
        if found.info.result is not None:
            break
        (ask,) = found.prompt.asks
        assert ask.side == "army"
        seat = await sit(war.store, battle_id, RED)
        if found.state.turn and not letter_given(found):
            await letter.write(seat, "army", [ALL])
            await sending.send(seat, "army")
        else:
            await act(war.store, battle_id, ask.default, RED)
    found = await field(war, battle_id)
    assert found.info.result is not None
    assert verification.verify(await verification.export(war.store, battle_id), RULES).ok
    plans = await plans_opened(war.store, battle_id, GUILD)
    assert plans
    await privacy.forget(war.store, RED)
    assert await plans_opened(war.store, battle_id, GUILD) == plans, "what a person ordered isn't a plan of the staff's"


def letter_given(found: StandingBattle) -> bool:
    ordering = found.rules.battle.ordering
    assert ordering is not None
    return any(not one.stopped for one in ordering.standing(found.state, "army"))


async def test_what_the_staff_does_is_ordered_like_a_players_orders(war: World) -> None:
    battle_id = await alone(war)
    found = await field(war, battle_id)
    for _ in range(20):
        if found.state.turn:
            break
        await act(war.store, battle_id, found.prompt.asks[0].default, RED)
        found = await field(war, battle_id)
    await act(war.store, battle_id, ALL, RED)
    seat = await sit(war.store, battle_id, GM, umpire=True)
    told = "\n".join(line.headline for lines in await seat.told(0) for line in lines.tolds)
    assert "Orders" in told


async def test_who_comes_back_relieves_the_staff_by_acting(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    await battles.begin(war.store, info.id, GM)
    await appointing.appoint(war.store, info.id, BLUE, "insurgents", Boldness.BOLD)
    assert await plays(war, info.id) == {"insurgents"}
    assert [ask.side for ask in (await field(war, info.id)).prompt.asks] == ["army"]
    await act(war.store, info.id, GiveOrders(first="hold"), BLUE)
    assert await plays(war, info.id) == set()


async def test_where_the_staff_may_not_play_nothing_changes(war: World) -> None:
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=4)
    steady = Boldness.STEADY

    async def refused(who: int, side: str) -> str:
        return await code_of(appointing.appoint(war.store, info.id, who, side, steady))

    assert await refused(GM, "insurgents") == "has-players"
    assert await refused(RED, "insurgents") == "umpire-only"
    assert await refused(GM, "nobody") == "unknown-side"
    assert await code_of(appointing.relieve(war.store, info.id, GM, "army")) == "no-staff"
    await appointing.appoint(war.store, info.id, RED, "army", steady)
    assert await refused(BLUE, "insurgents") == "no-opponent"
    assert await code_of(appointing.relieve(war.store, info.id, BLUE, "army")) == "umpire-only"
    await appointing.relieve(war.store, info.id, RED, "army")
    assert await plays(war, info.id) == set()


# ── Whoever does not answer ───────────────────────────────────────────────────────────────────────────────────────


async def begun_for(war: World) -> tuple[int, str]:
    """A battle past its preparations, and the side that is asked."""
    info = await battles.open_battle(war.store, war.id, GM, "Ridge", channel_id=THREAD, board=BOARD, turn_limit=9)
    await battles.begin(war.store, info.id, GM)
    found = await field(war, info.id)
    while found.state.turn == 0:
        await act(war.store, info.id, found.prompt.asks[0].default, PLAYERS[found.prompt.asks[0].side])
        found = await field(war, info.id)
    return info.id, found.prompt.asks[0].side


async def waits_until(war: World, battle_id: int) -> datetime:
    due = [timer.due for timer in await timers.standing(war.store, battle_id) if timer.kind is TimerKind.DEADLINE]
    return max(due)


async def test_the_second_deadline_in_a_row_leaves_the_side_to_the_staff_at_once(war: World) -> None:
    battle_id, first = await begun_for(war)
    assert await missed(war, battle_id, first, ["default", "staffed"])
    other = next(side for side in PLAYERS if side != first)
    assert await plays(war, battle_id) == {first}
    assert {ask.side for ask in (await field(war, battle_id)).prompt.asks} == {other}


async def test_a_stand_in_does_not_answer_for_what_was_missed_before_them(war: World) -> None:
    battle_id, first = await begun_for(war)
    assert await missed(war, battle_id, first, ["default"])
    await standing_in.substitute(war.store, war.id, GM, PLAYERS[first], STRANGER)
    async with war.store.reading() as session:
        assert (await session.get_one(Battle, battle_id)).silences == "{}"
    assert await missed(war, battle_id, first, ["default"])
    assert await plays(war, battle_id) == set()
    assert await missed(war, battle_id, first, ["staffed"])


async def test_the_staff_has_the_seat_of_a_new_gm_in_the_transaction_that_makes_them_one(war: World) -> None:
    battle_id, first = await begun_for(war)
    await campaign.change_settings(war.store, war.id, GM, deadline_hours=0)
    deputy = PLAYERS[first]
    await office.name_deputy(war.store, war.id, GM, deputy)
    now = war.later(days=4)
    written = 0

    def dies(_: object) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise RuntimeError("the process is dead by now")

    event.listen(war.store.engine.sync_engine, "commit", dies)
    await office.take_over(war.store, war.id, deputy)
    event.remove(war.store.engine.sync_engine, "commit", dies)
    assert written == 1
    assert await plays(war, battle_id) == {first}
    await timers.fire_due(war.store, now)
    assert first not in {ask.side for ask in (await field(war, battle_id)).prompt.asks}, "it has answered"
    assert (await field(war, battle_id)).prompt.asks


async def missed(war: World, battle_id: int, first: str, wanted: list[str]) -> bool:
    """That side lets deadlines pass, the other answers, until so much has been done at them."""
    other = next(side for side in PLAYERS if side != first)
    did: list[str] = []
    for _ in range(12):
        if did == wanted:
            return True
        asked = {ask.side for ask in (await field(war, battle_id)).prompt.asks}
        if first in asked:
            now = war.later(seconds=((await waits_until(war, battle_id)) - war.store.clock.now()).total_seconds())
            did += [each.did for each in await timers.fire_due(war.store, now) if each.kind is TimerKind.DEADLINE]
        else:
            default = next(ask.default for ask in (await field(war, battle_id)).prompt.asks if ask.side == other)
            await act(war.store, battle_id, default, PLAYERS[other])
    raise AssertionError(did)


async def test_somebody_who_is_away_is_waited_for_five_days_and_then_the_staff_plays(war: World) -> None:
    battle_id, first = await begun_for(war)
    now = war.store.clock.now()
    await habits.away(war.store, PLAYERS[first], now, now + timedelta(days=10), InPlace.PAUSE)
    await timers.fire_due(war.store, now)
    assert await waits_until(war, battle_id) == now + timedelta(days=5)
    assert await timers.fire_due(war.store, war.later(days=4, hours=23)) == ()
    (fired,) = await timers.fire_due(war.store, war.later(hours=1))
    assert fired.did == "staffed"
    assert await plays(war, battle_id) == {first}


async def test_a_campaign_may_have_no_staff(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, staff=False)
    battle_id, first = await begun_for(war)
    now = war.store.clock.now()
    await habits.away(war.store, PLAYERS[first], now, now + timedelta(days=10), InPlace.PAUSE)
    fired = await timers.fire_due(war.store, war.later(days=5))
    assert [each.did for each in fired if each.kind is TimerKind.DEADLINE] == ["default"]
    assert await plays(war, battle_id) == set()


async def gone(war: World, in_place: InPlace) -> tuple[int, str, datetime]:
    """A battle whose asked side has gone for ten days."""
    battle_id, first = await begun_for(war)
    now = war.store.clock.now()
    await habits.away(war.store, PLAYERS[first], now, now + timedelta(days=10), in_place)
    await timers.fire_due(war.store, now)
    return battle_id, first, now


async def test_who_leaves_the_staff_in_his_place_is_played_at_once_and_never_asked(war: World) -> None:
    battle_id, first, _ = await gone(war, InPlace.STAFF)
    assert await plays(war, battle_id) == {first}
    assert first not in {ask.side for ask in (await field(war, battle_id)).prompt.asks}


async def test_an_absence_of_ten_days_neither_loses_the_battle_nor_asks_in_between(war: World) -> None:
    """Before, the default was carried out at each deadline, six hours apart: beaten on day 2.8."""
    battle_id, first, _ = await gone(war, InPlace.PAUSE)
    version = (await field(war, battle_id)).info.version
    for day in range(1, 5):
        assert await timers.fire_due(war.store, war.later(days=1)) == (), day
    found = await field(war, battle_id)
    assert (found.info.version, found.info.result) == (version, None)
    (fired,) = await timers.fire_due(war.store, war.later(days=1))
    assert fired.did == "staffed"
    for _ in range(5):
        assert not [each for each in await timers.fire_due(war.store, war.later(days=1)) if each.side == first]
    assert first not in {ask.side for ask in (await field(war, battle_id)).prompt.asks}


async def test_who_lets_his_written_orders_stand_has_no_staff_and_the_usual_deadlines(war: World) -> None:
    battle_id, _, now = await gone(war, InPlace.ORDERS)
    assert await waits_until(war, battle_id) == now + timedelta(hours=48)
    fired = await timers.fire_due(war.store, war.later(days=2))
    assert [each.did for each in fired if each.kind is TimerKind.DEADLINE] == ["default"]
    assert await plays(war, battle_id) == set()


async def test_what_shall_happen_meanwhile_can_be_changed_and_everybody_reads_of_the_leave(war: World) -> None:
    battle_id, first, now = await gone(war, InPlace.PAUSE)
    await habits.meanwhile(war.store, PLAYERS[first], InPlace.STAFF)
    await timers.fire_due(war.store, now)
    assert await plays(war, battle_id) == {first}
    (leave,) = await leaves.standing(war.store, war.id)
    assert (leave.side, leave.until, leave.in_place) == (first, now + timedelta(days=10), InPlace.STAFF)
    async with war.store.reading() as session:
        posts = (await session.exec(select(OutboxPost).where(OutboxPost.battle_id == battle_id))).all()
    told = [matter for post in posts if (matter := Matter.model_validate_json(post.matter)).topic == "on-leave"]
    assert [matter.of(OnLeave).meanwhile for matter in told] == ["pause", "staff"]
    await habits.back(war.store, PLAYERS[first])
    assert await leaves.standing(war.store, war.id) == ()


async def test_silence_is_counted_by_side_and_a_word_ends_it() -> None:
    battle = Battle(
        campaign_id=1,
        number=1,
        title="Ridge",
        channel_id=1,
        opened_at=datetime(2031, 5, 1, tzinfo=UTC),
    )
    policies, now = Policies(pause_after=2), datetime(2031, 5, 1, tzinfo=UTC)
    assert not await answering.fallen_silent(battle, "army", policies, now)
    assert not await answering.fallen_silent(battle, "insurgents", policies, now)
    assert await answering.fallen_silent(battle, "army", policies, now)
    assert battle.paused == "silence"


async def test_a_battle_is_claimed_after_as_many_silent_days_as_the_policy_says(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, claim_days=7, claim_win=True, staff=False, deadline_hours=0)
    battle_id, first = await begun_for(war)
    other = next(side for side in PLAYERS if side != first)

    async def refused(who: int) -> str:
        return await code_of(ending.claim(war.store, battle_id, who))

    war.later(days=6, hours=23)
    assert await refused(PLAYERS[other]) == "too-early"
    assert await refused(GM) == "not-your-side"
    war.later(hours=2)
    await campaign.change_settings(war.store, war.id, GM, claim_days=0)
    assert await refused(PLAYERS[other]) == "no-claims"
    await campaign.change_settings(war.store, war.id, GM, claim_days=7)
    now = war.store.clock.now()
    await habits.away(war.store, PLAYERS[first], now, now + timedelta(days=2), InPlace.PAUSE)
    assert await refused(PLAYERS[other]) == "on-leave"
    await habits.back(war.store, PLAYERS[first])
    acted = await ending.claim(war.store, battle_id, PLAYERS[other])
    result = (await field(war, battle_id)).info.result
    assert acted is not None
    assert result is not None
    assert (result.winner, result.reason) == (other, "claimed after 7 silent days of the other side")
    assert await refused(PLAYERS[other]) == "battle-over"
