"""From inviting the bot to the first resolved volley of The Book and the Gun."""

from __future__ import annotations

import re
from pathlib import Path

from simcord import InteractionResult, MemberActor

from campaigns.battle import battles
from tests.bot.world import World, ids_of, said, text_of, world


async def test_it_takes_at_most_eight_interactions_of_all_people_together(tmp_path: Path) -> None:
    async with world(tmp_path) as bosnia:
        await bosnia.gm.slash(bosnia.channel, "campaign create", name="Bosnia 1993")
        await bosnia.ada.slash(bosnia.channel, "campaign join", side="army", unit="us-infantry-squad")
        await bosnia.ivo.slash(bosnia.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7")
        await bosnia.gm.slash(bosnia.channel, "battle begin")
        for _ in range(2):
            await _forward(bosnia)

        who = await _asked(bosnia)
        prompt = bosnia.prompt()
        panel = await who.click(prompt, custom_id=ids_of(prompt, "open")[0])
        assert "at least one hit" in said(panel), "exact odds before anything is decided"
        sums = said(await who.click(panel.response, custom_id=ids_of(panel.response, "why")[0]))
        assert "(measured)" in sums, "and the facts that they rest on"
        await who.click(panel.response, custom_id=ids_of(panel.response, "do")[0])

        volley = next(post for post in bosnia.posts() if " fires at " in text_of(post))
        assert re.search(r"fires at [^:]+: (no hit|\d+ hits?)", text_of(volley)), "first what came of it"
        assert len(bosnia.env.backend.interactions) - 1 <= 8, "but for the look at the sums"

        behind = said(await bosnia.zoe.click(volley, custom_id=ids_of(volley, "details")[0]))
        assert "TO HIT" in behind, "and the numbers and dice one click away, for everybody"
        assert "D20" in behind


async def _asked(bosnia: World) -> MemberActor:
    field = await battles.load(bosnia.store, 1)
    return bosnia.ada if field.prompt.asks[0].side == "army" else bosnia.ivo


async def _forward(bosnia: World) -> InteractionResult:
    """The side that is asked advances with all."""
    prompt = bosnia.prompt()
    return await (await _asked(bosnia)).click(prompt, label="Advance with all")
