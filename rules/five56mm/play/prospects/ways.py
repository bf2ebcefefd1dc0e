"""Moves worth offering: to the nearest enemy, away from him, into contact, in and out of vehicles, driving, flying."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.action import Action
from rules.five56mm.actions.foot import Carry, Hide, Move, Sprint
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.book.injury import Level, move_left
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.travel import GENTLE
from rules.five56mm.book.vehicle_damage import allowance
from rules.five56mm.play.courage import flight
from rules.five56mm.play.ground import field
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.ruleset import Offer
from rules.table.measure import bearing, between, step, toward, turn
from rules.table.reference import point_text

SPRINT = 4.0
"""Inches that a Sprint is offered beyond a Move: an average die and a little."""
_TO = {"move": "Move to …", "sprint": "Sprint to …", "hide": "Creep, hiding, to …"}
Lawful = Callable[[Action], bool]
Make = Callable[..., Offer]


def travel_offers(state: State, who: Character, lawful: Lawful, make: Make) -> Iterator[Offer]:
    """Every kind of getting about that is lawful now."""
    if who.vehicle is not None:
        yield from _aboard(state, who, lawful, make)
        return
    if state.board is None:
        if lawful(Move(character=who.id, path=("1 even",))):
            yield make(Move(character=who.id), "Move", ("path",))
        if lawful(Sprint(character=who.id, path=("1 even",))):
            yield make(Sprint(character=who.id), "Sprint", ("path",))
        return
    yield from _on_foot(state, who, lawful, make)
    yield from _vehicles_near(state, who, lawful, make)


def _on_foot(state: State, who: Character, lawful: Lawful, make: Make) -> Iterator[Offer]:
    here = who.at
    if here is None:
        return
    pool = move_left(who.wounds)
    for asked in (Move(character=who.id), Sprint(character=who.id), Hide(character=who.id)):
        if lawful(asked.model_copy(update={"to": point_text(here)})):
            yield make(asked, _TO[asked.name()], ("to",))
    prey = _nearest_enemy(state, who)
    if prey is not None:
        for action, label in (
            (Move(character=who.id, close_in=prey.id), f"Run at {prey.name}"),
            (Sprint(character=who.id, close_in=prey.id), f"Sprint at {prey.name}"),
        ):
            inches = field.distance(state, who.id, prey.id) or 0.0
            if 0 < inches - NUMBERS.contact <= (pool if isinstance(action, Move) else pool + 4) and lawful(action):
                yield make(action, label)
        goals = tuple(_towards(state, here, state.position(prey), reach) for reach in (pool, pool + SPRINT))
        yield from _moves(who, goals, "Advance", lawful, make)
    back = flight.best_way(state, who, pool)
    if between(here, back) > 0.1:
        yield from _moves(who, (back, flight.best_way(state, who, pool + SPRINT)), "Draw back", lawful, make)
    for friend in state.living(who.side):
        level = max((w.acts_as for w in friend.wounds), key=list(Level).index, default=Level.NONE)
        action = Carry(character=who.id, patient=friend.id, to=point_text(back))
        if level in (Level.CRITICAL, Level.MORTAL) and lawful(action):
            yield make(action, f"Carry {friend.name} back")


def _moves(who: Character, goals: tuple[Point | None, ...], label: str, lawful: Lawful, make: Make) -> Iterator[Offer]:
    """A Move to the first goal, a Sprint to the second."""
    near, far = goals
    if near is not None and lawful(move := Move(character=who.id, to=point_text(near))):
        yield make(move, label)
    if far is not None and lawful(sprint := Sprint(character=who.id, to=point_text(far))):
        yield make(sprint, f"{label} at a sprint")


def _nearest_enemy(state: State, who: Character) -> Character | None:
    enemies = [e for e in state.enemies(who.side) if e.able and e.vehicle is None and e.at is not None]
    return min(enemies, key=lambda e: (field.distance(state, who.id, e.id) or 0.0, e.number), default=None)


def _towards(state: State, here: Point, goal: Point | None, pool: float) -> Point | None:
    """Straight on, or a little to the side where something too high stands in the way; never on top of the enemy."""
    if goal is None or state.board is None:
        return None
    reach = min(pool, between(here, goal) - NUMBERS.contact)
    if reach < 0.2:
        return None
    way = bearing(here, goal)
    for aside in (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0):
        end = toward(here, goal, reach) if aside == 0 else step(here, way + aside, reach)
        high = any(s.obstacle and s.length > 3 for s in field.stretches(state.board, (here, end)))
        if state.board.holds(*end) and not high:
            return end
    return None


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _vehicles_near(state: State, who: Character, lawful: Lawful, make: Make) -> Iterator[Offer]:
    for vehicle in state.vehicles:
        inches = field.distance(state, who.id, vehicle.id)
        if vehicle.side != who.side or inches is None or inches > move_left(who.wounds) + NUMBERS.contact:
            continue
        for place in ("driver", "pilot", "gunner", "passenger"):
            action = BoardVehicle.model_validate({"character": who.id, "vehicle": vehicle.id, "place": place})
            if lawful(action):
                yield make(action, f"Board {vehicle.name} as {place}")


def _aboard(state: State, who: Character, lawful: Lawful, make: Make) -> Iterator[Offer]:
    vehicle = state.find_vehicle(who.vehicle)
    assert vehicle is not None
    for task in ("none", "full-speed", "turn"):
        drive = Drive.model_validate({"character": who.id, "task": task, **_course(state, who, vehicle, task)})
        yield from _whither(state, drive, "Drive", task, lawful, make)
    for task in ("none", "hover", "land", "full-speed", "bank"):
        pilot = Pilot.model_validate({"character": who.id, "task": task, **_course(state, who, vehicle, task)})
        yield from _whither(state, pilot, "Fly", task, lawful, make)
    rope = FastRope(character=who.id)
    if lawful(rope):
        yield make(rope, "Fast Rope")
    leave = Leave(character=who.id)
    if lawful(leave):
        yield make(leave, f"Leave {vehicle.name}" + (" while it moves" if vehicle.moved or vehicle.flying else ""))


def _whither(state: State, action: Drive | Pilot, verb: str, task: str, lawful: Lawful, make: Make) -> Iterator[Offer]:
    """The way that suggests itself, if it is open, and any other."""
    words = f"{verb}, {task.replace('-', ' ')}"
    if lawful(action):
        yield make(action, f"{verb} on" if task == "none" else words)
    elsewhere = action.model_copy(update={"to": None, "inches": None})
    if state.board is not None and task not in ("land", "hover") and lawful(elsewhere):
        yield make(elsewhere, f"{verb} to …" if task == "none" else f"{words}, to …", ("to",))


def _course(state: State, who: Character, vehicle: Vehicle, task: str) -> dict[str, str | float]:
    """Straight on, bent towards the nearest enemy (for whoever is afraid: away from him) as far as a gentle turn
    allows."""
    inches = allowance(vehicle.profile, vehicle.damage)
    if state.board is None or vehicle.at is None:
        return {"inches": inches}
    prey = _nearest_enemy(state, who)
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
