"""Route Amber through the bot: a convoy by letters, restarts between them and in the middle of phases, and what it
costs the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from rules.kernel.action import Action
from rules.seam.asking import Ask
from tests.bench.lettered import Proposing
from tests.bot.world import Person, World, said, world

MOST = 400
"""Answers of the battle at most."""
HAND_OVERS = 14


@pytest.mark.long
async def test_route_amber_by_letters(tmp_path: Path) -> None:
    async with world(tmp_path) as road:
        await road.gm.slash(road.channel, "campaign create", name="Amber", rules="book-and-gun")
        await road.ada.slash(road.channel, "campaign join", side="army")
        await road.ivo.slash(road.channel, "campaign join", side="insurgents")
        await road.gm.slash(road.channel, "battle begin", scenario="route-amber")
        (info,) = await battles.of_campaign(road.store, 1)
        handed = await _fought(road, info.id)
        ended = await battles.load(road.store, info.id)
        assert ended.info.status is BattleStatus.ENDED
        assert ended.info.result is not None
        assert handed <= HAND_OVERS
        told = "\n".join(road.texts())
        assert "Rotors, low, from the west" in told
        await road.agrees(info.id)


async def _fought(road: World, battle: int) -> int:
    """To the end, each side's letter as it is proposed; how often the battle waited for somebody else."""
    hands = {"army": Proposing(), "insurgents": Proposing()}
    handed, last = 0, ""
    for number in range(MOST):
        now = await battles.load(road.store, battle)
        if now.info.status is not BattleStatus.RUNNING:
            return handed
        ask = next((ask for ask in now.prompt.asks if ask.side == last), now.prompt.asks[0])
        handed += ask.side != last
        last = ask.side
        who = road.ada if ask.side == "army" else road.ivo
        lines = hands[ask.side].letter(now, ask)
        for line in lines:
            if (await battles.load(road.store, battle)).info.status is not BattleStatus.RUNNING:
                return handed  # the first lines have led to its end
            done = await who.slash(road.thread, line.name(), **_given(line))
            assert "✔" in said(done), (line, said(done))
        if not lines:
            await _answers(road, who, ask)
        if number % 12 == 5:
            await road.restart()
    raise AssertionError("the battle does not end")


async def _answers(road: World, who: Person, ask: Ask) -> None:
    """What an absent side would do, by command."""
    done = await who.slash(road.thread, ask.default.name(), **_given(ask.default))
    assert "✔" in said(done), said(done)


def _given(action: Action) -> dict[str, object]:
    """The action's fields as a command takes them."""
    given = action.model_dump(mode="json", exclude_unset=True, exclude={"verb"})
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list) else value
        for name, value in given.items()
        if value is not None
    }
