"""What becomes of an aircraft that is hit in the air, and of those aboard. X.9.1, R109."""

from __future__ import annotations

from rules.book_and_gun.course import Course
from rules.book_and_gun.events.aircraft import AircraftFlew, AircraftGone
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.events.vehicles import PeopleOut
from rules.book_and_gun.play.aboard.captives import brought_by, freed, is_hostage
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.blasts.harm import Blamed
from rules.book_and_gun.play.ground.aloft import landing_place
from rules.book_and_gun.play.ground.beside import beside
from rules.book_and_gun.play.ground.parking import seated_at
from rules.book_and_gun.units import Figure, Status
from rules.kernel.changing import replace


def shot_down(course: Course, vehicle_id: str, blamed: Blamed) -> None:
    """Aircraft and all aboard are lost; nothing of it is left on the table. BG-R109, BG-R272."""
    state = course.state
    unit = state.vehicle(vehicle_id).unit
    for figure in state.people_in(vehicle_id):
        course.note(
            FigureFell(
                unit=state.unit_of(figure.id).id,
                figure=figure.id,
                status=Status.KILLED,
                cause=blamed.cause,
                by=blamed.figure,
                by_unit=blamed.unit,
                weapon=blamed.weapon,
                citations=("BG-R109",),
            )
        )
    course.note(AircraftGone(unit=unit, vehicle=vehicle_id, why="shot down", citations=("BG-R109", "BG-R272")))


def leave(course: Course, vehicle_id: str) -> None:
    """Damaged it leaves for the battle with its crew; a helicopter sets its passengers down first, where it has room
    below; a hostage whom it cannot set down is flown out. BG-R109, BG-R270, BG-R272, BG-R283."""
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    if not built(vehicle).fixed_wing and any(
        f.seat is not None and not f.seat.crews for f in _aboard(course, vehicle_id)
    ):
        _set_down(course, vehicle_id)
    for figure in _aboard(course, vehicle_id):
        home = course.state.unit_of(figure.id)
        if is_hostage(home) and (by := brought_by(course.state, figure)) is not None:
            course.note(freed(home, figure, by))
    figures = tuple((course.state.unit_of(f.id).id, f.id) for f in _aboard(course, vehicle_id))
    course.note(
        AircraftGone(
            unit=vehicle.unit, vehicle=vehicle_id, why="damaged", figures=figures, citations=("BG-R109", "BG-R272")
        )
    )


def _aboard(course: Course, vehicle_id: str) -> tuple[Figure, ...]:
    return course.state.people_in(vehicle_id)


def _set_down(course: Course, vehicle_id: str) -> None:
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    home = state.unit(vehicle.unit)
    spot = landing_place(state, home, vehicle, known=False)
    if state.board is not None and spot is None:
        return
    if spot is not None:
        own = tuple(f for f in home.present if f.vehicle == vehicle_id)
        placed = seated_at(own, (replace(vehicle, at=spot),))
        course.note(
            UnitMoved(
                unit=home.id,
                figures=tuple(f.id for f in own),
                how="land",
                placed=placed,
                uses_move=False,
                citations=("BG-R109",),
            )
        )
    course.note(AircraftFlew(unit=home.id, vehicle=vehicle_id, flight="landed", citations=("BG-R109",)))
    people = [f for f in _aboard(course, vehicle_id) if f.seat is not None and not f.seat.crews]
    for unit_id in dict.fromkeys(course.state.unit_of(f.id).id for f in people):
        own = [f for f in people if course.state.unit_of(f.id).id == unit_id]
        where, side = beside(course.state, course.state.vehicle(vehicle_id), own, None)
        course.note(
            PeopleOut(
                unit=unit_id,
                vehicle=vehicle_id,
                why="wreck",
                figures=tuple(f.id for f in own),
                placed=where,
                beside=side,
                citations=("BG-R109",),
            )
        )
