"""Small battlefields of Infantry Action, built by hand: a plain table of 600 by 400 m, groups where one puts them.

    state = field(section("able", ATTACKER, at=(100, 50)), section("red", DEFENDER, at=(100, 150), facing=SOUTH))
    course = carried_out(state, {"able": order(Pace.WALK, (100, 90))})

The attackers come from the south, the defenders from the north. Hidden deployment is the book's: on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.infantry_action.book.kinds import Gear, Light, Pace, Posture, Rank, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Figure, Gun, Mount, RunningGear, Vehicle, VehicleKind, VehicleType
from rules.infantry_action.groups import Group, GroupOrder, Located, Task
from rules.infantry_action.on_the_table import MineSquare
from rules.infantry_action.play.movement.carrying_out import carry_out
from rules.infantry_action.play.sight.locating import locate
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, Side, State
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.table.board import Board, Feature
from rules.table.measure import step

NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0
EDGES = ((ATTACKER, "south"), (DEFENDER, "north"))
PLAIN = Board(600.0, 400.0, edges=EDGES, square=50.0, measure="metres")

ATTACK, DEFENCE = Actor.player(ATTACKER), Actor.player(DEFENDER)

TANK = VehicleType(
    "tank", "Medium tank", VehicleKind.AFV, RunningGear.TRACKED, crew=4, tank=True, turreted=True, projectors=True,
    weapons=(Weapon.AFV_GUN, Weapon.TURRET_MG), calibre=75,
)  # fmt: skip
TRUCK = VehicleType("truck", "Truck", VehicleKind.SOFT, RunningGear.WHEELED, crew=1, seats=12)
HORSE = VehicleType("horse", "Horse", VehicleKind.HORSE, RunningGear.HOOVES, crew=1, length=2.5, width=1.0)


@dataclass(frozen=True)
class Force:
    """A group with all that belongs to it."""

    group: Group
    figures: tuple[Figure, ...]
    guns: tuple[Gun, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()


def man(id_, group, side, *, at=None, facing=NORTH, rank=Rank.PRIVATE, weapons=(Weapon.RIFLE,), **changes):
    """One fit man who stands erect with a rifle."""
    number = int("".join(c for c in id_ if c.isdigit()) or 1)
    return Figure(
        id_,
        f"Man {id_}",
        number,
        side,
        group,
        rank,
        weapons=tuple(weapons),
        at=at,
        facing=facing,
        home=group,
        **changes,
    )


def section(
    name, side, size=4, *, at=(100.0, 50.0), facing=NORTH, spacing=10.0, rank=Rank.CORPORAL, posture=Posture.ERECT,
    weapons=(Weapon.RIFLE,), **changes
) -> Force:  # fmt: skip
    """A line of men name1, name2 …; the first leads it and stands at `at`, the others follow to the east."""
    men = tuple(
        man(
            f"{name}{n}",
            name,
            side,
            at=(at[0] + (n - 1) * spacing, at[1]),
            facing=facing,
            rank=rank if n == 1 else Rank.PRIVATE,
            posture=posture,
            weapons=weapons,
        )
        for n in range(1, size + 1)
    )
    return Force(Group(name, name.title(), side, **changes), men)


def officer(name, side, *, at=(100.0, 50.0), facing=NORTH) -> Force:
    """A group of one officer with a radio."""
    lead = man(f"{name}1", name, side, at=at, facing=facing, rank=Rank.OFFICER, weapons=(Weapon.PISTOL,))
    return Force(Group(name, name.title(), side), (replace(lead, gear=(Gear.RADIO,)),))


def team(name, side, kind, size=3, *, at=(100.0, 50.0), facing=NORTH, ready_from=0, **changes) -> Force:
    """A gun called name-gun with its crew, who all stand with it."""
    crew = section(name, side, size, at=at, facing=facing, spacing=3.0, weapons=(Weapon.PISTOL,), kind="gun crew")
    gun = Gun(
        f"{name}-gun", f"{name.title()} gun", kind, side, name, at=at, facing=facing, ready_from=ready_from, **changes
    )
    men = tuple(replace(each, serves=gun.id, specialities=(kind.value,)) for each in crew.figures)
    return Force(crew.group, men, (gun,))


def vehicle(name, side, type_=TANK, *, at=(100.0, 50.0), facing=NORTH, crew=None, passengers=0, **changes) -> Force:
    """A vehicle with its crew name1 … (driver, commander, gunners) and passengers of the same group behind them."""
    crew = type_.crew if crew is None else crew
    mounts = tuple(Mount(weapon, turret=type_.turreted) for weapon in type_.weapons)
    given = {"turret": facing, "mounts": mounts, "smoke": type_.projectors, **changes}
    car = Vehicle(name, name.title(), type_, side, name, at=at, facing=facing, **given)
    places = (*("driver", "commander", "gunner", "gunner")[:crew], *("passenger",) * passengers)
    men = tuple(
        man(
            f"{name}{n}",
            name,
            side,
            aboard=name,
            place=place,
            facing=facing,
            rank=Rank.CORPORAL if n == min(2, crew) else Rank.PRIVATE,
            weapons=(Weapon.PISTOL,) if place != "passenger" else (Weapon.RIFLE,),
        )
        for n, place in enumerate(places, start=1)
    )
    return Force(Group(name, name.title(), side, kind="vehicle"), men, (), (car,))


def riders(name, side, size, *, at=(100.0, 50.0), facing=NORTH) -> Force:
    """A group of horsemen, each on his own horse name-h1 …, side by side."""
    horses = tuple(
        Vehicle(f"{name}-h{n}", f"Horse {n}", HORSE, side, name, at=(at[0] + 10.0 * (n - 1), at[1]), facing=facing)
        for n in range(1, size + 1)
    )
    men = tuple(
        man(
            f"{name}{n}",
            name,
            side,
            aboard=f"{name}-h{n}",
            place="driver",
            rank=Rank.CORPORAL if n == 1 else Rank.PRIVATE,
        )
        for n in range(1, size + 1)
    )
    return Force(Group(name, name.title(), side, kind="vehicle"), men, (), horses)


def field(*forces: Force, board=PLAIN, features=(), options=(), light=Light.DAY, period=1, **changes) -> State:
    """The state in which both sides write their orders for `period`."""
    if features:
        board = replace(board, features=tuple(features))
    return State(
        title="Field",
        sides=(Side(ATTACKER, "Attackers"), Side(DEFENDER, "Defenders")),
        groups=tuple(force.group for force in forces),
        figures=tuple(each for force in forces for each in force.figures),
        guns=tuple(each for force in forces for each in force.guns),
        vehicles=tuple(each for force in forces for each in force.vehicles),
        board=board,
        options=options,
        light=light,
        period=period,
        **changes,
    )


def area(kind, west, south, east, north, **changes) -> Feature:
    """A rectangle of ground."""
    return Feature(kind, ((west, south), (east, south), (east, north), (west, north)), **changes)


def line(kind, *points, width=2.0, **changes) -> Feature:
    """A hedge, wall, wire or road along these points."""
    return Feature(kind, tuple(points), width=width, **changes)


def mined(column, row, side=DEFENDER, *, people=True, tanks=False, **changes) -> MineSquare:
    return MineSquare(column, row, side, anti_personnel=people, anti_tank=tanks, **changes)


def changed(state: State, id_: str, **changes) -> State:
    """The same with a man, group, gun or vehicle of that id changed."""
    if (group := state.find_group(id_)) is not None and state.find_vehicle(id_) is None:
        return state.with_group(replace(group, **changes))
    if (figure := state.find(id_)) is not None:
        return state.with_figure(replace(figure, **changes))
    if (gun := state.find_gun(id_)) is not None:
        return state.with_gun(replace(gun, **changes))
    return state.with_vehicle(replace(state.vehicle(id_), **changes))


def grouped(state: State, id_: str, **changes) -> State:
    """The same with the group of that id changed, where a vehicle bears its name."""
    return state.with_group(replace(state.group(id_), **changes))


def located(state: State, by: str, target: str) -> State:
    """The same, with a group that has located another in this period and the last one."""
    at = state.anchor(target)
    assert at is not None
    period = state.looked_in
    return replace(state, sightings=(*state.sightings, Located(by, target, at, period)))


def order(pace: Pace = Pace.HALT, *path, **changes) -> GroupOrder:
    return GroupOrder(pace, tuple((float(x), float(y)) for x, y in path), **changes)


def task(kind, subject="", figure="", spot=None) -> GroupOrder:
    """A halt with one task."""
    return GroupOrder(tasks=(Task(kind, subject, figure, spot),))


def carried_out(state: State, orders: dict[str, GroupOrder], dice: str = "") -> Course:
    """The step of movement with these orders written and opened; every die given is needed."""
    chance = Scripted(dice)
    course = Course(replace(state, step=PeriodStep.MOVEMENT, drafts=tuple(orders.items())), chance)
    carry_out(course)
    chance.finish()
    return course


def looked(state: State) -> State:
    """The same after the step of location."""
    course = Course(replace(state, step=PeriodStep.LOCATION), Scripted(""))
    locate(course)
    return replace(course.state, step=PeriodStep.DECLARATION)


def ahead(at, facing, metres):
    """A place so far in front of another, to a millimetre."""
    x, y = step(at, facing, metres)
    return round(x, 3), round(y, 3)


def happened(course: Course, kind: str) -> list[Any]:
    """The events of that kind, in order."""
    return [event for event in course.events if getattr(event, "kind", "") == kind]
