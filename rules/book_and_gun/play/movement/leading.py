"""Whom a unit's figures may lead along, what is offered of it, how a hostage is called out of a vehicle. XIII.5.1."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.actions.movement import CarryWounded
from rules.book_and_gun.play.aboard.captives import is_hostage, led_by
from rules.book_and_gun.play.movement.alighting import require_down
from rules.book_and_gun.play.movement.escorted import out_beside
from rules.book_and_gun.play.movement.hostages import follow_me, in_danger, known_hostages, moves_it
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer


def lead_off(state: State, unit: Unit, leader: Figure, home: Unit, hostage: Figure) -> list[Event]:
    """The hostage follows that figure; one who sits in a vehicle beside it gets out first. Raises RuleViolation as
    `follow_me`, and while the vehicle lets nobody out. BG-XIII.5.1, BG-R263, BG-R282"""
    told = follow_me(state, unit, leader, home, hostage)
    if hostage.seat is None:
        return told
    require_down(state, (hostage,))
    return [out_beside(state, home.id, hostage.vehicle, (hostage,), None), *told]


def leads(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Whom its figures could lead along, who may stay, and who is in danger."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or state.board is None or unit.reserve or is_hostage(unit):
        return
    free = [f for f in unit.fit if f.move_turn != state.turn and f.seat is None and not f.traits.dog]
    for home, hostage in known_hostages(state, side):
        for leader in free:
            try:
                lead_off(state, unit, leader, home, hostage)
            except RuleViolation:
                continue
            yield Offer(CarryWounded(carrier=leader.id, wounded=hostage.id), f"{hostage.name} follows {leader.name}")
            break
        danger = unit.side == moves_it(state, hostage) and hostage.move_turn != state.turn and hostage.fit
        if free and danger and hostage.seat is None and in_danger(state, hostage, side):
            moved = CarryWounded(carrier=free[0].id, wounded=hostage.id)
            yield Offer(moved, f"{hostage.name} out of danger …", needs=("to",))
    for leader in free:
        if leader.carries is None and led_by(state, leader):
            yield Offer(CarryWounded(carrier=leader.id), f"{leader.name} has the hostages stay here")
