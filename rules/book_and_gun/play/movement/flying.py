"""Flights: aircraft go as far as they like; helicopters hover, land, let people in or out, take off. VIII.2.12,
VIII.2.13, VIII.2.131; R40.

On its card a helicopter first comes down, then people get out or in, then it takes off and flies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.book.aircraft import class_of, require_landing
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.aircraft import AircraftFlew
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground import route
from rules.book_and_gun.play.ground.aloft import aircraft_of, hovers_over, landing_place
from rules.book_and_gun.play.ground.parking import seated_at
from rules.book_and_gun.play.movement.alighting import out_of
from rules.book_and_gun.play.movement.boarding import Mounting, get_in, mounting
from rules.book_and_gun.play.movement.driving import require_plain
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, has_chance, own_unit, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Flight, Vehicle
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import bearing, length, tidy, turn

SIDEWAYS = 90.0
"""Degrees off its way that a helicopter may look while it flies. BG-VIII.2.13b"""
DOWN = ("land", "touch down")
_HAIR = 0.01


@dataclass(frozen=True, slots=True)
class Flying:
    """A flight that has been judged. `down`: the aircraft come down first; `out`: those who then get out; `loads`:
    those who then get in; `flight`: how they are at the end, `way`: the points of the first one's flight, from its
    start."""

    unit: Unit
    figures: tuple[Figure, ...]
    vehicles: tuple[Vehicle, ...]
    down: bool
    out: tuple[tuple[Unit, tuple[Figure, ...]], ...]
    loads: tuple[Mounting, ...]
    flight: Flight
    way: tuple[Point, ...]
    facing: float
    action: Move


def judge_flight(state: State, unit: Unit, figures: Sequence[Figure], action: Move, by: Actor) -> Flying:
    """Raises RuleViolation: none that can fly, what aircraft do not do, a landing that the book does not allow, nobody
    to let in or out. BG-VIII.2.2b, BG-VIII.2.12a, BG-VIII.2.13b, BG-VIII.2.131, BG-R40, BG-R91, BG-R270."""
    able = tuple(v for v in aircraft_of(state, unit) if v.drives)
    if not able:
        raise RuleViolation(
            Why.CANNOT_MOVE,
            f"No aircraft of {unit.name} can fly.",
            citation="BG-R91",
            remedy="Get out, or hold: what is immobilized may still fire.",
        )
    require_plain(action)
    _require_able(able, action)
    down = action.flight in DOWN
    if down:
        _require_down(state, unit, able, action)
    landed = fold(state, _downs(state, unit, able, known=True)) if down else state
    out = tuple(_leaving(landed, able, action))
    loads = tuple(_loads(landed, unit, able, action, by))
    here = landed.vehicle(able[0].id)
    way = () if action.flight == "land" else _way(landed, unit, here, action)
    facing = _facing(here, way, action)
    return Flying(unit, tuple(figures), able, down, out, loads, _flight(able[0], action, way), way, facing, action)


def _require_able(able: Sequence[Vehicle], action: Move) -> None:
    """Refuses what its kind of aircraft cannot do."""
    if action.backwards:
        raise RuleViolation(
            "no-reverse",
            "An aircraft does not back up.",
            citation="BG-VIII.2.13a",
            remedy="Give the place that it flies to.",
        )
    fixed = [v for v in able if built(v).fixed_wing]
    if fixed and action.flight not in (None, "fly"):
        kind = built(fixed[0]).aircraft
        assert kind is not None
        class_of(kind, "hovering" if action.flight == "hover" else "landed")
    if action.flight == "land" and (action.to is not None or action.inches is not None):
        raise RuleViolation(
            "lands-below",
            "A helicopter lands where it hovers, before it moves.",
            citation="BG-VIII.2.131",
            remedy="Leave the place out; or touch down: then it takes off again and flies there.",
        )
    grounded = action.flight in DOWN or all(v.flight == "landed" for v in able)
    if (action.unload or action.load) and not grounded:
        raise RuleViolation(
            "in-the-air",
            f"{able[0].name} must be on the ground for people to get in or out.",
            citation="BG-VIII.2.131",
            remedy="Land, or touch down, from hovering over the place.",
        )


def _require_down(state: State, unit: Unit, able: Sequence[Vehicle], action: Move) -> None:
    if all(v.flight == "landed" for v in able):
        raise RuleViolation(
            Why.AS_IT_IS, f"{able[0].name} stands on the ground.", citation="BG-VIII.2.131", remedy="Take off, or hold."
        )
    for vehicle in able:
        require_landing(
            hovers=hovers_over(state, vehicle), at_start=True, loads=bool(action.load), unloads=action.unload
        )
        if state.board is not None and landing_place(state, unit, vehicle, known=True) is None:
            raise RuleViolation(
                "no-landing-zone",
                f"{vehicle.name} has no room to land there.",
                citation="BG-R270",
                remedy="Hover over open ground, and land next turn.",
            )


def _flight(lead: Vehicle, action: Move, way: tuple[Point, ...]) -> Flight:
    """How it is at the end. Whoever changes place without stopping to hover is moving. BG-R40."""
    if built(lead).fixed_wing:
        return "moving"
    if action.flight == "land":
        return "landed"
    gone = length(way) > _HAIR if way else bool(action.inches)
    return "moving" if gone and action.flight in (None, "fly") else "hovering"


def _way(state: State, unit: Unit, lead: Vehicle, action: Move) -> tuple[Point, ...]:
    """To the place that it is sent to, however far; over nothing else than the table. BG-VIII.2.12a."""
    board = state.board
    if board is None or lead.at is None or action.to is None or action.inches == 0.0:
        return ()
    points = [_over(board, point) for point in route.read(state, board, unit, lead.at, action.to)]
    if not points:
        return ()
    way = route.Way((lead.at, *points), lead.facing, length((lead.at, *points)))
    return (way if action.inches is None else route.cut(way, action.inches)).points


def _over(board: Board, point: Point) -> Point:
    return tidy(min(max(point[0], 0.0), board.width)), tidy(min(max(point[1], 0.0), board.depth))


def _facing(lead: Vehicle, way: tuple[Point, ...], action: Move) -> float:
    """Along its way; a helicopter may look up to 90 degrees aside, or anywhere where it stays. BG-VIII.2.13b."""
    ahead = bearing(way[-2], way[-1]) if len(way) > 1 and way[-2] != way[-1] else None
    wanted = action.facing
    if wanted is None:
        return lead.facing if ahead is None else round(ahead, 1)
    aside = 0.0 if ahead is None else turn(ahead, wanted)
    if aside > (0.0 if built(lead).fixed_wing else SIDEWAYS) + 0.5:
        raise RuleViolation(
            "looks-back",
            f"{lead.name} cannot fly there looking that way.",
            citation="BG-VIII.2.13b",
            remedy="A fixed wing looks along its way, a helicopter up to 90 degrees aside.",
        )
    return wanted


# ── Who gets out and in ──────────────────────────────────────────────────────────────────────────────────────────


def _leaving(state: State, able: Sequence[Vehicle], action: Move) -> Iterator[tuple[Unit, tuple[Figure, ...]]]:
    if not action.unload:
        return
    _require_one_way(state, able, "in")
    ids = {v.id for v in able}
    found = [(u, tuple(f for f in u.present if f.vehicle in ids and _carried(f))) for u in state.units]
    found = [(u, figures) for u, figures in found if figures]
    if not found:
        raise RuleViolation(
            "nobody-aboard", f"{able[0].name} carries nobody.", citation="BG-VIII.2.131", remedy="Fly on."
        )
    yield from found


def _carried(figure: Figure) -> bool:
    return figure.seat is not None and not figure.seat.crews


def _loads(state: State, unit: Unit, able: Sequence[Vehicle], action: Move, by: Actor) -> Iterator[Mounting]:
    """Each unit that is to get in, in its own move of the turn, with its 1D6. BG-VIII.4.21a, BG-VIII.4.21c."""
    if action.load:
        _require_one_way(state, able, "out")
    for name in action.load:
        other = own_unit(state, name, by)
        if other.reserve or not has_chance(state, other) or "unit" not in movers(state, other):
            raise RuleViolation(
                "had-its-chance",
                f"{other.name} cannot get in: it has no move left in this turn.",
                citation="BG-VIII.4.21a",
                remedy="Choose a unit that has not moved yet.",
            )
        require_mobile(state, other)
        yield mounting(state, other, MountVehicle(unit=other.id, into=unit.id))


def _require_one_way(state: State, able: Sequence[Vehicle], done: str) -> None:
    for vehicle in able:
        if vehicle.boarded_turn == state.turn and vehicle.boarded == done:
            require_landing(hovers=True, at_start=True, loads=True, unloads=True)


# ── Carried out ──────────────────────────────────────────────────────────────────────────────────────────────────


def fly(state: State, ready: Flying, chance: Chance) -> list[Event]:
    """It comes down, people get out or in, it takes off and flies. BG-VIII.2.12a, BG-VIII.2.131."""
    course = Course(state, chance)
    unit = ready.unit
    course.note(activated(state, unit, ready.figures))
    if ready.down:
        course.note(*_downs(state, unit, ready.vehicles, known=False))
    for other, figures in ready.out:
        course.note(*out_of(course.state, course.unit(other.id), figures, None))
    for load in ready.loads:
        _board(course, load)
    if ready.flight != "landed":
        course.note(*_flown(course.state, ready))
    return course.events


def _board(course: Course, load: Mounting) -> None:
    """They get in on the helicopter's card, as many as find room."""
    state = course.state
    course.note(activated(state, course.unit(load.unit.id), load.figures, free=True))
    get_in(course, load)


