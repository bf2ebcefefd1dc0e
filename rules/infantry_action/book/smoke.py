"""Smoke: screens, how long they lie and last, the wind, and firing blind into them.

Places are points in metres, directions degrees clockwise from north (up the table).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from rules.book.showing import Chart
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised, plain
from rules.kernel.violation import RuleViolation
from rules.table.measure import step


class SmokeSource(StrEnum):
    """IA-smoke.off-table, IA-smoke.medium-mortar, IA-smoke.fifty, IA-smoke.projectors"""

    OFF_TABLE = "off-table fire"
    MEDIUM_MORTAR = "medium mortar"
    """3 inch or 81 mm."""
    AFV_GUN = "AFV gun of 75 mm or more"
    BURNING_VEHICLE = "burning vehicle"
    FIRE = "vegetation or building on fire"
    LIGHT_MORTAR = "light mortar"
    """2 inch or 60 mm."""
    GRENADE_LAUNCHER = "grenade launcher"
    ONE_MAN_AT = "one-man anti-tank weapon"
    """Where the roster calls it suitable."""
    PROJECTORS = "AFV projectors"


class _ScreenRow(Figures):
    key: SmokeSource
    length: float
    lies: Literal["at the angle ordered", "down wind", "parallel to the front"]
    citation: str


class _Smoke(Figures):
    height: float
    after_feeding: int
    fed_by_fire: int
    blind_within: float
    local: float
    projector_distance: float
    points_a_period: int
    wind_sides: int
    screens: tuple[_ScreenRow, ...]


FIGURES = section("smoke", _Smoke)
HEIGHT = FIGURES.height
"""Metres. A screen hides by day and night; movement through it is at normal speed. IA-smoke.screen,
IA-smoke.movement"""
LOCAL = FIGURES.local
"""Metres of a screen, at most, through which anti-tank weapons fire. IA-smoke.blind-anti-tank, IA-R125"""
POINTS_A_PERIOD = FIGURES.points_a_period
"""Off-table points for each period in which smoke is fed. IA-R144"""
Point = tuple[float, float]

# ── Wind ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def direction_of(hour: int) -> float:
    """Degrees of one of the twelve directions: 12 is up the table, then clockwise. IA-R149."""
    return hour * 360 / FIGURES.wind_sides % 360


def roll_wind(chance: Chance, house: House = BOOK) -> float | None:
    """Where the wind blows to, in degrees, for the whole battle; none under the house rule without wind. IA-R149."""
    if house.choice("wind") != "rolled":
        return None
    return direction_of(chance.roll(FIGURES.wind_sides, for_="wind"))


# ── Screens ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class UprightScreen:
    """An upright sheet from `start` to `end`; first fed in period `laid`, last in `fed`."""

    start: Point
    end: Point
    length: float
    laid: int
    fed: int

    def active(self, period: int) -> bool:
        """Whether it hides what is beyond: from the period after laying to the second after the last feeding.
        IA-smoke.duration, IA-R146."""
        return self.laid < period <= self.fed + FIGURES.after_feeding

    def gone(self, period: int) -> bool:
        return period > self.fed + FIGURES.after_feeding

    def feed(self, period: int) -> UprightScreen:
        """Fed once more, or laid anew if it had gone. IA-smoke.duration, IA-R146."""
        return replace(self, laid=period if self.gone(period) else self.laid, fed=max(self.fed, period))


def length_of(source: SmokeSource) -> float:
    """Metres. IA-smoke.off-table, IA-smoke.medium-mortar, IA-smoke.fifty, IA-smoke.projectors."""
    return _row(source).length


def lies(source: SmokeSource) -> str:
    """ "down wind", "at the angle ordered", "parallel to the front"."""
    return _row(source).lies


def hidden_in(screen: UprightScreen) -> tuple[int, ...]:
    """The periods in which a screen hides what is beyond. IA-smoke.duration, IA-R146."""
    return tuple(
        period for period in range(screen.laid, screen.fed + FIGURES.after_feeding + 1) if screen.active(period)
    )


def _row(source: SmokeSource) -> _ScreenRow:
    return next(row for row in FIGURES.screens if row.key is source)


def last_fed(source: SmokeSource, period: int) -> int:
    """The last period in which what makes smoke in `period` feeds it: fires for 2 periods more. IA-R145."""
    return period + FIGURES.fed_by_fire if source in (SmokeSource.BURNING_VEHICLE, SmokeSource.FIRE) else period


def lay(source: SmokeSource, burst: Point, direction: float | None, period: int) -> UprightScreen:
    """The screen that a source makes.

    `direction`: where the wind blows to (none without wind: parallel to the base line, its middle at the burst); of
    off-table fire the angle ordered, with the aim point `burst` in its middle; of projectors the facing of the tank,
    whose front is at `burst`.

    IA-smoke.off-table, IA-smoke.medium-mortar, IA-smoke.fifty, IA-smoke.projectors, IA-R145, IA-R149, IA-R194.
    """
    row = _row(source)
    fed = last_fed(source, period)
    if source is SmokeSource.PROJECTORS:
        facing = direction or 0.0
        middle, along = step(burst, facing, FIGURES.projector_distance), (facing + 90) % 360
    elif row.lies == "down wind" and direction is not None:
        return UprightScreen(burst, step(burst, direction, row.length), row.length, period, fed)
    else:
        middle, along = burst, 90.0 if direction is None else direction
    ends = step(middle, (along + 180) % 360, row.length / 2), step(middle, along, row.length / 2)
    return UprightScreen(*ends, row.length, period, fed)


def bar_projectors(loaded: bool) -> None:
    """One salvo; reloaded in a whole period stationary with a crewman outside. IA-smoke.projectors, IA-R150."""
    if not loaded:
        raise RuleViolation(
            "projectors-empty",
            "The smoke projectors have been fired and cannot be reloaded from inside.",
            citation="IA-smoke.projectors",
            remedy="Stand still for a whole period with a crewman outside the vehicle.",
        )


def reloads(stationary: bool, crewman_outside: bool) -> bool:
    """Whether a period reloads the projectors. IA-smoke.projectors, IA-R150."""
    return stationary and crewman_outside


# ── Firing blind ────────────────────────────────────────────────────────────────────────────────────────────────────


def blind_points(effect: Itemised | int) -> Itemised:
    """A group's fire effect points into a screen: half their sum, the fraction dropped; chance die and target points
    are not halved. IA-smoke.blind-fire, IA-R147."""
    whole = effect if isinstance(effect, Itemised) else Itemised((Item(effect, "fire effect points"),))
    total = whole.value
    return Itemised((*whole.items, Item(total // 2 - total, "blind into smoke", "IA-smoke.blind-fire")))


@dataclass(frozen=True, slots=True)
class Behind:
    """An enemy group behind a screen, in the field of fire: how far behind it each figure is, and how far the
    nearest is from the firers."""

    key: str
    behind: tuple[float, ...]
    from_firers: float

    @property
    def figures(self) -> tuple[int, ...]:
        """Which of its figures count: not more than 50 m from the screen. IA-smoke.blind-fire, IA-R147."""
        return tuple(i for i, metres in enumerate(self.behind) if metres <= FIGURES.blind_within)


def blind_target(groups: Sequence[Behind]) -> Behind | None:
    """The group that blind fire is scored against: the nearest with a figure that counts; none if there is none,
    which the firer is not told. IA-smoke.blind-fire, IA-R147."""
    return min((group for group in groups if group.figures), key=lambda group: group.from_firers, default=None)


def bar_blind_anti_tank(length: float, located_before: bool) -> None:
    """Refuse anti-tank fire through a screen of more than 50 m, or at an AFV that the firer had not located before
    the screen hid it. IA-smoke.blind-anti-tank, IA-R148."""
    if length > LOCAL:
        raise RuleViolation(
            "screen-too-long",
            f"Anti-tank weapons do not fire blind into a screen of {plain(length)} m.",
            citation="IA-smoke.blind-anti-tank",
            remedy=f"Only a screen of {plain(LOCAL)} m or less can be fired through.",
        )
    if not located_before:
        raise RuleViolation(
            "not-located",
            "The AFV was not located before the screen was there.",
            citation="IA-R148",
            remedy="Fire blind only at an AFV that the firer had located before the smoke.",
        )


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="smoke",
        title="Smoke screens",
        section="Smoke Concealment",
        columns=("source", "length (m)", "lies"),
        rows=tuple((row.key.value, row.length, row.lies) for row in FIGURES.screens),
        notes=(
            f"About {FIGURES.height:g} m high; hides from the period after laying to the second after the last"
            " feeding.",
            f"Projectors: {FIGURES.projector_distance:g} m in front of the tank.",
            f"Blind anti-personnel fire: half points, against enemies within {FIGURES.blind_within:g} m of the screen;"
            f" blind anti-tank fire: into screens of {FIGURES.local:g} m or less.",
        ),
        citation="IA-smoke.screen",
    ),
)
