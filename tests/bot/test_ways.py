"""An order with a way is shown first under every rule set: by command, by form, with whatever else it says."""

from __future__ import annotations

from pathlib import Path

from simcord import InteractionResult, MemberActor

from campaigns.battle import battles
from campaigns.battle.record import journal
from tests.bot.world import World, components, ids_of, said, world


async def street(made: World) -> None:
    await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
    await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
    await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
    await made.gm.slash(made.channel, "battle begin")


async def asked(made: World) -> tuple[MemberActor, str]:
    """Whose card is up, and the player who leads him."""
    ask = (await battles.load(made.store, 1)).prompt.asks[0]
    return (made.ada if ask.side == "black" else made.ivo), ask.units[0]


async def version(made: World) -> int:
    return (await battles.load(made.store, 1)).info.version


def alt(result: InteractionResult) -> str:
    assert result.response is not None
    return " ".join(
        item["description"] for part in components(result.response) if part.get("type") == 12 for item in part["items"]
    )


async def test_a_man_of_556mm_is_shown_his_way_too(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await street(made)
        who, man = await asked(made)
        before = await version(made)
        shown = await who.slash(made.thread, "move", character=man, to="forward 3")
        assert await version(made) == before, said(shown)
        assert "forward 3" in said(shown)
        assert "plan" in alt(shown)
        await made.restart()
        done = await who.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
        assert "✔" in said(done), said(done)
        async with made.store.reading() as session:
            entries = await journal.entries(session, made.store.rules("five56mm"), 1)
        assert any("forward 3" in entry.intent for entry in entries if entry.seq > before)
        await made.agrees(1)


async def test_an_order_without_a_way_is_carried_out_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await street(made)
        who, man = await asked(made)
        before = await version(made)
        done = await who.slash(made.thread, "stealth", character=man)
        assert "✔" in said(done), said(done)
        assert await version(made) > before
