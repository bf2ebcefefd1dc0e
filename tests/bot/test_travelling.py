"""A campaign goes from one channel to another as a file, by commands, clicks and a form."""

from __future__ import annotations

import pytest
from simcord import InteractionResult

from campaigns.campaign import campaign, standing_in
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.travel import inviting
from campaigns.errors import Refusal
from campaigns.roster import units
from tests.bot.opened import battle_of
from tests.bot.test_campaign_life import killed
from tests.bot.world import World, ids_of, labels, refused, said, text_of


async def file_of(club: World, *, people: bool = False) -> bytes:
    shown = await club.gm.slash(club.channel, "campaign export", people=people)
    assert shown.response is not None
    assert shown.response.ephemeral
    (attached,) = shown.response.attachments
    assert attached.filename == "bosnia-1993.zip"
    return await attached.read()


async def fought(club: World) -> None:
    fight = await battle_of(club)
    assert "dice of a battle that is not over are a secret" in refused(
        await club.gm.slash(club.channel, "campaign export")
    )
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")


def pressed(panel: InteractionResult, what: str) -> str:
    assert panel.response is not None
    return ids_of(panel.response, what)[0]


async def newest(club: World) -> CampaignView:
    return max(await campaign.of_guild(club.store, club.guild.id), key=lambda view: view.id)


async def seats_of(club: World) -> dict[str, tuple[list[int], int | None]]:
    """Who plays for each side of the newest campaign, and whose its units are."""
    here = await newest(club)
    owners = {unit.side: unit.owner for unit in await units.units_of(club.store, here.id)}
    return {side.key: ([player.user_id for player in side.players], owners[side.key]) for side in here.sides}


async def test_the_people_of_a_file_are_said_on_a_form_after_a_restart(club: World) -> None:
    await fought(club)
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "campaign export"))
    data = await file_of(club)
    other = club.guild.create_text_channel("second-campaign")
    panel = await club.ada.slash(other, "campaign import", file=("b.zip", data))
    words = said(panel)
    assert "1 battle, 2 units" in words
    assert "Every row, die and career agrees with the journals" in words
    assert "without a name in the file, player of army" in words
    assert panel.response is not None
    assert labels(panel.response) == ["Say who is who …", "Bring it in with nobody"]
    await club.restart()

    form = await club.ada.click(panel.response, custom_id=pressed(panel, "bring-who"))
    listed = {line.split(",")[1].strip(): line.split(".")[0] for line in words.splitlines() if "a name in" in line}
    army, insurgents = listed["player of army"], listed["player of insurgents"]
    assert form.modal is not None, said(form)
    twice = await club.ada.submit_modal(form, {army: [club.zoe], insurgents: [club.zoe]})
    assert "cannot be one person here" in refused(twice)
    form = await club.ada.click(panel.response, custom_id=pressed(panel, "bring-who"))
    done = await club.ada.submit_modal(form, {army: [club.zoe]})
    assert "**Bosnia 1993** is here, and you are its GM" in said(done)

    assert "I ask 1 person here" in said(done)

    here = await newest(club)
    assert (here.gms, here.channel_id) == ((club.ada.id,), other.id)
    assert await seats_of(club) == {"army": ([], None), "insurgents": ([], None)}, "nobody plays without a click"
    await club.restart()
    (asked,) = [post for post in club.posts(other) if ids_of(post, "seat-not")]
    assert f"<@{club.zoe.id}>" in text_of(asked)
    assert "Only the player" in refused(await club.ivo.click(asked, custom_id=ids_of(asked, "seat-back")[0]))
    assert "Somebody else is asked" in refused(await club.ivo.click(asked, custom_id=ids_of(asked, "seat-not")[0]))
    took = said(await club.zoe.click(asked, custom_id=ids_of(asked, "seat-back")[0]))
    assert "You play for **" in took
    assert await seats_of(club) == {"army": ([club.zoe.id], club.zoe.id), "insurgents": ([], None)}
    assert not [post for post in club.posts(other) if ids_of(post, "seat-not")], "it has its answer"
    with pytest.raises(Refusal) as late:
        await inviting.decline(club.store, 1, club.zoe.id)
    assert late.value.code == "back-already"
    (fallen,) = [
        slot.last
        for unit in await units.units_of(club.store, here.id)
        for slot in unit.slots
        if slot.last.status == "killed"
    ]
    told = said(await club.ada.slash(other, "figure show", lines=True, figure=fallen.name))
    assert "killed" in told
    assert "Battle 1" in told
    again = await club.ada.click(panel.response, custom_id=pressed(panel, "bring-in"))
    assert "already has a campaign" in refused(again)


async def test_everybody_as_they_were_and_the_next_battle(club: World) -> None:
    await fought(club)
    data = await file_of(club, people=True)
    other = club.guild.create_text_channel("second-campaign")
    panel = await club.gm.slash(other, "campaign import", file=("b.zip", data))
    assert panel.response is not None
    assert labels(panel.response)[0] == "Everybody as they were"
    await club.gm.click(panel.response, custom_id=pressed(panel, "bring-same"))
    here = await newest(club)
    assert here.gms == (club.gm.id,)
    assert await seats_of(club) == {"army": ([], None), "insurgents": ([], None)}
    posts = {who: post for post in club.posts(other) for who in (club.ada, club.ivo) if f"<@{who.id}>" in text_of(post)}
    assert len(posts) == 2
    await club.restart()
    await club.ada.click(posts[club.ada], custom_id=ids_of(posts[club.ada], "seat-back")[0])
    declined = said(await club.ivo.click(posts[club.ivo], custom_id=ids_of(posts[club.ivo], "seat-not")[0]))
    assert "Declined" in declined
    assert await seats_of(club) == {"army": ([club.ada.id], club.ada.id), "insurgents": ([], None)}
    assert not [post for post in club.posts(other) if ids_of(post, "seat-not")]
    with pytest.raises(Refusal) as late:
        await standing_in.come_back(club.store, 2, club.ivo.id)
    assert late.value.code == "not-yours"
    assert not any(f"<@{club.ivo.id}>" in text for text in club.texts(other)), "nothing names them any more"
    assert "Bosnia 1993" in club.texts(other)[0]
    began = await club.gm.slash(other, "battle begin", title="Battle 2", anyway=True)
    assert "Battle 2" in said(began)


async def test_what_is_no_campaign_is_refused(club: World) -> None:
    other = club.guild.create_text_channel("second-campaign")
    panel = await club.gm.slash(other, "campaign import", file=("b.zip", b"PK\x03\x04 whatever"))
    assert "isn't a whole ZIP file" in refused(panel)
    assert await campaign.of_guild(club.store, club.guild.id) == ()
