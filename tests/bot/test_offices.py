"""A GM vanishes: the deputy takes over by one click, else the players elect a GM; the former one may ask back. All of
it goes on over restarts."""

from __future__ import annotations

from pathlib import Path

import discord
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.record.staffing import staffed
from campaigns.campaign import campaign
from campaigns.tables.battles import Battle
from tests.bot.opened import battle_of, campaign_of
from tests.bot.test_clocks import pings
from tests.bot.test_seats import press
from tests.bot.world import Person, World, ids_of, refused, said, text_of, world


def ballots(club: World) -> list[discord.Message]:
    """The posts in which one can stand or vote."""
    return [message for message in club.posts(club.channel) if ids_of(message, "gm-stand")]


async def gms(club: World) -> tuple[int, ...]:
    (view,) = await campaign.of_guild(club.store, club.guild.id)
    return view.gms


async def days(club: World, count: int, *players: Person) -> None:
    """So many days pass, on each of which these people do something."""
    for _ in range(count):
        for player in players:
            await player.slash(club.channel, "campaign show")
        await club.passes(days=1)


async def test_seven_silent_days_have_the_players_elect_and_the_former_gm_asks_back(club: World) -> None:
    await campaign_of(club)
    zoe, ada, ivo = club.zoe, club.ada, club.ivo
    await days(club, 6, ada, ivo)
    assert ballots(club) == []
    before = pings(club)
    await days(club, 2, ada, ivo)
    (post,) = ballots(club)
    called = pings(club)[len(before) :]
    assert (called.count(ada.id), called.count(ivo.id), called.count(club.gm.id)) == (1, 1, 0)
    await club.restart()

    assert "Only people of this campaign stand" in refused(await press(zoe, post, "gm-stand"))
    await zoe.slash(club.channel, "campaign volunteer")
    late = club.pressed(ivo, post, ids_of(post, "gm-stand")[0])
    assert "You are a candidate" in said(await press(zoe, post, "gm-stand"))
    await club.deliver(late)
    assert "You are a candidate" in said(late.result)
    (post,) = ballots(club)
    words = text_of(post)
    assert words.index(zoe.mention) < words.index(ivo.mention)
    assert pings(club)[len(before) :].count(ada.id) == 1, "who stands pings nobody"
    assert "already" in refused(await press(zoe, post, "gm-stand"))

    for_zoe, for_ivo = ids_of(post, "gm-vote")
    assert "Only the players" in refused(await zoe.click(post, custom_id=for_zoe))
    assert "Your vote is for" in said(await ada.click(post, custom_id=for_ivo))
    assert "your vote already" in refused(await ada.click(post, custom_id=for_ivo))
    await club.restart()
    assert "Your vote is for" in said(await ada.click(post, custom_id=for_zoe)), "it may be changed"
    assert await gms(club) == (club.gm.id,)
    late = club.pressed(ada, post, for_ivo)
    assert "That decides it" in said(await ivo.click(post, custom_id=for_zoe))
    assert await gms(club) == (zoe.id,)
    await club.deliver(late)
    assert "That election is over" in refused(late.result)
    assert ballots(club) == []

    (told,) = [message for message in club.posts(club.channel) if ids_of(message, "gm-ask")]
    assert "elected by 2 of 2 votes" in text_of(told)
    assert "have not been GM" in refused(await press(ada, told, "gm-ask"))
    assert "You are the GM" in refused(await press(zoe, told, "gm-ask"))
    assert "You have asked" in said(await press(club.gm, told, "gm-ask"))
    assert "have asked" in refused(await press(club.gm, told, "gm-ask"))
    (asks,) = [message for message in club.posts(club.channel) if ids_of(message, "gm-again")]
    assert "Only a GM" in refused(await press(ada, asks, "gm-again"))
    assert "is GM beside you" in said(await press(zoe, asks, "gm-again"))
    assert await gms(club) == (zoe.id, club.gm.id)
    assert "already" in refused(await press(zoe, asks, "gm-again"))


async def test_the_most_votes_decide_when_the_time_is_over_and_nobodys_who_has_left(club: World) -> None:
    await campaign_of(club)
    zoe, ada, ivo, pat = club.zoe, club.ada, club.ivo, club.people["pat"]
    for who in (zoe, pat):
        await who.slash(club.channel, "campaign volunteer")
    await days(club, 8, ada, ivo)
    for who in (pat, zoe):
        await press(who, ballots(club)[-1], "gm-stand")
    (post,) = ballots(club)
    for_pat, for_zoe = ids_of(post, "gm-vote")
    await ada.click(post, custom_id=for_pat)
    await pat.slash(club.channel, "campaign volunteer", withdraw=True)
    assert "they have left" in refused(await ivo.click(post, custom_id=for_pat))
    await ivo.click(post, custom_id=for_zoe)
    await club.passes(days=1)
    await club.restart()
    assert await gms(club) == (club.gm.id,)
    await club.passes(days=1, hours=2)
    assert await gms(club) == (zoe.id,)


