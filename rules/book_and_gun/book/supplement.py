"""Captured vehicles, mines that are looked for, hostages, dogs, sensors, searches. XIII."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.book_and_gun.book.chapters import SUPPLEMENTARY
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import MINE_LOCATION
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

LocationResult: TypeAlias = Literal["missed", "unsure", "defused", "booby trapped"]

DETECTOR, DRIVES, FINDS = (
    SUPPLEMENTARY[row]
    for row in ("mine detector, ahead", "insurgents drive what they captured on", "a search finds on")
)
"""Inches in front of a mine detector (BG-XIII.3.2a); the highest D6 with which an insurgent drives a captured vehicle
(BG-XIII.4.1b) and with which a search finds (BG-XIII.9.1)."""
SEARCHERS = SUPPLEMENTARY["figures who search"]
DOG_SCENTS, DOG_ATTACKS = SUPPLEMENTARY["dog scents within"], SUPPLEMENTARY["dog attacks within"]
"""Inches. BG-XIII.7.1a, BG-XIII.7.1b."""
SEISMIC = SUPPLEMENTARY["seismic sensor, within"]
RADAR_INFANTRY = SUPPLEMENTARY["radar: infantry that moves, within"]
"""Inches. BG-XIII.8.2, BG-XIII.8.3."""
FLARE_INCHES, FLARE_TURNS = SUPPLEMENTARY["trip flare lights"], SUPPLEMENTARY["trip flare burns"]
"""What a trip flare lights, and how long. BG-XIII.8.4."""


def locate(chance: Chance) -> tuple[int, LocationResult, bool]:
    """A mine detector over a hidden device: the die, what comes of it, and whether the operator suffers a mine attack.
    BG-XIII.3.2b, BG-R112."""
    die = chance.roll(20, for_="mine detector")
    said = next(row.result for row in MINE_LOCATION if row.lowest <= die <= row.highest)
    results: dict[str, LocationResult] = {
        "missed": "missed",
        "unsure": "unsure",
        "located": "defused",
        "booby": "booby trapped",
    }
    result = results[said.split()[0].rstrip(",")]
    return die, result, result in ("missed", "booby trapped")


def require_detector(*, able: bool, detector: bool, known: bool, inches: float, in_front: bool) -> None:
    """BG-XIII.3.1, BG-XIII.3.2a, BG-R112."""
    if not able:
        raise RuleViolation(
            "no-ability", "mines are looked for by engineers", citation="BG-XIII.3.1", remedy="send an engineer"
        )
    if not detector and not known:
        raise RuleViolation(
            "no-detector",
            "without a detector an engineer deals only with what is located or suspected",
            citation="BG-R112",
            remedy="bring a detector",
        )
    reach = DETECTOR if detector else 0
    if not in_front or inches > reach:
        raise RuleViolation(
            "out-of-range",
            f"a detector finds what lies within {DETECTOR} in of its front"
            if detector
            else "the engineer must touch it",
            citation="BG-XIII.3.2a",
            remedy="go nearer, and face it",
        )


def drives(side: SideName, chance: Chance) -> tuple[int | None, bool]:
    """Whether somebody can drive a captured vehicle: the army always, others on a 1 or 2. BG-XIII.4.1b."""
    if side == "army":
        return None, True
    die = chance.roll(6, for_="driving a captured vehicle")
    return die, die <= DRIVES


def search(chance: Chance) -> tuple[int, bool]:
    """One turn's search for what an opponent has hidden. BG-XIII.9.1."""
    die = chance.roll(6, for_="search")
    return die, die <= FINDS


def dog_modifier(*, handler: bool, options: HouseRules = ()) -> int:
    """What a dog adds to the close combat die, with its handler as one figure or alone. BG-XIII.7.1b, BG-R66."""
    amount = SUPPLEMENTARY["dog with its handler" if handler else "dog alone"]
    return -amount if switch(options, "dog-modifier") == "as-printed" else amount


def radar_sees(*, vehicle: bool, moving: bool, inches: float, line_of_sight: bool, woods_only: bool) -> bool:
    """Vehicles out to the line of sight, through woods too; infantry that moves, to 50 inches in sight. BG-XIII.8.3."""
    if vehicle:
        return line_of_sight or woods_only
    return moving and line_of_sight and inches <= RADAR_INFANTRY
