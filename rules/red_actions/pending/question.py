"""The question that stands in the middle of a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from rules.action import SideId

QuestionKind: TypeAlias = Literal["charged", "return-fire", "ambush", "pre-empt", "spare", "promote", "keep", "mode"]
"""charged: flee, fire, counter-charge or stand (RA-preempt.charged, RA-charge.counter) · return-fire
(RA-preempt.return-fire) · ambush: charge, fire or lie low (RA-ambush.spring.1) · pre-empt: try it with a Clever officer
(RA-preempt.clever.1) · spare: what a retire result is met with (RA-R65) · promote: who takes a fallen senior's place
(RA-R50) · keep: what is done about markers or parts that the owner may choose · mode: evade or not when shot at
(RA-evade.4)"""

ELSE: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        ("charged", "fire"): ("stand",),
        ("charged", "counter-charge"): ("fire", "stand"),
        ("charged", "flee"): ("fire", "stand"),
        ("ambush", "charge"): ("lie-low",),
        ("spare", "cover"): ("retire",),
        ("spare", "base"): ("retire",),
        ("spare", "marker"): ("retire",),
    }
)
"""What a side means that has said something once for all which is not open now: the first of these that is. RA-R187"""


def meant(kind: str, said: str, choices: Sequence[str]) -> str | None:
    """What such an answer comes to where these choices are open; None: it settles nothing, and its side is asked."""
    return next((each for each in (said, *ELSE.get((kind, said), ())) if each in choices), None)


@dataclass(frozen=True, slots=True)
class Question:
    """`who` may answer (a unit); `about`: the enemy unit
    that it is about; `choices`: the answers that are open, the first being what an absent side answers."""

    number: int
    kind: QuestionKind
    side: SideId
    who: tuple[str, ...]
    choices: tuple[str, ...]
    about: str = ""
    officers: tuple[str, ...] = ()
    """Of promote: those to choose from; first, second, third stand for them."""

    @property
    def key(self) -> str:
        return f"question-{self.number}"
