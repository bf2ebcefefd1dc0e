"""A helicopter by Discord: flown by a command, over a restart, into an attack under fire, and down again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from rules.book_and_gun.state import State
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, said, world
from tests.painting import unpainted
from tests.stories.commander import Command

MOST_STEPS = 40


async def _state(club: World, battle: int) -> State:
    staged: Any = (await battles.load(club.store, battle)).state
    assert isinstance(staged.battle, State)
    return staged.battle


async def _card(club: World, battle: int, unit: str, phase: str, turn: int) -> Any:
    """Everybody holds until that unit may act in the phase of that turn or a later one."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        ask, state = now.prompt.asks[0], now.state.battle
        if unit in ask.units and state.phase.value == phase and state.turn >= turn:
            return now
        who = club.ada if ask.side == "army" else club.ivo
        quick = ids_of(club.prompt(), "quick")
        await who.click(club.prompt(), custom_id=quick[-1] if unit not in ask.units else quick[-2])
    raise AssertionError(f"{unit} never had a card in the {phase} phase")


async def test_a_helicopter_flies_attacks_under_fire_and_lands_over_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Dustoff", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-black-hawk")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-aa-truck")
            await club.gm.slash(club.channel, "battle begin", anyway=True)
            (info,) = await battles.of_campaign(club.store, 1)
            state = await _state(club, info.id)
            hawk = next(each for each in state.vehicles if each.flight)
            foe = next(unit for unit in state.units if unit.side == "insurgents")
            assert (hawk.type, hawk.flight) == ("black-hawk", "hovering")

            await _card(club, info.id, hawk.unit, "movement", 1)
            x, y = foe.figures[0].at
            flown = await club.ada.slash(
                club.thread, "move", unit=hawk.unit, to=f"{x:.1f},{y - 8.0:.1f}", flight="hover"
            )
            if flown.response is not None and (sure := ids_of(flown.response, "go")):
                flown = await club.ada.click(flown.response, custom_id=sure[0])
            assert "✔" in said(flown), said(flown)
            before = await _state(club, info.id)
            assert before.vehicle(hawk.id).flown
            assert before.vehicle(hawk.id).flight == "hovering"
            await club.restart()
            assert (await _state(club, info.id)).vehicles == before.vehicles

            now = await _card(club, info.id, hawk.unit, "fire", 1)
            turn = now.state.battle.turn
            offers = keyed(now.rules.battle.offers(now.state, "army", hawk.unit))
            key = next(key for key, offer in offers.items() if offer.verb == "fire" and not offer.needs)
            await Command(club, info.id)._by_panel(club.ada, hawk.unit, key)
            state = await _state(club, info.id)
            # Nobody was asked: the truck's gunner has fired before the attack.
            assert any(figure.fire_turn == turn for figure in state.unit(foe.id).figures)
            told = "\n".join(club.texts()).casefold()
            assert "aa autocannon" in told or "twin 23 mm 1 and us black hawk 1 fire in vain" in told
            if not state.vehicle(hawk.id).aloft or not state.unit(foe.id).fit:
                return  # shot down, or nobody is left to fight

            now = await _card(club, info.id, hawk.unit, "movement", turn + 1)
            offers = keyed(now.rules.battle.offers(now.state, "army", hawk.unit))
            key = next(key for key, offer in offers.items() if offer.label.startswith("Land "))
            await Command(club, info.id)._by_panel(club.ada, hawk.unit, key)
            assert (await _state(club, info.id)).vehicle(hawk.id).flight == "landed"
