"""A campaign whose channel was deleted goes on in another one: what was to be read in the old one is read there."""

from __future__ import annotations

import pytest
from simcord import ChannelHandle

from campaigns.battle import battles
from campaigns.battle.watch import delivery
from campaigns.campaign import campaign
from campaigns.post import outbox
from campaigns.post.matter import Matter, Said
from tests.bot.opened import Fight, battle_of, campaign_of
from tests.bot.world import World, ids_of, refused, said, text_of
from tests.campaigns.behind import pending


def new_channel(club: World) -> ChannelHandle:
    return club.guild.create_text_channel("headquarters")


async def without_threads(club: World) -> Fight:
    """A battle that is fought in the campaign's channel itself."""
    club.env.inject_error("POST", f"/channels/{club.channel.id}/threads", status=403, code=50013)
    fight = await battle_of(club)
    club.env.backend.faults.clear()
    assert (await fight.field()).info.channel_id == club.channel.id
    return fight


async def delete_unseen(club: World, *places: ChannelHandle) -> None:
    """Channels are deleted while the bot is away."""
    await club.bot.close()
    for place in places:
        club.env.backend.delete_channel(place.id)
    await club.restart()


async def test_dead_notices_come_to_the_new_channel_in_order_and_the_gm_is_told_of_the_remedy(club: World) -> None:
    await campaign_of(club)
    club.env.backend.delete_channel(club.channel.id)
    to = new_channel(club)
    await club.gm.slash(to, "campaign settings", joining="open")
    await club.zoe.slash(to, "campaign join", side="army")
    await club.zoe.slash(to, "unit raise", kind="squad", name="Zebra")
    listed = said(await club.gm.slash(to, "gm undelivered"))
    assert "2 posts have not arrived" in listed
    assert "`/campaign channel`" in listed

    await club.restart()
    answered = said(await club.gm.slash(to, "campaign channel"))

    assert f"**Bosnia 1993** goes on in <#{to.id}>" in answered
    joined, raised, word = club.texts(to)
    assert "plays for **Army**" in joined
    assert "raises **Zebra**" in raised
    assert "**Bosnia 1993** goes on in this channel" in word
    assert "Every post has arrived" in said(await club.gm.slash(to, "gm undelivered"))
    await club.zoe.slash(to, "campaign leave")
    assert "no longer plays" in club.texts(to)[-1]


async def test_what_waits_goes_there_at_once(club: World) -> None:
    await campaign_of(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=500, times=None)
    await club.gm.slash(club.channel, "campaign settings", joining="open")
    await club.zoe.slash(club.channel, "campaign join", side="army")
    await club.passes(hours=1)
    to = new_channel(club)

    await club.gm.slash(club.channel, "campaign channel", channel=to)

    joined, word = club.texts(to)
    assert "plays for **Army**" in joined
    assert "goes on in this channel" in word
    assert await pending(club.store) == ()


async def test_a_battle_of_the_old_channel_itself_goes_on_in_the_new_one_after_a_restart(club: World) -> None:
    fight = await without_threads(club)
    await delete_unseen(club, club.channel)
    to = new_channel(club)
    await (await fight.player()).slash(to, "hold")  # its story with the next question has nowhere to go
    assert "1 given up" in said(await club.gm.slash(to, "gm undelivered"))

    answered = said(await club.gm.slash(to, "campaign channel"))

    assert "**Battle 1** goes on there too; `/battle thread` gives it a thread" in answered
    posts = club.posts(to)
    assert sum("holds" in text_of(post) for post in posts) == 1
    prompt = posts[-1]
    await club.restart()
    version = await fight.version()
    held = await (await fight.player()).click(prompt, custom_id=ids_of(prompt, "quick")[0])
    assert f"posted in <#{to.id}>" in said(held)
    assert await fight.version() > version
    assert await pending(club.store) == ()
    assert "Every post has arrived" in said(await club.gm.slash(to, "gm undelivered"))
    await club.agrees(fight.id)
    await club.gm.slash(to, "battle thread")
    assert (await fight.field()).info.channel_id in {thread.id for thread in to.threads}


async def test_a_battle_whose_thread_went_with_the_channel_asks_in_the_new_one(club: World) -> None:
    fight = await battle_of(club)
    await delete_unseen(club, club.thread, club.channel)
    to = new_channel(club)

    await club.gm.slash(to, "campaign channel")

    asked = club.posts(to)[-1]
    held = await (await fight.player()).click(asked, custom_id=ids_of(asked, "quick")[0])
    assert f"posted in <#{to.id}>" in said(held)


async def test_a_battle_in_its_own_thread_stays_there(club: World) -> None:
    fight = await battle_of(club)
    thread, to = club.thread, new_channel(club)
    await club.gm.slash(to, "campaign channel")
    assert (await fight.field()).info.channel_id == thread.id
    assert all("Battle 1" not in text for text in club.texts(to))


async def test_the_end_of_a_battle_that_was_never_read_is_read_in_the_new_channel(club: World) -> None:
    fight = await without_threads(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=404, code=10003, times=None)
    await club.gm.slash(club.channel, "battle end", winner="army")
    club.env.backend.faults.clear()
    to = new_channel(club)

    answered = said(await club.gm.slash(to, "campaign channel"))

    assert "goes on there too" not in answered
    assert any("Victory for Army" in text for text in club.texts(to))
    assert (await fight.field()).info.channel_id == to.id


async def test_a_notice_that_was_on_its_way_while_the_channel_changed_follows(club: World) -> None:
    campaign_id = await campaign_of(club)
    to, gone = new_channel(club), club.channel.id
    assert await delivery.divert(club.store, campaign_id, gone) is False
    await delivery.resettle(club.store, campaign_id, club.gm.id, to.id)
    await outbox.notify(club.store, campaign_id, Matter(topic="notice", about=Said(text="late")))
    assert await delivery.divert(club.store, campaign_id, gone) is True
    assert {post.channel_id for post in await pending(club.store)} == {to.id}


async def test_of_several_campaigns_the_gm_says_which_has_lost_its_channel(club: World) -> None:
    await campaign_of(club)
    other = club.guild.create_text_channel("other")
    await club.gm.slash(other, "campaign create", name="Chechnya 1995")
    club.env.backend.delete_channel(club.channel.id)
    to = new_channel(club)

    assert "Bosnia 1993, Chechnya 1995" in refused(await club.gm.slash(to, "campaign channel"))
    assert "no such campaign" in refused(await club.gm.slash(to, "campaign channel", name="Kosovo"))
    assert "already has a campaign" in refused(await club.gm.slash(other, "campaign channel", name="bosnia 1993"))
    await club.gm.slash(to, "campaign channel", name="bosnia 1993")

    found = {view.name: view.channel_id for view in await campaign.of_guild(club.store, club.guild.id)}
    assert found == {"Bosnia 1993": to.id, "Chechnya 1995": other.id}


@pytest.mark.parametrize(("who", "why"), [("ada", "Only a GM"), ("zoe", "no such campaign")])
async def test_only_its_gm_moves_a_campaign(club: World, who: str, why: str) -> None:
    campaign_id = await campaign_of(club)
    to = new_channel(club)
    assert why in refused(await club.people[who].slash(to, "campaign channel"))
    assert (await campaign.show(club.store, campaign_id)).channel_id == club.channel.id
    assert await battles.of_campaign(club.store, campaign_id) == ()
