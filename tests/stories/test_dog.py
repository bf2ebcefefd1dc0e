"""A dog by Discord: named at the muster, sent by a button over a restart, fights, and has it in its record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from rules.book_and_gun.state import State
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, said, world
from tests.painting import unpainted
from tests.stories.commander import Command

MOST_STEPS = 60


async def _state(club: World, battle: int) -> State:
    staged: Any = (await battles.load(club.store, battle)).state
    assert isinstance(staged.battle, State)
    return staged.battle


async def test_a_dog_is_sent_by_a_button_over_a_restart_and_fights(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Hounds", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-dog-team")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-cell")
            await club.gm.slash(club.channel, "battle begin", anyway=True)
            (info,) = await battles.of_campaign(club.store, 1)
            state = await _state(club, info.id)
            team = next(unit for unit in state.units if unit.side == "army")
            dog = next(figure for figure in team.figures if figure.traits.dog)
            assert " " not in dog.name
            foe = next(unit for unit in state.units if unit.side == "insurgents")
            x, y = dog.at
            placed = await club.gm.slash(club.thread, "place", unit=foe.id, to=f"{x:.1f},{y + 5.0:.1f}")
            assert "✔" in said(placed), said(placed)
            key = await _offered(club, info.id, team.id)
            await club.restart()
            await Command(club, info.id)._by_panel(club.ada, team.id, key)
            state = await _state(club, info.id)
            assert [(hunt.dog, hunt.unit) for hunt in state.hunts] == [(dog.id, team.id)]
            for _ in range(MOST_STEPS):
                if not (state := await _state(club, info.id)).hunts:
                    break
                now = await battles.load(club.store, info.id)
                who = club.ada if now.prompt.asks[0].side == "army" else club.ivo
                await who.click(club.prompt(), custom_id=ids_of(club.prompt(), "quick")[-1])
            assert not state.hunts
            texts = "\n".join(club.texts())
            assert f"{dog.name} (" in texts
            assert "attacks" in texts or "out of reach" in texts or "cannot go in" in texts


async def _offered(club: World, battle: int, unit: str) -> str:
    """The side's key of the button that sends the dog, once the unit has its card."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        ask = now.prompt.asks[0]
        if unit in ask.units:
            offers = keyed(now.rules.battle.offers(now.state, ask.side, unit))
            return next(key for key, offer in offers.items() if offer.label.startswith("Send "))
        who = club.ada if ask.side == "army" else club.ivo
        await who.click(club.prompt(), custom_id=ids_of(club.prompt(), "quick")[-1])
    raise AssertionError("the team never had a card")
