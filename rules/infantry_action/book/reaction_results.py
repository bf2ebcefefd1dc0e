"""What a reaction test binds a group to in the next period: the lines of the reaction table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from pydantic import Field

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.violation import RuleViolation


class _Limits(Figures):
    lmg: int
    friends_panicked: int = Field(alias="friends-panicked")
    friends_panicked_seen: int = Field(alias="friends-panicked-seen")
    flank: int
    armour: int
    enemy_close: int = Field(alias="enemy-close")
    panic_pace: int = Field(alias="panic-pace")
    untested_enemy: int = Field(alias="untested-enemy")


class _Results(Figures):
    must_advance: int = Field(alias="must-advance")
    free: int
    under_10: int = Field(alias="under-10")
    under_5: int = Field(alias="under-5")
    under_0: int = Field(alias="under-0")
    panic: int
    surrender_under: int = Field(alias="surrender-under")


LIMITS = section("reaction-limits", _Limits)
RESULTS = section("reaction-results", _Results)


class Band(IntEnum):
    """Lines of the reaction table, worst first. IA-R109"""

    PANIC = 0
    UNDER_0 = 1
    UNDER_5 = 2
    UNDER_10 = 3
    FREE = 4
    MUST_ADVANCE = 5

    @property
    def words(self) -> str:
        return _BANDS[self]

    @property
    def must_advance(self) -> bool:
        """The whole group must end its next move nearer to the enemy. IA-reaction.result.15, IA-R110"""
        return self is Band.MUST_ADVANCE

    @property
    def may_move_closer_erect(self) -> bool:
        """Closer to a located enemy while erect, wading or climbing. IA-reaction.result.under-10-erect"""
        return self > Band.UNDER_10

    @property
    def may_close_within_25(self) -> bool:
        """Closer to an enemy group that is within 25 m already. IA-reaction.result.under-10-close"""
        return self > Band.UNDER_10

    @property
    def may_move_towards(self) -> bool:
        """Dismounted, towards a located enemy group. IA-reaction.result.under-5-move"""
        return self > Band.UNDER_5

    @property
    def may_retire_from_among(self) -> bool:
        """Whether it retires if intermingled and lower than the enemy. IA-reaction.result.under-5-intermingled"""
        return self <= Band.UNDER_5

    @property
    def may_fire_over_25(self) -> bool:
        """IA-reaction.result.under-0"""
        return self > Band.UNDER_0

    @property
    def panics(self) -> bool:
        """IA-reaction.result.under-minus-5"""
        return self is Band.PANIC


_BANDS = {
    Band.MUST_ADVANCE: "must move towards the enemy",
    Band.FREE: "no restrictions",
    Band.UNDER_10: "no moving closer erect, nor closer to enemies within 25 m",
    Band.UNDER_5: "no movement on foot towards a located enemy",
    Band.UNDER_0: "no firing over 25 m",
    Band.PANIC: "panic dash",
}


def band_of(score: int) -> Band:
    """15 up, 10 to 14, 5 to 9, 0 to 4, -5 to -1, -6 down. IA-reaction.result.15,
    IA-reaction.result.10, IA-R109"""
    if score >= RESULTS.must_advance:
        return Band.MUST_ADVANCE
    if score >= RESULTS.free:
        return Band.FREE
    lower = ((RESULTS.panic, Band.PANIC), (RESULTS.under_0, Band.UNDER_0), (RESULTS.under_5, Band.UNDER_5))
    return next((band for under, band in lower if score < under), Band.UNDER_10)


@dataclass(frozen=True, slots=True)
class Restriction:
    """One line of the table as it binds in the next period."""

    words: str
    citation: str
    binds_prisoners: bool = False
    """Prisoners feel retirement and panic alone. IA-R117"""


_LINES: tuple[tuple[Band, Restriction], ...] = (
    (
        Band.UNDER_10,
        Restriction(
            "no moving closer to a located enemy while erect, wading or climbing", "IA-reaction.result.under-10-erect"
        ),
    ),
    (
        Band.UNDER_10,
        Restriction("no moving closer to an enemy group already within 25 m", "IA-reaction.result.under-10-close"),
    ),
    (
        Band.UNDER_5,
        Restriction("no dismounted movement towards a located enemy group", "IA-reaction.result.under-5-move"),
    ),
    (
        Band.UNDER_5,
        Restriction(
            "if intermingled with an enemy of a higher score: retire, abandoning heavy weapons",
            "IA-reaction.result.under-5-intermingled",
            binds_prisoners=True,
        ),
    ),
    (Band.UNDER_0, Restriction("no firing at enemies more than 25 m away", "IA-reaction.result.under-0")),
    (
        Band.PANIC,
        Restriction(
            "panic dash away, abandoning heavy weapons", "IA-reaction.result.under-minus-5", binds_prisoners=True
        ),
    ),
    (
        Band.PANIC,
        Restriction("if intermingled, whoever dices under 5 surrenders instead", "IA-reaction.result.surrender"),
    ),
)
_ADVANCE = Restriction("the entire group must move towards the enemy's front or flank", "IA-reaction.result.15")


def restrictions(band: Band) -> tuple[Restriction, ...]:
    """All that binds a group of that band: its own line and those above it from less than 10 down.
    IA-reaction.cumulative, IA-reaction.next-period"""
    if band.must_advance:
        return (_ADVANCE,)
    return tuple(line for least, line in _LINES if band <= least)


@dataclass(frozen=True, slots=True)
class Advance:
    """A figure's or vehicle's intended move as it stands to the nearest enemies. `closer`: it would end nearer to a
    located enemy group; `close_already`: that group is within 25 m before the move."""

    closer: bool
    close_already: bool = False
    posture: Posture = Posture.ERECT
    wading: bool = False
    """Or climbing."""
    mounted: bool = False


def move_bar(band: Band, move: Advance) -> RuleViolation | None:
    """Why a move is forbidden by the last reaction test; None: it is not. IA-reaction.result.under-10-erect,
    IA-reaction.result.under-10-close, IA-reaction.result.under-5-move, IA-reaction.cumulative, IA-R182"""
    if not move.closer:
        return None
    if move.close_already and not band.may_close_within_25:
        return _forbidden(_LINES[1][1], "Stay, or move away.")
    if not (band.may_move_towards or move.mounted):
        return _forbidden(_LINES[2][1], "Stay, or move another way.")
    upright = move.wading or (move.posture is Posture.ERECT and not move.mounted)
    if upright and not band.may_move_closer_erect:
        return _forbidden(_LINES[0][1], "Crawl, stay, or move another way.")
    return None


def fire_bar(band: Band, metres: float) -> RuleViolation | None:
    """Why a group may not fire at an enemy that far away. IA-reaction.result.under-0, IA-reaction.cumulative"""
    if band.panics:
        return _forbidden(_LINES[5][1], "It neither fires nor grenades in this period.")
    if not band.may_fire_over_25 and metres > LIMITS.enemy_close:
        return _forbidden(_LINES[4][1], f"Fire at enemies within {LIMITS.enemy_close} m.")
    return None


def _forbidden(line: Restriction, remedy: str) -> RuleViolation:
    return RuleViolation(
        "reaction", f"The last reaction test forbids it: {line.words}.", citation=line.citation, remedy=remedy
    )


def retires(score: int, enemies: Iterable[int | None]) -> bool:
    """Whether a group intermingled with those enemies retires; None: that one took no test.
    IA-reaction.result.under-5-intermingled, IA-R112"""
    scores = [LIMITS.untested_enemy if enemy is None else enemy for enemy in enemies]
    return band_of(score).may_retire_from_among and any(enemy > score for enemy in scores)


def panic_pace(house: House = BOOK) -> int:
    """Metres of a panic dash before deductions. IA-reaction.result.under-minus-5, IA-R111"""
    return house.number("panic-distance")


CHARTS: tuple[Chart, ...] = (
    Chart(
        "reaction-results",
        "General reaction test: results",
        "General Non-AFV Mounted Troop Reaction Test",
        ("score", "in the next period"),
        (
            (f"{RESULTS.must_advance} or more", _ADVANCE.words),
            (f"{RESULTS.free} or more", "no restrictions"),
            (f"less than {RESULTS.under_10}", f"{_LINES[0][1].words}; {_LINES[1][1].words}"),
            (f"less than {RESULTS.under_5}", f"{_LINES[2][1].words}; {_LINES[3][1].words}"),
            (f"less than {RESULTS.under_0}", _LINES[4][1].words),
            (f"less than {RESULTS.panic}", f"{_LINES[5][1].words}; {_LINES[6][1].words}"),
        ),
        notes=("A group is under every line from less than 10 down to its own.",),
        citation="IA-reaction.cumulative",
    ),
)
