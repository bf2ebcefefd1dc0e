"""What is fought for a benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class Plan:
    """A battle to be fought: a scenario of the library, or units of one kind a side on a generated board."""

    name: str
    rules: str
    scenario: str = ""
    kinds: tuple[str | tuple[str, ...], str | tuple[str, ...]] = ("", "")
    """A kind a side, or several that are raised together."""
    each: int = 0
    board: tuple[str, float, float] = ("village", 48, 36)
    turns: int = 8


class Table(Protocol):
    """A battle as hands look at it, whoever keeps it."""

    @property
    def rules(self) -> AnyRuleSet: ...

    @property
    def state(self) -> Any: ...


def _generated(name: str, each: int, width: float, depth: float) -> Plan:
    kinds = ("us-infantry-squad", "insurgent-cell-of-7")
    return Plan(name, "book-and-gun", "", kinds, each, ("village", width, depth))


BRITISH = ("gb44-hq", "gb44-section", "gb44-section", "gb44-section")
GERMAN = ("de44-hq", "de44-gruppe", "de44-gruppe", "de44-gruppe")
WHITES = ("colonel", "white-volunteers-4", "white-conscripts-4", "mg-team-1", "field-gun-1")
REDS = ("colonel", "red-regulars-4", "red-conscripts-4", "mg-team-1", "field-gun-1")
REGIMENTS = (tuple(f"white-{kind}" for kind in WHITES), tuple(f"soviet-{kind}" for kind in REDS))
PLANS = (
    Plan("the-mill-road", "book-and-gun", "the-mill-road"),
    Plan("route-amber", "book-and-gun", "route-amber"),
    Plan("market-day", "book-and-gun", "market-day"),
    Plan("the-schoolhouse", "book-and-gun", "the-schoolhouse"),
    Plan("last-bird", "five56mm", "last-bird"),
    Plan("brick-kiln", "five56mm", "brick-kiln"),
    Plan("don-village", "red-actions", "don-village"),
    Plan("zbruch-ridge", "red-actions", "zbruch-ridge"),
    Plan("canal-bridge", "infantry-action", "canal-bridge"),
    Plan("bamboo-track", "infantry-action", "bamboo-track"),
    Plan("sea-wall-battery", "infantry-action", "sea-wall-battery"),
    _generated("four-a-side", 4, 42, 28),
    _generated("six-a-side", 6, 48, 32),
    _generated("ten-a-side", 10, 60, 36),
    Plan("five56mm-10", "five56mm", "", ("rangers", "militia"), 1, ("village", 40, 30)),
    Plan("five56mm-20", "five56mm", "", ("rangers", "militia"), 2, ("village", 48, 36)),
    Plan("section", "infantry-action", "", ("gb44-section", "de44-gruppe"), 1, ("fields", 360, 240), 8),
    Plan("platoon", "infantry-action", "", (BRITISH, GERMAN), 4, ("fields", 480, 400), 8),
    Plan("regiment", "red-actions", "", REGIMENTS, 5, ("village", 60, 40), 10),
)
