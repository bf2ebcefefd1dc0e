"""Discord delivers twice, people click at once, the process dies, requests fail: one action, one transaction."""

from __future__ import annotations

import discord
import pytest

from campaigns.battle import battles
from rules.seam.viewing import PUBLIC
from tests.bot.opened import battle_of, campaign_of
from tests.bot.world import World, ids_of, said
from tests.campaigns.behind import pending


async def test_an_interaction_delivered_twice_is_carried_out_once(club: World) -> None:
    fight = await battle_of(club)
    player, version = await fight.player(), await fight.version()
    prompt, hold = fight.quick()
    click = club.pressed(player, prompt, hold)

    await club.deliver(click, click)

    field = await fight.field()
    assert sum("holds" in text for text in club.texts()) == 1
    assert field.info.version == version + 2  # the hold, and the card turned after it
    await club.agrees(fight.id)
    club.env.raise_errors()


async def test_two_players_of_a_side_race_and_one_of_them_is_told(club: World) -> None:
    fight = await battle_of(club)
    side = await fight.turn()
    await club.gm.slash(club.channel, "campaign settings", joining="open")
    await club.zoe.slash(club.channel, "campaign join", side=side)
    first, second = await fight.player(), club.zoe
    prompt, hold = fight.quick()
    one, other = club.pressed(first, prompt, hold), club.pressed(second, prompt, hold)

    await club.deliver(one, other)

    answers = [said(one.result), said(other.result)]
    assert sum("✔ **Hold**" in words for words in answers) == 1, answers
    assert sum("out of date, so nothing was done" in words for words in answers) == 1, answers
    assert sum("holds" in text for text in club.texts()) == 1
    await club.agrees(fight.id)


