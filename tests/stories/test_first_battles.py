"""A newcomer on a server learns each rule book by a first battle, alone against the staff."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.campaign import campaign, lessons
from campaigns.tables.battles import BattleStatus
from rules.registry import rule_set, rule_sets
from rules.scenario import first_battle
from rules.seam.planning import Boldness, Intent
from tests.bench.balance import fought_by
from tests.bench.staffed import StaffHands
from tests.bot.world import World, ids_of, labels, refused, said, text_of, world

MOST = 8
"""Decisions of a first battle at the very most."""
LESSONS = 3
BATTLES = 16
NAMED = re.compile("“([^”]+)”")
"""A button is named in quotes."""


async def _begun(club: World, rules: str) -> BattleInfo:
    """Zoe, who plays nothing, asks to be taught in the club's channel."""
    answer = await club.zoe.slash(club.channel, "battle tutorial", rules=rules)
    assert "your first battle" in said(answer)
    info = await lessons.unfinished(club.store, club.guild.id, club.zoe.id, rules)
    assert info is not None
    assert f"<#{info.channel_id}>" in said(answer)
    return info


async def _status(club: World, info: BattleInfo) -> BattleStatus:
    return (await battles.load(club.store, info.id)).info.status


@pytest.mark.parametrize("rules", rule_sets())
async def test_three_lessons_name_what_is_on_the_screen_and_the_battle_ends(rules: str, tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        club.store.entropy(32)  # dice of its own, by which no battle is over in its first turn
        info = await _begun(club, rules)
        told: list[str] = []
        for decision in range(MOST):
            if await _status(club, info) is BattleStatus.ENDED:
                break
            shown = text_of(prompt := club.prompt())
            buttons = set(labels(prompt)) | {"My briefing"}
            assert f"<@{club.zoe.id}>" in shown
            if not (orders := ids_of(prompt, "orders")):
                raise AssertionError("a first battle is played by letters")
            panel = (await club.zoe.click(prompt, custom_id=orders[0])).response
            buttons |= set(labels(panel))
            lesson = (re.findall(r"Lesson (\d) of 3.*\n(.+)", shown) or [None])[-1]  # one sitting is one post
            plans = ids_of(panel, "letter-plan")
            if not plans or "Before the first turn" in shown:  # where the troops come on
                await club.zoe.click(prompt, custom_id=ids_of(prompt, "quick")[0])
                continue
            letter = (await club.zoe.click(panel, custom_id=plans[0])).response
            buttons |= set(labels(letter))
            if lesson is not None and lesson[0] not in told:
                told.append(lesson[0])
                missing = [name for name in NAMED.findall(lesson[1]) if name not in buttons]
                assert not missing, f"lesson {lesson[0]} names what is not there: {missing} of {sorted(buttons)}"
            await club.zoe.click(letter, custom_id=ids_of(letter, "letter-send")[0])
            if decision == 1:
                await club.restart()
        assert await _status(club, info) is BattleStatus.ENDED
        assert told[:2] == ["1", "2"]
        assert any(text.startswith("### Victory for ") for text in club.texts()), "it ends in a result"
        await club.agrees(info.id)


async def test_a_lesson_touches_no_campaign_and_waits_for_whoever_began_it(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="red-actions")
        info = await _begun(club, "book-and-gun")
        again = await club.zoe.slash(club.channel, "battle tutorial", rules="book-and-gun")
        assert f"waits for you in <#{info.channel_id}>" in said(again)
        assert len(await campaign.of_guild(club.store, club.guild.id)) == 2, "no second one is begun"
        elsewhere = club.guild.create_text_channel("canteen")
        assert "Lantern" in said(await club.gm.slash(elsewhere, "campaign show")), "the only campaign that counts"
        await club.zoe.slash(club.thread, "battle end")
        second = await _begun(club, "book-and-gun")
        assert second.channel_id != info.channel_id
        kept = {view.name: view for view in await campaign.of_guild(club.store, club.guild.id) if not view.closed}
        assert sorted(kept) == ["Lantern", "The goat shed"], "the one that is over is closed"
        assert not kept["Lantern"].lesson
        words = refused(await club.zoe.slash(club.channel, "battle tutorial", rules="chess"))
        assert "There is no rule set" in words


async def test_a_lesson_whose_thread_was_deleted_is_begun_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        lost = await _begun(club, "book-and-gun")
        club.env.backend.delete_channel(lost.channel_id)
        await club.restart()
        info = await _begun(club, "book-and-gun")
        assert info.channel_id != lost.channel_id
        assert await _status(club, lost) is BattleStatus.ENDED
        every = await campaign.of_guild(club.store, club.guild.id)
        assert [view.closed for view in every] == [True, False]


async def test_two_calls_at_once_make_one_lesson(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        calls = [club.typed(club.zoe, club.channel, "battle tutorial", rules="book-and-gun") for _ in range(2)]
        await club.deliver(*calls)
        (thread,) = club.channel.threads
        first, second = (said(call.result) for call in calls)
        assert f"begins in <#{thread.id}>" in first
        assert f"waits for you in <#{thread.id}>" in second
        assert len(await campaign.of_guild(club.store, club.guild.id)) == 1


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_lesson_that_cannot_begin_leaves_no_thread(may_delete: bool, tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        bots_own = next(role for name, role in club.guild.roles.items() if name != "@everyone")
        bots_own._role.permissions |= discord.Permissions(manage_channels=may_delete).value
        newest = club.env.backend.snowflake()
        for number in range(1, 12):  # the thread's number is one of the next
            await campaign.create(
                club.store, club.guild.id, newest + number, club.gm.id, f"Other {number}", "book-and-gun"
            )
        answer = await club.zoe.slash(club.channel, "battle tutorial", rules="book-and-gun")
        assert "already has a campaign" in refused(answer)
        left = [text for thread in club.channel.threads for text in club.texts(thread)]
        assert [text.split(".")[0] for text in left] == ([] if may_delete else ["-# Nothing has begun here"])
        assert await lessons.unfinished(club.store, club.guild.id, club.zoe.id, "book-and-gun") is None


async def test_whoever_is_forgotten_has_no_lesson_any_more(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        info = await _begun(club, "book-and-gun")
        asked = await club.zoe.slash(club.channel, "privacy forget")
        assert asked.response is not None
        told = said(await club.zoe.click(asked.response, custom_id=ids_of(asked.response, "forget")[0]))
        assert "You are forgotten" in told
        assert await _status(club, info) is BattleStatus.ENDED
        (view,) = await campaign.of_guild(club.store, club.guild.id)
        assert view.closed
        assert view.gms == ()
        assert "Nothing is kept about you" in said(await club.zoe.slash(club.channel, "privacy show"))


async def test_the_only_gm_of_a_campaign_is_refused_and_their_lesson_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.zoe.slash(club.channel, "campaign create", name="Lantern", rules="red-actions")
        info = await _begun(club, "book-and-gun")
        asked = await club.zoe.slash(club.channel, "privacy forget")
        assert asked.response is not None
        words = refused(await club.zoe.click(asked.response, custom_id=ids_of(asked.response, "forget")[0]))
        assert "only GM of Lantern." in words
        assert await _status(club, info) is BattleStatus.RUNNING


async def test_nobody_volunteers_in_somebody_s_lesson_and_nobody_is_elected_there(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await _begun(club, "book-and-gun")
        words = refused(await club.ivo.slash(club.thread, "campaign volunteer"))
        assert "somebody's first battle" in words
        assert "`/battle tutorial`" in words
        (view,) = await campaign.of_guild(club.store, club.guild.id)
        await campaign.change_settings(club.store, view.id, club.zoe.id, joining="open")
        await club.zoe.slash(club.thread, "battle end")
        await club.ivo.slash(club.thread, "campaign join", side=view.sides[0].key)
        for _ in range(9):
            await club.passes(days=1)
            await club.ivo.slash(club.thread, "campaign show")
        assert not [post for post in club.posts() if ids_of(post, "gm-vote") or ids_of(post, "gm-stand")]


@pytest.mark.parametrize("rules", rule_sets())
def test_a_first_battle_can_be_won_and_takes_more_than_one_decision(rules: str) -> None:
    """By the first proposals, against the staff: a newcomer wins at least a third, and seldom in the first turn."""
    scenario = first_battle(rules)
    assert scenario is not None
    assert sum("Lesson " in event.title for event in scenario.script.events) == LESSONS
    mine = scenario.sides[0].key
    won, short = 0, 0
    for number in range(BATTLES):
        hands = {side.key: StaffHands(Intent(Boldness.STEADY, seed=number)) for side in scenario.sides}
        state = fought_by(scenario, number, hands)
        result = rule_set(rules).battle.result(state)
        assert result is not None
        won += result.winner == mine
        short += state.turn < 2
    assert won >= BATTLES / 3
    assert short <= BATTLES / 3
