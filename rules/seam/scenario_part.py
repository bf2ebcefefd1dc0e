"""What a rule set lends to scenario files: its own part of a file, figures written out, what a battle gets of both.

`rules.scenario` reads the file without knowing the rule set; a rule set without a ScenarioPart has scenarios of forces
from its organisations, a board and scripted events alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.action import SideId
from rules.seam.forces import UnitPlan
from rules.table.board import Board, Point

D = TypeVar("D", bound=BaseModel)
F = TypeVar("F", bound="FigureSheet")


class FigureSheet(BaseModel):
    """Base of a figure that a file writes out. Without a name the campaign gives one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(default="", max_length=60)


class NoDetails(BaseModel):
    """The rule set adds nothing to a scenario."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that stands in the rule set's part of a file: at `path` in it, of what `kind`. The reader checks that it
    is there: of those who begin the battle a figure ("alpha.3"), a force ("alpha") or a vehicle ("alpha.truck"); a
    side, a place on the board, a word of those in `among`. `begins` False: a reserve may be named, too."""

    path: tuple[str | int, ...]
    kind: Literal["figure", "force", "element", "side", "place", "word"]
    text: str
    among: tuple[str, ...] = ()
    begins: bool = True


@dataclass(frozen=True, slots=True)
class WrittenForce:
    """A force as its file has it. `elements`: the keys of the plan's, in their order."""

    key: str
    side: SideId
    plan: UnitPlan
    elements: tuple[str, ...]
    reserve: bool


@dataclass(frozen=True, slots=True)
class Misfit:
    """What cannot be, of the rule set's part of a file: at `path` in it, and why."""

    path: tuple[str | int, ...]
    why: str


class ScenarioCast(Protocol):
    """Who the figures of a scenario are in this battle, and where its places are."""

    def figure(self, name: str) -> str | None:
        """The battle's id of "alpha.3", "alpha" or "alpha.truck"; None when there is no such in this battle."""
        ...

    def side(self, name: SideId) -> SideId:
        """The army that is that side of the file in this battle."""
        ...

    def place(self, text: str) -> Point:
        """A map reference on the scenario's board, which the reader has checked."""
        ...


class SheetFault(ValueError):
    """A figure written out that may not be so. `number` counts from 1; 0: the whole force."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioPart(Generic[D, F]):
    """The hooks of one rule set."""

    details: type[D]
    """Model of the file's `details`."""
    sheet: type[F] | None = None
    """Model of one of a force's `figures`; None: figures are those of the organisation."""
    plan: Callable[[UnitPlan, Sequence[F]], UnitPlan] | None = None
    """The unit with these figures instead of its own. Raises SheetFault. Set where `sheet` is."""
    mentions: Callable[[D], Iterable[Mention]] = field(default=lambda details: ())
    misfits: Callable[[D, Mapping[str, WrittenForce], Board | None], Iterable[Misfit]] = field(
        default=lambda details, forces, board: ()
    )
    """What does not go together, by the forces' keys. Asked only where all that the details mention is there."""
    jokers: Callable[[D], tuple[str, ...]] = field(default=lambda details: ("RJ", "BJ"))
    """The jokers that may be turned in the battle."""
    calls: Callable[[D], tuple[str, ...]] = field(default=lambda details: ())
    """The radio calls that are answered."""
    searches: bool = False
    """Whether people are searched in the battle, so that an event may wait for what that finds."""
    vehicles: Callable[[D], tuple[str, ...]] = field(default=lambda details: ())
    """Ids that the umpire's orders may name beside figures."""
    brought: Callable[[D, ScenarioCast], str] = field(default=lambda details, cast: "")
    """`Muster.scenario`."""
    orders_name: Literal["forces", "figures"] = "forces"
    """What a unit is in the actions of this rule set: a force, or a figure or vehicle."""
