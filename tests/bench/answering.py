"""What somebody waits for: an order's answer beside that of a bare bot's `/ping`, from the interaction to its answer,
on the same virtual Discord; and what lasts of it, beside a bare commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from simcord import Env, MemberActor

from tests.bench.pair import Pair
from tests.bot.opened import Fight, battle_of
from tests.bot.toy import TOY
from tests.bot.world import world

UNITS = 12
"""A side: enough to be fired at for a while."""


class Watch:
    """Seconds between interactions and their answers, all added up."""

    def __init__(self) -> None:
        self.total = self._answered = 0.0

    def read(self) -> float:
        return self.total

    async def time(self, click: Awaitable[object]) -> None:
        start = perf_counter()
        await click
        self.total += self._answered - start

    @contextmanager
    def looking(self) -> Iterator[None]:
        """While answers are noted when they have been sent."""
        kept = discord.Interaction.edit_original_response, discord.InteractionResponse.send_message

        def noted(send: Any) -> Any:
            async def sent(*args: Any, **named: Any) -> Any:
                answer = await send(*args, **named)
                self._answered = perf_counter()
                return answer

            return sent

        discord.Interaction.edit_original_response = noted(kept[0])  # type: ignore[method-assign]
        discord.InteractionResponse.send_message = noted(kept[1])  # type: ignore[method-assign]
        try:
            yield
        finally:
            discord.Interaction.edit_original_response = kept[0]  # type: ignore[method-assign]
            discord.InteractionResponse.send_message = kept[1]  # type: ignore[method-assign]


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    watch = Watch()
    # One virtual Discord an event loop.
    with TemporaryDirectory() as folder, asyncio.Runner() as runner, asyncio.Runner() as beside, watch.looking():
        bare, ours = _pinged(), _fighting(Path(folder))
        who, channel = beside.run(bare.__aenter__())
        fight = runner.run(ours.__aenter__())

        def ping() -> None:
            beside.run(watch.time(who.slash(channel, "ping")))

        yield iter(
            Pair(name, about, lambda w=work: runner.run(w(watch, fight)), ping, most=25, clock=watch.read)
            for name, about, work in (
                ("fire", "/fire from the interaction to its answer, beside a bare bot's /ping", _fire),
                ("panel", "a unit's panel from the click to the answer, beside a bare bot's /ping", _panel),
                ("status", "/status from the interaction to its answer, beside a bare bot's /ping", _status),
            )
        )
        runner.run(ours.__aexit__(None, None, None))
        beside.run(bare.__aexit__(None, None, None))


@asynccontextmanager
async def _pinged() -> AsyncIterator[tuple[MemberActor, Any]]:
    bot = commands.Bot(command_prefix="!", intents=discord.Intents.default())

    @bot.tree.command(name="ping", description="Acknowledges and answers, as every command does")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="pong")

    assert isinstance(ping, app_commands.Command)

    async def synced() -> None:
        await bot.tree.sync()

    bot.setup_hook = synced  # type: ignore[method-assign]
    env = Env(bot)
    await env.start()
    owner = env.create_user("gwen")
    guild = env.create_guild("Bare", owner=owner)
    try:
        yield MemberActor(env, guild, owner), guild.create_text_channel("ping")
    finally:
        await env.shutdown()


@asynccontextmanager
async def _fighting(folder: Path) -> AsyncIterator[Fight]:
    async with world(folder, {"toy": TOY}) as made:
        yield await battle_of(made, army=("squad",) * UNITS, insurgents=("cell",) * UNITS)


async def _fire(watch: Watch, fight: Fight) -> None:
    player, state = await fight.player(), (await fight.field()).state
    unit = next(squad for squad in state.squads if squad.side == state.to_act and not squad.fired)
    target = max((squad for squad in state.squads if squad.side != state.to_act), key=_strength)
    await watch.time(player.slash(fight.world.thread, "fire", unit=unit.id, target=target.id))


def _strength(squad: Any) -> int:
    return sum(man.alive for man in squad.men)


async def _panel(watch: Watch, fight: Fight) -> None:
    await (await fight.player()).slash(fight.world.thread, "hold")
    await watch.time(fight.pick())


async def _status(watch: Watch, fight: Fight) -> None:
    await watch.time(fight.world.ada.slash(fight.world.thread, "status"))
