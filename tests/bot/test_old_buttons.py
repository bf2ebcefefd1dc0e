"""Buttons from before an upgrade: one that asked for fields never asks for others afterwards."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import Field

from bot.reading import fields
from bot.talk.ticket import Misread, Ticket
from rules.kernel.action import Action, Role, fields_of
from rules.registry import rule_sets
from tests.bot.opened import battle_of
from tests.bot.test_panel import replaced
from tests.bot.world import World, ids_of, said


class Today(Action):
    verb: Literal["climb"] = "climb"
    where: str = Field(description="where to")
    rope: bool = Field(False, description="with a rope")


class Upgraded(Action):
    verb: Literal["climb"] = "climb"
    where: str = Field(description="where to")
    at_night: bool = Field(False, description="in the dark")
    rope: bool = Field(False, description="with a rope")


def test_fields_are_written_and_read_back() -> None:
    assert [spec.name for spec in fields.read(Today, fields.written(Today, ["rope"]))] == ["rope"]
    assert [spec.name for spec in fields.read(Upgraded, fields.written(Upgraded, ["where", "rope"]))] == [
        "where",
        "rope",
    ]
    assert fields.named(Upgraded, "rope").name == "rope"


@pytest.mark.parametrize("old", [fields.written(Today, ["rope"]), "2", "2-", "", "x-1"])
def test_of_an_action_that_has_other_fields_by_now_none_is_asked_for(old: str) -> None:
    with pytest.raises(Misread):
        fields.read(Upgraded, old)


@pytest.mark.parametrize("old", ["1", "anchor", ""])
def test_a_field_that_is_no_more_or_was_known_by_its_place_is_none(old: str) -> None:
    with pytest.raises(Misread):
        fields.named(Upgraded, old)


@pytest.mark.parametrize("key", rule_sets())
def test_the_button_of_every_action_and_of_each_field_has_room(key: str) -> None:
    rules = rule_sets()[key]
    side = max((kind.key for kind in rules.forces.sides), key=len)
    for model in rules.battle.action_types():
        if model.role is Role.PLAYER:
            every = fields.written(model, [spec.name for spec in fields_of(model)])
            form = f"{key}.{model.name()}.{every}"
            made = [("ask", f"123abc-123abc.{form}"), ("way", f"1234567.{form}"), ("orders-ask", f"1234567.{form}")]
            made += [("orders-set", f"1234567.{spec.name}") for spec in fields_of(model)]
            for what, choice in made:
                assert len(str(Ticket(what, 1234567, 12345, side, "u123456", choice))) <= 100


@pytest.mark.parametrize("digest", ["", "-0000"])
async def test_a_button_from_before_its_action_changed_says_that_it_is_old(club: World, digest: str) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    panel = await fight.pick(player)
    assert panel.response is not None
    asks = ids_of(panel.response, "ask")[0]
    old = asks.rpartition("-")[0] + digest
    place = next(place for place, kept in club.env.backend.messages.items() if panel.response.id in kept)
    replaced(club.env.backend.get_message(place, panel.response.id).components, asks, old)
    click = club.pressed(player, panel.response, old)
    await club.deliver(click)
    assert click.result is not None
    assert click.result.modal is None
    assert "older version of Adjutant" in said(click.result)
