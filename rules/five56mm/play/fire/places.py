"""Places that are aimed at: they must be in sight."""

from __future__ import annotations

from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import PLACE_HIDDEN, Facts
from rules.five56mm.state import Character, Point, State
from rules.kernel.violation import RuleViolation


def require_seen_place(state: State, facts: Facts, who: Character, at: Point, level: int = 0) -> None:
    """RuleViolation for a place that he cannot see at all. MM-3.2.13, MM-R20."""
    hidden = facts.known(PLACE_HIDDEN, who.id, None, None, lambda: field.place_hidden(state, who.id, at, level), False)
    if hidden:
        raise RuleViolation(
            "no-line-of-sight",
            "He cannot see the place that he aims at.",
            citation="MM-3.2.13",
            remedy="Aim at a place in his line of sight.",
        )
