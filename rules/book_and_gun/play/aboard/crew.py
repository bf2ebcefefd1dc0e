"""Crews: which vehicles of a unit are manned, who drives, who serves which weapon, who is hit inside. VIII.2, X.1.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.arms import ON_VEHICLE
from rules.book_and_gun.book.garage import GARAGE, Bearing, VehicleType
from rules.book_and_gun.book.occupants import Occupants
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.once import once_a_state
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Served:
    """A weapon of a vehicle and who serves it. `weapon`: its key; `bears`: how it bears."""

    vehicle: Vehicle
    weapon: str
    bears: Bearing
    figure: str


def built(vehicle: Vehicle) -> VehicleType:
    """A vehicle's type."""
    return GARAGE[vehicle.type]


def crew_of(state: State, vehicle: Vehicle) -> tuple[Figure, ...]:
    """The fit crew aboard, the driver first."""
    own = [f for f in state.people_in(vehicle.id) if f.fit and f.seat is not None and f.seat.crews]
    return tuple(sorted(own, key=lambda f: f.seat is not None and f.seat.place != "driver"))


@once_a_state
def manned(state: State, unit: Unit) -> tuple[Vehicle, ...]:
    """The vehicles of a unit that are no wrecks and have a fit man of their crew aboard."""
    if not state.vehicles:
        return ()
    return tuple(v for v in state.vehicles_of(unit.id) if not v.wreck and crew_of(state, v))


def drives(state: State, unit: Unit) -> bool:
    """Whether the unit goes on wheels or tracks: one of its vehicles is manned."""
    return bool(state.vehicles) and bool(manned(state, unit))


def passengers(state: State, unit: Unit) -> bool:
    """Whether all of the unit is in or on vehicles of others, or of which it is not the crew."""
    return unit.aboard and not drives(state, unit)


@once_a_state
def closed_in(state: State, unit: Unit) -> bool:
    """Whether all of it is carried behind hulls, and crews none of them: who they are is their side's. BG-R216"""
    return not unit.exposed and passengers(state, unit)


@once_a_state
def served(state: State, vehicle: Vehicle) -> tuple[Served, ...]:
    """The weapons that are served now: one man drives, each other serves one, the main armament first. A lone man
    serves one in a turn in which the vehicle has not moved; whoever flies an aircraft serves one besides, the last.
    Of a vehicle in others' hands the main armament is a crewman's alone. BG-R123, BG-R213, BG-R268, BG-XIII.4.1a"""
    if vehicle.wreck:
        return ()
    crew = list(crew_of(state, vehicle))
    alone = len(crew) == 1 and vehicle.moved_turn != state.turn
    gunners = [*crew[1:], *crew[:1]] if vehicle.flight else crew if alone else crew[1:]
    weapons = built(vehicle).weapons
    if vehicle.taken:
        gunners = sorted(gunners, key=lambda man: not man.of_crew)
        weapons = weapons if any(man.of_crew for man in gunners) else weapons[1:]
    return tuple(
        Served(vehicle, key + ON_VEHICLE, bears, man.id) for (key, bears), man in zip(weapons, gunners, strict=False)
    )


def may_crew(state: State, vehicle: Vehicle, unit: Unit) -> bool:
    """Whether a unit may crew a vehicle: its own, or one of its side whose own unit has nobody fit left. BG-XIII.4.1a,
    BG-R274"""
    return vehicle.unit == unit.id or not state.unit(vehicle.unit).fit


def strange_to(vehicle: Vehicle, unit: Unit) -> bool:
    """Whether the unit is not the one that the vehicle came with. BG-R273"""
    return (vehicle.home or vehicle.unit) != unit.id


def post_of(state: State, figure: Figure) -> Served | None:
    """The weapon that somebody aboard serves; None: none, or they are on foot."""
    vehicle = state.find_vehicle(figure.vehicle) if figure.vehicle else None
    if vehicle is None:
        return None
    return next((post for post in served(state, vehicle) if post.figure == figure.id), None)


def through_the_tube(post: Served) -> str:
    """The key of the missile that the main armament fires besides its shells; empty: none. BG-X.4.20, BG-R249"""
    type_ = built(post.vehicle)
    return type_.tube + ON_VEHICLE if type_.tube and post.weapon == type_.weapons[0][0] + ON_VEHICLE else ""


def occupants(state: State, vehicle: Vehicle) -> Occupants:
    """Who is in and on it, by place, in roster order. BG-X.8.2, BG-VIII.2.9b."""
    people = state.people_in(vehicle.id)

    def of(places: Sequence[str]) -> tuple[str, ...]:
        return tuple(f.id for f in people if f.seat is not None and f.seat.place in places)

    return Occupants(of(("driver", "crew")), of(("passenger",)), of(("rider",)))


def require_on_foot(figures: Sequence[Figure], what: str) -> None:
    """Refuses what nobody does in or on a vehicle."""
    aboard = next((f for f in figures if f.seat is not None), None)
    if aboard is not None:
        raise RuleViolation(
            Why.ABOARD,
            f"{aboard.name} sits in or on a vehicle and cannot {what}.",
            citation="BG-VIII.4.2b",
            remedy="Get out first, or choose somebody on foot.",
        )
