"""Getting into vehicles on the unit's card in the movement phase; out of them: `alighting`; onto horses: `riding`.
VIII.4.2, VIII.2.6 to VIII.2.9.

Whoever mounts does not fire in that turn (BG-R42).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from shapely import Point as Spot

from rules.battle.deed import lawful
from rules.book_and_gun import facts
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.book.aircraft import require_landing
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.drive import BOARDING_DICE, SCOUT_BOARDING_DICE
from rules.book_and_gun.book.reload import full_crew
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.vehicles import PeopleIn
from rules.book_and_gun.play.aboard.crew import built, require_on_foot
from rules.book_and_gun.play.ground.aloft import boarded_now, in_the_air
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.mounted import require_dismounted
from rules.book_and_gun.play.ground.tabletop import BASE, is_own, knows_vehicle
from rules.book_and_gun.play.movement.guns import pushed
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.movement.riding import (
    MountingUp,
    judge_mount_up,
    mount_up,
    mount_up_odds,
    mountable,
)
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import PartOfUnit, movers
from rules.book_and_gun.play.turn.sequence import activated, claim, immobile, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.book_and_gun.vehicles import SeatPlace, Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.footprint import footprint

FACES = 6
WHO: dict[PartOfUnit, str] = {"unit": "", "separated": " with the separated figures", "scouts": " with the scouts"}


# ── In ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Mounting:
    """A mounting that has been judged. `far`: those who would get in, the nearest first, with their inches to the
    vehicle; `seats`: the free ones, in the order in which they are taken; `dice`: D6 that they have for it."""

    unit: Unit
    figures: tuple[Figure, ...]
    vehicle: Vehicle
    far: tuple[tuple[str, float], ...]
    seats: tuple[SeatPlace, ...]
    dice: int
    known: tuple[Fact, ...]

    def within(self, inches: float) -> tuple[tuple[str, SeatPlace], ...]:
        """Who gets which seat with so many inches."""
        near = [who for who, far in self.far if far <= inches + 1e-6]
        return tuple(zip(near, self.seats, strict=False))


def judge_mount(state: State, action: MountVehicle, by: Actor) -> Mounting | MountingUp:
    """Raises RuleViolation: no such vehicle of its side, a wreck, no room, too far for any roll, already aboard.

    BG-VIII.2.71b, BG-VIII.2.8, BG-VIII.2.9a, BG-VIII.4.2b, BG-VIII.4.21a, BG-VIII.4.21b, BG-VIII.4.21c."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
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
    vehicle, seats = _with_room(state, unit, vehicles, going)
    if vehicle.unit == unit.id:
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
    far = sorted(((f.id, _far(vehicle, f, distance)) for f in going), key=lambda each: each[1])
    if not far or far[0][1] > dice * FACES:
        raise RuleViolation(
            Why.TOO_FAR,
            f"{vehicle.name} is {distance:g} in away: {unit.name} cannot reach it with {dice}D6.",
            citation="BG-VIII.4.21c",
            remedy="Move beside it first, and get in next turn.",
        )
    return Mounting(unit, figures, vehicle, tuple(far), seats, dice, (fact,))


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
    if owner is None or is_own(state, unit.side, owner):
        return
    left = next((v for v in state.vehicles_of(owner.id) if v.flight and knows_vehicle(state, unit.side, v)), None)
    if left is not None:
        raise RuleViolation(
            "captured-aircraft",
            f"{left.name} is not yours: nobody flies a captured helicopter.",
            citation="BG-XIII.4.2",
            remedy="Destroy it, or leave it.",
        )


def _down(state: State, vehicles: tuple[Vehicle, ...]) -> tuple[Vehicle, ...]:
    """Those that stand on the ground and have let nobody out in this turn. BG-VIII.2.131."""
    found = tuple(v for v in vehicles if not v.aloft)
    if not found:
        raise in_the_air(vehicles[0])
    for vehicle in found:
        require_landing(hovers=True, at_start=True, loads=True, unloads=boarded_now(state, vehicle, "out"))
    return found


def free_seats(state: State, vehicle: Vehicle, unit: Unit) -> tuple[SeatPlace, ...]:
    """The free seats for people of a unit: its own crew's first, then inside, then on top. BG-VIII.2.71b, BG-VIII.2.9a,
    BG-R210."""
    type_, people = built(vehicle), state.people_in(vehicle.id)
    taken = [f.seat.place for f in people if f.seat is not None]
    crew: list[SeatPlace] = []
    if vehicle.unit == unit.id:
        drivers: list[SeatPlace] = ["driver"]
        hands: list[SeatPlace] = ["crew"]
        crew = drivers * (1 - taken.count("driver")) + hands * (type_.crew - 1 - taken.count("crew"))
    inside: list[SeatPlace] = ["passenger"] * (_room_inside(state, vehicle, unit) - taken.count("passenger"))
    top: list[SeatPlace] = ["rider"] * (type_.riders - taken.count("rider"))
    return (*crew, *inside, *top)


