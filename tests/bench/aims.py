"""Hands that play The Book and the Gun for an aim: a place that one side must take and the other must hold.

They know what their side may see. A careful one goes by ways of its own from cover to cover, fires where that is worth
it, rallies whoever runs, storms when its hour has come, and throws out whoever has got in. A careless one walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from rules.action import Action, Actor
from rules.asking import Ask, Offer
from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.units import Morale, Unit
from rules.ruleset import AnyRuleSet
from rules.table.board import Point
from rules.table.measure import between
from rules.table.scene import UnitMark
from rules.viewing import Viewer
from rules.violation import RuleViolation

THERE = 2.0
"""Inches from a place at which a unit has reached it."""
REACH = 9.0
"""Inches within which a charge is worth a thought."""
AROUND = 6.0
"""Inches around the aim within which an enemy is in the way of it."""


@dataclass(frozen=True, slots=True)
class Intent:
    """How a side means to play. `ways`: from cover to cover, by unit; the last place is held until `storm`, the turn in
    which everybody goes for the aim. `worth`: the least chance of a hit that is fired at, None: they never fire.
    `charge`: the least chance of reaching the enemy with which they charge him near the aim, None: they never do.
    `throws_out`: they charge whoever has got to the aim. `choices`: what they answer a scenario, by its words."""

    aim: Point
    ways: Mapping[str, tuple[Point, ...]] = field(default_factory=dict[str, tuple[Point, ...]])
    storm: int = 99
    worth: float | None = 0.2
    charge: float | None = 0.5
    throws_out: bool = False
    choices: tuple[str, ...] = ()


class Aiming:
    """A player with an intent."""

    def __init__(self, intent: Intent) -> None:
        self.intent = intent
        self._reached = dict[str, int]()

    def wishes(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        """What he would do, best first; what the rules refuse is passed over. The prompt's own answer comes last."""
        choices = [offer for offer in ask.quick if offer.verb == "choose"]
        yield from (offer.action for offer in choices if offer.label in self.intent.choices)
        if ":movement:" in ask.key:
            yield from self._moves(rules, state, ask)
        elif ":fire:" in ask.key:
            yield from self._shots(rules, state, ask)
            yield HoldAll(whole_phase=True)
        yield ask.default

    # ── Movement ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _moves(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        scene = rules.battle.view(state, Viewer(ask.side)).scene
        assert scene is not None
        enemies = [mark for mark in scene.units if mark.side != ask.side and mark.affiliation != "neutral"]
        storms = state.battle.turn >= self.intent.storm
        for unit in (state.battle.unit(one) for one in ask.units):
            if all(figure.move_turn == state.battle.turn for figure in unit.fit):
                continue
            if unit.morale is not Morale.STEADY:
                offers = rules.battle.offers(state, ask.side, unit.id)
                yield from (offer.action for offer in offers if offer.verb == "rally")
                continue
            here = _middle(unit)
            if here is None:
                continue
            lost = self.intent.throws_out and any(self._away(mark) <= AROUND / 2 for mark in enemies)
            if storms or lost:
                yield from self._charges(rules, state, ask.side, unit, here, enemies)
            to = self.intent.aim if storms or lost else self._next(unit.id, here)
            if to is not None and between(here, to) > THERE:
                place = f"{to[0]:g},{to[1]:g}"
                yield Move(unit=unit.id, to=place)
                yield Move(unit=unit.id, to=place, figures="separated")

    def _charges(
        self, rules: AnyRuleSet, state: Any, side: str, unit: Unit, here: Point, enemies: list[UnitMark]
    ) -> Iterator[Action]:
        if self.intent.charge is None:
            return
        near = [mark for mark in enemies if self._away(mark) <= AROUND and between(here, (mark.x, mark.y)) <= REACH]
        for mark in sorted(near, key=lambda mark: between(here, (mark.x, mark.y))):
            charge = ChargeEnemy(unit=unit.id, target=mark.ref)
            if promise(rules, state, side, charge) >= self.intent.charge:
                yield charge

    def _next(self, unit: str, here: Point) -> Point | None:
        """The next place of its way, the last one for good."""
        way = self.intent.ways.get(unit, ())
        if not way:
            return None
        number = self._reached.get(unit, 0)
        while number < len(way) - 1 and between(here, way[number]) <= THERE:
            number += 1
        self._reached[unit] = number
        return way[number]

    def _away(self, mark: UnitMark) -> float:
        return hypot(mark.x - self.intent.aim[0], mark.y - self.intent.aim[1])

    # ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _shots(self, rules: AnyRuleSet, state: Any, ask: Ask) -> Iterator[Action]:
        if self.intent.worth is None:
            return
        for unit in ask.units:
            offers = rules.battle.offers(state, ask.side, unit)
            shots = [offer for offer in offers if offer.verb == "fire" and not offer.needs]
            worth = [(promise(rules, state, ask.side, offer.action), offer) for offer in shots]
            yield from (offer.action for chance, offer in _best(worth) if chance >= self.intent.worth)


def _best(worth: list[tuple[float, Offer]]) -> list[tuple[float, Offer]]:
    return sorted(worth, key=lambda one: -one[0])


def _middle(unit: Unit) -> Point | None:
    places = [figure.at for figure in unit.figures if figure.fit and figure.at is not None]
    if not places:
        return None
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def promise(rules: AnyRuleSet, state: Any, side: str, action: Action) -> float:
    """How good it is: the chance of what comes first of its odds, less that of what nobody wants; −1: it is refused."""
    try:
        odds = rules.battle.odds(state, action, Actor.player(side))
    except RuleViolation:
        return -1.0
    wanted = [float(prospect.chance) for prospect in odds.chances if not prospect.danger]
    return (wanted[0] if wanted else 0.0) - sum(float(p.chance) for p in odds.chances if p.danger)
