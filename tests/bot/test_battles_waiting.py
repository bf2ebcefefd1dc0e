"""Several battles may wait to begin: the one that is meant is named, or is that of the thread."""

from __future__ import annotations

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from tests.bot.opened import campaign_of
from tests.bot.world import World, refused, said

TWO_EACH = {"army": ("squad", "squad"), "insurgents": ("cell", "cell")}


async def two_open(club: World) -> int:
    """The ford with the first units, the mill with the second ones. The campaign's id."""
    campaign_id = await campaign_of(club, **TWO_EACH)
    await club.gm.slash(club.channel, "battle open", title="The ford", units="Rifle squad 1, Cell 1")
    await club.gm.slash(club.channel, "battle open", title="The mill", units="Rifle squad 2, Cell 2")
    return campaign_id


async def statuses(club: World, campaign_id: int) -> dict[str, BattleStatus]:
    return {info.title: info.status for info in await battles.of_campaign(club.store, campaign_id)}


async def test_of_several_the_one_that_is_named_begins(club: World) -> None:
    campaign_id = await two_open(club)
    offered = await club.gm.autocomplete(club.channel, "battle begin", "battle", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("1 The ford", "1"), ("2 The mill", "2")]
    assert "**The ford** has begun" in said(await club.gm.slash(club.channel, "battle begin", battle="1"))
    assert await statuses(club, campaign_id) == {"The ford": BattleStatus.RUNNING, "The mill": BattleStatus.OPEN}
    # The only one that is left needs no name.
    offered = await club.gm.autocomplete(club.channel, "battle begin", "battle", "")
    assert [choice["value"] for choice in offered] == ["2"]
    assert "**The mill** has begun" in said(await club.gm.slash(club.channel, "battle begin"))


async def test_where_none_is_named_nothing_begins_is_called_off_or_made_ready(club: World) -> None:
    campaign_id = await two_open(club)
    for who, command, options in (
        (club.gm, "battle begin", {}),
        (club.gm, "battle cancel", {}),
        (club.ada, "battle ready", {"words": "over the top"}),
        (club.ada, "battle checkin", {}),
    ):
        words = refused(await who.slash(club.channel, command, **options))
        assert "Several battles wait to begin: 1 The ford and 2 The mill." in words
        assert "the option “battle”" in words
    assert set((await statuses(club, campaign_id)).values()) == {BattleStatus.OPEN}
    assert "no such battle" in refused(await club.gm.slash(club.channel, "battle begin", battle="7"))
    assert "called off" in said(await club.gm.slash(club.channel, "battle cancel", battle="2"))
    assert (await statuses(club, campaign_id))["The mill"] is BattleStatus.CANCELLED


async def test_in_a_battles_own_thread_that_battle_is_meant(club: World) -> None:
    campaign_id = await two_open(club)
    infos = {info.title: info for info in await battles.of_campaign(club.store, campaign_id)}
    ford = next(thread for thread in club.channel.threads if thread.id == infos["The ford"].channel_id)
    assert "**The ford** has begun" in said(await club.gm.slash(ford, "battle begin"))
    assert (await statuses(club, campaign_id))["The mill"] is BattleStatus.OPEN


async def test_one_that_has_begun_does_not_begin_again(club: World) -> None:
    await two_open(club)
    await club.gm.slash(club.channel, "battle begin", battle="1")
    assert "begun" in refused(await club.gm.slash(club.channel, "battle begin", battle="1"))


async def test_what_was_settled_when_it_was_opened_is_not_silently_left_out(club: World) -> None:
    await two_open(club)
    for option in ({"title": "The bridge"}, {"turn_limit": 3}, {"board": "none"}, {"size": "20x20"}):
        words = refused(await club.gm.slash(club.channel, "battle begin", battle="1", **option))
        assert "The ford is open already" in words
