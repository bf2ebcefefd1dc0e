"""12.5 Vehicle damage and 12.6 Crashes in a battle: Armour, control, weapons, crash, explosion, those inside."""

from __future__ import annotations

from rules.five56mm.book.collisions import crash_harm
from rules.five56mm.book.driving import Hands, task_number
from rules.five56mm.book.explosions import explosion_harm
from rules.five56mm.book.injury import Harm, Level
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import roll_unless_hopeless
from rules.five56mm.book.vehicle_damage import ArmourTest, Damage, armour_test, weapons_work
from rules.five56mm.events.fire import Exploded
from rules.five56mm.events.vehicles import ControlTested, Crashed, VehicleDamaged, VehicleHit, WeaponsChecked
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.levels import parted
from rules.five56mm.play.harm.aside import clear_below
from rules.five56mm.play.harm.gas import ride_through_gas
from rules.five56mm.play.harm.harm import die, hurt
from rules.five56mm.play.turn.course import Course, tired
from rules.five56mm.state import Character, State, Vehicle


def driver_of(state: State, vehicle: Vehicle) -> Character | None:
    """Who drives or flies it: the driver; the pilot, or the co-pilot when the pilot is hurt (MM-12.9.2, MM-R59)."""
    aboard = state.aboard(vehicle.id)
    if not vehicle.helicopter:
        return next((c for c in aboard if c.place == "driver" and c.able), None)
    pilot = next((c for c in aboard if c.place == "pilot" and c.able), None)
    if pilot is not None and not pilot_hurt(pilot):
        return pilot
    return next((c for c in aboard if c.place == "co-pilot" and c.able), pilot)


def hover_of(state: State, vehicle: Vehicle) -> int | None:
    """The TN that a Hover costs those aboard; None where it does not hover, or nobody able is at its controls any more.
    MM-4.73.2, MM-R219."""
    return None if driver_of(state, vehicle) is None else vehicle.hover


def pilot_hurt(pilot: Character) -> bool:
    """A wound of Serious or worse. MM-12.9.2, MM-R59."""
    return any(wound.acts_as not in (Level.NONE, Level.MINOR) for wound in pilot.wounds)


def hands_of(course: Course, vehicle: Vehicle, driver: Character) -> Hands:
    """What the one at the wheel brings to a task."""
    return Hands(
        morale=driver.traits.morale,
        skills=driver.traits.skills,
        co_pilot=driver.place == "co-pilot",
        penalties=tired(course.state, driver),
        helps=course.helps(driver),
    )


def hit_vehicle(course: Course, vehicle_id: str, harm: Harm, *, by: str | None = None) -> ArmourTest | None:
    """Armour against a hit, and all that follows; None for a wreck.

    MM-12.5.1, MM-12.51.4 to MM-12.51.8, MM-R83, MM-R84, MM-R93.
    """
    vehicle = course.state.vehicle(vehicle_id)
    if vehicle.wreck:
        return None
    speed, flying = vehicle.moved, vehicle.flying
    test = armour_test(harm, vehicle.profile, vehicle.damage, course.chance)
    course.happen(VehicleHit(vehicle=vehicle_id, cause=harm.what, test=test, by=by, citations=("MM-12.5.1",)))
    if test.damage is Damage.DESTROYED:
        blow_up(course, vehicle_id, by=by)
    elif test.damage is Damage.IMMOBILISED:
        immobilised(course, vehicle_id, speed, flying, by=by)
    return test


def immobilised(course: Course, vehicle_id: str, speed: float, flying: bool, *, by: str | None = None) -> None:
    """It halts: control, mounted weapons, crash. A helicopter in the air crashes by itself; a vehicle that stood still
    does not. MM-12.51.4, MM-12.51.5, MM-12.51.6, MM-R83."""
    crashes = flying or (speed > 0 and not _controlled(course, vehicle_id))
    if course.state.vehicle(vehicle_id).mounts:
        number, work = weapons_work(course.chance)
        course.happen(WeaponsChecked(vehicle=vehicle_id, die=number, work=work, citations=("MM-12.51.6",)))
    if crashes:
        crash(course, vehicle_id, speed, by=by)


