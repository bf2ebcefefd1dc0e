"""The seam's `odds`: what an action would use and what may come of it, chapter by chapter.

A chapter adds a line to `FORECASTS`. An action without one has nothing to forecast; it is still judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias, TypeVar, cast

from rules.action import Action, Actor
from rules.book_and_gun.actions.battle import Bombard, CallMoraleTest
from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.actions.movement import ChargeEnemy, RallyUnit
from rules.book_and_gun.decide import judge, permit
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.play.combat import combat_forecast
from rules.book_and_gun.play.fire import bombard_forecast, fire_forecast
from rules.book_and_gun.state import State
from rules.chance import Seeded
from rules.ruleset import Odds

A = TypeVar("A", bound=Action)
Forecast: TypeAlias = Callable[[State, Action, Actor], Odds]


def _line(action: type[A], forecast: Callable[[State, A, Actor], Odds]) -> tuple[type[Action], Forecast]:
    return action, cast("Forecast", forecast)


FORECASTS: Mapping[type[Action], Forecast] = MappingProxyType(
    dict(
        (
            _line(ChargeEnemy, combat_forecast.charge_odds),
            _line(Fire, fire_forecast.fire_odds),
            _line(Spot, fire_forecast.spot_odds),
            _line(RallyUnit, combat_forecast.rally_odds),
            _line(AnswerCharge, combat_forecast.answer_odds),
            _line(Bombard, bombard_forecast.bombard_odds),
            _line(CallMoraleTest, combat_forecast.called_test_odds),
        )
    )
)


def odds(state: State, action: Action, by: Actor) -> Odds:
    """Facts, numbers and exact chances; nothing is rolled. Raises RuleViolation as `decide` would."""
    permit(state, action, by)
    if type(action) in DEEDS.rows:
        return DEEDS.odds(state, action, by)
    found = FORECASTS.get(type(action))
    if found is not None:
        return found(state, action, by)
    # The dice of this source are thrown away with the events: only the judgement matters.
    judge(state, action, by, Seeded(b"judgement only", 0))
    return Odds()
