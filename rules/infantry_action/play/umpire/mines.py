"""The umpire lays mines, or marks a belt on the table where none lie. IA-mine.record, IA-R249"""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.umpire import table_of
from rules.infantry_action.actions.umpire import LayMines
from rules.infantry_action.book.mines import Belt, Mine
from rules.infantry_action.events.umpire import MinesLaid
from rules.infantry_action.figures import Point
from rules.infantry_action.on_the_table import squares_of
from rules.infantry_action.state import State
from rules.kernel.action import Actor
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.reference import Surroundings, place

_KINDS = {
    "anti-personnel": frozenset({Mine.ANTI_PERSONNEL}),
    "anti-tank": frozenset({Mine.ANTI_TANK}),
    "both": frozenset({Mine.ANTI_PERSONNEL, Mine.ANTI_TANK}),
    "dummy": frozenset({Mine.ANTI_PERSONNEL}),
}


def lay(state: State, action: LayMines, by: Actor) -> Sequence[Event]:
    """A belt of the side from one place to the other. What is marked on the table all may see, never whether it is a
    dummy. RuleViolation for a belt without length."""
    start, end = _at(state, action.start), _at(state, action.end)
    if start == end:
        raise RuleViolation(
            Why.NO_PLACE,
            "A belt lies between two places.",
            citation="IA-opt.mine-belt-cost",
            remedy="Name another end.",
        )
    dummy = action.what == "dummy"
    belt = Belt(_KINDS[action.what], start, end, shown=action.shown or dummy, dummy=dummy)
    side = state.playing(action.side)
    squares = squares_of(side, (belt,))
    return (
        MinesLaid(
            side=side,
            mines=squares,
            audience=None if belt.shown else (side,),
            citations=("IA-mine.record", "IA-R249"),
        ),
    )


def _at(state: State, text: str) -> Point:
    places = {group.name: at for group in state.groups if (at := state.anchor(group.id)) is not None}
    return place(text, Surroundings(table_of(state.board), None, places=places))
