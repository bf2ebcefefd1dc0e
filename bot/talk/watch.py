"""What is measured of a bot at work, where its host asks for it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import cast

import discord
import structlog

from bot.talk.ticket import read
from campaigns.interactions import caused_by

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Watch:
    """This one measures nothing."""

    def answered(self, what: str, outcome: str, seconds: float) -> None:
        """Somebody's command or click has been carried out: "done", "mishap", or the code of a refusal."""

    def posted(self, kind: str, outcome: str, seconds: float) -> None:
        """A post has been tried: "sent", or why not."""


class Watched:
    """What comes of one interaction."""

    outcome = "done"


@contextmanager
def watched(interaction: discord.Interaction[discord.Client]) -> Generator[Watched]:
    """Everything that is logged and posted meanwhile has the interaction's number; no word of anybody is logged."""
    began, what, came = perf_counter(), name_of(interaction), Watched()
    with structlog.contextvars.bound_contextvars(interaction=interaction.id), caused_by(interaction.id):
        try:
            yield came
        finally:
            seconds = perf_counter() - began
            watch_of(interaction.client).answered(what, came.outcome, seconds)
            log.info("answered", what=what, outcome=came.outcome, guild=interaction.guild_id, seconds=round(seconds, 3))


def watch_of(client: discord.Client) -> Watch:
    return cast(Watch, getattr(client, "watch", None)) or _NONE


_NONE = Watch()


def name_of(interaction: discord.Interaction[discord.Client]) -> str:
    """The command's name or "button open": of a closed set, whatever somebody sends."""
    if interaction.type is discord.InteractionType.application_command and interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    custom_id = (interaction.data or {}).get("custom_id")
    ticket = read(custom_id) if isinstance(custom_id, str) else None
    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "button"
    return f"{kind} {ticket.what if ticket is not None else 'unknown'}"
