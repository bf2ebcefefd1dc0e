"""What each result of a joker's D6 would do to the very unit that it is named for. VIII.1.14, X.1.13."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.march import Going, number_of_dice
from rules.book_and_gun.book.rows import JokerFireEffect, JokerMoveEffect
from rules.book_and_gun.play.combat.assault import onset_of
from rules.book_and_gun.play.combat.closing import out_of_sight
from rules.book_and_gun.play.combat.combat_forecast import reaches
from rules.book_and_gun.play.engine.jokers import FALL_BACK_DICE, Named, charge_of
from rules.book_and_gun.play.ground.formation import chart_row, order, troops
from rules.book_and_gun.play.ground.tabletop import known_enemies, nearest
from rules.book_and_gun.play.turn.joker_fire import SMOKE_DICE, half_of
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Unit
from rules.language.words import plural
from rules.seam.asking import Odds, Outcome, Prospect

_BAD = frozenset[JokerMoveEffect | JokerFireEffect](
    ("does not move", "falls back 2D6", "low on ammunition", "smoke", "half casualties")
)
"""What nobody would want for a unit."""


def joker_odds(state: State, ready: Named) -> Odds:
    """A line for each result, one in six each: nothing is rolled. BG-VIII.1.14, BG-X.1.13, BG-R12 to BG-R16."""
    sixth = Fraction(1, 6)
    rows = _moving(state, ready) if state.phase is Phase.MOVEMENT else _firing(state, ready.unit)
    return Odds(
        chances=tuple(
            Prospect(f"{die}: {words}", sixth, Outcome("joker", str(die)), danger=effect in _BAD)
            for die, effect, words in rows
        )
    )


def _moving(state: State, ready: Named) -> Iterator[tuple[int, JokerMoveEffect, str]]:
    unit = ready.unit
    dice = number_of_dice(Going(troops(unit), (chart_row(unit, unit.formation, order(unit)),)), state.options)
    hurt = sum(figure.on_field and not figure.fit for figure in unit.figures)
    for row in tables.JOKER_MOVEMENT:
        match row.effect:
            case "one more die":
                words = f"moves {dice + 1}D6, not {dice}D6"
            case "does not move":
                words = "does not move"
            case "falls back 2D6":
                foe = nearest(unit, list(known_enemies(state, unit)))
                words = f"falls back {FALL_BACK_DICE}D6 in{f', away from {foe[0].name}' if foe else ''}"
            case "less 1D6":
                words = f"moves {dice}D6 less a D6"
            case "wounded healed":
                words = f"its {hurt} wounded {plural(hurt, 'is', 'are')} fit again, and it moves" if hurt else ""
                words = words or "none of it is hurt; it moves as on any card"
            case "charges nearest enemy":
                words = _charging(state, ready)
        yield row.die, row.effect, words


def _charging(state: State, ready: Named) -> str:
    """BG-VIII.1.14.6, BG-R13."""
    charge = charge_of(state, ready)
    if charge is None:
        return "no enemy that it could charge: it does not move"
    rear = out_of_sight(charge.runners, charge.target.fit) or False
    onset = onset_of(state, ready.unit, charge.target, charge.runners, charge.distance, rear, [charge.fact])
    share = float(reaches(state, onset)) * 100
    return f"charges {charge.target.name}, {charge.distance:.0f} in away, and gets there {share:.0f} % of the time"


def _firing(state: State, unit: Unit) -> Iterator[tuple[int, JokerFireEffect, str]]:
    able = len(fire_chances(state, unit))
    half = half_of(able, state.options)
    foe = nearest(unit, list(known_enemies(state, unit)))
    for row in tables.JOKER_FIRE:
        match row.effect:
            case "low on ammunition":
                words = f"only {half} of its {able} fire" if half else "it does not fire"
            case "hits doubled":
                words = "each of its hits counts twice"
            case "two shots per figure":
                words = f"each of its {able} fires twice"
            case "smoke":
                words = f"sees no farther than {SMOKE_DICE}D6 in" + (
                    f"; {foe[0].name}, {foe[1]:.0f} in away, is hidden {_hides(foe[1])} of 36 times" if foe else ""
                )
            case "half casualties":
                words = "only half of its casualties count"
            case "good fire command":
                words = "its TO HIT is 1 easier"
        yield row.die, row.effect, words


def _hides(inches: float) -> int:
    """Of the 36 throws of two dice, how many are less than so many inches. BG-R15."""
    return sum(first + second < inches for first in range(1, 7) for second in range(1, 7))
