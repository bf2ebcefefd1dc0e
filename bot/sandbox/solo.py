"""Battles for one person: any scenario of the library, either side, the staff on the other. Set up by commands, in a
channel of its own, as a GM and a player on a server would do it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.opening import OpeningStuck, order
from bot.sandbox.world import GM, ONE, World
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.scenario import scenarios
from rules.kernel.action import SideId
from rules.scenario.scenario import Scenario
from rules.seam.planning import Boldness
from rules.seam.ruleset import AnyRuleSet
from rules.table.board import Board


@dataclass(frozen=True, slots=True)
class LoneBattle:
    """A scenario that one person can play against the staff. `sides`: those with forces, by key, with their names.
    `about`: its time, place and size. `board`: its table as it is before anybody comes."""

    rules: str
    rules_title: str
    key: str
    title: str
    summary: str
    sides: tuple[tuple[SideId, str], ...]
    about: str
    board: Board | None


def lone_battles(store: Store) -> tuple[LoneBattle, ...]:
    """Every scenario of the library with two sides whose rule set makes plans."""
    found: list[LoneBattle] = []
    for rules in store.rule_sets.values():
        ordering = rules.battle.ordering
        if ordering is None or ordering.planning is None:
            continue
        playable = {kind.key: kind.title for kind in rules.forces.sides if kind.playable}
        for scenario in scenarios.shipped_with(rules.key):
            sides = tuple(
                (side.key, side.name or playable[side.key]) for side in scenario.sides if side.key in playable
            )
            if len(sides) == 2:
                found.append(_lone(rules, scenario, sides))
    return tuple(found)


def first_battles(store: Store) -> tuple[LoneBattle, ...]:
    """The battle by which a newcomer learns each rule set; whoever learns plays the first of its sides."""
    every = ((rules, scenarios.lesson_of(rules.key)) for rules in store.rule_sets.values())
    return tuple(
        _lone(rules, lesson, tuple((side.key, side.name) for side in lesson.sides))
        for rules, lesson in every
        if lesson is not None
    )


def _lone(rules: AnyRuleSet, scenario: Scenario, sides: tuple[tuple[SideId, str], ...]) -> LoneBattle:
    return LoneBattle(
        rules.key,
        rules.title,
        scenario.key,
        scenario.title,
        scenario.summary,
        sides,
        scenario.about,
        scenario.board,
    )


async def begin(
    world: World, store: Store, wanted: LoneBattle, side: SideId, boldness: Boldness
) -> tuple[int, int] | None:
    """A campaign in a channel of its own, and in it that battle: the player on one side, the staff on the other.

    Returns the battle's channel and the player's id; None for a side that the scenario has not. Raises OpeningStuck."""
    other = next((key for key, _ in wanted.sides if key != side), None)
    if other is None or side not in dict(wanted.sides):
        return None
    name = _free(f"alone-{wanted.key}", world)
    world.guild.create_text_channel(name, topic=f"{wanted.rules_title}: one person against the staff")
    channel, gm, player = world.guild.channels[name], world.people[GM], world.people[ONE]
    await order(gm, channel, "campaign create", name=f"{wanted.title} ({name})"[:80], rules=wanted.rules)
    await order(player, channel, "campaign join", side=side)
    await order(gm, channel, "battle begin", scenario=wanted.key, staff=other, boldness=boldness.value, anyway=True)
    view = await campaign.of_channel(store, channel.id)
    if view is None:
        raise OpeningStuck("the channel has no campaign")
    (info,) = await battles.of_campaign(store, view.id)
    return info.channel_id, player.id


def _free(wanted: str, world: World) -> str:
    """A name that no channel has yet."""
    taken = set(world.guild.channels)
    return next(name for n in range(1, len(taken) + 2) if (name := wanted if n == 1 else f"{wanted}-{n}") not in taken)
