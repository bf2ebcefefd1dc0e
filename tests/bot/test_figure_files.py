"""A figure's file, through the bot: its card and story, a portrait and a nickname, the obituary, the roll of honour;
and what a side does not learn of the other from any of them."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from bot.pictures.file_card import CardFace, card_of
from campaigns.battle import battles
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.roster.careers import Status
from campaigns.roster.rosters import RosterFigure, RosterUnit
from campaigns.story import portraits, uploads
from rules.registry import rule_sets
from tests.bot.world import World, ids_of, refused, said, world


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Long War")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia", unit_name="Crescent")
        yield made


async def unit(war: World, name: str) -> RosterUnit:
    (found,) = [each for each in await rosters.units_of(war.store, 1) if each.name == name]
    return found


async def last_of(war: World, name: str) -> RosterFigure:
    return (await unit(war, name)).slots[-1].last


async def fought(war: World, title: str) -> None:
    """A battle in which a stray round kills the last of Chalk One and of Crescent."""
    await war.gm.slash(war.channel, "battle begin", title=title, board="none")
    for name in ("Chalk One", "Crescent"):
        man = await last_of(war, name)
        told = said(await war.gm.slash(war.thread, "kill", figure=man.ref, reason="a stray round"))
        assert "✔" in told, told
    await war.gm.slash(war.thread, "battle end", winner="black", reason="dusk")


def shot(size: tuple[int, int] = (60, 40), form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "olive").save(out, form)
    return out.getvalue()


async def test_a_file_shows_card_story_and_obituary_and_the_roll_names_the_dead(war: World) -> None:
    await fought(war, "Ridge Run")
    dead = await last_of(war, "Chalk One")
    assert dead.status is Status.KILLED
    answer = await war.ada.slash(war.channel, "figure show", figure=dead.ref)
    told = said(answer)
    assert answer.response is not None
    assert [file.filename for file in answer.response.attachments] == ["card.png"]
    assert "Ridge Run" in told
    assert f"✝ {dead.rank} {dead.name}" in told.replace("**", "")
    assert "illed at Ridge Run" in told
    assert "1 battle" in told
    assert told == said(await war.ada.slash(war.channel, "figure show", figure=dead.ref))

    # Line by line, by the button and by the option.
    by_button = await war.ada.click(answer.response, custom_id=ids_of(answer.response, "career")[0])
    assert "killed in Ridge Run" in said(by_button)
    assert "killed in Ridge Run" in said(await war.ada.slash(war.channel, "figure show", figure=dead.ref, lines=True))

    # A recruit: each finds the other.
    await war.gm.slash(war.channel, "figure replace", figure=dead.ref, given="Ned", family="Kelly")
    shown = await war.ada.slash(war.channel, "figure show", figure=dead.ref)
    assert shown.response is not None
    assert "After: Ned Kelly" in said(shown)
    (after,) = [each for each in ids_of(shown.response, "file") if dead.ref not in each.split(":")]
    heir = await war.ada.click(shown.response, custom_id=after)
    assert f"Before: {dead.name}" in said(heir)

    chronicle = await war.ada.slash(war.channel, "chronicle")
    assert chronicle.response is not None
    roll = said(await war.ada.click(chronicle.response, custom_id=ids_of(chronicle.response, "roll")[0]))
    enemy = await last_of(war, "Crescent")
    assert f"✝ {dead.rank} {dead.name}, Chalk One" in roll
    assert enemy.name in roll  # everybody was told of that death
    assert "2 names" in roll

    # Taken back: the story, the obituary and the roll follow.
    lines = await war.gm.autocomplete(war.channel, "figure correct", "line", "killed", figure=dead.ref)
    places = await war.gm.autocomplete(war.channel, "figure correct", "place", "", figure=dead.ref)
    back = {"figure": dead.ref, "line": lines[0]["value"], "why": "a namesake", "place": places[-1]["value"]}
    assert "Corrected" in said(await war.gm.slash(war.channel, "figure correct", **back))
    again = said(await war.ada.slash(war.channel, "figure show", figure=dead.ref))
    assert "illed at Ridge Run" not in again
    assert "was killed" not in again
    assert "Ridge Run" in again
    chronicle = await war.ada.slash(war.channel, "chronicle")
    assert chronicle.response is not None
    roll = said(await war.ada.click(chronicle.response, custom_id=ids_of(chronicle.response, "roll")[0]))
    assert dead.name not in roll
    assert "1 name" in roll

    # The unit's story, and the sides'.
    roster = await war.ada.slash(war.channel, "unit roster", unit="Chalk One")
    assert roster.response is not None
    story = said(await war.ada.click(roster.response, custom_id=ids_of(roster.response, "unit-file")[0]))
    assert "Chalk One" in story
    assert "Ridge Run" in story
    for way in ids_of(chronicle.response, "side-file"):
        assert "Ridge Run" in said(await war.ada.click(chronicle.response, custom_id=way))


async def test_the_other_sides_people_are_read_where_the_campaigns_files_are_open(war: World) -> None:
    await fought(war, "Ridge Run")
    enemy = await last_of(war, "Crescent")
    assert "no such figure" in refused(await war.ada.slash(war.channel, "figure show", figure=enemy.ref))
    assert await war.ada.autocomplete(war.channel, "figure show", "figure", enemy.name) == []
    assert "Files of figures: open" in said(await war.gm.slash(war.channel, "campaign settings", files="open"))
    assert enemy.name in said(await war.ada.slash(war.channel, "figure show", figure=enemy.ref))
    assert len(await war.ada.autocomplete(war.channel, "figure show", "figure", enemy.name)) == 1
    # To read is not to write.
    assert "no such figure" in refused(await war.ada.slash(war.channel, "figure note", figure=enemy.ref, text="x"))
    assert "no such figure" in refused(
        await war.ada.slash(war.channel, "figure portrait", figure=enemy.ref, picture=("a.png", shot()))
    )


async def test_a_portrait_and_a_nickname_are_given_and_taken_down(war: World) -> None:
    man = (await unit(war, "Chalk One")).slots[0].last
    given = await war.ada.slash(war.channel, "figure portrait", figure=man.ref, picture=("me.jpg", shot(form="JPEG")))
    assert "The portrait is kept" in said(given)
    named = said(await war.ada.slash(war.channel, "figure rename", figure=man.ref, nickname="Hawk"))
    assert "Renamed" in named
    assert "Called “Hawk”" in said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
    assert "neither a name" in refused(await war.ada.slash(war.channel, "figure rename", figure=man.ref))
    for bad in ("x" * 41, "a\u200bb", "   \u202e "):
        refused(await war.ada.slash(war.channel, "figure rename", figure=man.ref, nickname=bad))

    await war.restart()
    assert "Called “Hawk”" in said(await war.gm.slash(war.channel, "figure show", figure=man.ref))
    await war.gm.slash(war.channel, "figure rename", figure=man.ref, nickname="-")
    assert "Called" not in said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
    assert "taken down" in said(await war.gm.slash(war.channel, "figure portrait", figure=man.ref))
    assert "no portrait" in refused(await war.gm.slash(war.channel, "figure portrait", figure=man.ref))


async def test_nothing_of_a_battle_that_goes_on_stands_in_a_file(war: World) -> None:
    await war.gm.slash(war.channel, "battle begin", title="Ridge Run", board="none")
    man = await last_of(war, "Chalk One")
    await war.gm.slash(war.thread, "kill", figure=man.ref, reason="a stray round")
    assert "Ridge Run" not in said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
    await war.gm.slash(war.thread, "battle end", reason="dusk")
    assert "Ridge Run" in said(await war.ada.slash(war.channel, "figure show", figure=man.ref))
    await war.gm.slash(war.thread, "battle undo")
    assert (await battles.load(war.store, 1)).info.result is None
    assert "Ridge Run" not in said(await war.ada.slash(war.channel, "figure show", figure=man.ref)).partition("**")[2]


# ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────


def lying(width: int, height: int) -> bytes:
    """A PNG whose head says another size than it has."""
    data = bytearray(shot((8, 8)))
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><a href='http://x'/></svg>", "not-a-picture"),
        (b"", "not-a-picture"),
        (b"GIF89a" + bytes(40), "not-a-picture"),
        (lying(4000, 4000), "picture-lies"),
        (lying(60000, 60000), "picture-large"),
        (shot()[:60], "picture-lies"),
        (shot((4100, 2)), "picture-large"),
        (b"\x89PNG\r\n\x1a\n" + bytes(uploads.HEAVIEST), "picture-heavy"),
    ],
)
def test_a_picture_that_is_none_or_lies_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        uploads.redrawn(data, portraits.SIZE, "PNG")
    assert refusal.value.code == code


@pytest.mark.parametrize("form", uploads.FORMATS)
def test_a_portrait_is_drawn_anew_and_small(form: str) -> None:
    made = uploads.redrawn(shot((3000, 2000), form) + b"<script>", portraits.SIZE, "PNG")
    assert b"script" not in made
    with Image.open(io.BytesIO(made)) as kept:
        assert kept.format == "PNG"
        assert kept.width <= portraits.SIZE[0]
        assert kept.height <= portraits.SIZE[1]


def test_a_card_holds_any_name() -> None:
    for name in ("A" * 2000, "<script>&\"'", "\u202eevil", "مرحبا", "@everyone", ""):
        svg = card_of(CardFace(name, name, name, name, (("1", "battle"),), ((name, ()),) * 20, "#1f2a44", "friend"))
        assert "<script" not in svg
        assert "\u202e" not in svg
        assert len(svg) < 40_000
