"""Slash commands made from actions: nothing is written for a new action but the action."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import discord
import pytest
from discord import app_commands
from pydantic import Field, create_model

from bot.actions.verbs import Given, given_of, groups, verbs
from bot.talk import errors
from bot.talk.command_names import Verb
from bot.talk.limits import Allowances, Allowed
from bot.talk.say import Interaction
from bot.talk.watch import Watched
from rules.kernel.action import FACT, Action, EnemyUnit, OwnUnit, Role
from rules.kernel.event import Codec
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from tests.bot.toy import TOY, Fire, Hold
from tests.bot.world import World, refused, world
from tests.clocks import ManualClock


class OtherFire(Action):
    """The same verb in another book: it wants a mode, and takes its range in bands."""

    verb: Literal["fire"] = "fire"
    summary: ClassVar[str] = "Fire as the other book has it"
    unit: OwnUnit = Field(description="who fires")
    target: EnemyUnit = Field(description="at whom")
    mode: Literal["single", "burst"] = Field(description="how it fires")
    range: Annotated[Literal["near", "far"] | None, FACT] = Field(None, description="how far")
    rounds: int = Field(1, ge=1, le=6, description="how many rounds")


OTHER: AnyRuleSet = replace(
    TOY,
    key="other",
    title="Other Soldiers",
    group="other",
    battle=replace(TOY.battle, actions=Codec[Action]([OtherFire, Hold], "verb")),
)


async def nothing(*_: Any) -> None: ...


async def no_choices(*_: Any) -> list[app_commands.Choice[str]]:
    return []


def payloads(rules: AnyRuleSet) -> dict[str, Any]:
    """Every command by its path, as Discord is told."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))

    def leaves(part: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        inner = [option for option in part["options"] if option["type"] in (1, 2)]
        for option in inner:
            yield from leaves(option, f"{path} {option['name']}")
        if not inner:
            yield path, part

    return dict(leaf for made in groups(rules, nothing, no_choices) for leaf in leaves(made.to_dict(tree), made.name))


def test_each_action_is_a_command_of_its_rule_sets_group_and_the_umpires_have_a_room() -> None:
    made = payloads(TOY)
    assert set(made) == {"toy fire", "toy hold", "toy dig", "toy-umpire reveal"}
    fire = {option["name"]: option for option in made["toy fire"]["options"]}
    assert fire["unit"]["autocomplete"]
    assert fire["unit"]["required"]
    assert (fire["range"]["min_value"], fire["range"]["max_value"]) == (0, 99)
    assert fire["range"]["description"] == "Distance to the target (inches)"
    (depth,) = [option for option in made["toy dig"]["options"] if option["name"] == "depth"]
    assert [choice["value"] for choice in depth["choices"]] == ["shallow", "deep"]


def test_a_verb_of_two_rule_sets_is_two_commands_each_with_its_own_options() -> None:
    toy, other = payloads(TOY)["toy fire"], payloads(OTHER)["other fire"]
    assert [option["name"] for option in toy["options"]] == ["unit", "target", "range"]
    assert [option["name"] for option in other["options"]] == ["unit", "target", "mode", "rounds", "range"]
    (mode,) = [option for option in other["options"] if option["name"] == "mode"]
    assert mode["required"]
    assert (toy["description"], other["description"]) == ("A unit fires at an enemy unit", OtherFire.summary)


def test_more_fields_than_discord_has_options_go_into_the_last_one() -> None:
    fields: dict[str, Any] = {f"fact_{n}": (str, Field("", description="a fact")) for n in range(30)}
    wide = create_model("Wide", __base__=Action, verb=(Literal["wide"], "wide"), **fields)
    made = payloads(replace(TOY, battle=replace(TOY.battle, actions=Codec[Action]([wide]))))["toy wide"]
    assert len(made["options"]) == 25
    assert made["options"][-1]["name"] == "more"
    assert given_of({"fact_0": "a", "fact_1": None, "more": "fact_28=b; fact_29 = c d"}) == {
        "fact_0": "a",
        "fact_28": "b",
        "fact_29": "c d",
    }


@pytest.mark.parametrize("rules", [TOY, OTHER, *rule_sets().values()], ids=lambda rules: rules.key)
def test_options_that_must_be_given_come_first(rules: AnyRuleSet) -> None:
    for path, leaf in payloads(rules).items():
        required = [option["required"] for option in leaf["options"]]
        assert required == sorted(required, reverse=True), path


async def test_what_was_given_reaches_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str, Given]] = []

    async def order(interaction: Interaction, verb: Verb, values: Given) -> None:
        given.append((verb.rules, verb.name, values))

    group, _ = groups(TOY, order, no_choices)
    fire = group.get_command("fire")
    assert isinstance(fire, app_commands.Command)
    interaction = object.__new__(discord.Interaction)
    interaction.guild_id = None
    monkeypatch.setattr(errors, "watched", lambda _: nullcontext(Watched()))
    monkeypatch.setattr(errors, "name_of", lambda _: "/toy fire")
    monkeypatch.setattr(
        errors, "limits_of", lambda _: Allowances(ManualClock(datetime(2026, 1, 1, tzinfo=UTC)), Allowed())
    )
    monkeypatch.setattr(discord.Interaction, "command", None)
    await fire.callback(interaction, unit="u1", target="u2", range=None)
    assert given == [("toy", "fire", {"unit": "u1", "target": "u2"})]


