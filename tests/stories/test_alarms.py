"""The alarms of a letter: made louder or quieter on its panel, sent with it, and kept for the next one."""

from __future__ import annotations

from pathlib import Path

from simcord import InteractionResult

from tests.bot.world import components, ids_of, options, said, world
from tests.stories.test_orders import begun, opened, sent


async def test_alarms_of_a_letter_are_made_louder_or_quieter_and_kept_for_the_next_one(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        side = "insurgents" if (await command.field_()).prompt.asks[0].side == "army" else "army"
        who = club.ada if side == "army" else club.ivo
        panel = await opened(club, who)
        draft = await who.click(panel.response, custom_id=ids_of(panel.response, "orders-write")[0])
        flags = ["ask_charged", "ask_fired_at", "jokers"]
        draft = await who.select(draft.response, flags, custom_id=ids_of(draft.response, "orders-flags")[0])
        written = await who.click(draft.response, custom_id=ids_of(draft.response, "orders-give")[0])
        alarms = options(written.response, "letter-alarm")
        assert alarms["Charged: go on, then ask me"] == "charged.later"
        assert len(alarms) == 6, "three for each stop of the letter, and for no other"

        # The old choice may stay picked beside the new one; what is picked is kept while the bot dies.
        louder = ["charged.later", "charged.now", "fired at.later", "fired at.tell"]
        written = await who.select(written.response, louder, custom_id=ids_of(written.response, "letter-alarm")[0])
        assert "charged: ask me now; fired at: just tell me" in said(written)
        await club.restart()
        done = await sent(who, written)
        assert "charged (at once); fired at (only tells)" in said(done)
        assert not ids_of(done.response, "letter-alarm"), "an empty letter has none"
        again = await who.click(done.response, custom_id=ids_of(done.response, "letter-again")[0])
        chosen = {each["value"] for each in _picked(again)}
        assert chosen == {"charged.now", "fired at.tell"}
        await club.agrees(command.battle)


def _picked(panel: InteractionResult) -> list[dict[str, str]]:
    """What the select of alarms shows as taken."""
    own = ids_of(panel.response, "letter-alarm")[0]
    (select,) = [part for part in components(panel.response) if part.get("custom_id") == own]
    return [each for each in select["options"] if each.get("default")]
