"""What the bot must be allowed to do on a server, what it asks for beside that, and the link that invites it."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import discord

REASONS = {
    "view_channel": "to know the campaign's channel at all",
    "send_messages": "notices in the campaign's channel",
    "create_public_threads": "a thread for each battle",
    "send_messages_in_threads": "the battle's posts",
    "attach_files": "maps, card pictures, exports",
    "read_message_history": "to answer beside its own posts",
}
"""Each permission by discord.py's name, and what it is for; deploy/README.md shows the same."""

FOR_SIDES = {
    "create_private_threads": "a thread for each side, with its secret news and briefings",
}
"""Asked for as well. Without them everything works but that: news for one side waits behind its button."""

LEAST = discord.Permissions(**dict.fromkeys(REASONS, True))
USUAL = LEAST | discord.Permissions(**dict.fromkeys(FOR_SIDES, True))
SCOPES = ("bot", "applications.commands")


def invitation(application_id: int) -> str:
    """The address at which somebody who manages a server adds the bot to it."""
    return discord.utils.oauth_url(application_id, permissions=USUAL, scopes=SCOPES)


def application_of(token: str) -> int:
    """The application's id, which a bot token begins with."""
    head = token.partition(".")[0]
    return int(urlsafe_b64decode(head + "=" * (-len(head) % 4)))
