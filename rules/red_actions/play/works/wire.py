"""Wire: infantry works its way through, engineers cut lanes, tanks crush it or clear it along its length.

RA-wire.1 to RA-wire.5, RA-R104, RA-R179
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.every_die import chance_that
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.works import CutWire
from rules.red_actions.book import works as book
from rules.red_actions.book.kinds import Mover, Trait
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.movement import FIGURES as MOVES
from rules.red_actions.book.terrain import BreakdownDie, Ground
from rules.red_actions.course import Course
from rules.red_actions.events.works import WireCrushed, WireTried
from rules.red_actions.knowledge import side_knows
from rules.red_actions.pending.movement import BreakDown
from rules.red_actions.play.ground.features import feature_of, features_under, ground_of, key_of, land_of
from rules.red_actions.play.ground.layout import WIDTH, outline, shape, stood_at
from rules.red_actions.play.ground.measures import TOUCHING
from rules.red_actions.play.ground.passage import require_room
from rules.red_actions.play.ground.points import points_of
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds, will_go
from rules.red_actions.play.sight.knowledge import reveal_seen, show
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.play.vehicles.breaking import throw_breakdown
from rules.red_actions.state import Lane, State
from rules.red_actions.units import Breakdown, Point, Unit
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Feature
from rules.table.measure import bearing, step, turn

_PACE = 0.1
_FAR = 12.0


@dataclass(frozen=True, slots=True)
class AtWire:
    """Who works at which wire. `beyond`: where infantry stands once it is across; `spot`: where its lane is; `along`:
    the way of a tank that clears it."""

    unit: Unit
    wire: str
    engineers: bool = False
    beyond: Point = (0.0, 0.0)
    spot: Point = (0.0, 0.0)
    along: LineString | None = None

    @property
    def device(self) -> bool:
        return self.along is not None


def judge_cut(state: State, action: CutWire, by: Actor) -> AtWire:
    """RA-action.engineer, RA-wire.1, RA-wire.2, RA-wire.5"""
    unit = require_segment(state, action.unit, by)
    card = state.card(unit)
    book.bar_wire(card.mover)
    require_nerve(state, unit, Doing.OTHER)
    if card.mover is Mover.TANK:
        return _tank(state, unit)
    if not unit.in_wire or unit.at is None:
        raise RuleViolation(
            "not-in-wire",
            f"{unit.name} is not in wire.",
            citation="RA-wire.2",
            remedy="Move it into the wire first; from the next turn on it may work its way through.",
        )
    if unit.wire_since >= state.turn:
        raise RuleViolation(
            "wire-next-turn",
            f"{unit.name} has come to the wire this turn.",
            citation="RA-wire.2",
            remedy="Work through it from the next turn on.",
        )
    area = _area(state, unit.in_wire)
    spot, beyond = _across(state, unit, area)
    require_room(state, unit, (beyond, unit.facing, unit.formation))
    for enemy in state.enemies(unit.side):
        block = shape(stood_at(state, unit, beyond, unit.facing, unit.formation))
        known = side_knows(state, unit.side, enemy.id)
        if known and block.distance(outline(state, enemy)) < MOVES.enemy_near - 1e-6:
            raise RuleViolation(
                "enemy-beyond",
                f"{enemy.name} stands just beyond the wire.",
                citation="RA-move.8",
                remedy="Drive it off first, or cross elsewhere.",
            )
    return AtWire(unit, unit.in_wire, _engineers(state, unit), beyond, spot)


def _engineers(state: State, unit: Unit) -> bool:
    return Trait.ENGINEERS in state.equipment(unit)


def _area(state: State, wire: str) -> BaseGeometry:
    feature, land = feature_of(state, wire), land_of(state)
    if feature is None or land is None:
        raise RuleViolation("no-wire-there", "That wire is gone.", remedy="Move on.")
    return land.area_of(feature)


def _across(state: State, unit: Unit, area: BaseGeometry) -> tuple[Point, Point]:
    """Where its way meets the wire, and where it stands beyond: straight on, or straight over the nearest part where
    its front does not lead through."""
    assert unit.at is not None
    ahead = LineString([unit.at, step(unit.at, unit.facing, _FAR)])
    direction = unit.facing
    met = ahead.intersection(area)
    if met.is_empty:
        inside = area.covers(Spot(unit.at))
        near = area.centroid if inside else area.boundary.interpolate(area.boundary.project(Spot(unit.at)))
        direction = bearing(unit.at, (near.x, near.y))
        met = LineString([unit.at, step(unit.at, direction, _FAR)]).intersection(area)
    here = Spot(unit.at)
    first = min((Spot(point) for point in points_of(met)), key=lambda p: p.distance(here), default=here)
    inches = 0.0
    block = shape(stood_at(state, unit, unit.at, unit.facing, unit.formation))
    reached = False
    at = unit.at
    while inches < 2 * _FAR:
        inches += _PACE
        at = step(unit.at, direction, inches)
        block = shape(stood_at(state, unit, at, unit.facing, unit.formation))
        gap = block.distance(area)
        reached = reached or gap <= 0
        past = Spot(at).distance(Spot(unit.at)) > first.distance(Spot(unit.at))
        if reached and past and gap >= _PACE:
            break
    return (first.x, first.y), at


# ── Tanks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _tank(state: State, unit: Unit) -> AtWire:
    """Along the wire that it touches, the way it faces, as far as its move takes it. RA-wire.5"""
    card = state.card(unit)
    book.bar_strip(Trait.WIRE_CUTTER in state.equipment(unit))
    if unit.breakdown is not Breakdown.NONE:
        raise RuleViolation(
            "broken-down", f"{unit.name} cannot move.", citation="RA-tank.speed", remedy="It may get free later."
        )
    found = wires_near(state, outline(state, unit)) if unit.at is not None else []
    if not found:
        raise RuleViolation(
            "not-in-wire", f"{unit.name} touches no wire.", citation="RA-wire.5", remedy="Drive up to it first."
        )
    feature, area = found[0]
    way = _along(state, unit, axis(feature, area), float(card.move))
    if way.length < _PACE:
        raise RuleViolation(
            "wire-ends", "That wire leads no further that way.", citation="RA-wire.5", remedy="Face the other way."
        )
    return AtWire(unit, key_of(feature), along=way)


def axis(feature: Feature, area: BaseGeometry) -> LineString:
    """The line along which wire is laid."""
    if feature.width > 0 and len(feature.outline) > 1:
        return LineString(feature.outline)
    corners = points_of(area.minimum_rotated_rectangle.boundary)[:4]
    sides = [LineString([corners[i], corners[(i + 1) % 4]]) for i in range(4)]
    short = sorted(sides, key=lambda side: side.length)[:2]
    middle = [side.interpolate(0.5, normalized=True) for side in short]
    return LineString([(point.x, point.y) for point in middle])


def _along(state: State, unit: Unit, line: LineString, move: float) -> LineString:
    """From where it touches the wire, in the direction nearer to its front; it stops 2 in short of enemies."""
    assert unit.at is not None
    start = line.project(Spot(unit.at))
    ends: list[LineString] = []
    for goal in (min(line.length, start + move), max(0.0, start - move)):
        part = substring(line, start, goal)
        if isinstance(part, LineString) and part.length > _PACE:
            ends.append(part)
    if not ends:
        return LineString([unit.at, unit.at])
    facing = unit.facing
    way = min(ends, key=lambda part: turn(facing, _heading(part)))
    start_at = points_of(way)[0]
    inches = 0.0
    while inches < way.length:
        ahead = min(way.length, inches + _PACE)
        spot = way.interpolate(ahead)
        heading = bearing(start_at, (spot.x, spot.y)) if ahead > 0 else facing
        block = shape(stood_at(state, unit, (spot.x, spot.y), heading, unit.formation))
        near = any(
            block.distance(outline(state, enemy)) < MOVES.enemy_near
            for enemy in state.enemies(unit.side)
            if side_knows(state, unit.side, enemy.id)
        )
        if near:
            break
        inches = ahead
    cut = substring(way, 0, inches)
    return cut if isinstance(cut, LineString) else LineString([unit.at, unit.at])


def _heading(way: LineString) -> float:
    points = points_of(way)
    return bearing(points[0], points[-1])


def wires_near(state: State, area: BaseGeometry, reach: float = TOUCHING) -> list[tuple[Feature, BaseGeometry]]:
    """Wire within reach, nearest first."""
    found = [(f, a) for f, a in features_under(state, area, reach) if ground_of(f) is Ground.WIRE]
    return sorted(found, key=lambda each: float(each[1].distance(area)))


def crush(course: Course, unit: str) -> None:
    """A tank that has just crossed wire leaves it crushed, as wide as its base. RA-wire.4, RA-R179"""
    state = course.state
    found = state.find(unit)
    if found is None or found.at is None or state.card(found).mover is not Mover.TANK:
        return
    for feature, area in wires_near(state, outline(state, found), 2.0)[:1]:
        line = axis(feature, area)
        spot = line.interpolate(line.project(Spot(found.at)))
        lane = Lane(key_of(feature), (round(spot.x, 3), round(spot.y, 3)), WIDTH, True)
        if any(old.wire == lane.wire and spot.distance(Spot(old.at)) < WIDTH / 2 for old in state.lanes):
            continue
        course.happen(WireCrushed(unit=unit, wire=lane.wire, lanes=(lane,), citations=("RA-wire.4", "RA-R179")))


# ── Carrying it out ─────────────────────────────────────────────────────────────────────────────────────────────────


def cut_wire(state: State, ready: AtWire, chance: Chance) -> Sequence[Event]:
    """RA-wire.2, RA-wire.3, RA-wire.5"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    if ready.along is not None:
        _clear(course, ready, ready.along)
    else:
        _try(course, ready)
    return course.events