def _downs(state: State, unit: Unit, vehicles: Sequence[Vehicle], *, known: bool) -> list[Event]:
    """The landing of each: below it, or beside what stands there. Whoever hides there makes it come down farther off.
    BG-VIII.2.131, BG-R270."""
    events: list[Event] = []
    for vehicle in (v for v in vehicles if v.flight != "landed"):
        now = fold(state, events)
        spot = landing_place(now, unit, vehicle, known=known) or vehicle.at
        stood = replace(vehicle, at=spot)
        if spot is not None:
            own = tuple(f for f in now.unit(unit.id).present if f.vehicle == vehicle.id)
            events.append(
                UnitMoved(
                    unit=unit.id,
                    figures=tuple(f.id for f in own),
                    how="land",
                    placed=seated_at(own, (stood,)),
                    citations=("BG-VIII.2.131",),
                )
            )
        events.append(
            AircraftFlew(unit=unit.id, vehicle=vehicle.id, flight="landed", citations=("BG-VIII.2.131", "BG-R270"))
        )
    return events


def _flown(state: State, ready: Flying) -> Iterator[Event]:
    """The flight of all of them, each beside the first as it was."""
    vehicles = [state.vehicle(v.id) for v in ready.vehicles]
    ways = [_beside(state, vehicles[0], v, ready.way) for v in vehicles]
    stood = [
        replace(v, at=way[-1] if way else v.at, facing=ready.facing) for v, way in zip(vehicles, ways, strict=True)
    ]
    figures = tuple(f for f in state.unit(ready.unit.id).present if f.vehicle in {v.id for v in vehicles})
    inches = round(length(ready.way), 2) if ready.way else (ready.action.inches or 0.0)
    yield UnitMoved(
        unit=ready.unit.id,
        figures=tuple(f.id for f in figures),
        how="fly",
        inches=inches,
        placed=seated_at(figures, stood),
        path=ready.way if inches > 0.0 else (),
        facing=ready.facing,
        goal=ready.action.to or "",
        uses_move=inches > 0.0,
        citations=("BG-VIII.2.12a",),
    )
    for vehicle, way in zip(vehicles, ways, strict=True):
        yield AircraftFlew(unit=ready.unit.id, vehicle=vehicle.id, flight=ready.flight, way=way, citations=("BG-R40",))


def _beside(state: State, lead: Vehicle, vehicle: Vehicle, way: tuple[Point, ...]) -> tuple[Point, ...]:
    board = state.board
    if board is None or lead.at is None or vehicle.at is None:
        return ()
    off = vehicle.at[0] - lead.at[0], vehicle.at[1] - lead.at[1]
    return tuple(_over(board, (x + off[0], y + off[1])) for x, y in way)
