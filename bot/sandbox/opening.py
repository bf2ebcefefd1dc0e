"""How the sandbox's first battle comes about: its members do what members would do, by commands and clicks.

Nothing here reaches past Discord: the campaign, the squads and the battle are made by the bot that the visitor will
use. The store is only read, to know whose turn it is and when somebody has somebody to shoot at.
"""

from __future__ import annotations

import discord
from simcord import ChannelHandle, MemberActor

from bot.sandbox.world import ARMY, CAMPAIGN_CHANNEL, GM, INSURGENTS, World
from bot.say import BAD
from bot.ticket import Ticket
from campaigns import battles, campaign
from campaigns.battles import Field
from campaigns.store import Store
from rules.ruleset import Ask

RULES = "book-and-gun"
CAMPAIGN = "Operation Lantern"
BATTLE = "The mill road"
UNITS = {
    ARMY: ("army", (("us-infantry-squad", "1st Squad"), ("us-infantry-squad", "2nd Squad"))),
    INSURGENTS: (
        "insurgents",
        (("insurgent-cell", "Mill cell"), ("insurgent-cell", "Poplar cell"), ("insurgent-cell", "Ridge cell")),
    ),
}
WORDS = {ARMY: "first light", INSURGENTS: "last light"}
"""What each side gives for the dice: with the sandbox's own entropy they make the same opening everywhere."""
BOARD, SIZE = "village", "42x28"
FORWARD = "Advance"
MOST_ANSWERS = 60


class Stuck(RuntimeError):
    """The opening did not come to the point at which somebody can fire."""


async def play(world: World, store: Store) -> None:
    """Found the campaign, raise the squads, begin the battle, and advance until a unit has a target. Raises Stuck."""
    channel = world.guild.channels[CAMPAIGN_CHANNEL]
    gm = world.people[GM]
    await _order(gm, channel, "campaign create", name=CAMPAIGN, rules=RULES)
    for player, (side, units) in UNITS.items():
        (first, name), *more = units
        await _order(world.people[player], channel, "campaign join", side=side, unit=first, unit_name=name)
        for kind, name in more:
            await _order(world.people[player], channel, "unit raise", kind=kind, name=name)
    await _order(gm, channel, "battle open", title=BATTLE, board=BOARD, size=SIZE)
    for player, words in WORDS.items():
        await _order(world.people[player], channel, "battle ready", words=words)
    await _order(gm, channel, "battle begin")
    await _advance(world, store)


async def _order(member: MemberActor, channel: ChannelHandle, command: str, /, **options: str) -> None:
    result = await member.slash(channel, command, **options)
    shown = result.response.components if result.response else []
    if not shown or any(part.get("accent_color") == BAD for part in shown):
        raise Stuck(f"/{command} was refused: {shown}")


async def _advance(world: World, store: Store) -> None:
    (view,) = await campaign.of_guild(store, world.guild.id)
    (info,) = await battles.of_campaign(store, view.id)
    thread = world.place(info.channel_id)
    if thread is None:
        raise Stuck("the battle has no channel")
    for _ in range(MOST_ANSWERS):
        battle = await battles.load(store, info.id)
        if any(_can_fire(battle, ask) for ask in battle.prompt.asks):
            return
        if not battle.prompt.asks:
            raise Stuck("nobody is asked anything")
        await _answer(world, thread, battle, battle.prompt.asks[0])
        if (await battles.load(store, info.id)).info.version == battle.info.version:
            raise Stuck(f"no answer to: {battle.prompt.asks[0].question}")
    raise Stuck("nobody has come within range")


def _can_fire(battle: Field, ask: Ask) -> bool:
    return any(
        offer.verb == "fire" and not offer.needs
        for unit in ask.units
        for offer in battle.rules.offers(battle.state, ask.side, unit)
    )


async def _answer(world: World, thread: ChannelHandle, battle: Field, ask: Ask) -> None:
    """Click one of the prompt's answers for the whole side: forward where there is such an answer, else the first."""
    labels = [offer.label for offer in ask.quick]
    choice = next((index for index, label in enumerate(labels) if label.startswith(FORWARD)), 0)
    player = next((key for key, (side, _) in UNITS.items() if side == ask.side), GM)
    wanted = str(Ticket("quick", battle.info.id, battle.info.version, ask.side, choice=str(choice)))
    for message in reversed(thread.history()):
        if wanted in _custom_ids(message):
            await world.people[player].click(message, custom_id=wanted)
            return
    raise Stuck(f"no button for {labels}")


def _custom_ids(message: discord.Message) -> set[str]:
    """Of every button and select of the message, however deep it lies."""
    found: set[str] = set()
    pending: list[object] = list(message.components)
    while pending:
        component = pending.pop()
        found.add(getattr(component, "custom_id", None) or "")
        pending += getattr(component, "children", ())
    return found
