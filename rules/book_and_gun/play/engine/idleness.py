"""Cards of the fire phase for units that have nothing to fire at: nobody is asked a question with one answer.

A player must fire or decline on every card of his colour (BG-X.0.4). Where no unit that could take the card has a
target, a look, a mortar or anything else to do on the table, declining is all that is left, and by post the question
would cost a day. The units hold in the words of any other hold, so that the enemy learns nothing from it. BG-R10.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.book_and_gun.actions.battle import HoldAll
from rules.book_and_gun.play.engine.orders import hold_all, judge_hold_all
from rules.book_and_gun.play.explosives.detonating import detonations_of
from rules.book_and_gun.play.explosives.throw_offers import throws_of
from rules.book_and_gun.play.fire.fire_offers import shots_of
from rules.book_and_gun.play.indirect.missions import missions_of
from rules.book_and_gun.play.indirect.mortar_offers import rounds_of
from rules.book_and_gun.play.sight.looks import looks_of
from rules.book_and_gun.play.turn.sequence import waiting
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import ENGINE
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.seam.asking import Offer


def useless_cards(state: State, chance: Chance) -> list[Event]:
    """The holds of units whose fire card can be used for nothing; none where anybody has a choice. BG-R10, BG-X.0.4.

    Without a board the facts are declared, so there is always a choice; neutral civilians are targets that a player
    may insist on (BG-R119); a joker asks for its unit first (BG-X.1.13).
    """
    run = state.run
    if state.phase is not Phase.FIRE or run is None or state.board is None or state.questions or state.ended:
        return []
    units = waiting(state)
    if not units or (run.joker and run.unit is None) or _civilians_in_between(state):
        return []
    if any(True for unit in units for _ in _uses(state, unit)):
        return []
    return hold_all(state, judge_hold_all(state, HoldAll(), ENGINE), chance)


def _uses(state: State, unit: Unit) -> Iterator[Offer]:
    """What the unit could use its card for."""
    return chain(
        shots_of(state, unit),
        throws_of(state, unit),
        rounds_of(state, unit),
        missions_of(state, unit),
        looks_of(state, unit),
        detonations_of(state, unit.side, unit),
    )


def _civilians_in_between(state: State) -> bool:
    return any(unit.in_play and not unit.concealed for unit in state.units_of(CIVILIANS))
