"""Deadlines as events of the server's calendar, where a campaign wants them and the bot may."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import discord

from bot.shell.permissions import LEAST
from tests.bot.red_front import MEADOW, does, field_of, fought, ready
from tests.bot.test_side_threads import allow
from tests.bot.world import World, said

CREATES = LEAST | discord.Permissions(manage_events=True, create_events=True)
"""simcord asks for Manage Events where Discord wants Create Events."""
SCHEDULED, COMPLETED, CANCELED = 1, 3, 4


def events(front: World) -> list[tuple[int, str, datetime]]:
    """Of the server's calendar: state, name and begin of each."""
    found = front.env.backend.get_guild(front.guild.id).scheduled_events.values()
    return [(int(one.status), one.name, datetime.fromisoformat(str(one.scheduled_start_time))) for one in found]


async def _moves(front: World) -> None:
    if (await field_of(front)).state.segment.side == "attacker":
        await does(front, front.ada, "move", unit="First company", path="1in toward 14,30")
    else:
        await does(front, front.ivo, "move", unit="Far company", path="1in toward 40,1")


async def wanted(front: World) -> str:
    return said(await front.gm.slash(front.channel, "campaign settings", calendar=True))


async def test_it_is_off_until_a_gm_wants_it(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, CREATES)
        await ready(front)
        await _moves(front)
        assert events(front) == []


async def test_a_deadline_is_an_event_that_moves_with_it_and_ends_with_the_battle(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, CREATES)
        await ready(front)
        assert "Server calendar: deadlines are its events" in await wanted(front)
        ((status, name, first),) = events(front)
        assert (status, name) == (SCHEDULED, "Meadow: answer due")
        assert first == front.store.clock.now() + timedelta(hours=48)
        (event,) = front.env.backend.get_guild(front.guild.id).scheduled_events.values()
        assert (event.entity_metadata or {})["location"].endswith(f"/{front.guild.id}/{front.thread.id}")
        assert "First Army to answer" in (event.description or "")
        await front.passes(hours=1)
        await _moves(front)
        ((status, _, moved),) = events(front)
        assert (status, moved) == (SCHEDULED, front.store.clock.now() + timedelta(hours=48))
        await front.restart()
        assert len(events(front)) == 1, "a restart makes none anew"
        await front.gm.slash(front.thread, "gm deadline", side="defender", hours=24)
        ((_, _, later),) = events(front)
        assert later == moved + timedelta(hours=24)
        await front.gm.slash(front.thread, "battle end")
        ((status, _, _),) = events(front)
        assert status == CANCELED


async def test_who_turns_it_off_has_a_clean_calendar(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, CREATES)
        await ready(front)
        await wanted(front)
        await front.gm.slash(front.channel, "campaign settings", calendar=False)
        ((status, _, _),) = events(front)
        assert status == CANCELED


async def test_where_the_bot_may_not_the_gm_is_told_and_the_battle_goes_on(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, LEAST)
        await ready(front)
        told = await wanted(front)
        assert "I may not create events on this server" in told
        assert events(front) == []
        undelivered = said(await front.gm.slash(front.channel, "gm undelivered"))
        assert "Battle 1 isn't in the calendar: I need the permission Create Events" in undelivered
        await _moves(front)
        allow(front, CREATES)
        await front.passes(hours=7)
        assert [status for status, _, _ in events(front)] == [SCHEDULED], "and made when the bot may"


async def test_an_event_of_which_nobody_wrote_down_the_number_is_found_again(tmp_path: Path) -> None:
    async with fought(tmp_path, MEADOW) as front:
        allow(front, CREATES)
        await ready(front)
        front.env.inject_error("POST", f"/guilds/{front.guild.id}/scheduled-events", status=500, times=1)
        await wanted(front)
        assert events(front) == []
        await front.passes(minutes=5)
        assert len(events(front)) == 1
