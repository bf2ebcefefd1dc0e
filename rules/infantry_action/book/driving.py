"""Vehicle Movement: AFVs, soft vehicles, cycles and horses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Light, Pace
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.infantry_action.book.ways import Allowance, Gone, Piece, farther, go
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation


class Row(Figures):
    light: dict[Light, int]
    closed_down: int


class Driving(Figures):
    less: int
    less_closed_down: int
    turn: float
    cycle_share: float
    many_wheels: int
    riders_a_holder: int
    rows: dict[str, Row]


DRIVING = section("driving", Driving)
PACES = (Pace.HALT, Pace.DRIVE, Pace.RUSH, Pace.REVERSE, Pace.SWIM)


class Build(StrEnum):
    """All but AFVs are soft vehicles. IA-cost.small-mounts, IA-R045"""

    AFV = "AFV"
    SOFT = "soft vehicle"
    MOTORCYCLE = "motorcycle"
    CYCLE = "pedal cycle"
    HORSE = "horse"


@dataclass(frozen=True, slots=True)
class Chassis:
    """What decides where a vehicle goes. `medium_tank`: a medium or heavier one."""

    build: Build
    tracked: bool = False
    wheels: int = 4
    medium_tank: bool = False
    amphibious: bool = False

    @property
    def afv(self) -> bool:
        return self.build is Build.AFV

    @property
    def muscle(self) -> bool:
        """A horse or a pedal cycle."""
        return self.build in (Build.HORSE, Build.CYCLE)


class Manoeuvre(StrEnum):
    """Costs 40 m, closed down 50. Brush and slope once a period, the rest each time. IA-R042"""

    BRUSH = "crushing through brush"
    OBSTACLE = "crossing a hedge, wall, ditch or bank"
    ACCELERATE = "accelerating from a halt"
    START = "starting up"
    LIMBER = "limbering a gun"
    UNLIMBER = "unlimbering a gun"
    MOUNT = "mounting"
    DISMOUNT = "dismounting"
    PICK_UP = "picking up troops"
    SET_DOWN = "setting down troops"
    SLOPE = "steep slope"
    TURN = "turning"


ONCE = (Manoeuvre.BRUSH, Manoeuvre.SLOPE)
FREE_FOR_MUSCLE = (Manoeuvre.ACCELERATE, Manoeuvre.START, Manoeuvre.TURN)
"""IA-R043"""
WHILE_RUSHING = (Manoeuvre.ACCELERATE, Manoeuvre.START, Manoeuvre.TURN)
"""IA-R163"""
_RULES = {
    Manoeuvre.BRUSH: "IA-veh.brush",
    Manoeuvre.OBSTACLE: "IA-veh.obstacle",
    Manoeuvre.ACCELERATE: "IA-veh.accelerate",
    Manoeuvre.START: "IA-veh.accelerate",
    Manoeuvre.LIMBER: "IA-veh.limber",
    Manoeuvre.UNLIMBER: "IA-veh.limber",
    Manoeuvre.SLOPE: "IA-veh.slope",
    Manoeuvre.TURN: "IA-veh.turns",
}
_ROW_RULES = {
    Pace.RUSH: "IA-veh.dash",
    Pace.DRIVE: "IA-veh.move-and-fire",
    Pace.REVERSE: "IA-veh.reverse-swim-horse",
    Pace.SWIM: "IA-veh.reverse-swim-horse",
}


class Barrier(StrEnum):
    """What lies in the way."""

    LINE = "hedge, wall, ditch or bank"
    BELT = "wire or pungi belt"
    BRUSH = "brush"
    TREES = "wood"
    """Off its roads and rides."""
    WATER = "deep water"
    SHALLOWS = "shallow water"


@dataclass(frozen=True, slots=True)
class DrivenPiece:
    """A piece of the way: the turn with which it begins in degrees, what is done there, and whether it leads over open
    ground or a road, and on a hard road."""

    metres: float
    turn: float = 0.0
    first: tuple[Manoeuvre, ...] = ()
    open: bool = True
    hard_road: bool = False


@dataclass(frozen=True, slots=True)
class Driven:
    """How a vehicle moves in a period: what holds for all of it."""

    pace: Pace
    light: Light = Light.DAY
    closed_down: bool = False


# ── The metres ────────────────────────────────────────────────────────────────────────────────────────────────────


def allowance(
    chassis: Chassis,
    drive: Driven,
    manoeuvres: Iterable[Manoeuvre] = (),
    turns: Iterable[float] = (),
    *,
    open_way: bool = True,
    off_road: bool = False,
    house: House = BOOK,
) -> Allowance:
    """The metres of one period, never below 0. `turns` in degrees; `open_way`: all of it on open ground or road,
    without which nothing dashes; `off_road`: some of it is off a hard road, which halves a pedal cycle's.

    IA-veh.dash, IA-veh.move-and-fire, IA-veh.reverse-swim-horse, IA-veh.closed-down-deductions, IA-veh.turns,
    IA-veh.cycles, IA-R038, IA-R039, IA-R041, IA-R042, IA-R043, IA-R045, IA-R163.
    """
    given = tuple(manoeuvres)
    done = tuple(each for each in Manoeuvre if each in ONCE and each in given)
    done = (*(each for each in given if each not in ONCE), *done)
    if drive.pace is Pace.RUSH and not (open_way and all(each in WHILE_RUSHING for each in done)):
        drive = Driven(Pace.DRIVE, drive.light, drive.closed_down)
    start = _start(chassis, drive, off_road=off_road)
    items = [item for each in done for item in _less(chassis, drive, each)]
    items += [item for degrees in turns for item in _turn(chassis, drive, degrees, house)]
    return Allowance(Itemised((*start.items.items, *items), least=0), start.share, start.why)


def reach(
    chassis: Chassis,
    drive: Driven,
    way: Sequence[DrivenPiece],
    manoeuvres: Sequence[Manoeuvre] = (),
    *,
    house: House = BOOK,
) -> Gone:
    """How far along a way one period carries; `manoeuvres` are done before setting out. A dash that the way does not
    allow is a move by the row below it, or ends where the open ground does if that is farther. What cannot be begun
    before setting out, as accelerating after a start that took all, waits for the next period. As `allowance`; IA-R163,
    IA-R174, IA-R175."""

    def gone(some: Sequence[DrivenPiece], driven: Driven) -> Gone:
        paved = next((index for index, each in enumerate(some) if not each.hard_road), len(some))
        if chassis.build is not Build.CYCLE or paved in (0, len(some)):
            return _gone(chassis, driven, some, manoeuvres, house)
        return farther(
            _gone(chassis, driven, some, manoeuvres, house), _gone(chassis, driven, some[:paved], manoeuvres, house)
        )

    if drive.pace is not Pace.RUSH:
        return gone(way, drive)
    slower = Driven(Pace.DRIVE, drive.light, drive.closed_down)
    if not all(each in WHILE_RUSHING for each in manoeuvres):
        return gone(way, slower)
    barred = next((i for i, each in enumerate(way) if not _dashable(each)), len(way))
    if barred == len(way):
        return gone(way, drive)
    return gone(way, slower) if not barred else farther(gone(way, slower), gone(way[:barred], drive))


def _gone(
    chassis: Chassis, drive: Driven, way: Sequence[DrivenPiece], manoeuvres: Sequence[Manoeuvre], house: House
) -> Gone:
    start = _start(chassis, drive, off_road=not all(each.hard_road for each in way))
    first = tuple(item for each in manoeuvres for item in _less(chassis, drive, each))
    pays = 0
    for done, item in enumerate(first):
        if start.items.value + pays <= 0:
            return Gone(0.0, 0, 0.0, Allowance(replace(start.items, items=(*start.items.items, *first[:done]))))
        pays += item.amount
    pieces = [
        Piece(
            stretch.metres,
            (
                *_turn(chassis, drive, stretch.turn, house),
                *(i for m in stretch.first if m not in ONCE for i in _less(chassis, drive, m)),
            ),
            tuple(i for m in stretch.first if m in ONCE for i in _less(chassis, drive, m)),
        )
        for stretch in way
    ]
    if pieces and first:
        pieces[0] = replace(pieces[0], each=(*first, *pieces[0].each))
    return go(pieces, start)


def _dashable(stretch: DrivenPiece) -> bool:
    return stretch.open and all(each in WHILE_RUSHING for each in stretch.first)


def _start(chassis: Chassis, drive: Driven, *, off_road: bool) -> Allowance:
    judge_pace(chassis, drive)
    if drive.pace is Pace.HALT:
        return Allowance(Itemised((Item(0, drive.pace.value, "IA-orders.content"),), least=0))
    horse = chassis.build is Build.HORSE
    row = DRIVING.rows["horse" if horse else drive.pace.value]
    rule = "IA-veh.reverse-swim-horse" if horse else _ROW_RULES[drive.pace]
    words = f"{'riding' if horse else drive.pace.value}, {drive.light.value}"
    items = [Item(row.light[drive.light], words, rule)]
    if drive.closed_down:
        items.append(Item(-row.closed_down, "closed down", rule))
    halved = chassis.build is Build.CYCLE and off_road
    share = DRIVING.cycle_share if halved else 1.0
    return Allowance(Itemised(tuple(items), least=0), share, "off the hard road" if halved else "")


def _less(chassis: Chassis, drive: Driven, manoeuvre: Manoeuvre) -> tuple[Item, ...]:
    if chassis.muscle and manoeuvre in FREE_FOR_MUSCLE:
        return ()
    less = DRIVING.less + (DRIVING.less_closed_down if drive.closed_down else 0)
    return (Item(-less, manoeuvre.value, _RULES.get(manoeuvre, "IA-veh.mount")),)


def _turn(chassis: Chassis, drive: Driven, degrees: float, house: House) -> tuple[Item, ...]:
    """House rule `vehicle-turn-cost`. IA-veh.turns, IA-R041."""
    if not degrees:
        return ()
    sharp = abs(degrees) > DRIVING.turn
    choice = house.choice("vehicle-turn-cost")
    if choice == "only-over-45" and not sharp:
        return ()
    times = 2 if choice == "over-45-double" and sharp else 1
    return _less(chassis, drive, Manoeuvre.TURN) * times


def setting_off(*, stationary: bool, engine_off: bool) -> tuple[Manoeuvre, ...]:
    """What it costs to move at all after a period that ended stationary, and besides with the engine off.
    IA-veh.accelerate, IA-R042."""
    start = (Manoeuvre.START,) if engine_off else ()
    return (*start, Manoeuvre.ACCELERATE) if stationary else start


# ── Where it goes, and what it may do ─────────────────────────────────────────────────────────────────────────────


def judge_pace(chassis: Chassis, drive: Driven) -> None:
    """RuleViolation for a pace that this one has not. IA-veh.reverse-swim-horse, IA-R043, IA-R171."""
    if drive.pace not in PACES:
        raise RuleViolation(
            "no-driving-pace",
            f"A {chassis.build.value} does not {drive.pace.value}.",
            citation="IA-veh.move-and-fire",
            remedy=f"Order one of: {', '.join(PACES)}.",
        )
    if drive.closed_down and not chassis.afv:
        raise RuleViolation(
            "not-closed-down",
            f"A {chassis.build.value} has no hatches to close.",
            citation="IA-R043",
            remedy="Order the move open.",
        )
    if drive.pace is Pace.SWIM and not chassis.amphibious:
        raise RuleViolation(
            "not-amphibious",
            f"This {chassis.build.value} cannot swim.",
            citation="IA-veh.reverse-swim-horse",
            remedy="Go round the water, or use an amphibious vehicle.",
        )
    if chassis.build is Build.HORSE and drive.pace not in (Pace.HALT, Pace.DRIVE):
        raise RuleViolation(
            "horse-pace",
            f"A ridden horse has one pace and no {drive.pace.value}.",
            citation="IA-R171",
            remedy="Order it to move and fire: it goes 60 m.",
        )


def crossing(chassis: Chassis, barrier: Barrier) -> tuple[Manoeuvre, ...] | None:
    """What crossing costs; None where this vehicle must go round. Deep water is swum, at that pace. IA-veh.brush,
    IA-veh.obstacle, IA-R044, IA-R172."""
    heavy_going = chassis.afv and (chassis.tracked or chassis.wheels >= DRIVING.many_wheels)
    match barrier:
        case Barrier.LINE:
            return (Manoeuvre.OBSTACLE,) if heavy_going or chassis.build is Build.HORSE else None
        case Barrier.BELT:
            return (Manoeuvre.OBSTACLE,) if heavy_going else None
        case Barrier.BRUSH:
            return (Manoeuvre.BRUSH,) if chassis.afv and chassis.medium_tank else None
        case Barrier.TREES:
            return None
        case Barrier.WATER:
            return () if chassis.amphibious else None
        case Barrier.SHALLOWS:
            return ()


def judge_crossing(chassis: Chassis, barrier: Barrier) -> tuple[Manoeuvre, ...]:
    """As `crossing`. RuleViolation where this vehicle must go round. IA-R044, IA-R172."""
    cost = crossing(chassis, barrier)
    if cost is None:
        rule = "IA-veh.brush" if barrier is Barrier.BRUSH else "IA-veh.obstacle"
        raise RuleViolation(
            "cannot-cross",
            f"This {chassis.build.value} cannot cross: {barrier.value}.",
            citation="IA-R044" if barrier is Barrier.TREES else rule,
            remedy="Go round, or take a road or a gap.",
        )
    return cost


def fires_on_the_move(pace: Pace, allowed: float, *, forced_back: bool = False) -> bool:
    """Whether its weapons may fire in the period of the move: not when it dashed, nor in reverse unless a reaction
    forces it back. With no metres at all it is stationary and may. IA-veh.dash, IA-veh.move-and-fire, IA-R040,
    IA-R163."""
    if pace is Pace.HALT or allowed <= 0:
        return True
    return pace not in (Pace.RUSH, Pace.REVERSE) or (pace is Pace.REVERSE and forced_back)


def holders(riders: int) -> int:
    """Men who must hold the horses of so many dismounted riders; with fewer, the group's horses are gone.
    IA-veh.horse-holders, IA-R046."""
    return -(-riders // DRIVING.riders_a_holder)


def horses_kept(riders: int, told_off: int) -> bool:
    """IA-veh.horse-holders, IA-R046"""
    return told_off >= holders(riders)


_SHOWN = ("high speed dash", "move and fire", "reverse", "swim", "horse")

CHARTS: tuple[Chart, ...] = (
    Chart(
        name="vehicle-movement",
        title="Vehicle movement (metres a period)",
        section="Vehicle Movement",
        columns=("movement", "daylight", "moonlight or battlefield illumination", "dark", "AFV closed down"),
        rows=(
            *(
                (
                    "riding a horse" if name == "horse" else name,
                    *(DRIVING.rows[name].light[light] for light in Light),
                    -DRIVING.rows[name].closed_down,
                )
                for name in _SHOWN
            ),
            *((each.value, *[-DRIVING.less] * 3, -DRIVING.less_closed_down) for each in Manoeuvre),
        ),
        notes=(
            "Closed down is taken off besides (IA-R039); a horse has no hatches.",
            "Pedal cycles move at half speed off hard roads.",
            "Dismounted horsemen leave one man in three to hold the horses.",
        ),
        citation="IA-veh.dash",
    ),
)
