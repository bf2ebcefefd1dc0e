"""What a mustered battle gets of a scenario beside forces and board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.forces import MusterUnit
from rules.registry import rule_set
from rules.scenario.reader import PLAIN_PART
from rules.scenario.scenario import Scenario
from rules.table.board import Board, Point
from rules.table.board_file import spot_of


@dataclass(frozen=True, slots=True)
class _Cast:
    refs: Mapping[str, str]
    board: Board | None

    def figure(self, name: str) -> str | None:
        return self.refs.get(name)

    def place(self, text: str) -> Point:
        assert self.board is not None
        return spot_of(text, self.board)


def muster_parts(scenario: Scenario, units: Mapping[str, MusterUnit]) -> tuple[str, str]:
    """`Muster.scenario` and `Muster.script` of a battle in which the forces, by their keys, are these units; reserves
    are named, too. "alpha" stands for the unit, "alpha.3" for its figure number 3; a figure that is not there
    is left out."""
    refs: dict[str, str] = {}
    for key, unit in units.items():
        refs[key] = unit.id
        refs |= {f"{key}.{figure.number}": figure.id for figure in unit.figures}
    part = rule_set(scenario.rules).forces.scenario or PLAIN_PART
    script = scenario.script.model_copy(update={"refs": tuple(refs.items())})
    return part.brought(scenario.details, _Cast(refs, scenario.board)), script.model_dump_json()
