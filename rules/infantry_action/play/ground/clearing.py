"""Where men stand who get out of a wreck or come out of a house: beside it, where they have room. IA-R255"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.course import Course
from rules.infantry_action.events.works import MenPutOut
from rules.infantry_action.figures import Figure
from rules.infantry_action.knowledge import sees, who_see_any
from rules.infantry_action.play.ground.passage import MAN, gate_of
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.table.board import Point
from rules.table.gate import Gate
from rules.table.measure import between, step

_RINGS, _RING = 32, 0.9
"""Rings of places round about, and metres from one to the next."""


def clear_places(
    state: State,
    side: SideId,
    start: Point | None,
    wanted: Sequence[Point],
    *,
    out_of: str = "",
    off: BaseGeometry | None = None,
    beside: Sequence[Point] = (),
) -> tuple[Point, ...]:
    """Of each place the nearest with room for a man that is reached from `start`, no two of them one: on the table, out
    of deep water, walls and vehicles, and where nobody stands of whom the side knows; itself where there is none.
    `start`: the place itself, if not said; `out_of`: the vehicle that is no hindrance on the way; `off`: ground that he
    keeps off; `beside`: places that others have just taken. IA-R240, IA-R245, IA-R255"""
    if state.board is None:
        return tuple(wanted)
    room, way = gate_of(state), gate_of(state, out_of)
    known = (man for man in state.fit() if man.side == side or sees(state, side, man.group))
    taken = [*beside, *(man.at for man in known if man.at is not None and man.at not in wanted)]
    found: list[Point] = []
    for place in wanted:
        here = place if start is None else start
        free = (each for each in _around(place) if off is None or not off.covers(Spot(each)))
        fits = (each for each in free if _fits(room, each, taken) and way.open(MAN, here, each))
        found.append(next(fits, place))
        taken.append(found[-1])
    return tuple(found)


def stand_clear(course: Course, of: str, men: Iterable[str]) -> None:
    """Men who have got out of a vehicle that is a wreck now stand where they have room. IA-R255"""
    state = course.state
    vehicle = state.find_vehicle(of)
    out = [man for man in map(state.figure, men) if man.fit and man.at is not None]
    if vehicle is None or vehicle.at is None or not out:
        return
    wanted = [man.at for man in out if man.at is not None]
    found = zip(out, clear_places(state, out[0].side, vehicle.at, wanted, out_of=of), strict=True)
    places = tuple((man.id, place) for man, place in found if place != man.at)
    if places:
        seen = who_see_any(state, vehicle.group)
        course.happen(MenPutOut(name=of, places=places, audience=seen, citations=("IA-R255",)))
    make_room(course, out[0].side, (man.id for man in out))


def make_room(course: Course, side: SideId, men: Iterable[str]) -> None:
    """Whoever stands, unknown to the side, where one of the men has been put makes room for them. IA-R255"""
    put = tuple(men)
    for id_ in put:
        _unknown_make_room(course, side, course.state.figure(id_), frozenset(put))


def _unknown_make_room(course: Course, side: SideId, man: Figure, off: frozenset[str]) -> None:
    state = course.state
    for each in [each for each in state.fit() if each.side != side and not sees(state, side, each.group)]:
        if each.id != man.id and each.at is not None and man.at is not None and _on(each.at, man.at):
            _aside(course, each, off)


def _on(place: Point, other: Point) -> bool:
    return between(place, other) < MAN.wide - 1e-6


def step_aside(course: Course, before: State) -> None:
    """After all have moved at once nobody stands on another: whoever has come there steps aside; where his side does
    not know of the other, that one makes room. IA-R255"""
    if course.state.board is None:
        return
    for id_ in sorted(man.id for man in before.fit()):
        state = course.state
        man = state.figure(id_)
        if not man.fit or man.at is None or man.at == before.figure(id_).at:
            continue
        there = [o for o in state.fit() if o.id != id_ and o.at is not None and _on(man.at, o.at)]
        if any(other.side == man.side or sees(state, man.side, other.group) for other in there):
            _aside(course, man, frozenset())
        elif there:
            make_room(course, man.side, (id_,))


def _aside(course: Course, man: Figure, off: frozenset[str]) -> None:
    """To the nearest place beside his own, clear of all of whom his side knows, and of those who have just taken
    theirs: `off`. Whoever stands there unknown makes room in turn. What he does goes on. IA-R255"""
    state = course.state
    assert man.at is not None
    others = [
        each.at
        for each in state.fit()
        if each.at is not None
        and each.id != man.id
        and (each.id in off or each.side == man.side or sees(state, man.side, each.group))
    ]
    room = gate_of(state)
    fits = (at for at in _around(man.at) if _fits(room, at, others) and room.open(MAN, man.at, at))
    place = next(fits, None)
    if place is not None:
        seen = who_see_any(state, man.group)
        course.happen(MenPutOut(name="", places=((man.id, place),), audience=seen, citations=("IA-R255",)))
        _unknown_make_room(course, man.side, course.state.figure(man.id), off | {man.id})


def _fits(room: Gate, place: Point, taken: Sequence[Point]) -> bool:
    return all(between(place, each) >= MAN.wide for each in taken) and room.room(MAN, place) is None


def _around(place: Point) -> Iterator[Point]:
    yield place
    for ring in range(1, _RINGS + 1):
        for number in range(12):
            x, y = step(place, 30.0 * number, ring * _RING)
            yield round(x, 3), round(y, 3)
