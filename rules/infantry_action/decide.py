"""`decide`: the one way in. An action is admitted, judged by its deed and carried out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.action import Action, Actor
from rules.battle.admission import require_admitted
from rules.chance import Chance
from rules.event import Event
from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.state import State


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What happens when `by` asks for this. Raises RuleViolation; changes nothing."""
    require_admitted(action, by, sides=(side.key for side in state.sides), over=state.ended is not None)
    return DEEDS.decide(state, action, by, chance)
