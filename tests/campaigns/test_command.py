"""Who commands which unit, who is asked, who may stand in; who brings what to a battle; a word to one side."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.battle.course import whispering
from campaigns.battle.frame import checking_in, commanding
from campaigns.battle.proof import verification
from campaigns.battle.watch import timers
from campaigns.campaign import campaign
from campaigns.clocks import waits
from campaigns.members.policies import StandIn
from campaigns.roster import rosters
from campaigns.roster.rosters import RosterUnit
from campaigns.tables.battles import BattleStatus
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.viewing import PUBLIC, Viewer
from tests.campaigns.behind import act, pending
from tests.campaigns.test_book_and_gun import opened
from tests.campaigns.test_ending import code_of
from tests.campaigns.toy import Fire
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, THREAD, World, new_store


async def two_reds(world: World) -> RosterUnit:
    """A second red unit, Bea's."""
    return await rosters.raise_unit(world.store, world.id, RED_TOO, "squad", name="Charlie")


async def until_red(world: World, battle_id: int) -> None:
    """Until red is asked which of its units fires."""
    for _ in range(20):
        field = await battles.load(world.store, battle_id)
        ask = field.prompt.asks[0]
        if ask.side == "red" and len(ask.units) == 2:
            return
        who = BLUE if ask.side == "blue" else GM
        await act(world.store, battle_id, ask.default, who, side=ask.side)
    raise AssertionError("red is never asked")


def fires(world: World, battle_id: int, unit: RosterUnit, who: int) -> Coroutine[Any, Any, battles.Acted]:
    return act(world.store, battle_id, Fire(unit=unit.ref, target=world.blue.ref), who)


async def asked(world: World, battle_id: int) -> list[int]:
    return list((await waits.standing(world.store, battle_id))[0].users)


async def test_the_commanders_of_the_units_are_asked(small: World) -> None:
    await two_reds(small)
    battle_id = await small.battle()
    await until_red(small, battle_id)
    assert await asked(small, battle_id) == [RED, RED_TOO]
    await commanding.assign(small.store, battle_id, RED_TOO, (await two_of(small))[1].id, RED)
    assert await asked(small, battle_id) == [RED], "both are his now"
    prompts = [post for post in await pending(small.store, battle_id=battle_id) if post.matter.topic == "sitting"]
    assert set(prompts[-1].matter.users) <= {RED, RED_TOO, BLUE}


async def two_of(world: World) -> tuple[RosterUnit, ...]:
    return await rosters.units_of(world.store, world.id, side="red")


@pytest.mark.parametrize("policy", list(StandIn))
async def test_who_may_stand_in(small: World, policy: StandIn) -> None:
    charlie = await two_reds(small)
    await campaign.change_settings(small.store, small.id, GM, stand_in=policy)
    battle_id = await small.battle()
    await until_red(small, battle_id)
    if policy is StandIn.ANYONE:
        await fires(small, battle_id, charlie, RED)
        return
    assert await code_of(fires(small, battle_id, charlie, RED)) == "not-yours"
    await fires(small, battle_id, charlie, GM)


async def test_after_a_missed_deadline_comrades_may_stand_in(small: World) -> None:
    charlie = await two_reds(small)
    await campaign.change_settings(small.store, small.id, GM, stand_in=StandIn.AFTER_DEADLINE, deadline_hours=10)
    battle_id = await small.battle()
    await until_red(small, battle_id)
    assert await code_of(fires(small, battle_id, charlie, RED)) == "not-yours"
    small.later(hours=11)
    await timers.fire_due(small.store, small.store.clock.now())
    await until_red(small, battle_id)
    await fires(small, battle_id, charlie, RED)


async def test_only_players_of_the_side_are_given_a_command(small: World) -> None:
    charlie = await two_reds(small)
    battle_id = await small.battle()
    assert await code_of(commanding.assign(small.store, battle_id, RED, charlie.id, RED)) == "not-yours"
    assert await code_of(commanding.assign(small.store, battle_id, BLUE, charlie.id, BLUE)) == "unknown-unit"
    assert await code_of(commanding.assign(small.store, battle_id, GM, charlie.id, BLUE)) == "not-your-side"
    assert await code_of(commanding.assign(small.store, battle_id, STRANGER, charlie.id, RED)) == "no-battle"
    assert (await commanding.assign(small.store, battle_id, GM, charlie.id, RED)).user == RED
    listed = await commanding.assignments(small.store, battle_id)
    assert [(one.unit, one.user) for one in listed] == [("Alpha", RED), ("Bravo", BLUE), ("Charlie", RED)]


