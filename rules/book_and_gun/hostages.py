"""Hostages of a battle: civilians of a unit of their own, who act for nobody. XIII.5.1."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.action import SideId

HOSTAGES = "hostages"
"""The kind of their units."""


@dataclass(frozen=True, slots=True)
class Captive:
    """A hostage who has been told where to go. `follows`: the figure that leads it; empty: it stays where it was put.
    `by`: the side that told it last."""

    figure: str
    by: SideId
    follows: str = ""
