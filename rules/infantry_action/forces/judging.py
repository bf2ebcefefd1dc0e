"""Who may fight a battle of these rules, and on what: refused before anything happens. IA-base.measure, IA-R156"""

from __future__ import annotations

from rules.infantry_action.book.switches import House
from rules.infantry_action.forces.scenario import ScenarioPlan
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.mustering import TwoSides, require_board
from rules.table.board import Board
from rules.violation import RuleViolation

FORCES = TwoSides(
    book="Infantry Action",
    keys=(ATTACKER, DEFENDER),
    citation="IA-notes.preparation",
    lasting="units, men or vehicles",
)


def table(board: Board | None) -> Board:
    return require_board(board, FORCES.book, "IA-base.measure")


def require_agreed(house: House, scenario: ScenarioPlan) -> None:
    """RuleViolation for average dice that the house rules do not know. IA-R156"""
    if scenario.average and not house.on("average-dice"):
        raise RuleViolation(
            "no-average-dice",
            "Average dice are agreed for some troops, and the house rule average-dice is off.",
            citation="IA-R156",
            remedy="Set average-dice to per-group, or leave the dice as they are.",
        )


def agreed(scenario: ScenarioPlan, house: House) -> ScenarioPlan:
    """With the house rules' word on the defender and the points, where the scenario has none. IA-R206"""
    defender = house.choice("agreed-defender")
    return scenario.model_copy(
        update={
            "defender": scenario.defender or (None if defender == "none" else defender),
            "limit": scenario.limit or house.limit("points-limit"),
        }
    )
