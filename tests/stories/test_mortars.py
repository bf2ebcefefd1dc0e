"""A mortar in a battle on Discord: by a button, by command, over a restart; the posts say first what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from rules.seam.asking import keyed
from tests.bot.world import World, ids_of, labels, said, text_of, world
from tests.painting import unpainted
from tests.stories.commander import Command

MOST_STEPS = 30


async def _until_mortar(club: World, battle: int) -> tuple[StandingBattle, str]:
    """Everybody holds until a mortar may fire. The battle, and the key of its first round."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        ask = now.prompt.asks[0]
        for unit in ask.units:
            for key, offer in keyed(now.rules.battle.offers(now.state, ask.side, unit)).items():
                if offer.verb == "mortar" and not offer.needs and " on " in offer.label:
                    return now, key
        who = club.ada if ask.side == "army" else club.ivo
        prompt = club.prompt()
        wanted = "Advance with all" if "Advance with all" in labels(prompt) and ask.side == "insurgents" else ""
        button = ids_of(prompt, "quick")
        if wanted:
            await who.click(prompt, label=wanted)
        elif button:
            await who.click(prompt, custom_id=button[-1])
        else:
            await who.slash(club.thread, "hold-all", whole_phase=True)
    raise AssertionError("no mortar ever had a target")


async def _asks_for_fire(club: World, battle: int) -> None:
    """On the army's first card in the movement phase its observers ask by command; only their side reads of it."""
    for _ in range(MOST_STEPS):
        now = await battles.load(club.store, battle)
        state: Any = now.state.battle
        if now.prompt.asks[0].side == "army":
            break
        prompt = club.prompt()
        await club.ivo.click(prompt, custom_id=ids_of(prompt, "quick")[-1])
    eyes = next(unit.id for unit in state.units if unit.traits.missions)
    sent = said(await club.ada.slash(club.thread, "request-fire", unit=eyes, what="artillery"))
    assert "Only your side knows" in sent
    assert "request for artillery" in sent
    assert "request for artillery" not in "\n".join(club.texts()), "the other side reads nothing of it"
    state = (await battles.load(club.store, battle)).state
    (message,) = state.battle.messages
    assert message.unit == eyes


async def test_a_mortar_fires_by_a_button_and_by_command(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        with unpainted():
            await club.gm.slash(club.channel, "campaign create", name="Helmand", rules="book-and-gun")
            await club.ada.slash(club.channel, "campaign join", side="army", unit="us-company-hq")
            await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7")
            await club.ada.slash(club.channel, "unit raise", kind="us-artillery-observers")
            await club.gm.slash(club.channel, "battle begin")
            (info,) = await battles.of_campaign(club.store, 1)
            await _asks_for_fire(club, info.id)
            now, key = await _until_mortar(club, info.id)
            unit = next(unit for unit in now.prompt.asks[0].units if now.state.battle.unit(unit).strength > 9)
            await Command(club, info.id)._by_panel(club.ada, unit, key)
            post = [one for one in club.posts() if "strikes" in text_of(one)][-1]
            first = text_of(post).splitlines()[0]
            assert "ortar strikes" in first or "loses" in first, "first what came of it"
            behind = said(await club.zoe.click(post, custom_id=ids_of(post, "details")[0]))
            assert "fires the light mortar" in behind
            assert "deviation · d6" in behind, "and the dice one click away"

            await club.restart()
            await _until_mortar(club, info.id)
            asked = await club.ada.slash(club.thread, "mortar", unit=unit, at="18,24")
            assert "on target **33.3 %**" in said(asked), "the exact odds, then the word to go on"
            ordered = await club.ada.click(asked.response, custom_id=ids_of(asked.response, "go")[0])
            assert "✔" in said(ordered), said(ordered)
            state: Any = (await battles.load(club.store, info.id)).state.battle
            assert [laid.rounds for laid in state.laid] == [1, 1], "two of the three mortars have fired a round each"
