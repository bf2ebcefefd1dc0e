"""What an action may come to: exact chances from the same Target Numbers, nothing rolled, nothing secret."""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.actions import GO_ACTIONS
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.decide import COURT
from rules.five56mm.play.ground import field
from rules.five56mm.play.turn.goes import current
from rules.five56mm.state import Character, Stance, State
from rules.kernel.action import Action, Actor
from rules.seam.asking import Odds


def odds(state: State, action: Action, by: Actor) -> Odds:
    """Facts, itemised numbers and exact chances. Raises RuleViolation as `decide` would.

    MM-2.3N.1, MM-2.3N.4, MM-3.2.9.
    """
    found = COURT.odds(state, action, by)
    if not found.chances or not isinstance(action, GO_ACTIONS):
        return found
    who = state.character(current(state).character)
    return replace(found, notes=(*found.notes, *_watched(state, who)))


def _watched(state: State, who: Character) -> tuple[str, ...]:
    """Who lies in wait for him, as everybody at the table can see: the chances are those of an action that nobody
    interrupts. MM-3.6.2, MM-3.6.3."""
    names = [
        enemy.name
        for enemy in state.enemies(who.side)
        if enemy.able
        and enemy.stance is Stance.COVERING
        # Without a board nobody knows; on one he must lie in the arc, and not be hidden altogether.
        and field.faces(state, enemy.id, who.id, NUMBERS.covering_arc) is not False
        and (field.obscured(state, enemy.id, who.id) or 0.0) < 100
    ]
    return (f"{' and '.join(names)} may fire from Covering Fire before it",) if names else ()
