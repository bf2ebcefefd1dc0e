"""What does not arrive is said, to the GM and to those who act; a battle whose place is gone goes on elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from simcord.components import walk_components

from campaigns.battle.watch import delivery
from tests.bot.opened import Fight, battle_of
from tests.bot.world import World, ids_of, refused, said, text_of
from tests.campaigns.behind import pending


def shut(club: World, place: int, **fault: int) -> None:
    """Discord takes no messages there, new ones or changed ones."""
    for method, path in (("POST", f"/channels/{place}/messages"), ("PATCH", f"/channels/{place}/messages/*")):
        club.env.inject_error(method, path, times=None, **{"status": 403, "code": 50013, **fault})


async def hold(fight: Fight) -> str:
    """The side whose turn it is holds, from the campaign's channel. What the player is answered."""
    club = fight.world
    return said(await (await fight.player()).slash(club.channel, "hold"))


def stories(texts: Sequence[str]) -> int:
    """How many times these posts tell that a side holds: in one, where both were one player's."""
    return sum(text.count(f"{side} holds") for text in texts for side in ("army", "insurgents"))


# ── A place that takes no posts ───────────────────────────────────────────────────────────────────────────────────


async def test_what_has_waited_for_a_minute_is_shown_to_the_gm_with_its_reason(club: World) -> None:
    fight = await battle_of(club)
    shut(club, club.thread.id)
    await hold(fight)

    await club.passes(minutes=2)

    listed = said(await club.gm.slash(club.channel, "gm undelivered"))
    assert "1 post has not arrived" in listed
    assert f"in <#{club.thread.id}>: 1 on the way" in listed
    assert "I am not allowed to write there" in listed
    assert "Next try <t:" in listed


async def test_a_post_that_is_on_its_way_for_seconds_is_no_trouble_yet(club: World) -> None:
    fight = await battle_of(club)
    shut(club, club.thread.id, status=502, code=0)
    await hold(fight)
    assert "Every post has arrived" in said(await club.gm.slash(club.channel, "gm undelivered"))


async def test_those_who_act_or_look_are_told_that_the_place_cannot_be_written_to(club: World) -> None:
    fight = await battle_of(club)
    assert f"posted in <#{club.thread.id}>" in await hold(fight)
    shut(club, club.thread.id)
    await hold(fight)
    await club.passes(minutes=2)

    answered = await hold(fight)
    status = said(await club.zoe.slash(club.thread, "status"))
    now = said(await (await fight.player()).slash(club.thread, "now"))

    assert "✔ **Hold**" in answered
    assert "posted in" not in answered.partition("\n")[0]
    for words in (answered, status, now):
        assert f"<#{club.thread.id}> gets no posts now" in words
        assert "I am not allowed to write there" in words


async def test_when_the_place_can_be_written_to_again_everything_arrives_and_nobody_is_warned(club: World) -> None:
    fight = await battle_of(club)
    before = len(club.texts())
    shut(club, club.thread.id)
    for _ in range(2):
        await hold(fight)
    await club.passes(minutes=2)
    club.env.backend.faults.clear()

    again = said(await club.gm.slash(club.channel, "gm undelivered", retry=True))

    assert "All of them are tried again" in again
    assert stories(club.texts()[before:]) == 2
    assert "Every post has arrived" in said(await club.gm.slash(club.channel, "gm undelivered"))
    assert "gets no posts" not in said(await club.zoe.slash(club.thread, "status"))


async def test_posts_given_up_are_listed_until_the_gm_has_them_sent(club: World) -> None:
    fight = await battle_of(club)
    shut(club, club.thread.id)
    await hold(fight)
    await club.passes(hours=30)
    listed = said(await club.gm.slash(club.channel, "gm undelivered"))
    assert "1 given up" in listed
    club.env.backend.faults.clear()

    await club.gm.slash(club.channel, "gm undelivered", retry=True)

    assert any("holds" in text for text in club.texts())
    assert "Every post has arrived" in said(await club.gm.slash(club.channel, "gm undelivered"))


async def test_a_campaign_s_own_channel_that_is_gone_leaves_dead_letters(club: World) -> None:
    await battle_of(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=404, code=10003)
    await club.zoe.slash(club.channel, "campaign join", side="army")
    listed = said(await club.gm.slash(club.channel, "gm undelivered"))
    assert "1 post has not arrived" in listed
    assert "own notices" in listed
    assert "the channel is gone" in listed


async def test_a_stuck_line_is_not_asked_for_every_second(club: World) -> None:
    fight = await battle_of(club)
    shut(club, club.thread.id)
    for _ in range(3):
        await hold(fight)
    before = len(club.env.http_requests)
    await club.passes(minutes=10)
    tried = [r for r in club.env.http_requests[before:] if r.path == f"/channels/{club.thread.id}/messages"]
    assert len(tried) < 10


# ── A thread that is gone ─────────────────────────────────────────────────────────────────────────────────────────


async def test_when_a_thread_is_deleted_the_battle_goes_on_in_the_channel_at_once(club: World) -> None:
    fight = await battle_of(club)
    before = len(club.texts(club.channel))

    club.env.backend.delete_channel(club.thread.id)
    await club.env.settle()

    word, prompt = club.posts(club.channel)[before:]
    assert "The thread of **Battle 1** is gone: the battle goes on here" in text_of(word)
    held = await (await fight.player()).click(prompt, custom_id=ids_of(prompt, "quick")[0])
    assert f"posted in <#{club.channel.id}>" in said(held)
    assert any("holds" in text for text in club.texts(club.channel))


