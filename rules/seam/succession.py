"""Succession: who leads by the place that he holds, and what somebody is who takes another's place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.seam.forces import FigurePlan


def as_the_place(place: FigurePlan, own: FigurePlan) -> FigurePlan:
    """Arms, kit and post go with the place: whoever takes it has them, and leaves his own where he stood."""
    return place


@dataclass(frozen=True, slots=True, kw_only=True)
class Succession:
    """What a rule set lends to campaigns in which people step up."""

    leads: Callable[[str], bool]
    """Whether the book lets the holder of a place with this sheet lead."""
    takes: Callable[[FigurePlan, FigurePlan], FigurePlan] = as_the_place
    """A place, and somebody with his own: the place as it is once he has taken it."""
