"""Hulls on the table: oblongs in the way of sight and of feet, and what bars them. X.2.10, IX.3.1, IX.4.2."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from shapely import Point as Spot

from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.tabletop import ALTITUDE, in_sight, token
from rules.book_and_gun.play.ground.water import Afloat
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.once import once_a_state
from rules.table.board import Board, Feature, Point, Token
from rules.table.footprint import footprint
from rules.table.gate import Bar, Bars, Gate, Obstacle, Traveller
from rules.table.terrain import WATER

BETWEEN = 1.0
"""Inches between two vehicles that stand side by side."""
_HAIR = 1e-6
KEPT_OFF = 2.0
"""Inches that a vehicle keeps from an enemy on foot. BG-R171, BG-R212"""


def body(vehicle: Vehicle, afloat: Afloat = "") -> Traveller:
    """A vehicle as the gate knows it; a boat is always one on the water."""
    type_ = built(vehicle)
    return Traveller("hull" if afloat or type_.boat else "vehicle", wide=type_.width, long=type_.length)


def hull(vehicle: Vehicle) -> Token | None:
    """Its oblong; None where it has no place."""
    if vehicle.at is None:
        return None
    type_ = built(vehicle)
    return Token(
        vehicle.id,
        vehicle.at[0],
        vehicle.at[1],
        vehicle.facing,
        z=ALTITUDE if vehicle.aloft else 0.0,
        radius=type_.length / 2,
        height=type_.height,
        kind="vehicle",
        length=type_.length,
        width=type_.width,
        label=vehicle.name,
        state={"destroyed": "destroyed", "immobilized": "stopped"}.get(vehicle.condition.value, ""),
        turret=vehicle.turret if any(bears == "turret" for _, bears in type_.weapons) else None,
    )


@once_a_state
def standing(state: State) -> tuple[Token, ...]:
    """The hulls of all vehicles that stand on the table, wrecks too; none of a unit in reserve or under a marker, none
    in the air."""
    away = {unit.id for unit in state.units if unit.reserve or unit.concealed}
    grounded = (v for v in state.vehicles if v.unit not in away and not v.aloft)
    return tuple(each for v in grounded if (each := hull(v)) is not None)


def within_reach(state: State, at: Point, inches: float) -> Iterator[Vehicle]:
    """The vehicles whose hull is so near to a place, no wrecks, that stand on the table; none in the air.
    BG-VIII.2.12a, BG-R95, BG-R100."""
    for vehicle in state.vehicles:
        stood = hull(vehicle)
        if stood is None or vehicle.wreck or vehicle.aloft or state.unit(vehicle.unit).reserve:
            continue
        if footprint(stood).distance(Spot(at)) <= inches + _HAIR:
            yield vehicle


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """What bars vehicles: walls, barricades, houses; deep water on wheels and tracks. BG-IX.3.1e, BG-IX.4.2c."""
    name = feature.name or feature.kind
    if feature.kind in WATER and feature.kind in terrain.DEEP:
        return Bar(Bars.WHOLE, f"the {name}") if body.sort != "hull" else None
    if feature.kind in terrain.HIGH or feature.kind in terrain.RAMPARTS or feature.kind in terrain.INSIDE:
        return Bar(Bars.WHOLE, f"the {name}")
    return None


def gate_for(
    state: State, unit: Unit, moving: Collection[str], *, known: bool, shut: tuple[Obstacle, ...] = ()
) -> Gate:
    """The gate for vehicles of a unit that move: others' hulls and everybody on foot are in the way. `known`: as the
    unit's side knows the table, for plans and odds. `shut`: ground that they do not leave the water for."""
    board = state.board
    assert board is not None
    seen = [u for u in state.units if u.in_play and (not known or in_sight(state, unit.side, u))]
    ids = {u.id for u in seen}
    gone = {u.id for u in state.units if not u.in_play}
    hulls = tuple(
        (each, f"{each.label}")
        for v in state.vehicles
        if v.id not in moving and not v.aloft and (v.unit in ids or v.unit in gone) and (each := hull(v)) is not None
    )
    men = tuple(
        (each, other.name)
        for other in seen
        for man in other.present
        if man.seat is None and (each := token(man)) is not None
    )
    return _gate(board, (*hulls, *men), shut)


@lru_cache(maxsize=64)
def _gate(board: Board, others: tuple[tuple[Token, str], ...], shut: tuple[Obstacle, ...]) -> Gate:
    return Gate(terrain.surveyed(board), permit, others, shut=shut)
