"""What is for one side alone reaches that side, in its private thread, and nobody else, whatever goes wrong."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from simcord.enums import ChannelType

from bot.shell.permissions import LEAST
from campaigns.campaign import privacy
from campaigns.post import dispatches, outbox, sittings
from campaigns.post.matter import Matter, Said
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind
from campaigns.tables.sides import SideThread
from tests.bot.opened import Fight, battle_of
from tests.bot.world import Person, World, ids_of, refused, said, text_of
from tests.campaigns.behind import next_doors, pending

PLACE = "secret hollow"
# simcord has only who manages threads put somebody out; Discord also who has made the thread.
ENOUGH = LEAST | discord.Permissions(create_private_threads=True, manage_threads=True)


def allow(club: World, rights: discord.Permissions = ENOUGH) -> None:
    bots_own = next(role for name, role in club.guild.roles.items() if name != "@everyone")
    bots_own._role.permissions = rights.value


def thread_of(club: World, side: str) -> ChannelHandle:
    """The newest private thread of that side."""
    channels = [each for each in club.env.backend.channels.values() if each.type == ChannelType.PRIVATE_THREAD]
    found = [each for each in channels if (each.name or "").casefold().startswith(side)]
    return ChannelHandle(club.env, club.guild, max(found, key=lambda each: each.id))


def threads(club: World) -> int:
    return sum(each.type == ChannelType.PRIVATE_THREAD for each in club.env.backend.channels.values())


def inside(club: World, side: str) -> set[str]:
    members = club.env.backend.get_channel(thread_of(club, side).id).thread_members
    return {name for name, who in club.people.items() if who.id in members}


def read(club: World, side: str) -> str:
    """All that stands in the side's thread."""
    place = thread_of(club, side)
    stored = club.env.backend.messages[place.id]
    return "\n".join(str(message.components) for message in stored.values())


def everywhere_but(club: World, *places: ChannelHandle) -> str:
    """All that stands in all other places."""
    left_out = {place.id for place in places}
    kept = [m for place, found in club.env.backend.messages.items() if place not in left_out for m in found.values()]
    return "\n".join(str(message.components) for message in kept if not message.is_ephemeral)


async def dig(club: World, fight: Fight, where: str = PLACE) -> None:
    """The army digs in, which only the army is told."""
    await fight.until("army")
    state = (await fight.field()).state
    unit = next(squad.id for squad in state.squads if squad.side == "army" and not squad.fired)
    result = await club.ada.slash(club.thread, "dig", unit=unit, where=where, depth="shallow")
    assert "✔" in said(result), said(result)
    await quiet(club)


async def quiet(club: World) -> None:
    """Everything that is due has been tried: posts, who is in the threads, and what came of that."""
    for _ in range(20):
        await club.env.settle()
        fresh = [post for post in await pending(club.store) if not post.problem]
        due = await next_doors(club.store)
        if not fresh and (due is None or due > club.store.clock.now()):
            return
        await club.passes(seconds=2)
    raise AssertionError("it never comes to rest")


async def tell(club: World, fight: Fight, text: str, side: str = "army") -> None:
    async with club.store.writing() as session:
        battle = await session.get_one(Battle, fight.id)
        matter = Matter(topic="side-words", about=Said(title="From the umpire", text=text))
        campaign = await session.get_one(Campaign, battle.campaign_id)
        await dispatches.tell_sides_of(session, campaign, battle, [side], matter, club.store.clock.now())
    await club.gm.slash(club.thread, "gm remind")  # it has posts sent
    await quiet(club)


async def test_secret_news_stands_in_the_sides_thread_and_nowhere_else(club: World) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)

    assert inside(club, "army") == {"ada", "gwen"}
    assert PLACE in read(club, "army")
    assert "For Army alone" in read(club, "army")
    assert PLACE not in everywhere_but(club, thread_of(club, "army"))
    assert threads(club) == 1
    begun = [each.thread_metadata for each in club.env.backend.channels.values() if each.thread_metadata is not None]
    assert {each.auto_archive_duration for each in begun} == {7 * 24 * 60}, "the longest that Discord takes"
    posted = f"/channels/{thread_of(club, 'army').id}/messages"
    mentions = [r.json["allowed_mentions"] for r in club.env.http_requests if r.json and r.path.startswith(posted)]
    assert len(mentions) == 2, "what the thread is, and the news"
    assert all(not each.get("users") and not each.get("parse") for each in mentions), (
        "nothing is asked: nobody is called"
    )


