"""Where a unit with vehicles stands when it comes to the table: hulls, those in them, those on foot."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.forces.muster import set_down
from rules.table.board import Token

from .field import EAST, NORTH, PLAIN, army
from .motor import vehicle

SPOT = (24.0, 12.0)


def test_those_aboard_are_where_their_vehicle_is_and_look_as_it_does() -> None:
    """Its nose is at the place; it looks east, they looked north."""
    unit, body = vehicle("own", "gun-jeep", at=(0.0, 0.0), facing=EAST)
    unit = replace(unit, figures=tuple(replace(figure, facing=NORTH) for figure in unit.figures))
    stood, (hull,) = set_down(PLAIN, unit, (body,), SPOT)
    assert hull.at is not None
    assert hull.at[0] < SPOT[0]
    assert hull.at[1] == SPOT[1]
    assert hull.facing == EAST
    assert {(figure.at, figure.facing) for figure in stood.figures} == {(hull.at, EAST)}


def test_those_on_foot_stand_behind_the_hulls_and_on_nobody() -> None:
    crew, body = vehicle("own", "gun-jeep", at=(0.0, 0.0), facing=EAST)
    walkers = army("walk", size=2).figures
    unit = replace(crew, figures=(*crew.figures, *walkers))
    stood, (hull,) = set_down(PLAIN, unit, (body,), SPOT)
    assert hull.at is not None
    places = [figure.at for figure in stood.figures if figure.seat is None]
    rear = 2 * hull.at[0] - SPOT[0]
    assert all(at is not None and at[0] <= rear for at in places)
    assert len({*places}) == 2
    assert {figure.at for figure in stood.figures if figure.seat is not None} == {hull.at}


def test_without_vehicles_they_stand_in_formation_there_but_where_others_do() -> None:
    unit = army("walk", size=1, facing=EAST)
    alone, vehicles = set_down(PLAIN, unit, (), SPOT)
    assert (alone.figures[0].at, vehicles) == (SPOT, ())
    pushed, _ = set_down(PLAIN, unit, (), SPOT, [Token("other", *SPOT, radius=0.5)])
    assert pushed.figures[0].at != SPOT
