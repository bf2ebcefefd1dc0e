"""Who is lost with a unit: the staffs of senior officers who are with it."""

from __future__ import annotations

from rules.red_actions.state import State
from rules.red_actions.units import Loss, Unit


def staffs(state: State, unit: Unit, how: str, by: str) -> tuple[Loss, ...]:
    """The bases of senior officers who are lost with a unit. RA-R84"""
    bases = [(each.id, base) for each in state.units if each.with_unit == unit.id for base in each.bases]
    losses = [
        Loss(base, ref, unit.side, "captured" if how == "captured" else "destroyed", state.turn, by)
        for ref, base in bases
    ]
    return tuple(losses)
