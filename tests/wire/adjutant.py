"""`adjutant` as a process that has another Discord: `python -m tests.wire.adjutant http://…/api/v10 run`."""

from __future__ import annotations

import sys

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.main import main

if __name__ == "__main__":
    Route.BASE = sys.argv[1]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(sys.argv[1]).with_scheme("ws").with_path("/")
    sys.exit(main(sys.argv[2:]))
