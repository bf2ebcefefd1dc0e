"""What The Book and the Gun forbids, as a player hears it: what is wrong, which rule says so, what to do instead."""

from __future__ import annotations

import re
from pathlib import Path

from simcord import InteractionResult

from campaigns.battle import battles
from tests.bot.world import World, ids_of, refused, world


async def test_every_no_is_clear_and_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as bosnia:
        await bosnia.gm.slash(bosnia.channel, "campaign create", name="Bosnia 1993")
        await bosnia.ada.slash(
            bosnia.channel, "campaign join", side="army", unit="us-infantry-squad", unit_name="Eagle"
        )
        await bosnia.ivo.slash(
            bosnia.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7", unit_name="Mill"
        )
        await bosnia.gm.slash(bosnia.channel, "battle begin")
        own = {bosnia.ada: ("Eagle", "Mill"), bosnia.ivo: ("Mill", "Eagle")}

        async def version() -> int:
            return (await battles.load(bosnia.store, 1)).info.version

        async def no(result: InteractionResult, *words: str) -> None:
            told = refused(result)
            assert re.search(r"Rule BG-\w", told), told
            assert "➜" in told, told
            for word in words:
                assert word in told, told

        before = await version()
        for player, (mine, theirs) in own.items():
            await no(await player.slash(bosnia.thread, "fire", unit=mine, target=theirs), "movement phase")
        assert await version() == before

        await _until_fire(bosnia)
        before = await version()
        asked = (await battles.load(bosnia.store, 1)).prompt.asks[0].side
        player, other = (bosnia.ada, bosnia.ivo) if asked == "army" else (bosnia.ivo, bosnia.ada)
        mine, theirs = own[player]
        out_of_turn = refused(await other.slash(bosnia.thread, "fire", unit=theirs, target=mine))
        assert "➜" in out_of_turn
        wrong_unit = refused(await player.slash(bosnia.thread, "fire", unit=theirs, target=mine))
        assert "➜" in wrong_unit
        await no(await player.slash(bosnia.thread, "fire", unit=mine, target=theirs, range=400.0))
        await no(await player.slash(bosnia.thread, "fire", unit=mine, target=theirs, line_of_sight=False))
        assert "➜" in refused(await player.slash(bosnia.thread, "fire", unit=mine, target="u99"))
        assert await version() == before

        panel = await player.slash(bosnia.thread, "fire", unit=mine, target=theirs)
        assert "✔" in str([part for part in panel.response.components])
        before = await version()
        again = refused(await player.slash(bosnia.thread, "fire", unit=mine, target=theirs))
        assert again
        assert await version() == before


async def _until_fire(bosnia: World) -> None:
    """Both sides advance until somebody is asked whom to fire at."""
    for _ in range(12):
        field = await battles.load(bosnia.store, 1)
        ask = field.prompt.asks[0]
        offered = [offer.verb for unit in ask.units for offer in field.rules.battle.offers(field.state, ask.side, unit)]
        if "fire" in offered:
            return
        player = bosnia.ada if ask.side == "army" else bosnia.ivo
        prompt = bosnia.prompt()
        await player.click(prompt, custom_id=ids_of(prompt, "quick")[0])
    raise AssertionError("nobody comes within sight")
