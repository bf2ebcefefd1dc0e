"""What a drive may come to: every roll of the dice followed along the way, nothing rolled. VIII.1.1, VIII.1.43a."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.book_and_gun.play.ground.tabletop import known_to
from rules.book_and_gun.play.movement.boarding import mount_chances
from rules.book_and_gun.play.movement.convoy import Convoy
from rules.book_and_gun.play.movement.driving import Driving, driven, ended_by, surveyed, whole_way
from rules.book_and_gun.play.movement.endings import SLACK, squares
from rules.book_and_gun.play.movement.flying import Flying
from rules.book_and_gun.play.movement.forecast import distribution, going_odds, march_odds, rolls
from rules.book_and_gun.play.movement.movement import Marching
from rules.book_and_gun.state import State
from rules.kernel.facts import Fact, Source
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.scene import Trace


def move_odds(state: State, ready: Marching | Driving | Convoy | Flying) -> Odds:
    """Where a move may end, on foot, aboard or in the air."""
    if isinstance(ready, Flying):
        return flight_odds(ready)
    if isinstance(ready, Convoy):
        odds = drive_odds(state, ready.drives[0])
        return replace(odds, notes=(*odds.notes, f"{len(ready.drives)} units on one card and one roll"))
    return drive_odds(state, ready) if isinstance(ready, Driving) else march_odds(state, ready)


def flight_odds(ready: Flying) -> Odds:
    """Who gets in with their dice; the flight itself is left to no chance. BG-VIII.2.12a, BG-VIII.4.21c."""
    chances: list[Prospect] = []
    for load in ready.loads:
        chances += mount_chances(load)
    notes = {"moving": "it counts as moving", "hovering": "it hovers: class II", "landed": "on the ground: a vehicle"}
    trace = (Trace("plan", ready.way, ready.unit.side),) if len(ready.way) > 1 else ()
    return Odds(chances=tuple(chances), notes=(notes[ready.flight or "landed"],), traces=trace)


def drive_odds(state: State, ready: Driving) -> Odds:
    """The exact chance of going all the way, of being stopped, and of ending in each square. BG-R34."""
    known = known_to(state, ready.unit.side)
    survey, board = surveyed(known, ready, known=True), state.board
    spread: dict[float, Fraction] = {}
    stopped, said = Fraction(0), tuple[Fact, ...]()
    for roll, share in rolls(ready.going, state.options):
        done = driven(known, ready, roll, survey)
        gone = round(done.way.inches, 2) if done.way is not None else done.roll.inches
        spread[gone] = spread.get(gone, Fraction(0)) + share
        stopped += share * bool(ended_by(done))
        said = tuple(dict.fromkeys((*said, *done.facts)))
    shown = tuple(fact for fact in said if fact.source is not Source.DEFAULT)
    if survey is None or board is None:
        return going_odds(ready.going, spread, (*shown, *ready.known), [], state.options)
    whole = whole_way(ready)
    wanted = ready.action.inches is not None or (ready.action.to is not None and not ready.action.backwards)
    there = sum((share for gone, share in spread.items() if gone >= whole.inches - SLACK), Fraction(0))
    chances = [
        *([Prospect("gets all the way", there, Outcome("all the way"))] if wanted else []),
        *([Prospect("is stopped on the way", stopped, Outcome("stopped"))] if stopped else []),
        *squares(board, whole, spread),
    ]
    odds = going_odds(ready.going, distribution(ready.going, state.options), ready.known, chances, state.options)
    trace = (Trace("plan", whole.points, ready.unit.side),) if wanted else ()
    return replace(odds, notes=(*odds.notes, "Who is hidden in the way may end it sooner"), traces=trace)
