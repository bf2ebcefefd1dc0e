"""The table from one unit's point of view: how far it fires, close and far, and how far it moves."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.picture import scene
from rules.red_actions.state import State
from rules.seam.viewing import Viewer
from rules.table.scene import Reach, Scene

FARTHEST = 60.0
"""Inches beyond which a range is not drawn: it is larger than the table."""


def survey(state: State, viewer: Viewer, unit: str) -> Scene | None:
    """The viewer's scene with that unit selected. None without a board. RA-shoot.range.2"""
    found = scene(state, viewer)
    if found is None or not any(mark.ref == unit for mark in found.units):
        return found
    found = replace(found, selected=unit)
    own = state.find(unit)
    if own is None or own.at is None or not viewer.owns(own.side):
        return found
    card = state.card(own)
    rings: list[Reach] = []
    if card.shoot and card.range:
        for inches, word in ((card.range / 2, "close"), (float(card.range), "range")):
            if inches <= FARTHEST:
                rings.append(Reach(*own.at, inches, label=f"{word} {inches:g} in"))
    if card.move:
        rings.append(Reach(*own.at, float(card.move), label=f"move {card.move:g} in"))
    return replace(found, reaches=tuple(rings))
