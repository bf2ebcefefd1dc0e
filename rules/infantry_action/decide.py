"""`decide`, the one way in, and `odds`. An action is admitted, judged by its deed and carried out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.deciding import Court, admit
from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.play.sight.naming import may_name
from rules.infantry_action.state import State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event

COURT: Court[State] = Court(DEEDS, admit, may_name)
odds = COURT.odds


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What happens when `by` asks for this. Raises RuleViolation; changes nothing."""
    ready = COURT.judge(state, action, by)
    return DEEDS.carry_out(state, action, ready, chance)