async def test_nobody_but_the_side_may_be_in_it_whatever_becomes_of_people(club: World) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)
    await club.gm.slash(club.channel, "campaign move", member=club.ada, side="insurgents")
    await quiet(club)
    assert inside(club, "army") == set()

    await tell(club, fight, "the ford is mined")
    assert inside(club, "army") == set()
    await club.gm.slash(club.channel, "campaign move", member=club.ada, side="army")
    await quiet(club)
    assert inside(club, "army") == {"ada", "gwen"}
    await tell(club, fight, "hold the ford", "insurgents")
    assert inside(club, "insurgents") == {"ivo", "gwen"}
    await club.ivo.slash(club.channel, "campaign leave")
    await quiet(club)
    assert inside(club, "insurgents") == set()
    await privacy.forget(club.store, club.ada.id)  # by the host's shell: the bot sees it within the hour
    await club.passes(hours=1)
    await quiet(club)
    assert inside(club, "army") == set()


async def test_who_cannot_be_put_out_is_left_behind(club: World) -> None:
    """Where Discord refuses, the side gets another thread, and nothing more is said in the old one."""
    allow(club, LEAST | discord.Permissions(create_private_threads=True))
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)
    old, before = thread_of(club, "army"), read(club, "army")
    await club.gm.slash(club.channel, "campaign move", member=club.ada, side="insurgents")
    await quiet(club)
    await club.gm.slash(club.channel, "campaign move", member=club.ivo, side="army")
    await quiet(club)
    await tell(club, fight, "we attack at dawn")

    assert club.ada.id in club.env.backend.get_channel(old.id).thread_members
    assert str([m.components for m in club.env.backend.messages[old.id].values()]).count("dawn") == 0
    assert before
    others = [p for p in club.env.backend.channels.values() if p.type == ChannelType.PRIVATE_THREAD and p.id != old.id]
    assert all(
        club.ada.id not in each.thread_members for each in others if (each.name or "").casefold().startswith("army")
    )


async def test_the_gm_reads_along_only_where_the_policy_says_so(club: World) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)
    assert "gwen" in inside(club, "army")
    await club.gm.slash(club.channel, "campaign settings", side_threads="players")
    await quiet(club)
    assert inside(club, "army") == {"ada"}
    await club.gm.slash(club.channel, "campaign settings", side_threads="off")
    await quiet(club)
    before = read(club, "army")
    await dig(club, fight, "secret cellar")
    assert read(club, "army") == before
    assert "for their players only" not in said(await club.gm.slash(club.channel, "campaign settings"))


async def test_a_deleted_thread_is_made_anew_and_a_sleeping_one_is_woken(club: World) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad", "squad"))
    await dig(club, fight)
    place = thread_of(club, "army")
    asleep = club.env.backend.get_channel(place.id).thread_metadata
    assert asleep is not None
    asleep.archived = True
    await tell(club, fight, "wake up")
    assert "wake up" in read(club, "army")
    club.env.backend.delete_channel(place.id)
    await club.env.settle()
    await quiet(club)
    await tell(club, fight, "here again")

    assert thread_of(club, "army").id != place.id
    assert "here again" in read(club, "army")
    assert inside(club, "army") == {"ada", "gwen"}
    assert "here again" not in everywhere_but(club, thread_of(club, "army"))


async def test_without_the_permission_all_goes_on_and_the_gm_is_told(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)
    await tell(club, fight, "the ford is mined")

    assert threads(club) == 0
    assert await pending(club.store) == ()
    assert "Create Private Threads" in said(await club.gm.slash(club.channel, "gm undelivered"))
    assert "gets no posts" not in said(await club.ivo.slash(club.thread, "status"))
    news = await club.ada.click(club.prompt(), custom_id=ids_of(club.prompt(), "news")[0])
    assert "the ford is mined" in said(news)
    assert "ford" not in said(await club.ivo.click(club.prompt(), custom_id=ids_of(club.prompt(), "news")[0]))
    assert "ford" not in everywhere_but(club)

    allow(club)
    await club.passes(hours=3)
    await quiet(club)
    assert inside(club, "army") == {"ada", "gwen"}


