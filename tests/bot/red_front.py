"""Two small battles of Red Actions to play through the bot: two woods full of secrets, and a meadow without any."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from simcord import InteractionResult, ResponseMessage

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from rules.red_actions import RULES
from tests.bot.opened import once
from tests.bot.world import Person, World, ids_of, said, world

WOODS = """
rules: red-actions
key: two-woods
title: Two woods
briefing: A column comes up the track between two woods.
turn_limit: 9
options: {dummy-markers: 1}
board:
  name: Two woods
  size: [48, 36]
  edges: {attacker: south, defender: north}
  features:
    - {kind: woods, rectangle: [[10, 12], [18, 20]], name: Fir wood}
    - {kind: woods, rectangle: [[36, 26], [46, 34]], name: Oak wood}
    - {kind: building, rectangle: [[22, 30], [28, 34]], hardness: hard, floors: 1, name: Mill}
    - {kind: hill, rectangle: [[2, 27], [20, 29]], height: 2, name: Long ridge}
sides:
  attacker:
    name: Column
    forces:
      staff: {organisation: soviet-colonel, name: Red staff, place: [30, 2], facing: 0}
      first: {organisation: soviet-red-regulars-4, name: First company, place: [14, 3], facing: 0}
      second: {organisation: soviet-red-regulars-4, name: Second company, place: [32, 3], facing: 0}
  defender:
    name: Garrison
    forces:
      chief: {organisation: white-general, name: Wsxqaz staff, place: [12, 34], facing: 180}
      ambush: {organisation: white-white-volunteers-4, name: Qazwsx company, place: [14, 13], facing: 180}
      marker: {organisation: white-white-volunteers-4, name: Edcrfv company, place: [25, 32], facing: 180}
      hiding: {organisation: white-white-conscripts-4, name: Tgbyhn company, place: [41, 31], facing: 180}
      riders: {organisation: white-white-cossacks-3, name: Ujmikol sotnia, place: [24, 35], facing: 180}
      late: {organisation: white-mg-team-1, name: Plokij gun, reserve: true, place: [20, 35], facing: 180}
details:
  armies: {attacker: soviet, defender: white}
  entries: {attacker: [[24, 0]]}
  troops:
    ambush: {deployed: ambush}
    hiding: {deployed: open}
    riders: {arrives: 6, entry: [24, 36]}
  officers:
    chief.1: {general: true}
"""

MEADOW = """
rules: red-actions
key: meadow
title: Meadow
briefing: Nobody hides here.
turn_limit: 9
board: {name: Meadow, size: [48, 36], edges: {attacker: south, defender: north}}
sides:
  attacker:
    name: Column
    forces:
      first: {organisation: soviet-communist-detachment-4, name: First company, place: [14, 12], facing: 0}
      second: {organisation: soviet-red-regulars-4, name: Second company, place: [40, 4], facing: 0}
  defender:
    name: Garrison
    forces:
      meadow: {organisation: white-white-volunteers-4, name: Meadow company, place: [14, 17], facing: 180}
      far: {organisation: white-white-volunteers-4, name: Far company, place: [40, 33], facing: 180}
details:
  armies: {attacker: soviet, defender: white}
  troops: {meadow: {deployed: open}, far: {deployed: open}}
"""


@asynccontextmanager
async def fought(folder: Path, scenario: str, luck: int = 0) -> AsyncIterator[World]:
    """Ada's column and Ivo's garrison, before the first turn. `luck`: looks at Discord before they join; the numbers of
    what they do then go into the key of the dice."""
    async with world(folder, {"red-actions": RULES}) as made:

        async def steps() -> None:
            await made.gm.slash(made.channel, "campaign create", name="Far away")
            for _ in range(luck):
                await made.gm.slash(made.channel, "now")
            await made.ada.slash(made.channel, "campaign join", side="attacker")
            await made.ivo.slash(made.channel, "campaign join", side="defender")
            done = await made.gm.slash(made.channel, "scenario import", file=("own.yaml", scenario.encode()))
            assert "Kept" in said(done), said(done)
            key = "meadow" if "key: meadow" in scenario else "two-woods"
            await made.gm.slash(made.channel, "battle begin", scenario=key)

        await once(made, steps, "front", scenario, luck)
        yield made


async def field_of(front: World) -> StandingBattle:
    return await battles.load(front.store, 1)


async def does(front: World, who: Person, verb: str, **options: object) -> str:
    """By command, confirmed where the bot asks for it. What it was answered with."""
    done = await who.slash(front.thread, verb, **options)
    if done.response is not None and (go := ids_of(done.response, "go")):
        done = await who.click(done.response, custom_id=go[0])
    assert "✔" in said(done), said(done)
    return said(done)


async def ready(front: World) -> None:
    """Both sides stand where they are."""
    await does(front, front.ivo, "deployed")
    await does(front, front.ada, "deployed")


def panel_of(result: InteractionResult) -> ResponseMessage:
    """The message that somebody was answered with."""
    assert result.response is not None
    return result.response
