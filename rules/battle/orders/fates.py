"""People and units that orders last until something becomes of: own ones hurt or lost, enemies beaten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from rules.battle.orders.data import Stop
from rules.battle.orders.stops import StopKind
from rules.kernel.action import SideId

S = TypeVar("S")
HURT, OUT, BEATEN = "is hurt", "is out", "is beaten"
Fate: TypeAlias = Literal["well", "hurt", "out"]


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody by the name that the side knows them by: a unit, or a person in one."""

    ref: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fates(Generic[S]):
    """What has become of whom, as a side knows it. Nothing of it sees more than the side may."""

    own: Callable[[S, SideId], Iterable[Known]]
    """The side's units and people, those too who are out."""
    fate: Callable[[S, SideId, str], Fate]
    """Of one of its own: hurt, where a unit has lost somebody; out, where nobody of it is left to fight."""
    foes: Callable[[S, SideId], Iterable[Known]]
    """Enemies whose end it would see."""
    beaten: Callable[[S, SideId, str], bool]
    """Whether that enemy is, as it knows."""


def fate_stops(fates: Fates[S]) -> tuple[StopKind[S], ...]:
    """What becomes of somebody. The stop's `unit` says who, whatever units the order is for."""

    def words(stop: Stop) -> str:
        return stop.said

    def hurt(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if fates.fate(state, side, stop.unit) != "well":
            yield stop.unit

    def out(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if fates.fate(state, side, stop.unit) == "out":
            yield stop.unit

    def beaten(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if fates.beaten(state, side, stop.unit):
            yield stop.unit

    return (
        StopKind(HURT, hurt, words, whole=True, places=True, alike=True),
        StopKind(OUT, out, words, whole=True, places=True, alike=True),
        StopKind(BEATEN, beaten, words, whole=True, places=True, alike=True),
    )
