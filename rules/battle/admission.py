"""Who may ask for an action at all, and when: before any chapter looks at what was asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


def require_running(*, begun: bool, over: bool) -> None:
    """RuleViolation before the first muster and after the end."""
    if over:
        raise RuleViolation(Why.BATTLE_OVER, "The battle is over.", remedy="Open another one.")
    if not begun:
        raise RuleViolation(Why.NOT_BEGUN, "The battle has not begun.", remedy="Muster the sides first.")


def require_role(action: Action | type[Action], by: Actor) -> None:
    """Players act for their side, the umpire for anybody; the engine's own steps are nobody else's."""
    if action.role is Role.ENGINE and by.role is not Role.ENGINE:
        raise RuleViolation(Why.ENGINE_ONLY, "That goes on by itself.", remedy="Wait for your turn.")
    if action.role is Role.UMPIRE and by.role is not Role.UMPIRE:
        raise RuleViolation(Why.UMPIRE_ONLY, "Only the umpire may do that.", remedy="Ask the umpire.")


def require_side(by: Actor, sides: Collection[SideId]) -> None:
    """A player commands a side of the battle."""
    if by.role is Role.PLAYER and (by.side is None or by.side not in sides):
        raise RuleViolation(Why.NO_SIDE, "You command no side of this battle.", remedy="Join a side first.")


def require_admitted(action: Action, by: Actor, *, sides: Iterable[SideId], over: bool) -> None:
    """All of it. A battle without sides has not begun."""
    known = tuple(sides)
    require_running(begun=bool(known), over=over)
    require_role(action, by)
    require_side(by, known)


def question_open() -> RuleViolation:
    """Something that somebody has been asked comes first."""
    return RuleViolation(
        Why.QUESTION_OPEN,
        "The battle waits on an answer.",
        remedy="It goes on when the question on the table is answered.",
    )


def not_asked(problem: str = "Nobody has asked that.") -> RuleViolation:
    """An answer to what nobody has asked, or has asked somebody else."""
    return RuleViolation(Why.NOT_ASKED, problem, remedy="Wait until the battle asks you.")
