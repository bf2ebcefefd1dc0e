"""What an umpire may do in any battle, whatever its rule set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, Role, UnitRef
from rules.battle.facts import Ruled, Vocabulary, read
from rules.event import Event
from rules.refusals import Why
from rules.violation import RuleViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class UmpireActed(Event):
    """Something was done by the umpire's hand, and why; the rule set's own events say what it changed. `unit`: which
    unit it was done to; `what`: in words that need nothing else. `sealed`: the reason is the umpire's alone until the
    battle is over."""

    kind: Literal["umpire-acted"] = "umpire-acted"
    unit: str
    what: str
    reason: str
    sealed: bool = False


def unsealed(events: Iterable[Event]) -> tuple[str, ...]:
    """What the umpire kept to himself, in words for everybody, now that the battle is over."""
    return tuple(f"{e.what}: {e.reason}" for e in events if isinstance(e, UmpireActed) and e.sealed)


class RuleFact(Action):
    """Rules a fact on the spot; it goes before declared and measured facts, and before a ruling of the same name on the
    same units."""

    title: ClassVar[str] = "Rule a fact"
    summary: ClassVar[str] = "Umpire: decide a fact of the tabletop"
    role: ClassVar[Role] = Role.UMPIRE
    verb: Literal["rule-fact"] = "rule-fact"
    fact: Annotated[str, Field(min_length=1, max_length=40, description="which fact: range, line of sight, contact …")]
    value: Annotated[str, Field(min_length=1, max_length=80, description="what it is: 14, rough, yes …")]
    unit: Annotated[UnitRef | None, Field(description="for this one only; empty: for all")] = None
    other: Annotated[UnitRef | None, Field(description="only towards this one")] = None
    turns: Annotated[int | None, Field(ge=1, le=99, description="how many turns it holds; empty: always")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRuled(Event):
    """The umpire has decided a fact of the tabletop."""

    kind: Literal["fact-ruled"] = "fact-ruled"
    ruled: Ruled


def ruling(vocabulary: Vocabulary, action: RuleFact, *, unit: str | None, other: str | None, turn: int) -> Ruled:
    """A ruling as the battle keeps it: of a fact that there is, with a value that the fact can have, for so many turns
    from this one or, before the first, from the first. `unit` and `other`: those meant, by their ids.

    Raises RuleViolation for anything that no rule would ever read.
    """
    name = vocabulary.named(action.fact)
    if other is not None and not name.towards:
        raise RuleViolation(
            Why.NOT_TOWARDS, f"“{name.name}” holds towards nobody.", remedy="Rule it for the one whom it concerns."
        )
    until = None if action.turns is None else max(1, turn) + action.turns - 1
    return Ruled(name.name, read(name, action.value), unit, other, until)
