"""People in and on a vehicle that is struck, and those who get out of a wreck. VIII.2.9, X.8.2, R93."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.book.casualty import CasualtyDrawn
from rules.book_and_gun.book.occupants import Suffered
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import DeckShuffled, FigureFell
from rules.book_and_gun.events.fire import CardsDrawn
from rules.book_and_gun.events.vehicles import PeopleOut, PeopleRolled, WhyOut
from rules.book_and_gun.play.blasts.harm import Blamed
from rules.book_and_gun.play.ground.beside import beside
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Status
from rules.book_and_gun.vehicles import Vehicle, VehicleCondition
from rules.kernel.chance import Draw
from rules.kernel.event import Event
from rules.table.board import Point

WORSE = {
    "unharmed": VehicleCondition.SOUND,
    "immobilized": VehicleCondition.IMMOBILIZED,
    "destroyed": VehicleCondition.DESTROYED,
}


def people_struck(
    state: State,
    blamed: Blamed,
    vehicle: Vehicle,
    suffered: Suffered,
    where: str,
    draws: list[Draw],
    target_class: TargetClass = "I",
) -> Iterator[Event]:
    """The dice of those in or on it, then the card of each who is struck. BG-R93."""
    if suffered.dice:
        yield PeopleRolled(
            unit=vehicle.unit,
            vehicle=vehicle.id,
            where="inside" if where == "inside" else "on top",
            dice=suffered.dice,
            draws=tuple(draws.pop(0) for _ in suffered.dice),
            citations=("BG-R93",) if where == "inside" else ("BG-VIII.2.9b", "BG-R116", "BG-R209"),
        )
    for struck, drawn in zip(suffered.fates, suffered.cards, strict=True):
        own = tuple(draws.pop(0) for _ in drawn.cards)
        yield from shuffles(drawn)
        home = state.unit_of(struck)
        if drawn.figure is None:
            yield CardsDrawn(unit=home.id, cards=drawn.cards, reading=drawn.reading, draws=own, citations=("BG-R93",))
            continue
        yield FigureFell(
            unit=home.id,
            figure=struck,
            status=Status.KILLED if drawn.result == "killed" else Status.WOUNDED,
            cause=blamed.cause,
            by=blamed.figure,
            by_unit=blamed.unit,
            weapon=blamed.weapon,
            cards=drawn.cards,
            reading=drawn.reading,
            target_class=target_class,
            draws=own,
            citations=("BG-X.8.21", "BG-X.8.22", "BG-R93"),
        )


def shuffles(drawn: CasualtyDrawn) -> Iterator[Event]:
    for _ in range(drawn.shuffled):
        yield DeckShuffled(deck="casualty", citations=("BG-R03",))


def get_out(course: Course, vehicle_id: str, why: WhyOut, away_from: Point | None) -> None:
    """Those who are left get out beside the wreck, or all riders jump off, on the side away from the fire.
    BG-VIII.2.9c, BG-R93, BG-R116."""
    state = course.state
    vehicle = state.vehicle(vehicle_id)
    people = [f for f in state.people_in(vehicle_id) if why == "wreck" or not f.inside]
    homes = dict.fromkeys(state.unit_of(f.id).id for f in people)
    for home in homes:
        own = [f for f in people if course.state.unit_of(f.id).id == home]
        placed, side = beside(course.state, vehicle, own, away_from)
        course.note(
            PeopleOut(
                unit=home,
                vehicle=vehicle_id,
                why=why,
                figures=tuple(f.id for f in own),
                placed=placed,
                beside=side,
                citations=("BG-R93",) if why == "wreck" else ("BG-VIII.2.9c", "BG-R116"),
            )
        )