def _try(course: Course, ready: AtWire) -> None:
    unit = ready.unit
    dice, result = book.roll_crossing(ready.engineers, course.chance)
    across = result is not book.WireCrossing.HELD
    assert unit.at is not None
    lane = Lane(ready.wire, ready.spot, WIDTH) if result is book.WireCrossing.LANE else None
    if across:
        show(course, unit.id, why="moved")
    course.happen(
        WireTried(
            unit=unit.id,
            wire=ready.wire,
            dice=dice,
            across=across,
            at=ready.beyond if across else unit.at,
            lane=lane,
            citations=("RA-wire.3",) if ready.engineers else ("RA-wire.2",),
        )
    )
    act_done(course, unit.id)
    if across:
        reveal_seen(course)


def _clear(course: Course, ready: AtWire, way: LineString) -> None:
    """A die a strip, then one wire die, and one for speed. RA-wire.5, RA-tank.wire, RA-R179"""
    unit = ready.unit
    show(course, unit.id, why="moved")
    rolled = book.roll_strips(way.length, course.chance)
    strip = book.FIGURES.strip
    lanes: list[Lane] = []
    for number, (_, crushed) in enumerate(rolled):
        spot = way.interpolate((number + 0.5) * strip)
        if crushed:
            lanes.append(Lane(ready.wire, (round(spot.x, 3), round(spot.y, 3)), strip, True))
    points = tuple((round(float(x), 6), round(float(y), 6)) for x, y, *_ in way.coords)
    course.happen(
        WireCrushed(
            unit=unit.id,
            wire=ready.wire,
            lanes=tuple(lanes),
            dice=tuple(die for die, _ in rolled),
            way=points,
            inches=way.length,
            facing=bearing(points[-2], points[-1]),
            citations=("RA-wire.5", "RA-R179"),
        )
    )
    throw_breakdown(course, BreakDown(unit.id, BreakdownDie.WIRE.value))
    if way.length > course.state.card(unit).move / 2:
        throw_breakdown(course, BreakDown(unit.id, BreakdownDie.SPEED.value))
    act_done(course, unit.id)
    reveal_seen(course)


