"""From inviting the bot to the first resolved shot of 5.56mm."""

from __future__ import annotations

import re
from pathlib import Path

from simcord import MemberActor

from campaigns.battle import battles
from tests.bot.world import World, ids_of, labels, said, text_of, world


async def test_it_takes_at_most_eight_interactions_of_all_people_together(tmp_path: Path) -> None:
    async with world(tmp_path) as street:
        for _ in range(1):
            street.store.entropy(32)  # dice of its own, by which the first to see an enemy hits one time in two
        await street.gm.slash(street.channel, "campaign create", name="The street", rules="five56mm")
        await street.ada.slash(street.channel, "campaign join", side="black", unit="rangers")
        await street.ivo.slash(street.channel, "campaign join", side="red", unit="militia")
        await street.gm.slash(street.channel, "battle begin")
        while not any(label.startswith("Fire at") for label in labels(street.prompt())):
            await _advances(street)

        who = await _asked(street)
        panel = await who.click(street.prompt(), custom_id=ids_of(street.prompt(), "open")[0])
        assert panel.response is not None
        words = said(panel)
        assert "hit 50 %" in words, "exact odds before anything is decided"
        sums = said(await who.click(panel.response, custom_id=ids_of(panel.response, "why")[0]))
        assert "🎯 hit **" in sums
        assert "TN " in sums
        assert "(measured)" in sums, "and the facts that they rest on"
        fired = await who.click(panel.response, custom_id=ids_of(panel.response, "do")[0])

        shot = next(each for each in street.posts() if re.search(" fires the |does not spot", text_of(each)))
        assert "✔" in said(fired)
        assert len(street.env.backend.interactions) <= 8

        behind = said(await street.zoe.click(shot, custom_id=ids_of(shot, "details")[0]))
        assert "against TN" in behind, "and the numbers and dice one click away, for everybody"


async def _asked(street: World) -> MemberActor:
    field = await battles.load(street.store, 1)
    return street.ada if field.prompt.asks[0].side == "black" else street.ivo


async def _advances(street: World) -> None:
    """He whose card is up has nobody to shoot at and goes forward."""
    prompt = street.prompt()
    label = next(label for label in labels(prompt) if label.startswith("Advance"))
    await (await _asked(street)).click(prompt, label=label)
