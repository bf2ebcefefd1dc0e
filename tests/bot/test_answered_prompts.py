"""A prompt that has been answered loses its buttons and says by whom; the end of a battle says what it came to."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor
from sqlmodel import select

from campaigns.battle import battles
from campaigns.post import strikes
from campaigns.tables.strikes import Strike
from rules.seam.viewing import Viewer
from tests.bot.opened import Fight, battle_of, in_turn
from tests.bot.world import World, components, said, text_of


def buttons(message: discord.Message) -> list[str]:
    """All that can be pressed but for the details of what it tells."""
    found = [part["custom_id"] for part in components(message) if "custom_id" in part]
    return [custom_id for custom_id in found if ":details:" not in custom_id]


def prompts(world: World) -> list[discord.Message]:
    """All prompts of the thread, answered ones too, the oldest first."""
    found = world.posts()
    return [post for post in found if any(word in text_of(post) for word in ("Answered", "answered", "Taken back"))
            or any(":status:" in custom_id for custom_id in buttons(post))]  # fmt: skip


async def holds(fight: Fight) -> MemberActor:
    who = await fight.player()
    await who.slash(fight.world.thread, "hold")
    return who


async def test_the_answered_prompt_loses_its_buttons_and_says_who_answered(club: World) -> None:
    fight = await battle_of(club)
    who = await holds(fight)
    first, second = prompts(club)
    assert buttons(first) == []
    assert f"Answered by <@{who.id}>" in text_of(first)
    assert buttons(second) != [], "the one that stands keeps them"


async def test_each_message_is_changed_once(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    fight = await battle_of(club)
    await in_turn(monkeypatch, fight)
    for _ in range(3):
        await holds(fight)
    standing = f"/messages/{club.posts()[0].id}"  # says how the battle stands, at each hand-over
    changed = [
        r
        for r in club.env.http_requests
        if r.method == "PATCH" and "/messages/" in r.path and "webhooks" not in r.path and not r.path.endswith(standing)
    ]
    assert len(changed) == len({request.path for request in changed}) == 3


async def test_when_nobody_answered_in_time_the_prompt_says_so(club: World) -> None:
    await battle_of(club)
    await club.passes(hours=49)
    first, *_ = prompts(club)
    assert buttons(first) == []
    assert "Nobody answered in time" in text_of(first)


async def test_the_last_prompt_of_a_battle_loses_its_buttons_too(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.thread, "battle end", reason="Rain")
    assert prompts(club) == []


async def test_what_discord_refuses_is_tried_again_after_a_restart(club: World) -> None:
    fight = await battle_of(club)
    (standing,) = prompts(club)
    club.env.inject_error("PATCH", f"/channels/{club.thread.id}/messages/{standing.id}", status=400, times=1)
    await holds(fight)
    await club.restart()
    await club.passes(minutes=3)
    assert buttons(prompts(club)[0]) == []


async def test_a_message_that_is_gone_is_given_up(club: World) -> None:
    fight = await battle_of(club)
    (standing,) = prompts(club)
    club.env.backend.delete_message(club.thread.id, standing.id)
    await holds(fight)
    assert await strikes.next_due(club.store) is None
    async with club.store.reading() as session:
        (row,) = (await session.exec(select(Strike).where(Strike.fate == ""))).all()
    assert row.struck_at is None
    assert row.problem.startswith("404")


async def test_what_is_refused_again_and_again_waits_longer_and_is_given_up(club: World) -> None:
    fight = await battle_of(club)
    await holds(fight)
    async with club.store.writing() as session:
        row = (await session.exec(select(Strike).where(Strike.fate == ""))).one()
        row.due, row.attempts = club.store.clock.now(), 3
        post = row.post_id
    await strikes.mark_failed(club.store, post, "429 wait")
    due = await strikes.next_due(club.store)
    assert due == club.store.clock.now() + timedelta(minutes=4)
    async with club.store.writing() as session:
        (await session.exec(select(Strike).where(Strike.fate == ""))).one().attempts = strikes.MOST_ATTEMPTS
    await strikes.mark_failed(club.store, post, "429 wait")
    assert await strikes.next_due(club.store) is None


# ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_end_says_who_won_what_it_cost_and_the_seed_last(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="The cell melts away")
    post = club.texts()[-1]
    assert post.splitlines()[0] == "### Victory for Army"
    assert "The cell melts away · ended by the GM" in post
    assert "none of" in said(await club.ada.click(club.posts()[-1], label="In words"))
    assert post.splitlines()[-1].startswith("-# Seed, now revealed")


async def test_the_campaigns_channel_hears_of_the_end_without_the_seed(club: World) -> None:
    fight = await battle_of(club)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="The cell melts away")
    (info,) = await battles.of_campaign(club.store, 1)
    post = club.texts(club.channel)[-1]
    assert post.startswith(f"### {info.title}")
    assert f"<#{club.thread.id}>" in post
    assert "Seed" not in post
    assert (await fight.field()).info.result is not None


async def test_whoever_fell_before_all_eyes_is_named_and_so_is_who_did_it(club: World) -> None:
    fight = await battle_of(club)
    for _ in range(60):
        field = await fight.field()
        if field.info.result is not None:
            break
        own, other = ("army", "insurgents") if await fight.turn() == "army" else ("insurgents", "army")
        names = {unit.side: unit.name for unit in field.rules.battle.view(field.state, Viewer(umpire=True)).units}
        await (await fight.player()).slash(club.thread, "fire", unit=names[own], target=names[other], range=5)
    result = (await fight.field()).info.result
    assert result is not None
    assert result.aftermath is not None
    fallen = [loss.name for side in result.aftermath.sides for loss in side.losses if loss.fate == "killed"]
    assert fallen
    words = said(await club.ada.click(club.posts()[-1], label="In words"))
    assert fallen[0] in words.replace("\\", "")
