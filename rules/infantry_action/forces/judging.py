"""Who may fight a battle of these rules, and on what: refused before anything happens. IA-base.measure, IA-R156"""

from __future__ import annotations

from collections.abc import Sequence

from rules.forces import MusterSide
from rules.infantry_action.book.switches import House
from rules.infantry_action.forces.scenario import Scenario
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.refusals import Why
from rules.table.board import Board
from rules.violation import RuleViolation


def table(board: Board | None) -> Board:
    if board is None:
        raise RuleViolation(
            "no-board",
            "Infantry Action is fought on a table: ways, sight and fire are measured.",
            citation="IA-base.measure",
            remedy="Choose a board or a scenario.",
        )
    return board


def require_forces(sides: Sequence[MusterSide]) -> None:
    if sorted(side.key for side in sides) != sorted((ATTACKER, DEFENDER)):
        raise RuleViolation(
            Why.SIDES,
            "Infantry Action is fought by two sides, attacker and defender.",
            citation="IA-notes.preparation",
            remedy="Muster both once.",
        )
    ids: list[str] = []
    for side in sides:
        if not any(unit.figures for unit in side.units):
            raise RuleViolation(
                "no-force", f"{side.name} has nobody in this battle.", remedy="Raise a unit, or choose one."
            )
        for unit in side.units:
            if unit.side != side.key:
                raise RuleViolation("wrong-side", f"{unit.name} is not of {side.name}.", remedy="Put it on its side.")
            ids += [unit.id, *(one.id for one in (*unit.figures, *unit.elements))]
    if len(set(ids)) != len(ids):
        raise RuleViolation("same-id", "Two units, men or vehicles bear one id.", remedy="List each only once.")


def require_agreed(house: House, scenario: Scenario) -> None:
    """RuleViolation for average dice that the house rules do not know. IA-R156"""
    if scenario.average and house.choice("average-dice") == "off":
        raise RuleViolation(
            "no-average-dice",
            "Average dice are agreed for some troops, and the house rule average-dice is off.",
            citation="IA-R156",
            remedy="Set average-dice to per-group, or leave the dice as they are.",
        )


def agreed(scenario: Scenario, house: House) -> Scenario:
    """With the house rules' word on the defender and the points, where the scenario has none. IA-R206"""
    defender, limit = house.choice("agreed-defender"), house.choice("points-limit")
    return scenario.model_copy(
        update={
            "defender": scenario.defender or (None if defender == "none" else defender),
            "limit": scenario.limit or (None if limit == "no-limit" else int(limit)),
        }
    )
