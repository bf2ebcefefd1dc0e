"""Deadlines remind once and then do the default, for Discord's users as for the database, restarts or not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from tests.bot.opened import battle_of, in_turn
from tests.bot.world import World, ids_of, refused, said, text_of


async def test_a_prompt_says_until_when_and_what_then(club: World) -> None:
    await battle_of(club)
    due = discord.utils.format_dt(club.store.clock.now() + timedelta(hours=48))
    assert f"Answer by {due}" in text_of(club.prompt())
    assert "then: hold" in text_of(club.prompt())


async def test_those_whose_turn_it_is_are_pinged_and_nobody_else(club: World) -> None:
    """Once, when it becomes his turn: while one who has just acted stays the one who is asked, nobody is."""
    fight = await battle_of(club, anew=True)
    asked, seen = None, 0
    for _ in range(5):
        sent = [body for body in _said(club)[seen:] if "allowed_mentions" in body]
        seen = len(_said(club))
        player = await fight.player()
        assert all(not body["allowed_mentions"].get("parse") for body in sent)
        pinged = [body for body in sent if body["allowed_mentions"].get("users")]
        assert [body["allowed_mentions"]["users"] for body in pinged] == ([] if player == asked else [[player.id]])
        assert all(_is_prompt(body) for body in pinged)
        await player.slash(club.thread, "hold")
        asked = player


def _said(club: World) -> list[dict[str, Any]]:
    """The bodies of all messages of the battle's thread, new ones and changed ones."""
    place = f"/channels/{club.thread.id}/messages"
    return [request.json for request in club.env.http_requests if request.json and request.path.startswith(place)]


def _is_prompt(body: dict[str, Any]) -> bool:
    return any(part.get("custom_id", "").startswith("adj2:map:") for part in walk_components(body["components"]))


async def test_one_reminder_then_the_default_and_the_battle_goes_on(club: World) -> None:
    fight = await battle_of(club)
    player, version = await fight.player(), await fight.version()

    await club.passes(hours=37)
    reminders = [message for message in club.posts() if "⏰" in text_of(message)]
    assert len(reminders) == 1
    assert player.mention in text_of(reminders[0])
    assert [user.id for user in reminders[0].mentions] == [player.id]

    await club.passes(hours=10)
    assert len([text for text in club.texts() if "⏰" in text]) == 1
    assert await fight.version() == version

    await club.passes(hours=1)
    assert "did not answer in time" in "\n".join(club.texts())
    assert "holds by default" in "\n".join(club.texts())
    assert await fight.version() > version
    await club.agrees(fight.id)


async def test_a_deadline_that_ran_out_while_the_bot_was_away_is_answered_late_and_once(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    await club.bot.close()
    club.env.backend.advance_clock(timedelta(hours=50).total_seconds())
    await club.restart()
    await club.passes(minutes=1)
    texts = "\n".join(club.texts())
    assert texts.count("did not answer in time (I was away") == 1
    assert "⏰" not in texts
    assert await fight.version() > version
    await club.restart()
    await club.passes(minutes=20)
    assert "\n".join(club.texts()).count("did not answer in time") == 1


async def test_the_reminders_button_opens_the_panel(club: World) -> None:
    fight = await battle_of(club)
    await club.passes(hours=37)
    (reminder,) = [message for message in club.posts() if "⏰" in text_of(message)]
    panel = await (await fight.player()).click(reminder, custom_id=ids_of(reminder, "explain")[0])
    panel = await (await fight.player()).click(panel.response, custom_id=ids_of(panel.response, "open")[0])
    assert ids_of(panel.response, "do")


async def test_a_gm_moves_the_deadline_reminds_and_answers(club: World) -> None:
    fight = await battle_of(club)
    side, player = await fight.turn(), await fight.player()
    version = await fight.version()
    moved = await club.gm.slash(club.thread, "gm deadline", side=side, hours=24.0)
    due = discord.utils.format_dt(club.store.clock.now() + timedelta(hours=72))
    assert due in said(moved)
    await club.passes(hours=50)
    assert await fight.version() == version
    await club.gm.slash(club.thread, "gm remind")
    assert player.mention in text_of(club.posts()[-1])
    panel = await club.gm.slash(club.thread, "gm answer")
    held = await club.gm.click(panel.response, custom_id=ids_of(panel.response, "quick")[0])
    assert "✔ **Hold**" in said(held)
    assert await fight.version() > version


async def test_only_a_gm_may(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    for command, options in (
        ("gm deadline", {"side": "army", "hours": 1.0}),
        ("gm remind", {}),
        ("gm answer", {}),
        ("gm policy", {"deadline_hours": 1.0}),
        ("gm undelivered", {}),
        ("gm appoint", {"member": club.ada.user}),
    ):
        assert "Only a GM" in refused(await club.ada.slash(club.thread, command, **options))
    assert await fight.version() == version


async def test_policies_are_shown_and_changed(club: World) -> None:
    fight = await battle_of(club)
    changed = await club.gm.slash(club.channel, "gm policy", deadline_hours=2.0, reminder_hours=1.0, wounded="d6")
    assert "2 h to answer a prompt, a reminder 1 h before" in said(changed)
    assert "The wounded: back before a battle on a D6" in said(changed)
    prompt, hold = fight.quick()
    await (await fight.player()).click(prompt, custom_id=hold)
    version = await fight.version()
    await club.passes(hours=2)
    assert await fight.version() > version
    assert "2 h to answer" in said(await club.zoe.slash(club.channel, "campaign show"))


async def test_the_post_says_of_a_side_that_holds_that_it_holds_and_of_others_that_it_was_the_default(
    club: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fight = await battle_of(club)
    await in_turn(monkeypatch, fight)
    player = await fight.player()
    await player.slash(club.thread, "clock side", deadline="hold")
    await club.passes(hours=49)
    first = "\n".join(club.texts())
    assert first.count("did not answer in time") == first.count("did not answer in time; it holds.") == 1
    assert await fight.player() != player
    await club.passes(hours=49)
    assert "did not answer in time; the battle goes on with the default." in "\n".join(club.texts())
