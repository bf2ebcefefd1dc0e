"""`adjutant sandbox`."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from bot.shell import logs
from bot.shell.garbage import unsearched
from bot.shell.report import ShellError
from bot.shell.settings import load_settings
from bot.shell.signals import until_stopped

PORT = 8777
FOLDER = Path("adjutant-data", "sandbox")


def sandbox(
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start from the beginning; what was played here is forgotten.")
    ] = False,
    port: Annotated[
        int, typer.Option(help="Port of the page on this machine; 0: any free one.", min=0, max=65535)
    ] = PORT,
    data: Annotated[Path, typer.Option(help="Folder in which the sandbox keeps its data.")] = FOLDER,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Play in a local browser page: the real bot, a GM, a player a side, a battle under way. No token, no network."""
    try:
        with unsearched():
            from bot.sandbox import session
    except ModuleNotFoundError as error:
        raise ShellError(f"the sandbox needs {error.name}: pip install 'adjutant[sandbox]'") from None
    logs.configure(load_settings().model_copy(update={"log_level": "warning"}))

    opened: list[str] = []

    def at_the_door(address: str) -> None:
        print(f"The page at {address} says how far it is.", flush=True)
        if browser and has_browser():
            webbrowser.open(address)

    def ready(address: str) -> None:
        opened.append(address)
        print(f"The sandbox is open at {address}\nIts data lies in {data.resolve()}. Ctrl-C stops it.", flush=True)

    def doing(what: str) -> None:
        print(f"  {what} …", flush=True)

    print("Setting up …" if fresh or not (data / "discord.world").exists() else "Taking up …", flush=True)
    serving = session.serve(data.resolve(), port, ready, fresh=fresh, at_the_door=at_the_door, doing=doing)
    asyncio.run(until_stopped(serving))
    print("\nStopped. The next start goes on from here." if opened else "\nStopped before it was set up.")


def has_browser() -> bool:
    """Whether a window can be opened: a terminal browser in the sandbox's own terminal would be no help."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
