"""Ways worth offering in and out of vehicles, and on wheels and rotors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from rules.battle.deed import lawful
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.travel import GENTLE, reverse_rate
from rules.five56mm.book.vehicle_damage import allowance
from rules.five56mm.play.ground import field
from rules.five56mm.play.movement.leaving import NOSE_AT_EDGE, edge_at, way_off
from rules.five56mm.play.movement.ways import nearest_enemy
from rules.five56mm.play.vehicles.boarding import check_board, check_fast_rope, check_leave
from rules.five56mm.play.vehicles.wheels import check_drive, check_pilot
from rules.five56mm.state import Character, State, Vehicle
from rules.seam.asking import Offer
from rules.table.measure import bearing, between, step, toward, turn
from rules.table.reference import point_text

J = TypeVar("J", Drive, Pilot)


def boarding_offers(state: State, who: Character) -> Iterator[Offer]:
    own = state.find_vehicle(who.vehicle)
    if own is not None:
        for place in ("driver", "pilot", "co-pilot", "gunner", "passenger"):
            action = BoardVehicle.model_validate({"character": who.id, "vehicle": own.id, "place": place})
            if lawful(check_board, state, action, who):
                yield Offer(action, f"Move over as {place}")
        return
    for vehicle in state.vehicles:
        inches = field.distance(state, who.id, vehicle.id)
        if inches is None or inches > move_left(who.wounds) + NUMBERS.contact:
            continue
        for place in ("driver", "pilot", "co-pilot", "gunner", "passenger"):
            action = BoardVehicle.model_validate({"character": who.id, "vehicle": vehicle.id, "place": place})
            if lawful(check_board, state, action, who):
                yield Offer(action, f"Board {vehicle.name} as {place}")


def driving_offers(state: State, who: Character) -> Iterator[Offer]:
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is None:
        return
    for task in ("none", "full-speed", "turn"):
        drive = Drive.model_validate({"character": who.id, "task": task, **_course(state, who, vehicle, task)})
        yield from _whither(state, drive, lambda action: lawful(check_drive, state, action, who), "Drive")
    anywhere = Drive(character=who.id)

    def open_(action: Drive) -> bool:
        return lawful(check_drive, state, action, who)

    yield from _standing_and_back(state, vehicle, anywhere, open_, "Drive")
    yield from _off(state, vehicle, anywhere, open_)


def flying_offers(state: State, who: Character) -> Iterator[Offer]:
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is None:
        return
    for task in ("none", "hover", "land", "full-speed", "bank"):
        pilot = Pilot.model_validate({"character": who.id, "task": task, **_course(state, who, vehicle, task)})
        yield from _whither(state, pilot, lambda action: lawful(check_pilot, state, action, who), "Fly")
    anywhere = Pilot(character=who.id)

    def open_(action: Pilot) -> bool:
        return lawful(check_pilot, state, action, who)

    yield from _standing_and_back(state, vehicle, anywhere, open_, "Fly")
    yield from _off(state, vehicle, anywhere, open_)


def _off(state: State, vehicle: Vehicle, action: J, open_: Callable[[J], bool]) -> Iterator[Offer]:
    """Straight on off the table, or to its nearest edge, where that is within its allowance. MM-R215."""
    if state.board is None or vehicle.at is None:
        return
    inches = allowance(vehicle.profile, vehicle.damage)
    short = 0.0 if vehicle.helicopter else NOSE_AT_EDGE - 0.1
    near = way_off(state, vehicle.at)
    ahead = step(vehicle.at, vehicle.facing, inches)
    board = state.board
    clipped = (
        min(max(ahead[0], short), board.width - short),
        min(max(ahead[1], short), board.depth - short),
    )
    for goal in dict.fromkeys((toward(vehicle.at, near, between(vehicle.at, near) - short), clipped)):
        edge = edge_at(state, goal, NOSE_AT_EDGE)
        off = action.model_copy(update={"to": point_text(goal), "off": True})
        if edge is not None and between(vehicle.at, goal) <= inches and open_(off):
            yield Offer(off, f"{'Fly' if vehicle.helicopter else 'Drive'} off by the {edge} edge")
            return


def _whither(state: State, action: J, open_: Callable[[J], bool], verb: str) -> Iterator[Offer]:
    """The way that suggests itself, if it is open, and any other."""
    task = action.task
    words = f"{verb}, {task.replace('-', ' ')}"
    if open_(action):
        yield Offer(action, f"{verb} on" if task == "none" else words)
    elsewhere = action.model_copy(update={"to": None, "inches": None})
    if state.board is None or not open_(elsewhere):
        return
    yield Offer(elsewhere, f"{verb} to …" if task == "none" else f"{words}, to …", ("to",))


def _standing_and_back(
    state: State, vehicle: Vehicle, anywhere: J, open_: Callable[[J], bool], verb: str
) -> Iterator[Offer]:
    """Where it stands, and backwards as far as its allowance goes or to any place. MM-4.6.5, MM-4.7.5."""
    if state.board is None or vehicle.at is None or not open_(anywhere):
        return
    yield Offer(anywhere, "Halt" if verb == "Drive" else "Stay where it is")
    back = anywhere.model_copy(update={"reverse": True})
    inches = allowance(vehicle.profile, vehicle.damage) / reverse_rate(vehicle.profile)
    end = step(vehicle.at, (vehicle.facing + 180.0) % 360.0, inches)
    if state.board.holds(*end):
        straight = back.model_copy(update={"to": point_text(end)})
        if open_(straight):
            yield Offer(straight, f"{verb} straight back")
    yield Offer(back, f"{verb} backwards to …", ("to",))


def rope_offers(state: State, who: Character) -> Iterator[Offer]:
    action = FastRope(character=who.id)
    if lawful(check_fast_rope, state, action, who):
        yield Offer(action, "Fast Rope")
        if state.board is not None:
            yield Offer(action, "Fast Rope to …", ("to",))


def leaving_offers(state: State, who: Character) -> Iterator[Offer]:
    vehicle, action = state.find_vehicle(who.vehicle), Leave(character=who.id)
    if vehicle is not None and lawful(check_leave, state, action, who):
        how = " while it moves" if vehicle.moved or vehicle.flying else ""
        yield Offer(action, f"Leave {vehicle.name}{how}")
        if state.board is not None:
            yield Offer(action, f"Leave {vehicle.name}{how} for …", ("to",))


def _course(state: State, who: Character, vehicle: Vehicle, task: str) -> dict[str, str | float]:
    """Straight on, bent towards the nearest enemy (for whoever is afraid: away from him) as far as a gentle turn
    allows."""
    inches = allowance(vehicle.profile, vehicle.damage)
    if state.board is None or vehicle.at is None:
        return {"inches": inches}
    prey = nearest_enemy(state, who)
    goal = state.position(prey) if prey is not None else None
    facing = vehicle.facing
    if goal is not None and between(vehicle.at, goal) > 1:
        afraid = state.go is not None and state.go.forced is not Courage.STEADY
        way = bearing(goal, vehicle.at) if afraid else bearing(vehicle.at, goal)
        limit = 90.0 if task in ("turn", "bank") else GENTLE
        if turn(facing, way) <= limit:
            facing = way
        else:
            left = turn((facing - limit) % 360, way) < turn((facing + limit) % 360, way)
            facing = (facing - limit if left else facing + limit) % 360
        inches = inches if afraid else min(inches, max(2.0, between(vehicle.at, goal) - 6))
    if task == "hover":
        inches = min(inches, 8.0)
    end = step(vehicle.at, facing, inches)
    x = min(max(end[0], 1.0), state.board.width - 1)
    y = min(max(end[1], 1.0), state.board.depth - 1)
    return {"to": point_text((x, y))}
