"""Breakdown and recovery of vehicles; trains; by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import terrain, trains, vehicles
from rules.red_actions.book.kinds import Arm, Mover
from rules.red_actions.book.terrain import Ground, WayPiece
from rules.red_actions.book.trains import Regulator
from rules.red_actions.book.vehicles import Trouble
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row

Hits = Annotated[int, FACT, Field(ge=0, le=9, description="direct hits on the engine so far")]


class Breakdowns(RedResolution):
    """RA-R92"""

    title: ClassVar[str] = "Breakdown"
    summary: ClassVar[str] = "The breakdown tests of a tank or armoured car in one segment"
    verb: Literal["breakdown"] = "breakdown"

    vehicle: Annotated[Literal["tank", "armoured-car"], FACT, Field(description="what it is")]
    move: Annotated[float, FACT, Field(gt=0, le=60, description="the card's move in inches")]
    inches: Annotated[Inches, FACT, Field(description="inches that it went in the segment")]
    grounds: Annotated[
        tuple[Ground, ...], FACT, Field(max_length=8, description="what it crossed or moved in; once for each time")
    ] = ()
    by_road: Annotated[bool, FACT, Field(description="all by road")] = False


def breakdowns(form: Breakdowns, chance: Chance) -> Resolved:
    """RA-tank.speed, RA-tank.obstacle, RA-tank.wire, RA-ac.speed, RA-ac.obstacle, RA-terrain.star-speed, RA-R92,
    RA-R93."""
    log = Proceedings(form, chance)
    mover = Mover(form.vehicle)
    steps = tuple(WayPiece(ground, by_road=form.by_road) for ground in form.grounds)
    for step in steps:
        terrain.price(step, mover, form.move, house=log.house)
    tests = terrain.breakdown_dice(mover, form.move, form.inches, steps)
    thrown = vehicles.roll_breakdowns(tests, log.chance)
    words = "; ".join(f"{each.test.value}: {each.die}, {each.trouble.value}" for each in thrown)
    log.step("breakdown", words or "no test is called for", "RA-R92")
    state = vehicles.outcome(thrown)
    return log.resolved(state=state.value, tests=tuple(each.value for each in tests), moves=state.moves)


class Recovery(RedResolution):
    """RA-R94"""

    title: ClassVar[str] = "Recovery"
    summary: ClassVar[str] = "Whether a stuck or broken-down vehicle runs again"
    verb: Literal["recovery"] = "recovery"

    state: Annotated[Trouble, FACT, Field(description="what keeps it from moving")]


def recovery(form: Recovery, chance: Chance) -> Resolved:
    """RA-R94, RA-action.extra.vehicle."""
    log = Proceedings(form, chance)
    vehicles.bar_recovery(form.state)
    die, state = vehicles.roll_recovery(form.state, log.chance)
    log.step("recovery", f"{die}: {state.value}", "RA-R94")
    return log.resolved(die=die, state=state.value, moves=state.moves)


class TrainMove(RedResolution):
    """RA-R96"""

    title: ClassVar[str] = "Train"
    summary: ClassVar[str] = "How far a train goes after its last move"
    verb: Literal["train-move"] = "train-move"

    does: Annotated[Regulator, FACT, Field(description="what the driver does")]
    last: Annotated[Inches, FACT, Field(description="its last move; 0: it stands")] = 0.0
    engine_hits: Hits = 0
    wanted: Annotated[Inches | None, FACT, Field(description="of faster: less than the most")] = None
    block: Annotated[Inches | None, FACT, Field(description="to troops on the rails ahead")] = None


def train_move(form: TrainMove, chance: Chance) -> Resolved:
    """RA-train.move.1, RA-train.move.2, RA-train.move.3, RA-train.hits.1, RA-R96, RA-R151."""
    log = Proceedings(form, chance)
    free = trains.run(form.does, form.last, form.engine_hits, form.wanted, log.house)
    move = trains.blocked(free, form.block)
    end = " and stands" if move.stands else ""
    log.step("train", f"{move.inches:g} in{end}", "RA-R96")
    if move != free:
        log.step("blocked", f"troops on the rails stop it {trains.FIGURES.short:g} in short", "RA-R151")
    stop = () if move.stands else trains.braking(move.inches, form.engine_hits)
    return log.resolved(inches=move.inches, stands=move.stands, braking=stop)


class TrainHits(RedResolution):
    """RA-R97"""

    title: ClassVar[str] = "Hits on a train"
    summary: ClassVar[str] = "What direct hits have made of a car, and where the train must go"
    verb: Literal["train-hits"] = "train-hits"

    car: Annotated[
        Literal["train-engine", "train-artillery-field", "train-artillery-turret", "train-mg", "train-other"],
        FACT,
        Field(description="the car that was hit"),
    ]
    hits: Annotated[int, FACT, Field(ge=0, le=9, description="direct hits on it, with those of this shooting")]
    now: Annotated[int, FACT, Field(ge=0, le=9, description="of them in this shooting")] = 1
    afraid: Annotated[bool, FACT, Field(description="the train failed its fear test and has not rallied")] = False
    in_range: Annotated[bool, FACT, Field(description="it is within range of enemy artillery")] = True


def train_hits(form: TrainHits, chance: Chance) -> Resolved:
    """RA-train.hits.1, RA-train.hits.2, RA-train.hits.3, RA-train.hits.4, RA-R97, RA-R98."""
    log = Proceedings(form, chance)
    if form.now > form.hits:
        raise RuleViolation(
            "too-many-hits",
            f"{form.now} hits now are more than {form.hits} in all.",
            citation="RA-R97",
            remedy="Count the hits of this shooting among all.",
        )
    car = Arm(form.car)
    engine = form.hits if car is Arm.ENGINE else 0
    state = trains.car_state(car, form.hits)
    duty = trains.duty(engine, form.afraid, form.in_range)
    tests = trains.owes_fear_test(form.now)
    log.step("car", f"{state.value}{', the train takes one fear test' if tests else ''}", "RA-R97", "RA-R98")
    if duty is not trains.Duty.NONE:
        log.step("duty", f"it must {duty.value}", "RA-train.hits.2")
    allowed = trains.allowance(engine) if car is Arm.ENGINE else None
    return log.resolved(state=state.value, fear_test=tests, duty=duty.value, allowance=allowed)


ROWS: tuple[Row, ...] = (
    row(Breakdowns, breakdowns),
    row(Recovery, recovery),
    row(TrainMove, train_move),
    row(TrainHits, train_hits),
)
