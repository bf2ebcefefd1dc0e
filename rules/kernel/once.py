"""What is asked of one state many times and answered once: a state never changes, so neither does the answer. The same
holds of any part of one, such as all its figures.

States are told apart by identity, for comparing two of them takes longer than most answers. Only the newest few are
kept, each with what has been asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from threading import RLock
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

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
            of = _kept(kept, state, (state, {}))
        known = of[1]
        key = tuple([part if isinstance(part, PLAIN) else id(part) for part in parts]) if parts else ()
        found = known.get(key)
        if found is None:
            # The parts are kept with the answer: as long as it is, nothing else can have their identity.
            found = known[key] = (parts, question(state, *parts, **named))
        return found[1]

    return answer


def once_for(parts: Callable[P, tuple[object, ...]], most: int = 1 << 16) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A pure function that depends on nothing but these parts of what it is asked about, and so answers once for as
    long as they are the same, whatever else has happened to the state. Parts are told apart as `once_a_state` does;
    the oldest quarter of the answers is forgotten when there are `most`.
    """

    def wrapped(question: Callable[P, R]) -> Callable[P, R]:
        kept: dict[tuple[Hashable, ...], tuple[tuple[object, ...], R]] = {}

        def answer(*asked: P.args, **named: P.kwargs) -> R:
            of = parts(*asked, **named)
            key = tuple([part if isinstance(part, PLAIN) else id(part) for part in of])
            found = kept.get(key)
            if found is None:
                if len(kept) >= most:
                    for oldest in list(kept)[: most // 4]:
                        kept.pop(oldest, None)
                found = kept[key] = (of, question(*asked, **named))
            return found[1]

        return answer

    return wrapped


def _kept(kept: dict[int, T], of: object, found: T) -> T:
    kept[id(of)] = found
    for oldest in list(kept)[:-STATES]:
        kept.pop(oldest, None)
    return found


class HasId(Protocol):
    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=HasId)


def by_id(kind: type[N]) -> Callable[[tuple[N, ...]], Mapping[str, N]]:
    """A table by their ids of all things of a kind that a state has, made once for as long as they are the same; of
    several with one id the first."""

    kept: dict[int, tuple[tuple[N, ...], Mapping[str, N]]] = {}

    def table(things: tuple[N, ...]) -> Mapping[str, N]:
        found = kept.get(id(things))
        if found is None or found[0] is not things:
            found = _kept(kept, things, (things, {each.id: each for each in reversed(things)}))
        return found[1]

    return table


class Findings(Generic[T]):
    """What is found one after the other, each once however many look: as far as somebody has looked already, it is
    there. Threads may look at the same time."""

    def __init__(self, finding: Iterable[T]) -> None:
        self._finding = iter(finding)
        self._found: list[T] = []
        self._failure: Exception | None = None
        self._searching = RLock()

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._found) or self._reaches(at):
            yield self._found[at]
            at += 1

    def _reaches(self, at: int) -> bool:
        """Whether there are more than that many. Raises what the search raised, whoever began it."""
        with self._searching:
            if self._failure is not None:
                raise self._failure
            try:
                while len(self._found) <= at:
                    self._found.append(next(self._finding))
            except StopIteration:
                return False
            except Exception as failure:
                self._failure = failure
                raise
            return True
