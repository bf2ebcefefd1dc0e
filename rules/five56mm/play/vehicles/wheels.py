"""4.6 Drive, 4.7 Pilot and 12.2 Ramming in a battle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.facts import needed
from rules.five56mm.actions.vehicles import Drive, Pilot
from rules.five56mm.book.driving import Hands, Task, attempt, landing_harm, most_turns, task_number
from rules.five56mm.book.explosions import explosion_harm
from rules.five56mm.book.ground import OBSTACLE
from rules.five56mm.book.target_number import possible
from rules.five56mm.book.travel import DeclaredDrive, Means, Travel, declared_travel, travel
from rules.five56mm.book.vehicle_damage import Damage, allowance
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.vehicles import GotOut, Travelled, VehicleDamaged
from rules.five56mm.play.courage.away import require_not_towards_enemy
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.ground.facts import route
from rules.five56mm.play.harm.aside import clear_below
from rules.five56mm.play.harm.gas import ride_through_gas
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import driver_of, near_vehicle, pilot_hurt
from rules.five56mm.play.movement.leaving import NOSE_AT_EDGE, drive_off, require_edge
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import find, require_free, require_special
from rules.five56mm.play.vehicles.boarding import beside, level_below, require_aboard
from rules.five56mm.play.vehicles.landing import down, require_room
from rules.five56mm.play.vehicles.ramming import as_far_as_open, ram_people, ram_vehicle
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.table.measure import between, step


@dataclass(frozen=True, slots=True)
class Journey:
    """What a driver means to do."""

    vehicle: Vehicle
    route: tuple[Point, ...]
    """Empty without a board."""
    wish: DeclaredDrive
    facts: tuple[Fact, ...]
    met: tuple[str, ...] = ()
    """Without a board: who is said to be in the path, or near it if it explodes."""


# ── Checks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_drive(state: State, action: Drive, who: Character) -> Journey:
    """MM-4.6.1, MM-4.6.3, MM-4.6.6, MM-12.51.4."""
    require_special(state, who)
    require_free(state, who)
    vehicle = require_aboard(state, who)
    if vehicle.helicopter or who.place != "driver":
        raise RuleViolation(
            "not-at-the-wheel",
            f"{who.name} is not at the wheel of a land vehicle.",
            citation="MM-4.6.1",
            remedy="Board as driver (helicopters: Pilot).",
        )
    journey = _journey(state, action, who, vehicle)
    return journey if journey.route else replace(journey, met=_named(state, action.rams))


def check_pilot(state: State, action: Pilot, who: Character) -> Journey:
    """MM-4.7.1, MM-4.7.3, MM-4.7.6, MM-12.9.2, MM-R59."""
    require_special(state, who)
    require_free(state, who)
    vehicle = require_aboard(state, who)
    if not vehicle.helicopter or who.place not in ("pilot", "co-pilot"):
        raise RuleViolation(
            "not-at-the-stick", f"{who.name} does not fly a helicopter.", citation="MM-4.7.1", remedy="Board as pilot."
        )
    pilot = next((c for c in state.aboard(vehicle.id) if c.place == "pilot" and c.able), None)
    if who.place == "co-pilot" and pilot is not None and not pilot_hurt(pilot):
        raise RuleViolation(
            "pilot-flies", "The pilot is fit and flies himself.", citation="MM-12.9.2", remedy="Wait for his card."
        )
    if vehicle.flown_turn == state.turn:
        raise RuleViolation(
            "flown", f"{vehicle.name} has flown this turn.", citation="MM-4.7.6", remedy="One Pilot action a turn."
        )
    return replace(_journey(state, action, who, vehicle), met=_named(state, action.near))


def _named(state: State, refs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(find(state, ref).id for ref in refs)


def _journey(state: State, action: Drive | Pilot, who: Character, vehicle: Vehicle) -> Journey:
    if vehicle.stopped:
        raise RuleViolation(
            "immobilised",
            f"{vehicle.name} cannot be used any more.",
            citation="MM-12.51.4",
            remedy="Leave it, or use its weapons if they still work.",
        )
    if action.task != "none":
        _possible(state, action.task, vehicle, who)
    if state.board is not None and vehicle.at is not None:
        if action.to is None:
            if action.task == "land":
                require_room(state, vehicle, (vehicle.at,), reverse=False)
            return Journey(vehicle, (vehicle.at,), DeclaredDrive(0.0), ())
        way = route(state, who, action.to)
        if action.off:
            require_edge(state, way, NOSE_AT_EDGE)
        _passable(state, vehicle, way)
        if action.task == "land":
            require_room(state, vehicle, way, reverse=action.reverse)
        require_not_towards_enemy(state, who, way)
        return Journey(
            vehicle, way, DeclaredDrive(0.0), (Fact("route", round(field.inches(way), 2), Source.MEASURED, "in"),)
        )
    if action.inches is None and action.task not in ("hover", "land"):
        raise needed("inches", "How far it goes is not said.", "MM-4.6.3")
    wish = DeclaredDrive(action.inches or 0.0, action.inches_back, action.turns, action.right_angles)
    _affordable(state, vehicle, action, wish)
    return Journey(vehicle, (), wish, (Fact("inches", wish.ahead + wish.back, Source.DECLARED, "in"),))


def _affordable(state: State, vehicle: Vehicle, action: Drive | Pilot, wish: DeclaredDrive) -> None:
    """RuleViolation for turns and reversing that cost more than there is, also where a task wins turns of up to 90
    degrees. MM-4.6.4, MM-4.6.5, MM-4.75.1."""
    won = most_turns(action.task, vehicle.profile)
    means = replace(means_of(state, vehicle, action, None), right_angles=won)
    declared_travel(vehicle.profile, replace(wish, ahead=0.0), means)


def _possible(state: State, task: str, vehicle: Vehicle, who: Character) -> None:
    """RuleViolation for a Driver Task that even a 6 would fail; Land and Hover are read by how badly they fail."""
    if task in ("land", "hover"):
        return
    number, bonus = task_number(task, vehicle.profile, hands_of(state, who), vehicle.damage, state.house)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Drive without a task."
        )


def _passable(state: State, vehicle: Vehicle, way: tuple[Point, ...]) -> None:
    """A land vehicle goes round what is higher than half an inch, with its whole width, and does not ford deep water.
    MM-R202."""
    assert state.board is not None
    if vehicle.helicopter:
        return
    for stretch in field.stretches(state.board, way):
        if (stretch.ground == OBSTACLE and stretch.length > 0.5) or stretch.ground in ("deep water", "bog"):
            raise RuleViolation(
                "no-way-for-wheels",
                f"{vehicle.name} cannot pass {stretch.ground}.",
                citation="MM-4.6.3",
                remedy="Drive round it, with several places in the route.",
            )
    stop = passage.gate_of(state, *(each.id for each in state.vehicles)).way(passage.WHEELS, way).stop
    if stop is not None:
        raise RuleViolation(
            "no-way-for-wheels",
            f"{vehicle.name} cannot pass {stop.why}.",
            citation="MM-R202",
            remedy="Drive round it, with several places in the route.",
        )


def hands_of(state: State, who: Character) -> Hands:
    return Hands(who.traits.morale, who.traits.skills, who.place == "co-pilot", in_the_dark(state, who))


def means_of(state: State, vehicle: Vehicle, action: Drive | Pilot, task: Task | None) -> Means:
    """Allowance less damage, and what the task has won. MM-4.6.3, MM-4.7.3, MM-12.51.2, MM-12.51.3."""
    inches = task.inches if task else 0.0
    return Means(allowance(vehicle.profile, vehicle.damage), task.turns if task else 0, inches, action.reverse)


# ── Driving and flying ────────────────────────────────────────────────────────────────────────────────────────────


def do_drive(course: Course, ready: Ready[Drive, Journey]) -> None:
    """The task's roll, the way, and whoever is in it. MM-4.6.2 to MM-4.6.9, MM-12.2.1 to MM-12.2.4, MM-R52, MM-R86."""
    action, who, journey = ready.action, ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="drive", cost=2))
    task = _attempt(course, action.task, journey.vehicle, who)
    gone = _gone(course.state, journey, action, task)
    gone, struck = as_far_as_open(course.state, journey.vehicle, gone, reverse=action.reverse)
    _travelled(course, journey, who, task, gone, flying=False, hover=None)
    ride_through_gas(course, journey.vehicle.id, gone.route)
    ram_people(course, journey.vehicle.id, who, gone, journey.met)
    other = struck or next((v.id for v in course.state.vehicles if v.id in journey.met), None)
    if other is not None:
        ram_vehicle(course, journey.vehicle.id, other, gone.moved)
    elif action.off:
        drive_off(course, journey.vehicle.id, who.id, arrived=gone.complete)


