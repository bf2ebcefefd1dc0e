"""What is refused, to whom, in which words; and that nothing changes."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor

from campaigns.campaign import campaign
from tests.bot.opened import Fight, battle_of
from tests.bot.world import World, ids_of, options, refused, said, text_of


async def refuses(fight: Fight, result: InteractionResult, *words: str) -> None:
    told = refused(result)
    for word in words:
        assert word in told, told


async def test_a_player_of_the_other_side_may_not_pick_from_the_prompt(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    result = await fight.pick(await fight.other())
    await refuses(fight, result, "to decide, and you do not command there", "➜")
    assert await fight.version() == version


async def test_a_bystander_may_not_answer_for_a_side(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    prompt, hold = fight.quick()
    await refuses(fight, await club.zoe.click(prompt, custom_id=hold), "you do not command there")
    assert await fight.version() == version


async def test_a_stale_button_says_what_has_changed_and_shows_the_present_panel(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    player = await fight.player()
    prompt, hold = fight.quick()
    late = club.pressed(player, prompt, hold)  # pressed while the button was there, and slow to arrive
    panel = await fight.pick(player)
    await player.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    version = await fight.version()

    await club.deliver(late)
    stale = late.result

    words = said(stale)
    assert "out of date, so nothing was done" in words
    assert "fires at" in words
    assert stale.response is not None
    assert stale.response.ephemeral
    assert ids_of(stale.response, "do")
    assert await fight.version() == version
    fresh = await player.click(stale.response, custom_id=ids_of(stale.response, "quick")[0])
    assert "✔ **Hold**" in said(fresh)
    assert await fight.version() > version


async def test_a_stale_panel_button_does_nothing_either(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    player = await fight.player()
    panel = await fight.pick(player)
    stale = ids_of(panel.response, "do")[0]
    prompt, hold = fight.quick()
    await player.click(prompt, custom_id=hold)
    version = await fight.version()
    if await fight.player() is not player:
        await (await fight.player()).slash(club.thread, "hold")
        version = await fight.version()
    result = await player.click(panel.response, custom_id=stale)
    assert "out of date" in said(result)
    assert await fight.version() == version


async def test_an_enemy_unit_is_a_wrong_unit(club: World) -> None:
    fight = await battle_of(club)
    player, side, version = await fight.player(), await fight.turn(), await fight.version()
    units = (await fight.field()).state.squads
    theirs = next(squad for squad in units if squad.side != side)
    ours = next(squad for squad in units if squad.side == side)
    result = await player.slash(club.thread, "fire", unit=theirs.id, target=ours.id)
    await refuses(fight, result, "That isn't a unit of yours", "Choose one of your own")
    assert await fight.version() == version


async def test_a_unit_that_has_fired_cannot_fire_again(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    player, side = await fight.player(), await fight.turn()
    units = (await fight.field()).state.squads
    first = next(squad for squad in units if squad.side == side)
    target = next(squad for squad in units if squad.side != side)
    await player.slash(club.thread, "fire", unit=first.id, target=target.id)
    version = await fight.version()
    result = await player.slash(club.thread, "fire", unit=first.id, target=target.id)
    await refuses(fight, result, "has fired this turn", "Rule TOY-2", "Choose another unit")
    assert await fight.version() == version


async def test_a_unit_that_has_fired_is_not_offered_on_the_panel(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    player = await fight.player()
    prompt = club.prompt()
    first, _ = options(prompt, "pick").values()
    panel = await player.select(prompt, [first], custom_id=ids_of(prompt, "pick")[0])
    late = club.pressed(player, prompt, ids_of(prompt, "pick")[0])
    late.payload["data"] |= {"component_type": 3, "values": [first]}
    await player.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    await club.deliver(late)
    again = late.result
    assert "cannot act now (has fired)" in said(again)
    assert first not in options(again.response, "pick").values()


async def test_a_target_out_of_range_is_refused_with_the_rule(club: World) -> None:
    fight = await battle_of(club)
    player, side, version = await fight.player(), await fight.turn(), await fight.version()
    units = (await fight.field()).state.squads
    ours = next(squad for squad in units if squad.side == side)
    theirs = next(squad for squad in units if squad.side != side)
    result = await player.slash(club.thread, "fire", unit=ours.name, target=theirs.name, range=24.0)
    await refuses(fight, result, "The target is 24 in away", "Move to within 20 in", "Rule TOY-1")
    assert await fight.version() == version


async def test_an_unseen_target_reads_the_same_as_none(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    await fight.until("army")
    units = (await fight.field()).state.squads
    ghost = next(squad for squad in units if squad.hidden)
    hidden = await club.ada.slash(club.thread, "fire", unit="Rifle squad 1", target=ghost.id)
    nobody = await club.ada.slash(club.thread, "fire", unit="Rifle squad 1", target="u999")
    by_name = await club.ada.slash(club.thread, "fire", unit="Rifle squad 1", target=ghost.name)
    assert refused(hidden) == refused(nobody) == refused(by_name)
    assert "no such target in sight" in refused(hidden)


async def test_an_umpires_word_is_for_gms_only(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    version = await fight.version()
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    await refuses(fight, await club.ada.slash(club.thread, "umpire reveal", unit=ghost.id), "Only a GM")
    assert await fight.version() == version
    await club.gm.slash(club.thread, "umpire reveal", unit=ghost.id)
    assert await fight.version() > version
    assert f"{ghost.name} is revealed" in "\n".join(club.texts())


async def test_an_option_of_the_wrong_kind_names_what_it_takes(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    result = await (await fight.player()).slash(club.thread, "dig", unit="u1", where="x" * 60)
    await refuses(fight, result, "where", "takes text")
    assert await fight.version() == version


@pytest.mark.parametrize(
    ("command", "options_"),
    [
        ("hold", {}),
        ("battle undo", {}),
        ("battle end", {}),
        ("now", {}),
        ("status", {}),
        ("map", {}),
        ("unit roster", {"unit": "Rifle squad 1"}),
        ("gm remind", {}),
        ("gm policy", {"deadline_hours": 1.0}),
        ("gm answer", {"side": "army"}),
        ("campaign rename", {"name": "Mine"}),
    ],
)
async def test_a_stranger_changes_nothing(club: World, command: str, options_: dict[str, object]) -> None:
    fight = await battle_of(club)
    version, (before,) = await fight.version(), await campaign.of_guild(club.store, club.guild.id)
    await club.zoe.slash(club.thread, command, **options_)
    assert await fight.version() == version
    assert (await campaign.of_guild(club.store, club.guild.id)) == (before,)


async def test_a_command_outside_any_campaign_says_what_to_do(club: World) -> None:
    await battle_of(club)
    elsewhere = club.guild.create_text_channel("canteen")
    await club.gm.slash(elsewhere, "campaign create", name="Second")
    result = await club.ada.slash(elsewhere, "hold")
    await refuses(Fight(club, 1), result, "no such battle here")


async def test_an_unexpected_error_has_an_id_in_the_reply_and_in_the_log(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    player = await fight.player()
    async with club.store.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE processedinteraction RENAME TO gone")
    result = await player.slash(club.thread, "hold")
    words = said(result)
    async with club.store.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE gone RENAME TO processedinteraction")
    (mishap,) = [entry for entry in club.log if entry["event"] == "mishap"]
    assert "Something went wrong on my side" in words
    assert mishap["id"] in words
    assert await fight.version() == version
    club.log.remove(mishap)


def everybody(world: World) -> tuple[MemberActor, ...]:
    return tuple(world.people.values())


async def test_a_refusal_is_seen_by_the_asker_alone(club: World) -> None:
    fight = await battle_of(club)
    result = await fight.pick(await fight.other())
    asker = await fight.other()
    assert result.response is not None
    for member in everybody(club):
        seen = [message.id for message in club.thread.history(viewer=member)]
        assert (result.response.id in seen) == (member is asker)
        assert all(
            "do not command" not in text_of(m) for m in club.thread.history(viewer=member) if member is not asker
        )
