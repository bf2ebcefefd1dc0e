"""Mines in a battle on Discord: laid by a button in secret, over a restart, and found by whoever walks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, labels, said, world
from tests.painting import unpainted
from tests.stories.commander import Command

MOST_STEPS = 30


async def _card_of(club: World, battle: int, side: str) -> Any:
    """Everybody holds until that side has a card in the movement phase."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        if now.prompt.asks[0].side == side and now.state.battle.phase.value == "movement":
            return now
        who = club.ada if now.prompt.asks[0].side == "army" else club.ivo
        await who.click(club.prompt(), custom_id=ids_of(club.prompt(), "quick")[-1])
    raise AssertionError(f"the {side} never had a card")


async def test_a_mine_is_laid_unseen_and_goes_off_under_those_who_walk_on(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Helmand", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-engineer-team")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-mine-layers")
            await club.gm.slash(club.channel, "battle begin")
            (info,) = await battles.of_campaign(club.store, 1)
            now = await _card_of(club, info.id, "army")
            (unit,) = now.prompt.asks[0].units
            offers = keyed(now.rules.battle.offers(now.state, "army", unit))
            key = next(key for key, offer in offers.items() if offer.label == "Lay a land mine")
            before = club.texts()
            await Command(club, info.id)._by_panel(club.ada, unit, key)
            state: Any = (await battles.load(club.store, info.id)).state.battle
            (mine,) = state.devices
            assert (mine.kind, mine.side) == ("land mine", "army")
            assert "land mine" not in "\n".join(club.texts()[len(before) :]), "nobody else reads of it"

            await club.restart()
            foes = next(each for each in state.units if each.side == "insurgents")
            for n, man in enumerate(foes.figures):
                x, y = man.at
                at = f"{x:.1f},{y - 1.5:.1f}"
                laid = said(await club.gm.slash(club.thread, "place-device", side="army", device="land mine", at=at))
                assert "✔" in laid, (n, laid)
            now = await _card_of(club, info.id, "insurgents")
            assert "Advance with all" in labels(club.prompt())
            await club.ivo.click(club.prompt(), label="Advance with all")
            assert "mine goes off" in "\n".join(club.texts())
            state = (await battles.load(club.store, info.id)).state.battle
            assert len(state.devices) < 1 + len(foes.figures)
            found = said(await club.ivo.slash(club.thread, "sweep", unit=foes.id))
            assert "✔" not in found, "without a detector, a card or a turn it is refused with its reason"