async def test_an_action_of_another_book_is_refused_with_the_battles_own(tmp_path: Path) -> None:
    async with world(tmp_path, {"toy": TOY, "other": OTHER}) as club:
        elsewhere = club.guild.create_text_channel("elsewhere")
        await club.gm.slash(elsewhere, "campaign create", name="Kosovo", rules="other")
        await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993", rules="toy")
        for who, side, unit in ((club.ada, "army", "squad"), (club.ivo, "insurgents", "cell")):
            await who.slash(club.channel, "campaign join", side=side, unit=unit)
        await club.gm.slash(club.channel, "battle begin")
        given = {"unit": "u1", "target": "u2", "mode": "burst"}
        words = refused(await club.ada.slash(club.thread, "other fire", **given))
        assert "fought by the rules of Toy Soldiers" in words
        assert "Use `/toy fire`" in words
        assert await club.ada.autocomplete(club.thread, "other fire", "unit", "") == []
        assert await club.ada.autocomplete(club.thread, "toy fire", "unit", "") != []


async def test_a_server_gets_the_verbs_of_what_it_plays_and_no_others(club: World) -> None:
    assert not club.ada.can_order(club.channel, "fire")
    assert "campaign create" in club.ada.available_commands(club.channel)
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    assert {"toy fire", "toy hold", "toy dig", "toy-umpire reveal"} <= set(club.ada.available_commands(club.channel))
    await club.gm.slash(club.channel, "campaign close")
    assert not club.ada.can_order(club.channel, "fire")


async def test_commands_are_published_only_when_they_changed(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    before = len(club.env.http_requests)
    await club.restart()
    assert [r.path for r in club.env.http_requests[before:] if r.method == "PUT"] == []
    assert club.ada.can_order(club.channel, "fire")
    changed = replace(
        TOY,
        battle=replace(
            TOY.battle,
            actions=Codec[Action]([*(m for m in TOY.battle.actions.classes if m is not Fire), OtherFire], "verb"),
        ),
    )
    club.store._rule_sets = {"toy": changed}
    await club.restart()
    (put,) = [r for r in club.env.http_requests[before:] if r.method == "PUT"]
    assert f"/guilds/{club.guild.id}/" in put.path
    assert "burst" in json.dumps(put.json)


@pytest.mark.parametrize("key", list(rule_sets()))
def test_the_umpires_commands_call_a_person_alike_in_every_book(key: str) -> None:
    rules = rule_sets()[key]
    theirs = {verb.name for verb in verbs(rules) if verb.action.role is Role.UMPIRE}
    made = payloads(rules)
    named = {option["name"] for name, body in made.items() if name.split()[-1] in theirs for option in body["options"]}
    assert "character" not in named
    kill = next(body for name, body in made.items() if name.split()[-1] == "kill")
    assert {option["name"] for option in kill["options"]} >= {"figure", "reason"}
