"""Slash commands made from actions: nothing is written for a new action but the action."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

import discord
import pytest
from discord import app_commands
from pydantic import Field, create_model

from bot.commands import everywhere
from bot.say import Interaction
from bot.verbs import Given, commands, given_of, verbs
from rules.action import FACT, Action, EnemyUnit, OwnUnit, Role
from rules.event import Codec
from rules.registry import rule_sets
from rules.ruleset import AnyRuleSet
from tests.bot.toy import TOY, Fire
from tests.bot.world import World


class OtherFire(Action):
    """The same verb in another book: it wants a mode, and takes its range in bands."""

    verb: Literal["fire"] = "fire"
    summary: ClassVar[str] = "Fire as the other book has it"
    unit: OwnUnit = Field(description="who fires")
    target: EnemyUnit = Field(description="at whom")
    mode: Literal["single", "burst"] = Field(description="how it fires")
    range: Annotated[Literal["near", "far"] | None, FACT] = Field(None, description="how far")
    rounds: int = Field(1, ge=1, le=6, description="how many rounds")


OTHER: AnyRuleSet = replace(TOY, key="other", actions=Codec[Action]([OtherFire]))


async def nothing(*_: Any) -> None: ...


async def no_choices(*_: Any) -> list[app_commands.Choice[str]]:
    return []


def payloads(*rule_sets: AnyRuleSet) -> dict[str, Any]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return {made.name: made.to_dict(tree) for made in commands(rule_sets, nothing, no_choices)}


def test_each_players_action_is_a_command_and_the_umpires_are_a_group() -> None:
    made = payloads(TOY)
    assert set(made) == {"fire", "hold", "dig", "umpire"}
    assert [option["name"] for option in made["umpire"]["options"]] == ["reveal"]
    fire = {option["name"]: option for option in made["fire"]["options"]}
    assert fire["unit"]["autocomplete"]
    assert fire["unit"]["required"]
    assert (fire["range"]["min_value"], fire["range"]["max_value"]) == (0, 99)
    assert fire["range"]["description"] == "Distance to the target (inches)"
    (depth,) = [option for option in made["dig"]["options"] if option["name"] == "depth"]
    assert [choice["value"] for choice in depth["choices"]] == ["shallow", "deep"]


def test_a_verb_of_two_rule_sets_takes_the_options_of_both() -> None:
    (fire,) = [verb for verb in verbs([TOY, OTHER], Role.PLAYER) if verb.name == "fire"]
    specs = {spec.name: spec for spec in fire.options}
    assert set(specs) == {"unit", "target", "range", "mode", "rounds"}
    assert specs["unit"].required
    assert not specs["mode"].required, "only one of the books asks for it"
    assert specs["range"].type is str, "a number in one book, a word in the other"
    assert specs["range"].choices == ()
    assert fire.summary == "A unit fires at an enemy unit"


def test_more_fields_than_discord_has_options_go_into_the_last_one() -> None:
    fields: dict[str, Any] = {f"fact_{n}": (str, Field("", description="a fact")) for n in range(30)}
    wide = create_model("Wide", __base__=Action, verb=(Literal["wide"], "wide"), **fields)
    made = payloads(replace(TOY, actions=Codec[Action]([wide])))["wide"]
    assert len(made["options"]) == 25
    assert made["options"][-1]["name"] == "more"
    assert given_of({"fact_0": "a", "fact_1": None, "more": "fact_28=b; fact_29 = c d"}) == {
        "fact_0": "a",
        "fact_28": "b",
        "fact_29": "c d",
    }


@pytest.mark.parametrize("rule_sets", [(TOY,), (TOY, OTHER), (OTHER,)])
def test_every_command_is_one_that_discord_takes(rule_sets: tuple[AnyRuleSet, ...]) -> None:
    for name, made in payloads(*rule_sets).items():
        assert 1 <= len(name) <= 32
        for leaf in [made, *(option for option in made["options"] if option["type"] == 1)]:
            assert 1 <= len(leaf["description"]) <= 100
            required = [option["required"] for option in leaf["options"] if "required" in option]
            assert required == sorted(required, reverse=True)
            for option in leaf["options"]:
                assert 1 <= len(option["description"]) <= 100
                assert len(option.get("choices") or []) <= 25


def test_the_commands_of_all_rule_sets_together_are_within_discords_limits() -> None:
    def size(part: dict[str, Any]) -> int:
        own = len(part.get("name", "")) + len(part.get("description", ""))
        choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or [])
        return own + choices + sum(size(option) for option in part.get("options") or [])

    made = payloads(*rule_sets().values())
    assert len(made) <= 100 - len(everywhere())
    for name, command in made.items():
        assert size(command) <= 8000, name
        for leaf in [command, *(option for option in command["options"] if option["type"] == 1)]:
            assert len(leaf["options"]) <= 25, name
            assert all(len(option["description"]) <= 100 for option in leaf["options"])


async def test_what_was_given_reaches_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, Given]] = []

    async def order(interaction: Interaction, verb: str, values: Given) -> None:
        given.append((verb, values))

    (fire,) = [made for made in commands([TOY], order, no_choices) if made.name == "fire"]
    assert isinstance(fire, app_commands.Command)
    interaction = object.__new__(discord.Interaction)
    monkeypatch.setattr(discord.Interaction, "command", None)
    await fire.callback(interaction, unit="u1", target="u2", range=None)
    assert given == [("fire", {"unit": "u1", "target": "u2"})]


async def test_a_server_gets_the_verbs_of_what_it_plays_and_no_others(club: World) -> None:
    assert not club.ada.can_order(club.channel, "fire")
    assert "campaign create" in club.ada.available_commands(club.channel)
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    assert {"fire", "hold", "dig", "umpire reveal"} <= set(club.ada.available_commands(club.channel))
    await club.gm.slash(club.channel, "campaign close")
    assert not club.ada.can_order(club.channel, "fire")


async def test_commands_are_published_only_when_they_changed(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    before = len(club.env.http_requests)
    await club.restart()
    assert [r.path for r in club.env.http_requests[before:] if r.method == "PUT"] == []
    assert club.ada.can_order(club.channel, "fire")
    changed = replace(
        TOY, actions=Codec[Action]([*(m for m in TOY.actions.classes if m is not Fire), OtherFire], "verb")
    )
    club.store._rule_sets = {"toy": changed}
    await club.restart()
    (put,) = [r for r in club.env.http_requests[before:] if r.method == "PUT"]
    assert f"/guilds/{club.guild.id}/" in put.path
    assert "burst" in json.dumps(put.json)
