"""Mine warfare: who may lay mines, what they do to men and vehicles, Claymores and fougasses.

Mines lie in the squares of a fixed grid (`grid.py`); how they are found and cleared is in `clearing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.afv import Crewman, Escape, escape_crew, escape_riders
from rules.infantry_action.book.grid import Point, Square, belt_squares
from rules.infantry_action.book.kinds import Light, Pace
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import plain
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing, between, turn


class _Mines(Figures):
    square: float
    belt_width: float
    foot_casualty: int
    foot_spots: int
    soft_crew_hit: int
    gun_crew_hit: int
    hard_knocked_out: int
    set_up: int
    operator_metres: float
    cone_reach: float
    cone_half_angle: float
    mark_detector: int
    mark_bayonet: int
    lift_one_kind: int
    lift_both_kinds: int
    strip_width: float
    bangalore_depth: float
    line_charge_depth: float


FIGURES = section("mines", _Mines)
BELT_WIDTH = FIGURES.belt_width


class Mine(StrEnum):
    """What lies in a square; lidded pungi traps are anti-personnel mines (IA-opt.pungi-traps)."""

    ANTI_PERSONNEL = "anti-personnel mines"
    ANTI_TANK = "anti-tank mines"


@dataclass(frozen=True, slots=True)
class MinedSquare:
    """A square of the grid that contains any part of a belt. `rutted`: a hard vehicle has gone through, which is safe
    for men on foot in daylight. Squares that were cleared for everybody are no mined squares any more. IA-R016,
    IA-R142."""

    kinds: frozenset[Mine]
    marked: bool = False
    rutted: bool = False


@dataclass(frozen=True, slots=True)
class Belt:
    """A belt as its side records it, by the middle of its width. `shown`: marked on the table for everybody, as
    dummies always are. IA-mine.record"""

    kinds: frozenset[Mine]
    start: Point
    end: Point
    shown: bool = False
    dummy: bool = False


def mined_squares(belts: Sequence[Belt]) -> Mapping[Square, MinedSquare]:
    """What really lies where: every square with any part of a belt, dummies apart. IA-mine.record, IA-R016."""
    found: dict[Square, frozenset[Mine]] = {}
    for belt in belts:
        if not belt.dummy:
            for square in belt_squares(belt.start, belt.end, BELT_WIDTH):
                found[square] = found.get(square, frozenset()) | belt.kinds
    return {square: MinedSquare(kinds) for square, kinds in found.items()}


def bar_laying(agreed_defender: bool) -> None:
    """Mines but the Claymore belong to the agreed defender in prepared positions. IA-mine.who, IA-R012."""
    if not agreed_defender:
        raise RuleViolation(
            "not-the-defender",
            "Mines, fougasses and trip flares are only for troops in prepared positions.",
            citation="IA-mine.who",
            remedy="Only the agreed defender has them; Claymores are for both sides.",
        )


def marks_guide(light: Light) -> bool:
    """Marked mines can be crossed and avoided, except on a dark night without light. IA-mine.marked-crossing."""
    return light is not Light.DARK


# ── On foot ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class MinedStep(StrEnum):
    """What a man's die in a mined square says. IA-mine.ap-foot, IA-mine.ap-foot-other"""

    CASUALTY = "casualty"
    UNAWARE = "across, unaware"
    SPOTS = "spots a mine"


def careful(pace: Pace, light: Light) -> bool:
    """Walking or crawling in full daylight: such a man may see a mine. IA-mine.ap-foot, IA-R140."""
    return pace in (Pace.WALK, Pace.CRAWL) and light is Light.DAY


def step_of(die: int, is_careful: bool) -> MinedStep:
    """IA-mine.ap-foot, IA-mine.ap-foot-other."""
    if die <= FIGURES.foot_casualty:
        return MinedStep.CASUALTY
    return MinedStep.SPOTS if is_careful and die >= FIGURES.foot_spots else MinedStep.UNAWARE


def men_dice(square: MinedSquare, light: Light) -> bool:
    """Whether men on foot dice for crossing the square: only for anti-personnel mines, which are not marked (or are,
    on a dark night), and off the ruts of a hard vehicle (or in them, but not in daylight).

    IA-mine.ap-trigger, IA-mine.at-trigger, IA-mine.ap-hard-vehicle, IA-mine.marked-crossing, IA-R142.
    """
    if Mine.ANTI_PERSONNEL not in square.kinds or (square.rutted and light is Light.DAY):
        return False
    return not (square.marked and marks_guide(light))


@dataclass(frozen=True, slots=True)
class ManInMines:
    """`spotter`: he has seen a mine in this square, now or earlier, and never dices in it again. IA-R140"""

    key: str
    pace: Pace = Pace.WALK
    spotter: bool = False


@dataclass(frozen=True, slots=True)
class ManStep:
    key: str
    die: int
    step: MinedStep


