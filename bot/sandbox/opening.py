"""How the sandbox's first battles come about: its members do what members would do, by commands and clicks.

Nothing here reaches past Discord: the campaigns, the squads and the battles are made by the bot that the visitor will
use. The store is only read, to know whose turn it is and when somebody has somebody to shoot at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from simcord import ChannelHandle, MemberActor, ResponseMessage
from simcord.components import walk_components

from bot.sandbox.pages import idle
from bot.sandbox.world import CAMPAIGN_CHANNEL, GM, ONE, OTHER, PLATOON_CHANNEL, SKIRMISH_CHANNEL, STEPPE_CHANNEL, World
from bot.talk.say import BAD
from bot.talk.ticket import read
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.thinking import beside
from rules.kernel.action import SideId
from rules.seam.asking import Ask, keyed


@dataclass(frozen=True, slots=True)
class SandboxOpening:
    """A campaign with a battle by one of the library's scenarios. `sides` by player; `words`: what each gives for the
    dice: with the sandbox's own entropy they make the same opening everywhere."""

    channel: str
    rules: str
    campaign: str
    scenario: str
    sides: Mapping[str, str]
    words: Mapping[str, str]
    forward: str = ""
    """The action that answers for a whole side where it may be asked for; else the first that is offered."""
    fire: str = ""
    """The action that it goes on to until somebody may ask for it; empty: the visitor has the first word."""


OPENINGS = (
    SandboxOpening(
        STEPPE_CHANNEL,
        "red-actions",
        "Spring on the Don",
        "don-village",
        {ONE: "attacker", OTHER: "defender"},
        {ONE: "rails", OTHER: "reeds"},
    ),
    SandboxOpening(
        CAMPAIGN_CHANNEL,
        "book-and-gun",
        "Operation Lantern",
        "the-mill-road",
        {ONE: "army", OTHER: "insurgents"},
        {ONE: "first light", OTHER: "last light"},
        forward="advance-all",
        fire="fire",
    ),
    SandboxOpening(
        SKIRMISH_CHANNEL,
        "five56mm",
        "The long night",
        "last-bird",
        {ONE: "black", OTHER: "red"},
        {ONE: "rotors", OTHER: "stairs"},
        fire="fire",
    ),
    SandboxOpening(
        PLATOON_CHANNEL,
        "infantry-action",
        "The water line",
        "canal-bridge",
        {ONE: "attacker", OTHER: "defender"},
        {ONE: "hulls", OTHER: "sandbags"},
    ),
)
"""The first is the one that is begun in the least time: with it the lobby opens, and the others follow."""
MOST_ANSWERS = 60


class OpeningStuck(RuntimeError):
    """An opening did not come to the point at which somebody can fire."""


def named(store: Store, opening: SandboxOpening) -> str:
    """What is being set up: "Battle 2 of 4: 5.56mm, “The long night”"."""
    number = OPENINGS.index(opening) + 1
    return f"Battle {number} of {len(OPENINGS)}: {store.rules(opening.rules).title}, “{opening.campaign}”"


async def play(world: World, store: Store, opening: SandboxOpening) -> None:
    """Found the campaign and begin its battle; where the opening names a deed (`fire`), go on until somebody can do it.
    Lets a visitor's click come to its end first. Raises OpeningStuck."""
    channel = world.guild.channels[opening.channel]
    gm = world.people[GM]
    await order(gm, channel, "campaign create", name=opening.campaign, rules=opening.rules)
    for player, side in opening.sides.items():
        await order(world.people[player], channel, "campaign join", side=side)
    await order(gm, channel, "battle open", scenario=opening.scenario)
    for player, words in opening.words.items():
        await order(world.people[player], channel, "battle ready", words=words)
    await order(gm, channel, "battle begin")
    if opening.fire:
        await _go_on(world, store, opening, channel)


async def order(member: MemberActor, channel: ChannelHandle, command: str, /, **options: str | bool) -> None:
    """A member's command. Raises OpeningStuck where it is refused."""
    await idle(member.guild._env)
    result = await member.slash(channel, command, **options)
    shown = result.response.components if result.response else []
    if not shown or any(part.get("accent_color") == BAD for part in shown):
        raise OpeningStuck(f"/{command} was refused: {shown}")


async def _go_on(world: World, store: Store, opening: SandboxOpening, channel: ChannelHandle) -> None:
    view = await campaign.of_channel(store, channel.id)
    if view is None:
        raise OpeningStuck("the channel has no campaign")
    (info,) = await battles.of_campaign(store, view.id)
    thread = world.place(info.channel_id)
    if thread is None:
        raise OpeningStuck("the battle has no channel")
    for _ in range(MOST_ANSWERS):
        battle = await battles.load(store, info.id)
        if await beside(_can_fire, battle, opening.fire):
            return
        if not battle.prompt.asks:
            raise OpeningStuck("nobody is asked anything")
        await _answer(world, thread, battle, battle.prompt.asks[0], opening)
        if (await battles.load(store, info.id)).info.version == battle.info.version:
            raise OpeningStuck(f"no answer to: {battle.prompt.asks[0].question}")
    raise OpeningStuck("nobody has come within range")


def _can_fire(battle: StandingBattle, fire: str) -> bool:
    return any(
        offer.verb == fire and not offer.needs
        for ask in battle.prompt.asks
        for unit in ask.units
        for offer in battle.rules.battle.offers(battle.state, ask.side, unit)
    )


async def _answer(
    world: World, thread: ChannelHandle, battle: StandingBattle, ask: Ask, opening: SandboxOpening
) -> None:
    """Click one of the prompt's answers for the whole side: forward where there is such an answer, else the first. A
    secret one stands on a panel of the player's own, which the prompt opens."""
    answers = keyed(ask.quick)
    choice = next((key for key, offer in answers.items() if offer.verb == opening.forward), next(iter(answers)))
    player = next((key for key, side in opening.sides.items() if side == ask.side), GM)
    for message in reversed(thread.history()):
        if wanted := _button(message, "quick", ask.side, choice):
            await idle(world.env)
            await world.people[player].click(message, custom_id=wanted)
            return
        if opens := _button(message, "open", ask.side):
            await idle(world.env)
            panel = (await world.people[player].click(message, custom_id=opens)).response
            if panel is not None and (wanted := _button(panel, "quick", ask.side, choice)):
                await idle(world.env)
                await world.people[player].click(panel, custom_id=wanted)
                return
    raise OpeningStuck(f"no button for {[offer.label for offer in ask.quick]}")


def _button(message: discord.Message | ResponseMessage, what: str, side: SideId, choice: str = "") -> str | None:
    """The message's button for that answer of a side."""
    wanted = (what, side, choice)
    tickets = {custom_id: read(custom_id) for custom_id in _custom_ids(message)}
    return next((key for key, made in tickets.items() if made and (made.what, made.side, made.choice) == wanted), None)


def _custom_ids(message: discord.Message | ResponseMessage) -> set[str]:
    """Of every button and select of the message, however deep it lies; an answer's own components are plain data."""
    roots = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return {str(part.get("custom_id") or "") for part in walk_components(roots)}
