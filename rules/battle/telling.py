"""Telling events, by one table: who may know of it at all, which chapter puts it into words, its dice and citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.battle.evolving import by_kind, chapter_of
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.language.words import agreeing, are_several
from rules.seam.viewing import Viewer
from rules.telling.told import Fortune, Idle, Told

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Words(Generic[S]):
    """What one viewer may be told. `state`: after the event. A rule set adds whose names he may know, and its words."""

    state: S
    viewer: Viewer

    def own(self, side: SideId) -> bool:
        """Whether he is of that side, or the umpire."""
        return self.viewer.owns(side)

    def bodies(self) -> Iterable[str]:
        """The names of units and sides: where one is a plural, what is told of it agrees with it."""
        return ()


W = TypeVar("W", bound=Words[Any])
Quiet: TypeAlias = Mapping[type[Event], Callable[[W, Any], Idle | None]]
"""The events of which nothing may come, each with what a fold says of it; None: something came of this one. What is
told of others may say so itself."""

Lucks: TypeAlias = Mapping[type[Event], Callable[[W, Any], Iterable[Fortune]]]
"""The events with dice whose luck is counted, each with how they fell, as far as the reader is shown what they
needed."""


def told_by(
    events: Iterable[type[Event]],
    words: Callable[[S, Viewer], W],
    *chapters: Callable[[W, Any], Told | None],
    shown: bool = True,
    quiet: Quiet[W] | None = None,
    lucks: Lucks[W] | None = None,
) -> Callable[[S, Event, Viewer], Told | None]:
    """A rule set's `tell`, made of its chapters'. `shown`: the words show all dice and cards, where they do not say
    which; `quiet`: what is worth no post of its own; `lucks`: whose dice fell how. Raises ValueError as `by_kind`
    does."""
    rows = by_kind(events, chapters)
    idle, fell = quiet or {}, lucks or {}

    def tell(state: S, event: Event, viewer: Viewer) -> Told | None:
        """One event in words, `state` being the state after it; None: nothing to say, or nothing that he may know."""
        said = words(state, viewer)
        if event.audience is not None and not viewer.umpire and not any(said.own(side) for side in event.audience):
            return None
        told = chapter_of(rows, event)(said, event)
        if told is None:
            return None
        bodies = (*said.bodies(), str(getattr(event, "name", "")))
        told = _agreeing(told, [body for body in bodies if are_several(body)])
        dice = told.said or (event.draws if shown else ())
        row = idle.get(type(event))
        nothing = told.idle if row is None else None if told.grave else row(said, event)
        luck = fell.get(type(event))
        return replace(
            told,
            draws=event.draws,
            citations=event.citations,
            said=dice,
            idle=nothing,
            fortunes=tuple(luck(said, event)) if luck is not None else (),
        )

    return tell


def _agreeing(told: Told, plurals: Sequence[str]) -> Told:
    """The same with its verbs in the plural where these names are their subjects."""
    if not plurals:
        return told

    def several(lines: Iterable[str]) -> tuple[str, ...]:
        return tuple(agreeing(line, plurals) for line in lines)

    def does(who: str, what: str) -> str:
        return agreeing(f"{who} {what}", plurals)[len(who) + 1 :]

    upshots = tuple(replace(one, does=does(one.who, one.does)) for one in told.upshots)
    strike = told.strike if told.strike is None else replace(told.strike, how=does(told.strike.by, told.strike.how))
    return replace(
        told,
        headline=agreeing(told.headline, plurals),
        lines=several(told.lines),
        details=several(told.details),
        upshots=upshots,
        strike=strike,
    )
