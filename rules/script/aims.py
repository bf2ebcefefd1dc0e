"""What a scenario wants of a side, as data for plans: its objectives, each with place, people or edge."""

from __future__ import annotations

from typing import Any

from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.script.plan import ObjectiveEffect
from rules.script.state import Staged
from rules.seam.planning import AimKind, BattleAim
from rules.table.board import Board, Point
from rules.table.measure import between
from rules.table.reference import Surroundings, mentioned, place


def aims_of(state: Staged[Any], side: SideId, board: Board | None) -> tuple[BattleAim, ...]:
    """The side's objectives, those that are open first, else in the order in which they were given."""
    own = [objective for objective in state.objectives if objective.to is None or side in objective.to]
    found = [_aim(state, objective, board) for objective in own if objective.state != "withdrawn"]
    return tuple(sorted(found, key=lambda aim: aim.state != "open"))


def _aim(state: Staged[Any], objective: ObjectiveEffect, board: Board | None) -> BattleAim:
    keeps = objective.at_end == "achieved"
    name = objective.place or (next(iter(mentioned(objective.text, board)), "") if board is not None else "")
    at, radius = _where(name, board)
    return BattleAim(
        key=objective.key,
        kind=objective.aim or (AimKind.KEEP if keeps else AimKind.TAKE),
        text=objective.text,
        place=name,
        at=at,
        radius=radius,
        units=tuple(state.script.ref(word) for word in objective.about),
        edge=objective.edge or "",
        state=objective.state,
    )


def _where(name: str, board: Board | None) -> tuple[Point | None, float]:
    """The middle of a place, and how far it reaches: to the farthest corner of its outline, half a square without."""
    if board is None or not name:
        return None, 0.0
    try:
        at = place(name, Surroundings(board))
    except RuleViolation:
        return None, 0.0
    outline = next((each.outline for each in board.features if folded(each.name) == folded(name)), ())
    return at, max((between(at, corner) for corner in outline), default=board.square / 2)
