"""Campaigns: opening, joining, settings, GMs."""

from __future__ import annotations

import pytest

from campaigns.battle import battles
from campaigns.campaign import campaign, leaving
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal
from campaigns.members.knowledge import stints_of
from campaigns.members.policies import Replacements, WoundedReturn
from tests.campaigns.world import BLUE, CHANNEL, GM, GUILD, RED, RED_TOO, STRANGER, World


async def test_who_opens_a_campaign_is_its_gm_and_its_sides_are_the_rule_set_s(world: World) -> None:
    view = await campaign.show(world.store, world.id)
    assert view.gms == (GM,)
    assert [(side.key, [p.user_id for p in side.players]) for side in view.sides] == [
        ("red", [RED, RED_TOO]),
        ("blue", [BLUE]),
        ("crowd", []),
    ]
    assert view.side_of(RED_TOO) == "red"
    assert view.side_of(STRANGER) is None


async def test_a_channel_has_one_open_campaign_and_a_closed_one_gives_it_free(world: World) -> None:
    with pytest.raises(Refusal) as refused:
        await campaign.create(world.store, GUILD, CHANNEL, RED, "Second", "outposts")
    assert refused.value.code == "channel-taken"
    await campaign.close(world.store, world.id, GM)

    second = await campaign.create(world.store, GUILD, CHANNEL, RED, "Second", "outposts")

    found = await campaign.of_channel(world.store, CHANNEL)
    assert found == second
    assert [view.name for view in await campaign.of_guild(world.store, GUILD)] == ["Dust", "Second"]


async def test_creating_twice_by_one_interaction_creates_once(world: World) -> None:
    first = await campaign.create(world.store, GUILD, 5, RED, "One", "outposts", interaction_id=8)
    again = await campaign.create(world.store, GUILD, 5, RED, "One", "outposts", interaction_id=8)
    assert again == first
    assert len(await campaign.of_guild(world.store, GUILD)) == 2


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
async def test_a_name_has_1_to_80_characters(small: World, name: str) -> None:
    with pytest.raises(Refusal, match="80 characters"):
        await campaign.create(small.store, GUILD, 6, RED, name, "outposts")


@pytest.mark.parametrize("side", ["crowd", "green"])
async def test_a_side_that_nobody_plays_cannot_be_joined(small: World, side: str) -> None:
    with pytest.raises(Refusal) as refused:
        await campaign.join(small.store, small.id, STRANGER, side)
    assert refused.value.code == "unknown-side"
    assert "red, blue" in refused.value.remedy


async def test_who_leaves_is_a_stranger_and_may_come_back(world: World) -> None:
    await leaving.leave(world.store, world.id, BLUE)
    with pytest.raises(Refusal) as refused:
        await campaign.show(world.store, world.id, who=BLUE)
    assert refused.value.code == "no-campaign"
    view = await campaign.join(world.store, world.id, BLUE, "blue")
    assert isinstance(view, CampaignView)
    assert view.side_of(BLUE) == "blue"
    assert [p.name for side in view.sides for p in side.players] == ["Ada", "Bea", "Cem"]


async def test_only_a_gm_changes_settings_and_only_to_what_exists(world: World) -> None:
    for who, code in ((RED, "umpire-only"), (STRANGER, "no-campaign")):
        with pytest.raises(Refusal) as refused:
            await campaign.change_settings(world.store, world.id, who, wounded="d6")
        assert refused.value.code == code
    with pytest.raises(Refusal, match="wounded"):
        await campaign.change_settings(world.store, world.id, GM, wounded="never")
    with pytest.raises(Refusal, match="deadline_hours"):
        await campaign.change_settings(world.store, world.id, GM, deadline_hours=-1)
    with pytest.raises(Refusal, match="cannot be 'perhaps'"):
        await campaign.change_settings(world.store, world.id, GM, options=(("mud", "perhaps"),))
    with pytest.raises(Refusal, match="no switch 'fog'"):
        await campaign.change_settings(world.store, world.id, GM, options=(("fog", "yes"),))
    assert (await campaign.show(world.store, world.id)).settings == world.campaign.settings

    await campaign.change_settings(world.store, world.id, GM, wounded="d6", options=(("mud", "yes"),))
    settings = await campaign.change_settings(world.store, world.id, GM, replacements="automatic")

    assert (settings.wounded, settings.replacements) == (WoundedReturn.D6, Replacements.AUTOMATIC)
    assert (await campaign.show(world.store, world.id)).settings == settings
    assert settings.options == (("mud", "yes"),)


async def test_gms_appoint_and_dismiss_each_other_but_one_stays(world: World) -> None:
    await campaign.appoint_gm(world.store, world.id, GM, RED)
    view = await campaign.appoint_gm(world.store, world.id, GM, RED)
    assert view.gms == (GM, RED)
    view = await campaign.dismiss_gm(world.store, world.id, RED, GM)
    assert view.gms == (RED,)
    with pytest.raises(Refusal, match="needs a GM"):
        await campaign.dismiss_gm(world.store, world.id, RED, RED)


async def test_sides_and_campaigns_get_names_of_their_own(small: World) -> None:
    await campaign.name_side(small.store, small.id, GM, "red", "  2nd   Platoon ")
    view = await campaign.rename(small.store, small.id, GM, "Sand")
    assert (view.name, view.sides[0].name) == ("Sand", "2nd Platoon")
    with pytest.raises(Refusal, match="GM"):
        await campaign.rename(small.store, small.id, RED, "Mine")


async def test_a_campaign_is_not_closed_while_a_battle_goes_on_and_not_changed_afterwards(small: World) -> None:
    battle_id = await small.battle()
    with pytest.raises(Refusal) as refused:
        await campaign.close(small.store, small.id, GM)
    assert refused.value.code == "fighting"
    await battles.end(small.store, battle_id, GM)
    assert (await campaign.close(small.store, small.id, GM)).closed
    with pytest.raises(Refusal) as refused:
        await campaign.join(small.store, small.id, STRANGER, "red")
    assert refused.value.code == "campaign-closed"


async def test_a_house_rule_is_kept_in_its_own_words_however_yes_is_said(world: World) -> None:
    for said, kept in (("on", "yes"), ("true", "yes"), ("yes", "yes"), ("off", "no"), ("false", "no")):
        settings = await campaign.change_settings(world.store, world.id, GM, options=(("mud", said),))
        assert settings.options == (("mud", kept),)
        assert (await campaign.show(world.store, world.id)).settings.options == settings.options


async def test_for_whom_somebody_played_is_their_own_past_in_this_campaign(world: World) -> None:
    await leaving.leave(world.store, world.id, BLUE)
    async with world.store.reading() as session:
        (stint,) = await stints_of(session, world.id, BLUE)
        assert (stint.user_id, stint.side) == (BLUE, "blue")
        assert await stints_of(session, world.id, RED) == []
        assert await stints_of(session, world.id + 1, BLUE) == []
