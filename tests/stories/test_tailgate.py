"""A charge from a tailgate and a captured pickup by Discord: out of the truck and in, taken, boarded and driven, over
restarts in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from rules.book_and_gun.book.garage import GARAGE
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, said, world
from tests.painting import unpainted
from tests.stories.commander import Command
from tests.stories.test_dog import _state
from tests.stories.test_route_amber import _answers

MOST_STEPS = 90
DEPOT = """\
rules: book-and-gun
key: depot
title: The depot
board: {name: Depot, size: [48, 32], edges: {army: west, insurgents: east}}
turn_limit: 9
sides:
  army:
    forces:
      truck:
        {organisation: us-truck, name: Lorry, place: [10, 8], facing: 90,
         elements: {truck: {type: truck, name: Lorry, crew: {driver: 1}}}}
      squad: {organisation: us-ranger-squad, name: Squad}
      sappers: {organisation: uk-engineer-team, name: Sappers, place: [26, 24], facing: 90}
  insurgents:
    forces:
      cell: {organisation: insurgent-cell-of-7, name: Cell, place: [17, 8], facing: 270}
      pickup:
        {organisation: insurgent-pickup, name: Runabout, place: [32, 24], facing: 0,
         elements: {pickup: {type: pickup, name: Runabout, crew: {driver: 1}}}}
details:
  aboard: {squad: truck.truck}
"""


async def _depot(club: World) -> int:
    """A battle at the depot; its number."""
    await club.gm.slash(club.channel, "campaign create", name="Depot", rules="book-and-gun")
    await club.ada.slash(club.channel, "campaign join", side="army")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents")
    await club.gm.slash(club.channel, "scenario import", file=("depot.yaml", DEPOT.encode()))
    await club.gm.slash(club.channel, "battle begin", scenario="depot")
    (info,) = await battles.of_campaign(club.store, 1)
    return info.id


async def test_a_squad_charges_from_the_tailgate(tmp_path: Path) -> None:
    """Nobody else may know who sits in a closed truck: its people are found behind *Choose a unit …*."""
    async with world(tmp_path) as club:
        with unpainted():
            number = await _depot(club)
            state = await _state(club, number)
            squad = next(unit for unit in state.units if unit.name == "Squad")
            assert all(man.vehicle for man in squad.figures)
            turn = await _pressed(club, number, squad.id, "Get out and charge Cell", 1)
            state = await _state(club, number)
            assert not any(man.vehicle for man in state.unit(squad.id).fit)
            assert state.unit(squad.id).charged_turn == turn
            await club.restart()
            assert (await _state(club, number)).units == state.units
            await club.agrees(number)


async def test_sappers_drive_off_with_what_they_took(tmp_path: Path) -> None:
    """The pickup's driver is hit by the umpire's hand, and the sappers stand at its side."""
    async with world(tmp_path) as club:
        with unpainted():
            number = await _depot(club)
            await _card(club, number, "", 1)
            state = await _state(club, number)
            (pickup,) = (each for each in state.vehicles if each.name == "Runabout")
            sappers = next(unit for unit in state.units if unit.name == "Sappers")
            driver = state.people_in(pickup.id)[0]
            await _does(club.gm, club, "kill", figure=driver.id, reason="a stray round")
            x, y = pickup.at
            beside = x - GARAGE[pickup.type].width / 2 - 0.5
            await _does(club.gm, club, "place", unit=sappers.id, to=f"{beside:.2f},{y:.1f}")
            state = await _until(club, number, lambda state: state.vehicle(pickup.id).taken)
            assert state.vehicle(pickup.id).unit == sappers.id
            await club.restart()

            await _pressed(club, number, sappers.id, "Get into ", state.turn)
            state = await _state(club, number)
            assert any(man.vehicle == pickup.id for man in state.unit(sappers.id).figures)
            await club.restart()
            now = await _card(club, number, sappers.id, state.turn + 1)
            before = now.state.battle.vehicle(pickup.id).at
            driven = await club.ada.slash(club.thread, "move", unit=sappers.id, to=f"{x:.1f},{y + 6:.1f}")
            if driven.response is not None and (sure := ids_of(driven.response, "go")):
                driven = await club.ada.click(driven.response, custom_id=sure[0])
            assert "✔" in said(driven), said(driven)
            assert (await _state(club, number)).vehicle(pickup.id).at != before
            assert "Runabout" in "\n".join(club.texts())
            await club.agrees(number)


async def _does(who: Any, club: World, verb: str, **options: Any) -> None:
    done = await who.slash(club.thread, verb, **options)
    assert "✔" in said(done), said(done)


async def _until(club: World, battle: int, there: Any) -> Any:
    """Everybody does what an absent side would do, until it has come to that."""
    for _ in range(MOST_STEPS):
        state = await _state(club, battle)
        if there(state):
            return state
        ask = (await battles.load(club.store, battle)).prompt.asks[0]
        await _answers(club, club.ada if ask.side == "army" else club.ivo, ask)
    raise AssertionError("it never came to that")


async def _card(club: World, battle: int, unit: str, turn: int) -> Any:
    """The battle as that unit may act in a movement phase of that turn or a later one; "": anybody's first."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        ask, state = now.prompt.asks[0], now.state.battle
        if (unit in ask.units or not unit) and state.phase.value == "movement" and state.turn >= turn:
            return now
        await _answers(club, club.ada if ask.side == "army" else club.ivo, ask)
    raise AssertionError(f"{unit} never had a card")


async def _pressed(club: World, battle: int, unit: str, words: str, turn: int) -> int:
    """The unit's button with these words, on the next card on which it has that; the turn in which it was pressed."""
    for _ in range(MOST_STEPS):
        now = await _card(club, battle, unit, turn)
        offers = keyed(now.rules.battle.offers(now.state, "army", unit))
        key = next((key for key, offer in offers.items() if offer.label.startswith(words)), None)
        if key is not None:
            await Command(club, battle)._by_panel(club.ada, unit, key)
            return int(now.state.battle.turn)
        ask = now.prompt.asks[0]
        await _answers(club, club.ada, ask)
    raise AssertionError(f"{unit} was never offered “{words}”")
