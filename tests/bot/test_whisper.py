"""/gm whisper: one side is told, in its thread and by direct message; all others learn that there is news."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from tests.bot.test_side_threads import allow, everywhere_but, inside, quiet, read, thread_of
from tests.bot.world import World, ids_of, refused, said, text_of, world

SECRET = "The bridge is mined"


@pytest.fixture
async def field(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of The Book and the Gun that has just begun."""
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993", rules="book-and-gun")
        for who, side, kind in ((club.ada, "army", "us-infantry-squad"), (club.ivo, "insurgents", "insurgent-cell")):
            await who.slash(club.channel, "campaign join", side=side)
            await who.slash(club.channel, "unit raise", kind=kind)
        yield club


async def begin(club: World) -> StandingBattle:
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin"))
    (info,) = await battles.of_campaign(club.store, 1)
    await quiet(club)
    return await battles.load(club.store, info.id)


async def whisper(club: World, side: str = "army", text: str = SECRET) -> str:
    told = said(await club.gm.slash(club.thread, "gm whisper", side=side, text=text))
    await quiet(club)
    return told


async def looks(club: World) -> tuple[str, str]:
    """What Ada and what Ivo read behind “For my side only”."""
    prompt = club.prompt()
    pages = [await who.click(prompt, custom_id=ids_of(prompt, "news")[0]) for who in (club.ada, club.ivo)]
    return said(pages[0]), said(pages[1])


def direct(club: World, who: str) -> str:
    place = club.env.backend.get_dm_channel(club.people[who].id)
    return str([message.components for message in club.env.backend.messages.get(place.id, {}).values()])


async def test_the_side_reads_it_in_its_thread_and_the_others_that_there_is_news(field: World) -> None:
    allow(field)
    await begin(field)
    before = field.texts()
    assert "**Army** is told, and nobody else" in await whisper(field)

    assert SECRET in read(field, "army")
    assert inside(field, "army") == {"ada", "gwen"}
    assert SECRET not in everywhere_but(field, thread_of(field, "army"))
    # In public stands that there is news, and neither for whom nor what.
    news = "\n".join(text for text in field.texts() if text not in before)
    assert "one side" in news
    assert "Army" not in news.replace("US Army", "")
    ours, theirs = await looks(field)
    assert SECRET in ours
    assert SECRET not in theirs
    caught_up = said(await field.ada.slash(field.thread, "catchup"))
    assert f"📨 From the umpire\n> {SECRET}" in caught_up
    missed = said(await field.ivo.slash(field.thread, "catchup"))
    assert "umpire" not in missed
    assert SECRET not in missed


async def test_who_asked_for_it_reads_it_in_a_direct_message(field: World) -> None:
    await begin(field)
    for who in (field.ada, field.ivo):
        await who.slash(field.channel, "campaign direct", wanted=True)
    await quiet(field)
    await whisper(field)
    assert SECRET in direct(field, "ada")
    assert SECRET not in direct(field, "ivo")
    await whisper(field, "insurgents", "They know of the bridge")
    assert "They know of the bridge" in direct(field, "ivo")
    assert "They know of the bridge" not in direct(field, "ada")


async def test_the_bot_dies_before_it_is_posted_and_it_arrives_once(field: World) -> None:
    allow(field)
    battle = await begin(field)
    down = field.env.inject_error("POST", "/channels/{channel_id}/messages", status=503, times=3)
    await field.gm.slash(field.thread, "gm whisper", side="army", text=SECRET)
    await field.restart()
    await quiet(field)
    await field.passes(minutes=10)
    await quiet(field)
    del down
    assert read(field, "army").count(SECRET) == 1
    assert SECRET not in everywhere_but(field, thread_of(field, "army"))
    await field.agrees(battle.info.id)


async def test_a_whisper_is_no_move_and_keeps_the_question(field: World) -> None:
    battle = await begin(field)
    await whisper(field)
    after = await battles.load(field.store, battle.info.id)
    assert after.prompt == battle.prompt
    # The side that is asked answers from the prompt that stands.
    who = field.ada if after.prompt.asks[0].side == "army" else field.ivo
    prompt = field.prompt()
    opened = await who.click(prompt, custom_id=(ids_of(prompt, "open") or ids_of(prompt, "quick"))[0])
    assert "gone on since" not in said(opened)


async def test_who_may_not_or_names_nobody_is_refused(field: World) -> None:
    await field.gm.slash(field.channel, "battle open")
    assert "no such battle" in refused(await field.gm.slash(field.channel, "gm whisper", side="army", text="x"))
    await begin(field)
    before = field.texts()
    assert "Only a GM" in refused(await field.ada.slash(field.thread, "gm whisper", side="army", text=SECRET))
    assert "side" in refused(await field.gm.slash(field.thread, "gm whisper", side="navy", text=SECRET))
    await quiet(field)
    assert field.texts() == before
    assert SECRET not in str([text_of(post) for post in field.posts()])
