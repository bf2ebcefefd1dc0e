"""Whether an action may be asked for at all: by whom, whether the battle runs, whether something else comes first."""

from __future__ import annotations

from rules.action import Action, Actor, Role
from rules.five56mm.play.engine import engine
from rules.five56mm.state import Question, State
from rules.violation import RuleViolation


def require_role(action: Action, by: Actor) -> None:
    """RuleViolation for an action of the umpire or the engine asked for by somebody else."""
    allowed = {Role.PLAYER: (Role.PLAYER, Role.UMPIRE), Role.UMPIRE: (Role.UMPIRE,), Role.ENGINE: (Role.ENGINE,)}
    if by.role not in allowed[action.role]:
        raise RuleViolation(
            "not-yours-to-do", "That is not for you to do.", remedy="Ask the umpire." if by.role is Role.PLAYER else ""
        )


def require_running(state: State) -> None:
    """RuleViolation before the first muster and after the end."""
    if not state.sides:
        raise RuleViolation("not-begun", "The battle has not begun.", remedy="Muster the sides first.")
    if state.ended is not None:
        raise RuleViolation("over", "The battle is over.", remedy="Begin another one.")


def require_settled(state: State) -> None:
    """No question open, nothing due that comes first."""
    if state.question is not None:
        raise RuleViolation(
            "question-open",
            "The battle waits on an answer.",
            remedy="It goes on when the question on the table is answered.",
        )
    if engine.next_step(state) is not None:
        raise RuleViolation("not-yet", "Something else comes first.", remedy="Wait a moment and look again.")


def require_asked(state: State, by: Actor, kind: str) -> Question:
    """The question of that kind that stands and is the actor's to answer. RuleViolation when there is none."""
    question = state.question
    if question is None or question.kind != kind:
        raise RuleViolation("not-asked", "Nobody has asked that.", remedy="Wait until the battle asks.")
    if by.role is Role.PLAYER and by.side != question.side:
        raise RuleViolation("not-asked", "The other side is asked, not yours.", remedy="Wait for their answer.")
    return question
