"""Getting into vehicles on the unit's card in the movement phase; out of them: `alighting`; onto horses: `riding`.
VIII.4.2, VIII.2.6 to VIII.2.9.

Whoever mounts does not fire in that turn (BG-R42).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf

from shapely import Point as Spot

from rules.battle.deed import lawful
from rules.book_and_gun import facts
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.book.aircraft import require_landing
from rules.book_and_gun.book.drive import BOARDING_DICE, SCOUT_BOARDING_DICE
from rules.book_and_gun.book.supplement import DRIVES, drives
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.vehicles import DriverSought, PeopleIn, VehicleTaken
from rules.book_and_gun.play.aboard.crew import require_on_foot, strange_to
from rules.book_and_gun.play.aboard.seats import crew_seats, free_seats
from rules.book_and_gun.play.ground.aloft import boarded_now, in_the_air
from rules.book_and_gun.play.ground.cycling import waiting_for
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.mounted import require_dismounted
from rules.book_and_gun.play.ground.tabletop import BASE, is_own, knows_vehicle
from rules.book_and_gun.play.movement import escorted
from rules.book_and_gun.play.movement.cyclists import GettingOn, get_on, get_on_odds, judge_get_on
from rules.book_and_gun.play.movement.escorted import Escorted, at_their_side
from rules.book_and_gun.play.movement.guns import pushed
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.movement.riding import (
    MountingUp,
    judge_mount_up,
    mount_up,
    mount_up_odds,
    mountable,
)
from rules.book_and_gun.play.movement.waterway import require_landing_place
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import PartOfUnit, movers
from rules.book_and_gun.play.turn.sequence import activated, claim, immobile, require_mobile
from rules.book_and_gun.state import ARMY, State
from rules.book_and_gun.units import Figure, Morale, Phase, Placed, Unit
from rules.book_and_gun.vehicles import SeatPlace, Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.footprint import footprint

FACES = 6
WHO: dict[PartOfUnit, str] = {"unit": "", "separated": " with the separated figures", "scouts": " with the scouts"}


# ── In ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Mounting:
    """A mounting that has been judged. `far`: those who would get in, the nearest first and the wounded last, with
    their inches to the vehicle; `seats`: the free ones, in the order in which they are taken; `dice`: D6 that they
    have for it."""

    unit: Unit
    figures: tuple[Figure, ...]
    vehicle: Vehicle
    far: tuple[tuple[str, float], ...]
    seats: tuple[SeatPlace, ...]
    dice: int
    known: tuple[Fact, ...]
    untried: bool = False
    """Whether a die first says if any of them can drive what they have taken. BG-XIII.4.1b"""
    led: tuple[Escorted, ...] = ()
    """Hostages whom they lead; `places`: the seats left for these."""
    places: tuple[SeatPlace, ...] = ()

    def within(self, inches: float) -> tuple[tuple[str, SeatPlace], ...]:
        """Who gets which seat with so many inches."""
        near = [who for who, far in self.far if far <= inches + 1e-6]
        return tuple(zip(near, self.seats, strict=False))

    def all_within(self, inches: float) -> bool:
        """Whether nobody stays behind with so many inches."""
        return len(self.within(inches)) == len(self.far) and len(self.led_within(inches)) == len(self.led)

    def led_within(self, inches: float) -> tuple[tuple[Escorted, SeatPlace], ...]:
        """The hostages who get in with so many inches, as their leaders do, and where they sit. BG-R282"""
        in_it = {who for who, _ in self.within(inches)}
        return tuple(zip((each for each in self.led if each.leader in in_it), self.places, strict=False))


def judge_mount(state: State, action: MountVehicle, by: Actor) -> Mounting | MountingUp | GettingOn:
    """Raises RuleViolation: no such vehicle of its side, a wreck, no room, too far for any roll, already aboard.

    BG-VIII.2.71b, BG-VIII.2.8, BG-VIII.2.9a, BG-VIII.4.2b, BG-VIII.4.21a, BG-VIII.4.21b, BG-VIII.4.21c."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    if action.into is None and state.cycles and waiting_for(state, unit):
        return judge_get_on(state, unit, action)
    if action.into is None:
        return judge_mount_up(state, unit, action)
    return mounting(state, unit, action)


