"""Commands are sent to Discord only when their definitions changed: a digest of the last ones is kept in the store."""

from __future__ import annotations

import hashlib
import json

import discord
from discord import app_commands

from campaigns import published
from campaigns.store import Store


def digest(tree: app_commands.CommandTree[discord.Client], guild: discord.Object | None) -> str:
    """Changes whenever what Discord must know of these commands changes."""
    commands = sorted(tree.get_commands(guild=guild), key=lambda command: command.name)
    definitions = [command.to_dict(tree) for command in commands]
    return hashlib.sha256(json.dumps(definitions, sort_keys=True).encode()).hexdigest()


async def sync(store: Store, tree: app_commands.CommandTree[discord.Client], scope: int) -> bool:
    """Send the commands of a server (or those of all servers) if they changed. Tells whether it did."""
    guild = None if scope == published.EVERYWHERE else discord.Object(scope)
    now = digest(tree, guild)
    if await published.digest(store, scope) == now:
        return False
    await tree.sync(guild=guild)
    await published.remember(store, scope, now)
    return True
