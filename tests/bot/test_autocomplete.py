"""What is offered while an option is typed: what the asker may know, and no more than Discord takes."""

from __future__ import annotations

import discord
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st
from simcord import InteractionResult
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from bot.reading.autocomplete import LONGEST, MOST, matching
from tests.bot.opened import battle_of, campaign_of
from tests.bot.world import Delivery, World


async def test_hidden_units_are_offered_to_nobody_who_does_not_see_them(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    for who, seen in ((club.ada, False), (club.zoe, False), (club.ivo, True), (club.gm, True)):
        offered: list[dict[str, str]] = []
        for option in ("unit", "target"):
            for typed in ("", ghost.name, ghost.id, "u"):
                offered += await who.autocomplete(club.thread, "fire", option, typed)
        names = " ".join(f"{choice['name']} {choice['value']}" for choice in offered)
        assert (ghost.name in names) == seen, (who.name, names)


async def test_own_units_and_targets_are_told_apart(club: World) -> None:
    await battle_of(club)
    own = await club.ada.autocomplete(club.thread, "fire", "unit", "")
    targets = await club.ada.autocomplete(club.thread, "fire", "target", "")
    assert [choice["name"] for choice in own] == ["Rifle squad 1 2/2"]
    assert [choice["name"] for choice in targets] == ["Cell 1 2/2"]


async def test_a_chosen_choice_is_checked_again(club: World) -> None:
    fight = await battle_of(club)
    await fight.until("army")
    (unit,) = await club.ada.autocomplete(club.thread, "fire", "unit", "rifle")
    (target,) = await club.ada.autocomplete(club.thread, "fire", "target", "cell")
    await club.ada.slash(club.thread, "fire", unit=unit["value"], target=target["value"])
    assert any("Rifle squad 1 fires at Cell 1" in text for text in club.texts())


async def test_without_a_battle_or_a_campaign_nothing_is_offered(club: World) -> None:
    await campaign_of(club)
    assert await club.ada.autocomplete(club.channel, "fire", "unit", "") == []
    elsewhere = club.guild.create_text_channel("canteen")
    await club.gm.slash(elsewhere, "campaign create", name="Second")
    assert await club.ada.autocomplete(elsewhere, "fire", "unit", "") == []
    assert await club.ada.autocomplete(elsewhere, "unit roster", "unit", "") == []


async def test_rosters_of_the_other_side_are_not_offered(club: World) -> None:
    await campaign_of(club, insurgents=("cell", "ghost"))
    for who, expected in ((club.ada, 1), (club.ivo, 2), (club.gm, 3), (club.zoe, 0)):
        assert len(await who.autocomplete(club.channel, "unit roster", "unit", "")) == expected
        assert len(await who.autocomplete(club.channel, "figure show", "figure", "")) == expected * 2


async def test_many_units_are_cut_to_what_discord_takes(club: World) -> None:
    await campaign_of(club, army=("squad",) * 27)
    offered = await club.ada.autocomplete(club.channel, "unit roster", "unit", "")
    assert len(offered) == 25
    narrowed = await club.ada.autocomplete(club.channel, "unit roster", "unit", "squad 27")
    assert [choice["value"] for choice in narrowed] == ["Rifle squad 27"]


async def test_kinds_of_unit_follow_the_side_that_is_being_joined(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    offered = await club.ada.autocomplete(club.channel, "campaign join", "unit", "", side="insurgents")
    assert {choice["value"] for choice in offered} == {"cell", "ghost"}
    assert len(await club.ada.autocomplete(club.channel, "campaign join", "side", "")) == 2


@given(st.lists(st.tuples(st.text(), st.text())), st.text())
def test_whatever_is_typed_the_limits_hold(options: list[tuple[str, str]], typed: str) -> None:
    found = matching(options, typed)
    assert len(found) <= MOST
    assert all(1 <= len(choice.name) <= LONGEST and len(str(choice.value)) <= LONGEST for choice in found)
    assert {choice.value for choice in found} <= {value for _, value in options}


async def test_places_are_offered_as_the_asker_sees_them(club: World) -> None:
    fight = await battle_of(club, insurgents=("cell", "ghost"))
    ghost = next(squad for squad in (await fight.field()).state.squads if squad.hidden)
    for who, seen in ((club.ada, False), (club.ivo, True)):
        offered = await who.autocomplete(club.thread, "dig", "where", "")
        named = [choice["value"] for choice in offered]
        assert len(named) <= 25
        assert "Cell 1" in named
        assert (ghost.name in named) == seen
    toward = await club.ada.autocomplete(club.thread, "dig", "where", "6in toward ce")
    assert "6in toward Cell 1" in [choice["value"] for choice in toward]


# ── An answer, whatever is typed ──────────────────────────────────────────────────────────────────────────────────


async def test_an_option_is_completed_while_a_number_beside_it_is_half_typed(club: World) -> None:
    await battle_of(club)
    for half in ("-", "12,", "six", "", "1e", "6 in"):
        typed = _typing(club, "fire", "target", "", {"range": half})
        await club.deliver(typed)
        assert [choice["name"] for choice in typed.result.autocomplete_choices or ()] == ["Cell 1 2/2"], half


async def test_a_command_or_option_that_there_is_no_more_is_answered_with_nothing(club: World) -> None:
    await battle_of(club)
    typed = _typing(club, "fire", "target", "c", {})
    typed.payload["data"]["options"][0]["name"] = "fire-at-will"
    await club.deliver(typed)
    assert typed.result.autocomplete_choices == []
    gone = _typing(club, "fire", "target", "c", {})
    gone.payload["data"]["options"][0]["options"][-1]["name"] = "victim"
    await club.deliver(gone)
    assert gone.result.autocomplete_choices == []


def _typing(club: World, command: str, option: str, typed: str, beside: dict[str, str]) -> Delivery:
    """What Discord sends while somebody types: the option in focus, and numbers beside it as far as they are typed."""
    group = club.bot.tree.get_command("toy", guild=discord.Object(club.guild.id))
    assert isinstance(group, app_commands.Group)
    assert group.get_command(command) is not None
    options = [{"name": name, "type": 10, "value": value} for name, value in beside.items()]
    options.append({"name": option, "type": 3, "value": typed, "focused": True})
    record, payload = base_payload(
        club.env.backend,
        type=InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
        channel_id=club.thread.id,
        guild_id=club.guild.id,
        user_id=club.ada.id,
        data={
            "id": "1",
            "name": "toy",
            "type": 1,
            "options": [{"name": command, "type": 1, "options": options}],
            "guild_id": str(club.guild.id),
        },
    )
    return Delivery(payload, InteractionResult(club.env, record))


def test_each_of_two_thousand_names_is_offered_when_it_is_typed() -> None:
    """Names that hold one another, as recruits' do: "Rook 1" stands in 1,111 of them."""
    people = [(f"Pte Rook {number}, Able", f"f{number}") for number in range(2000)]
    for number in (0, 1, 7, 12, 199, 1999):
        for typed in (f"Rook {number}", f"rook {number},", f"f{number}"):
            offered = matching(people, typed)
            assert len(offered) <= 25
            assert f"f{number}" in [choice.value for choice in offered], typed
