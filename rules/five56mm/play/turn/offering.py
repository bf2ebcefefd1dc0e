"""An action as a button."""

from __future__ import annotations

from rules.action import Action
from rules.facts import Fact
from rules.ruleset import Offer, Value


def offer(
    action: Action, label: str, needs: tuple[str, ...] = (), facts: tuple[Fact, ...] = (), detail: str = ""
) -> Offer:
    """An action as a button: its fields that differ from their defaults."""
    given: list[tuple[str, Value | tuple[str, ...]]] = []
    for name, info in type(action).model_fields.items():
        value = getattr(action, name)
        if name != "verb" and value not in (None, ()) and value != info.default:
            given.append((name, value))
    return Offer(action.name(), label, tuple(given), needs, facts, detail)
