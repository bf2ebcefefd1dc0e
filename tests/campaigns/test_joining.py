"""Who may play for which side, by whose word, and what becomes of a battle when a player goes."""

from __future__ import annotations

import random
from collections.abc import Awaitable
from datetime import timedelta

import pytest
from alembic import command

from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.campaign import campaign, joining, leaving
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.joining import Concern, RequestToJoin
from campaigns.database.store import migrations_config
from campaigns.errors import Refusal
from campaigns.post import outbox, strikes
from campaigns.post.matter import HandedOver, JoinAsked, PlayerMoved
from campaigns.post.outbox import Post
from campaigns.roster import rosters
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import TimerKind
from rules.seam.viewing import PUBLIC, Viewer
from tests.campaigns.behind import pending
from tests.campaigns.behind import viewer as viewer_of
from tests.campaigns.world import BLUE, GM, GUILD, RED, RED_TOO, STRANGER, THREAD, World
from tests.clocks import ManualClock

OTHER = STRANGER + 1


async def code_of(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


async def asked(world: World, who: int, side: str, name: str = "Zoe") -> RequestToJoin:
    """He has asked, and waits for the GM."""
    found = await campaign.join(world.store, world.id, who, side, who_name=name)
    assert isinstance(found, RequestToJoin)
    return found


async def joined(world: World, who: int, side: str) -> CampaignView:
    """He has been let in at once."""
    found = await campaign.join(world.store, world.id, who, side)
    assert isinstance(found, CampaignView)
    assert found.side_of(who) == side
    return found


async def notices(world: World, what: str) -> list[Post]:
    """What waits to be posted of that kind."""
    return [post for post in await pending(world.store) if post.matter.about and post.matter.about.kind == what]


async def side_of(world: World, who: int) -> str | None:
    return (await campaign.show(world.store, world.id)).side_of(who)


# ── The doors ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_anybody_joins_until_the_first_battle_begins_then_by_the_gms_word(world: World) -> None:
    info = await battles.open_battle(world.store, world.id, GM, "Hill 12", channel_id=THREAD)
    await joined(world, STRANGER, "red")
    await battles.begin(world.store, info.id, GM)

    request = await asked(world, OTHER, "blue")

    assert await side_of(world, OTHER) is None
    assert await viewer_of(world.store, info.id, OTHER) == PUBLIC
    (post,) = await notices(world, "join-asked")
    assert (post.matter.side, post.matter.users, post.matter.of(JoinAsked).request) == ("blue", (OTHER,), request.id)
    await battles.end(world.store, info.id, GM)
    assert await code_of(campaign.join(world.store, world.id, OTHER, "blue")) == "asked-already"


async def test_a_gm_admits_or_turns_down(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="approval")
    first, second = await asked(world, STRANGER, "red"), await asked(world, OTHER, "blue")
    assert [each.id for each in await joining.requests(world.store, world.id, GM)] == [first.id, second.id]
    assert await code_of(joining.admit(world.store, first.id, RED)) == "umpire-only"
    assert await code_of(joining.admit(world.store, first.id, STRANGER)) == "no-request"
    assert await code_of(joining.admit(world.store, first.id, GM, guild_id=GUILD + 1)) == "no-request"
    assert await code_of(joining.admit(world.store, 99, GM)) == "no-request"

    assert (await joining.admit(world.store, first.id, GM)).fate == "approved"
    assert (await joining.turn_down(world.store, second.id, GM)).fate == "declined"

    assert (await side_of(world, STRANGER), await side_of(world, OTHER)) == ("red", None)
    assert await joining.requests(world.store, world.id, GM) == ()
    (post,) = await notices(world, "admitted")
    assert (post.matter.users, post.matter.side) == ((STRANGER,), "red")
    for waiting in await pending(world.store):
        await outbox.mark_sent(world.store, waiting.id, 1000 + waiting.id)
    struck = await strikes.claim(world.store, world.store.clock.now())
    assert [each.fate for each in struck] == ["declined", "approved"], "the newest first"
    for request in (first, second):
        assert await code_of(joining.admit(world.store, request.id, GM)) == "settled"


async def test_a_later_request_takes_the_place_of_an_earlier_one(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="approval")
    red, blue = await asked(small, STRANGER, "red"), await asked(small, STRANGER, "blue")
    with pytest.raises(Refusal, match="replaced by another") as refused:
        await joining.admit(small.store, red.id, GM)
    assert refused.value.code == "settled"
    await joining.admit(small.store, blue.id, GM)
    assert await side_of(small, STRANGER) == "blue"


async def test_who_was_turned_down_asks_again_a_day_later(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="approval")
    await joining.turn_down(small.store, (await asked(small, STRANGER, "red")).id, GM)
    small.later(hours=23)
    assert await code_of(campaign.join(small.store, small.id, STRANGER, "blue")) == "turned-down"
    small.later(hours=2)
    await asked(small, STRANGER, "red")


async def test_so_many_may_wait_and_no_more(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_REQUESTS", 2)
    await campaign.change_settings(small.store, small.id, GM, joining="approval")
    await asked(small, STRANGER, "red")
    await asked(small, OTHER, "red")
    assert await code_of(campaign.join(small.store, small.id, OTHER + 1, "red")) == "too-many"
    await asked(small, OTHER, "blue")


async def test_a_request_can_be_taken_back(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="approval")
    request = await asked(small, STRANGER, "red")
    await leaving.leave(small.store, small.id, STRANGER)
    with pytest.raises(Refusal, match="taken back"):
        await joining.admit(small.store, request.id, GM)
    assert await code_of(leaving.leave(small.store, small.id, STRANGER)) == "no-campaign"


async def test_a_closed_campaign_takes_nobody_but_whom_its_gm_moves(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="closed")
    assert await code_of(campaign.join(world.store, world.id, STRANGER, "red")) == "joining-closed"
    assert await code_of(campaign.join(world.store, world.id, RED, "blue")) == "joining-closed"
    await leaving.move(world.store, world.id, GM, RED, "blue")
    assert await side_of(world, RED) == "blue"
    await joined(world, GM, "red")


async def test_an_open_campaign_takes_newcomers_in_mid_battle(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="open")
    await small.battle()
    await joined(small, STRANGER, "blue")


@pytest.mark.parametrize("policy", ["open", "until-battle"])
async def test_between_battles_an_open_campaign_lets_players_change_sides(small: World, policy: str) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining=policy)
    await joined(small, RED, "blue")
    await joined(small, RED, "red")


# ── What somebody has seen ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("begun", [True, False])
async def test_a_change_of_sides_while_a_battle_is_on_is_for_the_gm(world: World, begun: bool) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="open")
    info = await battles.open_battle(world.store, world.id, GM, "Hill 12", channel_id=THREAD)
    if begun:
        await battles.begin(world.store, info.id, GM)

    request = await asked(world, RED_TOO, "blue")

    assert request.concerns == (Concern("changes", "red"), Concern("seen", "red", "Hill 12"))
    assert await viewer_of(world.store, info.id, RED_TOO) == Viewer(side="red")
    await joining.admit(world.store, request.id, GM)
    assert await viewer_of(world.store, info.id, RED_TOO) == Viewer(side="blue")