async def test_both_players_of_a_side_may_command(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    side, first = await fight.turn(), await fight.player()
    await club.gm.slash(club.channel, "campaign settings", joining="open")
    await club.zoe.slash(club.channel, "campaign join", side=side)
    panel = await fight.pick(first)
    await first.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    panel = await fight.pick(club.zoe)
    fired = await club.zoe.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    assert "✔ **Fire at" in said(fired)


async def test_a_fresh_process_goes_on_where_the_old_one_stopped(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    panel = await fight.pick()
    await club.restart()
    player = await fight.player()
    fired = await player.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    assert "✔ **Fire at" in said(fired)
    assert await fight.version() > version
    await club.restart()
    prompt, hold = fight.quick()
    held = await (await fight.player()).click(prompt, custom_id=hold)
    assert "✔ **Hold**" in said(held)
    await club.agrees(fight.id)


async def test_a_form_opened_before_a_restart_is_read_after_it(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    panel = await fight.pick(player)
    form = await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    assert form.modal is not None
    await club.restart()
    result = await player.submit_modal(form, {"where": "the orchard", "depth": ["deep"]})
    assert "✔ **Dig in**" in said(result)
    assert "digs in at the orchard" in "\n".join(club.texts())


async def test_a_form_is_opened_as_the_first_answer(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    panel = await fight.pick(player)
    before = len(club.env.http_requests)
    await player.click(panel.response, custom_id=ids_of(panel.response, "ask")[0])
    (first, *_) = club.env.http_requests[before:]
    assert first.path.endswith("/callback")
    assert first.json["type"] == 9


async def test_everything_else_is_acknowledged_before_anything_else_is_sent(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    before = len(club.env.http_requests)
    panel = await fight.pick(player)
    await player.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    await player.slash(club.thread, "status")
    for request in club.env.http_requests[before:]:
        if request.path.endswith("/callback"):
            assert request.json["type"] in (5, 6), request.json


async def test_a_post_that_fails_is_sent_later_and_not_rolled_again(club: World) -> None:
    fight = await battle_of(club)
    player, before = await fight.player(), len(club.texts())
    club.env.inject_error("POST", f"/channels/{club.thread.id}/messages", status=502, times=3)
    panel = await fight.pick(player)
    fired = await player.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    assert "✔" in said(fired)
    version, drawn = await fight.version(), await _dice(club, fight.id)
    assert len(club.texts()) == before

    await club.passes(minutes=1)

    news = club.texts()[before:]
    assert sum("fires at" in text for text in news) == 1
    assert "to decide" not in news[0]
    assert ids_of(club.posts()[-1], "quick"), "the question comes after the story"
    assert await fight.version() == version
    assert await _dice(club, fight.id) == drawn
    assert await pending(club.store) == ()


async def test_posts_wait_for_a_restart_and_keep_their_order(club: World) -> None:
    fight = await battle_of(club)
    before = len(club.texts())
    club.env.inject_error("POST", f"/channels/{club.thread.id}/messages", status=500, times=None)
    prompt, hold = fight.quick()
    player = await fight.player()
    await player.click(prompt, custom_id=hold)
    assert [post.matter.topic for post in await pending(club.store)] == ["sitting"]
    club.env.backend.faults.clear()

    await club.restart()
    await club.passes(minutes=1)

    news = club.texts()[before:]
    assert "holds" in news[0]
    assert ids_of(club.posts()[-1], "quick")
    assert len(news) == 1


async def test_a_post_keeps_its_nonce_over_every_attempt(club: World) -> None:
    fight = await battle_of(club)
    place = f"/channels/{club.thread.id}/messages"
    club.env.inject_error("POST", place, status=500, times=2)
    before = len(club.env.http_requests)
    prompt, hold = fight.quick()
    await (await fight.player()).click(prompt, custom_id=hold)
    await club.passes(minutes=1)
    sent = [request.json["nonce"] for request in club.env.http_requests[before:] if request.path == place]
    assert len(sent) >= 3
    assert sent[0] == sent[1] == sent[2]
    assert len(set(sent)) == len(sent) - 2


@pytest.mark.parametrize("may_edit", [True, False])
async def test_an_archived_thread_is_opened_before_posting(club: World, may_edit: bool) -> None:
    fight = await battle_of(club)
    thread, rights = club.thread, discord.Permissions(manage_channels=may_edit)
    bots_own = next(role for name, role in club.guild.roles.items() if name != "@everyone")
    bots_own._role.permissions |= rights.value
    club.env.backend.channels[thread.id].thread_metadata.archived = True
    await club.restart()
    before = len(club.env.http_requests)

    await (await fight.player()).slash(club.channel, "hold")

    assert any("holds" in text for text in club.texts(thread))
    sent = [(r.method, r.path) for r in club.env.http_requests[before:] if r.path.startswith(f"/channels/{thread.id}")]
    assert sent[:2] == [("PATCH", f"/channels/{thread.id}"), ("POST", f"/channels/{thread.id}/messages")]


async def test_without_the_right_to_make_threads_the_battle_stays_in_the_channel(club: World) -> None:
    campaign_id = await campaign_of(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/threads", status=403, code=50013)
    result = await club.gm.slash(club.channel, "battle begin")
    assert "has begun" in said(result)
    (info,) = await battles.of_campaign(club.store, campaign_id)
    assert info.channel_id == club.channel.id
    assert ids_of(club.prompt(club.channel), "quick")


async def test_an_interaction_that_discord_has_forgotten_changes_nothing(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    club.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await (await fight.player()).slash(club.thread, "hold")
    assert await fight.version() == version
    assert [entry["event"] for entry in club.log if entry["log_level"] == "warning"] == ["interaction lost"]


async def test_what_was_done_is_posted_even_if_the_answer_is_lost(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    club.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=500, times=2)
    prompt, hold = fight.quick()
    await (await fight.player()).click(prompt, custom_id=hold)
    assert await fight.version() > version
    assert any("holds" in text for text in club.texts())
    (mishap,) = [entry for entry in club.log if entry["event"] == "mishap"]
    club.log.remove(mishap)


async def test_commands_of_a_server_are_published_again_when_discord_was_out(club: World) -> None:
    club.env.inject_error("PUT", "/applications/*/guilds/*/commands", status=500)
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    assert not club.ada.can_order(club.channel, "fire")
    await club.passes(minutes=2)
    assert club.ada.can_order(club.channel, "fire")


async def _dice(club: World, battle_id: int) -> list[object]:
    field = await battles.load(club.store, battle_id)
    report = await battles.report(club.store, battle_id, 1, field.info.version, PUBLIC)
    return [line.entry.draws for line in report.lines]
