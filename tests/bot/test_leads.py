"""Three players on a side: one is mentioned for a card that any of them may play, the others when half of the time is
over, once; who must answer for their own is mentioned at once."""

from __future__ import annotations

from collections import Counter

from campaigns.battle import battles
from tests.bot.opened import Fight
from tests.bot.test_clocks import pings
from tests.bot.world import Person, World


async def three_on_a_side(club: World) -> Fight:
    """Ada, Zoe and Pat have a squad each; Ivo has a cell."""
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    for who in (club.ada, club.zoe, club.people["pat"]):
        await who.slash(club.channel, "campaign join", side="army")
        await who.slash(club.channel, "unit raise", kind="squad")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents")
    await club.ivo.slash(club.channel, "unit raise", kind="cell")
    await club.gm.slash(club.channel, "gm policy", reminder_hours=0.0)
    await club.gm.slash(club.channel, "battle begin", anyway=True)
    (info,) = await battles.of_campaign(club.store, 1)
    return Fight(club, info.id)


def since(club: World, before: list[int]) -> Counter[int]:
    return Counter(pings(club)[len(before) :])


async def army_is_asked(club: World, fight: Fight) -> list[int]:
    """Ivo has just had his turn, and the army is asked; the mentions before that."""
    await fight.until("insurgents")
    for _ in range(20):
        before = pings(club)
        await club.ivo.slash(club.thread, "hold")
        if await fight.turn() == "army":
            return before
    raise AssertionError("the army never has a turn")


async def test_one_of_three_is_mentioned_and_the_others_at_half_time_once(club: World) -> None:
    fight = await three_on_a_side(club)
    before = await army_is_asked(club, fight)
    army: list[Person] = [club.ada, club.zoe, club.people["pat"]]
    asked = since(club, before)
    assert sum(asked[who.id] for who in army) == 1
    first = next(who for who in army if asked[who.id])
    assert first.mention in "\n".join(club.texts())
    await club.passes(hours=23)
    assert since(club, before) == asked
    await club.restart()
    await club.passes(hours=1, minutes=5)
    assert {who.id: since(club, before)[who.id] for who in army} == {who.id: 1 for who in army}
    await club.restart()
    await club.passes(hours=20)
    assert {who.id: since(club, before)[who.id] for who in army} == {who.id: 1 for who in army}, "once"
    # One of the others answers.
    second = next(who for who in army if who is not first)
    version = await fight.version()
    await second.slash(club.thread, "hold")
    assert await fight.version() > version


async def test_a_quick_answer_leaves_the_others_in_peace(club: World) -> None:
    fight = await three_on_a_side(club)
    others = (club.zoe.id, club.people["pat"].id)
    before = pings(club)
    for _ in range(6):
        await army_is_asked(club, fight)
        await club.ada.slash(club.thread, "hold")
    mentioned = since(club, before)
    assert [mentioned[user] for user in others] == [0, 0], "nine times for nothing, before"
    assert mentioned[club.ada.id] >= 6
