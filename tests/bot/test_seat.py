"""One look at the battle serves a whole click: however it comes, it builds few states and asks the database little."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable
from pathlib import Path
from typing import Any

import pytest

from tests.bot.counting import Cost, counted
from tests.bot.opened import Fight, battle_of
from tests.bot.test_map import by_command, field
from tests.bot.toy import TOY
from tests.bot.world import World, ids_of, said, world

REBUILDS, QUERIES = 2, 8

__all__ = ["field"]  # a fixture


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[World]:
    async with world(tmp_path, {"toy": TOY}) as made:
        yield made


@pytest.fixture
async def fight(club: World) -> Fight:
    """The army's turn, some entries on."""
    fight = await battle_of(club)
    await (await fight.player()).slash(club.thread, "hold")
    await (await fight.player()).slash(club.thread, "hold")
    await fight.until("army")
    return fight


async def cost_of(club: World, click: Awaitable[Any]) -> tuple[Cost, Any]:
    with counted(club.store) as cost:
        result = await click
    assert "othing has changed" not in said(result), said(result)
    return cost, result


def within(cost: Cost, queries: int = QUERIES) -> None:
    assert cost.rebuilds <= REBUILDS, cost
    assert len(cost.queries) <= queries, cost


async def test_a_panel_is_opened(club: World, fight: Fight) -> None:
    within((await cost_of(club, fight.pick()))[0])


async def test_a_panel_is_opened_after_a_restart(club: World, fight: Fight) -> None:
    await club.restart()
    cost, _ = await cost_of(club, fight.pick())
    assert cost.rebuilds <= REBUILDS, cost


async def test_an_offer_is_taken(club: World, fight: Fight) -> None:
    panel = (await fight.pick()).response
    assert panel is not None
    cost, result = await cost_of(club, club.ada.click(panel, custom_id=ids_of(panel, "do")[0]))
    assert "✔" in said(result)
    within(cost)


async def test_a_plain_command(club: World, fight: Fight) -> None:
    cost, result = await cost_of(club, club.ada.slash(club.thread, "hold"))
    assert "✔" in said(result)
    within(cost)


async def test_an_order_that_was_shown_first_is_confirmed(field: World) -> None:
    who, shown = await by_command(field, to="forward 4")
    assert shown.response is not None
    cost, result = await cost_of(field, who.click(shown.response, custom_id=ids_of(shown.response, "go")[0]))
    assert "✔" in said(result)
    within(cost)


async def test_status(club: World, fight: Fight) -> None:
    within((await cost_of(club, club.ada.slash(club.thread, "status")))[0])


async def test_now(club: World, fight: Fight) -> None:
    within((await cost_of(club, club.ada.slash(club.thread, "now")))[0])


async def test_the_map_and_another_look_at_it(club: World, fight: Fight) -> None:
    cost, shown = await cost_of(club, club.ada.slash(club.thread, "map"))
    within(cost)
    assert shown.response is not None
    where = ids_of(shown.response, "regard")[0]
    target = (await fight.field()).state.squads[0].id
    within((await cost_of(club, club.ada.select(shown.response, custom_id=where, values=[target])))[0])


async def test_help(club: World, fight: Fight) -> None:
    for topic in ("start", "posts"):
        within((await cost_of(club, club.ada.slash(club.thread, "help", topic=topic)))[0])


async def test_the_details_of_a_post(club: World, fight: Fight) -> None:
    post = [message for message in club.posts() if ids_of(message, "details")][-1]
    within((await cost_of(club, club.ada.click(post, custom_id=ids_of(post, "details")[0])))[0])


async def test_an_option_is_completed(club: World, fight: Fight) -> None:
    for command, option in (("fire", "target"), ("fire", "unit"), ("map", "where")):
        with counted(club.store) as cost:
            offered = await club.ada.autocomplete(club.thread, command, option, "")
        assert offered
        assert cost.queries
        within(cost)