def mounting(state: State, unit: Unit, action: MountVehicle) -> Mounting:
    """Judges who of a unit that may move gets into which vehicle of those of the unit named."""
    assert action.into is not None
    require_dismounted(group_of(state, unit, action.figures))
    figures = group_of(state, unit, action.figures)
    require_on_foot(figures, "get in")
    _require_steady(unit)
    _require_no_gun(unit, figures, state)
    vehicles = _able(state, unit, action.into)
    dice = SCOUT_BOARDING_DICE if action.figures == "scouts" else BOARDING_DICE
    carried = {f.carries for f in figures if f.carries}
    going = [f for f in figures if f.fit or f.id in carried]
    led = at_their_side(state, going)
    vehicle, seats = _with_room(state, unit, vehicles, going, len(led))
    if vehicle.unit == unit.id or crew_seats(seats):
        going = _nearest_first(vehicle, [f for f in going if not f.traits.dog])[: len(seats)]
        figures = tuple(f for f in figures if f in going)
    distance, fact = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        action.into,
        declared=action.distance,
        measured=lambda: _nearest(vehicle, going),
    )
    hurt = {f.id for f in going if not f.fit}
    far = sorted(((f.id, _far(vehicle, f, distance)) for f in going), key=lambda each: (each[0] in hurt, each[1]))
    if min((inches for _, inches in far), default=inf) > dice * FACES:
        raise RuleViolation(
            Why.TOO_FAR,
            f"{vehicle.name} is {distance:g} in away: {unit.name} cannot reach it with {dice}D6.",
            citation="BG-VIII.4.21c",
            remedy="Move beside it first, and get in next turn.",
        )
    led = tuple(each for each in led if each.leader in {f.id for f in going})
    left = free_seats(state, vehicle, unit)[len(going) :]
    places = left[len(crew_seats(left)) :]
    untried = _untried(unit, vehicle, seats)
    return Mounting(unit, figures, vehicle, tuple(far), seats, dice, (fact,), untried, led, places)


def _untried(unit: Unit, vehicle: Vehicle, seats: Sequence[SeatPlace]) -> bool:
    """Whether the one who would drive must be found by a die; refuses what nobody of its side can drive.
    BG-XIII.4.1a, BG-XIII.4.1b, BG-R274."""
    if unit.side == ARMY or not strange_to(vehicle, unit):
        return False
    if vehicle.drivable == "no":
        raise RuleViolation(
            "nobody-drives",
            f"None of your side can drive {vehicle.name}.",
            citation="BG-XIII.4.1b",
            remedy="Leave it, or destroy it with explosives.",
        )
    return vehicle.drivable == "" and "driver" in seats


def _require_no_gun(unit: Unit, figures: Sequence[Figure], state: State) -> None:
    """Guns are pushed, and no vehicle carries one. BG-VIII.3.1b, BG-R232."""
    if pushed(figures, state.options):
        raise RuleViolation(
            "gun-in-tow",
            f"{unit.name} has a gun with it, which no vehicle takes aboard.",
            citation="BG-VIII.3.1b",
            remedy="Push it on foot, or let another unit get in.",
        )


def _require_steady(unit: Unit) -> None:
    if unit.morale is not Morale.STEADY:
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{unit.name} is {unit.morale.value}.", citation="BG-R50", remedy="Rally it first."
        )


def _able(state: State, unit: Unit, into: str) -> tuple[Vehicle, ...]:
    """The vehicles of that unit of its own side which are no wrecks."""
    owner = state.find(into)
    _require_own_aircraft(state, unit, owner)
    if owner is None or not is_own(state, unit.side, owner) or owner.reserve or not state.vehicles_of(into):
        raise RuleViolation(
            "no-vehicle-there",
            f"You have no vehicle “{into}” on the table.",
            citation="BG-VIII.4.21c",
            remedy="Choose a unit of yours that has one.",
        )
    found = tuple(v for v in state.vehicles_of(into) if not v.wreck)
    if not found:
        raise RuleViolation(
            "only-a-wreck", f"{owner.name} has only a wreck.", citation="BG-R91", remedy="Choose another."
        )
    return _down(state, found)


