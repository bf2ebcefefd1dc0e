"""Whether hands that order ahead play as well as hands of the same temper that click: `python -m tests.bench evenly`.

By the rules alone, with no database and no bot: the same sixty battles cost a few minutes instead of hours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.seam.asking import Ask
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from rules.table import boards
from tests.bench.hands import KINDS, Hand
from tests.bench.plans import Plan

BATTLES = 60
ROUND = 4
"""Battles with the same dice: each temper on either side."""
SMALL = Plan(
    "small",
    "book-and-gun",
    kinds=("us-infantry-squad", "insurgent-cell-of-7"),
    each=2,
    board=("village", 30, 20),
    turns=5,
)
PLANS = (SMALL, Plan("small-five56mm", "five56mm", "", ("rangers", "militia"), 1, ("village", 40, 30), 6))
MOST = 5000
"""Steps, the engine's own among them, after which a battle should have been over."""


@dataclass(frozen=True, slots=True)
class Even:
    """How the ordering hands came off in `n` battles: `score` is their wins, and half of what was drawn."""

    name: str
    n: int
    score: float
    won: int
    lost: int

    @property
    def least(self) -> float:
        """Half of all battles, less two standard deviations: below, they play worse."""
        return self.n / 2 - sqrt(self.n)

    @property
    def ok(self) -> bool:
        return self.score >= self.least


def measure(n: int = BATTLES, names: Iterable[str] = ()) -> Iterator[Even]:
    for plan in PLANS:
        if not names or plan.name in names:
            scores = [score(plan, number) for number in range(n)]
            yield Even(plan.name, n, sum(scores), scores.count(1.0), scores.count(0.0))


def score(plan: Plan, number: int) -> float:
    """1 where the ordering hand comes off better, 0 where the clicking one does, ½ for a draw. Both are of the same
    temper; each takes either side and either temper by turns, so that neither side's strength counts."""
    # Two battles, with the sides swapped, have the same dice; four make a round.
    temper, swapped, dice = number % 2, bool(number // 2 % 2), number // ROUND
    rules = rule_set(plan.rules)
    sides = [side.key for side in rules.forces.sides][:2]
    ordering, clicking = sides[::-1] if swapped else sides
    hands = {ordering: KINDS["orders"][temper](), clicking: KINDS["clicks"][temper]()}
    battle = Played(rules, _mustered(rules, plan, dice), f"evenly {plan.name} {dice} {temper}", hands)
    battle.play()
    orders, clicks = (battle.came_off(side) for side in (ordering, clicking))
    return 0.5 if orders == clicks else float(orders > clicks)


class Played:
    """A battle by the rules alone, its dice and cards the same for the same word."""

    def __init__(self, rules: AnyRuleSet, muster: Muster, word: str, hands: dict[str, Hand]) -> None:
        self.rules, self._hands = rules, hands
        self._key, self._steps = hashlib.sha256(word.encode()).digest(), 0
        self.state: Any = rules.battle.fold(rules.battle.muster(muster, Seeded(self._key, 0)))

    def play(self) -> None:
        """To its end."""
        battle = self.rules.battle
        while self._steps < MOST:
            asks = battle.prompt(self.state).asks
            if asks:
                self._answer(asks[0])
            elif (step := battle.proceed(self.state)) is not None:
                self._do(step, ENGINE)
            else:
                return
        raise AssertionError(f"not over after {MOST} steps")

    def came_off(self, side: str) -> tuple[bool, float]:
        """Whether the side has won, and which part of its men stands in the end: what counts where nobody has."""
        own = [unit for unit in self.rules.battle.view(self.state, Viewer(side)).units if unit.side == side]
        men = sum(len(unit.figures) for unit in own)
        result = self.rules.battle.result(self.state)
        return result is not None and result.winner == side, sum(unit.strength or 0 for unit in own) / men

    def _answer(self, ask: Ask) -> None:
        """The first who is asked orders what he likes, and answers if he still has to."""
        hand = self._hands[self.rules.battle.controllers(self.state).get(ask.side, ask.side)]
        by = Actor.player(ask.side)
        while (order := hand.orders(self, ask)) is not None:
            self._do(order, by)
            while not (prompt := self.rules.battle.prompt(self.state)):
                step = self.rules.battle.proceed(self.state)
                if step is None:
                    return
                self._do(step, ENGINE)
            if prompt.for_side(ask.side) != ask:
                return
        self._do(hand.action(self, ask), by)

    def _do(self, action: Action, by: Actor) -> None:
        self._steps += 1
        events = self.rules.battle.decide(self.state, action, by, Seeded(self._key, self._steps))
        self.state = self.rules.battle.fold(events, self.state)


def _mustered(rules: AnyRuleSet, plan: Plan, dice: int) -> Muster:
    """The plan's units on its board, another for other dice."""
    sides = [(side.key, side.title) for side in rules.forces.sides][: len(plan.kinds)]
    kind, width, depth = plan.board
    (south, _), (north, _) = sides
    board = boards.generate(
        kind,
        f"evenly {dice}",
        width=width,
        depth=depth,
        measure=rules.measure.name,
        edges=((south, "south"), (north, "north")),
    )
    fielded = (
        MusterSide(key, title, tuple(_unit(rules, key, organisation, number) for number in range(1, plan.each + 1)))
        for (key, title), organisation in zip(sides, plan.kinds, strict=True)
    )
    return Muster(plan.name, tuple(fielded), board, turn_limit=plan.turns)


def _unit(rules: AnyRuleSet, side: str, organisation: str, number: int) -> MusterUnit:
    plan, key = rules.forces.raise_unit(organisation), f"{side}-{number}"
    figures = (
        MusterFigure(f"{key}.{man.number}", man.number, f"{man.rank} {number}{man.number:02}", man.rank, man.role,
                     man.traits)
        for man in plan.figures
    )  # fmt: skip
    return MusterUnit(key, f"{side} {number}", side, plan.organisation, plan.nation, plan.traits, tuple(figures))
