"""The table from one group's point of view, for its own side: the ranges of its fire, the fields of its men."""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.book.effect import SMALL
from rules.infantry_action.picture import scene
from rules.infantry_action.state import State
from rules.seam.viewing import Viewer
from rules.table.scene import Reach, Scene

_FIELD = 41.2
"""Degrees that the sides of a standing man's base open to. IA-R058"""


def survey(state: State, viewer: Viewer, unit: str) -> Scene | None:
    """The viewer's scene with that group selected. None without a board."""
    found = scene(state, viewer)
    if found is None or not any(mark.ref == unit for mark in found.units):
        return found
    found = replace(found, selected=unit)
    group = state.find_group(unit)
    at = state.anchor(unit)
    if group is None or at is None or not viewer.owns(group.side):
        return found
    rings = tuple(Reach(*at, metres, label=f"{metres:g} m") for metres in SMALL.ranges if metres <= 250)
    men = [man for man in state.men(unit) if man.at is not None]
    fields = tuple(Reach(*man.at, 100.0, man.facing, _FIELD) for man in men if man.at is not None)
    return replace(found, reaches=(*rings, *fields))
