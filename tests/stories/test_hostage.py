"""A hostage by Discord: raised by the GM, led along by a button over a restart, and brought to safety."""

from __future__ import annotations

from pathlib import Path

from campaigns.battle import battles
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, said, world
from tests.painting import unpainted
from tests.stories.commander import Command
from tests.stories.test_dog import MOST_STEPS, _state


async def _card(club: World, battle: int, unit: str) -> None:
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        ask = now.prompt.asks[0]
        if unit in ask.units and now.state.battle.phase.value == "movement":
            return
        who = club.ada if ask.side == "army" else club.ivo
        await who.click(club.prompt(), custom_id=ids_of(club.prompt(), "quick")[-1])
    raise AssertionError("the squad never had a card")


async def test_a_hostage_is_led_to_the_edge_over_a_restart_and_is_safe(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Rescue", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-infantry-squad")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-cell")
            raised = await club.gm.slash(club.channel, "unit raise", kind="hostage")
            assert "Hostage" in said(raised), said(raised)
            await club.gm.slash(club.channel, "battle begin", anyway=True)
            (info,) = await battles.of_campaign(club.store, 1)
            state = await _state(club, info.id)
            squad, home = (next(u for u in state.units if u.side == side) for side in ("army", "civilians"))
            assert home.traits.kind == "hostages"
            (hostage,) = home.figures
            placed = await club.gm.slash(club.thread, "place", unit=squad.id, to="20,1.5")
            assert "✔" in said(placed), said(placed)
            x, y = (await _state(club, info.id)).unit(squad.id).figures[0].at
            placed = await club.gm.slash(club.thread, "place", unit=home.id, to=f"{x:.1f},{y + 1.5:.1f}")
            assert "✔" in said(placed), said(placed)

            await _card(club, info.id, squad.id)
            now = await battles.load(club.store, info.id)
            offers = keyed(now.rules.battle.offers(now.state, "army", squad.id))
            key = next(key for key, offer in offers.items() if offer.label.startswith(f"{hostage.name} follows "))
            await club.restart()
            await Command(club, info.id)._by_panel(club.ada, squad.id, key)
            state = await _state(club, info.id)
            assert [each.figure for each in state.hostages] == [hostage.id]
            moved = await club.ada.slash(club.thread, "move", unit=squad.id, to=f"{x:.1f},0.6")
            if moved.response is not None and (sure := ids_of(moved.response, "go")):
                moved = await club.ada.click(moved.response, custom_id=sure[0])
            assert "✔" in said(moved), said(moved)
            for _ in range(MOST_STEPS):
                state = await _state(club, info.id)
                if not state.figure(hostage.id).on_field:
                    break
                now = await battles.load(club.store, info.id)
                who = club.ada if now.prompt.asks[0].side == "army" else club.ivo
                await who.click(club.prompt(), custom_id=ids_of(club.prompt(), "quick")[-1])
            assert state.figure(hostage.id).status.value == "gone"
            assert f"{hostage.name} is safe" in "\n".join(club.texts())
