"""/figure upgrade and the policies for growth: who may, what it says, and what it refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from campaigns.roster import rosters
from rules.registry import rule_sets
from tests.bot.world import World, components, ids_of, refused, said, world


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Bakara")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers", unit_name="Chalk One")
        yield made


async def medic(club: World) -> str:
    (unit,) = await rosters.units_of(club.store, 1)
    return unit.slots[2].last.ref


@pytest.mark.rule("MM-R112", "MM-10.0.1")
async def test_the_umpire_orders_an_upgrade_and_the_book_refuses_it_twice(club: World) -> None:
    who = await medic(club)
    shown = await club.gm.slash(club.channel, "figure upgrade", figure=who)
    again = await club.gm.slash(club.channel, "figure upgrade", figure=who)
    assert "**by your order** as GM (house rule)" in said(shown)
    assert shown.response is not None
    assert again.response is not None
    assert shown.response.ephemeral
    choices = {o["label"]: o["description"] for part in components(shown.response) for o in part.get("options", [])}
    assert choices["Morale +3"] == "+2 becomes +3"
    assert choices["Nails"] == "a special skill"
    assert "Medic" not in choices
    assert "Leader" not in choices
    done = await club.gm.select(shown.response, ["Nails"], custom_id=ids_of(shown.response, "learn")[1])
    assert "Medic, Nails" in said(done)
    assert "learned (Nails, by the umpire's order)" in said(done)
    late = refused(await club.gm.select(again.response, ["Nails"], custom_id=ids_of(again.response, "learn")[1]))
    assert "He is Nails already" in late
    assert "Rule MM-10.0.1" in late


async def test_players_learn_only_what_they_have_earned(club: World) -> None:
    who = await medic(club)
    assert await club.ada.autocomplete(club.channel, "figure upgrade", "figure", "") == []
    words = refused(await club.ada.slash(club.channel, "figure upgrade", figure=who))
    assert "no upgrades for battles survived" in words
    assert "`/gm policy` experience" in words
    await club.gm.slash(club.channel, "gm policy", experience=3)
    words = refused(await club.ada.slash(club.channel, "figure upgrade", figure=who))
    assert "one comes with every 3 battles survived" in words
    assert "3 more to go" in words


async def test_the_policies_are_shown_as_house_rules(club: World) -> None:
    await club.gm.slash(club.channel, "gm policy", wounded="kept", experience=1)
    shown = said(await club.zoe.slash(club.channel, "campaign show"))
    assert "The wounded: fight on hurt, or rest and heal (house rule)" in shown
    assert "Experience (house rule): an upgrade for every battle survived" in shown


async def test_rules_without_growth_refuse_both(tmp_path: Path) -> None:
    async with world(tmp_path, {"book-and-gun": rule_sets()["book-and-gun"]}) as club:
        await club.gm.slash(club.channel, "campaign create", name="Bosnia")
        assert "keeps no wounds from battle to battle" in refused(
            await club.gm.slash(club.channel, "gm policy", wounded="kept")
        )
        assert "has no upgrades" in refused(await club.gm.slash(club.channel, "gm policy", experience=3))
        await club.ada.slash(club.channel, "campaign join", side="army")
        assert "ready-made units only" in refused(await club.ada.slash(club.channel, "unit draft"))


async def test_help_tells_of_drafts(club: World) -> None:
    assert "2D6+12 Upgrades are rolled once" in said(await club.zoe.slash(club.channel, "help", topic="draft"))