def do_pilot(course: Course, ready: Ready[Pilot, Journey]) -> None:
    """MM-4.7.2 to MM-4.7.6, MM-4.72.1 to MM-4.75.1, MM-R56, MM-R57, MM-R59, MM-R218."""
    action, who, journey = ready.action, ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="pilot", cost=2))
    task = _attempt(course, action.task, journey.vehicle, who)
    gone = _gone(course.state, journey, action, task)
    if task is not None and task.overshoot:
        gone = _overshot(course.state, gone, task.overshoot)
    landed = task is not None and task.task == "land"
    if landed and course.state.board is not None:
        gone = down(course.state, journey.vehicle, gone, reverse=action.reverse)
    hover = task.aboard if task is not None and task.task == "hover" else None
    flying = not landed and (journey.vehicle.flying or gone.moved > 0 or hover is not None)
    _travelled(course, journey, who, task, gone, flying=flying, hover=hover)
    ride_through_gas(course, journey.vehicle.id, gone.route)
    if landed:
        clear_below(course, journey.vehicle.id)
    if landed and task is not None and task.result:
        _bad_landing(course, journey, task)
    if action.off and not landed:
        drive_off(course, journey.vehicle.id, who.id, arrived=gone.complete)


def _attempt(course: Course, name: str, vehicle: Vehicle, who: Character) -> Task | None:
    if name == "none":
        return None
    hands = replace(hands_of(course.state, who), helps=course.helps(who))
    return attempt(name, vehicle.profile, hands, course.chance, vehicle.damage, course.house)


