"""The least that the bot must be allowed to do on a server, and the link that invites it with exactly that."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import discord

LEAST = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
SCOPES = ("bot", "applications.commands")


def invitation(application_id: int) -> str:
    """The address at which somebody who manages a server adds the bot to it."""
    return discord.utils.oauth_url(application_id, permissions=LEAST, scopes=SCOPES)


def application_of(token: str) -> int:
    """The application's id, which a bot token begins with."""
    head = token.partition(".")[0]
    return int(urlsafe_b64decode(head + "=" * (-len(head) % 4)))
