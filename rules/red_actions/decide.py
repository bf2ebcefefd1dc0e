"""`decide`, the one way in, and `odds`. An action is admitted, judged by its deed and carried out; what follows from
it is done until somebody must be asked.

An action that a Clever officer may pre-empt is only announced; it is carried out when he has had his chance. RA-R110
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rules.battle.deciding import Court, admit
from rules.battle.deed import nothing_refused
from rules.battle.orders.following import Act, FollowOrders, followed
from rules.kernel.action import Action, Actor, Role
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.red_actions.actions.unit import UnitAction
from rules.red_actions.course import Course
from rules.red_actions.deeds import BESIDE, DEEDS
from rules.red_actions.knowledge import may_name
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.engine.preempting import declare, preemptors
from rules.red_actions.play.movement.making_room import make_room
from rules.red_actions.state import State

COURT: Court[State] = Court(DEEDS, admit, may_name)
odds = COURT.odds


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What happens when `by` asks for this. Raises RuleViolation; changes nothing."""
    ready = COURT.judge(state, action, by)
    course = Course(state, chance)
    with nothing_refused(f"what follows from {action.name()}"):
        if isinstance(action, FollowOrders) and isinstance(ready, Act):
            # What an order comes to is announced as if its player had asked for it.
            act = cast("Act[State]", ready)
            _do(course, act.action, act.ready, Actor.player(action.side))
            course.note(followed(act))
        else:
            _do(course, action, ready, by)
        settle(course)
        make_room(course, state)
    return course.events


def _do(course: Course, action: Action, ready: Any, by: Actor) -> None:
    state = course.state
    if isinstance(action, UnitAction) and _announced(state, action, by):
        course.note(*declare(state, action, course.chance))
    else:
        course.note(*DEEDS.carry_out(state, action, ready, course.chance))


def _announced(state: State, action: UnitAction, by: Actor) -> bool:
    """Whether somebody may act before it; what was announced before is done now."""
    return by.role is not Role.ENGINE and bool(preemptors(state, action, action.name() in BESIDE))
