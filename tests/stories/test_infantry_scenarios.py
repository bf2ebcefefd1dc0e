"""The scenarios of Infantry Action through the bot, to their end: orders by slash command as their panels propose
them, seals, restarts between a seal and the opening, and what it costs the table."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.roster import careers, rosters
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import FactKind
from rules.infantry_action.actions.movement import OrderGroup
from rules.seam.ordering import Proposed
from tests.bot.world import Person, World, ids_of, refused, said, world

MOST = 400
"""Seals of any of these battles at most."""


@pytest.mark.parametrize(
    "scenario",
    ["bamboo-track", *(pytest.param(key, marks=pytest.mark.long) for key in ("canal-bridge", "sea-wall-battery"))],
)
async def test_a_scenario_by_post(scenario: str, tmp_path: Path) -> None:
    async with world(tmp_path) as front:
        await front.gm.slash(front.channel, "campaign create", name="Far away", rules="infantry-action")
        await front.ada.slash(front.channel, "campaign join", side="attacker")
        await front.ivo.slash(front.channel, "campaign join", side="defender")
        await front.gm.slash(front.channel, "battle open", scenario=scenario)
        await front.ada.slash(front.thread, "battle ready", words="go")
        await front.ivo.slash(front.thread, "battle ready", words="stay")
        await front.gm.slash(front.channel, "battle begin")
        handed, periods = await _fought(front)
        (info,) = await battles.of_campaign(front.store, 1)
        assert info.status is BattleStatus.ENDED
        assert handed <= 3 * periods, (handed, periods)
        await front.agrees(info.id)
        await _named_beside_the_dead(front)


async def _named_beside_the_dead(front: World) -> None:
    """Whoever fell in the fire of several is named in the careers of all who fired."""
    units = await rosters.units_of(front.store, 1)
    everybody = [man for unit in units for man, _ in unit.everybody]
    lives = {man.id: await careers.career(front.store, man.id) for man in everybody}
    fell = [life.name for life in lives.values() for fact in life.facts if fact.note.startswith("fire of ")
            and fact.kind is FactKind.KILLED]  # fmt: skip
    parts = [(life, fact) for life in lives.values() for fact in life.facts if fact.kind is FactKind.SHARE_CREDITED]
    assert {fact.by for _, fact in parts} >= set(fell)
    for life in lives.values():  # a wound stands once in a career
        told = [fact.kind for fact in life.facts]
        assert not (FactKind.WOUNDED in told and FactKind.CONDITION in told), life.name
    for life, fact in parts[:1]:
        told = said(await front.gm.slash(front.channel, "figure show", lines=True, figure=f"f{life.figure_id}"))
        assert f"had a part in felling {fact.by}" in told
        assert f"a part in {life.standing.shares} more" in told


async def _fought(front: World) -> tuple[int, int]:
    """To the end; how often the battle had to wait for somebody else, and for how many periods it lasted."""
    (info,) = await battles.of_campaign(front.store, 1)
    pick, handed, last, period = random.Random(7), 0, "", 0
    for number in range(MOST):
        now = await battles.load(front.store, info.id)
        if now.info.status is not BattleStatus.RUNNING:
            return handed, period
        sides = [ask.side for ask in now.prompt.asks]
        side = last if last in sides else sides[0]
        handed += side != last
        last = side
        ask = next(ask for ask in now.prompt.asks if ask.side == side)
        found = re.search(r"period (\d+)", ask.key)
        period = int(found[1]) if found else period
        if ask.key.startswith("seal"):
            await _writes(front, now, side, pick)
            done = await _who(front, side).slash(front.thread, "ia orders seal-orders")
            assert "✔" in said(done), said(done)
        else:  # a choice that the scenario puts to the side
            prompt = front.prompt()
            await _who(front, side).click(prompt, custom_id=ids_of(prompt, "quick")[0])
        if number % 9 == 4:
            await front.restart()
    raise AssertionError("the battle does not end")


def _who(front: World, side: str) -> Person:
    return front.ada if side == "attacker" else front.ivo


async def _writes(front: World, now: battles.StandingBattle, side: str, pick: random.Random) -> None:
    """One group's order, as a panel would propose it, given by command; a way is confirmed where it is shown first."""
    ordering = now.rules.battle.ordering
    assert ordering is not None
    (ask,) = [ask for ask in now.prompt.asks if ask.side == side]
    for unit in pick.sample(list(ask.units), min(1, len(ask.units))):
        found: list[Proposed] = list(ordering.proposals(now.state, side, unit))
        chosen = next((one for one in found if isinstance(one.action, OrderGroup) and one.action.to), None)
        if chosen is None or not isinstance(chosen.action, OrderGroup):
            continue
        action = chosen.action
        result = await _who(front, side).slash(
            front.thread, "ia order", unit=action.unit, pace=action.pace, to=action.to
        )
        assert result.response is not None
        if "nothing has changed" in said(result):
            refused(result)
            continue
        if go := ids_of(result.response, "go"):
            await _who(front, side).click(result.response, custom_id=go[0])
