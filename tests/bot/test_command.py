"""/battle checkin, /battle assign, the stand-in policy and /gm whisper, as people meet them."""

from __future__ import annotations

from campaigns.battle import battles
from tests.bot.opened import battle_of, campaign_of
from tests.bot.world import World, ids_of, options, refused, said, text_of


async def test_players_choose_their_units_and_the_gm_sees_who_is_ready(club: World) -> None:
    await campaign_of(club, army=("squad", "squad"), insurgents=("cell",))
    await club.gm.slash(club.channel, "battle open", check_in=True)
    announced = next(post for post in club.posts() if ids_of(post, "check-in"))
    assert "Every player chooses which of their units fight" in text_of(announced)
    told = refused(await club.gm.slash(club.channel, "battle begin"))
    assert "have not chosen their units yet" in told
    await club.restart()

    opened = await club.ada.click(announced, custom_id=ids_of(announced, "check-in")[0])
    panel = opened.response
    assert panel is not None
    assert list(options(panel, "checked")) == ["Rifle squad 1", "Rifle squad 2"]
    second = options(panel, "checked")["Rifle squad 2"]
    picked = await club.ada.select(panel, [second], custom_id=ids_of(panel, "checked")[0])
    assert "You bring Rifle squad 2" in said(picked)
    assert any("is ready" in text for text in club.texts())
    stranger = await club.zoe.click(announced, custom_id=ids_of(announced, "check-in")[0])
    assert refused(stranger)

    await club.gm.slash(club.channel, "battle begin", anyway=True)
    (info,) = [one for one in await battles.of_campaign(club.store, 1) if one.begun_at]
    field = await battles.load(club.store, info.id)
    assert sorted(squad.name for squad in field.state.squads) == ["Cell 1", "Rifle squad 2"]


async def test_who_commands_what_is_shown_and_changed(club: World) -> None:
    await battle_of(club)
    listed = said(await club.ada.slash(club.thread, "battle assign"))
    assert f"Rifle squad 1: {club.ada.mention}" in listed
    assert "Cell 1" not in listed, "the enemy's units are his business"
    told = refused(await club.gm.slash(club.thread, "battle assign", unit="Rifle squad 1", member=club.ivo))
    assert "Only players of its side" in told
    done = await club.gm.slash(club.thread, "battle assign", unit="Rifle squad 1", member=club.ada)
    assert "is commanded by" in said(done)


async def test_policies_show_who_may_stand_in(club: World) -> None:
    await campaign_of(club)
    changed = said(await club.gm.slash(club.channel, "gm policy", stand_in="after-deadline"))
    assert "once their commander has missed a deadline" in changed
