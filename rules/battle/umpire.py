"""What an umpire may do in any battle, whatever its rule set."""

from __future__ import annotations

from rules.battle.facts import Ruled, Vocabulary, read
from rules.battle.refusals import Why
from rules.violation import RuleViolation


def ruling(
    vocabulary: Vocabulary,
    fact: str,
    value: str,
    *,
    unit: str | None,
    other: str | None,
    turns: int | None,
    turn: int,
) -> Ruled:
    """A ruling as the battle keeps it: of a fact that there is, with a value that the fact can have, for so many turns
    from this one or, before the first, from the first.

    Raises RuleViolation for anything that no rule would ever read.
    """
    name = vocabulary.named(fact)
    if other is not None and not name.towards:
        raise RuleViolation(
            Why.NOT_TOWARDS, f"“{name.name}” holds towards nobody.", remedy="Rule it for the one whom it concerns."
        )
    return Ruled(name.name, read(name, value), unit, other, None if turns is None else max(1, turn) + turns - 1)