def step_break_down(course: Course, task: BreakDown) -> None:
    """A vehicle's die for what it has crossed or for its speed. RA-R92, RA-R179"""
    if task.test == BreakdownDie.WIRE.value:
        crush(course, task.unit)
    throw_breakdown(course, task)
    course.done()


# ── Odds, offers ────────────────────────────────────────────────────────────────────────────────────────────────────


def cut_odds(state: State, ready: AtWire) -> Odds:
    """RA-wire.2, RA-wire.3, RA-wire.5"""
    ruled = hesitation_facts(state, ready.unit, Doing.OTHER)
    goes, stays = will_go(state, ready.unit, Doing.OTHER), hesitation_odds(state, ready.unit, Doing.OTHER)
    if ready.along is not None:
        one = chance_that(lambda chance: book.roll_strips(book.FIGURES.strip, chance)[0][1])
        some = goes * (1 - (1 - one) ** book.strips(ready.along.length))
        return Odds(
            facts=(Fact("way", ready.along.length, Source.MEASURED, "in"), *ruled),
            chances=(Prospect("some of it is crushed", some, Outcome("wire-crushed")), *stays),
        )
    good = chance_that(lambda chance: book.roll_crossing(ready.engineers, chance)[1] is not book.WireCrossing.HELD)
    words = "a lane is cut" if ready.engineers else "it gets across"
    return Odds(ruled, chances=(Prospect(words, goes * good, Outcome("across")), *stays))


def cut_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None or state.card(unit).mover not in (Mover.INFANTRY, Mover.TANK):
        return
    tank = state.card(unit).mover is Mover.TANK
    label = "Clear wire along its length" if tank else "Cut a lane" if _engineers(state, unit) else "Cross the wire"
    detail = "4 or more a strip" if tank else "8 or more on 2d6" if _engineers(state, unit) else "9 or more on 2d6"
    yield from if_lawful(state, CutWire(unit=ref), judge_cut, side, label, detail)
