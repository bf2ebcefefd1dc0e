"""Two worlds that differ in a secret, and battles that are recorded decision by decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.kernel.action import Action, Actor
from rules.kernel.event import Event
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer


@dataclass(frozen=True)
class Decision:
    """One action of a battle: the states around it, and what happened."""

    before: Any
    action: Action | None
    by: Actor
    events: tuple[Event, ...]
    after: Any

    def unheard(self, viewer: Viewer) -> bool:
        """Whether the viewer has been told nothing at all of it."""
        return bool(self.events) and all(kept_from(event, viewer) for event in self.events)


def kept_from(event: Event, viewer: Viewer) -> bool:
    """Whether the viewer may know nothing of an event; the public may know what all sides do."""
    return event.audience is not None and viewer.side not in event.audience


class Fought(Protocol):
    """A random battle that records its decisions."""

    state: Any
    decisions: list[Decision]

    def step(self) -> bool: ...


@dataclass(frozen=True)
class Secret:
    """A kind of thing that a side hides. `other`: the same battle in which it is otherwise, as somebody who may not
    know it cannot tell; None where there is nothing of the kind now, or ever: no state keeps a whisper. `events`: the
    kinds of events by which it comes about or changes, told to their own side alone."""

    key: str
    other: Callable[[Any, Viewer, random.Random], Any | None] | None
    events: frozenset[str]


@dataclass(frozen=True)
class Hiding:
    """A book with all that can be hidden in it, `book` as its package is called. `words`: what somebody might type to
    find it out."""

    book: str
    rules: AnyRuleSet
    battle: Callable[[int], Fought]
    secrets: Sequence[Secret]
    words: Callable[[Any, Viewer], Sequence[str]]
    viewers: tuple[Viewer, ...]
    on_show: frozenset[str] = frozenset()
    """Kinds of events that nobody else is told, and that change what the others see all the same: who is hidden by the
    umpire's word is off their table from then on."""


def kinds(*classes: type[Event]) -> frozenset[str]:
    return frozenset(each.__name__ for each in classes)