@pytest.mark.parametrize("passing", [True, False])
async def test_whether_a_post_waits_for_its_thread_is_not_read_from_words(club: World, passing: bool) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    async with club.store.writing() as session:
        words = "Heute nicht" if passing else "Discord does not do it now, nor later"
        due = club.store.clock.now() + timedelta(hours=1)
        campaign_id = (await session.get_one(Battle, fight.id)).campaign_id
        thread = SideThread(campaign_id=campaign_id, side="army", due=due, attempts=1, problem=words, passing=passing)
        session.add(thread)
    allow(club)
    await dig(club, fight)
    assert threads(club) == int(passing)


@pytest.mark.parametrize("what", ["POST threads", "PUT member", "POST message"])
async def test_discord_is_down_and_nothing_is_lost_or_told_twice(club: World, what: str) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    method, path = {
        "POST threads": ("POST", f"/channels/{club.channel.id}/threads"),
        "PUT member": ("PUT", "/channels/{channel_id}/thread-members/{user_id}"),
        "POST message": ("POST", "/channels/{channel_id}/messages"),
    }[what]
    with_errors = club.env.inject_error(method, path, status=503, times=2)
    await dig(club, fight)
    await club.restart()
    await quiet(club)
    await club.passes(minutes=10)
    await quiet(club)
    del with_errors

    assert read(club, "army").count(PLACE) == 1
    assert threads(club) == 1
    assert inside(club, "army") == {"ada", "gwen"}


async def test_a_restart_between_making_the_thread_and_noting_it_makes_no_second_one(
    club: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))

    async def dies(*_: object) -> bool:
        raise OSError("the process dies")

    with monkeypatch.context() as patched:
        patched.setattr(dispatches, "made", dies)
        await dig(club, fight)
    assert threads(club) == 1
    await club.restart()
    await quiet(club)
    await club.passes(minutes=10)
    await quiet(club)
    assert threads(club) == 1
    assert PLACE in read(club, "army")


