"""A deed: all that a rule set knows of one action, in one row.

`judge` looks and refuses; it is given no Chance, so nothing can be refused after a die has been seen. What it has found
out it returns, and `carry_out` and `odds` go on from that. `decide`, `odds` and `offers` of a rule set are one function
each over its deeds; a new action is one more row.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

from rules.kernel.action import Action, Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.once import Findings, once_a_state
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer

S = TypeVar("S")
A = TypeVar("A", bound=Action)
R = TypeVar("R")
P = ParamSpec("P")


def _nothing_to_say(state: Any, ready: Any) -> Odds:
    return Odds()


def _nowhere(state: Any, side: SideId, unit: str) -> Iterable[Offer]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Generic[S, A, R]):
    """One action of a rule set whose state is S. R is what `judge` finds out for the other two."""

    action: type[A]
    judge: Callable[[S, A, Actor], R]
    """Raises RuleViolation for everything that is wrong with the action."""
    carry_out: Callable[[S, R, Chance], Sequence[Event]]
    """What happens. It refuses nothing any more."""
    odds: Callable[[S, R], Odds] = field(default=_nothing_to_say)
    """What it may come to; nothing is rolled."""
    offers: Callable[[S, SideId, str], Iterable[Offer]] = field(default=_nowhere)
    """This action for one unit of a side, wherever it is lawful now."""


AnyDeed: TypeAlias = Deed[S, Any, Any]


def certain(
    action: type[A],
    judge: Callable[[S, A, Actor], Sequence[Event]],
    *,
    offers: Callable[[S, SideId, str], Iterable[Offer]] = _nowhere,
) -> Deed[S, A, Sequence[Event]]:
    """A deed without chance: what `judge` finds out is what happens."""
    return Deed(action=action, judge=judge, carry_out=_as_judged, offers=offers)


def _as_judged(state: Any, ready: Sequence[Event], chance: Chance) -> Sequence[Event]:
    return ready


class LateRefusal(RuntimeError):
    """A deed was refused after it had been judged: a fault of the rule set, whose dice may have been seen."""


def judged(judge: Callable[P, R], *asked: P.args, **more: P.kwargs) -> R | None:
    """What `judge` finds out; None where it refuses."""
    try:
        return judge(*asked, **more)
    except RuleViolation:
        return None


def lawful(judge: Callable[P, object], *asked: P.args, **more: P.kwargs) -> bool:
    """Whether `judge` lets it pass."""
    try:
        judge(*asked, **more)
    except RuleViolation:
        return False
    return True


@contextmanager
def nothing_refused(what: str) -> Generator[None]:
    """Around everything that dice may have been rolled for: a refusal in it, or after it, is LateRefusal."""
    try:
        yield
    except RuleViolation as refused:
        raise LateRefusal(f"{what}: {refused}") from refused


@dataclass(frozen=True, slots=True)
class Deeds(Generic[S]):
    """All deeds of a rule set, in the order in which they are offered."""

    rows: Mapping[type[Action], AnyDeed[S]]

    @classmethod
    def of(cls, *chapters: Iterable[AnyDeed[S]]) -> Deeds[S]:
        """The deeds of these chapters. Raises ValueError for an action with two of them."""
        rows: dict[type[Action], AnyDeed[S]] = {}
        for deed in (deed for chapter in chapters for deed in chapter):
            if deed.action in rows:
                raise ValueError(f"{deed.action.__name__} has two deeds")
            rows[deed.action] = deed
        return cls(MappingProxyType(rows))

    def judge(self, state: S, action: Action, by: Actor) -> Any:
        """What the action's deed has found out. Raises RuleViolation."""
        return self._row(action).judge(state, action, by)

    def carry_out(self, state: S, action: Action, ready: Any, chance: Chance) -> list[Event]:
        """The events of an action that has been judged, `ready` being what was found out. LateRefusal for a fault."""
        with nothing_refused(type(action).__name__):
            return list(self._row(action).carry_out(state, ready, chance))

    def decide(self, state: S, action: Action, by: Actor, chance: Chance) -> list[Event]:
        """The events of the action itself. Raises RuleViolation before anything is rolled, LateRefusal after."""
        return self.carry_out(state, action, self.judge(state, action, by), chance)

    def odds(self, state: S, action: Action, by: Actor) -> Odds:
        """What may come of it. Raises RuleViolation as `decide` would."""
        deed = self._row(action)
        return deed.odds(state, deed.judge(state, action, by))

    def offers(self, state: S, side: SideId, unit: str) -> tuple[Offer, ...]:
        """Every deed's offers for one unit."""
        return tuple(self.found(state, side, unit))

    def found(self, state: S, side: SideId, unit: str) -> Iterator[Offer]:
        """The same one after the other, for those who want the first few only. What has been found for one of them is
        there for the next: a prompt shows the first few, and then a panel all."""
        return iter(_findings(state, self, side, unit))

    def _row(self, action: Action) -> AnyDeed[S]:
        found = self.rows.get(type(action))
        if found is None:
            raise RuleViolation(
                Why.UNKNOWN_ACTION, "There is no such action in these rules.", remedy="Choose from the list."
            )
        return found


@once_a_state
def _findings(state: Any, deeds: Deeds[Any], side: SideId, unit: str) -> Findings[Offer]:
    return Findings(offer for deed in deeds.rows.values() for offer in deed.offers(state, side, unit))