def _require_own_aircraft(state: State, unit: Unit, owner: Unit | None) -> None:
    """Refuses an enemy's helicopter that stands there for all to see: nobody flies what was captured. BG-XIII.4.2."""
    if owner is None:
        return
    flown = (v for v in state.vehicles_of(owner.id) if v.flight and knows_vehicle(state, unit.side, v))
    left = next((v for v in flown if v.taken or not is_own(state, unit.side, owner)), None)
    if left is not None:
        raise RuleViolation(
            "captured-aircraft",
            f"{left.name} is not yours: nobody flies a captured helicopter.",
            citation="BG-XIII.4.2",
            remedy="Destroy it, or leave it.",
        )


def _down(state: State, vehicles: tuple[Vehicle, ...]) -> tuple[Vehicle, ...]:
    """Those that stand on the ground, or lie at the shore, and have let nobody out in this turn. BG-VIII.2.131,
    BG-VIII.2.10b."""
    found = tuple(v for v in vehicles if not v.aloft)
    if not found:
        raise in_the_air(vehicles[0])
    for vehicle in found:
        require_landing(hovers=True, at_start=True, loads=True, unloads=boarded_now(state, vehicle, "out"))
        require_landing_place(state, vehicle, loads=True)
    return found


def _with_room(
    state: State, unit: Unit, vehicles: Sequence[Vehicle], going: Sequence[Figure], led: int
) -> tuple[Vehicle, tuple[SeatPlace, ...]]:
    """The nearest that has room for all of them and the hostages whom they lead; of its own the nearest that wants
    crew, for so many as it wants. BG-R282"""
    rooms = [(v, free_seats(state, v, unit)) for v in vehicles]
    own = [(v, seats if strange_to(v, unit) else crew) for v, seats in rooms if (crew := crew_seats(seats))]
    if own:
        return min(own, key=lambda each: _nearest(each[0], going) or 0.0)
    found = [(v, seats) for v, seats in rooms if len(seats) >= len(going) + led]
    if not found:
        most = max(len(seats) for _, seats in rooms)
        raise RuleViolation(
            "no-room",
            f"{vehicles[0].name} has {most} free seats for {unit.name}'s {len(going)}{_and_hostages(led)}.",
            citation="BG-VIII.2.71b",
            remedy="Choose another vehicle, or go on foot.",
        )
    return min(found, key=lambda each: _nearest(each[0], going) or 0.0)


def _and_hostages(led: int) -> str:
    return f" and {counted(led, 'hostage')}" if led else ""


def _nearest_first(vehicle: Vehicle, figures: Sequence[Figure]) -> list[Figure]:
    return sorted(figures, key=lambda f: _gap(vehicle, f))


def _nearest(vehicle: Vehicle, figures: Sequence[Figure]) -> float | None:
    stood = hull(vehicle)
    found = [_gap(vehicle, f) for f in figures if f.at is not None]
    return None if stood is None or not found else min(found)


def _gap(vehicle: Vehicle, figure: Figure) -> float:
    """Inches from a figure's base to the hull."""
    stood = hull(vehicle)
    if stood is None or figure.at is None:
        return 0.0
    return round(max(0.0, float(footprint(stood).distance(Spot(figure.at))) - BASE), 2)


def _far(vehicle: Vehicle, figure: Figure, distance: float) -> float:
    """As measured; without places, or where it is ruled nearer, as it is said."""
    return distance if figure.at is None else _gap(vehicle, figure)


def mount(state: State, ready: Mounting | MountingUp | GettingOn, chance: Chance) -> list[Event]:
    """1D6 (scouts 2D6): whoever stands no farther from the vehicle gets in, the others stay. BG-VIII.4.21a,
    BG-VIII.4.21b, BG-VIII.4.21c, BG-R218."""
    if isinstance(ready, MountingUp):
        return mount_up(state, ready, chance)
    if isinstance(ready, GettingOn):
        return get_on(state, ready, chance)
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    get_in(course, ready)
    return course.events


