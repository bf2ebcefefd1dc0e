"""The enemy as a side knows him: units in the open, and position markers, whatever stands behind them; and its own
troops. RA-R241"""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.action import SideId
from rules.kernel.once import once_a_state
from rules.red_actions.book.kinds import Arm
from rules.red_actions.play.ground import lines
from rules.red_actions.play.ground.layout import distance_to
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit
from rules.table.measure import between


@dataclass(frozen=True, slots=True)
class Foe:
    """`unit` None: a marker, which may be a dummy."""

    key: str
    at: Point
    unit: Unit | None = None


@once_a_state
def foes(state: State, side: SideId) -> tuple[Foe, ...]:
    """All that the side may know of; routing enemies only where there is nobody else."""
    units = [enemy for enemy in state.enemies(side) if enemy.hidden is Concealment.NO and enemy.at is not None]
    steady = [Foe(enemy.id, enemy.at, enemy) for enemy in units if enemy.at is not None and not enemy.routing]
    markers = [
        (enemy.marker, enemy.at)
        for enemy in state.enemies(side)
        if enemy.hidden is Concealment.MARKER and enemy.at is not None
    ]
    markers += [(dummy.marker, dummy.at) for dummy in state.dummies if dummy.side != side]
    found = (*steady, *(Foe(f"marker {number}", at) for number, at in sorted(markers)))
    return found or tuple(Foe(enemy.id, enemy.at, enemy) for enemy in units if enemy.at is not None)


def inches(state: State, unit: Unit, foe: Foe) -> float:
    """Between a unit and an enemy as it is known."""
    if foe.unit is not None:
        return lines.distance(state, unit, foe.unit)
    return distance_to(state, unit, foe.at)


def nearest(state: State, unit: Unit) -> Foe | None:
    """The enemy whose middle is nearest to the middle of the unit."""
    here = unit.at
    if here is None:
        return None
    return min(foes(state, unit.side), key=lambda foe: (between(here, foe.at), foe.key), default=None)


def gap(state: State, unit: Unit) -> float | None:
    """Inches to whoever is nearest."""
    return min((inches(state, unit, foe) for foe in foes(state, unit.side)), default=None)


def troops(state: State, officer: Unit) -> Unit | None:
    """The steady unit of his own side that is nearest to an officer's base."""
    here = officer.at
    if here is None:
        return None
    found = [
        (between(here, unit.at), unit.id)
        for unit in state.on_table(officer.side)
        if unit.at is not None and not unit.routing and state.card(unit).arm is not Arm.OFFICER
    ]
    return state.unit(min(found)[1]) if found else None
