"""Reloading and crews: markers after firing, how many men a weapon needs. X.2.4 to X.2.6, VIII.3.2.

Markers are placed in the fire phase and taken away in the morale phases of later turns (BG-R83).
"""

from __future__ import annotations

from rules.book_and_gun.book.arms import CANNON, Arm, arm, spelled
from rules.book_and_gun.book.measures import FIRE
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import RELOAD
from rules.kernel.violation import RuleViolation

LEAST_GUNNERS, LEAST_CREWMEN = FIRE["figures to fire a gun"], FIRE["crewmen among them"]
"""An artillery piece needs two figures to fire, one of them of its crew. BG-X.2.6b."""


def full_crew(weapon: Arm) -> int | None:
    """Men that serve the weapon: 2 for a recoilless rifle or ATGM, 4 for a gun; None for all others. BG-X.2.6a."""
    return RELOAD[weapon.reload].crew


def markers(weapon: Arm, *, crew: int | None = None, moved: bool = False, options: HouseRules = ()) -> int:
    """Reload markers that a weapon takes when it fires. `crew`: fit men who serve it, None: all of them.

    One more for each man under a full crew; a weapon that moved and fired takes at least its number for that. Raises
    RuleViolation for guns that may not move and fire. By house rule a cannon of a vehicle is reloaded as one on the
    ground with its full crew, and fires from the move. BG-X.2.4a, BG-X.2.4c, BG-X.2.6a, BG-VIII.3.2a, BG-VIII.3.2b,
    BG-R83, BG-R84.
    """
    if weapon.reload == "vehicle gun" and switch(options, "vehicle-gun-reload") == "as-artillery":
        cannon = weapon.row
        return RELOAD[arm(cannon).reload].markers if cannon is not None and cannon in CANNON else 0
    row = RELOAD[weapon.reload]
    missing = max(0, row.crew - crew) if row.crew is not None and crew is not None else 0
    usual = row.markers + missing
    if not moved:
        return usual
    if row.moved is None:
        raise RuleViolation(
            "moved-gun",
            f"{spelled(weapon.key)}: a gun of this size may not move and fire in one turn",
            citation="BG-VIII.3.2a",
            remedy="fire next turn",
        )
    return max(usual, row.moved)


def require_crew(weapon: Arm, *, figures: int, crewmen: int) -> None:
    """Refuses an artillery piece that too few figures serve. BG-X.2.6b."""
    if weapon.artillery and (figures < LEAST_GUNNERS or crewmen < LEAST_CREWMEN):
        raise RuleViolation(
            "crew-missing",
            f"{spelled(weapon.key)} needs {LEAST_GUNNERS} figures, one of them of its crew",
            citation="BG-X.2.6b",
            remedy="bring men to the gun",
        )
