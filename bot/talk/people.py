"""How people are named in posts: by a mention, and by none when they have had themselves forgotten."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from campaigns.campaign.privacy import A_FORMER_PLAYER
from campaigns.members.knowledge import FORGOTTEN

MENTIONED = 20
"""People named in one post."""


def named(user_id: int) -> str:
    """ "<@123>", or "a former player"."""
    return A_FORMER_PLAYER if user_id == FORGOTTEN else f"<@{user_id}>"


def listed(users: Iterable[int], *, first: bool = True) -> str:
    """Several of them, one after the other; `first`: at the beginning of a sentence."""
    words = " ".join(named(user) for user in list(users)[:MENTIONED])
    return f"{words[:1].upper()}{words[1:]}" if first else words


def pinged(users: Iterable[int]) -> discord.AllowedMentions:
    """These are notified, and nobody else."""
    objects = [discord.Object(user) for user in list(users)[:MENTIONED] if user != FORGOTTEN]
    return discord.AllowedMentions(everyone=False, roles=False, users=objects)
