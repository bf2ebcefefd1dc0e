"""What is asked of one state many times and answered once: a state never changes, so neither does the answer.

States are told apart by identity, for comparing two of them takes longer than most answers. Only the newest few are
kept, each with what has been asked of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

STATES = 8
"""States whose answers are kept, of each question: those between the events of one action."""


def once_a_state(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A pure function of a state and of parts of it (or words) that answers each question once for every state.

    Parts are told apart by identity too; words and numbers by what they are. Not for keyword arguments.
    """
    kept: deque[tuple[S, dict[tuple[Hashable, ...], tuple[tuple[object, ...], R]]]] = deque(maxlen=STATES)

    def answer(state: S, /, *parts: P.args, **named: P.kwargs) -> R:
        known = next((answers for of, answers in tuple(kept) if of is state), None)
        if known is None:
            known = dict[tuple[Hashable, ...], tuple[tuple[object, ...], R]]()
            kept.append((state, known))
        key = tuple(part if isinstance(part, str | int | float) else id(part) for part in parts)
        found = known.get(key)
        if found is None:
            # The parts are kept with the answer: as long as it is, nothing else can have their identity.
            found = known[key] = (parts, question(state, *parts, **named))
        return found[1]

    return answer
