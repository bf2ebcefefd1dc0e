"""Under 5.56mm every option of every command is completed, whatever has been typed of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import discord
from discord import app_commands
from simcord import InteractionResult
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from bot.talk.command_names import Verb
from rules.kernel.action import Kind
from tests.bot.world import Delivery, World, world

UNITS = ("", "a")
PLACES = ("", ",", "6in toward ", "3 in")
MOST = 25


async def test_every_option_of_every_command_is_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as street:
        await street.gm.slash(street.channel, "campaign create", name="The street", rules="five56mm")
        await street.ada.slash(street.channel, "campaign join", side="black", unit="rangers")
        await street.ivo.slash(street.channel, "campaign join", side="red", unit="militia")
        await street.gm.slash(street.channel, "battle begin")
        tried = 0
        for name, option, kind in _completed(street):
            for typed in PLACES if kind is Kind.PLACE else UNITS:
                delivery = _typing(street, name, option, typed)
                await street.deliver(delivery)
                choices = delivery.result.autocomplete_choices
                assert choices is not None, f"/{name} {option}: {typed!r} got no answer"
                assert len(choices) <= MOST
                assert choices or typed or kind is Kind.EVENT, f"/{name} {option} has nothing to offer"
                tried += 1
        assert tried > 150


def _completed(street: World) -> Iterator[tuple[str, str, Kind | None]]:
    """Every option that is completed, of the commands that the rules' actions have become."""
    for command in street.bot.tree.walk_commands(guild=discord.Object(street.guild.id)):
        verb = command.extras.get("verb")
        if isinstance(command, app_commands.Command) and isinstance(verb, Verb):
            kinds = {spec.name: spec.kind for spec in verb.options}
            for option in command.parameters:
                if option.autocomplete:
                    yield command.qualified_name, option.display_name, kinds[option.name]


def _typing(street: World, command: str, option: str, typed: str) -> Delivery:
    group, *rooms = command.split(" ")
    options: list[dict[str, object]] = [{"name": option, "type": 3, "value": typed, "focused": True}]
    for name, kind in zip(reversed(rooms), (1, 2), strict=False):
        options = [{"name": name, "type": kind, "options": options}]
    record, payload = base_payload(
        street.env.backend,
        type=InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
        channel_id=street.thread.id,
        guild_id=street.guild.id,
        user_id=street.ada.id,
        data={"id": "1", "name": group, "type": 1, "options": options, "guild_id": str(street.guild.id)},
    )
    return Delivery(payload, InteractionResult(street.env, record))
