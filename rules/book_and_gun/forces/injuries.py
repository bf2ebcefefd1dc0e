"""Lasting injuries under The Book and the Gun: inches of a figure's own move, and its TO HIT numbers. BG-R244"""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.book.organisations import dump_figure, figure_traits
from rules.book_and_gun.units import EYE, HANDS, LIMP
from rules.seam.injuries import Injuries, LastingInjury


def borne(traits: str, keys: tuple[str, ...]) -> str:
    """The figure's sheet with these injuries. Raises RuleViolation for a sheet that cannot be read."""
    return dump_figure(replace(figure_traits(traits, "a figure"), injuries=keys))


INJURIES = Injuries(
    known=(
        LastingInjury(LIMP, "a limp", "moves 1 inch less on foot", "BG-R244"),
        LastingInjury(EYE, "a bad eye", "TO HIT 1 lower beyond short range", "BG-R244"),
        LastingInjury(HANDS, "shaking hands", "TO HIT 1 lower", "BG-R244"),
    ),
    borne=borne,
)