@dataclass(frozen=True, slots=True)
class MinedCrossing:
    """`steps`: the men who entered, in order; `stopped`: those who stay at the edge because a mine was seen."""

    steps: tuple[ManStep, ...]
    stopped: tuple[str, ...] = ()

    @property
    def spotters(self) -> tuple[str, ...]:
        return tuple(each.key for each in self.steps if each.step is MinedStep.SPOTS)

    @property
    def casualties(self) -> tuple[str, ...]:
        return tuple(each.key for each in self.steps if each.step is MinedStep.CASUALTY)


def cross(men: Sequence[ManInMines], light: Light, chance: Chance, *, stop_when_seen: bool) -> MinedCrossing:
    """Men of a group enter a mined square that they must dice for (`men_dice`), one by one in the order given, each
    with one die; a spotter of this square goes without. `stop_when_seen`: the group's choice that those who have not
    entered when a mine is seen stay at the edge. The same function serves those who go back across the square.

    IA-mine.ap-foot, IA-mine.ap-foot-other, IA-mine.spotted-choice, IA-R140.
    """
    steps: list[ManStep] = []
    seen = False
    for i, man in enumerate(men):
        if seen and stop_when_seen:
            return MinedCrossing(tuple(steps), tuple(later.key for later in men[i:]))
        if man.spotter:
            continue
        die = chance.roll(6, for_=f"mines: {man.key}")
        steps.append(ManStep(man.key, die, step_of(die, careful(man.pace, light))))
        seen = seen or steps[-1].step is MinedStep.SPOTS
    return MinedCrossing(tuple(steps))


# ── Vehicles and wheeled guns ───────────────────────────────────────────────────────────────────────────────────────


class VehicleHarm(StrEnum):
    NONE = "unharmed"
    DISABLED = "disabled"
    DESTROYED = "destroyed"
    KNOCKED_OUT = "knocked out"
    IMMOBILISED = "immobilised"
    """It can still use its weapons."""


@dataclass(frozen=True, slots=True)
class VehicleInBelt:
    """`crew` and `passengers`: everybody aboard. `rolls`: it has wheels or tracks, which horses have not."""

    hard: bool
    crew: tuple[Crewman, ...] = ()
    passengers: tuple[str, ...] = ()
    smgs: int = 0
    rolls: bool = True
    flail: bool = False


@dataclass(frozen=True, slots=True)
class ManHit:
    key: str
    die: int
    hit: bool


@dataclass(frozen=True, slots=True)
class VehicleOnMines:
    """`die`: of a hard vehicle on anti-tank mines. `hits`: dice of the men of a soft vehicle on anti-personnel mines,
    or at a gun. `escapes`: dice to get out of a destroyed or knocked-out vehicle. `clears`: what is safe behind it:
    for men on foot in daylight ("ruts"), for everybody ("path"), or nothing."""

    harm: VehicleHarm
    die: int | None = None
    hits: tuple[ManHit, ...] = ()
    escapes: tuple[Escape, ...] = ()
    clears: str = ""


def vehicle_meets_mines(square: MinedSquare, vehicle: VehicleInBelt, light: Light) -> bool:
    """Whether a vehicle sets anything off: marked mines are avoided but on a dark night; anti-tank mines need wheels
    or tracks; a flail always does. IA-mine.ap-trigger, IA-mine.at-trigger, IA-mine.marked-crossing."""
    if vehicle.flail:
        return True
    if square.marked and marks_guide(light):
        return False
    return Mine.ANTI_PERSONNEL in square.kinds or vehicle.rolls


def drive_over(square: MinedSquare, vehicle: VehicleInBelt, chance: Chance) -> VehicleOnMines:
    """What a mined square does to a vehicle that drives through it, once for each square; with both kinds of mine
    in it the anti-tank mines decide.

    IA-mine.ap-soft-vehicle, IA-mine.ap-hard-vehicle, IA-mine.at-soft, IA-mine.at-hard, IA-mine.flail, IA-R141,
    IA-R142, IA-R195.
    """
    if vehicle.flail:
        return VehicleOnMines(VehicleHarm.NONE, clears="path")
    if Mine.ANTI_TANK in square.kinds and vehicle.rolls:
        return _on_anti_tank(square, vehicle, chance)
    if Mine.ANTI_PERSONNEL not in square.kinds:
        return VehicleOnMines(VehicleHarm.NONE)
    if vehicle.hard:
        return VehicleOnMines(VehicleHarm.NONE, clears="ruts")
    aboard = (*(man.key for man in vehicle.crew), *vehicle.passengers)
    return VehicleOnMines(VehicleHarm.DISABLED, hits=_hits(aboard, FIGURES.soft_crew_hit, chance))


def _on_anti_tank(square: MinedSquare, vehicle: VehicleInBelt, chance: Chance) -> VehicleOnMines:
    """IA-mine.at-soft, IA-mine.at-hard."""
    if not vehicle.hard:
        return VehicleOnMines(VehicleHarm.DESTROYED, escapes=_escapes(vehicle, chance))
    clears = "ruts" if Mine.ANTI_PERSONNEL in square.kinds else ""
    die = chance.roll(6, for_="anti-tank mines")
    if die > FIGURES.hard_knocked_out:
        return VehicleOnMines(VehicleHarm.IMMOBILISED, die, clears=clears)
    return VehicleOnMines(VehicleHarm.KNOCKED_OUT, die, escapes=_escapes(vehicle, chance), clears=clears)


