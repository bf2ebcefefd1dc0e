"""Which hostages are on the field, whom each follows, on foot or in a vehicle, and who brings one out. XIII.5.1."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.events.hostages import HostageRescued
from rules.book_and_gun.hostages import HOSTAGES, Captive
from rules.book_and_gun.play.aboard.crew import crew_of
from rules.book_and_gun.state import ARMY, State
from rules.book_and_gun.units import Figure, Unit


def is_hostage(unit: Unit) -> bool:
    return unit.traits.kind == HOSTAGES


def hostages(state: State) -> Iterator[tuple[Unit, Figure]]:
    """All who are on the field."""
    return ((unit, f) for unit in state.units if is_hostage(unit) and not unit.reserve for f in unit.present)


def told_of(state: State, hostage: str) -> Captive | None:
    return next((each for each in state.hostages if each.figure == hostage), None)


def leader_of_hostage(state: State, hostage: str) -> Figure | None:
    """Whom it follows: unhurt, on the field, both on foot or in the same vehicle. BG-R263, BG-R282"""
    said = told_of(state, hostage)
    if said is None or not said.follows:
        return None
    leader = state.figure(said.follows)
    return leader if leader.fit and leader.vehicle == state.figure(hostage).vehicle else None


def led_by(state: State, leader: Figure) -> list[tuple[Unit, Figure]]:
    return [(home, each) for home, each in hostages(state) if leader_of_hostage(state, each.id) == leader]


def brought_by(state: State, hostage: Figure) -> Figure | None:
    """The army's figure that has a hostage with it: whoever leads it, else who drives the vehicle in which it sits.
    BG-R264, BG-R283"""
    leader = leader_of_hostage(state, hostage.id)
    if leader is None and hostage.seat is not None:
        leader = next(iter(crew_of(state, state.vehicle(hostage.vehicle))), None)
    return leader if leader is not None and state.unit_of(leader.id).side == ARMY else None


def freed(home: Unit, hostage: Figure, by: Figure) -> HostageRescued:
    """BG-R264, BG-R283"""
    return HostageRescued(unit=home.id, hostage=hostage.id, by=by.id, citations=("BG-XIII.5.1", "BG-R264", "BG-R283"))
