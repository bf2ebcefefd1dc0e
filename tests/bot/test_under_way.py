"""A run that is carried out in slices, as people see it: it has begun, this far it is, and what came of it."""

from __future__ import annotations

from campaigns.battle import battles
from tests.bot.opened import battle_of
from tests.bot.world import World, ids_of, refused, said, text_of
from tests.cutting import ByCount

UNDER_WAY = "The bot is carrying the battle on: "


def notes(club: World) -> list[str]:
    return [text for text in club.texts() if UNDER_WAY in text]


async def test_a_run_is_told_at_once_changed_as_it_goes_on_and_taken_down(club: World) -> None:
    fight = await battle_of(club, anew=True)
    player, asking = await fight.player(), club.prompt()
    club.store.slices = ByCount(1)
    held = await player.slash(club.thread, "hold")
    assert f"{UNDER_WAY}1 done so far" in said(held)
    (note,) = notes(club)
    assert f"{UNDER_WAY}1 done so far" in note
    assert (await battles.load(club.store, fight.id)).info.carried_out == 1
    # Meanwhile everything can be looked at, and nothing can be done.
    for look in ("now", "catchup"):
        assert UNDER_WAY in said(await player.slash(club.thread, look))
    version = await fight.version()
    assert UNDER_WAY in refused(await player.slash(club.thread, "hold"))
    assert await fight.version() == version
    for _ in range(10):
        await club.passes(seconds=2)
        if (await battles.load(club.store, fight.id)).info.carried_out is None:
            break
    await club.passes(seconds=2)
    assert notes(club) == []
    assert ids_of(club.prompt(), "map")
    assert club.prompt().id != asking.id or text_of(club.prompt()) != text_of(asking)
    await club.agrees(fight.id)