def _escapes(vehicle: VehicleInBelt, chance: Chance) -> tuple[Escape, ...]:
    """The crew as of an AFV, passengers on 3 or more. IA-mine.at-soft, IA-R141."""
    crew = escape_crew(vehicle.crew, vehicle.smgs, chance)
    return (*crew, *escape_riders(vehicle.passengers, chance))


def _hits(men: Sequence[str], on: int, chance: Chance) -> tuple[ManHit, ...]:
    dice = [(key, chance.roll(6, for_=f"mines: {key}")) for key in men]
    return tuple(ManHit(key, die, die <= on) for key, die in dice)


def push_gun_over(men: Sequence[str], chance: Chance) -> VehicleOnMines:
    """A manhandled wheeled gun on anti-tank mines is destroyed, each man at it a casualty on 1. IA-mine.at-trigger,
    IA-R141."""
    return VehicleOnMines(VehicleHarm.DESTROYED, hits=_hits(men, FIGURES.gun_crew_hit, chance))


# ── Claymores and fougasses ─────────────────────────────────────────────────────────────────────────────────────────

SET_UP_PERIODS = FIGURES.set_up
OPERATOR_METRES = FIGURES.operator_metres


def bar_detonation(periods_set_up: int, operator_metres: float) -> None:
    """Refuse to set off a Claymore that is not set up or too close to its operator. IA-mine.claymore-setup."""
    if periods_set_up < SET_UP_PERIODS:
        raise RuleViolation(
            "not-set-up",
            "The Claymore is not set up yet.",
            citation="IA-mine.claymore-setup",
            remedy="Spend one whole period on setting it up.",
        )
    if operator_metres < OPERATOR_METRES:
        raise RuleViolation(
            "too-close",
            f"The operator is {plain(operator_metres)} m from the Claymore.",
            citation="IA-mine.claymore-setup",
            remedy=f"Withdraw him to {plain(OPERATOR_METRES)} m or more first.",
        )


def in_cone(mine: Point, facing: float, figure: Point) -> float | None:
    """How far a figure in the cone of a Claymore or fougasse is from it; None for one outside: 45 degrees on each
    side of the centre line, 50 m. IA-mine.claymore-cone, IA-mine.fougasse."""
    metres = between(mine, figure)
    if metres > FIGURES.cone_reach or (metres and turn(facing, bearing(mine, figure)) > FIGURES.cone_half_angle):
        return None
    return metres


def cone_targets(distances: Sequence[float | None]) -> tuple[float, tuple[int, ...]] | None:
    """Of a group, friend or foe, whose figures are so far from the mine (`in_cone`): the distance of the nearest,
    for which the group takes the points of the effect chart, and the figures that count as targets; None if nobody is
    in the cone. IA-mine.claymore-cone, IA-mine.fougasse, IA-R071."""
    inside = {i: metres for i, metres in enumerate(distances) if metres is not None}
    return (min(inside.values()), tuple(inside)) if inside else None


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="mines",
        title="What mines do",
        section="Mine Warfare",
        columns=("who passes", "mines", "die", "result"),
        rows=(
            ("walking or crawling in daylight", "anti-personnel", f"1 to {FIGURES.foot_casualty}", "casualty"),
            ("walking or crawling in daylight", "anti-personnel", str(FIGURES.foot_casualty + 1), "across, unaware"),
            ("walking or crawling in daylight", "anti-personnel", f"{FIGURES.foot_spots} or 6", "spots a mine"),
            ("on foot otherwise", "anti-personnel", f"1 to {FIGURES.foot_casualty}", "casualty"),
            ("on foot otherwise", "anti-personnel", f"{FIGURES.foot_casualty + 1} to 6", "across, unaware"),
            ("soft vehicle", "anti-personnel", None, "disabled"),
            ("each man of a soft vehicle", "anti-personnel", str(FIGURES.soft_crew_hit), "casualty"),
            ("hard vehicle", "anti-personnel", None, "unharmed, clears a path for men in daylight"),
            ("soft vehicle", "anti-tank", None, "destroyed, men escape as of an AFV"),
            ("hard vehicle", "anti-tank", f"1 to {FIGURES.hard_knocked_out}", "knocked out"),
            ("hard vehicle", "anti-tank", f"{FIGURES.hard_knocked_out + 1} to 6", "immobilised"),
        ),
        dice="1D6",
        notes=(f"For each {plain(FIGURES.square)} m square.",),
        citation="IA-mine.ap-foot",
    ),
    Chart(
        name="mine-cones",
        title="Claymore and fougasse",
        section="Mine Warfare",
        columns=("what", "figure"),
        rows=(
            ("cone, degrees on each side of the centre line", FIGURES.cone_half_angle),
            ("reach (m)", FIGURES.cone_reach),
            ("Claymore: periods to set up", FIGURES.set_up),
            ("Claymore: least distance of the operator (m)", FIGURES.operator_metres),
        ),
        notes=("Points are in the chart of small arms effect, row Claymore.",),
        citation="IA-mine.claymore-cone",
    ),
)
