"""The AFV reaction test: when, its factors and dice, and what its result lets the vehicle do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.anti_tank import ShotResult, WeightClass
from rules.infantry_action.book.factors import Factor, applied, rows
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class AfvResult(StrEnum):
    """The five lines of the table; only the line reached applies. IA-afvreact.results, IA-R133."""

    ADVANCE = "must advance"
    COVERED = "no advance beyond the next covered fire position"
    HOLD = "no advance"
    RETIRE = "must retire, may reverse firing"
    SMOKE = "must turn and retire under smoke"

    @property
    def must_advance(self) -> bool:
        return self is AfvResult.ADVANCE

    @property
    def may_advance(self) -> bool:
        """At all; `only_to_cover` may limit how far."""
        return self in (AfvResult.ADVANCE, AfvResult.COVERED)

    @property
    def only_to_cover(self) -> bool:
        """No further than the next covered fire position."""
        return self is AfvResult.COVERED

    @property
    def must_retire(self) -> bool:
        return self in (AfvResult.RETIRE, AfvResult.SMOKE)

    @property
    def may_reverse_firing(self) -> bool:
        """It retires backwards and fires while doing so. IA-R040."""
        return self is AfvResult.RETIRE

    @property
    def must_turn(self) -> bool:
        return self is AfvResult.SMOKE

    @property
    def makes_smoke(self) -> bool:
        """If it has any left, until out of sight of all located enemies. IA-R133."""
        return self is AfvResult.SMOKE

    @property
    def abandoned_if_immobile(self) -> bool:
        """The crew leaves a vehicle that cannot move; on every other line it obeys as far as it can. IA-R133."""
        return self is AfvResult.SMOKE


class _ResultRow(Figures):
    at_least: int | None = None
    result: AfvResult


class _Reaction(Figures):
    infantry_within: float
    afv_within: float
    danger_within: float
    ahead: float
    least_move: float
    factors: tuple[Factor, ...]
    results: tuple[_ResultRow, ...]


FIGURES = section("afv-reaction", _Reaction)
LEAST_MOVE = FIGURES.least_move
"""Metres that a vehicle which must advance or retire goes at least, if its allowance permits. IA-R133"""

# ── The terms of the factors ────────────────────────────────────────────────────────────────────────────────────────


def equivalent(friend: WeightClass, own: WeightClass) -> bool:
    """A friendly AFV, not knocked out, of at least the same weight class. IA-afvreact.plus1, IA-R131."""
    return friend.level >= own.level


def ahead(off_front: float, friend_to_enemy: float, own_to_enemy: float) -> bool:
    """Within 45 degrees of the AFV's front and nearer to the enemy. IA-afvreact.plus1, IA-R131."""
    return abs(off_front) <= FIGURES.ahead and friend_to_enemy < own_to_enemy


def is_night(light: Light) -> bool:
    """Any illumination other than daylight. IA-afvreact.minus3.close-danger, IA-R131."""
    return light is not Light.DAY


@dataclass(frozen=True, slots=True)
class AfvSituation:
    """An AFV at the moment of its test; distances in metres to the nearest, none where there is none.

    `moving`: it covered some distance in the period so far. `friendly_afv`: of at least equivalent type
    (`equivalent`), not knocked out. `shots`: the totals, die included, of all anti-tank shots at it in the period so
    far. `lost_afvs`: friendly ones knocked out in the battle. `surprised`: by the initial period of anti-tank fire
    from an enemy not located before. `hostile_cover`: woods, scrub, buildings or other cover without an unhit friend
    in that piece of terrain. `close_attack`: by flame, satchel charge, sticky bomb or molotov cocktail.
    """

    moving: bool = False
    friendly_infantry: float | None = None
    friendly_afv: float | None = None
    friends_ahead: bool = False
    friends_firing: bool = False
    soft_fire: bool = False
    """Under anti-personnel or off-table fire during the period."""
    friends_retreating: bool = False
    shots: tuple[int, ...] = ()
    lost_afvs: int = 0
    surprised: bool = False
    commander_hit: bool = False
    hostile_cover: float | None = None
    light: Light = Light.DAY
    close_attack: bool = False

    @property
    def shot_points(self) -> int:
        """Each point counts; a total below 0 as 0. IA-afvreact.minus1.at-points, IA-R132."""
        return sum(max(0, total) for total in self.shots)

    @property
    def close_danger(self) -> bool:
        """One line however many of its conditions hold. IA-afvreact.minus3.close-danger, IA-R130, IA-R131."""
        return _near(self.hostile_cover, FIGURES.danger_within) or is_night(self.light) or self.close_attack


