"""What orders look out for: the kinds of stops, and those that every book has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.battle.orders.data import Stop
from rules.kernel.action import SideId

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class StopKind(Generic[S]):
    """A kind of stop: it stops the order once there are as many signs as it says (one, where it says nothing) that
    there were not when the order was given. Signs are made of what the unit's own side may know, and of nothing else.
    """

    key: str
    signs: Callable[[S, SideId, str, Stop], Iterable[str]]
    """For one unit; empty for none."""
    words: Callable[[Stop], str]
    """Why it has stopped: "fired at"."""
    whole: bool = False
    """It stops the order for all of its units; otherwise only for the unit that it concerns."""
    counts: bool = False
    """The stop's number is how many signs it takes."""
    measured: bool = False
    """It says nothing without its number."""
    places: bool = False
    """It is about a place, or about somebody by name; orders only last until it happens."""
    clock: bool = False
    """Its number is that of a turn."""
    alike: bool = False
    """Its signs are the same for every unit of the side."""


def near(signs: Callable[[S, SideId, str, Stop], Iterable[str]]) -> StopKind[S]:
    return StopKind("near", signs, lambda stop: f"an enemy within {stop.number or 0:g} in", measured=True)


def losses(signs: Callable[[S, SideId, str, Stop], Iterable[str]], words: str = "losses of {} or more") -> StopKind[S]:
    return StopKind("losses", signs, lambda stop: words.format(f"{stop.number or 1:g}"), whole=True, counts=True)


def turn_come(turn: Callable[[S], int], word: str = "turn") -> StopKind[S]:
    def signs(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if turn(state) >= (stop.number or 0):
            yield "come"

    def words(stop: Stop) -> str:
        return f"{word} {stop.number or 0:g}"

    return StopKind(word, signs, words, whole=True, measured=True, clock=True)
