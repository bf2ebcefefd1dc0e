"""Tables that a GM makes: generated, drawn in characters, imported; kept over a restart and fought on."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import aiohttp
import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.pictures import rasterise
from campaigns.battle import battles
from campaigns.scenario import boards
from tests.bot.opened import campaign_of
from tests.bot.world import World, components, refused, said

GRID = "....WW....\n....WW....\n==========\n..#B......\n.........."
LEGEND = 'B = building 2.5 hard 2 floors "Mill"'
SHEET = """\
name: Crossroads
size: [48, 36]
edges: {army: west, insurgents: east}
features:
  - {kind: road, line: ["0,18", "48,18"], width: 2, name: High Road}
"""


def red(width: int = 120, height: int = 80) -> bytes:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2" fill="#f00"/></svg>'
    return rasterise.png(svg, width, [])


def uvtt(**changes: Any) -> bytes:
    content = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 30, "y": 20}, "pixels_per_grid": 4},
        "line_of_sight": [[{"x": 5, "y": 5}, {"x": 15, "y": 5}]],
        "portals": [],
        "lights": [],
        "image": b64encode(red()).decode(),
        **changes,
    }
    return json.dumps(content).encode()


def alt(result: InteractionResult) -> str:
    """The alt text of the picture in an answer."""
    assert result.response is not None
    galleries = [part for part in components(result.response) if part.get("type") == 12]
    return " ".join(item["description"] for gallery in galleries for item in gallery["items"])


async def picture(result: InteractionResult) -> bytes:
    assert result.response is not None
    assert result.response.ephemeral
    (found,) = result.response.attachments
    data = await found.read()
    assert data.startswith(b"\x89PNG")
    assert len(data) < 8 * 1024 * 1024
    return data


async def drawn(world: World, who: MemberActor, **fields: str) -> InteractionResult:
    form = await who.slash(world.channel, "board paste")
    assert form.modal is not None
    return await who.submit_modal(form, fields)


@pytest.mark.painted
async def test_a_generated_board_is_kept_and_fought_on_after_a_restart(club: World) -> None:
    campaign_id = await campaign_of(club)
    made = await club.gm.slash(
        club.channel, "board generate", kind="village", seed="7", size="40x30", name="Mill village"
    )
    assert "Kept" in said(made)
    assert "40 by 30" in alt(made)
    await picture(made)
    await club.restart()
    offered = await club.gm.autocomplete(club.channel, "battle begin", "board", "mill")
    assert [choice["value"] for choice in offered] == ["Mill village"]
    await club.gm.slash(club.channel, "battle begin", board="mill village")
    (info,) = await battles.of_campaign(club.store, campaign_id)
    kept = await boards.named(club.store, campaign_id, "Mill village")
    assert kept is not None
    assert info.board == kept.board
    assert info.board.name == "Mill village"
    assert dict(info.board.edges) == {"army": "south", "insurgents": "north"}


@pytest.mark.painted
async def test_a_board_is_drawn_in_characters(club: World) -> None:
    campaign_id = await campaign_of(club)
    made = await drawn(club, club.gm, name="Cross", grid=GRID, legend=LEGEND, cell="3")
    await picture(made)
    kept = await boards.named(club.store, campaign_id, "cross")
    assert kept is not None
    assert (kept.board.width, kept.board.depth) == (30, 15)
    mill = next(feature for feature in kept.board.features if feature.name == "Mill")
    assert (mill.kind, mill.floors, mill.hardness) == ("building", 2, "hard")


async def test_a_grid_that_cannot_be_read_is_refused_with_its_line(club: World) -> None:
    campaign_id = await campaign_of(club)
    words = refused(await drawn(club, club.gm, name="Cross", grid="......\n..Q...\n......", cell="4"))
    assert "grid:2" in words
    assert "Q" in words
    refused(await drawn(club, club.gm, name="Cross", grid=GRID, cell="wide"))
    refused(await drawn(club, club.gm, name="village", grid=GRID, cell="3"))
    assert await boards.of_campaign(club.store, campaign_id) == ()


@pytest.mark.painted
async def test_a_map_comes_in_with_its_picture_which_lies_under_the_battle(club: World) -> None:
    campaign_id = await campaign_of(club)
    made = await club.gm.slash(club.channel, "board import", file=("old mill.uvtt", uvtt()), cell=1.0)
    await picture(made)
    kept = await boards.named(club.store, campaign_id, "old mill")
    assert kept is not None
    assert (kept.board.width, kept.board.depth) == (30, 20)
    assert [feature.kind for feature in kept.board.features] == ["high wall"]
    await club.gm.slash(club.channel, "battle begin", board="old mill")
    (info,) = await battles.of_campaign(club.store, campaign_id)
    await club.gm.slash(club.channel, "board discard", name="old mill")
    await club.restart()
    assert await boards.of_campaign(club.store, campaign_id) == ()
    under = await boards.picture_of_battle(club.store, info.id)
    assert under is not None
    assert (under.format, under.width, under.height) == ("png", 120, 80)
    await picture(await club.ada.slash(club.thread, "map"))


async def test_a_board_in_yaml_comes_in_with_its_own_edges(club: World) -> None:
    campaign_id = await campaign_of(club)
    await club.gm.slash(club.channel, "board import", file=("x.yaml", SHEET.encode()))
    kept = await boards.named(club.store, campaign_id, "Crossroads")
    assert kept is not None
    assert dict(kept.board.edges) == {"army": "west", "insurgents": "east"}
    shown = await club.gm.slash(club.channel, "board show", name="Crossroads")
    assert "48 × 36 in" in said(shown)
    assert "Crossroads" in said(await club.gm.slash(club.channel, "board list"))


@pytest.mark.parametrize(
    ("name", "data", "said_"),
    [
        ("a.yaml", SHEET.replace("width: 2", "width: -2").encode(), "a.yaml:5"),
        ("a.yaml", b"size: [1", "a.yaml"),
        ("a.yaml", SHEET.replace("army", "martians").encode(), "martians"),
        ("a.yaml", b"x" * (600 * 1024), "larger than 512 KiB"),
        ("a.uvtt", b"PK\x03\x04 whatever", "archive"),
        ("a.uvtt", b"{", "a.uvtt:1"),
        ("a.uvtt", uvtt(image="@@@@"), "picture is damaged"),
        ("a.uvtt", uvtt(image=b64encode(b"GIF89a").decode()), "neither PNG"),
        ("a.dd2vtt", uvtt(resolution={"map_size": {"x": 9999, "y": 2}}), "1 to 400"),
        ("a.uvtt", uvtt(resolution={"map_size": {"x": 3, "y": 3}}), "8 to 400"),
        ("a.exe", b"MZ", ".uvtt"),
    ],
)
@pytest.mark.painted
async def test_files_that_are_no_boards_are_refused(club: World, name: str, data: bytes, said_: str) -> None:
    campaign_id = await campaign_of(club)
    words = refused(await club.gm.slash(club.channel, "board import", file=(name, data)))
    assert said_ in words, words
    assert await boards.of_campaign(club.store, campaign_id) == ()


async def test_boards_are_the_gms_own(club: World) -> None:
    await campaign_of(club)
    await club.gm.slash(club.channel, "board generate", kind="ridge", name="Ambush ridge")
    for who in (club.ada, club.zoe):
        for command, given in (
            ("board generate", {"kind": "ridge"}),
            ("board show", {"name": "Ambush ridge"}),
            ("board list", {}),
            ("board discard", {"name": "Ambush ridge"}),
            ("board import", {"file": ("a.yaml", SHEET.encode())}),
        ):
            assert "Ambush" not in refused(await who.slash(club.channel, command, **given))
        refused(await drawn(club, who, name="Cross", grid=GRID))
        assert await who.autocomplete(club.channel, "board show", "name", "") == []
        assert "Ambush" not in str(await who.autocomplete(club.channel, "battle begin", "board", "Amb"))


async def test_a_board_that_nobody_made_cannot_be_fought_on(club: World) -> None:
    campaign_id = await campaign_of(club)
    words = refused(await club.gm.slash(club.channel, "battle begin", board="Nowhere"))
    assert "no such board" in words
    assert await battles.of_campaign(club.store, campaign_id) == ()


@pytest.mark.parametrize(
    "failure",
    [aiohttp.ClientPayloadError("cut off"), TimeoutError(), ConnectionResetError(), discord.DiscordException()],
)
@pytest.mark.parametrize(("command", "name"), [("board import", "a.yaml"), ("scenario import", "a.yaml")])
async def test_a_file_that_cannot_be_fetched_is_a_refusal(
    club: World, monkeypatch: pytest.MonkeyPatch, command: str, name: str, failure: Exception
) -> None:
    campaign_id = await campaign_of(club)

    async def lost(_: discord.Attachment) -> bytes:
        raise failure

    monkeypatch.setattr(discord.Attachment, "read", lost)
    words = refused(await club.gm.slash(club.channel, command, file=(name, SHEET.encode())))
    assert "could not be fetched" in words
    assert "Attach it again" in words
    assert await boards.of_campaign(club.store, campaign_id) == ()