# ── Checking in ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_each_player_chooses_his_own_units_before_it_begins(small: World) -> None:
    charlie = await two_reds(small)
    delta = await rosters.raise_unit(small.store, small.id, RED_TOO, "squad", name="Delta")
    store = small.store
    info = await battles.open_battle(store, small.id, GM, "Ridge", channel_id=THREAD, check_in=True)
    assert set(await checking_in.waited_for(store, info.id)) == {RED, RED_TOO, BLUE}
    assert await code_of(battles.begin(store, info.id, GM)) == "not-ready"
    assert await code_of(checking_in.check_in(store, info.id, RED, [charlie.id])) == "unknown-unit"
    assert await code_of(checking_in.check_in(store, info.id, GM, [])) == "not-a-player"
    brought = await checking_in.check_in(store, info.id, RED_TOO, [delta.id])
    assert [unit.name for unit in brought] == ["Delta"]
    found = await checking_in.choices(store, info.id, RED_TOO)
    assert [(one.unit.name, one.called) for one in found] == [("Charlie", False), ("Delta", True)]
    await checking_in.check_in(store, info.id, RED, [small.red.id])
    assert await checking_in.waited_for(store, info.id) == (BLUE,)
    await battles.begin(store, info.id, GM, anyway=True)
    begun = (await battles.load(store, info.id)).info
    assert (begun.status, begun.unit_ids) == (BattleStatus.RUNNING, (small.red.id, small.blue.id, delta.id))
    assert await code_of(checking_in.check_in(store, info.id, BLUE, [small.blue.id])) == "begun"


async def test_a_unit_fights_in_one_battle_at_a_time_and_several_go_on_at_once(small: World) -> None:
    charlie = await two_reds(small)
    echo = await rosters.raise_unit(small.store, small.id, BLUE, "section", name="Echo")
    first = await small.battle(unit_ids=[small.red.id, small.blue.id])
    wrong = small.battle("Again", unit_ids=[small.red.id, echo.id])
    assert await code_of(wrong) == "fighting"
    second = await small.battle("Mill", unit_ids=[charlie.id, echo.id])
    running = {info.id for info in await battles.of_campaign(small.store, small.id) if info.status == "running"}
    assert running == {first, second}


async def test_without_a_check_in_the_gm_chooses(small: World) -> None:
    info = await battles.open_battle(small.store, small.id, GM, "Ridge", channel_id=THREAD)
    assert await code_of(checking_in.check_in(small.store, info.id, RED, [])) == "no-check-in"
    assert await checking_in.waited_for(small.store, info.id) == ()


# ── A word to one side ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    """The Book and the Gun as it is played: with the umpire's scripts."""
    store = new_store(url, rules=rule_sets()["book-and-gun"])
    await store.open()
    world = await opened(store)
    yield world
    await world.store.close()


async def test_a_word_to_one_side_reaches_that_side_only(war: World) -> None:
    battle_id = await war.battle()
    acted = await whispering.to_side(war.store, battle_id, GM, "army", "The bridge is mined.", interaction_id=5)
    told: dict[str, str] = {}
    for name, viewer in {"army": Viewer(side="army"), "enemy": Viewer(side="insurgents"), "all": PUBLIC}.items():
        lines = (await battles.report(war.store, battle_id, acted.from_seq, acted.to_seq, viewer)).lines
        told[name] = " ".join(" ".join((one.headline, *one.lines)) for line in lines for one in line.tolds)
    assert told == {"army": "From the umpire The bridge is mined.", "enemy": "", "all": ""}
    waiting = await pending(war.store, battle_id=battle_id)
    posts, confided = [post.matter for post in waiting], [post for post in waiting if post.from_seq == acted.from_seq]
    assert [(post.matter.topic, post.audience, post.matter.users) for post in confided] == [("side-news", "army", ())]
    said = [matter for matter in posts if matter.topic == "whispered"]
    assert [(matter.side, matter.users, matter.about) for matter in said] == [(None, (), None)], "to whom is not said"
    assert (await whispering.to_side(war.store, battle_id, GM, "army", "x", interaction_id=5)).duplicate
    assert await code_of(whispering.to_side(war.store, battle_id, RED, "army", "hello")) == "umpire-only"
    assert await code_of(whispering.to_side(war.store, battle_id, STRANGER, "army", "hello")) == "no-battle"
    with pytest.raises(RuleViolation, match="There is no side"):
        await whispering.to_side(war.store, battle_id, GM, "navy", "hello")
    await battles.end(war.store, battle_id, GM)
    assert verification.verify(await verification.export(war.store, battle_id), rule_sets()["book-and-gun"]).ok
