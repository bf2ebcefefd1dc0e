"""Lasting injuries under Infantry Action: metres of a man's own move. All troops are of one quality, so the book has no
number of one man's for fire or fear. IA-R271, IA-notes.troop-quality"""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.figures import LIMP
from rules.infantry_action.forces.traits import dump_figure, load_figure
from rules.seam.injuries import Injuries, LastingInjury


def borne(traits: str, keys: tuple[str, ...]) -> str:
    """The man's sheet with these injuries. Raises RuleViolation for a sheet that cannot be read."""
    return dump_figure(replace(load_figure(traits, "a man"), injuries=keys))


INJURIES = Injuries(
    known=(LastingInjury(LIMP, "a limp", "moves 10 m less in a period on foot", "IA-R271"),),
    borne=borne,
)
