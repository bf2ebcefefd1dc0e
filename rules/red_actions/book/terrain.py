"""Ground: what it costs to cross or to move in, the breakdown tests that it calls for, the cover that it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Mover
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class Ground(StrEnum):
    """What a way crosses or leads through. RA-terrain.table"""

    OPEN = "open ground"
    ROAD = "road"
    HEDGE = "hedge"
    WALL = "wall"
    SMALL_STREAM = "small stream"
    BIG_STREAM = "big stream"
    FORD = "ford"
    TRENCH = "trench"
    WIRE = "wire"
    CRUSHED_WIRE = "crushed wire"
    HILL = "hill"
    """A normal hill, which costs only the way up. RA-R170"""
    STEEP = "steep slope"
    BUILDINGS = "buildings"
    BOGGY = "boggy ground"
    ROUGH = "rough ground"
    WOODS = "woods"
    DENSE_WOODS = "dense woods"
    SCRUB = "scrub"
    """Corn, scrub, anything that hides and stops no bullet; free to move in. RA-R171"""
    DITCH = "ditch"
    """A ditch or hollow: hides those who lie in it, free to move in. RA-R171"""
    SANDBAGS = "sandbags"
    """Sandbags and machine-gun nests; free to move in. RA-R171"""
    LANE = "lane through wire"
    """Cut by engineers, a base wide. RA-R104"""

    @property
    def line(self) -> bool:
        """Crossed, not moved in. RA-R91"""
        return self in LINES

    @property
    def wooded(self) -> bool:
        return self in (Ground.WOODS, Ground.DENSE_WOODS)

    @property
    def hides(self) -> bool:
        """Seen into only from near: built-up areas, woods, scrub, and what lies behind a hedge. RA-vis.1"""
        return self in (Ground.HEDGE, Ground.BUILDINGS, Ground.SCRUB, Ground.DITCH) or self.wooded

    @property
    def area_of_cover(self) -> bool:
        """Ground with an inside and an edge: built-up areas, woods, scrub. RA-vis.2, RA-vis.3"""
        return self in (Ground.BUILDINGS, Ground.SCRUB) or self.wooded


LINES = (
    Ground.HEDGE, Ground.WALL, Ground.SMALL_STREAM, Ground.BIG_STREAM, Ground.TRENCH, Ground.WIRE, Ground.CRUSHED_WIRE,
)  # fmt: skip
_LIKE_OPEN = (Ground.SCRUB, Ground.DITCH, Ground.SANDBAGS, Ground.LANE)


class GroundEffect(StrEnum):
    """What a cell of the table says. RA-R91"""

    SHARE = "move"
    """Crossing costs that part of the card's move."""
    WHOLE = "whole move"
    """It starts touching, and ends just beyond."""
    SPEED = "speed"
    """That part of the usual speed inside."""
    FREE = "full speed"
    PASSABLE = "passable"
    TEST = "halt and test"
    BARRED = "no"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the terrain table. `share`: of the move or the speed. `star`: a breakdown test."""

    effect: GroundEffect
    share: float = 1.0
    star: bool = False

    @property
    def words(self) -> str:
        if self.effect in (GroundEffect.SHARE, GroundEffect.SPEED):
            text = f"{_SHARES[self.share]} {self.effect.value}"
        else:
            text = "impassable" if self.effect is GroundEffect.BARRED else self.effect.value
        return text + (" *" if self.star else "")


_SHARES = {0.25: "1/4", 0.5: "1/2", 1.0: "full"}


class _Terrain(Figures):
    movers: tuple[Mover, ...]
    table: tuple[tuple[str, ...], ...]


FIGURES = section("terrain", _Terrain)
FULL = Cell(GroundEffect.FREE)


def _cell(text: str) -> Cell:
    """Raises KeyError for a text that no cell of the table has."""
    words = text.removesuffix("*").strip()
    star = text.endswith("*")
    plain = {
        "no": GroundEffect.BARRED,
        "yes": GroundEffect.PASSABLE,
        "full speed": GroundEffect.FREE,
        "whole move": GroundEffect.WHOLE,
        "halt and test": GroundEffect.TEST,
    }
    if words in plain:
        return Cell(plain[words], star=star)
    share, _, what = words.partition(" ")
    return Cell(GroundEffect(what), {"1/4": 0.25, "1/2": 0.5}[share], star)


TABLE: Mapping[Ground, Mapping[Mover, Cell]] = MappingProxyType(
    {
        Ground(row[0]): MappingProxyType({m: _cell(t) for m, t in zip(FIGURES.movers, row[1:], strict=True)})
        for row in FIGURES.table
    }
)
_DRY_STREAM = (Mover.SABRES, Mover.LIMBERED)


def cell(ground: Ground, mover: Mover, *, partisan: bool = False, house: House = BOOK) -> Cell:
    """What the table says, after the switches. `partisan`: RA-R150. Raises RuleViolation for trains.
    RA-terrain.table, RA-R91"""
    if mover is Mover.RAIL:
        raise RuleViolation(
            "rails", "A train moves on its rails only.", citation="RA-train.move.1", remedy="Move it along its rails."
        )
    if ground in _LIKE_OPEN:
        return FULL
    found = TABLE[ground][mover]
    if ground is Ground.SMALL_STREAM and mover in _DRY_STREAM and house.choice("small-streams-mounted") == "free":
        return FULL
    if (
        ground.wooded
        and partisan
        and found.effect is GroundEffect.SPEED
        and house.choice("partisan-woods") == "full-speed"
    ):
        return Cell(GroundEffect.FREE, star=found.star)
    return found


@dataclass(frozen=True, slots=True)
class WayPiece:
    """One piece of a way. `inches`: its length inside; of a line its width, 0 as a rule. `uphill`: of hills and
    slopes. `by_road`: in column on a road."""

    ground: Ground
    inches: float = 0.0
    uphill: bool = True
    by_road: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """What one piece of a way costs, in inches of move; `whole`: all the move there is. `ends`: the move ends there
    (in the wire; or just beyond what cost the whole move)."""

    step: WayPiece
    inches: float
    reason: str
    citation: str = "RA-terrain.table"
    ends: bool = False
    whole: bool = False


def effective(step: WayPiece, mover: Mover, *, partisan: bool = False, house: House = BOOK) -> Cell:
    """The cell that counts for this piece: a column on a road has only slopes to climb, and nobody pays for a normal
    hill but going up it. RA-terrain.road.1, RA-R125, RA-R170"""
    slope = step.ground in (Ground.HILL, Ground.STEEP)
    if step.by_road and not (slope and step.uphill):
        return FULL
    if step.ground is Ground.HILL and not step.uphill:
        return FULL
    return cell(step.ground, mover, partisan=partisan, house=house)


def price(step: WayPiece, mover: Mover, move: float, *, partisan: bool = False, house: House = BOOK) -> Price:
    """What crossing a line, or moving so far in an area, takes off the move. `move`: the card's. Raises RuleViolation
    where he may not go. RA-R91"""
    found = effective(step, mover, partisan=partisan, house=house)
    name = step.ground.value
    if found.effect is GroundEffect.BARRED:
        raise RuleViolation(
            "impassable",
            f"{_WHO[mover]} cannot enter or cross a {name}."
            if step.ground.line
            else f"{_WHO[mover]} cannot enter {name}.",
            citation="RA-terrain.table",
            remedy="Go round it, or end the move before it.",
        )
    match found.effect:
        case GroundEffect.SHARE:
            return Price(step, move * found.share + step.inches, f"{name}: {found.words.removesuffix(' *')}")
        case GroundEffect.WHOLE:
            return Price(step, move, f"{name}: the whole move", ends=True, whole=True)
        case GroundEffect.SPEED:
            return Price(step, step.inches / found.share, f"{name}: {found.words.removesuffix(' *')}")
        case GroundEffect.TEST:
            return Price(step, step.inches, f"{name}: halt, and test from the next turn on", "RA-wire.2", ends=True)
        case _:
            return Price(step, step.inches, name)


_WHO = {
    Mover.INFANTRY: "Infantry",
    Mover.SABRES: "Horsemen",
    Mover.LIMBERED: "Tachankas and limbered guns",
    Mover.ARMOURED_CAR: "Armoured cars",
    Mover.TANK: "Tanks",
    Mover.RAIL: "Trains",
}


def way(
    steps: Iterable[WayPiece],
    mover: Mover,
    move: float,
    allowance: float,
    *,
    partisan: bool = False,
    house: House = BOOK,
) -> tuple[Price, ...]:
    """The price of every piece, in order. `move`: the card's move, of which crossing costs a part. Raises RuleViolation
    where it leads through impassable ground, on after an end, or costs more than the allowance. RA-terrain.table,
    RA-R91"""
    prices: list[Price] = []
    spent = 0.0
    for step in steps:
        if prices and prices[-1].ends:
            raise RuleViolation(
                "ends-there",
                f"The move ends at the {prices[-1].step.ground.value}.",
                citation=prices[-1].citation,
                remedy="End the way there.",
            )
        this = price(step, mover, move, partisan=partisan, house=house)
        if this.whole and spent > NOTHING:
            raise RuleViolation(
                "start-touching",
                f"Crossing a {step.ground.value} takes the whole move: the unit must start its segment touching it.",
                citation="RA-R91",
                remedy="Move up to it now and cross next turn.",
            )
        spent += this.inches
        if spent > allowance + NOTHING:
            raise RuleViolation(
                "too-far",
                f"That way costs {spent:g} in of move; the unit has {allowance:g} in.",
                citation="RA-move.1",
                remedy="Choose a shorter or easier way.",
            )
        prices.append(this)
    return tuple(prices)


NOTHING = 1e-6


# ── Breakdown tests ─────────────────────────────────────────────────────────────────────────────────────────────────


class BreakdownDie(StrEnum):
    """The three dice of the vehicle sections. RA-R92"""

    OBSTACLE = "obstacle"
    WIRE = "wire"
    SPEED = "speed"


_AREA_TESTS = (Ground.BUILDINGS, Ground.ROUGH, Ground.WOODS)
_WIRES = (Ground.WIRE, Ground.CRUSHED_WIRE)
_EASY = (Ground.OPEN, Ground.ROAD, Ground.HILL)
"""Flat ground, gentle hills, roads. RA-ac.speed"""


def die_for(step: WayPiece, mover: Mover) -> BreakdownDie | None:
    """Which die a star of the table calls for. RA-terrain.star, RA-R92"""
    if mover not in (Mover.TANK, Mover.ARMOURED_CAR) or not effective(step, mover).star:
        return None
    if step.ground in _WIRES and mover is Mover.TANK:
        return BreakdownDie.WIRE
    return BreakdownDie.SPEED if step.ground in _AREA_TESTS else BreakdownDie.OBSTACLE


def fast(mover: Mover, move: float, inches: float, steps: Iterable[WayPiece]) -> bool:
    """Whether the inches travelled in a segment are more than half of the card's move; of an armoured car, only if any
    of its way led through other than flat ground, gentle hills or by road. RA-terrain.star-speed, RA-tank.speed,
    RA-ac.speed, RA-R93, RA-R172"""
    over = inches > move / 2 + NOTHING
    if mover is Mover.TANK:
        return over
    if mover is not Mover.ARMOURED_CAR:
        return False
    areas = [step for step in steps if not step.ground.line and not step.by_road]
    return over and any(step.ground not in _EASY for step in areas)


def breakdown_dice(mover: Mover, move: float, inches: float, steps: Iterable[WayPiece]) -> tuple[BreakdownDie, ...]:
    """The dice of one segment, in their order: one for each obstacle or wire crossed, then at most one for speed.
    RA-R92"""
    steps = tuple(steps)
    called = [die_for(step, mover) for step in steps]
    crossed = tuple(each for each in called if each is not None and each is not BreakdownDie.SPEED)
    speed = BreakdownDie.SPEED in called or fast(mover, move, inches, steps)
    return crossed + ((BreakdownDie.SPEED,) if speed else ())


# ── Columns ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def column_ground(mover: Mover, grounds: Iterable[Ground]) -> Ground | None:
    """The ground in which these troops must be in column: all but infantry in buildings and woods; none if they need
    not be, or are a vehicle, which is one base. RA-terrain.column"""
    if mover not in (Mover.SABRES, Mover.LIMBERED):
        return None
    return next((each for each in grounds if each is Ground.BUILDINGS or each.wooded), None)


def bar_spread(mover: Mover, grounds: Iterable[Ground], column: bool) -> None:
    """Refuse buildings and woods to horse and wheels out of column. RA-terrain.column"""
    ground = None if column else column_ground(mover, grounds)
    if ground is not None:
        raise RuleViolation(
            "column-needed",
            f"{_WHO[mover]} must be in column in {ground.value}.",
            citation="RA-terrain.column",
            remedy="Form column first, or go round.",
        )


_HEADS = ("Infantry", "Sabres", "Tachankas, limbered guns", "Armoured cars", "Tanks")

CHARTS: tuple[Chart, ...] = (
    Chart(
        name="terrain-effects",
        title="Terrain effects",
        section="Terrain Effects (p8)",
        columns=("ground", *_HEADS),
        rows=tuple((ground.value, *(row[m].words for m in FIGURES.movers)) for ground, row in TABLE.items()),
        notes=(
            "Move: crossing costs that part of the card's move. Speed: that part of the speed inside (RA-R91).",
            "* a breakdown test; also when a tank moves faster than half speed, or an armoured car does so off open"
            " ground and roads (RA-terrain.star-speed).",
            "In column on a road only slopes uphill count; 2 in more if the whole move is by road (RA-terrain.road.1).",
            "Troops other than infantry must be in column in buildings and woods (RA-terrain.column).",
        ),
        citation="RA-terrain.table",
    ),
)
