"""What a campaign brings to a battle: sides, units that can be raised for them, and the muster of those that fight."""

from __future__ import annotations

from dataclasses import dataclass

from rules.action import SideId
from rules.table.board import Board


@dataclass(frozen=True, slots=True)
class SideKind:
    """A side that a rule set knows: "army". `affiliation` is the NATO frame: friend, hostile or neutral."""

    key: SideId
    title: str
    colour: str
    """#rrggbb; every side also has its own frame shape."""
    affiliation: str
    playable: bool = True


@dataclass(frozen=True, slots=True)
class Organisation:
    """A kind of unit that a player can raise. `locales`: where Faker takes the names from, by preference."""

    key: str
    title: str
    side: SideId
    nation: str
    size: int
    locales: tuple[str, ...]
    citation: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class FigurePlan:
    """A figure to be raised: the campaign gives it a name. `traits` is JSON text only the rule set reads."""

    number: int
    rank: str
    role: str
    traits: str


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit to be raised from an Organisation."""

    organisation: str
    nation: str
    side: SideId
    traits: str
    figures: tuple[FigurePlan, ...]


@dataclass(frozen=True, slots=True)
class MusterFigure:
    """A figure as it takes the field. `id` is the campaign's own; events name the figure by it."""

    id: str
    number: int
    name: str
    rank: str
    role: str
    traits: str
    condition: str = ""
    """JSON text of what he carries over from earlier battles (wounds, upgrades gained); only the rule set reads it."""


@dataclass(frozen=True, slots=True)
class MusterUnit:
    id: str
    name: str
    side: SideId
    organisation: str
    nation: str
    traits: str
    figures: tuple[MusterFigure, ...]
    place: tuple[float, float] | None = None
    """Where its anchor stands at the start, in the board's measure; None: the rule set deploys it."""
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class MusterSide:
    key: SideId
    name: str
    units: tuple[MusterUnit, ...]


@dataclass(frozen=True, slots=True)
class Muster:
    """Everything a battle starts from. `options`: house-rule switches that differ from their default.
    `board` None: a battle by declared facts and the umpire's word."""

    title: str
    sides: tuple[MusterSide, ...]
    board: Board | None
    options: tuple[tuple[str, str], ...] = ()
    turn_limit: int | None = None
    scenario: str = ""
    """JSON text of what a scenario brings beyond forces and board (jokers, radio calls, vehicles, light …); only the
    rule set reads it."""
    script: str = ""
    """JSON text of the battle's `rules.script.plan.Script`."""
    reserves: tuple[MusterUnit, ...] = ()
    """Units that a script may bring in later."""
