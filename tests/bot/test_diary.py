"""The war diary, through the bot: what happened by date, what people write, for whom, and what their words may do."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from simcord import InteractionResult
from sqlmodel import select

from bot.site import writing
from bot.talk.markdown import harmless
from campaigns.campaign import campaign
from campaigns.story import diary
from campaigns.story.reader import reader_of
from campaigns.tables.stories import DiaryPicture
from tests.bot.opened import battle_of
from tests.bot.test_figure_files import shot
from tests.bot.world import Person, World, ids_of, refused, said

WRITTEN = "Cold night.\n- two rounds left\n**No** rest"


async def written(club: World, who: Person, **fields: object) -> InteractionResult:
    """Somebody writes an entry by the form."""
    answer = await who.slash(club.channel, "campaign diary")
    assert answer.response is not None
    form = await who.click(answer.response, custom_id=ids_of(answer.response, "diary-write")[0])
    return await who.submit_modal(form, {"readers": [fields.pop("readers", "all")], "day": "", **fields})


async def shown(club: World, who: Person, **fields: object) -> str:
    """What somebody reads; with `fields` after having written that."""
    return said(await (written(club, who, **fields) if fields else who.slash(club.channel, "campaign diary")))


async def test_the_diary_tells_the_campaign_by_date_and_keeps_what_people_write(club: World) -> None:
    fight = await battle_of(club)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    told = await shown(club, club.ada)
    assert "was formed" in told
    assert "began." in told
    assert "nightfall" in told
    assert fight is not None

    assert "✔ Written" in await shown(club, club.ada, title="Letter home", text=WRITTEN)
    for who in (club.ada, club.ivo, club.gm):
        assert "Letter home" in await shown(club, who)
    assert "- two rounds left\n**No** rest" in await shown(club, club.ivo)
    await shown(club, club.ada, title="For us alone", text="The bridge at dawn", readers="own", day="2026-01-02")
    assert "2 January 2026" in await shown(club, club.ada)
    assert "The bridge" in await shown(club, club.gm)
    assert "The bridge" not in await shown(club, club.ivo)
    await club.restart()
    assert "Letter home" in await shown(club, club.ivo)

    # Taken down by the GM; by nobody else of the other side.
    answer = await club.gm.slash(club.channel, "campaign diary")
    assert answer.response is not None
    await club.gm.select(answer.response, ["1"], custom_id=ids_of(answer.response, "diary-down")[0])
    assert "Letter home" not in await shown(club, club.ada)


async def test_bad_entries_are_refused(club: World) -> None:
    await battle_of(club)
    answer = await club.ada.slash(club.channel, "campaign diary")
    assert answer.response is not None
    write = ids_of(answer.response, "diary-write")[0]
    for fields in (
        {"title": "x", "text": "y", "day": "yesterday"},
        {"title": "x", "text": "y", "day": "0001-01-01"},
        {"title": "x", "text": "\n".join("a" * (diary.LINES + 1))},
    ):
        form = await club.ada.click(answer.response, custom_id=write)
        refused(await club.ada.submit_modal(form, {"readers": [fields.pop("readers", "all")], "day": "", **fields}))
    assert "✒️" not in await shown(club, club.ada)


async def test_an_entry_has_a_picture_for_whoever_reads_it_until_it_is_taken_down(club: World) -> None:
    await battle_of(club)
    entry = {"title": "The bridge", "text": "At dawn", "readers": "own"}
    picture = ("bridge.jpg", shot((3000, 2000), "JPEG") + b"<script>")
    assert "✔ Written" in await shown(club, club.ada, picture=picture, **entry)

    async def seen(who: Person) -> list[bytes]:
        answer = await who.slash(club.channel, "campaign diary")
        assert answer.response is not None
        return [await file.read() for file in answer.response.attachments]

    await club.restart()
    (kept,) = await seen(club.ada)
    assert [kept] == await seen(club.gm)
    assert await seen(club.ivo) == []
    assert b"script" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (1280, 853)), "drawn anew, with its sides as they were"

    here = await campaign.show(club.store, 1)
    for side, files in (("army", 1), ("insurgents", 0)):
        pages = await writing.make(club.store, here, reader_of(here, side))
        assert len([path for path in pages if path.startswith("pictures/")]) == files
        assert (b"pictures/1.jpg" in pages["diary.html"]) == bool(files)

    for bad in (("x.svg", b"<svg><a href='x'/></svg>"), ("x.png", b"")):
        assert "isn't a PNG" in refused(await written(club, club.ada, picture=bad, **entry))
    answer = await club.gm.slash(club.channel, "campaign diary")
    assert answer.response is not None
    await club.gm.select(answer.response, ["1"], custom_id=ids_of(answer.response, "diary-down")[0])
    assert await seen(club.ada) == []
    async with club.store.reading() as session:
        assert (await session.exec(select(DiaryPicture))).all() == []


@pytest.mark.parametrize(
    ("text", "harm"),
    [
        ("@everyone and @here", "@everyone"),
        ("<@123> <@&5> <#7> </battle end:1>", r"(?<!\\)<[@#/]"),
        ("[click](https://x.example)", r"(?<!\\)\[click"),
        ("see https://x.example/a", "https://"),
        ("# Big", "\n# "),
        ("||spoiler||", r"\|\|"),
        ("```\ncode\n```", "```"),
        ("<script>alert(1)</script>", r"(?<!\\)<script"),
        ("a\u202eb\u200bc", "\u202e"),
        ("![p](http://x/p.png)", "http://"),
        ("**a [b](http://x) c**", r"(?<!\\)\]\(http"),
    ],
)
def test_what_people_write_does_no_harm(text: str, harm: str) -> None:
    shown = harmless(text)
    assert not re.search(harm, shown)
    assert not shown.startswith("# ")


def test_emphasis_lists_and_quotes_stand_as_written() -> None:
    text = "**bold** and *soft*\n- one\n2. two\n> said"
    assert harmless(text) == text
    assert harmless("2 * 3 * 4 ** 5") == r"2 \* 3 \* 4 \*\* 5"
