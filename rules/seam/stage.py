"""Stage: what a rule set lends to scripted events, so that `rules.script` can wait for what happens in its battles and
bring things about in them without knowing its state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from rules.kernel.action import Action, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.seam.forces import MusterUnit
from rules.table.board import Board, Point

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that only the rule set can tell: a joker was turned ("joker", "RJ" or "BJ"), a call on the radio was
    answered ("radio", the call's name), a search has found something ("found", the side that searched). `whose`: with
    whose people it was found."""

    what: Literal["joker", "radio", "found"]
    name: str
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """A figure of the battle as triggers see it. `able`: it still counts; `at`: None off the table or without one;
    `aboard`: the vehicle that it is in; `steady`: it holds where it stands, neither shaken nor in flight; `left`: the
    edge by which it has left the table of its own will, or how else it is out of it unharmed; `aloft`: it flies, and is
    in no place until it lands."""

    figure: str
    unit: str
    side: SideId
    at: Point | None
    able: bool
    aboard: str = ""
    steady: bool = True
    left: str = ""
    aloft: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What the triggers of a script are judged by. `turn` 0: before the first."""

    turn: int
    bodies: tuple[Body, ...]
    board: Board | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(Generic[S]):
    """The hooks of one rule set."""

    situation: Callable[[S], Situation]
    happenings: Callable[[S, Event], tuple[Happening, ...]]
    """What an event means for scripts; the state is the one before it."""
    settled: Callable[[S], bool]
    """Whether a scripted event may come in between now: nothing is half resolved."""
    over: Callable[[S], bool]
    """The battle has ended and nothing may happen in it any more."""
    end: Callable[[SideId | None, str], Action]
    """The umpire's action that ends the battle with a winner (None: a draw) and a reason."""
    awaiting: Callable[[S, tuple[MusterUnit, ...]], S]
    """The state with those who are on their way by the clock: a side that has such is not beaten yet."""


class AwaitingState(Protocol):
    """A state that knows who is on their way by the clock."""

    @property
    def awaited(self) -> tuple[MusterUnit, ...]: ...


A = TypeVar("A", bound=AwaitingState)


def awaiting(state: A, units: tuple[MusterUnit, ...]) -> A:
    """For `Stage.awaiting`."""
    return state if state.awaited == units else replace(state, awaited=units)


def awaits(state: AwaitingState, side: SideId) -> bool:
    """Whether units of the side are on their way by the clock."""
    return any(unit.side == side for unit in state.awaited)
