"""The joker fire chart: what a joker does to the unit that is named for it in the fire phase. X.1.13.

The effect stands in the unit's `joker` for the turn; `fire` asks `effect_of`, `half_of` and `smoke_limit`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.measures import FIRE
from rules.book_and_gun.book.rows import JokerFireEffect
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import SmokeBlew
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.chance import Chance

SMOKE_DICE = FIRE["joker's smoke"]
"""D6 inches at which the smoke of joker 4 lies. BG-X.1.13.4, BG-R15."""


@dataclass(frozen=True, slots=True)
class JokerFireRoll:
    """A joker on the fire chart. `firing`: how many of the eligible figures fire. `smoke`: dice of the distance at
    which smoke blocks the unit's sight, empty without."""

    die: int
    effect: JokerFireEffect
    firing: int
    smoke: tuple[int, ...] = ()


def half_of(figures: int, options: HouseRules = ()) -> int:
    """Of 7 figures 3 fire, of a single figure none. BG-X.1.13.1, BG-R14."""
    return math.ceil(figures / 2) if switch(options, "half-fire-rounding") == "up" and figures > 1 else figures // 2


def roll(figures: int, chance: Chance, options: HouseRules = (), die: int | None = None) -> JokerFireRoll:
    """1D6 on the chart (unless it is known), then the effect's own dice. BG-X.1.13, BG-X.1.13.1 to BG-X.1.13.6,
    BG-R11, BG-R14, BG-R15."""
    die = chance.roll(6, for_="joker") if die is None else die
    effect = tables.joker_fire(die)
    smoke = chance.dice(SMOKE_DICE, sides=6, for_="smoke") if effect == "smoke" else ()
    return JokerFireRoll(die, effect, half_of(figures, options) if effect == "low on ammunition" else figures, smoke)


# ── In a battle ──────────────────────────────────────────────────────────────────────────────────────────────────


def named(course: Course, unit: Unit, die: int) -> None:
    """Carries out what has to be done at once, after the joker's D6 is on record: smoke is rolled for; a single figure
    low on ammunition has had its chance. BG-X.1.13.1, BG-X.1.13.4."""
    able = fire_chances(course.state, unit)
    drawn = roll(len(able), course.chance, course.state.options, die)
    if drawn.smoke:
        course.note(
            SmokeBlew(
                unit=unit.id,
                inches=sum(drawn.smoke),
                draws=course.chance.taken(),
                citations=("BG-X.1.13.4", "BG-R15"),
            )
        )
    if not drawn.firing:
        course.note(activated(course.state, unit, able, declined=True))


def effect_of(state: State, unit: Unit) -> JokerFireEffect | None:
    """The effect of a joker of this turn's fire phase on the unit."""
    joker = unit.joker
    if joker is None or joker.turn != state.turn or joker.phase is not Phase.FIRE:
        return None
    return tables.joker_fire(joker.die)


def smoke_limit(state: State, unit: Unit) -> float | None:
    """Inches beyond which the unit sees nothing this turn, but for thermal imaging. BG-R15."""
    joker = unit.joker
    return float(joker.amount) if joker is not None and effect_of(state, unit) == "smoke" else None
