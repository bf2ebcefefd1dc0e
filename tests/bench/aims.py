"""What hands that play for an aim have in common under any rule set: an intent, ways from cover to cover, odds.

The aim is a place that one side must take and the other must hold. They know what their side may see. A careful one
goes by ways of its own, fires where that is worth it, storms when its hour has come, and throws out whoever has got in.
A careless one walks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import hypot
from typing import Any

from rules.kernel.action import Action, Actor
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Offer
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from rules.table.board import Point
from rules.table.measure import between
from rules.table.scene import UnitMark

THERE = 2.0
"""Inches from a place at which a unit has reached it."""
AROUND = 6.0
"""Inches around the aim within which an enemy is in the way of it."""
SPOTTED = "spotted"
"""What comes before a shot and hurts nobody."""


@dataclass(frozen=True, slots=True)
class Intent:
    """How a side means to play. `ways`: from cover to cover, by unit; the last place is held until `storm`, the turn in
    which everybody goes for the aim. `worth`: the least chance of a hit that is fired at, None: they never fire.
    `charge`: the least chance of reaching the enemy with which they charge him near the aim, None: they never do.
    `throws_out`: they charge whoever has got to the aim. `choices`: what they answer a scenario, by its words; `calls`:
    what they call for by radio, the most wanted first. `corners`: places by which a way round a wall leads. `places`:
    where a unit goes for, if not for the aim itself. `prey`: whom they would rather hit than anybody else. `walks`:
    they go on first, and fire with what is left. `brought`: who has to be at the aim, and goes
    on first once they storm. `signal`: the scripted event upon which they storm."""

    aim: Point
    ways: Mapping[str, tuple[Point, ...]] = field(default_factory=dict[str, tuple[Point, ...]])
    storm: int = 99
    worth: float | None = 0.2
    charge: float | None = 0.5
    throws_out: bool = False
    choices: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    corners: tuple[Point, ...] = ()
    places: Mapping[str, Point] = field(default_factory=dict[str, Point])
    prey: str = ""
    walks: bool = False
    brought: str = ""
    signal: str = ""


class Aiming(ABC):
    """A player with an intent."""

    def __init__(self, intent: Intent) -> None:
        self.intent = intent
        self._reached = dict[str, int]()

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What he would do, best first; what the rules refuse is passed over. The prompt's own answer comes last."""
        choices = {offer.label: offer.action for offer in ask.quick if offer.verb == "choose"}
        yield from (choices[wanted] for wanted in self.intent.choices if wanted in choices)
        yield from self.deeds(rules, state, ask)
        yield ask.default

    @abstractmethod
    def deeds(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What he would do under his rule set, best first."""

    def next_place(self, unit: str, here: Point, group: str = "") -> Point | None:
        """The next place of a unit's way, or of its group's; the last one for good."""
        way = self.intent.ways.get(unit, self.intent.ways.get(group, ()))
        if not way:
            return None
        number = self._reached.get(unit, 0)
        while number < len(way) - 1 and between(here, way[number]) <= THERE:
            number += 1
        self._reached[unit] = number
        return way[number]

    def storms(self, state: Any) -> bool:
        """Whether everybody goes for the aim: the hour has come, or what they have waited for has happened."""
        happened = any(occurrence.event == self.intent.signal for occurrence in state.occurrences)
        return happened or state.battle.turn >= self.intent.storm

    def away(self, mark: UnitMark) -> float:
        """Inches of a unit from the aim."""
        return hypot(mark.x - self.intent.aim[0], mark.y - self.intent.aim[1])

    def entered(self, enemies: list[UnitMark]) -> bool:
        """Whether somebody has got to the aim who is to be thrown out."""
        return self.intent.throws_out and any(self.away(mark) <= AROUND / 2 for mark in enemies)


def enemies_of(rules: AnyRuleSet, state: Any, side: str) -> list[UnitMark]:
    """Whom the side sees of its enemy."""
    scene = rules.battle.view(state, Viewer(side)).scene
    assert scene is not None
    return [mark for mark in scene.units if mark.side != side and mark.affiliation != "neutral"]


def best(rules: AnyRuleSet, state: Any, side: str, shots: list[Offer]) -> list[tuple[float, Offer]]:
    """The shots with their promise, the most promising first."""
    return sorted(((promise(rules, state, side, shot.action), shot) for shot in shots), key=lambda one: -one[0])


def promise(rules: AnyRuleSet, state: Any, side: str, action: Action) -> float:
    """How good it is: the chance of what comes first of its odds (of a hit, where one must spot first), less that of
    what nobody wants; −1: it is refused."""
    try:
        odds = rules.battle.odds(state, action, Actor.player(side))
    except RuleViolation:
        return -1.0
    wanted = [float(prospect.chance) for prospect in odds.chances if not prospect.danger and prospect.words != SPOTTED]
    return (wanted[0] if wanted else 0.0) - sum(float(p.chance) for p in odds.chances if p.danger)


def cheapest(
    start: Point, goal: Point, corners: tuple[Point, ...], price: Callable[[Point, Point], float | None]
) -> tuple[Point, ...]:
    """The way that costs least, by the corners; `price`: of a straight stretch, None where it is closed. Nothing where
    no way is open."""
    if price(start, goal) == between(start, goal):
        return start, goal
    places, number = (*corners, goal), count()
    heap: list[tuple[float, int, tuple[Point, ...]]] = [(0.0, next(number), (start,))]
    done = set[Point]()
    while heap:
        cost, _, way = heappop(heap)
        here = way[-1]
        if here == goal:
            return way
        if here in done:
            continue
        done.add(here)
        for there in places:
            if there not in done and (asked := price(here, there)) is not None:
                heappush(heap, (cost + asked, next(number), (*way, there)))
    return ()
