"""What is asked of one state many times and answered once: a state never changes, so neither does the answer. The same
holds of any part of one, such as all its figures.

States are told apart by identity, for comparing two of them takes longer than most answers. Only the newest few are
kept, each with what has been asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

PLAIN = (str, int, float)
STATES = 8
"""States whose answers are kept, of each question: those between the events of one action."""


def once_a_state(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A pure function of a state and of parts of it (or words) that answers each question once for every state.

    Parts are told apart by identity too; words and numbers by what they are. Not for keyword arguments.
    """
    kept: dict[int, tuple[S, dict[tuple[Hashable, ...], tuple[tuple[object, ...], R]]]] = {}

    def answer(state: S, /, *parts: P.args, **named: P.kwargs) -> R:
        of = kept.get(id(state))
        if of is None or of[0] is not state:
            of = kept[id(state)] = (state, {})
            for oldest in list(kept)[:-STATES]:
                kept.pop(oldest, None)
        known = of[1]
        key = tuple([part if isinstance(part, PLAIN) else id(part) for part in parts]) if parts else ()
        found = known.get(key)
        if found is None:
            # The parts are kept with the answer: as long as it is, nothing else can have their identity.
            found = known[key] = (parts, question(state, *parts, **named))
        return found[1]

    return answer