async def test_a_word_of_the_gm_or_a_leave_ends_it_and_nobody_is_elected_where_nobody_plays(club: World) -> None:
    await campaign_of(club)
    await days(club, 12)
    assert ballots(club) == [], "where nobody does anything nobody misses the GM"
    await days(club, 1, club.ada)
    assert len(ballots(club)) == 1
    await club.gm.slash(club.channel, "campaign show")
    await club.passes(hours=2)
    assert ballots(club) == []
    assert "The GM is back" in club.texts(club.channel)[-1]
    await club.gm.slash(club.channel, "clock away", until="20 days")
    await days(club, 19, club.ada)
    assert ballots(club) == []
    await days(club, 8, club.ada)
    assert len(ballots(club)) == 1, "seven days after the leave"


async def test_an_election_without_a_vote_ends_and_comes_again_a_week_later(club: World) -> None:
    await campaign_of(club)
    await days(club, 8, club.ada)
    assert len(ballots(club)) == 1
    await days(club, 4, club.ada)
    assert ballots(club) == []
    assert "Nobody has a vote" in club.texts(club.channel)[-1]
    await days(club, 7, club.ada)
    assert len(ballots(club)) == 1
    assert await gms(club) == (club.gm.id,)


async def test_a_deputy_named_at_the_beginning_takes_over_by_one_click(club: World) -> None:
    made = await club.gm.slash(club.channel, "campaign create", name="Sarajevo", deputy=club.zoe.user)
    assert "You are the GM" in said(made)
    await club.ada.slash(club.channel, "campaign join", side="army")
    assert f"deputy: {club.zoe.mention}" in said(await club.ada.slash(club.channel, "campaign show"))
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "gm deputy", member=club.ada.user))
    assert "They are a GM" in refused(await club.gm.slash(club.channel, "gm deputy", member=club.gm.user))
    before = pings(club)
    await days(club, 2, club.ada)
    assert pings(club)[len(before) :].count(club.zoe.id) == 0
    await days(club, 2, club.ada)
    (call,) = [message for message in club.posts(club.channel) if ids_of(message, "gm-deputy")]
    assert pings(club)[len(before) :].count(club.zoe.id) == 1
    await club.restart()
    assert "Only the deputy" in refused(await press(club.ada, call, "gm-deputy"))
    assert "You are the GM" in said(await press(club.zoe, call, "gm-deputy"))
    assert await gms(club) == (club.zoe.id,)
    assert "You are the GM" in refused(await press(club.zoe, call, "gm-deputy"))
    assert any("as the deputy" in text for text in club.texts(club.channel))


async def test_a_deputy_whose_gm_has_spoken_since_takes_nothing_over(club: World) -> None:
    await campaign_of(club)
    assert "is your deputy" in said(await club.gm.slash(club.channel, "gm deputy", member=club.zoe.user))
    await days(club, 4, club.ada)
    (call,) = [message for message in club.posts(club.channel) if ids_of(message, "gm-deputy")]
    await club.gm.slash(club.channel, "campaign show")
    assert "is back or on leave" in refused(await press(club.zoe, call, "gm-deputy"))
    assert await gms(club) == (club.gm.id,)


async def test_whoever_becomes_gm_in_mid_battle_gives_up_the_seat(club: World) -> None:
    await battle_of(club)
    await in_battle(club, plans=False)


async def test_the_staff_plays_the_seat_that_a_new_gm_gives_up(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
        await club.ada.slash(club.channel, "campaign join", side="army")
        await club.ivo.slash(club.channel, "campaign join", side="insurgents")
        await club.gm.slash(club.channel, "battle begin", scenario="the-mill-road", anyway=True)
        await in_battle(club, plans=True)


async def in_battle(club: World, *, plans: bool) -> None:
    """The player of the insurgents is the deputy, and takes over in mid-battle."""
    ivo = club.ivo
    await club.gm.slash(club.channel, "gm policy", deadline_hours=0.0)
    await club.gm.slash(club.channel, "gm deputy", member=ivo.user)
    await days(club, 4, club.ada)
    (call,) = [message for message in club.posts(club.channel) if ids_of(message, "gm-deputy")]
    assert "gives up their own seat" in text_of(call)
    await press(ivo, call, "gm-deputy")
    assert await gms(club) == (ivo.id,)
    (view,) = await campaign.of_guild(club.store, club.guild.id)
    assert view.side_of(ivo.id) is None
    (info,) = await battles.of_campaign(club.store, view.id)
    async with club.store.reading() as session:
        (battle,) = (await session.exec(select(Battle).where(Battle.id == info.id))).all()
    assert set(staffed(battle)) == ({"insurgents"} if plans else set())
    (seat,) = [message for message in club.posts(club.channel) if ids_of(message, "seat-take")]
    assert "GM sees" in refused(await press(ivo, seat, "seat-take"))
    await press(club.zoe, seat, "seat-take")
    (back,) = [message for message in club.posts(club.channel) if ids_of(message, "seat-back")]
    assert "GM sees" in refused(await press(ivo, back, "seat-back")), "as long as that battle goes on"
