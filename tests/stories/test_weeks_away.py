"""Weeks by post in which somebody is not there, after an announcement or without one. Counted are the days and the
mentions that it costs the table."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

from campaigns.battle import battles
from campaigns.battle.record.staffing import staffed
from campaigns.tables.battles import Battle, BattleStatus
from rules.seam.asking import Ask
from tests.bot.test_clocks import pings
from tests.bot.world import Person, World, ids_of, said, world
from tests.stories.commander import Command

ANSWERS = 12
"""Until which somebody of each side must have been asked."""


async def _mill_road(club: World) -> Command:
    await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
    await club.ada.slash(club.channel, "campaign join", side="army")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents")
    await club.gm.slash(club.channel, "battle begin", scenario="the-mill-road")
    (info,) = await battles.of_campaign(club.store, 1)
    return Command(club, info.id)


async def _plays(club: World, command: Command) -> set[str]:
    async with club.store.reading() as session:
        return set(staffed(await session.get_one(Battle, command.battle)))


async def _clicks(club: World, who: Person) -> None:
    """What is offered first for the whole side."""
    prompt = club.prompt()
    if not ids_of(prompt, "quick"):
        panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
        assert panel is not None
        await who.click(panel, custom_id=ids_of(panel, "quick")[0])
    else:
        await who.click(prompt, custom_id=ids_of(prompt, "quick")[0])


async def _asked(command: Command) -> Ask:
    return (await command.field_()).prompt.asks[0]


async def _until_asked(club: World, command: Command, side: str) -> None:
    for _ in range(2 * ANSWERS):
        ask = await _asked(command)
        if ask.side == side:
            return
        await _clicks(club, command.player(ask))
    raise AssertionError(f"{side} is never asked")


async def _answers(club: World, command: Command, number: int, side: str) -> None:
    """So often somebody of the side answers, each time half a day later."""
    for _ in range(number):
        field = await command.field_()
        if field.info.status is not BattleStatus.RUNNING:
            return
        assert {ask.side for ask in field.prompt.asks} == {side}, "nobody is asked for the side that the staff plays"
        await _clicks(club, command.player(field.prompt.asks[0]))
        await club.passes(hours=12)


async def test_ten_days_that_were_announced_cost_five_and_no_mention(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await _mill_road(club)
        await _until_asked(club, command, "insurgents")
        answer = await club.ivo.slash(club.thread, "clock away", until="10 days")
        assert "the battle pauses for the days that the campaign gives, then the staff plays" in said(answer)
        await club.passes(minutes=1)
        version, before = (await command.field_()).info.version, Counter(pings(club))

        for _ in range(4):
            await club.passes(days=1)
        await club.restart()
        assert (await command.field_()).info.version == version, "nothing is done in their place meanwhile"
        assert Counter(pings(club)) == before, "and nobody is called"
        await club.passes(days=1, hours=1)
        assert await _plays(club, command) == {"insurgents"}

        await _answers(club, command, 4, "army")
        field = await command.field_()
        assert field.info.version > version
        assert field.info.status is BattleStatus.RUNNING, "not lost by going away"
        assert Counter(pings(club))[club.ivo.id] == before[club.ivo.id], "ten days without a mention"
        await club.restart()
        await club.passes(days=1)
        # Back again: their word relieves the staff.
        await club.ivo.slash(club.thread, "clock back")
        await club.agrees(command.battle)


async def test_one_who_vanishes_costs_four_days_and_then_no_time_at_all(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await _mill_road(club)
        await _until_asked(club, command, "insurgents")
        began, before = club.store.clock.now(), Counter(pings(club))
        asked, turns = "insurgents", Counter[str]()  # how often each side is asked after the other: the cards say
        for _ in range(2 * ANSWERS):
            last, asked = asked, (await _asked(command)).side
            turns[asked] += asked != last
            if await _plays(club, command):
                break
            if asked == "insurgents":
                await club.passes(hours=6)
            else:
                await _clicks(club, club.ada)
        days = (club.store.clock.now() - began) / timedelta(days=1)
        called = Counter(pings(club)) - before
        assert await _plays(club, command) == {"insurgents"}
        assert days == 4, "two deadlines of two days each, the first of them excused"
        assert 1 <= turns["army"] <= 2
        mentions = {club.ivo.id: 2 + turns["insurgents"], club.ada.id: turns["army"], club.gm.id: 1}
        assert called == mentions, "two reminders, the open seat, and each turn once"

        await club.gm.slash(club.channel, "campaign show")  # or seven silent days have another elected
        since, passed = Counter(pings(club)), club.store.clock.now()
        await _answers(club, command, 5, "army")
        assert (club.store.clock.now() - passed) / timedelta(hours=12) <= 5, "it goes on as fast as Ada answers"
        later = Counter(pings(club)) - since
        assert later[club.ivo.id] == 0, "who is not there is called no more"
        assert later[club.ada.id] == 0, "nor is somebody who has just acted"
        await club.agrees(command.battle)
