"""Events of indirect fire: who fires what where. The blast itself is `Bombarded` and what follows it (see fire.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.event import Event
from rules.facts import Fact
from rules.table.board import Point

CrewContact = Literal["own eyes", "leader near", "wire", "radio"]
"""How a crew knows what its observer sees. BG-X.13.13a, BG-R106."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MortarFired(Event):
    """A mortar drops a round. `figure` serves it, `mortar` is the one who carries it; `stood`: where it stands.

    `in_a_row`: turns of fire at exactly this point, this one included; `rounds`: fired in the battle so far.
    BG-X.13.1a, BG-R98."""

    kind: Literal["mortar-fired"] = "mortar-fired"
    unit: str
    figure: str
    mortar: str
    weapon: str
    at: Point
    stood: Point
    observer: str
    contact: CrewContact
    in_a_row: int
    rounds: int
    facts: tuple[Fact, ...] = ()


IndirectEvent: TypeAlias = MortarFired
