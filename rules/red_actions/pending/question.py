"""The question that stands in the middle of a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId

QuestionKind: TypeAlias = Literal["charged", "return-fire", "ambush", "pre-empt", "spare", "promote", "mode", "go-on"]
"""charged: flee, fire, counter-charge or stand (RA-preempt.charged, RA-charge.counter) · return-fire
(RA-preempt.return-fire) · ambush: charge, fire or lie low (RA-ambush.spring.1) · pre-empt: try it with a Clever officer
(RA-preempt.clever.1) · spare: what a retire result is met with (RA-R65) · promote: who takes a fallen senior's place
(RA-R50) · mode: evade or not when shot at (RA-evade.4) · go-on: halt, or go on after those who have fled
(RA-charge.follow)"""

PLACES = ("first", "second", "third")
"""Of the officers to choose from."""


@dataclass(frozen=True, slots=True)
class Question:
    """`who` may answer (a unit); `about`: the enemy unit that it is about; `choices`: the answers that are open, the
    first being what an absent side answers: words, or the ids of officers."""

    number: int
    kind: QuestionKind
    side: SideId
    who: tuple[str, ...]
    choices: tuple[str, ...]
    about: str = ""
    officers: tuple[str, ...] = ()
    """Of promote in older battles: whom first, second and third stood for, which were its choices."""

    @property
    def key(self) -> str:
        return f"question-{self.number}"

    @property
    def open(self) -> tuple[str, ...]:
        """The answers that are open, officers by their ids."""
        return self.officers or self.choices

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words that a player may write: officers by their place among those to choose from."""
        return PLACES[: len(self.open)] if self.kind == "promote" else self.choices

    def named(self, said: str) -> str:
        """The answer that is meant, whether its id or its word is said."""
        return dict(zip(self.words, self.open, strict=True)).get(said, said)
