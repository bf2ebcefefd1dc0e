"""Whether an action may be asked for at all: by whom, whether the battle runs, whether something else comes first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.battle import admission
from rules.battle.question import asked_of, spoken_for
from rules.five56mm.actions import GO_ACTIONS
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import CoverShot, ThrowBack
from rules.five56mm.actions.foot import FREE_ACTIONS
from rules.five56mm.play.engine import engine
from rules.five56mm.state import Question, State
from rules.kernel.action import Action, Actor
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

IN_HIS_GO: tuple[type[Action], ...] = (*GO_ACTIONS, *FREE_ACTIONS, EndGo)
"""What waits until nothing else comes first."""
ANSWERS: Mapping[type[Action], str] = MappingProxyType({CoverShot: "cover", ThrowBack: "throw-back"})
"""What answers a question by being done, and which."""


def require_admitted(state: State, action: Action, by: Actor) -> None:
    admission.require_admitted(action, by, sides=(side.key for side in state.sides), over=state.ended is not None)
    kind = ANSWERS.get(type(action))
    if kind is not None:
        require_asked(state, by, kind)
    if isinstance(action, IN_HIS_GO):
        require_settled(state)


def require_settled(state: State) -> None:
    """No question open, nothing due that comes first."""
    if state.question is not None:
        raise admission.question_open()
    if engine.next_step(state) is not None:
        raise RuleViolation(Why.NOT_YET, "Something else comes first.", remedy="Wait a moment and look again.")


def require_asked(state: State, by: Actor, kind: str) -> Question:
    """The question of that kind that stands and is the actor's to answer. RuleViolation when there is none."""
    open_ones = () if state.question is None else (state.question,)
    return asked_of(open_ones, kind, spoken_for(by))
