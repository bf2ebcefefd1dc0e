"""A carrier and a jeep against men with RPGs: raised, driven and fired through the bot, with a restart in between."""

from __future__ import annotations

from pathlib import Path

from campaigns.battle import battles
from rules.book_and_gun.state import State
from rules.script.state import Staged
from tests.bot.world import said, world
from tests.stories.commander import Command

ANSWERS = 10
"""Answers of both sides at most; by then every vehicle has had its card."""


async def test_vehicles_are_driven_and_fired_by_clicks_and_survive_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Amber", rules="book-and-gun")
        await club.ada.slash(club.channel, "campaign join", side="army", unit="us-m113")
        await club.ada.slash(club.channel, "unit raise", kind="uk-jeep")
        await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7")
        assert "has begun" in said(await club.gm.slash(club.channel, "battle begin", anyway=True))
        (info,) = await battles.of_campaign(club.store, 1)
        command = Command(club, info.id)
        start = await _state(command)
        assert [vehicle.type for vehicle in start.vehicles] == ["m113", "gun-jeep"]
        for number in range(ANSWERS):
            if await command.over():
                break
            await command.answer()
            if number == 4:
                before = (await _state(command)).vehicles
                await club.restart()
                assert (await _state(command)).vehicles == before
        after = await _state(command)
        assert [v.at for v in after.vehicles] != [v.at for v in start.vehicles]
        assert all(f.at == v.at for v in after.vehicles for f in after.people_in(v.id))


async def _state(command: Command) -> State:
    staged = (await command.field_()).state
    assert isinstance(staged, Staged)
    assert isinstance(staged.battle, State)
    return staged.battle
