"""What an action may come to, before anything is rolled."""

from __future__ import annotations

from rules.action import Action, Actor
from rules.asking import Odds
from rules.battle.admission import require_admitted
from rules.red_actions.deeds import DEEDS
from rules.red_actions.state import State


def odds(state: State, action: Action, by: Actor) -> Odds:
    """Raises RuleViolation as `decide` would."""
    require_admitted(action, by, sides=(side.key for side in state.sides), over=state.ended is not None)
    return DEEDS.odds(state, action, by)
