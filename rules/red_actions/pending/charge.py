"""Tasks of a charge, step by step (RA-R80), of hand-to-hand combat and of pursuit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.red_actions.book.kinds import StruckSide
from rules.red_actions.units import Point

ChargeStage = Literal["declared", "tested", "answered", "fear", "fired", "goes-on", "contact"]


@dataclass(frozen=True, slots=True)
class CarryOutCharge:
    """One unit charges another. `stage`: what has been done; the next step of RA-R80 follows. `way`: points of the
    direct path; `left`: inches that remain; `reply`: what the target has answered (flee, fire, counter-charge,
    stand)."""

    unit: str
    target: str
    stage: ChargeStage = "declared"
    side_struck: StruckSide = StruckSide.FRONT
    way: tuple[Point, ...] = ()
    left: float = 0.0
    distance: float = 0.0
    """Inches between them when it was declared. RA-R75"""
    beyond: bool = False
    """If the target flees they go on along the path. RA-charge.follow"""
    undecided: bool = False
    """Their side is asked about that when it has fled. RA-R265"""
    ambush: bool = False
    onward: bool = False
    """Met on the path of a charge or pursuit: no charge test, no shooting. RA-R73, RA-R87"""
    reply: str = ""
    kind: Literal["charge"] = "charge"


@dataclass(frozen=True, slots=True)
class FightCombat:
    """Two units in contact. `counter`: the target had charged too. RA-combat.1"""

    unit: str
    target: str
    side_struck: StruckSide = StruckSide.FRONT
    counter: bool = False
    began: tuple[Point, ...] = ()
    """Where the charge started: the charger's place, then its target's. Empty in battles of before: where they stand.
    RA-R260"""
    stage: Literal["fight", "officers", "pursuit"] = "fight"
    routed: str = ""
    """Which of them the result has made rout."""
    kind: Literal["combat"] = "combat"


@dataclass(frozen=True, slots=True)
class Pursue:
    """Sabres go after those whom they have made rout. RA-pursuit.1"""

    unit: str
    target: str
    kind: Literal["pursue"] = "pursue"


ChargeTask: TypeAlias = CarryOutCharge | FightCombat | Pursue
