"""The bot's own pictures: brought to Discord once, used where they are, and nothing where they are not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest
from discord import ui

from bot.pictures import emblems, pictures
from bot.sending.emblems import EmblemKeeper
from bot.talk.controls import button, choose
from bot.talk.emblems import ARMS, STATES, Emblems, emblem, of_unit
from bot.talk.say import TEXT_LIMIT, card
from bot.talk.ticket import Ticket
from rules.seam.viewing import UnitView
from tests.bot.world import World, world

NAMES = 32
"""Characters of an emoji's name at most."""


def content(view: ui.LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay))


@pytest.fixture
def known() -> Emblems:
    found = Emblems()
    for number, key in enumerate(emblems.drawn(), 1):
        found.learn(key, discord.PartialEmoji(name=key, id=number))
    return found


def test_each_has_a_name_of_its_own_that_discord_takes() -> None:
    names = [emblems.name_of(key) for key in emblems.drawn()]
    assert len(set(names)) == len(names)
    assert all(2 <= len(name) <= NAMES and name.replace("_", "a").isalnum() for name in names)
    assert {*STATES.values(), *ARMS.values(), "hearts", "d6", "d20"} <= set(emblems.drawn())


async def test_they_can_be_drawn_and_are_small() -> None:
    for key in ("hearts", "d20", "armour", STATES["pinned"]):
        picture = await pictures.png(emblems.drawn()[key], emblems.SIDE)
        assert picture.startswith(b"\x89PNG")
        assert len(picture) < 64 * 1024


def test_texts_and_buttons_are_dressed(known: Emblems) -> None:
    told = "🎲 to hit · d20: **7**\n🃏 casualty: K♥\nRed `10♦︎` for Able\n🎲 d6"
    view = card(told, f"### {emblem('armour')}Centurion 1")
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(button(Ticket("details", 1), "Details", emoji="🎲"))
    view.add_item(row)
    known.dress(view)
    said = content(view)
    assert said.startswith("<:d20:")
    assert "casualty: **K**<:hearts:" in said
    assert "Red **10**<:diamonds:" in said
    assert "### <:armour:" in said
    (pressed,) = [part for part in view.to_components()[1]["components"]]
    assert pressed["emoji"]["name"] == "d20"
    before = said
    known.dress(view)
    assert content(view) == before, "what is dressed stays as it is"


def test_without_pictures_plain_signs_stand() -> None:
    view = card("🃏 casualty: K♥", f"### {emblem('armour')}Centurion 1")
    Emblems().dress(view)
    assert content(view) == "🃏 casualty: K♥\n### Centurion 1"


def test_a_full_message_stays_plain(known: Emblems) -> None:
    view = card("K♥ " * (TEXT_LIMIT // 3))
    known.dress(view)
    assert content(view).count("♥") > 1000
    assert len(content(view)) <= TEXT_LIMIT


def test_a_choice_shows_the_state_before_the_arm(known: Emblems) -> None:
    def unit(ref: str, *states: str) -> UnitView:
        return UnitView(ref, ref, "army", 5, 5, states)

    pinned, fit = unit("a", "hidden floor", "pinned"), unit("b")
    signs = {"a": of_unit(pinned, "1205"), "b": of_unit(fit, "1205"), "c": of_unit(fit)}
    row = choose(Ticket("pick", 1), "Choose", [("A", "a", ""), ("B", "b", ""), ("C", "c", "")], pictures=signs)
    view = ui.LayoutView(timeout=None)
    view.add_item(row)
    known.dress(view)
    (select,) = row.to_component_dict()["components"]
    assert [option.get("emoji", {}).get("name") for option in select["options"]] == [
        STATES["pinned"], "armour", None,
    ]  # fmt: skip


async def test_they_are_uploaded_once_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {key: emblems.drawn()[key] for key in ("hearts", "d6")}
    monkeypatch.setattr(emblems, "drawn", lambda: few)
    async with world(tmp_path) as club:
        backend = club.env.backend
        backend.create_application_emoji("adj_hearts_000000")
        backend.create_application_emoji("somebody_elses")
        await EmblemKeeper(club.bot, club.bot.names.emblems).bring()
        names = sorted(each.name for each in backend.application_emojis.values())
        assert names == sorted([*map(emblems.name_of, few), "somebody_elses"])
        again = Emblems()
        await EmblemKeeper(club.bot, again).bring()
        assert sorted(each.name for each in backend.application_emojis.values()) == names, "a restart uploads nothing"
        view = card("K♥")
        again.dress(view)
        assert content(view).startswith("**K**<:adj_hearts_")


async def test_where_discord_refuses_nothing_stops(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emblems, "drawn", lambda: {"hearts": "<svg/>"})
    club.env.inject_error("GET", f"/applications/{club.bot.application_id}/emojis", status=403, times=1)
    known = Emblems()
    await EmblemKeeper(club.bot, known).bring()
    view = card("K♥")
    known.dress(view)
    assert content(view) == "K♥"


async def test_whoever_stops_while_they_are_brought_leaves_nothing_at_work(
    club: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first picture is long in coming, and what has begun is cleared away: both before closing has ended."""
    drawing, drawn = asyncio.Event(), asyncio.Event()
    cleared: list[bool] = []

    async def late(*_: object) -> bytes:
        drawing.set()
        try:
            await drawn.wait()
        finally:
            await asyncio.sleep(0)
            cleared.append(drawn.is_set())
        raise pictures.NoPicture("too late")

    monkeypatch.setattr(emblems, "drawn", lambda: {"hearts": "<svg/>"})
    monkeypatch.setattr(pictures, "png", late)
    keeper = EmblemKeeper(club.bot, Emblems())
    await keeper.close()  # nothing has begun
    keeper.start()
    await drawing.wait()
    closing = asyncio.create_task(keeper.close())
    for _ in range(10):
        await asyncio.sleep(0)
        if closing.done():
            assert cleared == [False]
            break
    drawn.set()
    await closing
    assert cleared == [False]
    await keeper.close()  # a second time, too


async def test_when_all_are_there_closing_is_no_matter(club: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emblems, "drawn", dict)
    keeper = EmblemKeeper(club.bot, Emblems())
    keeper.start()
    await asyncio.sleep(0)
    await keeper.close()


def test_one_choice_is_taken_unless_more_may_be() -> None:
    options = [("A", "a", ""), ("B", "b", "")]
    (one,) = choose(Ticket("pick", 1), "Choose", options).to_component_dict()["components"]
    (any_,) = choose(Ticket("pick", 1), "Choose", options, least=0, most=2).to_component_dict()["components"]
    assert [(each["min_values"], each["max_values"]) for each in (one, any_)] == [(1, 1), (0, 2)]
