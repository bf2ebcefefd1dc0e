"""What every `decide` begins with: the asker is admitted, then the action is judged by its deed.

`odds` begins in the same way, so that it refuses whatever `decide` refuses. Nothing here is given a Chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.action import Action, Actor, SideId
from rules.asking import Odds
from rules.battle.admission import require_admitted
from rules.battle.deed import Deeds
from rules.battle.ending import FoughtState, over

S = TypeVar("S")


class _Side(Protocol):
    @property
    def key(self) -> SideId: ...


class _WithSides(FoughtState, Protocol):
    """A state that knows its sides, and how the battle has ended."""

    @property
    def sides(self) -> Iterable[_Side]: ...


def admit(state: _WithSides, action: Action, by: Actor) -> None:
    """Raises RuleViolation for who may not ask for it, before the battle and after its end."""
    require_admitted(action, by, sides=(side.key for side in state.sides), over=over(state))


@dataclass(frozen=True, slots=True)
class Court(Generic[S]):
    """The deeds of a rule set, and who is admitted to them."""

    deeds: Deeds[S]
    admit: Callable[[S, Action, Actor], None]

    def judge(self, state: S, action: Action, by: Actor) -> Any:
        """What the action's deed has found out. Raises RuleViolation."""
        self.admit(state, action, by)
        return self.deeds.judge(state, action, by)

    def odds(self, state: S, action: Action, by: Actor) -> Odds:
        """Facts, numbers and exact chances; nothing is rolled. Raises RuleViolation as `judge` does."""
        self.admit(state, action, by)
        return self.deeds.odds(state, action, by)
