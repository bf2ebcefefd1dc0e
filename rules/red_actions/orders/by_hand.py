"""The deeds by hand as orders use them: what is offered, what is lawful, how far a unit gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.battle.deed import Deeds, judged
from rules.battle.orders.table import taken
from rules.kernel.action import Action, Actor, SideId
from rules.red_actions.actions.movement import Move
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.measure import bearing, between, step
from rules.table.reference import point_text

A = TypeVar("A", bound=Action)
SHORT = 1.0
"""Inches below which a move is not worth a segment."""
NEARLY = 0.5
"""Inches to which the end of a move is looked for."""
SWERVES = (0.0, 30.0, -30.0, 60.0, -60.0)
"""Degrees off the straight way that are tried, in this order, where it is barred."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What the player could do by hand."""

    deeds: Deeds[State]

    def judged(self, state: State, side: SideId, action: Action) -> Any | None:
        """What the action's deed has found out; None where it refuses."""
        return judged(self.deeds.judge, state, action, Actor.player(side))

    def lawful(self, state: State, side: SideId, action: Action) -> bool:
        return self.judged(state, side, action) is not None

    def offered(self, state: State, side: SideId, unit: str, kind: type[A]) -> Iterator[A]:
        """The complete offers of one kind of action, in their order."""
        row = self.deeds.rows.get(kind)
        for offer in row.offers(state, side, unit) if row is not None else ():
            if not offer.needs and isinstance(action := taken(offer), kind):
                yield action

    # Moves --------------------------------------------------------------------------------------------------------

    def as_far(self, state: State, side: SideId, make: Callable[[float], Action], most: float, usual: float) -> float:
        """The inches of a move that are lawful, 0 for none: its whole length, else what is usual, else the most that is
        found by halving."""
        if most < SHORT:
            return 0.0
        for inches in (most, min(most, usual)):
            if self.lawful(state, side, make(inches)):
                return inches
        low, high = SHORT, min(most, usual)
        if not self.lawful(state, side, make(low)):
            return 0.0
        while high - low > NEARLY:
            middle = (low + high) / 2
            if self.lawful(state, side, make(middle)):
                low = middle
            else:
                high = middle
        return low

    def on_the_way(
        self, state: State, unit: Unit, goal: Point, most: float, usual: float, how: Callable[[Point], Move]
    ) -> Iterator[Move]:
        """A move straight at the goal, or the swerve that brings the unit nearest to it; of at most so many inches,
        `usual` without a bonus. `how`: the move that ends at a point."""
        here = unit.at
        if here is None:
            return
        whole, ahead = min(most, between(here, goal)), bearing(here, goal)
        best: tuple[float, Move] | None = None
        for swerve in SWERVES:
            to = _leads(here, ahead + swerve)
            inches = self.as_far(state, unit.side, _made(how, to), whole, usual)
            if not inches:
                continue
            gained = between(here, goal) - between(to(inches), goal)
            if gained >= SHORT and (best is None or gained > best[0]):
                best = gained, how(to(inches))
            if gained >= min(whole, usual) / 3:
                break
        if best is not None:
            yield best[1]


def _leads(start: Point, heading: float) -> Callable[[float], Point]:
    """Where so many inches in a direction lead: a place that can be written down."""

    def to(inches: float) -> Point:
        x, y = step(start, heading, inches)
        return round(x, 1), round(y, 1)

    return to


def _made(how: Callable[[Point], Move], to: Callable[[float], Point]) -> Callable[[float], Action]:
    return lambda inches: how(to(inches))


def ends_at(unit: Unit, **how: Any) -> Callable[[Point], Move]:
    """A move of the unit to a point."""
    return lambda point: Move.model_validate({"unit": unit.id, "path": (point_text(point),), **how})