async def test_leaving_and_coming_back_for_the_other_side_is_for_the_gm(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="open")
    battle_id = await world.battle("Hill 12")
    await leaving.leave(world.store, world.id, RED)
    assert await viewer_of(world.store, battle_id, RED) == PUBLIC

    request = await asked(world, RED, "blue")

    assert request.concerns == (Concern("seen", "red", "Hill 12"),)
    # His own side he knows already.
    await joined(world, RED, "red")
    # Over the other side it makes no difference by how many steps he goes there.
    await leaving.leave(world.store, world.id, RED)
    assert (await asked(world, RED, "blue")).concerns == request.concerns


async def test_what_was_seen_of_a_battle_matters_as_long_as_it_goes_on(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="open")
    first = await small.battle("First")
    await leaving.leave(small.store, small.id, RED_TOO)
    await battles.end(small.store, first, GM)
    small.later(minutes=1)
    await small.battle("Second")
    await joined(small, RED_TOO, "blue")


async def test_who_was_a_gm_has_seen_every_side(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, joining="open")
    await campaign.appoint_gm(small.store, small.id, GM, STRANGER)
    await small.battle("Hill 12")
    await campaign.dismiss_gm(small.store, small.id, GM, STRANGER)
    for side in ("red", "blue"):
        assert (await asked(small, STRANGER, side)).concerns == (Concern("seen", None, "Hill 12"),)


async def test_whom_a_gm_has_removed_comes_back_by_his_word_only(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="open")
    assert await code_of(leaving.remove(world.store, world.id, RED, RED_TOO)) == "umpire-only"
    assert await code_of(leaving.remove(world.store, world.id, GM, STRANGER)) == "no-player"
    await leaving.remove(world.store, world.id, GM, RED)
    assert await side_of(world, RED) is None

    request = await asked(world, RED, "red")

    assert request.concerns == (Concern("removed", "red"),)
    assert (await joining.requests(world.store, world.id, GM))[0].concerns == request.concerns
    (post,) = await notices(world, "join-asked")
    assert post.matter.of(JoinAsked).concerns == request.concerns


# ── Moving ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_gm_moves_a_player_and_is_told_what_he_has_seen(world: World) -> None:
    battle_id = await world.battle("Hill 12")
    assert await code_of(leaving.move(world.store, world.id, RED, RED_TOO, "blue")) == "umpire-only"
    assert await code_of(leaving.move(world.store, world.id, GM, STRANGER, "blue")) == "no-player"
    assert await code_of(leaving.move(world.store, world.id, GM, RED, "red")) == "there-already"
    assert await code_of(leaving.move(world.store, world.id, GM, RED, "crowd")) == "unknown-side"

    seen = await leaving.move(world.store, world.id, GM, RED, "blue")

    assert [(each.battle, each.side) for each in seen] == [("Hill 12", "red")]
    assert await viewer_of(world.store, battle_id, RED) == Viewer(side="blue")
    (post,) = await notices(world, "moved")
    assert (post.matter.users, post.matter.side, post.matter.of(PlayerMoved).former) == ((RED,), "blue", "red")


