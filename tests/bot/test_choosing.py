"""Who fights: the GM chooses, or everybody who is free."""

from __future__ import annotations

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from tests.bot.opened import campaign_of
from tests.bot.world import World, refused, said

TWO_EACH = {"army": ("squad", "squad"), "insurgents": ("cell", "cell")}


async def names_in(club: World, battle_id: int) -> list[str]:
    field = await battles.load(club.store, battle_id)
    return [squad.name for squad in field.state.squads]


async def test_a_battle_begins_with_the_units_that_were_chosen(club: World) -> None:
    campaign_id = await campaign_of(club, **TWO_EACH)
    begun = await club.gm.slash(club.channel, "battle begin", units="rifle squad 2, CELL 1")
    assert "Called: Rifle squad 2, Cell 1" in said(begun)
    (info,) = await battles.of_campaign(club.store, campaign_id)
    assert await names_in(club, info.id) == ["Rifle squad 2", "Cell 1"]
    await club.gm.slash(club.channel, "battle begin")
    second = (await battles.of_campaign(club.store, campaign_id))[-1]
    assert await names_in(club, second.id) == ["Rifle squad 1", "Cell 2"], "all that are free"


async def test_units_are_offered_one_after_the_other_to_the_gm_alone(club: World) -> None:
    await campaign_of(club, **TWO_EACH)
    await club.gm.slash(club.channel, "battle begin", units="Rifle squad 1, Cell 1")
    offered = await club.gm.autocomplete(club.channel, "battle begin", "units", "")
    assert [choice["name"] for choice in offered] == [
        "Rifle squad 2 · 2/2 fit · Army",
        "Cell 2 · 2/2 fit · Insurgents",
    ]
    (last,) = await club.gm.autocomplete(club.channel, "battle begin", "units", f"{offered[0]['value']},cell")
    begun = await club.gm.slash(club.channel, "battle begin", units=last["value"])
    assert "Called: Rifle squad 2, Cell 2" in said(begun)
    assert await club.ada.autocomplete(club.channel, "battle begin", "units", "") == []


async def test_a_choice_that_cannot_be_is_refused_and_opens_nothing(club: World) -> None:
    campaign_id = await campaign_of(club, **TWO_EACH)
    assert "Insurgents would have nobody" in refused(
        await club.gm.slash(club.channel, "battle begin", units="Rifle squad 1, Rifle squad 2")
    )
    assert "no unit 'Cell 9'" in refused(
        await club.gm.slash(club.channel, "battle begin", units="Rifle squad 1, Cell 9, Cell 1")
    )
    assert await battles.of_campaign(club.store, campaign_id) == ()
    await club.gm.slash(club.channel, "battle begin", units="Rifle squad 1, Cell 1")
    assert "Already called to a battle: Cell 1" in refused(
        await club.gm.slash(club.channel, "battle begin", units="Rifle squad 2, Cell 1")
    )
    assert len(await battles.of_campaign(club.store, campaign_id)) == 1


async def test_an_open_battle_begins_with_other_units_than_it_was_opened_with(club: World) -> None:
    campaign_id = await campaign_of(club, **TWO_EACH)
    await club.gm.slash(club.channel, "battle open", title="Hill 12")
    await club.restart()
    offered = await club.gm.autocomplete(club.channel, "battle begin", "units", "")
    assert len(offered) == 4, "those that the open battle has called may be called again"
    await club.gm.slash(club.channel, "battle begin", units="Rifle squad 2, Cell 2")
    (info,) = await battles.of_campaign(club.store, campaign_id)
    assert info.status is BattleStatus.RUNNING
    assert await names_in(club, info.id) == ["Rifle squad 2", "Cell 2"]
    assert "1 · 2/2 fit" in said(await club.gm.slash(club.channel, "unit list"))
    await club.gm.slash(club.channel, "battle begin", units="Rifle squad 1, Cell 1")
    assert len(await battles.of_campaign(club.store, campaign_id)) == 2


async def test_a_unit_whose_name_holds_a_comma_is_one_unit(club: World) -> None:
    campaign_id = await campaign_of(club)
    await club.ada.slash(club.channel, "unit rename", unit="Rifle squad 1", name="Able, Baker and Co")
    await club.gm.slash(club.channel, "battle begin", units="Cell 1, able, baker and co")
    (info,) = await battles.of_campaign(club.store, campaign_id)
    assert await names_in(club, info.id) == ["Able, Baker and Co", "Cell 1"]
