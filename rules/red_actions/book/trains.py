"""Trains: how they start, hold and brake, what hits do to engine and cars, when they must leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Trains(Figures):
    most: int
    per_hit: int
    stops_below: float
    short: float
    first: Mapping[str, float]
    hits: Mapping[Arm, int]


FIGURES = section("trains", _Trains)


class Regulator(StrEnum):
    """What the driver does in a segment. RA-R96"""

    START = "start"
    """From a standstill, ahead or back."""
    FASTER = "faster"
    HOLD = "hold"
    BRAKE = "brake"
    STAND = "stand"
    """A standing train goes on standing."""


@dataclass(frozen=True, slots=True)
class Run:
    """One move of a train: how far, and whether it stands at the end of it."""

    inches: float
    stands: bool


def allowance(engine_hits: int) -> int:
    """Inches a turn: 8, 6, 4 after no, one and two hits on the engine, none after three. RA-train.move.1,
    RA-train.hits.1, RA-R97"""
    if engine_hits >= FIGURES.hits[Arm.ENGINE]:
        return 0
    return FIGURES.most - FIGURES.per_hit * engine_hits


def first_step(house: House = BOOK) -> float:
    """The first move of a train that starts. RA-train.move.3, RA-R96"""
    return FIGURES.first[house.choice("train-step")]


def fastest(last: float, engine_hits: int = 0, house: House = BOOK) -> float:
    """The longest move that may follow one of `last` inches; 0 for a standing train means the first step. RA-R96"""
    most = allowance(engine_hits)
    return min(first_step(house) if last <= 0 else 2 * last, most)


def choices(last: float, engine_hits: int = 0) -> tuple[Regulator, ...]:
    """What the driver may do after a move of `last` inches (0: it stands). RA-R96"""
    if allowance(engine_hits) == 0:
        return (Regulator.STAND,)
    if last <= 0:
        return (Regulator.START, Regulator.STAND)
    can = (Regulator.FASTER,) if fastest(last, engine_hits) > last else ()
    return (*can, Regulator.HOLD, Regulator.BRAKE)


def run(
    regulator: Regulator, last: float, engine_hits: int = 0, wanted: float | None = None, house: House = BOOK
) -> Run:
    """The move that follows one of `last` inches. `wanted`: for faster, if less than the most. A train never exceeds
    its allowance, and stands when its engine is wrecked. Raises RuleViolation for what it cannot do. RA-train.move.1,
    RA-train.move.2, RA-train.move.3, RA-R96, RA-R176"""
    _bar_regulator(regulator, last, engine_hits)
    most = allowance(engine_hits)
    match regulator:
        case Regulator.STAND:
            return Run(0.0, True)
        case Regulator.START:
            return Run(fastest(0, engine_hits, house), False)
        case Regulator.HOLD:
            return Run(min(last, most), False)
        case Regulator.BRAKE:
            half = min(last / 2, most)
            return Run(half, half < FIGURES.stops_below)
        case Regulator.FASTER:
            top = fastest(last, engine_hits, house)
            inches = top if wanted is None else wanted
            if not last <= inches <= top:
                raise RuleViolation(
                    "train-step",
                    f"After {last:g} in this train goes {last:g} to {top:g} in.",
                    citation="RA-R96",
                    remedy="Ask for a move between them, or brake.",
                )
            return Run(inches, False)


def _bar_regulator(regulator: Regulator, last: float, engine_hits: int) -> None:
    can = choices(last, engine_hits)
    if regulator in can:
        return
    wrecked = allowance(engine_hits) == 0
    state = "Its engine is wrecked" if wrecked else "It stands" if last <= 0 else f"It is running at {last:g} in"
    raise RuleViolation(
        "train-step",
        f"{state}: it cannot {regulator.value}."
        if regulator is not Regulator.FASTER
        else f"{state}: it goes no faster.",
        citation="RA-train.hits.1" if wrecked else "RA-train.move.2",
        remedy=f"It can {' or '.join('go faster' if each is Regulator.FASTER else each.value for each in can)}.",
    )


def bar_direction(ahead: bool, was_ahead: bool, last: float) -> None:
    """Refuse to run the other way before the train has stood. RA-train.move.4"""
    if last > 0 and ahead is not was_ahead:
        raise RuleViolation(
            "reverse",
            "The train must stand before it runs the other way.",
            citation="RA-train.move.4",
            remedy="Brake until it stands.",
        )


def braking(last: float, engine_hits: int = 0) -> tuple[float, ...]:
    """The moves until it stands, from a move of `last` inches: (4, 2, 1) from 8. RA-train.move.2, RA-R96"""
    moves: list[float] = []
    while last > 0 and allowance(engine_hits) > 0:
        this = run(Regulator.BRAKE, last, engine_hits)
        moves.append(this.inches)
        if this.stands:
            break
        last = this.inches
    return tuple(moves)


def blocked(move: Run, distance: float | None) -> Run:
    """The same with troops on the rails `distance` inches ahead: it stops 2 in short of them, and stands. RA-R151,
    RA-R176"""
    if distance is None or move.inches <= distance - FIGURES.short:
        return move
    return Run(max(0.0, distance - FIGURES.short), True)


# ── Fire from and at trains ─────────────────────────────────────────────────────────────────────────────────────────


def may_fire(car: Arm, last: float) -> bool:
    """Whether a car fires after its train's last move: artillery only standing, machine-guns always, others never.
    RA-train.cars.2, RA-train.artillery.2, RA-train.mg"""
    if car in (Arm.FIELD_CAR, Arm.TURRET_CAR):
        return last <= 0
    return car is Arm.MG_CAR


def aboard_fire(arm: Arm) -> bool:
    """Whether troops fire from inside: those with rifles. RA-train.cars.3"""
    return arm is Arm.RIFLE


class CarState(StrEnum):
    WHOLE = "whole"
    HIT = "hit"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"


def car_state(car: Arm, hits: int) -> CarState:
    """What direct hits have made of a car: engines are immobilised by the third, turrets destroyed by the second, all
    others by the first. RA-train.hits.1, RA-train.hits.3, RA-R97"""
    if hits <= 0:
        return CarState.WHOLE
    if hits < FIGURES.hits[car]:
        return CarState.HIT
    return CarState.IMMOBILISED if car is Arm.ENGINE else CarState.DESTROYED


def owes_fear_test(hits: int) -> bool:
    """After one shooting with so many direct hits on its cars: one test, or none. RA-train.hits.4, RA-R98"""
    return hits > 0


class Duty(StrEnum):
    """Where a train must try to go. RA-R98"""

    NONE = "none"
    OUT_OF_RANGE = "leave the range of enemy artillery"
    OFF_TABLE = "leave the table"


def duty(engine_hits: int, afraid: bool, in_artillery_range: bool) -> Duty:
    """`afraid`: it failed its fear test and has not rallied. RA-train.hits.2, RA-train.hits.4, RA-R98"""
    if afraid:
        return Duty.OFF_TABLE
    return Duty.OUT_OF_RANGE if engine_hits > 0 and in_artillery_range else Duty.NONE


def bound(what: Duty, last: float, running_home: bool, engine_hits: int) -> Regulator | None:
    """What a train with such a duty has to do in its segment, none if it is free: it brakes while it runs the wrong
    way, starts home, and runs home as fast as it can. RA-R98"""
    if what is Duty.NONE:
        return None
    can = choices(last, engine_hits)
    if Regulator.STAND in can:
        return Regulator.START if Regulator.START in can else Regulator.STAND
    if not running_home:
        return Regulator.BRAKE
    return Regulator.FASTER if Regulator.FASTER in can else Regulator.HOLD


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="trains",
        title="Trains: moves",
        section="Trains (p15)",
        columns=("what", "inches"),
        rows=(
            ("most", FIGURES.most),
            ("starting", "1, 2, 4, 8"),
            ("braking from 8", ", ".join(f"{each:g}" for each in braking(8)) + " and stands"),
            ("stands after a move of less than", FIGURES.stops_below),
            ("less for each hit on the engine", FIGURES.per_hit),
            ("stops short of troops on the rails by", FIGURES.short),
        ),
        citation="RA-R96",
    ),
    Chart(
        name="train-car-hits",
        title="Trains: direct hits",
        section="Trains (p15)",
        columns=("car", "hits", "then"),
        rows=tuple((car.value, hits, car_state(car, hits).value) for car, hits in FIGURES.hits.items()),
        citation="RA-R97",
    ),
)
