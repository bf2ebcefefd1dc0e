"""12.1 Getting in and out of vehicles, and 4.8 Fast Rope, in a battle."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Point as Spot
from shapely.ops import nearest_points

from rules.five56mm.actions.vehicles import BoardVehicle, FastRope, Leave
from rules.five56mm.book.collisions import leaving_harm
from rules.five56mm.book.driving import fast_rope
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import Boarded, GotOut, SeatTaken
from rules.five56mm.play.courage.away import require_not_towards_enemy
from rules.five56mm.play.ground import field, levels, passage
from rules.five56mm.play.ground.goals import goal_named
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import hover_of
from rules.five56mm.play.movement.movement import go_along, plan
from rules.five56mm.play.movement.plans import Plan, planned, planned_to
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    find,
    require_action,
    require_afoot,
    require_free,
    require_special,
    require_unforced,
)
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.footprint import footprint
from rules.table.measure import between, toward


def room(state: State, vehicle: Vehicle, place_: str) -> bool:
    """Whether a place is free: one man able to act a crew place, passengers as the profile says. MM-12.3.1, MM-12.8.2,
    MM-R205."""
    taken = [c for c in state.aboard(vehicle.id) if c.place == place_]
    if place_ == "passenger":
        return len(taken) < seats(vehicle)
    exists = place_ in vehicle.profile.crew or (place_ == "gunner" and bool(vehicle.mounts))
    return exists and not any(c.able for c in taken)


def seats(vehicle: Vehicle) -> int:
    """MM-12.3.1, MM-12.8.2: a turret costs two places."""
    return vehicle.profile.turret_passengers if vehicle.mounts else vehicle.profile.passengers


# ── In ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Boarding:
    """Which vehicle, and the way to it: None when he stands at the entrance."""

    vehicle: Vehicle
    way: Plan | None


def check_board(state: State, action: BoardVehicle, who: Character) -> Boarding:
    """MM-12.1.1, MM-12.3.1, MM-R116, MM-R205, MM-R206."""
    require_action(state, who)
    if who.vehicle is not None and getattr(find(state, action.vehicle), "id", None) == who.vehicle:
        return _another_seat(state, action, who)
    require_afoot(who)
    require_free(state, who)
    require_unforced(state, who)
    vehicle = find(state, action.vehicle)
    if not isinstance(vehicle, Vehicle):
        raise RuleViolation("not-a-vehicle", f"{vehicle.name} isn't a vehicle.", remedy="Choose a vehicle.")
    hostile = any(c.side != who.side for c in state.aboard(vehicle.id))
    if hostile or vehicle.flying or vehicle.wreck or vehicle.left:
        raise RuleViolation(
            "cannot-board",
            f"{vehicle.name} cannot be boarded now.",
            citation="MM-12.1.1",
            remedy="It must be whole and on the ground, and no enemy aboard.",
        )
    _require_room(state, vehicle, action, who)
    if state.board is None or who.at is None or vehicle.at is None:
        return Boarding(vehicle, plan(state, who, None, action.path) if action.path else None)
    entrance = _side_of(vehicle, who.at)
    if passage.contact(state, who.id, vehicle.id):
        return Boarding(vehicle, None)
    way = planned(state, (who.at, toward(entrance, who.at, NUMBERS.contact - 0.1)), who.level)
    up = levels.height(state.board, who.at, who.level) if who.level else 0.0
    if not passage.reaches(state, way.route[-1], entrance, up, field.landed_level(state.board, vehicle)):
        raise RuleViolation(
            "cannot-board",
            f"{vehicle.name} is out of {who.name}'s reach: a wall or a floor lies between them.",
            citation="MM-R204",
            remedy="Move round it, or to its level, first.",
        )
    require_not_towards_enemy(state, who, way.route)
    return Boarding(vehicle, way)


def _require_room(state: State, vehicle: Vehicle, action: BoardVehicle, who: Character) -> None:
    """RuleViolation where the place is taken, or where there is none for whoever has it and cannot leave it.
    MM-12.3.1, MM-R205."""
    helpless = _helpless(state, vehicle, action.place)
    left = who.vehicle == vehicle.id or helpless is None or room(state, vehicle, "passenger")
    if room(state, vehicle, action.place) and left:
        return
    raise RuleViolation(
        Why.NO_ROOM,
        f"There is no free place as {action.place} in {vehicle.name}.",
        citation="MM-12.3.1",
        remedy="Choose another place.",
    )


def _helpless(state: State, vehicle: Vehicle, place: str) -> Character | None:
    """Whoever has a crew place and cannot act."""
    found = (c for c in state.aboard(vehicle.id) if c.place == place != "passenger" and not c.able)
    return next(found, None)


def _another_seat(state: State, action: BoardVehicle, who: Character) -> Boarding:
    """Another place in the vehicle that he is in. MM-12.1.1, MM-R205."""
    vehicle = state.vehicle(who.vehicle or "")
    require_unforced(state, who)
    if action.place == who.place or vehicle.wreck:
        raise RuleViolation(
            "sits-there", f"{who.name} has that place.", citation="MM-R205", remedy="Choose another place."
        )
    _require_room(state, vehicle, action, who)
    return Boarding(vehicle, None)


def _side_of(vehicle: Vehicle, point: Point) -> Point:
    """The point of a vehicle that is nearest to somebody."""
    shape = field.vehicle_token(vehicle)
    assert shape is not None
    near, _ = nearest_points(footprint(shape), Spot(point))
    return round(near.x, 3), round(near.y, 3)


def do_board(course: Course, ready: Ready[BoardVehicle, Boarding]) -> None:
    """He is aboard if the Move brings him to the entrance, and breathes what gas it stands in. MM-12.1.1, MM-R208."""
    action, who, vehicle, way = ready.action, ready.who, ready.found.vehicle, ready.found.way
    course.happen(ActionTaken(character=who.id, verb="board", cost=1))
    if way is not None:
        covered = go_along(course, who, "board", way, move_left(who.wounds), None)
        wanted = sum(s.length for s in way.stretches if not s.upright)
        if covered < wanted - 1e-6 or not course.state.character(who.id).able:
            return
    helpless = _helpless(course.state, vehicle, action.place)
    if helpless is not None:
        left = who.place or "passenger"
        moved = SeatTaken(character=helpless.id, vehicle=vehicle.id, place=left, shoved=True, citations=("MM-R205",))
        course.happen(moved)
    if who.vehicle is not None:
        course.happen(SeatTaken(character=who.id, vehicle=vehicle.id, place=action.place, citations=("MM-R205",)))
        return
    course.happen(Boarded(character=who.id, vehicle=vehicle.id, place=action.place, citations=("MM-12.1.1",)))
    if vehicle.at is not None:
        walk_through_gas(course, who.id, (vehicle.at,), field.landed_level(course.state.board, vehicle))


# ── Out ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def require_aboard(state: State, who: Character) -> Vehicle:
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is None:
        raise RuleViolation(
            Why.NOT_ABOARD, f"{who.name} is not in a vehicle.", citation="MM-12.1.1", remedy="Board one first."
        )
    return vehicle


@dataclass(frozen=True, slots=True)
class Leaving:
    """Out of which vehicle, on which side (None without a board), and where to from there."""

    vehicle: Vehicle
    spot: Point | None
    way: Plan | None
    level: int = 0


def check_leave(state: State, action: Leave, who: Character) -> Leaving:
    """MM-12.1.2, MM-12.1.3, MM-R69, MM-R201."""
    require_action(state, who)
    return way_out(state, who, require_aboard(state, who), action.to, action.path)


def way_out(state: State, who: Character, vehicle: Vehicle, to: str | None, path: tuple[str, ...]) -> Leaving:
    """Out of the vehicle that he is in and on from its side. RuleViolation where nobody has room to get out, and for
    one who is afraid towards the enemy. MM-12.1.2, MM-R69, MM-R201, MM-R229."""
    goal = goal_named(state, who, to) if to is not None and vehicle.at is not None else None
    if goal is not None and vehicle.at is not None:
        require_not_towards_enemy(state, who, (vehicle.at, goal.at))
    spot = beside(state, vehicle, None if goal is None else goal.at, passing=goal is not None)
    level = level_below(state, vehicle)
    if spot is None and state.board is not None and vehicle.at is not None:
        raise RuleViolation(
            Why.NO_ROOM,
            f"Nobody has room to get out of {vehicle.name} here.",
            citation="MM-R201",
            remedy="Drive on first.",
        )
    way = None
    if goal is not None and spot is not None:
        way = planned_to(state, spot, level, (goal,))
    elif path:
        way = plan(state, who, None, path)
    return Leaving(vehicle, spot, way, level)


def level_below(state: State, vehicle: Vehicle) -> int:
    """The level of whoever gets, ropes or falls out of a vehicle: the roof under a helicopter. MM-R229"""
    if state.board is None or vehicle.at is None or not vehicle.helicopter:
        return 0
    return levels.roof_under(state.board, vehicle.at)


def beside(state: State, vehicle: Vehicle, toward_: Point | None, *, passing: bool = False) -> Point | None:
    """A place on the ground or roof at the vehicle's side, towards a goal or on its right; None where it is shut in.
    `passing`: for whoever goes on from there at once, past those who stand about."""
    if state.board is None or vehicle.at is None:
        return None
    shape = field.vehicle_token(vehicle)
    assert shape is not None
    goals = [toward_] if toward_ is not None and between(toward_, vehicle.at) > 1 else []
    goals += [(vehicle.at[0] + dx, vehicle.at[1] + dy) for dx, dy in ((3, 0), (-3, 0), (0, 3), (0, -3))]
    sides = [(_side_of(vehicle, goal), goal) for goal in goals]
    first, *others = (toward(near, goal, 0.6) for near, goal in sides)
    around = passage.rings(vehicle.at, first=1.7, most=3.7)
    found = (first, *passage.rings(first, first=passage.ELBOW, most=1.5), *others, *around)
    return passage.spot_near(
        state, found, start=vehicle.at, ignored=(vehicle.id,), level=level_below(state, vehicle), passing=passing
    )


def do_leave(course: Course, ready: Ready[Leave, Leaving]) -> None:
    """Out, with what the speed or the fall does, then the rest of a Move. MM-12.1.2 to MM-12.1.5, MM-R82."""
    who, vehicle, spot, way = ready.who, ready.found.vehicle, ready.found.spot, ready.found.way
    hovers = (
        vehicle.flying and hover_of(course.state, vehicle) is not None
    )  # stationary in the air, however far it came: MM-R116
    harm = leaving_harm(vehicle.profile, 0.0 if hovers else vehicle.moved, vehicle.flying, course.house)
    course.happen(ActionTaken(character=who.id, verb="leave", cost=1))
    course.happen(
        GotOut(
            character=who.id,
            vehicle=vehicle.id,
            at=spot,
            jumped=harm is not None,
            level=ready.found.level,
            citations=("MM-12.1.3",) if harm else ("MM-12.1.2",),
        )
    )
    if spot is not None:
        walk_through_gas(course, who.id, (spot,), ready.found.level)
    if harm is not None:
        hurt(course, who.id, harm, weapon="fall")
    now = course.state.character(who.id)
    if now.able and way is not None:
        go_along(course, now, "leave", way, move_left(now.wounds), None)


# ── Fast Rope ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Roping:
    """From which helicopter, and where to from below it: None where nothing is said."""

    vehicle: Vehicle
    goal: Point | None


def check_fast_rope(state: State, action: FastRope, who: Character) -> Roping:
    """MM-4.8.1, MM-4.73.3, MM-R219."""
    require_special(state, who)
    vehicle = require_aboard(state, who)
    if hover_of(state, vehicle) is None or who.place in ("pilot", "co-pilot"):
        raise RuleViolation(
            "not-hovering",
            "One ropes down from the back of a helicopter that hovers.",
            citation="MM-4.8.1",
            remedy="The pilot must Hover first.",
        )
    return Roping(
        vehicle, goal_named(state, who, action.to).at if action.to is not None and vehicle.at is not None else None
    )


def do_fast_rope(course: Course, ready: Ready[FastRope, Roping]) -> None:
    """On the roof of the house that is under the helicopter, else on the ground. MM-4.8.1, MM-4.81.1, MM-4.81.2,
    MM-R58, MM-R229."""
    who, vehicle, goal = ready.who, ready.found.vehicle, ready.found.goal
    course.happen(ActionTaken(character=who.id, verb="fast-rope", cost=2))
    penalties = in_the_dark(course.state, who)
    test, reach, fall = fast_rope(who.traits.movement, vehicle.hover or 0, course.chance, penalties, course.helps(who))
    at, level = vehicle.at, level_below(course.state, vehicle)
    course.happen(GotOut(character=who.id, vehicle=vehicle.id, at=at, level=level, citations=("MM-4.8.1",)))
    if goal is not None and at is not None and reach > 0:
        at = passage.as_far_as_open(course.state, at, toward(at, goal, reach), level)
    if at is not None and course.state.board is not None:
        at = passage.spot_near(course.state, (at, *passage.rings(at)), start=at, who=who.id, level=level) or at
    moved = 0.0 if at is None or vehicle.at is None else between(vehicle.at, at)
    course.happen(
        Moved(
            character=who.id,
            way="rope",
            to=at,
            facing=who.facing,
            inches=round(moved, 3),
            roll=test,
            route=() if at is None or vehicle.at is None else (vehicle.at, at),
            level=level,
            citations=("MM-4.81.1",) if fall is None else ("MM-4.81.2",),
        )
    )
    if at is not None:
        walk_through_gas(course, who.id, (at,), level)
    if fall is not None:
        hurt(course, who.id, fall, weapon="fall")
