"""9.4 Whoever is afraid does not get nearer to the enemy, on foot or on wheels."""

from __future__ import annotations

from collections.abc import Sequence

from rules.five56mm.book.morale import Courage
from rules.five56mm.play.courage.flight import from_enemies
from rules.five56mm.play.turn.goes import current
from rules.five56mm.state import Character, Point, State
from rules.kernel.violation import RuleViolation


def require_not_towards_enemy(state: State, who: Character, route: Sequence[Point]) -> None:
    """RuleViolation for a way that ends nearer to the enemy than it begins, while the go is one of fear.

    MM-9.01.1, MM-9.01.2, MM-R69.
    """
    forced = current(state).forced
    if forced is Courage.STEADY or not route:
        return
    if from_enemies(state, who.side, route[-1]) < from_enemies(state, who.side, route[0]):
        raise RuleViolation(
            "towards-enemy",
            f"{who.name} is {forced.value} and does not move towards the enemy.",
            citation="MM-9.01.1" if forced is Courage.FLEEING else "MM-9.01.2",
            remedy="Move away, or do something else.",
        )
