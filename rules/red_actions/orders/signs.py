"""What the stops of orders look for: what stands on the table for all to see, or is the side's own."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.data import Stop
from rules.kernel.action import SideId
from rules.red_actions.orders import known
from rules.red_actions.state import State
from rules.red_actions.units import Concealment


def fired_at(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    """Shootings at the unit, or at the building in which it is."""
    unit = state.find(ref)
    return (f"{ref} {number}" for number in range(1, (unit.shot_at if unit is not None else 0) + 1))


def losses(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    """Bases that are gone, whatever has become of them. RA-def.flight"""
    return (loss.base.id for loss in state.losses if loss.unit == ref and loss.side == side)


def terror(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    """As many markers as the stop says, or more; each further one is a sign of its own. RA-def.terror.1"""
    unit = state.find(ref)
    markers = unit.markers if unit is not None else 0
    return (f"{ref} {number}" for number in range(max(1, int(stop.number or 1)), markers + 1))


def pinned(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    unit = state.find(ref)
    if unit is not None and unit.pinned:
        yield ref


def officer_lost(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    """Its own officer, or a senior one of its side. RA-officer.loss.1"""
    for officer in state.officers:
        if officer.side == side and not officer.fit and (officer.unit == ref or officer.rank == "senior"):
            yield officer.id


def near(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    unit = state.find(ref)
    if unit is None or unit.at is None:
        return
    for foe in known.foes(state, side):
        if known.inches(state, unit, foe) <= (stop.number or 0):
            yield f"{ref} {foe.key}"


def new_enemy(state: State, side: SideId, ref: str, stop: Stop) -> Iterator[str]:
    """Enemies on the table of whom the side knows what they are. RA-seq.reveal"""
    return (enemy.id for enemy in state.enemies(side) if enemy.hidden is Concealment.NO)
