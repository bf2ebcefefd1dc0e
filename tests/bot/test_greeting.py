"""A server that invites the bot is greeted once, with three ways to begin, wherever the bot may write."""

from __future__ import annotations

from pathlib import Path

import discord
from simcord import ChannelHandle
from simcord.backend import serializers
from simcord.enums import ChannelType

from campaigns.campaign import campaign
from tests.bot.world import World, ids_of, labels, refused, said, text_of, world

LATER = 8
"""Days after which an invitation is a new one."""


async def invited(club: World, *, days: float = LATER) -> None:
    """The bot is put out, and after some days invited again."""
    backend = club.env.backend
    backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()
    if days:
        await club.passes(days=days)
    payload = dict(serializers.guild_create_payload(backend, backend.get_guild(club.guild.id)))
    del payload["unavailable"]  # as Discord says it of a server that is new to the bot
    backend.emit("GUILD_CREATE", payload)
    await club.env.settle()


def greetings(club: World, place: ChannelHandle | None = None) -> list[discord.Message]:
    return [post for post in club.posts(place or club.channel) if "at your service" in text_of(post)]


def may_write(club: World, allowed: bool) -> None:
    """Whether the bot may write anywhere on the server."""
    for role in club.guild.roles.values():
        bits = discord.Permissions(role._role.permissions)
        bits.update(send_messages=allowed)
        role._role.permissions = bits.value


async def test_it_says_what_the_bot_is_and_has_three_buttons(club: World) -> None:
    await invited(club)
    (post,) = greetings(club)
    assert "**Rule books:** Toy Soldiers" in text_of(post)
    assert labels(post) == ["Guided battle", "New campaign", "Read first"]


async def test_it_comes_once_after_a_restart_and_another_invitation_too(club: World) -> None:
    await invited(club)
    await club.restart()
    await invited(club, days=0)
    await invited(club, days=6)
    assert len(greetings(club)) == 1
    await invited(club, days=LATER)
    assert len(greetings(club)) == 2


async def test_of_several_channels_the_first_that_takes_it_has_it_and_nobody_is_written_to(club: World) -> None:
    more = [club.guild.create_text_channel(name) for name in ("annex", "attic")]
    await invited(club)
    assert [len(greetings(club, place)) for place in (club.channel, *more)] == [1, 0, 0]
    assert not [each for each in club.env.backend.channels.values() if each.type == ChannelType.DM and
                club.env.backend.messages.get(each.id)]  # fmt: skip


async def test_a_server_that_invited_the_bot_while_it_was_away_is_greeted_at_its_start(club: World) -> None:
    await club.bot.close()
    guild = club.env.backend.create_guild("The Thursday Club")
    made = club.env.backend.create_channel(guild.id, "lobby")
    await club.restart()
    await club.restart()
    assert len(club.env.backend.messages[made.id]) == 1


async def test_its_form_opens_a_campaign_after_a_restart_too(club: World) -> None:
    await invited(club)
    (post,) = greetings(club)
    await club.restart()
    form = await club.gm.click(post, custom_id=ids_of(post, "greet-campaign")[0])
    made = await club.gm.submit_modal(form, {"name": "Bosnia 1993", "rules": ["toy"]})
    assert "You are the GM of this campaign" in said(made)
    (view,) = await campaign.of_guild(club.store, club.guild.id)
    assert (view.name, view.rules, view.channel_id, view.gms) == ("Bosnia 1993", "toy", club.channel.id, (club.gm.id,))
    again = await club.gm.click(post, custom_id=ids_of(post, "greet-campaign")[0])
    second = await club.gm.submit_modal(again, {"name": "Chechnya 1995", "rules": ["toy"]})
    assert "already has a campaign" in refused(second)


async def test_read_first_explains_how_to_begin(club: World) -> None:
    await invited(club)
    (post,) = greetings(club)
    assert "Getting started" in said(await club.zoe.click(post, custom_id=ids_of(post, "help")[0]))


async def test_a_guided_battle_begins_by_two_clicks(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await invited(club)
        (post,) = greetings(club)
        asked = await club.zoe.click(post, custom_id=ids_of(post, "greet-lesson")[0])
        assert "Which rule book?" in said(asked)
        assert asked.response is not None
        assert len(labels(asked.response)) == len(club.store.rule_sets)
        begun = await club.zoe.click(asked.response, custom_id=ids_of(asked.response, "greet-book")[0])
        assert "your first battle" in said(begun)
        assert any(club.zoe.mention in text for text in club.texts())


async def test_where_it_may_not_write_the_inviter_alone_reads_it_if_the_audit_log_names_them(club: World) -> None:
    may_write(club, False)
    await invited(club)
    assert greetings(club) == []
    assert [entry for entry in club.log if entry["event"] == "nowhere to greet"]

    bots_own = next(role for name, role in club.guild.roles.items() if name != "@everyone")
    bots_own._role.permissions |= discord.Permissions(view_audit_log=True).value
    club.env.backend.record_audit_log(
        club.guild.id, action_type=28, user_id=club.gm.id, target_id=club.env.backend.bot_user.id
    )
    await invited(club)
    assert greetings(club) == []
    (note,) = club.gm.user.dm_channel.history()
    assert "I may not write in any channel there" in text_of(note)
    assert labels(note) == ["Read first"]


async def test_a_channel_that_refuses_it_is_passed_over(club: World) -> None:
    other = club.guild.create_text_channel("canteen")
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=403, code=50013)
    await invited(club)
    club.env.backend.faults.clear()
    assert greetings(club) == []
    assert len(greetings(club, other)) == 1
