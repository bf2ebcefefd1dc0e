"""Routs and flights: straight away from the enemy, through friends, into the arms of others, off the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.morale import MoraleTrigger, called_test, router_tests
from rules.red_actions.book.movement import card_move
from rules.red_actions.course import Course
from rules.red_actions.events.morale import Driven, GunsLeft, RoutBegan
from rules.red_actions.pending.morale import LoseBases, RunAway, Surrender, TakeTest
from rules.red_actions.play.captives.prisoners import gain_by_driving_off
from rules.red_actions.play.ground.fronts import box
from rules.red_actions.play.ground.layout import carrier, distance_to, layout, outline
from rules.red_actions.play.ground.lines import visible_enemies
from rules.red_actions.play.ground.passage import place_near
from rules.red_actions.play.morale.marking import officers_with
from rules.red_actions.play.morale.rout_paths import Straight, block, met, straight, whole_block, with_room
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Abandoned, Point, Unit, straightened
from rules.table.measure import bearing, between, nearest_edge, step

_EDGES = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
ROUTER = {
    MoraleTrigger.INTERPENETRATED: "routing friends pass through it",
    MoraleTrigger.ROUTERS: "routing friends pass by",
}

_CITE = {
    MoraleTrigger.INTERPENETRATED: "RA-morale.trigger.interpenetrated",
    MoraleTrigger.ROUTERS: "RA-morale.trigger.routers",
}


def step_run_away(course: Course, task: RunAway) -> None:
    """A rout begins with its first move, or goes on; vehicles and lone officers never rout. RA-rout.1, RA-rout.2,
    RA-R67, RA-R120"""
    state = course.state
    unit = state.find(task.unit)
    if unit is None or state.card(unit).arm.vehicle or state.card(unit).arm is Arm.OFFICER:
        course.done()
        return
    if unit.rout is not None and (unit.rout.off_table or unit.at is None):
        course.done()
        return
    if state.card(unit).arm is Arm.GUN and not unit.limbered:
        _leave_guns(course, unit)
        course.done()
        return
    if not task.steady or course.house.choice("voluntary-flight-state") == "routing":
        _begin(course, unit, task)
    _move(course, task)


def _begin(course: Course, unit: Unit, task: RunAway) -> None:
    if unit.rout is not None:
        return
    at = carrier(course.state, unit).at
    course.happen(
        RoutBegan(unit=unit.id, threat=task.threat, reason=task.reason, at=at, citations=("RA-rout.1", "RA-R39"))
    )


def _leave_guns(course: Course, unit: Unit) -> None:
    """The crews of unlimbered guns run and are gone; the guns stand. RA-R78"""
    state = course.state
    fallen, freed = officers_with(state, unit, False)
    left = Abandoned(
        id=f"abandoned-{state.new_ids + 1}",
        what="guns",
        unit=unit.id,
        side=unit.side,
        at=unit.at or (0.0, 0.0),
        facing=unit.facing,
        bases=unit.bases,
    )
    course.happen(
        GunsLeft(
            unit=unit.id, name=unit.name, left=left, gone=True, officers=fallen, freed=freed, citations=("RA-R78",)
        )
    )


# ── The move ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Flight:
    """A way that runs: its points, what ends it, the enemy that stops it, the friends in it with their distance from
    its start."""

    way: tuple[Point, ...]
    direction: float
    inches: float
    end: Literal["", "impassable", "edge", "ends", "enemy"]
    enemy: str = ""
    through: tuple[str, ...] = ()


def away(state: State, unit: Unit, threat: str) -> float:
    """Straight away from the enemy that it runs from, else from the nearest that it sees, else to its own edge.
    RA-rout.2, RA-R131"""
    at = carrier(state, unit).at
    assert at is not None
    enemy = state.find(threat) if threat else None
    if enemy is None or enemy.side == unit.side or carrier(state, enemy).at is None:
        enemy = next(iter(visible_enemies(state, unit)), None)
    if enemy is not None:
        place = carrier(state, enemy).at
        assert place is not None
        return bearing(place, at) if between(place, at) > 1e-6 else (unit.facing + 180.0) % 360.0
    edge = state.side(unit.side).edge
    if not edge and state.board is not None:
        edge = nearest_edge(state.board, at)[0]
    return _EDGES.get(edge, (unit.facing + 180.0) % 360.0)


def flight(state: State, unit: Unit, threat: str, allowance: float | None = None) -> Flight:
    """One full card move straight away; round formed cavalry by the shorter side. Who flees in hand stays on the table.
    RA-R58, RA-R113, RA-rout.5, RA-R261"""
    unit = straightened(unit)
    card = state.card(unit)
    move = float(card_move(card.arm, card.mover, card.move, state.house)) if allowance is None else allowance
    at = carrier(state, unit).at
    assert at is not None
    direction = away(state, unit, threat)
    return _flee(state, unit, at, direction, move, threat, (at,), 0.0, 2)


def _flee(
    state: State, unit: Unit, start: Point, direction: float, move: float, threat: str, so_far: tuple[Point, ...],
    gone: float, rounds: int,
) -> Flight:  # fmt: skip
    way = straight(state, unit, start, direction, move)
    if unit.rout is None:
        way = with_room(state, unit, whole_block(state, unit, way, direction), direction)
    enemies = [e for e in state.enemies(unit.side) if stops_routers(state, e) and e.id != threat]
    friends = [f for f in state.on_table(unit.side) if f.id != unit.id]
    stop = next(iter(met(state, unit, way, direction, enemies)), None)
    formed = next(iter(met(state, unit, way, direction, [f for f in friends if f.formed])), None)
    if formed is not None and (stop is None or formed[0] < stop[0]):
        if rounds > 0:
            aside = _round(state, unit, start, direction, way, formed, move)
            if aside is not None:
                turned, cost = aside
                return _flee(
                    state, unit, turned, direction, move - cost, threat, (*so_far, turned), gone + cost, rounds - 1
                )
        reach = way.cut(formed[0])
        return Flight((*so_far, reach.end), direction, gone + reach.inches, "impassable")
    if stop is not None:
        reach = way.cut(stop[0])
        return Flight((*so_far, reach.end), direction, gone + reach.inches, "enemy", stop[1].id)
    through = tuple(f.id for _, f in met(state, unit, way, direction, [f for f in friends if not f.formed]))
    return Flight((*so_far, way.end), direction, gone + way.inches, way.stopped, through=through)


def stops_routers(state: State, enemy: Unit) -> bool:
    """Enemies to whom routers surrender: not lone officers or carts, not who routs or whom nobody sees. RA-R113"""
    return not enemy.routing and state.card(enemy).arm.fights


def _round(
    state: State, unit: Unit, start: Point, direction: float, way: Straight, formed: tuple[float, Unit], move: float
) -> tuple[Point, float] | None:
    """Where it has to step aside to pass formed cavalry, and how far that is; the shorter side first. RA-R113"""
    own = box(state, unit)
    angle = math.radians(direction)
    half = own.width / 2
    corners = [corner for stood in layout(state, formed[1]) for corner in stood.corners]
    offsets = [(x - start[0]) * math.cos(angle) - (y - start[1]) * math.sin(angle) for x, y in corners]
    sides = sorted(((max(offsets) + half + 0.1, 90.0), (half - min(offsets) + 0.1, -90.0)), key=lambda each: each[0])
    for inches, side in sides:
        if inches <= 0 or inches >= move:
            continue
        aside = straight(state, unit, start, direction + side, inches)
        if aside.stopped or aside.inches < inches - 1e-6:
            continue
        ahead = straight(state, unit, aside.end, direction, move - inches)
        crowd = [u for u in state.on_table() if u.id != unit.id and (u.formed or u.side != unit.side)]
        if not met(state, unit, ahead.cut(formed[0] + 2.0), direction, crowd):
            return aside.end, inches
    return None


def _move(course: Course, task: RunAway) -> None:
    """Who runs off the table with pursuers behind it is lost; else it may come back. RA-rout.2, RA-rout.3, RA-rout.4,
    RA-misc.edge.2, RA-R72, RA-R114"""
    state = course.state
    unit = state.unit(task.unit)
    if unit.at is None:
        course.done()
        return
    found = flight(state, unit, task.threat or (unit.rout.threat or "" if unit.rout is not None else ""))
    steady = unit.rout is None
    off = found.end == "edge" and not steady
    if not steady and not off and found.end in ("", "ends"):
        found = _gathers(state, unit, found)
    course.happen(
        Driven(
            unit=unit.id,
            how="flight" if steady else "rout",
            way=found.way,
            facing=found.direction,
            inches=found.inches,
            at=None if off else found.way[-1],
            citations=("RA-R72",) if steady else ("RA-rout.2", "RA-R58"),
        )
    )
    gain_by_driving_off(course, state, unit.id, task.threat)
    lose_segment(course, unit.id, "it runs")
    everything = len(unit.bases)
    if found.end == "enemy" and not steady:
        course.done(Surrender(unit.id, found.enemy, "it ran into the enemy"))
    elif found.end == "impassable" and not steady:
        lost = LoseBases(
            unit.id, everything, threat=task.threat, reason="no way through for those who ran", seniors=True,
            fire_or_combat=False,
        )  # fmt: skip
        course.done(lost)
    elif off and _pursued(course.state, unit.id):
        course.done(
            LoseBases(unit.id, everything, "removed", reason="chased off the table", seniors=True, fire_or_combat=False)
        )
    elif steady:
        course.done()
    else:
        course.done(*_shaken(course.state, unit, found))


def _gathers(state: State, unit: Unit, found: Flight) -> Flight:
    """Routers stream by their middle, and gather at the end of their way where all their bases have room. RA-R261,
    RA-R268"""
    end = found.way[-1]
    unit = straightened(unit)
    place = place_near(state, unit, (end, found.direction, unit.formation), found.way[-2:])
    return found if place is None or place == end else replace(found, way=(*found.way, place))


def _pursued(state: State, unit: str) -> bool:
    """RA-R57, RA-R114"""
    rout = state.unit(unit).rout
    return rout is not None and any(turn >= state.turn - 1 and state.find(by) is not None for by, turn in rout.pursuers)


def _shaken(state: State, before: Unit, found: Flight) -> Iterator[TakeTest]:
    """What friends test for whom routers pass, in the order of their distance from where they set out.
    RA-morale.trigger.interpenetrated, RA-morale.trigger.routers, RA-R52, RA-R53"""
    start = found.way[0]
    router = state.find(before.id)
    threat = router.rout.threat or "" if router is not None and router.rout is not None else ""
    friends = sorted(
        (f for f in state.on_table(before.side) if f.id != before.id and not f.routing),
        key=lambda f: (distance_to(state, f, start), f.id),
    )
    grade = state.card(before).grade
    for friend in friends:
        inches = _nearest(state, before, friend, found)
        through = friend.id in found.through
        for trigger in router_tests(through, inches, grade, state.card(friend).grade, state.house):
            yield TakeTest(friend.id, called_test(trigger), ROUTER[trigger], threat, citation=_CITE[trigger])


def _nearest(state: State, unit: Unit, friend: Unit, found: Flight) -> float:
    """How near it came on its way."""
    area = outline(state, friend)
    near = math.inf
    for a, b in zip(found.way, found.way[1:], strict=False):
        pieces = max(1, math.ceil(between(a, b) / 1.0))
        for number in range(pieces + 1):
            spot = step(a, bearing(a, b) if between(a, b) > 1e-9 else 0.0, between(a, b) * number / pieces)
            near = min(near, float(block(state, unit, spot, found.direction).distance(area)))
            if near <= 0:
                return 0.0
    return near


def blocked(state: State, unit: Unit, threat: str) -> bool:
    """Whether ground or friends keep it from running a full move. RA-pursuit.5"""
    if unit.at is None:
        return False
    return flight(state, unit, threat).end in ("impassable", "enemy", "ends")
