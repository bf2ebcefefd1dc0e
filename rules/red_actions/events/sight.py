"""What comes to light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event
from rules.red_actions.units import Concealment, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A hidden unit or position marker shows what it is; everybody knows it from now on. `by`: who saw it; `why`: seen,
    scouted, moved, fired, charged, routed, called out, sprung. RA-seq.reveal, RA-ambush.scout.4"""

    kind: Literal["revealed"] = "revealed"
    unit: str
    was: Concealment = Concealment.NO
    marker: int = 0
    at: Point | None = None
    by: str = ""
    why: str = "seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyGone(Event):
    """There was nobody behind a position marker. RA-seq.dummy"""

    kind: Literal["dummy-gone"] = "dummy-gone"
    marker: int


SightEvent: TypeAlias = Revealed | DummyGone