def _near(distance: float | None, limit: float) -> bool:
    return distance is not None and distance <= limit


def factors(situation: AfvSituation) -> tuple[Item, ...]:
    """What is added to the dice.

    IA-afvreact.plus1, IA-afvreact.minus1.under-fire, IA-afvreact.minus1.stationary,
    IA-afvreact.minus1.friends-retreat, IA-afvreact.minus1.at-points, IA-afvreact.minus2,
    IA-afvreact.minus3.commander, IA-afvreact.minus3.close-danger, IA-R130, IA-R131, IA-R132.
    """
    return applied(
        FIGURES.factors,
        moving=situation.moving,
        infantry=_near(situation.friendly_infantry, FIGURES.infantry_within),
        afv=_near(situation.friendly_afv, FIGURES.afv_within),
        ahead=situation.friends_ahead,
        support=situation.friends_firing,
        under_fire=situation.soft_fire,
        stationary=not situation.moving,
        retreat=situation.friends_retreating,
        points=situation.shot_points,
        lost=situation.lost_afvs,
        surprised=situation.surprised,
        commander=situation.commander_hit,
        danger=situation.close_danger,
    )


# ── The test ────────────────────────────────────────────────────────────────────────────────────────────────────────


def result_of(score: int) -> AfvResult:
    """IA-afvreact.results, IA-R133."""
    return next(row.result for row in FIGURES.results if row.at_least is None or score >= row.at_least)


@dataclass(frozen=True, slots=True)
class AfvTest:
    dice: tuple[int, int]
    score: Itemised
    result: AfvResult


def react(situation: AfvSituation, chance: Chance) -> AfvTest:
    """Two dice and the factors, read from the AFV table. IA-afvreact.dice, IA-afvreact.results."""
    first, second = chance.roll(6, for_="AFV reaction"), chance.roll(6, for_="AFV reaction")
    dice = Item(first + second, "two dice", "IA-afvreact.dice")
    score = Itemised((dice, *factors(situation)))
    return AfvTest((first, second), score, result_of(score.value))


# ── When, and for how long ──────────────────────────────────────────────────────────────────────────────────────────


def reacts_at_once(shots: Sequence[ShotResult]) -> bool:
    """Whether an AFV tests after the anti-tank shots of one occasion: unless they knocked it out. IA-afvreact.when-at,
    IA-R126."""
    return bool(shots) and not any(shot.knocked_out for shot in shots)


def serves_as_end_test(at_end_of_move: bool, other_fire_after: bool) -> bool:
    """Whether the test for the last anti-tank fire is that of the end of the period too. IA-afvreact.when-end,
    IA-R127."""
    return at_end_of_move and not other_fire_after


def reacts_at_end(under_fire: bool, served: bool = False) -> bool:
    """Whether an AFV tests at the end of a period: after any fire, unless a test has served (`serves_as_end_test`).
    IA-afvreact.when-end."""
    return under_fire and not served


def binds(period: int, *, at_end: bool, serves_for_end: bool = False) -> tuple[int, ...]:
    """The periods that the result of a test in `period` binds: what is left of it, or the next after a test at its
    end, or both. IA-afvreact.duration, IA-R127."""
    if at_end:
        return (period + 1,)
    return (period, period + 1) if serves_for_end else (period,)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="afv-reaction-factors",
        title="AFV reaction test: what is added to two dice",
        section="AFV Reaction Test",
        columns=("factor", "points"),
        rows=rows(FIGURES.factors),
        dice="2D6",
        notes=(
            "Close danger: possibly hostile cover within 50 m, night, or attacked with flame, satchel charges,"
            " sticky bombs or molotov cocktails; once however many hold (IA-R130).",
        ),
        citation="IA-afvreact.dice",
    ),
    Chart(
        name="afv-reaction-results",
        title="AFV reaction test: results",
        section="AFV Reaction Test",
        columns=("score at least", "result"),
        rows=tuple((row.at_least, row.result.value) for row in FIGURES.results),
        notes=("The last line is for every lower score. Only the line reached applies (IA-R133).",),
        citation="IA-afvreact.results",
    ),
)