def _gone(state: State, journey: Journey, action: Drive | Pilot, task: Task | None) -> Travel:
    means = means_of(state, journey.vehicle, action, task)
    if journey.route:
        return travel(journey.vehicle.profile, journey.route, journey.vehicle.facing, means)
    moved = declared_travel(journey.vehicle.profile, journey.wish, means)
    return Travel((), moved, journey.vehicle.facing, moved >= journey.wish.ahead + journey.wish.back)


def _overshot(state: State, gone: Travel, inches: int) -> Travel:
    """Straight on along its course, as far as the table goes. MM-4.72.2, MM-4.73.2, MM-R56."""
    if not gone.route or state.board is None:
        return replace(gone, moved=gone.moved + inches)
    x, y = step(gone.route[-1], gone.facing, inches)
    end = (min(max(x, 0.0), state.board.width), min(max(y, 0.0), state.board.depth))
    return replace(gone, route=(*gone.route, end), moved=round(gone.moved + between(gone.route[-1], end), 3))


def _travelled(
    course: Course,
    journey: Journey,
    who: Character,
    task: Task | None,
    gone: Travel,
    *,
    flying: bool,
    hover: int | None,
) -> None:
    full_speed = task is not None and task.task == "full-speed" and task.done
    landed = task is not None and task.task == "land"
    course.happen(
        Travelled(
            vehicle=journey.vehicle.id,
            driver=who.id,
            task=task,
            to=gone.route[-1] if gone.route else journey.vehicle.at,
            facing=gone.facing,
            moved=0.0 if landed else gone.moved,
            full_speed=full_speed,
            flying=flying,
            hover=hover,
            route=gone.route,
            facts=journey.facts,
            citations=("MM-4.7.2",) if journey.vehicle.helicopter else ("MM-4.6.3",),
        )
    )


def _bad_landing(course: Course, journey: Journey, task: Task) -> None:
    """Table 4.72 from -4 down; its own effects replace those of 12.51 and 12.6.

    MM-4.72.3, MM-4.72.4, MM-4.72.5, MM-R56.
    """
    vehicle_id = journey.vehicle.id
    minor = course.house.choice("land-damaged") == "minor"
    damage = {
        "damaged": Damage.MINOR if minor else Damage.MAJOR,
        "immobilised": Damage.IMMOBILISED,
        "destroyed": Damage.DESTROYED,
    }[task.result]
    course.happen(VehicleDamaged(vehicle=vehicle_id, damage=damage, citations=("MM-4.72.3",)))
    inside = landing_harm(task.roll.margin, inside=True)
    assert inside is not None
    vehicle = course.state.vehicle(vehicle_id)
    outside = near_vehicle(course.state, vehicle_id) or tuple((each, 0.0) for each in journey.met)
    for who in course.state.aboard(vehicle_id):
        hurt(course, who.id, inside, weapon="crash")
        if damage is Damage.DESTROYED and course.state.character(who.id).alive:
            spot = beside(course.state, vehicle, None) or vehicle.at
            on = level_below(course.state, vehicle)
            course.happen(GotOut(character=who.id, vehicle=vehicle_id, at=spot, level=on, citations=("MM-4.72.5",)))
    if landing_harm(task.roll.margin, inside=False) is None:
        return
    for victim, _ in outside:
        hurt(course, victim, explosion_harm(), weapon="vehicle")


def flies_by_itself(state: State, vehicle: Vehicle) -> bool:
    """A helicopter in the air with nobody able to fly it. MM-R59."""
    return vehicle.helicopter and vehicle.flying and driver_of(state, vehicle) is None
