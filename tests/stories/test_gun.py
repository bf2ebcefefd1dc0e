"""A gun on wheels by Discord: raised with its men, pushed by a command, over a restart, and left where it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from tests.bot.world import ids_of, said, world
from tests.painting import unpainted
from tests.stories.test_helicopter import _card, _state


async def test_a_gun_is_pushed_over_a_restart_and_left_by_its_crew(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Gun Hill", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="soviet-light-gun")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-recoilless-rifle")
            await club.gm.slash(club.channel, "battle begin", anyway=True)
            (info,) = await battles.of_campaign(club.store, 1)
            state = await _state(club, info.id)
            gun = next(piece for piece in state.pieces if piece.weapon == "light cannon")
            assert len(state.unit(gun.unit).fit) == 4
            assert gun.gunner in {f.id for f in state.unit(gun.unit).fit}
            assert {piece.weapon for piece in state.pieces} == {"light cannon", "haw recoilless rifle"}

            await _card(club, info.id, gun.unit, "movement", 1)
            x, y = gun.at
            await _ordered(club, unit=gun.unit, to=f"{x:.1f},{y + 12.0:.1f}")
            pushed = await _state(club, info.id)
            assert pushed.piece(gun.id).at[1] > y
            await club.restart()
            assert (await _state(club, info.id)).pieces == pushed.pieces

            now = await _card(club, info.id, gun.unit, "movement", 2)
            stood = now.state.battle.piece(gun.id).at
            await _ordered(club, unit=gun.unit, to=f"{stood[0]:.1f},{stood[1] + 12.0:.1f}", gun="leave")
            left = (await _state(club, info.id)).piece(gun.id)
            assert left.at == stood
            state = await _state(club, info.id)
            near = [f for f in state.unit(gun.unit).fit if _inches(f.at, stood) <= 2.0]
            assert bool(left.gunner) == bool(near)


def _inches(one: Any, other: Any) -> float:
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


async def _ordered(club: Any, **options: Any) -> None:
    done = await club.ada.slash(club.thread, "move", **options)
    if done.response is not None and (sure := ids_of(done.response, "go")):
        done = await club.ada.click(done.response, custom_id=sure[0])
    assert "✔" in said(done), said(done)