def _room_inside(state: State, vehicle: Vehicle, unit: Unit) -> int:
    """How many of a unit find room inside; a limber with its gun takes the gun's crew alone. BG-VIII.2.6b, BG-R246"""
    type_ = built(vehicle)
    gun = next((piece for piece in state.pieces if piece.tow == vehicle.id), None)
    if type_.carrier != "limber" or gun is None:
        return type_.passengers
    return full_crew(arm(gun.weapon, state.options)) or 0 if gun.unit == unit.id else 0


def _with_room(
    state: State, unit: Unit, vehicles: Sequence[Vehicle], going: Sequence[Figure]
) -> tuple[Vehicle, tuple[SeatPlace, ...]]:
    """The nearest that has room for all of them; of its own the nearest that wants crew, for so many as it wants."""
    rooms = [(v, free_seats(state, v, unit)) for v in vehicles]
    own = [(v, crew) for v, seats in rooms if v.unit == unit.id and (crew := _crew_seats(seats))]
    if own:
        return min(own, key=lambda each: _nearest(each[0], going) or 0.0)
    found = [(v, seats) for v, seats in rooms if len(seats) >= len(going)]
    if not found:
        most = max(len(seats) for _, seats in rooms)
        raise RuleViolation(
            "no-room",
            f"{vehicles[0].name} has {most} free seats for {unit.name}'s {len(going)}.",
            citation="BG-VIII.2.71b",
            remedy="Choose another vehicle, or go on foot.",
        )
    return min(found, key=lambda each: _nearest(each[0], going) or 0.0)


def _crew_seats(seats: tuple[SeatPlace, ...]) -> tuple[SeatPlace, ...]:
    return tuple(seat for seat in seats if seat in ("driver", "crew"))


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


def mount(state: State, ready: Mounting | MountingUp, chance: Chance) -> list[Event]:
    """1D6 (scouts 2D6): whoever stands no farther from the vehicle gets in, the others stay. BG-VIII.4.21a,
    BG-VIII.4.21b, BG-VIII.4.21c, BG-R218."""
    if isinstance(ready, MountingUp):
        return mount_up(state, ready, chance)
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    get_in(course, ready)
    return course.events


def get_in(course: Course, ready: Mounting) -> None:
    """The dice, and those who reach the vehicle are in it."""
    chance = course.chance
    dice = chance.dice(ready.dice, sides=FACES, for_="getting in")
    seats = ready.within(sum(dice))
    aboard = {who for who, _ in seats}
    course.note(
        PeopleIn(
            unit=ready.unit.id,
            vehicle=ready.vehicle.id,
            seats=seats,
            dice=dice,
            short=tuple(who for who, _ in ready.far if who not in aboard),
            draws=chance.taken(),
            citations=("BG-VIII.4.21a", "BG-VIII.4.21c"),
        )
    )


def mount_odds(state: State, ready: Mounting | MountingUp) -> Odds:
    """The chance that all of them get in, and that anybody does."""
    if isinstance(ready, MountingUp):
        return mount_up_odds(ready)
    return Odds(
        facts=ready.known,
        chances=mount_chances(ready),
        notes=(f"{ready.dice}D6 in to the vehicle; nobody who gets in fires in this turn",),
    )


def mount_chances(ready: Mounting) -> tuple[Prospect, ...]:
    """That all get in with their dice, and that anybody does."""
    rolls = [sum(dice) for dice in product(range(1, FACES + 1), repeat=ready.dice)]
    share = Fraction(1, len(rolls))
    everybody = sum((share for roll in rolls if len(ready.within(roll)) == len(ready.far)), Fraction(0))
    anybody = sum((share for roll in rolls if ready.within(roll)), Fraction(0))
    return (
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
    for owner in dict.fromkeys(v.unit for v in state.vehicles if not v.wreck):
        for group in movers(state, unit):
            action = MountVehicle(unit=unit.id, into=owner, figures=group)
            try:
                ready = judge_mount(state, action, Actor.player(side))
            except RuleViolation:
                continue
            if isinstance(ready, MountingUp):
                continue
            yield Offer(action, f"Get into {ready.vehicle.name}{WHO[group]}", facts=ready.known)