async def test_a_unit_stays_with_its_side_and_whom_it_belonged_to_commands_it_no_longer(small: World) -> None:
    await rosters.rename_unit(small.store, small.red.id, RED, "Able")
    await leaving.move(small.store, small.id, GM, RED, "blue")
    assert await code_of(rosters.rename_unit(small.store, small.red.id, RED, "Baker")) == "not-yours"
    assert await code_of(rosters.disband(small.store, small.red.id, RED)) == "not-yours"
    unit = await rosters.show_unit(small.store, small.red.id)
    assert (unit.side, unit.owner, unit.name) == ("red", None, "Able")


# ── A battle goes on without him ──────────────────────────────────────────────────────────────────────────────────


async def to_turn_of(world: World, battle_id: int, side: str) -> None:
    dice = random.Random(4)
    while [ask.side for ask in (await battles.load(world.store, battle_id)).prompt.asks] != [side]:
        assert await world.one_move(battle_id, dice)


async def test_the_others_of_his_side_are_told_that_it_is_theirs_to_answer(world: World) -> None:
    battle_id = await world.battle("Hill 12")
    await to_turn_of(world, battle_id, "red")
    before = [timer for timer in await timers.standing(world.store, battle_id) if timer.kind is TimerKind.DEADLINE]

    await leaving.remove(world.store, world.id, GM, RED)

    (post,) = await notices(world, "answers-now")
    assert (post.matter.users, post.channel_id, post.matter.of(HandedOver).battle) == ((RED_TOO,), THREAD, "Hill 12")
    assert await notices(world, "nobody-left") == []
    after = [timer for timer in await timers.standing(world.store, battle_id) if timer.kind is TimerKind.DEADLINE]
    assert after == before, "the deadline goes on"
    assert (await battles.sit(world.store, battle_id, RED)).spoken_for == ()


async def test_the_gm_is_told_when_nobody_of_a_side_is_left_and_the_deadline_answers(world: World) -> None:
    battle_id = await world.battle("Hill 12")
    await to_turn_of(world, battle_id, "blue")
    version = (await battles.load(world.store, battle_id)).info.version

    await leaving.leave(world.store, world.id, BLUE)

    (post,) = await notices(world, "nobody-left")
    assert (post.matter.users, post.matter.side, post.matter.of(HandedOver).asked) == ((GM,), "blue", True)
    # The reminder goes to him who can answer.
    clock = world.store.clock
    assert isinstance(clock, ManualClock)
    clock.advance(timedelta(hours=37))
    await timers.fire_due(world.store, clock.now())
    (reminder,) = [post for post in await pending(world.store) if post.matter.topic == "reminder"]
    assert reminder.matter.users == (GM,)
    clock.advance(timedelta(hours=12))
    await timers.fire_due(world.store, clock.now())
    assert (await battles.load(world.store, battle_id)).info.version > version


async def test_the_gm_is_told_of_a_side_without_players_though_it_is_not_its_turn(small: World) -> None:
    battle_id = await small.battle("Hill 12")
    await to_turn_of(small, battle_id, "red")
    await leaving.remove(small.store, small.id, GM, BLUE)
    (post,) = await notices(small, "nobody-left")
    assert not post.matter.of(HandedOver).asked
    assert await notices(small, "answers-now") == []


async def test_without_a_battle_nobody_is_bothered_when_a_player_goes(small: World) -> None:
    await leaving.leave(small.store, small.id, BLUE)
    assert await notices(small, "nobody-left") == []
    assert [post.matter.users for post in await notices(small, "left")] == [(BLUE,)]


# ── Databases from before ─────────────────────────────────────────────────────────────────────────────────────────


async def test_who_had_left_before_stints_were_kept_has_seen_what_he_has_seen(world: World) -> None:
    await campaign.change_settings(world.store, world.id, GM, joining="open")
    await world.battle("Hill 12")
    await leaving.leave(world.store, world.id, RED)
    async with world.store.engine.begin() as connection:
        await connection.run_sync(lambda c: command.downgrade(migrations_config(c), "0005"))

    await world.store.open()

    assert (await asked(world, RED, "blue")).concerns == (Concern("seen", "red", "Hill 12"),)


async def test_a_campaign_from_before_is_open_until_its_first_battle_begins(world: World) -> None:
    async with world.store.writing() as session:
        row = await session.get_one(Campaign, world.id)
        row.settings = '{"wounded": "d6"}'
    await joined(world, STRANGER, "red")
    await world.battle()
    await asked(world, OTHER, "red")
