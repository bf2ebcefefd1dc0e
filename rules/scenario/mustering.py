"""What a mustered battle gets of a scenario beside forces and board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.kernel.action import SideId
from rules.registry import rule_set
from rules.scenario.reader import PLAIN_PART
from rules.scenario.scenario import Force, Scenario
from rules.seam.forces import MusterUnit
from rules.table.board import Point
from rules.table.board_file import spot_of


@dataclass(frozen=True, slots=True)
class _Cast:
    scenario: Scenario
    refs: Mapping[str, str]

    def figure(self, name: str) -> str | None:
        return self.refs.get(name)

    def side(self, name: SideId) -> SideId:
        return self.scenario.army(name)

    def place(self, text: str) -> Point:
        assert self.scenario.board is not None
        return spot_of(text, self.scenario.board)


def muster_parts(scenario: Scenario, units: Mapping[str, MusterUnit]) -> tuple[str, str]:
    """`Muster.scenario` and `Muster.script` of a battle in which the forces, by their keys, are these units; reserves
    are named, too. "alpha" stands for the unit, "alpha.3" for its figure number 3, "alpha.truck" for its truck; who
    or what is not there is left out."""
    refs: dict[str, str] = {}
    forces = {force.key: force for force in scenario.forces}
    for key, unit in units.items():
        refs[key] = unit.id
        refs |= {f"{key}.{figure.number}": figure.id for figure in unit.figures}
        refs |= {f"{key}.{name}": element for name, element in _elements(forces[key], unit)}
    part = rule_set(scenario.rules).forces.scenario or PLAIN_PART
    script = scenario.script.model_copy(update={"refs": tuple(refs.items())})
    return part.brought(scenario.details, _Cast(scenario, refs)), script.model_dump_json()


def _elements(force: Force, unit: MusterUnit) -> Iterator[tuple[str, str]]:
    """The keys of the force's elements with the ids of those that have come: at the same number, of the same type."""
    there = {(element.number, element.type): element.id for element in unit.elements}
    for name, plan in zip(force.elements, force.plan.elements, strict=True):
        if (found := there.get((plan.number, plan.type.key))) is not None:
            yield name, found
