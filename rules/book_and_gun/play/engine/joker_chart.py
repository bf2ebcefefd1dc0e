"""The two joker charts in a line each, for the moment at which a side must name the unit that a joker falls on."""

from __future__ import annotations

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.rows import JokerFireEffect, JokerMoveEffect
from rules.book_and_gun.units import Phase

_MOVE: dict[JokerMoveEffect, str] = {
    "one more die": "moves with one more D6",
    "does not move": "does not move",
    "falls back 2D6": "falls back 2D6 in",
    "less 1D6": "moves 1D6 in less",
    "wounded healed": "its wounded are fit again, and it moves",
    "charges nearest enemy": "charges the nearest enemy",
}
_FIRE: dict[JokerFireEffect, str] = {
    "low on ammunition": "only half of it fires, one man alone does not",
    "hits doubled": "each hit counts twice",
    "two shots per figure": "everybody fires twice",
    "smoke": "it sees no farther than 2D6 in",
    "half casualties": "only half of its casualties count",
    "good fire command": "TO HIT is 1 easier",
}


def effects(phase: Phase) -> str:
    """ "1 moves with one more D6 · 2 does not move · …": what the D6 of a joker does to the unit that is named for it.

    BG-VIII.1.14, BG-X.1.13, BG-R12 to BG-R16."""
    if phase is Phase.MOVEMENT:
        words = [(row.die, _MOVE[row.effect]) for row in tables.JOKER_MOVEMENT]
    else:
        words = [(row.die, _FIRE[row.effect]) for row in tables.JOKER_FIRE]
    return " · ".join(f"{die} {effect}" for die, effect in words)
