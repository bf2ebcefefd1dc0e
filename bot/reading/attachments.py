"""Files that people attach to a command."""

from __future__ import annotations

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
