"""Finding and clearing mines: marking, lifting, bangalore torpedoes, line charges and flails."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Pace, Posture, Weapon
from rules.infantry_action.book.mines import FIGURES, MinedSquare
from rules.kernel.violation import RuleViolation

BAYONETS = (Weapon.RIFLE, Weapon.ASSAULT_RIFLE)
"""Whose bearers have a bayonet. IA-R196"""


@dataclass(frozen=True, slots=True)
class Sapper:
    """Who works on mines. `weapon`: his personal weapon."""

    engineer: bool = False
    detector: bool = False
    weapon: Weapon = Weapon.PISTOL
    posture: Posture = Posture.ERECT
    pace: Pace = Pace.WALK


def marking_periods(man: Sapper) -> int:
    """Periods in which he finds and marks all mines of a square: an engineer with a mine detector at a walk or crawl
    1, a prone man with a bayonet 5. Refused for anybody else. IA-mine.mark-detector, IA-mine.mark-bayonet."""
    if man.engineer and man.detector and man.pace in (Pace.WALK, Pace.CRAWL):
        return FIGURES.mark_detector
    if man.posture is Posture.PRONE and man.weapon in BAYONETS:
        return FIGURES.mark_bayonet
    raise RuleViolation(
        "cannot-mark",
        "He can mark no mines so.",
        citation="IA-mine.mark-bayonet",
        remedy="It takes an engineer with a mine detector who walks or crawls, or a prone man with rifle and bayonet.",
    )


def lifting_periods(square: MinedSquare, *, engineer: bool, marked_it_now: bool = False) -> int:
    """Periods in which an engineer makes the marked mines of a square harmless: 2 for one kind, 3 for both. The man
    who is marking the square cannot lift in it at the same time (`marked_it_now`). IA-mine.lift."""
    if not engineer or marked_it_now:
        raise RuleViolation(
            "cannot-lift",
            "Only an engineer other than the one who is marking the square lifts its mines.",
            citation="IA-mine.lift",
            remedy="Give the work to another engineer.",
        )
    if not square.marked:
        raise RuleViolation(
            "not-marked",
            "The mines of this square are not marked.",
            citation="IA-mine.lift",
            remedy="Mark them first, with a mine detector or a bayonet.",
        )
    return FIGURES.lift_both_kinds if len(square.kinds) > 1 else FIGURES.lift_one_kind


class Clearer(StrEnum):
    """What clears a strip of both kinds of mine and wire, for everybody. IA-R142"""

    BANGALORE = "bangalore torpedo"
    LINE_CHARGE = "vehicle line charge"
    FLAIL = "flail vehicle"


@dataclass(frozen=True, slots=True)
class Strip:
    """Width and depth in metres; `depth` is none for a flail, which clears as far as it goes at the reverse rate.
    The squares are `grid.strip_squares`."""

    width: float
    depth: float | None
    pace: Pace | None = None


def strip_of(clearer: Clearer) -> Strip:
    """IA-mine.bangalore, IA-mine.vehicle-line-charge, IA-mine.flail."""
    if clearer is Clearer.FLAIL:
        return Strip(FIGURES.strip_width, None, Pace.REVERSE)
    depth = FIGURES.bangalore_depth if clearer is Clearer.BANGALORE else FIGURES.line_charge_depth
    return Strip(FIGURES.strip_width, depth)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="mine-clearing",
        title="Marking and clearing mines",
        section="Mine Warfare",
        columns=("means", "does", "periods", "width (m)", "depth (m)"),
        rows=(
            ("engineer with mine detector", "marks a square", FIGURES.mark_detector, FIGURES.square, FIGURES.square),
            ("prone man with bayonet", "marks a square", FIGURES.mark_bayonet, FIGURES.square, FIGURES.square),
            ("engineers", "lift one kind", FIGURES.lift_one_kind, FIGURES.square, FIGURES.square),
            ("engineers", "lift both kinds", FIGURES.lift_both_kinds, FIGURES.square, FIGURES.square),
            ("bangalore torpedo", "clears", None, FIGURES.strip_width, FIGURES.bangalore_depth),
            ("vehicle line charge", "clears", None, FIGURES.strip_width, FIGURES.line_charge_depth),
            ("flail vehicle", "clears at the reverse rate", None, FIGURES.strip_width, None),
        ),
        citation="IA-mine.mark-detector",
    ),
)