async def test_what_waited_for_a_thread_that_was_deleted_unseen_comes_to_the_channel_in_order(club: World) -> None:
    fight = await battle_of(club)
    thread = club.thread
    shut(club, thread.id, status=502, code=0)
    await hold(fight)
    await club.bot.close()
    club.env.backend.faults.clear()
    club.env.backend.delete_channel(thread.id)
    before = len(club.texts(club.channel))

    await club.restart()
    await club.passes(minutes=1)

    word, story, prompt = club.posts(club.channel)[before:]
    assert "is gone: the battle goes on here" in text_of(word)
    assert "holds" in text_of(story)
    assert ids_of(prompt, "quick")
    assert await pending(club.store) == ()
    await club.agrees(fight.id)


async def test_the_gm_opens_a_new_thread_and_the_battle_goes_on_there(club: World) -> None:
    fight = await battle_of(club)
    club.env.backend.delete_channel(club.thread.id)
    await club.env.settle()

    opened = said(await club.gm.slash(club.channel, "battle thread"))

    assert f"**Battle 1** goes on in <#{club.thread.id}>" in opened
    word, prompt = club.posts()
    assert "**Battle 1** goes on here" in text_of(word)
    assert (await fight.field()).info.commitment in text_of(word)
    await (await fight.player()).click(prompt, custom_id=ids_of(prompt, "quick")[0])
    assert any("holds" in text for text in club.texts())


async def test_a_new_thread_gets_what_the_old_one_did_not_take_dead_letters_first(club: World) -> None:
    fight = await battle_of(club)
    old = club.thread
    shut(club, old.id)
    await hold(fight)
    await club.passes(hours=30)  # the story of the first hold is given up
    await hold(fight)

    await club.gm.slash(club.channel, "battle thread")

    assert stories(club.texts()) == 2
    assert "Every post has arrived" in said(await club.gm.slash(club.channel, "gm undelivered"))
    assert ids_of(club.posts()[-1], "quick"), "what is asked now comes last"
    assert club.thread.id != old.id


async def test_a_proposal_that_moves_with_its_battle_is_answered_on_its_new_post_only(club: World) -> None:
    """The old post may have arrived after all, unknown to the bot: its buttons are refused with what stands now."""
    fight = await battle_of(club)
    shut(club, club.thread.id)
    await club.ada.slash(club.thread, "battle end", winner="army")
    (old,) = [post for post in await pending(club.store, battle_id=fight.id) if post.matter.topic == "proposal"]

    await club.gm.slash(club.channel, "battle thread")

    moved = next(post for post in club.posts() if ids_of(post, "agree"))
    yes = ids_of(moved, "agree")[0]
    key = yes.rpartition(":")[2]
    assert key != str(old.id)
    late = club.pressed(club.ivo, moved, yes)
    former = late.payload["data"]["custom_id"] = yes.removesuffix(key) + str(old.id)
    for part in walk_components(late.payload["message"]["components"]):
        part.update({"custom_id": former} if part.get("custom_id") == yes else {})
    await club.deliver(late)
    assert "That proposal no longer stands" in refused(late.result)
    assert (await fight.field()).info.result is None
    shown = late.result.response or late.result.followups[-1]
    assert ids_of(shown, "agree") == [yes]
    assert "the battle is over" in said(await club.ivo.click(shown, custom_id=yes))
    assert ids_of(next(post for post in club.posts() if post.id == moved.id), "agree") == []


async def test_an_ended_battle_s_thread_may_be_deleted_without_a_word(club: World) -> None:
    await battle_of(club)
    await club.gm.slash(club.thread, "battle end")
    before = len(club.texts(club.channel))
    club.env.backend.delete_channel(club.thread.id)
    await club.env.settle()
    assert len(club.texts(club.channel)) == before
    assert "is over" in refused(await club.gm.slash(club.channel, "battle thread", battle="1"))


async def test_only_a_gm_gives_a_battle_a_new_thread(club: World) -> None:
    fight = await battle_of(club)
    before = len(club.channel.threads)
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "battle thread"))
    assert len(club.channel.threads) == before
    assert (await fight.field()).info.channel_id == club.thread.id


@pytest.mark.parametrize("fault", [{"status": 403, "code": 50013}, {"status": 400, "code": 160006}])
async def test_a_thread_that_discord_refuses_leaves_the_battle_where_it_is(club: World, fault: dict[str, int]) -> None:
    fight = await battle_of(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/threads", **fault)
    assert "does not let me open a thread" in refused(await club.gm.slash(club.channel, "battle thread"))
    assert (await fight.field()).info.channel_id == club.thread.id


async def test_a_battle_that_was_moved_meanwhile_is_not_moved_again(club: World) -> None:
    fight = await battle_of(club)
    info = (await fight.field()).info
    elsewhere, too_late = 101, 102
    await delivery.rehouse(club.store, info.id, club.gm.id, elsewhere, instead_of=info.channel_id)
    stays = await delivery.rehouse(club.store, info.id, club.gm.id, too_late, instead_of=info.channel_id)
    assert stays.channel_id == elsewhere
