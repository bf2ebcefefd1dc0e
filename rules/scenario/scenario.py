"""A scenario as the rest of the program knows it: read, checked, ready to be raised and mustered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from rules.kernel.action import SideId
from rules.scenario.terms import Terms
from rules.script.armies import of_armies
from rules.script.plan import Script
from rules.seam.forces import ElementKind, UnitPlan
from rules.table.board import Board, Point
from rules.table.faults import FileFault


class ScenarioFault(FileFault):
    """A scenario that cannot be used; `all` are its faults, each with file and line."""


@dataclass(frozen=True, slots=True)
class Force:
    """A unit of the scenario. `key`: how the file names it ("alpha"; its third figure is "alpha.3"). `organisation`
    says of what nation it is; `plan` holds its figures. `names`: of the figures in order, as far as the file gives
    them, the others empty. `reserve`: it waits until an event brings it in. `elements`: the keys of the plan's, in
    their order ("truck" of "alpha.truck").

    `part`: whoever had it in another scenario is this force; "": only in this one. `terms`: who else may take it;
    None: the file does not say. `open`: a player brings a unit of their own. `guest`: of this scene alone."""

    key: str
    name: str
    side: SideId
    organisation: str
    plan: UnitPlan
    names: tuple[str, ...] = ()
    place: Point | None = None
    facing: float | None = None
    reserve: bool = False
    elements: tuple[str, ...] = ()
    part: str = ""
    terms: Terms | None = None
    open: bool = False
    guest: bool = False

    @property
    def role(self) -> str:
        """What it is in the scenario, and who may take it: "in reserve, part “dagger”, 4 to 10 men and a leader"."""
        said = ["in reserve"] if self.reserve else []
        said += ["a guest"] if self.guest else []
        said += [f"part “{self.part}”"] if self.part else []
        said += ["bring your own"] if self.open else []
        said += [str(self.terms)] if self.terms is not None else []
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class ScenarioSide:
    """`briefing`: for this side alone."""

    key: SideId
    name: str
    briefing: str
    forces: tuple[Force, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """`era`: where and when. `first_shot`: minutes until somebody fires, where all answer at once. `briefing`: for
    everybody. `options`: house rules that differ from their default. `details`: the rule set's own part. `text`: the
    file. `warnings`: what is allowed and hardly meant. `armies`: who fights it, by the side as the file names it;
    empty: a side of the same key (`fought_by`)."""

    key: str
    title: str
    summary: str
    era: str
    briefing: str
    rules: str
    board: Board | None
    sides: tuple[ScenarioSide, ...]
    options: tuple[tuple[str, str], ...]
    turn_limit: int | None
    script: Script
    details: BaseModel
    text: str
    first_shot: int | None = None
    warnings: tuple[FileFault, ...] = ()
    armies: Mapping[SideId, SideId] = field(default_factory=dict[SideId, SideId], hash=False)

    def fought_by(self, armies: Mapping[SideId, SideId]) -> Scenario:
        """The scenario with armies in place of the roles that its file names: its sides, forces and events are theirs.
        The board and the rule set's part keep the file's words until the battle is mustered. `armies`: by role; whoever
        is not in it has its own."""
        if all(role == army for role, army in armies.items()):
            return self
        taken = {**{side.key: side.key for side in self.sides}, **armies}
        sides = tuple(
            replace(
                side,
                key=taken[side.key],
                forces=tuple(replace(force, side=taken[force.side]) for force in side.forces),
            )
            for side in self.sides
        )
        return replace(self, sides=sides, script=of_armies(self.script, taken), armies=taken)

    def army(self, side: SideId) -> SideId:
        """Who fights for a side as the file names it."""
        return self.armies.get(side, side)

    @property
    def forces(self) -> tuple[Force, ...]:
        return tuple(force for side in self.sides for force in side.forces)

    @property
    def about(self) -> str:
        """Where and when, how big, and how soon somebody fires: "Burma, March 1944 · about 40 people · first shot in
        about 15 minutes"."""
        soon = f"first shot in about {self.first_shot} minutes" if self.first_shot is not None else ""
        return " · ".join(filter(None, (self.era, self.size, soon)))

    @property
    def size(self) -> str:
        """How many take part in all, roughly, so that nobody learns what waits: "about 40 people"."""
        people = sum(len(force.plan.figures) for force in self.forces)
        bases = sum(element.type.kind is ElementKind.BASE for force in self.forces for element in force.plan.elements)
        return f"about {_rounded(bases)} bases" if bases > people else f"about {_rounded(people)} people"

    def side(self, key: SideId) -> ScenarioSide | None:
        return next((side for side in self.sides if side.key == key), None)


def _rounded(count: int) -> int:
    """To tens; below twenty to fives."""
    step = 10 if count >= 20 else 5
    return max(step, (count + step // 2) // step * step)
