"""/battle undo to: and /battle redo."""

from __future__ import annotations

from campaigns.battle.proof import export, verification
from tests.bot.opened import battle_of
from tests.bot.toy import TOY
from tests.bot.world import World, refused, said


async def test_several_steps_are_taken_back_and_brought_back(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    begun = (await fight.field()).state
    for where in ("here", "there"):
        side = await fight.turn()
        own = next(squad for squad in begun.squads if squad.side == side)
        await (await fight.player()).slash(club.thread, "dig", unit=own.id, where=where)
        await (await fight.player()).slash(club.thread, "hold")
    fought = (await fight.field()).state

    offered = await club.gm.autocomplete(club.thread, "battle undo", "to", "")
    labels = [choice["name"] for choice in offered]
    assert labels[0].endswith("only this")
    assert labels[1].endswith("and 1 after it")
    assert await club.zoe.autocomplete(club.thread, "battle undo", "to", "") == []

    assert "Taken back" in said(await club.gm.slash(club.thread, "battle undo", to=offered[-1]["value"]))
    assert (await fight.field()).state == begun
    assert "Brought back, with the same dice" in said(await club.gm.slash(club.thread, "battle redo"))
    assert (await fight.field()).state == fought
    assert any("Brought back" in text for text in club.texts())
    player = await fight.player()
    assert "nothing to bring back" in refused(await player.slash(club.thread, "battle redo"))
    assert "no such step" in refused(await player.slash(club.thread, "battle undo", to="yesterday"))
    await club.gm.slash(club.thread, "battle end")
    assert verification.verify(await export.export(club.store, fight.id), TOY).ok
