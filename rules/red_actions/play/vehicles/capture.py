"""Tanks, armoured cars and trains that fall into enemy hands. RA-action.possess, RA-tank.capture, RA-train.capture,
RA-R99, RA-R233"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.event import Event
from rules.red_actions.book.kinds import Arm
from rules.red_actions.events.rails import TrainTaken, VehicleTaken
from rules.red_actions.play.ground.layout import in_contact
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.play.officers.lost_with import staffs
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Concealment, Loss, Unit

HELP = 4.0
"""Inches within which friends keep a vehicle out of enemy hands."""


def takeable(state: State, unit: Unit) -> Iterator[Unit]:
    """Enemy vehicles that it touches and may take: broken down or stuck, of trains standing, nobody aboard, and no
    steady friend of theirs within 4 in. Only men on foot or horse take them. RA-R233"""
    if state.card(unit).arm not in (Arm.RIFLE, Arm.SABRE):
        return
    for enemy in state.enemies(unit.side):
        arm = state.card(enemy).arm
        if not arm.vehicle or enemy.hidden is not Concealment.NO or not in_contact(state, unit, enemy):
            continue
        helpless = enemy.rails.last <= 0 if enemy.rails is not None else enemy.breakdown is not Breakdown.NONE
        manned = any(each.aboard == enemy.id for each in state.units)
        if helpless and not manned and not _helped(state, enemy):
            yield enemy


def _helped(state: State, vehicle: Unit) -> bool:
    return any(
        friend.id != vehicle.id
        and not friend.routing
        and state.card(friend).arm is not Arm.OFFICER
        and distance(state, friend, vehicle) <= HELP
        for friend in state.on_table(vehicle.side)
    )


def taken(state: State, unit: Unit, vehicle: Unit) -> Event:
    """A train changes hands and may be driven off; a tank or car is lost to its owner, and a staff with it.
    RA-tank.capture, RA-R99"""
    officers = tuple(officer.id for officer in state.officers_in(vehicle.id))
    if vehicle.rails is not None:
        return TrainTaken(
            unit=vehicle.id,
            by=unit.id,
            side=unit.side,
            was=vehicle.side,
            officers=officers,
            citations=("RA-train.capture", "RA-R233"),
        )
    losses = tuple(Loss(base, vehicle.id, vehicle.side, "captured", state.turn, unit.id) for base in vehicle.bases)
    losses += staffs(state, vehicle, "captured", unit.id)
    tanks = tuple(base.id for base in vehicle.bases if state.cards.card(base.card).arm is Arm.TANK)
    return VehicleTaken(
        unit=vehicle.id,
        name=vehicle.name,
        by=unit.id,
        losses=losses,
        tanks=tanks,
        officers=officers,
        citations=("RA-action.possess", "RA-tank.capture", "RA-R233"),
    )
