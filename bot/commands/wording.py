"""Options with a few choices, each in words as people read them, not as the code calls it."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

import discord
from discord import app_commands

from bot.talk.say import Interaction
from rules.language.words import capital

E = TypeVar("E", bound=StrEnum)


class InWords(app_commands.Transformer, Generic[E]):
    """The members of an enumeration as choices: "Next battle" for "next-battle"."""

    def __init__(self, kind: type[E]) -> None:
        self._kind = kind

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.string

    @property
    def choices(self) -> list[app_commands.Choice[str | int | float]]:
        return [
            app_commands.Choice(name=capital(each.value.replace("-", " ")), value=each.value) for each in self._kind
        ]

    async def transform(self, interaction: Interaction, value: str, /) -> E:
        return self._kind(value)
