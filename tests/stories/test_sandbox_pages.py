"""The sandbox's browser pages, several of which look at one virtual Discord that does one thing at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
from simcord.backend import Backend

from bot.sandbox.world import CAMPAIGN_CHANNEL, ONE, OTHER, World, attach, founded


@pytest.fixture
async def world() -> AsyncIterator[World]:
    env = attach(discord.Client(intents=discord.Intents.none()), Backend())
    await env.start()
    yield founded(env)
    await env.shutdown()


async def test_what_is_done_on_a_page_waits_while_the_pages_are_drawn_anew(world: World) -> None:
    """Turned away with an error, it left all of the page's buttons disabled for good."""
    place = world.guild.channels[CAMPAIGN_CHANNEL]
    for who in (ONE, OTHER):
        await world.page(place, world.people[who])
    preview = world._pages[place.id, world.people[ONE].id]
    page = preview._open_page(None, None)
    drawn = asyncio.create_task(world.refresh())
    await asyncio.sleep(0)
    assert world.env._operation_task is drawn

    done = await preview._action(
        page.id,
        {
            "protocol_version": 3,
            "kind": "refresh",
            "sequence": 1,
            "request_id": "first",
            "generation": page.generation,
            "bot_generation": world.env._generation,
        },
    )

    assert drawn.done()
    assert (done["rejected"], done["settlement"]) == (False, "settled")
