"""Who runs because his leader does. IA-leadertest.panic"""

from __future__ import annotations

from rules.infantry_action.figures import Figure
from rules.infantry_action.state import State


def runs_along(state: State, man: Figure) -> bool:
    """Whether he joins the panic dash of a leader, whatever his group's result. IA-R116"""
    return any(man.id in group.bound.joined for group in state.groups)
