"""A scenario's vehicles are the campaign's own: raised with the force, kept, and found again under the file's keys."""

from __future__ import annotations

import pytest

from campaigns.battle import battles
from campaigns.campaign.campaign import create, join
from campaigns.database.store import Store
from campaigns.roster import rosters
from rules.registry import rule_set
from rules.scenario import read_scenario
from rules.script.actions import CallEvent
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, THREAD, new_store
from tests.rules.scenario.patterns import CONVOY

RULES = rule_set("five56mm")


@pytest.fixture
async def store(url: str):
    found = new_store(url, rules=RULES)
    await found.open()
    view = await create(found, GUILD, CHANNEL, GM, "Convoys", RULES.key)
    await join(found, view.id, RED, "black", interaction_id=71)
    await join(found, view.id, BLUE, "red", interaction_id=72)
    yield found
    await found.close()


async def fought(store: Store) -> battles.StandingBattle:
    """The convoy's battle, in which the umpire has called the breakdown."""
    chosen = read_scenario(CONVOY)
    info = await battles.open_battle(store, 1, GM, chosen.title, channel_id=THREAD, scenario=chosen)
    await battles.begin(store, info.id, GM)
    await act(store, info.id, CallEvent(event="breakdown"), GM)
    return await battles.load(store, info.id)


async def test_they_stand_on_the_roster_and_come_to_the_next_battle_too(store: Store) -> None:
    first = await fought(store)
    tail = next(unit for unit in await rosters.units_of(store, 1) if unit.name == "Tail")
    vehicles = {slot.last.name: slot.last.ref for slot in tail.elements}
    assert list(vehicles) == ["The Duchess", "Jeep"]
    report = await battles.report(store, first.info.id, 1, first.info.version, Viewer(umpire=True))
    told = " ".join(line for each in report.lines for told in each.tolds for line in (told.headline, *told.lines))
    assert "could not" not in told, told
    assert first.state.battle.find_vehicle(vehicles["Jeep"]).at == (30.0, 6.0)

    await battles.end(store, first.info.id, GM)
    second = await fought(store)
    again = next(unit for unit in await rosters.units_of(store, 1) if unit.fighting == second.info.id and
                 unit.name == "Tail")  # fmt: skip
    assert again.id == tail.id, "the unit that had the part before"
    assert second.state.battle.find_vehicle(vehicles["Jeep"]).at == (30.0, 6.0)