async def test_who_asks_for_it_is_written_to(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    assert "You play for no side" in refused(await club.zoe.slash(club.channel, "campaign direct", wanted=True))
    await club.ada.slash(club.channel, "campaign direct", wanted=True)
    await quiet(club)
    await dig(club, fight)
    place = club.env.backend.get_dm_channel(club.ada.id)
    assert PLACE in str([message.components for message in club.env.backend.messages[place.id].values()])
    await club.gm.slash(club.channel, "campaign move", member=club.ada, side="insurgents")
    await quiet(club)
    await tell(club, fight, "the ford is mined")
    told = str([message.components for message in club.env.backend.messages[place.id].values()])
    assert "ford" not in told


async def test_an_undoing_is_told_where_it_was_told(club: World) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    await dig(club, fight)
    await club.ada.slash(club.thread, "battle undo")
    await quiet(club)

    assert "Taken back" in read(club, "army")
    assert PLACE not in everywhere_but(club, thread_of(club, "army"))


def standing(club: World, side: str) -> list[str]:
    """The messages in the side's thread that tell of digging, the oldest first; not the one that says what it is."""
    texts = [str(m.components) for _, m in sorted(club.env.backend.messages[thread_of(club, side).id].items())]
    return [text for text in texts if "secret" in text and "secret news" not in text]


async def test_what_one_person_does_in_secret_gathers_in_one_message(club: World) -> None:
    """Whatever the enemy does in secret meanwhile, and through a restart."""
    allow(club)
    fight = await battle_of(club, army=("squad", "squad", "squad"))
    await tell(club, fight, "this is your thread")
    await dig(club, fight, "secret one")
    await fight.until("insurgents")
    state = (await fight.field()).state
    cell = next(squad.id for squad in state.squads if squad.side == "insurgents" and not squad.fired)
    await club.ivo.slash(club.thread, "dig", unit=cell, where="secret pit", depth="shallow")
    await quiet(club)
    await club.restart()
    await dig(club, fight, "secret two")

    (message,) = standing(club, "army")
    assert message.index("secret one") < message.index("secret two")
    assert "secret pit" not in message
    assert ["secret pit" in text for text in standing(club, "insurgents")] == [True]


@pytest.mark.parametrize("ends", ["time", "talk", "news of another"])
async def test_a_message_of_secret_news_ends_as_one_in_public_does(club: World, ends: str) -> None:
    allow(club)
    fight = await battle_of(club, army=("squad", "squad"))
    await tell(club, fight, "this is your thread")
    await dig(club, fight, "secret one")
    match ends:
        case "time":
            await club.passes(seconds=sittings.YOUNG.total_seconds() + 1)
        case "talk":
            await club.ada.send(thread_of(club, "army"), "Shall we dig in here?")
        case _:
            await tell(club, fight, "the ford is mined")
    await dig(club, fight, "secret two")

    one, two = standing(club, "army")
    assert ("secret one" in one, "secret two" in one) == (True, False)
    assert ("secret one" in two, "secret two" in two) == (False, True)


async def test_secret_news_gathers_in_a_private_conversation_too(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await club.ada.slash(club.channel, "campaign direct", wanted=True)
    await dig(club, fight, "secret one")
    await dig(club, fight, "secret two")
    stored = club.env.backend.messages[club.env.backend.get_dm_channel(club.ada.id).id].values()
    (message,) = [text for each in stored if "secret" in (text := str(each.components))]
    assert "secret one" in message
    assert "secret two" in message


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_people_do_a_sides_news_reaches_that_side_only(club: World, seed: int) -> None:
    """People dig in secret, are told things, change sides, leave and come back, threads are deleted, the bot is started
    anew; what was for a side stands in threads that nobody else was in when it was said."""
    allow(club)
    dice = random.Random(seed)
    fight = await battle_of(club, army=("squad", "squad"))
    sent: dict[str, tuple[str, int]] = {}
    leaks: list[str] = []
    create = club.env.backend.create_message

    def watched(channel_id: int, *args: Any, **kwargs: Any) -> Any:
        made = create(channel_id, *args, **kwargs)
        place = club.env.backend.get_channel(channel_id)
        text = str(getattr(made, "components", ""))
        for word, (side, _) in sent.items():
            if word in text and not getattr(made, "is_ephemeral", False):
                plays = {w.id: s for w, s in playing.items()}
                readers = set(place.thread_members) if place.type == ChannelType.PRIVATE_THREAD else {0}
                strangers = readers - {u for u, s in plays.items() if s == side} - {club.gm.id, club.bot.user.id}  # type: ignore[union-attr]
                leaks.extend(f"{word} for {side} reached {strangers}" for _ in strangers)
        return made

    playing: dict[Person, str] = {club.ada: "army", club.ivo: "insurgents"}
    club.env.backend.create_message = watched  # type: ignore[method-assign]
    for step in range(10):
        match dice.randrange(5):
            case 0 | 1:
                word, side = f"word{seed}{step}x", dice.choice(("army", "insurgents"))
                sent[word] = (side, step)
                await tell(club, fight, word, side)
            case 2:
                who = dice.choice((club.ada, club.ivo))
                side = "insurgents" if playing[who] == "army" else "army"
                playing[who] = side
                await club.gm.slash(club.channel, "campaign move", member=who, side=side)
                await quiet(club)
            case 3:
                await club.restart()
                await quiet(club)
            case _:
                private = [c for c in club.env.backend.channels.values() if c.type == ChannelType.PRIVATE_THREAD]
                if private:
                    club.env.backend.delete_channel(dice.choice(private).id)
                    await club.env.settle()
                    await quiet(club)
    await club.passes(minutes=30)
    await quiet(club)

    assert not leaks
    assert sent
    for word in sent:
        assert word not in "\n".join(text_of(post) for post in (*club.posts(), *club.posts(club.channel)))


async def test_only_a_post_for_a_side_has_an_audience(club: World) -> None:
    fight = await battle_of(club)
    async with club.store.writing() as session:
        battle = await session.get_one(Battle, fight.id)
        campaign = await session.get_one(Campaign, battle.campaign_id)
        matter, now = Matter(topic="notice"), club.store.clock.now()
        for kind, audience in ((PostKind.NOTICE, "army"), (PostKind.SIDE, None)):
            with pytest.raises(ValueError, match="audience"):
                await outbox.put(session, campaign, battle, kind, matter, now, audience=audience)
