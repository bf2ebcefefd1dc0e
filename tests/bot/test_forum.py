"""Battles as posts of a forum channel that the GM names."""

from __future__ import annotations

import discord
from simcord import ChannelHandle

from campaigns.battle import battles
from campaigns.campaign import campaign
from tests.bot.opened import campaign_of
from tests.bot.world import World, refused, said, text_of


async def forum_of(club: World) -> ChannelHandle:
    """A campaign whose battles go on in a forum."""
    await campaign_of(club)
    forum = club.guild.create_forum_channel("battles")
    changed = said(await club.gm.slash(club.channel, "campaign settings", battles_in=forum))
    assert f"Battles: posts of <#{forum.id}>" in changed
    return forum


async def place_of_battle(club: World) -> int:
    (view,) = await campaign.of_guild(club.store, club.guild.id)
    return (await battles.of_campaign(club.store, view.id))[-1].channel_id


async def test_a_battle_is_a_post_of_the_forum_and_goes_on_there_after_a_restart(club: World) -> None:
    forum = await forum_of(club)
    await club.restart()
    begun = said(await club.gm.slash(club.channel, "battle begin"))
    (post,) = forum.threads
    assert await place_of_battle(club) == post.id
    assert f"has begun in <#{post.id}>" in begun
    first, *rest = club.texts(post)
    assert "Battle 1" in first
    assert rest, "its posts follow"
    assert not club.channel.threads or all(thread.id != post.id for thread in club.channel.threads)


async def test_where_the_forum_refuses_it_is_a_thread_of_the_campaigns_channel(club: World) -> None:
    forum = await forum_of(club)
    club.env.inject_error("POST", f"/channels/{forum.id}/threads", status=403, code=50013)
    await club.gm.slash(club.channel, "battle begin")
    club.env.backend.faults.clear()
    assert forum.threads == []
    assert await place_of_battle(club) == club.thread.id


async def test_the_campaigns_own_channel_ends_it_and_another_is_refused(club: World) -> None:
    await forum_of(club)
    other = club.guild.create_text_channel("canteen")
    assert "isn't a forum channel" in refused(await club.gm.slash(club.channel, "campaign settings", battles_in=other))
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "campaign settings", battles_in=club.channel))
    assert "Battles: posts" not in said(await club.gm.slash(club.channel, "campaign settings", battles_in=club.channel))


async def test_a_forum_in_which_the_bot_may_not_post_is_refused(club: World) -> None:
    await campaign_of(club)
    forum = club.guild.create_forum_channel("battles")
    for role in club.guild.roles.values():
        bits = discord.Permissions(role._role.permissions)
        bits.update(send_messages_in_threads=False)
        role._role.permissions = bits.value
    await club.restart()
    words = refused(await club.gm.slash(club.channel, "campaign settings", battles_in=forum))
    assert "I may not post in battles" in words
    assert all("Battles: posts" not in text_of(post) for post in club.posts(club.channel))
