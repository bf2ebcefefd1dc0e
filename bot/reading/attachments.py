"""Files that people attach to a command."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import structlog

from campaigns.errors import Refusal

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def fetched(file: discord.Attachment) -> bytes:
    """What is in the file. Its size must have been looked at before. Raises Refusal "no-file"."""
    try:
        return await file.read()
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("attachment not fetched", file=file.filename, error=repr(error))
        raise Refusal("no-file", "The file could not be fetched from Discord.", "Attach it again.") from None


def uploaded(interaction: discord.Interaction[discord.Client], number: str) -> discord.Attachment | None:
    """The file that a form brought, by the number in its field; None for an empty field. After a restart
    discord.py knows nothing of an older form, and makes no file of what comes."""
    data: Any = interaction.data or {}
    found = data.get("resolved", {}).get("attachments", {}).get(number)
    return discord.Attachment(data=found, state=interaction._state) if found is not None else None
