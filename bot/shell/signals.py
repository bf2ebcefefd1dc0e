"""Stopping cleanly: Ctrl-C in a terminal, SIGTERM from a host."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress


async def until_stopped(work: Coroutine[None, None, None]) -> None:
    """Do the work until it ends or somebody stops the process; then it is cancelled and tidies up."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