def _controlled(course: Course, vehicle_id: str) -> bool:
    """The Drive test TN 6. MM-12.51.5, MM-R83."""
    vehicle = course.state.vehicle(vehicle_id)
    driver = driver_of(course.state, vehicle)
    if driver is None:
        course.happen(ControlTested(vehicle=vehicle_id, driver=None, roll=None, citations=("MM-R83",)))
        return False
    earlier = tuple(d for d in vehicle.damage if d is not Damage.IMMOBILISED)
    hands = hands_of(course, vehicle, driver)
    number, bonus = task_number("control", vehicle.profile, hands, earlier, course.house)
    test = roll_unless_hopeless("control", number, bonus, course.chance, hands.helps.with_rerolls())
    course.happen(ControlTested(vehicle=vehicle_id, driver=driver.id, roll=test, citations=("MM-12.51.5",)))
    return test.passed


def crash(course: Course, vehicle_id: str, speed: float, *, by: str | None = None) -> None:
    """Those inside first, then the vehicle itself; whoever is under one that comes down goes aside, and those inside
    breathe the gas there. MM-12.6.1 to MM-12.6.5, MM-R81, MM-R82, MM-R93, MM-R208, MM-R218."""
    vehicle = course.state.vehicle(vehicle_id)
    course.happen(Crashed(vehicle=vehicle_id, speed=speed, citations=("MM-12.6.1",)))
    if vehicle.helicopter:
        clear_below(course, vehicle_id)
        if vehicle.at is not None:
            ride_through_gas(course, vehicle_id, (vehicle.at,))
    inside = crash_harm(vehicle.profile, speed, itself=False, house=course.house)
    if inside is not None:
        for who in course.state.aboard(vehicle_id):
            hurt(course, who.id, inside, by=by, weapon="crash")
    itself = crash_harm(vehicle.profile, speed, itself=True, house=course.house)
    if itself is None:
        return
    now = course.state.vehicle(vehicle_id)
    test = armour_test(itself, now.profile, now.damage, course.chance)
    course.happen(VehicleHit(vehicle=vehicle_id, cause="crash", test=test, by=by, citations=("MM-12.6.3",)))
    if test.damage is Damage.DESTROYED:
        blow_up(course, vehicle_id, by=by)
    elif vehicle.helicopter and Damage.IMMOBILISED not in course.state.vehicle(vehicle_id).damage:
        course.happen(VehicleDamaged(vehicle=vehicle_id, damage=Damage.IMMOBILISED, citations=("MM-R59",)))


def blow_up(course: Course, vehicle_id: str, *, by: str | None = None, inside_dies: bool = True) -> None:
    """Everyone inside is killed; everyone within 4 in tests. MM-12.51.8, MM-12.51.9, MM-R85."""
    vehicle = course.state.vehicle(vehicle_id)
    course.happen(Exploded(of="vehicle", at=vehicle.at, by=by, radius=NUMBERS.explosion, citations=("MM-12.51.8",)))
    if inside_dies:
        for who in course.state.aboard(vehicle_id):
            die(course, who.id, "destroyed vehicle", by=by, weapon="vehicle")
    for who, _ in near_vehicle(course.state, vehicle_id):
        hurt(course, who, explosion_harm(), by=by, weapon="vehicle")
    if vehicle.helicopter:
        clear_below(course, vehicle_id)


def near_vehicle(state: State, vehicle_id: str) -> tuple[tuple[str, float], ...]:
    """Those on foot within 4 in of it, nearest first; no floor and no roof lets its explosion through. MM-12.51.9,
    MM-R24, MM-R25, MM-R230."""
    found: list[tuple[float, int, str]] = []
    for order, who in enumerate(state.characters):
        near = who.alive and who.vehicle is None and not _parted(state, who, state.vehicle(vehicle_id))
        inches = field.distance(state, who.id, vehicle_id) if near else None
        if inches is not None and inches <= NUMBERS.explosion:
            found.append((inches, order, who.id))
    return tuple((who, inches) for inches, _, who in sorted(found))


def _parted(state: State, who: Character, vehicle: Vehicle) -> bool:
    """Whether a floor or a roof lies between somebody on foot and a vehicle. MM-R230"""
    if state.board is None or who.at is None or vehicle.at is None:
        return False
    return parted(state.board, vehicle.at, field.landed_level(state.board, vehicle), who.at, who.level)
