"""The schoolhouse through the bot: a helicopter sets its people down, two of the four follow over restarts, and the
battle ends when they are safe."""

from __future__ import annotations

from pathlib import Path

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from rules.book_and_gun.units import Phase, Status
from rules.seam.asking import keyed
from tests.bot.world import World, said, world
from tests.painting import unpainted
from tests.stories.commander import Command
from tests.stories.test_dog import MOST_STEPS, _state
from tests.stories.test_route_amber import _answers


async def test_two_of_the_four_are_brought_out_by_buttons_over_restarts(tmp_path: Path) -> None:
    async with world(tmp_path) as school:
        with unpainted():
            await school.gm.slash(school.channel, "campaign create", name="Darra", rules="book-and-gun")
            await school.ada.slash(school.channel, "campaign join", side="army")
            await school.ivo.slash(school.channel, "campaign join", side="insurgents")
            await school.gm.slash(school.channel, "battle begin", scenario="the-schoolhouse")
            (info,) = await battles.of_campaign(school.store, 1)
            state = await _state(school, info.id)
            four = next(unit for unit in state.units if unit.side == "civilians")
            karim = four.figures[3]
            assert karim.name == "Old Karim"

            birds = [unit for unit in state.units if unit.name == "Owl Two"]
            await _clicked(school, info.id, birds[0].id, "Touch down, all get out")
            state = await _state(school, info.id)
            cordon = next(unit for unit in state.units if unit.name == "Cordon")
            assert all(man.seat is None for man in cordon.figures)
            await school.restart()

            # The umpire lends a hand: the four have come to the field.
            x, y = cordon.figures[0].at or (0.0, 0.0)
            placed = await school.gm.slash(school.thread, "place", unit=four.id, to=f"{x:.1f},{y - 1.5:.1f}")
            assert "✔" in said(placed), said(placed)
            await _clicked(school, info.id, cordon.id, " follows ")
            await school.restart()
            await _clicked(school, info.id, cordon.id, " follows ")
            state = await _state(school, info.id)
            led = [each.figure for each in state.hostages]
            assert len(led) == 2
            await _passed_until_over(school, info.id)
            ended = await battles.load(school.store, info.id)
            assert ended.info.result is not None
            assert ended.info.result.reason == "Two of the four are out of Darra"
            state = await _state(school, info.id)
            assert [state.figure(name).status for name in led] == [Status.GONE, Status.GONE]
            texts = "\n".join(school.texts())
            assert f"{state.figure(led[0]).name} is safe" in texts
            assert "Two of the four are out of Darra" in texts
            await school.agrees(info.id)


async def _clicked(school: World, battle: int, unit: str, words: str) -> None:
    """On the unit's next card in a movement phase, by its panel."""
    for _ in range(MOST_STEPS):
        now = await battles.load(school.store, battle)
        ask = now.prompt.asks[0]
        who = school.ada if ask.side == "army" else school.ivo
        if unit in ask.units and now.state.battle.phase is Phase.MOVEMENT:
            offers = keyed(now.rules.battle.offers(now.state, ask.side, unit))
            key = next((key for key, offer in offers.items() if words in offer.label), None)
            if key is not None:
                await Command(school, battle)._by_panel(who, unit, key)
                return
        await _answers(school, who, ask)
    raise AssertionError(f"{unit} never had a card")


async def _passed_until_over(school: World, battle: int) -> None:
    """Everybody does what an absent side would do."""
    for _ in range(MOST_STEPS):
        now = await battles.load(school.store, battle)
        if now.info.status is not BattleStatus.RUNNING:
            return
        ask = now.prompt.asks[0]
        await _answers(school, school.ada if ask.side == "army" else school.ivo, ask)
    raise AssertionError("the battle does not end")
