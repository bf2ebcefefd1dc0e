"""Campaigns, units, figures, rosters and the end of battles, by commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.actions.groups import GMS
from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.campaign import campaign
from campaigns.roster import rosters
from campaigns.tables.battles import BattleStatus
from tests.bot.opened import Fight, battle_of, campaign_of
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of, world


async def test_a_campaign_is_announced_to_all(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia *1993*")
    (post,) = club.posts(club.channel)
    assert r"Bosnia \*1993\*" in text_of(post)
    assert "**Next:** join a side" in text_of(post)
    assert labels(post)[:2] == ["Join Army", "Join Insurgents"]
    await club.ada.slash(club.channel, "campaign join", side="Army", unit="squad", unit_name="2nd Squad")
    assert club.texts(club.channel)[-1] == f"{club.ada.mention} plays for **Army** and raises **2nd Squad**."
    place = f"/channels/{club.channel.id}/messages"
    sent = [request.json for request in club.env.http_requests if request.path == place]
    assert sent[-1]["allowed_mentions"] == {"parse": []}, "nobody is pinged by a notice"


async def test_a_second_campaign_needs_another_channel(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="One")
    assert "already has a campaign" in refused(await club.ada.slash(club.channel, "campaign create", name="Two"))


async def test_a_new_campaign_asks_its_gm_once_whether_turns_are_sealed(tmp_path: Path) -> None:
    """Books that seal everything themselves, or nothing, ask nobody."""
    async with world(tmp_path) as club:
        made = await club.gm.slash(club.channel, "campaign create", name="Don", rules="red-actions")
        assert made.response is not None
        sealed, as_printed = ids_of(made.response, "seal-turns")
        await club.restart()
        assert "whole turns at once" in said(await club.gm.click(made.response, custom_id=sealed))
        (don,) = await campaign.of_guild(club.store, club.guild.id)
        assert ("sealed-orders", "turn") in don.settings.options
        assert "as the book has it" in said(await club.gm.click(made.response, custom_id=as_printed))
        (don,) = await campaign.of_guild(club.store, club.guild.id)
        assert ("sealed-orders", "turn") not in don.settings.options
        other = club.guild.create_text_channel("platoon")
        made = await club.gm.slash(other, "campaign create", name="Burma", rules="infantry-action")
        assert made.response is not None
        assert not ids_of(made.response, "seal-turns"), "it seals anyway"


async def test_a_gm_who_is_no_moderator_hears_where_the_commands_of_a_gm_are(club: World) -> None:
    assert "Server Settings" not in said(await club.ada.slash(club.channel, "campaign create", name="One"))
    everybody = club.guild.roles["@everyone"]._role
    everybody.permissions &= ~GMS.value
    other = club.guild.create_text_channel("other")
    made = said(await club.ada.slash(other, "campaign create", name="Two"))
    assert "does not show you `/gm policy`" in made
    assert "Server Settings → Integrations" in made
    everybody.permissions |= GMS.value


async def test_joining_a_side_that_is_not_there_names_those_that_are(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="One")
    told = refused(await club.ada.slash(club.channel, "campaign join", side="navy"))
    assert "army, insurgents" in told


async def test_units_are_raised_listed_renamed_and_disbanded(club: World) -> None:
    await campaign_of(club)
    raised = await club.ada.slash(club.channel, "unit raise", kind="squad", name="The `Odd` Squad", base_colour="teal")
    assert r"**The \`Odd\` Squad** · Rifle squad · 2/2 fit" in said(raised)
    listed = said(await club.ada.slash(club.channel, "unit list"))
    assert "Rifle squad 1 · 2/2 fit" in listed
    assert "Cell 1" not in listed
    assert "Cell 1" in said(await club.gm.slash(club.channel, "unit list"))
    await club.ada.slash(club.channel, "unit rename", unit="The `Odd` Squad", name="3rd Squad")
    assert "3rd Squad" in said(await club.ada.slash(club.channel, "unit list"))
    await club.ada.slash(club.channel, "unit disband", unit="3rd Squad")
    assert "3rd Squad" not in said(await club.ada.slash(club.channel, "unit list"))


async def test_a_roster_says_how_its_men_stand_in_the_battle_that_goes_on(club: World) -> None:
    """Careers are written when it ends: until then the men are as fit on paper as they went."""
    await battle_of(club)
    told = said(await club.ada.slash(club.channel, "unit roster", unit="Rifle squad 1"))
    assert "2/2 fit" in told
    assert "now: 2 fit. The roster is brought up to date when it ends." in told


async def test_the_other_sides_roster_reads_like_none(club: World) -> None:
    await campaign_of(club)
    theirs = refused(await club.ada.slash(club.channel, "unit roster", unit="Cell 1"))
    nobodys = refused(await club.ada.slash(club.channel, "unit roster", unit="Cell 99"))
    strangers = refused(await club.zoe.slash(club.channel, "unit roster", unit="Cell 1"))
    assert theirs == nobodys == strangers
    assert "2/2 fit" in said(await club.gm.slash(club.channel, "unit roster", unit="Cell 1"))


async def test_a_figures_career_can_be_written_into(club: World) -> None:
    await campaign_of(club)
    (first, *_) = await club.gm.autocomplete(club.channel, "figure show", "figure", "Rifle squad")
    man = first["value"]
    await club.gm.slash(club.channel, "figure promote", figure=man, rank="Corporal")
    await club.gm.slash(club.channel, "figure decorate", figure=man, decoration="Bronze Star")
    await club.ada.slash(club.channel, "figure note", figure=man, text="keeps a diary")
    await club.ada.slash(club.channel, "figure rename", figure=man, given="John", family="Doe")
    career = said(await club.ada.slash(club.channel, "figure show", lines=True, figure=man))
    assert "### Corporal John Doe" in career
    for words in ("Bronze Star", "keeps a diary", "promoted (Corporal)", "formerly"):
        assert words in career
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "figure promote", figure=man, rank="General"))
    assert "no such figure" in refused(await club.ivo.slash(club.channel, "figure show", lines=True, figure=man))


async def test_a_promotion_gives_an_empty_place_and_frees_their_own(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    units = await rosters.units_of(club.store, 1)
    unit, place = next((unit, slot) for unit in units for slot in unit.slots if slot.holder is None)
    own, man = next((slot, slot.holder) for slot in unit.slots if slot.holder is not None)
    (offered,) = await club.gm.autocomplete(club.channel, "figure promote", "place", "", figure=man.ref)
    assert offered["value"] == str(place.number)
    assert "neither a rank nor a place" in refused(await club.gm.slash(club.channel, "figure promote", figure=man.ref))
    told = await club.gm.slash(club.channel, "figure promote", figure=man.ref, place=offered["value"])
    assert f"Promoted to place {place.number}: {place.role}." in said(told)
    assert f"No. {place.number} of {unit.name}" in said(told)
    sheet = said(await club.gm.slash(club.channel, "unit roster", unit=unit.name))
    assert f"`{own.number:>2}` *vacant* — {man.name} has another place" in sheet
    again = await club.gm.slash(club.channel, "figure promote", figure=man.ref, place=offered["value"])
    assert "no such empty place" in refused(again)


async def test_the_dead_are_replaced_in_their_slot(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    dead = next(
        c for c in await club.gm.autocomplete(club.channel, "figure show", "figure", "") if "killed" in c["name"]
    )
    replaced = await club.gm.slash(club.channel, "figure replace", figure=dead["value"], given="Ante", family="Novak")
    assert "Ante Novak" in said(replaced)
    assert "took the place of" in said(replaced)


async def test_all_empty_places_are_filled_by_one_command(club: World) -> None:
    await campaign_of(club)
    men = [c["value"] for c in await club.gm.autocomplete(club.channel, "figure show", "figure", "Rifle squad")]
    for man in men:
        await club.ada.slash(club.channel, "figure retire", figure=man)
    offered = await club.gm.autocomplete(club.channel, "figure replace", "figure", "")
    assert offered[0]["name"] == f"All {len(men)} empty places"
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "figure replace", figure="all"))
    assert "One name" in refused(await club.gm.slash(club.channel, "figure replace", figure="all", family="Cook"))
    filled = said(await club.gm.slash(club.channel, "figure replace", figure="all"))
    assert f"{len(men)} places are filled" in filled
    assert filled.count("• ") == len(men)
    assert "No place is empty" in refused(await club.gm.slash(club.channel, "figure replace", figure="all"))


async def test_the_fallen_are_found_decorated_and_brought_back_though_somebody_has_their_place(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    offered = await club.gm.autocomplete(club.channel, "figure show", "figure", "killed")
    dead = offered[0]["value"]
    assert offered[0]["name"].startswith("✝ ")
    life = said(await club.gm.slash(club.channel, "figure show", lines=True, figure=dead))
    name = life.splitlines()[0].partition(" ✝ ")
    await club.gm.slash(club.channel, "figure replace", figure=dead, given="Ante", family="Novak")

    everybody = [c["name"] for c in await club.gm.autocomplete(club.channel, "figure decorate", "figure", "")]
    assert everybody[-1] == offered[0]["name"], "those who serve stand first"
    honoured = said(await club.gm.slash(club.channel, "figure decorate", figure=dead, decoration="Bronze Star"))
    assert "✝" in honoured.splitlines()[1]
    assert "Bronze Star" in honoured
    (line,) = [
        c["value"] for c in await club.gm.autocomplete(club.channel, "figure correct", "line", "killed", figure=dead)
    ]
    both = await club.gm.slash(club.channel, "figure correct", figure=dead, line=line, why="alive")
    assert "Ante Novak holds" in refused(both)
    own, new, *_ = await club.gm.autocomplete(club.channel, "figure correct", "place", "", figure=dead)
    assert "Ante Novak moves to a new place" in own["name"]
    back = said(
        await club.gm.slash(club.channel, "figure correct", figure=dead, line=line, why="alive", place=new["value"])
    )
    assert "✝" not in back.replace("".join(name[:2]), "")
    assert "takes place" in back
    assert "fit" in back


@pytest.mark.parametrize("reason", ["", "the GM"])
async def test_an_end_says_how_it_came_whether_or_not_there_is_a_reason(club: World, reason: str) -> None:
    await battle_of(club)
    await club.gm.slash(club.thread, "battle end", **({"reason": reason} if reason else {}))
    said_so = text_of(club.posts()[-1]).splitlines()[1]
    assert said_so == ("The GM · ended by the GM" if reason else "Ended by the GM")


async def test_a_gm_ends_a_battle_and_everybody_can_check_its_dice(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    sealed = next(text for text in club.texts() if "Its dice are sealed" in text)
    before = await club.ada.slash(club.thread, "battle verify")
    assert "seed" in refused(before)

    ended = await club.gm.slash(club.thread, "battle end", winner="army", reason="the hill is taken")

    assert "rosters" in said(ended)
    closing = club.posts()[-1]
    assert "### Victory for Army" in text_of(closing)
    assert "The hill is taken · ended by the GM" in text_of(closing)
    (info,) = await battles.of_campaign(club.store, (await fight.field()).info.campaign_id)
    assert info.status is BattleStatus.ENDED
    assert info.commitment in sealed
    assert info.seeds[0] in text_of(closing)
    checked = await club.ivo.click(closing, custom_id=ids_of(closing, "verify")[0])
    assert "Every check passed" in said(checked)
    assert checked.response is not None
    (file,) = checked.response.attachments
    exported = export.read((await file.read()).decode())
    assert verification.verify(exported, club.store.rules("toy")).ok
    assert exported.title == "Battle 1"


async def test_a_battle_ends_by_agreement(club: World) -> None:
    fight = await battle_of(club)
    await club.ada.slash(club.thread, "battle end", reason="both are tired")
    proposal = club.posts()[-1]
    assert "**Army** proposes to end the battle: a draw." in text_of(proposal)
    assert "no such battle" in refused(await club.zoe.click(proposal, custom_id=ids_of(proposal, "agree")[0]))
    yes, no = ids_of(proposal, "agree")[0], ids_of(proposal, "decline")[0]
    late = club.pressed(club.ivo, proposal, yes)
    await club.ivo.click(proposal, custom_id=no)
    assert "**Insurgents** declines" in club.texts()[-1]
    await club.deliver(late)
    assert "no longer stands" in refused(late.result)

    await club.ada.slash(club.thread, "battle end", winner="Insurgents")
    await club.restart()
    proposal = club.posts()[-1]
    agreed = await club.ivo.click(proposal, custom_id=ids_of(proposal, "agree")[0])

    assert "the battle is over" in said(agreed)
    assert "### Victory for Insurgents" in club.texts()[-1]
    assert (await fight.field()).info.status is BattleStatus.ENDED
    await club.agrees(fight.id)


async def test_who_agrees_to_a_draw_has_not_surrendered(club: World) -> None:
    fight = await battle_of(club)
    await club.ada.slash(club.thread, "battle end", reason="both are tired")
    draw = club.posts()[-1]
    late = club.pressed(club.ivo, draw, ids_of(draw, "agree")[0])
    await club.ada.slash(club.thread, "battle end", winner="Army", reason="you are beaten")
    await club.restart()

    await club.deliver(late)

    told = refused(late.result)
    assert "no longer stands" in told
    assert "**Army** proposes to end the battle: **Army** wins." in told
    assert (await fight.field()).info.status is BattleStatus.RUNNING
    shown = next(post for post in club.posts() if post.id == draw.id)
    assert "both are tired" in text_of(shown)
    assert "newer proposal" in text_of(shown)
    assert ids_of(shown, "agree") == ids_of(shown, "decline") == []

    # What he was shown instead can be answered on the spot.
    answer = late.result.response
    assert answer is not None
    assert "declined" in said(await club.ivo.click(answer, custom_id=ids_of(answer, "decline")[0])).lower()
    assert (await fight.field()).info.proposal is None


async def test_a_button_from_before_proposals_had_numbers_answers_none(club: World) -> None:
    fight = await battle_of(club)
    await club.ada.slash(club.thread, "battle end", winner="Army")
    proposal = club.posts()[-1]
    former, now = f"adj2:agree:{fight.id}:{await fight.version()}:::", ids_of(proposal, "agree")[0]
    old = club.pressed(club.ivo, proposal, now)
    old.payload["data"]["custom_id"] = former
    for part in walk_components(old.payload["message"]["components"]):
        part.update({"custom_id": former} if part.get("custom_id") == now else {})
    await club.deliver(old)
    assert "**Army** wins" in refused(old.result)
    assert (await fight.field()).info.status is BattleStatus.RUNNING


async def test_what_revealed_nothing_can_be_taken_back_by_a_player_and_anything_by_a_gm(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    player = await fight.player()
    side, before = await fight.turn(), (await fight.field()).state
    own = next(squad for squad in before.squads if squad.side == side)
    await player.slash(club.thread, "dig", unit=own.id, where="here")
    assert "Taken back" in said(await player.slash(club.thread, "battle undo"))
    assert (await fight.field()).state == before
    assert any("Taken back" in text for text in club.texts())
    await player.slash(club.thread, "hold")
    told = refused(await player.slash(club.thread, "battle undo"))
    assert told
    assert "Taken back" in said(await club.gm.slash(club.thread, "battle undo"))
    assert (await fight.field()).state == before
    await club.agrees(fight.id)


async def test_the_roster_sheet_shows_the_battle(club: World) -> None:
    fight = await battle_of(club)
    side = await killed(fight)
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    who, unit = (club.ada, "Rifle squad 1") if side == "army" else (club.ivo, "Cell 1")
    sheet = said(await who.slash(club.channel, "unit roster", unit=unit))
    assert "Battle 1" in sheet
    assert "(K)" in sheet
    chronicle = said(await club.gm.slash(club.channel, "chronicle"))
    assert "**1. Battle 1** · a draw" in chronicle
    assert "2 took the field; 1 killed" in chronicle


async def test_words_for_the_dice_are_given_before_the_beginning_only(club: World) -> None:
    await campaign_of(club)
    opened = await club.gm.slash(club.channel, "battle open", title="Hill 12", board="village", size="48x36")
    assert "**Hill 12** is open" in said(opened)
    assert "village" in club.texts()[0]
    assert "48 × 36" in club.texts()[0]
    await club.ada.slash(club.thread, "battle ready", words="first light")
    await club.gm.slash(club.channel, "battle begin")
    assert "no such battle" in refused(await club.ivo.slash(club.thread, "battle ready", words="last light"))
    assert any("SHA-256 of its key" in text for text in club.texts())


async def test_a_battle_can_be_called_off_and_its_units_are_free_again(club: World) -> None:
    await campaign_of(club)
    await club.gm.slash(club.channel, "battle open", title="Hill 12")
    await club.gm.slash(club.channel, "battle cancel")
    assert "called off" in club.texts()[-1]
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin"))


async def test_a_battle_needs_both_sides(club: World) -> None:
    await campaign_of(club, insurgents=())
    told = refused(await club.gm.slash(club.channel, "battle begin"))
    assert "Insurgents would have nobody" in told
    assert club.channel.threads == []


@pytest.mark.parametrize("size", ["huge", "5x5", "100x"])
async def test_a_table_that_cannot_be_is_refused(club: World, size: str) -> None:
    await campaign_of(club)
    assert refused(await club.gm.slash(club.channel, "battle begin", size=size))
    assert club.channel.threads == []


async def test_help_knows_where_one_stands(club: World) -> None:
    assert "no campaign in this channel" in said(await club.zoe.slash(club.channel, "help"))
    fight = await battle_of(club)
    assert "You have not joined" in said(await club.zoe.slash(club.channel, "help"))
    mine = await (await fight.player()).slash(club.thread, "help", topic="turn")
    assert "It is your turn" in said(mine)
    assert "**/toy** fire · hold · dig" in said(mine)
    assert "**/toy-umpire** reveal" in said(mine)
    other = await (await fight.player()).click(mine.response, custom_id=ids_of(mine.response, "help")[0])
    assert "Getting started" in said(other)
    assert "The battle waits for" in said(await (await fight.other()).slash(club.thread, "help"))


@pytest.mark.painted
async def test_status_and_map_show_what_the_asker_may_know(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    for who, seen in ((club.ada, False), (club.zoe, False), (club.ivo, True), (club.gm, True)):
        status = await who.slash(club.thread, "status")
        assert (ghost.name in said(status)) == seen
        shown = await who.click(status.response, custom_id=ids_of(status.response, "map")[0])
        assert shown.response is not None
        (picture,) = shown.response.attachments
        assert picture.filename == "map.png"
        assert (await picture.read()).startswith(b"\x89PNG")
    assert ghost.name not in "\n".join(club.texts())


async def test_a_side_with_a_hidden_unit_chooses_on_a_panel_of_its_own(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    await fight.until("insurgents")
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    prompt = club.prompt()
    assert ghost.id not in options(prompt, "pick").values()
    assert ghost.name not in text_of(prompt)
    chosen = await club.ivo.click(prompt, custom_id=ids_of(prompt, "explain")[0])
    panel = await club.ivo.select(chosen.response, [ghost.id], custom_id=ids_of(chosen.response, "pick")[0])
    assert ghost.name in said(panel)
    assert panel.response is not None
    assert panel.response.id == chosen.response.id, "one panel, changed in place"


async def killed(fight: Fight) -> str:
    """Fire until somebody is dead. The side that lost him."""
    while True:
        panel, side = await fight.pick(), await fight.turn()
        await (await fight.player()).click(panel.response, custom_id=ids_of(panel.response, "do")[0])
        if any("is killed" in text for text in fight.world.texts()):
            return "insurgents" if side == "army" else "army"


async def test_the_chronicle_names_who_won(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    await club.gm.slash(club.thread, "battle end", winner="army", reason="nightfall")
    assert "**1. Battle 1** · won by Army" in said(await club.zoe.slash(club.channel, "chronicle"))
