"""Telling events, by one table: who may know of it at all, which chapter puts it into words, its dice and citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.action import SideId
from rules.battle.evolving import by_kind, chapter_of
from rules.changing import replace
from rules.event import Event
from rules.told import Idle, Told
from rules.viewing import Viewer

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Words(Generic[S]):
    """What one viewer may be told. `state`: after the event. A rule set adds whose names he may know, and its words."""

    state: S
    viewer: Viewer

    def own(self, side: SideId) -> bool:
        """Whether he is of that side, or the umpire."""
        return self.viewer.owns(side)


W = TypeVar("W", bound=Words[Any])
Quiet: TypeAlias = Mapping[type[Event], Callable[[W, Any], Idle | None]]
"""The events of which nothing may come, each with what a fold says of it; None: something came of this one."""


def told_by(
    events: Iterable[type[Event]],
    words: Callable[[S, Viewer], W],
    *chapters: Callable[[W, Any], Told | None],
    shown: bool = True,
    quiet: Quiet[W] | None = None,
) -> Callable[[S, Event, Viewer], Told | None]:
    """A rule set's `tell`, made of its chapters'. `shown`: the words show all dice and cards, where they do not say
    which; `quiet`: what is worth no post of its own. Raises ValueError as `by_kind` does."""
    rows = by_kind(events, chapters)
    idle = quiet or {}

    def tell(state: S, event: Event, viewer: Viewer) -> Told | None:
        """One event in words, `state` being the state after it; None: nothing to say, or nothing that he may know."""
        said = words(state, viewer)
        if event.audience is not None and not viewer.umpire and not any(said.own(side) for side in event.audience):
            return None
        told = chapter_of(rows, event)(said, event)
        if told is None:
            return None
        dice = told.said or (event.draws if shown else ())
        row = idle.get(type(event))
        nothing = row(said, event) if row is not None and not told.grave else None
        return replace(told, draws=event.draws, citations=event.citations, said=dice, idle=nothing)

    return tell
