"""Scenario files (YAML): forces, board, house rules, briefings and scripted events of a battle, under any rule set.

`read_scenario` reads and checks a file, `library` gives those that come with the program, `muster_parts` says what a
mustered battle gets of one, `schema` lets an editor check a file while it is written, `rehearse` tries it out.
"""

from __future__ import annotations

from rules.scenario.asking import candidate
from rules.scenario.library import first_battle, library
from rules.scenario.mustering import muster_parts
from rules.scenario.reading import read_scenario
from rules.scenario.rehearsal import rehearse
from rules.scenario.scenario import Force, Scenario, ScenarioFault, ScenarioSide
from rules.scenario.schema import schema
from rules.scenario.terms import Candidate

__all__ = [
    "Candidate",
    "Force",
    "Scenario",
    "ScenarioFault",
    "ScenarioSide",
    "candidate",
    "first_battle",
    "library",
    "muster_parts",
    "read_scenario",
    "rehearse",
    "schema",
]
