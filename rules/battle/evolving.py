"""Applying events, by one table: which chapter's function applies which events is read from what it says it takes.

A chapter's function is one `match` over the union of its events, which its annotation names: `def evolve_fire(state:
State, event: FireEvent) -> State`. So a new event has its row as soon as it stands in the union, and pyright finds the
chapter that forgets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from rules.kernel.event import Event, kinds

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


def by_kind(events: Iterable[type[Event]], chapters: Iterable[F]) -> Mapping[type[Event], F]:
    """Whose each of a rule set's events is. Raises ValueError for an event that no chapter takes, or two do, and for
    one that is none of the rule set's."""
    rows: dict[type[Event], F] = {}
    known = frozenset(events)
    for chapter in chapters:
        for kind in kinds(get_type_hints(chapter)["event"]):
            if kind in rows:
                raise ValueError(f"{kind.__name__} is taken by {rows[kind].__name__} and by {chapter.__name__}")
            if kind not in known:
                raise ValueError(f"{kind.__name__}, which {chapter.__name__} takes, is none of the rule set's events")
            rows[kind] = chapter
    if forgotten := sorted(kind.__name__ for kind in known.difference(rows)):
        raise ValueError(f"no chapter takes {', '.join(forgotten)}")
    return MappingProxyType(rows)


def chapter_of(rows: Mapping[type[Event], F], event: Event) -> F:
    """The function that takes this event. Raises TypeError for an event of another rule set."""
    try:
        return rows[type(event)]
    except KeyError:
        raise TypeError(f"{type(event).__name__} isn't an event of this rule set") from None


def evolved_by(events: Iterable[type[Event]], *chapters: Callable[[S, Any], S]) -> Callable[[S, Event], S]:
    """A rule set's `evolve`, made of its chapters'. Raises ValueError as `by_kind` does."""
    rows = by_kind(events, chapters)

    def evolve(state: S, event: Event) -> S:
        """The state after the event. Raises TypeError for an event of another rule set."""
        return chapter_of(rows, event)(state, event)

    return evolve
