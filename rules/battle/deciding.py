"""What every `decide` begins with: the asker is admitted, then the action is judged by its deed.

`odds` begins in the same way, so that it refuses whatever `decide` refuses. Nothing here is given a Chance.

A player who names somebody whom their side may not know names nobody: such an id is veiled before any chapter looks
at the action, so that every check meets it as it would meet an id that does not exist, in the same order and words.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.battle.admission import require_admitted
from rules.battle.deed import Deeds
from rules.battle.ending import FoughtState, over
from rules.kernel.action import Action, Actor, Kind, Role, SideId, fields_of
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds

S = TypeVar("S")
A = TypeVar("A", bound=Action)

_NAMED = (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE)
"""Fields that name a unit, a figure, or something of theirs."""
_VEIL = "\u2060"
"""Put behind an id that the asker may not know; no id has it, and it does not show."""


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


def veiled(action: A, may_name: Callable[[str], bool]) -> A:
    """The action as its asker may mean it: each id that they may not know has become one that does not exist."""
    changed: dict[str, object] = {}
    for spec in fields_of(type(action)):
        named = getattr(action, spec.name, None)
        if named is None or spec.kind not in _NAMED:
            continue
        read = tuple(_veil(each, may_name) for each in named) if spec.many else _veil(named, may_name)
        if read != named:
            changed[spec.name] = read
    return action.model_copy(update=changed) if changed else action


def _veil(ref: str, may_name: Callable[[str], bool]) -> str:
    return ref if may_name(ref) else ref + _VEIL


@contextmanager
def _plainly() -> Generator[None]:
    """A refusal shows an id as it was typed."""
    try:
        yield
    except RuleViolation as refused:
        if _VEIL not in refused.message + refused.remedy:
            raise
        parts = [part.replace(_VEIL, "") if isinstance(part, str) else part for part in refused.parts]
        message = refused.message.replace(_VEIL, "")
        raise RuleViolation(refused.code, message, citation=refused.citation, remedy=parts) from None


def _anybody(state: Any, side: SideId, ref: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Court(Generic[S]):
    """The deeds of a rule set, and who is admitted to them.

    `may_name(state, side, ref)`: whether a side may know whom or what an id stands for; True where it stands for
    nothing. A book in which nothing on the table is hidden leaves it out.
    """

    deeds: Deeds[S]
    admit: Callable[[S, Action, Actor], None]
    may_name: Callable[[S, SideId, str], bool] = _anybody

    def judge(self, state: S, action: Action, by: Actor) -> Any:
        """What the action's deed has found out. Raises RuleViolation."""
        self.admit(state, action, by)
        with _plainly():
            return self.deeds.judge(state, self._known(state, action, by), by)

    def odds(self, state: S, action: Action, by: Actor) -> Odds:
        """Facts, numbers and exact chances; nothing is rolled. Raises RuleViolation as `judge` does."""
        self.admit(state, action, by)
        with _plainly():
            return self.deeds.odds(state, self._known(state, action, by), by)

    def _known(self, state: S, action: A, by: Actor) -> A:
        side = by.side
        if by.role is not Role.PLAYER or side is None:
            return action
        return veiled(action, lambda ref: self.may_name(state, side, ref))
