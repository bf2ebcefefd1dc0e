"""Who may fight a battle of these rules, and on what: refused before anything happens. IA-base.measure, IA-R156"""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.book.switches import House
from rules.infantry_action.forces.scenario import ScenarioPlan
from rules.infantry_action.play.ground.kinds import BUILT, is_any
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterSide
from rules.seam.mustering import TwoSides, require_board
from rules.table.board import Board, Feature
from rules.table.footprint import area
from rules.table.reference import square_of

FORCES = TwoSides(
    book="Infantry Action",
    keys=(ATTACKER, DEFENDER),
    citation="IA-notes.preparation",
    lasting="units, men or vehicles",
)


def table(board: Board | None) -> Board:
    return with_names(require_board(board, FORCES.book, "IA-base.measure"))


def with_names(board: Board) -> Board:
    """The board on which every house and bunker has a name: it is fired at, diced for and lost by it. IA-build.when"""
    taken = {feature.name for feature in board.features}
    features: list[Feature] = []
    for feature in board.features:
        if not feature.name and (is_any(feature, BUILT) or feature.kind == "bunker"):
            middle = area(feature).centroid
            name = fresh(f"{feature.kind.capitalize()} {square_of(board, (middle.x, middle.y))}", taken)
            feature = replace(feature, name=name)
        features.append(feature)
    return replace(board, features=tuple(features))


def fresh(name: str, taken: set[str]) -> str:
    """The name, or one with a number where it is taken; it is taken then."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    taken.add(found)
    return found


def require_agreed(house: House, scenario: ScenarioPlan) -> None:
    """RuleViolation for average dice that the house rules do not know. IA-R156"""
    if scenario.average and not house.on("average-dice"):
        raise RuleViolation(
            "no-average-dice",
            "Average dice are agreed for some troops, and the house rule average-dice is off.",
            citation="IA-R156",
            remedy="Set average-dice to per-group, or leave the dice as they are.",
        )


def agreed(scenario: ScenarioPlan, house: House, sides: Sequence[MusterSide]) -> ScenarioPlan:
    """With the house rules' word on the defender and the points, where the scenario has none. IA-R206"""
    defender = next((side.key for side in sides if side.plays == house.choice("agreed-defender")), None)
    return scenario.model_copy(
        update={
            "defender": scenario.defender or defender,
            "limit": scenario.limit or house.limit("points-limit"),
        }
    )
