"""Vehicles for tests: a crew in its seats, by hand."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.state import ARMY
from rules.book_and_gun.units import Figure, FigureTraits, Unit, UnitTraits
from rules.book_and_gun.vehicles import Seat, Vehicle

from .field import NORTH, battle


def vehicle(name, kind, *, at=(20.0, 10.0), facing=NORTH, side=ARMY, crew=None, leader=True, traits=None, **changes):
    """A lone vehicle with its crew: a unit called `name`, its figures name1 (the driver), name2 …"""
    type_ = GARAGE[kind]
    crew = type_.crew if crew is None else crew
    body = Vehicle(f"{name}-v", kind, name.title(), name, at=at, facing=facing, turret=facing)
    figures = tuple(
        Figure(
            id=f"{name}{n}",
            number=n,
            name=f"Man {name}{n}",
            rank="",
            role="crew",
            traits=FigureTraits(weapons=("assault rifle",), leader=leader and n == 1, precedence=1),
            at=at,
            facing=facing,
            seat=Seat(body.id, kind, "driver" if n == 1 else "crew"),
        )
        for n in range(1, crew + 1)
    )
    unit = Unit(
        id=name,
        name=name.title(),
        side=side,
        organisation="vehicle",
        nation="",
        traits=traits or UnitTraits(kind="vehicle"),
        figures=figures,
        facing=facing,
        **changes,
    )
    return unit, body


def inside(unit, body, place="passenger"):
    """The unit with all of its figures in a vehicle, or on it."""
    seat = Seat(body.id, body.type, place, aloft=body.aloft)
    return replace(unit, figures=tuple(replace(f, seat=seat, at=body.at, facing=body.facing) for f in unit.figures))


def motorised(units, vehicles, **changes):
    return battle(*units, vehicles=tuple(vehicles), **changes)


def flown(name, kind, *, flight=None, **given):
    """A lone aircraft with its crew, hovering, or moving where it cannot."""
    unit, body = vehicle(name, kind, **given)
    flight = flight or ("moving" if GARAGE[kind].fixed_wing else "hovering")
    body = replace(body, flight=flight)
    seats = tuple(replace(f, seat=replace(f.seat, aloft=body.aloft)) for f in unit.figures)
    return replace(unit, figures=seats), body
