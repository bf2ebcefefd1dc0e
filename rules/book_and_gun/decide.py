"""The seam's `decide` and `odds`: who may ask, what the action's deed says, and what follows from any action at all."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.deciding import Court, admit
from rules.battle.deed import nothing_refused
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.blasts.upon import come_upon
from rules.book_and_gun.play.engine.hiding import markers_after
from rules.book_and_gun.play.engine.idleness import useless_cards
from rules.book_and_gun.play.explosives.bombers import let_go
from rules.book_and_gun.play.explosives.sensors import reported
from rules.book_and_gun.play.movement.hostages import led_along
from rules.book_and_gun.play.sight.breaking import sight_broken
from rules.book_and_gun.play.sight.concealment import revealed
from rules.book_and_gun.play.sight.knowledge import looked, may_name, screened
from rules.book_and_gun.play.turn.leadership import command_lost
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event

COURT: Court[State] = Court(DEEDS, admit, may_name)
odds = COURT.odds


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """The events of the action. Changes nothing. Raises RuleViolation when it is refused."""
    ready = COURT.judge(state, action, by)
    with nothing_refused(f"what follows from {action.name()}"):
        done = DEEDS.carry_out(state, action, ready, chance)
        done = [*done, *come_upon(state, done, chance)]
        done = [*done, *led_along(state, done)]
        events = followed(state, [*done, *let_go(state, done, chance)])
        return [*events, *useless_cards(fold(state, events), chance)]


def followed(state: State, events: list[Event]) -> list[Event]:
    """The events with all that follows from them, whoever brought them about."""
    done = _noticed(state, [*events, *_aftermath(state, events)])
    return [*done, *reported(state, done)]


def _aftermath(state: State, events: list[Event]) -> list[Event]:
    """What follows whoever acted: a commander lost, sight broken, a concealed unit seen, markers moved. BG-IV.5,
    BG-VI.1.a, BG-R139.

    Before the first card nobody looks yet: the defender is setting up."""
    after = command_lost(state, events)
    if state.phase is Phase.SETUP:
        return after
    after += sight_broken(fold(state, [*events, *after]), events)
    if any(unit.concealed for unit in state.units):
        after += revealed(fold(state, [*events, *after]), events)
    if state.markers:
        after += markers_after(fold(state, [*events, *after]), events)
    return after


def _noticed(state: State, events: list[Event]) -> list[Event]:
    """The events with who may know of them, and what the sides see afterwards. Before the first card nobody looks.
    BG-R183."""
    if state.board is None:
        return events
    after = fold(state, events)
    seen = [] if after.phase is Phase.SETUP else looked(after, events)
    return [*screened(state, events, fold(after, seen)), *seen]
