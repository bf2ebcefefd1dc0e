"""What an objective has come to when the battle is over and nothing has judged it."""

from __future__ import annotations

from typing import Literal

from rules.script.plan import ObjectiveEffect
from rules.seam.viewing import Result


def came_to(objective: ObjectiveEffect, result: Result | None) -> Literal["achieved", "failed", "withdrawn"]:
    """What it was judged; else, where the winner alone has anybody left, his has been achieved and that of the beaten
    failed: nobody is there any more to hinder the one or to keep the other up. Otherwise as the scenario says."""
    holder = None if result is None or not result.alone else result.winner
    if objective.state != "open" or holder is None or not objective.to or len(objective.to) != 1:
        return objective.outcome
    return "achieved" if objective.to[0] == holder else "failed"
