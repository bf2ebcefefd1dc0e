"""Before the first die each side is heard: by a click on Ready where it has done nothing since the seed was sealed."""

from __future__ import annotations

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from tests.bot.opened import battle_of, campaign_of
from tests.bot.world import World, ids_of, refused, said


async def second_battle(club: World, **given: object) -> str:
    """A battle after one in which nobody had said a word: what the GM reads of its beginning."""
    await campaign_of(club)
    await club.passes(minutes=1)
    await club.gm.slash(club.channel, "battle begin")
    await club.gm.slash(club.thread, "battle end")
    await club.passes(minutes=1)
    return said(await club.gm.slash(club.channel, "battle begin", title="The mill", **given))


async def status(club: World) -> BattleStatus:
    return (await battles.of_campaign(club.store, 1))[-1].status


async def test_a_battle_waits_for_the_clicks_of_the_unheard_and_begins_with_the_last(club: World) -> None:
    told = await second_battle(club)
    assert "The mill** begins in" in told
    assert "as soon as Army and Insurgents have clicked Ready" in told
    assert await status(club) is BattleStatus.OPEN
    opened, waits = club.posts()[-2:]
    assert ids_of(opened, "ready")
    assert club.ada.mention in club.texts()[-1]
    assert club.ivo.mention in club.texts()[-1]
    assert "SHA-256 of the seed" in club.texts()[-1]
    button = ids_of(waits, "ready")[0]

    assert "You play no side here" in refused(await club.gm.click(waits, custom_id=button))
    assert "no such battle" in refused(await club.zoe.click(waits, custom_id=button))
    await club.restart()
    first = said(await club.ada.click(waits, custom_id=button))
    assert "Insurgents has still to click" in first
    last = said(await club.ivo.click(waits, custom_id=button))
    assert "The mill** has begun" in last
    assert await status(club) is BattleStatus.RUNNING
    begun = next(text for text in club.texts() if "The battle has begun" in text)
    assert "have said nothing" not in begun
    assert club.prompt()
    assert "has already begun" in refused(await club.ivo.click(waits, custom_id=button))


async def test_a_gm_who_will_not_wait_begins_and_everybody_reads_what_that_means(club: World) -> None:
    await second_battle(club)
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin", anyway=True))
    begun = next(text for text in club.texts() if "The battle has begun" in text)
    assert "Army and Insurgents have said nothing since the seed was drawn" in begun
    assert "the host could have chosen the dice" in begun


async def test_it_begins_by_itself_when_the_time_is_up(club: World) -> None:
    await second_battle(club)
    (waits,) = club.posts()[-1:]
    await club.ada.click(waits, custom_id=ids_of(waits, "ready")[0])
    await club.passes(hours=47)
    assert await status(club) is BattleStatus.OPEN
    await club.passes(hours=1, minutes=1)
    assert await status(club) is BattleStatus.RUNNING
    begun = next(text for text in club.texts() if "The battle has begun" in text)
    assert "Insurgents has said nothing since the seed was drawn" in begun


async def test_the_first_battle_of_a_campaign_and_one_after_answers_wait_for_nobody(club: World) -> None:
    fight = await battle_of(club)
    assert not any(ids_of(post, "ready") for post in club.posts()), "joining was heard"
    for side in ("army", "insurgents"):
        await fight.until(side)
        await (await fight.player()).slash(club.thread, "hold")
    await club.gm.slash(club.thread, "battle end")
    await club.passes(minutes=1)
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin", title="The mill"))
    assert not any(ids_of(post, "ready") for post in club.posts())
