"""Toy battles as far as a test needs them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
import pytest
from simcord import InteractionResult

from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.campaign import campaign
from rules.book_and_gun.actions.battle import Conceal
from rules.kernel import chance
from rules.kernel.chance import STANDARD, Card
from tests.bot.world import Kept, Person, World, ids_of, options
from tests.campaigns.behind import act
from tests.lots import stacked


@dataclass
class Fight:
    """A running battle on a server."""

    world: World
    id: int

    async def field(self) -> StandingBattle:
        return await battles.load(self.world.store, self.id)

    async def version(self) -> int:
        return (await self.field()).info.version

    async def turn(self) -> str:
        """The side whose turn it is."""
        return (await self.field()).prompt.asks[0].side

    async def player(self) -> Person:
        """Who plays the side whose turn it is."""
        return self.world.ada if await self.turn() == "army" else self.world.ivo

    async def other(self) -> Person:
        return self.world.ivo if await self.turn() == "army" else self.world.ada

    async def pick(self, who: Person | None = None, unit: str = "") -> InteractionResult:
        """Choose a unit (the first one, or that whose name begins so) from the newest prompt; where there is but one,
        its panel has a button."""
        prompt = self.world.prompt()
        if sole := ids_of(prompt, "open"):
            return await (who or await self.player()).click(prompt, custom_id=sole[0])
        found = options(prompt, "pick")
        value = next(value for label, value in found.items() if label.startswith(unit))
        return await (who or await self.player()).select(prompt, [value], custom_id=ids_of(prompt, "pick")[0])

    async def until(self, side: str) -> None:
        """Hold until it is that side's turn."""
        while await self.turn() != side:
            await (await self.player()).slash(self.world.thread, "hold")

    def quick(self) -> tuple[discord.Message, str]:
        """The newest prompt and its first quick answer."""
        prompt = self.world.prompt()
        return prompt, ids_of(prompt, "quick")[0]


_HONEST = chance.index_below
_KEPT: dict[tuple[object, ...], tuple[World, Kept]] = {}
"""What became of a server by each beginning; the world beside it is held, so that its rules keep their identity."""


async def campaign_of(
    world: World, *, army: tuple[str, ...] = ("squad",), insurgents: tuple[str, ...] = ("cell",)
) -> int:
    """A campaign with these units. Its id."""

    async def steps() -> None:
        await world.gm.slash(world.channel, "campaign create", name="Bosnia 1993")
        for who, side, kinds in ((world.ada, "army", army), (world.ivo, "insurgents", insurgents)):
            await who.slash(world.channel, "campaign join", side=side)
            for kind in kinds:
                await who.slash(world.channel, "unit raise", kind=kind)

    await once(world, steps, "campaign", army, insurgents)
    (view,) = await campaign.of_guild(world.store, world.guild.id)
    return view.id


async def battle_of(
    world: World, *, army: tuple[str, ...] = ("squad",), insurgents: tuple[str, ...] = ("cell",), anew: bool = False
) -> Fight:
    """A battle that has begun between these units. `anew`: step by step, for a test that looks at the steps."""

    async def steps() -> None:
        await campaign_of(world, army=army, insurgents=insurgents)
        await world.gm.slash(world.channel, "battle begin")

    await (steps() if anew else once(world, steps, "battle", army, insurgents))
    (view,) = await campaign.of_guild(world.store, world.guild.id)
    (info,) = await battles.of_campaign(world.store, view.id)
    return Fight(world, info.id)


async def begun_with_a_ghost(world: World) -> None:
    """A battle of the Book and the Gun: a squad and a cell, and a second cell that lies hidden."""
    await world.gm.slash(world.channel, "campaign create", name="Bosnia")
    for who, side, unit, name in (
        (world.ada, "army", "us-infantry-squad", "Able squad"),
        (world.ivo, "insurgents", "insurgent-cell-of-7", "Mill cell"),
    ):
        await who.slash(world.channel, "campaign join", side=side, unit=unit, unit_name=name)
    await world.ivo.slash(world.channel, "unit raise", kind="insurgent-cell-of-7", name="Ghost cell")
    await world.gm.slash(world.channel, "battle begin", board="village")
    (info,) = await battles.of_campaign(world.store, 1)
    battle = await battles.load(world.store, info.id)
    ghost = next(unit for unit in battle.state.units if unit.name == "Ghost cell")
    await act(world.store, info.id, Conceal(unit=ghost.id), world.gm.id)


async def in_turn(patch: pytest.MonkeyPatch, fight: Fight) -> None:
    """From now on the toy's cards give the sides their turns one after the other, the other side first."""
    black, red = STANDARD.index(Card("2C")), STANDARD.index(Card("2D"))
    stacked(patch, "initiative", (red, black) if await fight.turn() == "army" else (black, red))


async def once(world: World, steps: Callable[[], Awaitable[None]], *what: object) -> None:
    """The server after these steps. From a fresh server, with honest dice, they are taken once in a process; every test
    goes on from where they have led, the first one as well: with a bot that has been started anew."""
    if world.env.backend.interactions or world.env.backend.faults or chance.index_below is not _HONEST:
        await steps()
        return
    rules = tuple((key, id(rules)) for key, rules in world.store.rule_sets.items())
    key = (*what, rules, type(world.store), world.keep())
    if key not in _KEPT:
        await steps()
        await world.env.settle()
        _KEPT[key] = world, world.keep()
    _, kept = _KEPT[key]
    await world.become(kept)
