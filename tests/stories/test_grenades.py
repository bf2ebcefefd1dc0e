"""A fire phase at arm's length: a grenade by a click, smoke and a flash bang by commands, a restart in the middle."""

from __future__ import annotations

from pathlib import Path

from simcord import MemberActor

from campaigns.battle import battles
from rules.book_and_gun.actions.battle import PlaceUnit
from rules.book_and_gun.actions.hand import Give
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase
from rules.script.state import Staged
from tests.bot.world import World, ids_of, labels, plain, refused, said, world
from tests.campaigns.behind import act


async def test_grenades_smoke_and_a_flash_bang_are_thrown_in_discord(tmp_path: Path) -> None:
    async with world(tmp_path) as field:
        await field.gm.slash(field.channel, "campaign create", name="Bosnia 1993")
        await field.ada.slash(field.channel, "campaign join", side="army", unit="us-infantry-squad")
        await field.ivo.slash(field.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7")
        await field.gm.slash(field.channel, "battle begin")
        squad, cell = (await _state(field)).units
        here = min(figure.at for figure in squad.figures)
        near = PlaceUnit(unit=cell.id, to=f"{here[0]:.1f},{here[1] + 0.5:.1f}", facing=180)
        await act(field.store, 1, near, field.gm.id)
        bang = Give(figure=squad.figures[0].id, what="flash bang", reason="for the raid")
        await act(field.store, 1, bang, field.gm.id)
        await _fire_phase_of_the_army(field)

        assert "Smoke is thrown at a place" in refused(
            await field.ada.slash(field.thread, "throw", unit=squad.name, grenade="smoke grenade")
        )
        prompt = field.prompt()
        panel = await field.ada.click(prompt, custom_id=ids_of(prompt, "open")[0])
        assert f"Hand grenade at {cell.name}" in said(panel)
        done = await field.ada.click(panel.response, label="Throw 1")
        assert f"✔ **Hand grenade at {cell.name}**" in said(done)
        spent = (await _state(field)).unit(squad.id).munitions
        assert spent.hand_grenades == squad.munitions.hand_grenades - 1

        await field.restart()
        await _fire_phase_of_the_army(field)
        laid = await field.ada.slash(field.thread, "throw", unit=squad.name, grenade="smoke grenade", to=squad.name)
        assert "smoke lies 3 in" in said(laid), "the odds first"
        await field.ada.click(laid.response, label=labels(laid.response)[0])
        after = await _state(field)
        assert after.unit(squad.id).munitions.flash_bangs == 1
        assert len(after.screens) == 1
        assert any(feature.kind == "smoke" for feature in after.board.features)
        assert "throws smoke on" in plain("\n".join(field.texts()))


async def _state(field: World) -> State:
    staged = (await battles.load(field.store, 1)).state
    assert isinstance(staged, Staged)
    assert isinstance(staged.battle, State)
    return staged.battle


async def _asked(field: World) -> MemberActor:
    standing = await battles.load(field.store, 1)
    return field.ada if standing.prompt.asks[0].side == "army" else field.ivo


async def _fire_phase_of_the_army(field: World) -> None:
    """Everybody holds until the army is asked in a fire phase."""
    for _ in range(30):
        who, state = await _asked(field), await _state(field)
        if who is field.ada and state.phase is Phase.FIRE:
            return
        await who.slash(field.thread, "hold-all")
    raise AssertionError("the army is never asked to fire")
