"""What a scenario gives to those who come: kit, stores, missions, seats in vehicles, helicopters on the ground; and
what lies on the table before they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.battle.facts import Ruled
from rules.battle.hidden import next_ref
from rules.battle.umpire import FactRuled
from rules.book_and_gun.book.explosives import PREPARING
from rules.book_and_gun.book.organisations import refitted
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.devices import DeviceLaid
from rules.book_and_gun.facts import WIRE
from rules.book_and_gun.forces.scenario import ScenarioPlan
from rules.book_and_gun.outfits import Outfit
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Seat, SeatPlace, Vehicle
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterSide
from rules.table.board import Board

Fielded = tuple[Unit, tuple[Vehicle, ...]]
"""A unit with its vehicles."""


def outfitted(fielded: Fielded, outfits: Sequence[Outfit]) -> Fielded:
    """The unit with what the scenario gives to it and to its figures; seats in others' vehicles come later. BG-R21,
    BG-R287"""
    if not outfits:
        return fielded
    unit, vehicles = fielded
    for outfit in outfits:
        if outfit.kit:
            unit = replace(unit, figures=tuple(_fitted(figure, outfit, unit) for figure in unit.figures))
        if outfit.who == unit.id:
            stores = replace(unit.munitions, **dict(outfit.stores))
            missions = unit.traits.missions if outfit.missions is None else outfit.missions
            unit = replace(unit, munitions=stores, traits=replace(unit.traits, missions=missions))
            if outfit.landed:
                vehicles = tuple(replace(v, flight="landed") if v.flight == "hovering" else v for v in vehicles)
    return unit, vehicles


def _fitted(figure: Figure, outfit: Outfit, unit: Unit) -> Figure:
    if outfit.who not in (figure.id, unit.id):
        return figure
    return replace(figure, traits=refitted(figure.traits, outfit.kit, figure.name))


def boarded(units: Sequence[Fielded], outfits: Sequence[Outfit]) -> list[Fielded]:
    """The units with those in vehicles whom the scenario puts there, inside first, then on top; whoever has a seat
    already keeps it, and without the vehicle they are on foot. BG-VIII.2.71b, BG-VIII.2.9a, BG-R287

    Raises RuleViolation where one has no room for them."""
    hulls = {vehicle.id: vehicle for _, vehicles in units for vehicle in vehicles}
    taken: list[tuple[str, SeatPlace]] = [
        (f.seat.vehicle, f.seat.place) for unit, _ in units for f in unit.figures if f.seat is not None
    ]
    into = {outfit.who: hulls[outfit.seat] for outfit in outfits if outfit.seat in hulls}
    found: list[Fielded] = []
    for unit, vehicles in units:
        figures: list[Figure] = []
        for figure in unit.figures:
            vehicle = into.get(figure.id) or into.get(unit.id)
            if vehicle is None or figure.seat is not None:
                figures.append(figure)
                continue
            place = _free(vehicle, [each for hull, each in taken if hull == vehicle.id])
            taken.append((vehicle.id, place))
            seat = Seat(vehicle.id, vehicle.type, place, aloft=vehicle.aloft)
            figures.append(replace(figure, seat=seat, at=vehicle.at, facing=vehicle.facing))
        found.append((replace(unit, figures=tuple(figures)), vehicles))
    return found


def _free(vehicle: Vehicle, taken: Sequence[SeatPlace]) -> SeatPlace:
    type_ = built(vehicle)
    if taken.count("passenger") < type_.passengers:
        return "passenger"
    if taken.count("rider") < type_.riders:
        return "rider"
    raise RuleViolation(
        Why.NO_ROOM,
        f"{vehicle.name} has no room for all whom the scenario puts into it.",
        citation="BG-VIII.2.71b",
        remedy="Leave somebody out, or bring another vehicle.",
    )


def prepared(scenario: ScenarioPlan, sides: Sequence[MusterSide], board: Board | None) -> Iterator[Event]:
    """The wires and devices of a scenario, each for its own side to know; devices need a board. BG-R106, BG-R288"""
    homes = {figure.id: unit for side in sides for unit in side.units for figure in unit.figures}
    owners = {unit.id: unit.side for unit in homes.values()}
    for one, other in scenario.wires:
        if one in owners and other in owners:
            yield FactRuled(ruled=Ruled(WIRE.name, True, one, other), audience=(owners[one],), citations=("BG-R106",))
    refs: list[str] = []
    for plan in scenario.devices if board is not None else ():
        refs.append(next_ref(refs, plan.side))
        layer = homes.get(plan.layer)
        device = Device(
            refs[-1],
            plan.kind,
            plan.side,
            plan.at,
            plan.facing,
            unit="" if layer is None else layer.id,
            layer="" if layer is None else plan.layer,
            work=PREPARING.get(plan.kind, 1),
            known=plan.known,
        )
        yield DeviceLaid(device=device, audience=(plan.side, *plan.known), citations=("BG-R288",))
