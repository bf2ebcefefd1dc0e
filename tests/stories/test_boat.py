"""A boat and cyclists by Discord: on the river of a generated table, off the bicycles and on again over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from rules.book_and_gun.play.ground.water import floats
from tests.bot.world import ids_of, said, world
from tests.painting import unpainted
from tests.stories.test_helicopter import _card, _state


async def test_a_boat_goes_on_the_river_and_cyclists_get_off_over_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Two Rivers", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-inflatable")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-cyclists")
            await club.gm.slash(club.channel, "board generate", kind="river crossing", seed="7", size="48x36", name="R")
            await club.gm.slash(club.channel, "battle begin", anyway=True, board="R")
            (info,) = await battles.of_campaign(club.store, 1)
            state = await _state(club, info.id)
            (boat,) = state.vehicles
            assert floats(state.board, boat)
            assert [cycle.ridden for cycle in state.cycles] == [True] * 6

            await _card(club, info.id, boat.unit, "movement", 1)
            east = boat.at[0] + (6.0 if boat.at[0] < 24.0 else -6.0)
            await _ordered(club, club.ada, "move", unit=boat.unit, to=f"{east:.1f},{boat.at[1]:.1f}")
            moved = (await _state(club, info.id)).vehicle(boat.id)
            assert moved.at != boat.at
            assert floats(state.board, moved)

            riders = state.cycles[0].unit
            await _card(club, info.id, riders, "movement", 1)
            await _ordered(club, club.ivo, "dismount", unit=riders)
            pushed = await _state(club, info.id)
            assert not any(cycle.ridden for cycle in pushed.cycles)
            await club.restart()
            await _card(club, info.id, riders, "movement", 2)
            await _ordered(club, club.ivo, "mount", unit=riders)
            assert all(cycle.ridden for cycle in (await _state(club, info.id)).cycles)


async def _ordered(club: Any, who: Any, verb: str, **options: Any) -> None:
    done = await who.slash(club.thread, verb, **options)
    if done.response is not None and (sure := ids_of(done.response, "go")):
        done = await who.click(done.response, custom_id=sure[0])
    assert "✔" in said(done), said(done)
