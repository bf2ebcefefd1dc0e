"""A button is out of date when its question or its offer has changed: not because somebody has ordered or sealed."""

from __future__ import annotations

from pathlib import Path

from tests.bot.world import ids_of, said, world
from tests.stories.test_orders import begun, opened, planned, pressed, sent


async def test_a_letter_is_sent_from_the_panel_that_was_open_when_the_other_side_sealed(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club, sealed=True)
        mine = await planned(club.ada, await opened(club, club.ada))
        await sent(club.ivo, await planned(club.ivo, await opened(club, club.ivo)))
        assert "**Insurgents** sealed" in "\n".join(club.texts())
        await club.restart()
        done = await sent(club.ada, mine)
        assert "out of date" not in said(done), said(done)
        assert "✔ **Sent: " in said(done)
        await club.agrees(command.battle)


async def test_ones_own_order_leaves_ones_own_panels_and_the_prompt_as_they_were(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        side = (await command.field_()).prompt.asks[0].side
        who, other = (club.ada, club.ivo) if side == "army" else (club.ivo, club.ada)
        elder = await opened(club, other)
        prompt = club.prompt()
        button = (ids_of(prompt, "quick") or ids_of(prompt, "orders"))[0]

        # He who is not asked orders: his older panel and the question to the other stand as they were.
        written = await planned(other, elder)
        shown = ids_of(written.response, "letter-send")[0]
        assert "✉️ Your letter: " in said(await planned(other, await sent(other, written)))
        sending = await pressed(club, other, shown)
        assert "out of date" not in said(sending), said(sending)
        assert "✔ **Sent: " in said(sending)
        answered = await who.click(prompt, custom_id=button)
        assert "out of date" not in said(answered), said(answered)
        await club.agrees(command.battle)
