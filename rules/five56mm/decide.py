"""`decide`: the one way in. An action is admitted, judged by its deed and carried out; then it shows who is frightened.

An action of a go that somebody on Covering Fire may interrupt is only declared; the engine carries it out when the
window is over. A step in which a skill's owner wants to be asked is broken off and taken up again with his answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard, cast

from rules.battle.deciding import Court
from rules.battle.deed import nothing_refused
from rules.battle.orders.following import Act, FollowOrders, followed
from rules.five56mm.actions import GO_ACTIONS, ROLLING_ACTIONS, AnyGoAction, AnyRollingAction
from rules.five56mm.deeds import DEEDS
from rules.five56mm.events.battle import ActionDeclared
from rules.five56mm.play.courage.courage import frightened
from rules.five56mm.play.engine.admission import require_admitted
from rules.five56mm.play.engine.steps import as_far_as_asked
from rules.five56mm.play.fire.covering import open_window, those_who_may_interrupt
from rules.five56mm.play.turn.course import Course, Resumed
from rules.five56mm.play.turn.goes import current
from rules.five56mm.state import State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event

COURT: Court[State] = Court(DEEDS, require_admitted)


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What happens when `by` asks for this. Raises RuleViolation; changes nothing."""
    ready = COURT.judge(state, action, by)
    with nothing_refused(f"what follows from {action.name()}"):
        if isinstance(action, FollowOrders) and isinstance(ready, Act):
            # What an order comes to may be interrupted and broken off as if it had been asked for by hand.
            act = cast("Act[State]", ready)
            return [*_done(state, act.action, act.ready, chance), followed(act)]
        return _done(state, action, ready, chance)


def _done(state: State, action: Action, ready: Any, chance: Chance) -> Sequence[Event]:
    if _of_a_go(action) and (waiting := those_who_may_interrupt(state)):
        return _declared(state, action, waiting, chance)
    events = as_far_as_asked(
        state,
        lambda source: DEEDS.carry_out(state, action, ready, source),
        action if _rolling(action) else None,
        Resumed(chance),
    )
    return [*events, *frightened(state, events)]


def _of_a_go(action: Action) -> TypeGuard[AnyGoAction]:
    return isinstance(action, GO_ACTIONS)


def _rolling(action: Action) -> TypeGuard[AnyRollingAction]:
    return isinstance(action, ROLLING_ACTIONS)


def _declared(state: State, action: AnyGoAction, waiting: tuple[str, ...], chance: Chance) -> Sequence[Event]:
    """Those who may interrupt it come first. MM-2.2.1, MM-2.2.2, MM-3.6.2."""
    course = Course(state, chance)
    course.happen(ActionDeclared(character=current(state).character, intent=action, citations=("MM-3.6.2",)))
    open_window(course, "before", waiting)
    return course.events
