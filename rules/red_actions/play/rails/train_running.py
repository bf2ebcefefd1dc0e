"""A train's segment: its order, how far it runs, what stops it. RA-train.move.1 to RA-train.move.4, RA-R96, RA-R98"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely.ops import substring

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.rails import Rail
from rules.red_actions.book import trains as book
from rules.red_actions.book.trains import Duty, Regulator
from rules.red_actions.course import Course
from rules.red_actions.events.rails import TrainLeft, TrainRan
from rules.red_actions.play.ground.layout import rail_line
from rules.red_actions.play.rails.tracks import (
    engine_hits,
    first_block,
    home_is_ahead,
    in_artillery_range,
    leads_off,
    middle,
    room_ahead,
    turned_round,
)
from rules.red_actions.play.sight.knowledge import reveal_seen
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Loss, Point, Rails, Unit
from rules.seam.asking import Odds, Offer


@dataclass(frozen=True, slots=True)
class Ride:
    """How a train will run. `off`: it leaves the table; `blocked`: what stops it."""

    unit: Unit
    order: str
    rails: Rails
    inches: float
    stands: bool
    off: bool = False
    blocked: str = ""


def judge_rail(state: State, action: Rail, by: Actor) -> Ride:
    """RA-train.move.1, RA-train.move.2, RA-train.move.3, RA-train.move.4, RA-train.hits.1, RA-R98, RA-R176"""
    unit = require_segment(state, action.unit, by, after_fire=True)
    rails = unit.rails
    if rails is None or unit.at is None:
        raise RuleViolation(
            "no-train", f"{unit.name} isn't a train.", citation="RA-train.move.1", remedy="Move it instead."
        )
    hits = engine_hits(state, unit)
    if hits is None:
        raise RuleViolation(
            "no-engine",
            f"{unit.name} has no engine: it stands.",
            citation="RA-train.cars.2",
            remedy="It may fire, or stand.",
        )
    regulator = _regulator(action.order, rails)
    must = _bound(state, unit, rails, hits)
    turning = action.order == "reverse"
    _bar_duty(state, unit, rails, regulator, must, turning)
    if turning:
        book.bar_direction(not rails.ahead, rails.ahead, rails.last)
        rails = turned_round(unit, rails)
    move = book.run(regulator, rails.last, hits, action.inches, house=state.house)
    return ride(state, unit, action.order, rails, move)


def _regulator(order: str, rails: Rails) -> Regulator:
    standing = rails.last <= 0
    match order:
        case "faster" | "reverse":
            return Regulator.START if standing else Regulator.FASTER
        case "hold":
            return Regulator.STAND if standing else Regulator.HOLD
        case _:
            return Regulator.BRAKE


def _bound(state: State, unit: Unit, rails: Rails, hits: int) -> Regulator | None:
    """What its duty makes it do. RA-train.hits.2, RA-train.hits.4, RA-R98"""
    what = book.duty(hits, rails.leaving, in_artillery_range(state, unit))
    if rails.taken_from and what is Duty.OFF_TABLE:
        return None
    return book.bound(what, rails.last, rails.ahead is home_is_ahead(state, unit, rails), hits)


def _bar_duty(
    state: State, unit: Unit, rails: Rails, regulator: Regulator, must: Regulator | None, turning: bool
) -> None:
    """RA-train.hits.2, RA-train.hits.4, RA-R98"""
    if must is None:
        return
    home = home_is_ahead(state, unit, rails)
    ahead = rails.ahead is not turning
    if regulator is must and (must not in (Regulator.START, Regulator.FASTER, Regulator.HOLD) or ahead is home):
        return
    where = "leave the table" if rails.leaving else "get out of range of enemy guns"
    raise RuleViolation(
        "train-duty",
        f"{unit.name} must {where}.",
        citation="RA-train.hits.4" if rails.leaving else "RA-train.hits.2",
        remedy=f"Order: {_order(rails, must, home)}." + (" It may also try to rally." if rails.leaving else ""),
    )


def _order(rails: Rails, must: Regulator, home: bool) -> str:
    """The order that a duty leaves."""
    match must:
        case Regulator.START:
            return "faster" if rails.ahead is home else "reverse"
        case Regulator.FASTER:
            return "faster"
        case Regulator.BRAKE:
            return "brake"
        case _:
            return "hold"


def ride(state: State, unit: Unit, order: str, rails: Rails, move: book.Run) -> Ride:
    """The move as the rails let it be made. RA-R151, RA-R176, RA-R234"""
    if move.inches <= 0:
        return Ride(unit, order, replace(rails, last=0.0), 0.0, True)
    met = first_block(state, unit, rails, move.inches + book.FIGURES.short)
    if met is not None:
        run = book.blocked(move, met[0])
        if run.inches < move.inches:
            return Ride(unit, order, rails, run.inches, True, blocked=met[1])
    room = room_ahead(state, rails)
    if move.inches > room + 1e-6:
        if leads_off(state, rails):
            return Ride(unit, order, rails, room, False, off=True)
        return Ride(unit, order, rails, room, True, blocked="the end of the line")
    return Ride(unit, order, rails, move.inches, move.stands)


def carry_rail(state: State, ready: Ride, chance: Chance) -> Sequence[Event]:
    """A train's crew never hesitates: only riflemen's cards are Mobs."""
    course = Course(state, chance)
    take(course, ready.unit.id)
    run(course, ready)
    act_done(course, ready.unit.id)
    return course.events


def run(course: Course, ready: Ride, *, driven: bool = True) -> None:
    """RA-train.move.1, RA-train.capture"""
    state, unit = course.state, ready.unit
    before = ready.rails.along
    along = before + ready.inches if ready.rails.ahead else before - ready.inches
    rails = replace(ready.rails, along=along, last=0.0 if ready.stands else ready.inches)
    at, facing = middle(state, unit, rails)
    course.happen(
        TrainRan(
            unit=unit.id,
            order=ready.order,
            rails=rails,
            at=at,
            facing=facing,
            inches=ready.inches,
            way=_way(state, rails, before, along),
            blocked=ready.blocked,
            driven=driven,
            citations=("RA-train.move.1", "RA-R96"),
        )
    )
    if ready.off:
        _leave(course, unit.id)
        return
    reveal_seen(course)


def _way(state: State, rails: Rails, before: float, along: float) -> tuple[Point, ...]:
    line = rail_line(state, rails.line)
    if line is None or abs(before - along) < 1e-6:
        return ()
    points = [(round(float(x), 3), round(float(y), 3)) for x, y, *_ in substring(line, before, along).coords]
    return tuple(points)


def _leave(course: Course, unit: str) -> None:
    """Off the table with all cars and whoever is aboard; a train in enemy hands is lost for good. RA-train.capture,
    RA-R235"""
    state = course.state
    found = state.unit(unit)
    taken = found.rails.taken_from if found.rails is not None else ""
    losses = tuple(Loss(base, unit, taken, "captured", state.turn) for base in found.bases) if taken else ()
    course.happen(
        TrainLeft(
            unit=unit,
            name=found.name,
            losses=losses,
            citations=("RA-train.capture",) if taken else ("RA-R235",),
        )
    )


def trains_run_on(course: Course) -> None:
    """At the end of a turn a train that runs and was not driven keeps its speed, or does what its duty demands.
    RA-train.move.2, RA-R98, RA-R236"""
    for unit in tuple(course.state.units):
        rails = unit.rails
        if rails is None or unit.at is None or unit.moved_turn == course.state.turn:
            continue
        hits = engine_hits(course.state, unit)
        if hits is None:
            continue
        must = _bound(course.state, unit, rails, hits)
        if rails.last <= 0:
            continue
        regulator = must or Regulator.HOLD
        if regulator not in book.choices(rails.last, hits):
            regulator = book.choices(rails.last, hits)[-1]
        move = book.run(regulator, rails.last, hits, house=course.house)
        run(course, ride(course.state, unit, "hold", rails, move), driven=False)


# ── Odds, offers ────────────────────────────────────────────────────────────────────────────────────────────────────


def rail_odds(state: State, ready: Ride) -> Odds:
    facts = [Fact("runs", ready.inches, Source.MEASURED, "in"), Fact("stands then", ready.stands, Source.MEASURED)]
    if ready.blocked:
        facts.append(Fact("stopped by", ready.blocked, Source.MEASURED))
    notes = ("It leaves the table.",) if ready.off else ()
    return Odds(facts=tuple(facts), notes=notes)


def rail_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.rails is None:
        return
    standing = unit.rails.last <= 0
    labels = (
        (("faster", "Start the train"), ("reverse", "Start it the other way"))
        if standing
        else (("faster", "Go faster"), ("hold", "Keep the speed"), ("brake", "Brake"))
    )
    for order, label in labels:
        yield from if_lawful(state, Rail.model_validate({"unit": ref, "order": order}), judge_rail, side, label)