def get_in(course: Course, ready: Mounting) -> None:
    """The dice, and those who reach the vehicle are in it."""
    chance, vehicle = course.chance, ready.vehicle
    if ready.untried and not _driver_found(course, ready):
        return
    dice = chance.dice(ready.dice, sides=FACES, for_="getting in")
    seats = ready.within(sum(dice))
    aboard = {who for who, _ in seats}
    draws = chance.taken()
    if vehicle.unit != ready.unit.id and any(place in ("driver", "crew") for _, place in seats):
        course.note(
            VehicleTaken(
                unit=vehicle.unit,
                vehicle=vehicle.id,
                captor=ready.unit.id,
                side=ready.unit.side,
                citations=("BG-XIII.4.1a", "BG-R274"),
            )
        )
    course.note(
        PeopleIn(
            unit=ready.unit.id,
            vehicle=vehicle.id,
            seats=seats,
            dice=dice,
            short=tuple(who for who, _ in ready.far if who not in aboard),
            placed=tuple(Placed(who, vehicle.at, vehicle.facing) for who, _ in seats if vehicle.at is not None),
            draws=draws,
            citations=("BG-VIII.4.21a", "BG-VIII.4.21c"),
        )
    )
    escorted.get_in(course, vehicle, ready.led_within(sum(dice)))


def _driver_found(course: Course, ready: Mounting) -> bool:
    """One die for what they have taken: on a 1 or 2 somebody can drive it. BG-XIII.4.1b."""
    die, able = drives("insurgents", course.chance)
    course.note(
        DriverSought(
            unit=ready.unit.id,
            vehicle=ready.vehicle.id,
            die=die or 0,
            able=able,
            draws=course.chance.taken(),
            citations=("BG-XIII.4.1b", "BG-R274"),
        )
    )
    return able


def mount_odds(state: State, ready: Mounting | MountingUp | GettingOn) -> Odds:
    """The chance that all of them get in, and that anybody does."""
    if isinstance(ready, MountingUp):
        return mount_up_odds(ready)
    if isinstance(ready, GettingOn):
        return get_on_odds(ready)
    first = (f"first 1D6: on 1 to {DRIVES} somebody can drive it, else none of your side ever can",) * ready.untried
    return Odds(
        facts=ready.known,
        chances=mount_chances(ready),
        notes=(f"{ready.dice}D6 in to the vehicle; nobody who gets in fires in this turn", *first),
    )


def mount_chances(ready: Mounting) -> tuple[Prospect, ...]:
    """That all get in with their dice, and that anybody does."""
    rolls = [sum(dice) for dice in product(range(1, FACES + 1), repeat=ready.dice)]
    share = Fraction(1, len(rolls))
    able = Fraction(DRIVES, FACES) if ready.untried else Fraction(1)
    everybody = able * sum((share for roll in rolls if ready.all_within(roll)), Fraction(0))
    anybody = able * sum((share for roll in rolls if ready.within(roll)), Fraction(0))
    driver = (Prospect("somebody can drive it", able, Outcome("driver found", ready.vehicle.id)),)
    return (
        *(driver if ready.untried else ()),
        Prospect("all get in", everybody, Outcome("all aboard", ready.vehicle.id)),
        Prospect("somebody gets in", anybody, Outcome("aboard", ready.vehicle.id)),
    )


def mounts(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Vehicles of its side, and horses, that the unit may reach now."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or immobile(state, unit.side):
        return
    for group in mountable(state, unit):
        up = MountVehicle(unit=unit.id, figures=group)
        if lawful(judge_mount, state, up, Actor.player(side)):
            yield Offer(up, f"Mount up{WHO[group]}")
    on = MountVehicle(unit=unit.id)
    if state.cycles and waiting_for(state, unit) and lawful(judge_mount, state, on, Actor.player(side)):
        yield Offer(on, "Get onto the bicycles")
    for owner in dict.fromkeys(v.unit for v in state.vehicles if not v.wreck):
        for group in movers(state, unit):
            action = MountVehicle(unit=unit.id, into=owner, figures=group)
            try:
                ready = judge_mount(state, action, Actor.player(side))
            except RuleViolation:
                continue
            if not isinstance(ready, Mounting):
                continue
            yield Offer(action, f"Get into {ready.vehicle.name}{WHO[group]}", facts=ready.known)
